package view

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"holecard/blackjack"
	"holecard/blackjack/tables"
	"holecard/bot/draw"
	"holecard/bot/lang"
	"holecard/bot/message"
	"holecard/bot/round"
	"holecard/storage"
)

// at returns a seat of the round as a hand of its own.
func (s seating) at(i int) shown {
	v := s.Round.View
	seat := v.Seats[i]
	if v.Turn != blackjack.Seat(i) {
		seat.Turn = -1
	}
	v.Seats = []blackjack.SeatView{seat}
	frame := Frame{Words: s.Words, Cards: s.Cards}
	if s.detail >= textCards {
		frame.Cards.Emojis = nil
	}
	return shown{round.Hand{Table: tables.Table{Rules: v.Rules}, View: v, Open: s.Round.Open},
		frame}
}

// who says of a seat whose it is, how it stands and, when the round is over, what it won.
func (s seating) who(i int) string {
	p, seat := s.Round.Players[i], s.Round.View.Seats[i]
	line := s.name(p.Name)
	switch net := seat.Payout.Net(); {
	case s.asked(i):
		line = "▶ " + line
	case s.Round.Open:
	case net > 0:
		line = s.Words.Say("seats.won", line, lang.Net(net))
	case net < 0:
		line = s.Words.Say("seats.lost", line, lang.Net(net))
	default:
		line = s.Words.Say("seats.push", line, lang.Net(net))
	}
	return line + " · " + s.stands(i)
}

// asked reports whether the table waits for a seat.
func (s seating) asked(i int) bool {
	if s.Stage == round.Insuring {
		return s.Round.Players[i].Asked
	}
	return s.Stage == round.Playing && s.Round.View.Turn == blackjack.Seat(i)
}

// stands says what a seat's hand counts, or how many it has.
func (s seating) stands(i int) string {
	hands := s.Round.View.Seats[i].Hands
	if len(hands) > 1 {
		return s.Words.Say("seats.hands", len(hands))
	}
	return s.counts(i, hands[0])
}

// counts says what a hand counts, or how it was given up.
func (s seating) counts(i int, h blackjack.HandView) string {
	switch h.Outcome {
	case blackjack.Surrendered:
		return s.Words.Say("seats.surrendered")
	case blackjack.WonEven:
		return s.Words.Say("seats.even")
	}
	return s.at(i).total(h.Total, h.Soft, h.Natural)
}

// details says what a seat has bet, and what became of its side bets.
func (s seating) details(i int) string {
	w, p, seat := s.Words, s.Round.Players[i], s.Round.View.Seats[i]
	parts := []string{w.Say("seats.bet", int64(p.Bet))}
	if hand := seat.Hands[0]; len(seat.Hands) == 1 {
		parts[0] = w.Say("seats.bet", int64(hand.Stake))
		if hand.Doubled {
			parts[0] += w.Say("hand.doubled")
		}
	}
	if s.detail == results {
		return parts[0]
	}
	if seat.Insurance > 0 {
		parts = append(parts, w.Say("seats.insurance", int64(seat.Insurance)))
	}
	for _, side := range seat.Sides {
		if side.Decided {
			parts = append(parts, s.at(i).sideEnd(side)+" "+w.Fact(lang.Net(side.Won-side.Lost)))
		} else {
			parts = append(parts, SideName(w, side.Bet)+" "+w.Number(int64(side.Stake)))
		}
	}
	if p.Plays != "" {
		parts = append(parts, s.autopilot(p.Plays))
	}
	if c, ok := s.Chair(p.User); ok && c.Leaving {
		parts = append(parts, w.Say("seats.leaving"))
	}
	return strings.Join(parts, " · ")
}

// autopilot says which strategy plays, in a few words.
func (s seating) autopilot(plays string) string {
	const longest = 24
	return s.Words.Say("seats.autopilot",
		"`"+strings.ReplaceAll(plain(strategyName(s.Words, plays), longest), "`", "'")+"`")
}

// sideBySide is how many cards of each hand a field has that shares its line.
const sideBySide = 5

// fields shows the dealer and all seats.
func (s seating) fields() []*discordgo.MessageEmbedField {
	dealer := s.Round.View.Dealer
	list := []*discordgo.MessageEmbedField{
		field(s.at(0).dealerTotal(), s.at(0).cards(dealer.Cards, dealer.Hidden))}
	for i, seat := range s.Round.View.Seats {
		f := &discordgo.MessageEmbedField{Name: s.who(i), Inline: true}
		var lines []string
		for j, h := range seat.Hands {
			f.Inline = f.Inline && len(h.Cards) <= sideBySide
			if len(seat.Hands) > 1 {
				lines = append(lines, s.at(i).handName(j))
			}
			if s.detail < totals {
				lines = append(lines, s.at(i).cards(h.Cards, 0))
			}
		}
		f.Value = strings.Join(append(lines, "-# "+s.details(i)), "\n")
		list = append(list, f)
	}
	return list
}

// inWords says what the picture shows.
func (s seating) inWords() []string {
	d := s.Round.View.Dealer
	lines := []string{s.at(0).dealerTotal() + ": " + s.at(0).plainCards(d.Cards, d.Hidden)}
	for i, seat := range s.Round.View.Seats {
		var hands []string
		for j, h := range seat.Hands {
			text := s.at(i).plainCards(h.Cards, 0)
			if len(seat.Hands) > 1 {
				text = s.at(i).handName(j) + ": " + text
			}
			if s.detail >= totals {
				text, _, _ = strings.Cut(text, ": ")
			}
			hands = append(hands, text)
		}
		lines = append(lines, s.who(i)+": "+strings.Join(hands, "; ")+" · "+s.details(i))
	}
	return lines
}

// picture draws the table.
func (s seating) picture() message.File {
	unmarked := strings.NewReplacer("\\", "", "`", "")
	alt := shortened(unmarked.Replace(strings.Join(s.inWords(), ". ")), 1000)
	s.Words = s.Words.Latin()
	d := s.Round.View.Dealer
	t := draw.Table{
		Deck: s.Cards.Deck,
		Dealer: draw.Hand{Cards: s.at(0).faces(d.Cards, d.Hidden),
			Total: s.at(0).dealerTotal()},
	}
	for i, seat := range s.Round.View.Seats {
		drawn := draw.Seat{Name: cmp.Or(plain(s.Round.Players[i].Name, longestName),
			s.Words.Say("someone")), Place: s.Words.Say("seats.place", i+1)}
		drawn.Sides, drawn.SidesTone = drawnSides(s.Words, seat)
		for j, h := range seat.Hands {
			drawn.Hands = append(drawn.Hands, draw.Hand{
				Cards:  s.at(i).faces(h.Cards, 0),
				Total:  s.counts(i, h),
				Short:  strconv.Itoa(h.Total),
				Tone:   tones[h.Outcome],
				Active: s.asked(i) && (s.Stage == round.Insuring || seat.Turn == j),
				Bet:    int64(h.Stake),
			})
		}
		t.Seats = append(t.Seats, drawn)
	}
	return message.File{Name: "table.png", Alt: alt, PNG: s.Cards.Painter.Table(t)}
}

// drawnSides returns what is drawn of a seat's side bets: their stakes, or what they won.
func drawnSides(w *lang.Printer, seat blackjack.SeatView) (amount string, tone draw.Tone) {
	var staked, net blackjack.Chips
	decided := true
	for _, side := range seat.Sides {
		staked += side.Stake
		net += side.Won - side.Lost
		decided = decided && side.Decided
	}
	switch {
	case staked == 0:
		return "", draw.Plain
	case !decided:
		return w.Number(int64(staked)), draw.Plain
	case net > 0:
		return w.Fact(lang.Net(net)), draw.Winning
	case net < 0:
		return w.Fact(lang.Net(net)), draw.Losing
	}
	return "0", draw.Even
}

// chairs lists who sits: while a round is played, only those who are not in it.
func (s seating) chairs() (list []*discordgo.MessageEmbedField) {
	if s.Stage == round.Closed {
		return nil
	}
	playing := s.Stage == round.Insuring || s.Stage == round.Playing
	var lines []string
	for _, c := range s.Chairs {
		if !playing || s.Seat(c.User) < 0 {
			lines = append(lines, s.sits(c, playing))
		}
	}
	title := s.Words.Say("seats.chairs", len(s.Chairs), s.Size)
	switch {
	case playing && len(lines) == 0:
		return nil
	case playing:
		title = s.Words.Say("seats.later")
	case len(lines) == 0:
		lines = []string{s.Words.Say("seats.chairs.none")}
	}
	return append(list, field(title, strings.Join(lines, "\n")))
}

// sits says who sits in a chair, and what they bet.
func (s seating) sits(c storage.Chair, later bool) string {
	w := s.Words
	parts := []string{"**" + s.name(c.Name) + "**"}
	switch {
	case c.Bet.Stake > 0 && c.Bet.Sides.Sum() > 0:
		parts = append(parts, w.Say("seats.bet", int64(c.Bet.Stake))+" + "+
			w.Number(int64(c.Bet.Sides.Sum())))
	case c.Bet.Stake > 0:
		parts = append(parts, w.Say("seats.bet", int64(c.Bet.Stake)))
	case !later:
		parts = append(parts, w.Say("seats.bet.none"))
	}
	if c.Plays != "" {
		parts = append(parts, s.autopilot(c.Plays))
	} else if c.Ready {
		parts = append(parts, w.Say("seats.ready"))
	}
	if c.Leaving {
		parts = append(parts, w.Say("seats.leaving"))
	}
	return strings.Join(parts, " · ")
}

// Package view turns what happened into what people see, in the words of a catalogue. Its
// functions are pure:
//
//	round.Hand, Seating, … ──Hand, Seating, …──▶ message.Reply
//	                                                    │ a press of its buttons
//	bot ◀──a click── discord ◀──a custom ID─────────────┘
//
// A click is a struct beside the function that draws its button: see the package click.
package view

import (
	"cmp"
	"strings"

	"github.com/bwmarrin/discordgo"

	"holecard/blackjack"
	"holecard/bot/lang"
	"holecard/bot/message"
	"holecard/bot/round"
)

// The colours of a hand, by how it stands.
const (
	colourPlain   = 0x5865F2
	colourPlaying = 0x5865F2
	colourWon     = 0x3BA55D
	colourNatural = 0xF1C40F
	colourPushed  = 0x95A5A6
	colourLost    = 0xED4245
)

// Frame is what a hand is shown with.
type Frame struct {
	Words  *lang.Printer
	Name   string // the player's, as Discord shows it
	Avatar string // the URL of the player's picture, or nothing
	Edge   HouseEdge
	Cards  Cards
}

// shown is a hand that is being shown.
type shown struct {
	round.Hand
	Frame
}

// Hand shows a player's hand.
func Hand(h round.Hand, f Frame) message.Reply {
	s := shown{h, f}
	r, e := embedded(s.colour(), "", "")
	e.Author = &discordgo.MessageEmbedAuthor{Name: s.author(), IconURL: f.Avatar}
	e.Footer, r.Rows, r.Private = footer(s.footer()), s.buttons(), h.Private
	e.Description = strings.Join(append([]string{s.story()}, s.table(&r, e)...), "\n")
	e.Fields = append(e.Fields, s.money()...)
	if h.Resumed {
		r.Text = s.Words.Say("hand.resumed")
	}
	return r
}

// table shows the cards in a picture, with lines below the text that say what it shows, for
// Discord shows no description of a picture in an embed; without a painter, in fields.
func (s shown) table(r *message.Reply, e *discordgo.MessageEmbed) (lines []string) {
	if picture, ok := s.picture(); ok {
		e.Image, r.Files = image(picture.Name), []message.File{picture}
		return small(s.inWords())
	}
	d := s.View.Dealer
	e.Fields = append(e.Fields, field(s.dealerTotal(), s.cards(d.Cards, d.Hidden)))
	for i, h := range s.seat().Hands {
		e.Fields = append(e.Fields, field(s.handName(i), s.cards(h.Cards, 0)))
	}
	return nil
}

// author says whose hand it is, where, and whether anything is at stake.
func (s shown) author() string {
	line := s.Words.Say("hand.author", s.name(), s.Table.Title)
	if s.Practice {
		line = s.Words.Say("hand.practice", line)
	}
	return line
}

func (s shown) seat() blackjack.SeatView { return s.View.Seats[0] }

// name is the player's, in a place that has no markdown.
func (s shown) name() string {
	return cmp.Or(isolate(plain(s.Name, longestName)), s.Words.Say("someone"))
}

// money is what is at stake and what there is.
func (s shown) money() []*discordgo.MessageEmbedField {
	seat := s.seat()
	fields := []*discordgo.MessageEmbedField{figure(s.Words.Say("hand.bet"),
		s.Words.Number(int64(seat.Payout.Staked-seat.Insurance-sidesOf(seat).Sum())))}
	if seat.Insurance > 0 {
		fields = append(fields, figure(s.Words.Say("hand.insurance"),
			s.Words.Number(int64(seat.Insurance))))
	}
	fields = append(fields, s.sideFields()...)
	// the balance is of a later hand, of none, or nobody else's business
	if s.Next != 0 || s.Later || s.Practice || s.Hidden && !s.Private {
		return fields
	}
	balance := s.Words.Number(int64(s.Balance))
	if net := seat.Payout.Net(); !s.Open && net != 0 {
		balance = s.Words.Say("hand.balance.change", balance, lang.Net(net))
	}
	return append(fields, figure(s.Words.Say("hand.balance"), balance))
}

func (s shown) footer() string {
	var parts []string
	if s.Proven {
		parts = append(parts, s.Words.Say("footer.fair"))
	}
	if s.Edge.Players() {
		parts = append(parts, s.Words.Say("footer.edge.player", lang.Share(-s.Edge.Share)))
	} else if s.Edge.Known {
		parts = append(parts, s.Words.Say("footer.edge.house", lang.Share(max(s.Edge.Share, 0))))
	}
	if s.Plays != "" {
		parts = append(parts, s.Words.Say("footer.autopilot", strategyName(s.Words, s.Plays)))
	}
	if s.House != "" {
		parts = append(parts, s.Words.Say("footer.house", s.House))
	}
	return strings.Join(parts, " · ")
}

// total writes what a hand counts: "soft 17", "24, bust". Of a hand that is over it
// does not matter whether an ace counts 11.
func (s shown) total(n int, soft, natural bool) string {
	return total(s.Words, n, soft && s.Open, natural)
}

func (s shown) dealerTotal() string {
	d := s.View.Dealer
	if len(d.Cards) == 0 {
		return s.Words.Say("hand.dealer.none")
	}
	total := s.total(d.Total, d.Soft, d.Natural)
	if len(d.Cards) == 1 && d.Cards[0].Ace() && s.Table.Rules.Aces == blackjack.AcesBest {
		total = s.Words.Say("total.ace")
	}
	return s.Words.Say("hand.dealer", total)
}

// handName says which hand it is and what it counts.
func (s shown) handName(i int) string {
	seat := s.seat()
	hand := seat.Hands[i]
	total := s.total(hand.Total, hand.Soft, hand.Natural)
	name := s.Words.Say("hand.yours", total)
	if len(seat.Hands) > 1 {
		name = s.Words.Say("hand.nth", i+1, total, lang.Chips(hand.Stake))
		if s.Open && seat.Turn == i {
			name = "▶ " + name
		}
	}
	if hand.Doubled {
		name += s.Words.Say("hand.doubled")
	}
	if !s.Open && len(seat.Hands) > 1 {
		switch hand.Outcome {
		case blackjack.Won:
			name += s.Words.Say("hand.won")
		case blackjack.Pushed:
			name += s.Words.Say("hand.push")
		case blackjack.Lost, blackjack.Busted:
			name += s.Words.Say("hand.lost")
		}
	}
	return name
}

func (s shown) colour() int {
	net := s.seat().Payout.Net()
	switch {
	case s.Open:
		return colourPlaying
	case s.seat().Hands[0].Outcome == blackjack.WonNatural && net > 0:
		return colourNatural
	}
	return colourOf(net)
}

func colourOf(net blackjack.Chips) int {
	switch {
	case net > 0:
		return colourWon
	case net < 0:
		return colourLost
	}
	return colourPushed
}

// Moved says privately, after a redraw, that a press came too late.
func Moved(w *lang.Printer, h round.Hand) message.Reply {
	switch {
	case h.Next != 0:
		return message.Note(w.Say("moved.newer"))
	case !h.Open:
		return message.Note(w.Say("moved.over"))
	}
	return message.Note(w.Say("moved.stale"))
}

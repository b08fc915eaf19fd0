package view

import (
	"cmp"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"holecard/blackjack"
	"holecard/bot/lang"
	"holecard/bot/message"
	"holecard/bot/round"
	"holecard/storage"
)

// The clicks at a seating.

// Sit takes a chair.
type Sit struct {
	Seating storage.SeatingID `id:"us" is:"shared"`
}

// Leave leaves it.
type Leave struct {
	Seating storage.SeatingID `id:"ul" is:"shared"`
}

// ChangeSeatBet asks for a bet.
type ChangeSeatBet struct {
	Seating storage.SeatingID `id:"ub"`
}

// SameBet bets what the player bet last there.
type SameBet struct {
	Seating storage.SeatingID `id:"ua" is:"shared"`
}

// Ready says that the player waits for nobody.
type Ready struct {
	Seating storage.SeatingID `id:"ur" is:"shared"`
}

// Move plays an action, as long as what is asked has the turn.
type Move struct {
	Seating storage.SeatingID `id:"up" is:"shared"`
	Turn    uint32
	Action  action
}

// Name is what logs call a move.
func (m Move) Name() string { return blackjack.Action(m.Action).String() }

// SeatingFrame is what a seating is shown with, in the language and the look of its server.
type SeatingFrame struct {
	Words *lang.Printer
	Edge  HouseEdge
	Sides SideEdges
	Cards Cards
}

// seating is a seating that is being shown.
type seating struct {
	round.Seating
	SeatingFrame
	detail detail
}

// detail is how much is said of a round, the less the larger.
type detail uint8

const (
	everything detail = iota
	textCards         // no emojis
	totals            // no cards, where they are in no picture
	results           // and no side bets
)

// mostInEmbed is how many characters an embed has at most.
const mostInEmbed = 6000

// Seating shows a table for several people.
func Seating(v round.Seating, f SeatingFrame) message.Reply {
	s := seating{v, f, everything}
	r := s.fitted(seating.embed)
	r.Rows = s.buttons()
	return r
}

// fitted shows a table with as much as an embed holds.
func (s seating) fitted(embed func(seating) *discordgo.MessageEmbed) (r message.Reply) {
	e := embed(s)
	for ; !fits(e) && s.detail < results; e = embed(s) {
		s.detail++
	}
	if s.pictured() {
		picture := s.picture()
		e.Image, r.Files = image(picture.Name), []message.File{picture}
	}
	r.Embeds = []*discordgo.MessageEmbed{e}
	return r
}

// fits reports whether Discord takes an embed.
func fits(e *discordgo.MessageEmbed) bool {
	sum := 0
	count := func(text string, most int) bool {
		n := utf8.RuneCountInString(text)
		sum += n
		return n <= most
	}
	ok := count(e.Author.Name, 256) && count(e.Title, 256) && count(e.Description, 4096) &&
		(e.Footer == nil || count(e.Footer.Text, 2048))
	for _, field := range e.Fields {
		ok = ok && count(field.Name, 256) && count(field.Value, longestField)
	}
	return ok && sum <= mostInEmbed
}

func (s seating) embed() *discordgo.MessageEmbed {
	e := &discordgo.MessageEmbed{Author: &discordgo.MessageEmbedAuthor{Name: s.author()},
		Title: s.title(), Color: colourPlaying, Footer: footer(s.footer())}
	lines := append(append(s.story(), s.news()...), s.cards(e)...)
	e.Fields = append(e.Fields, s.chairs()...)
	if s.Stage != round.Closed {
		lines = append(lines, s.smallPrint()...)
	}
	e.Description = strings.Join(lines, "\n")
	return e
}

// cards says in lines what a picture shows; without one, it shows the cards in fields.
func (s seating) cards(e *discordgo.MessageEmbed) (lines []string) {
	switch {
	case s.pictured():
		return small(s.inWords())
	case s.Round != nil:
		e.Fields = s.fields()
	}
	return nil
}

// pictured reports whether the cards are drawn.
func (s seating) pictured() bool { return s.Round != nil && s.Cards.Painter != nil }

// longestSeatName is how many characters are shown of a name where many are.
const longestSeatName = 20

// name is a player's, safe to show.
func (s seating) name(of string) string {
	return cmp.Or(isolate(escape(of, longestSeatName)), s.Words.Say("someone"))
}

// author says whose table it is, in a place that has no markdown.
func (s seating) author() string {
	who := cmp.Or(isolate(plain(s.ByName, longestName)), s.Words.Say("someone"))
	line := s.Words.Say("seats.by", who)
	if s.Private() {
		line += " · " + s.Words.Say("seats.private")
	}
	return line
}

// title says what is played, for how much and how fast.
func (s seating) title() string {
	bets, turn := s.Times()
	return s.Words.Say("seats.title", s.Table.Title, int64(s.Table.Rules.MinBet),
		int64(s.Table.Rules.MaxBet), int64(bets/time.Second), int64(turn/time.Second))
}

// footer has the promise of the next shuffle, which stands there before bets close.
func (s seating) footer() string {
	f := shown{Frame: Frame{Words: s.Words, Edge: s.Edge}}
	f.Proven = true
	if s.Stage == round.Closed {
		return f.footer()
	}
	return f.footer() + "\n" + s.Words.Say("seats.next", s.Commitment)
}

// story says what is asked of whom, and how the last round ended.
func (s seating) story() (lines []string) {
	w := s.Words
	switch s.Stage {
	case round.Closed:
		lines = append(lines, w.Say("seats.closed"))
	case round.Playing:
		lines = append(lines, s.turn())
	case round.Insuring:
		lines = append(lines, w.Say("seats.insure", s.Until))
	case round.Betting:
		lines = append(lines, w.Say("seats.bets", s.Until))
	}
	if r := s.Round; r != nil {
		switch {
		case !r.Open:
			lines = append(lines, s.headline())
		case r.Shuffled:
			lines = append(lines, w.Say("news.reshuffled"))
		case r.View.Reshuffled:
			lines = append(lines, w.Say("news.emptied"))
		}
	}
	switch {
	case s.Closing && s.Stage != round.Closed:
		lines = append(lines, w.Say("seats.closing"))
	case s.Stage == round.Waiting && s.Round != nil:
		lines = append(lines, w.Say("seats.again"))
	case s.Stage == round.Waiting:
		lines = append(lines, w.Say("seats.wait"))
	}
	return lines
}

// turn says whose turn it is, and until when.
func (s seating) turn() string {
	who := max(0, int(s.Round.View.Turn)) // the house is never waited for
	name, seat := s.name(s.Round.Players[who].Name), s.Round.View.Seats[who]
	if of := len(seat.Hands); of > 1 {
		return s.Words.Say("seats.turn.nth", name, seat.Turn+1, of, s.Until)
	}
	return s.Words.Say("seats.turn", name, s.Until)
}

// headline says how a round ended, and what each has won.
func (s seating) headline() string {
	parts := []string{s.at(0).dealerEnd()}
	for i, p := range s.Round.Players {
		parts = append(parts, "**"+s.name(p.Name)+" "+
			s.Words.Fact(lang.Net(s.Round.View.Seats[i].Payout.Net()))+"**")
	}
	return strings.Join(parts, " · ")
}

// newsKeys end the keys of what happened.
var newsKeys = map[storage.NewsKind]string{storage.Slept: "slept", storage.Declined: "declined",
	storage.Asleep: "asleep", storage.Idle: "idle", storage.Short: "short",
	storage.Refused: "refused", storage.Limited: "limited"}

// news says what the cards do not show.
func (s seating) news() (lines []string) {
	for _, n := range s.News {
		facts := []any{s.name(n.Name)}
		if n.What == storage.Limited { // by what is theirs to know: a press is told in private
			facts = append(facts, s.Words.Say("seats.button.same"))
		}
		lines = append(lines, s.Words.Say("seats.news."+newsKeys[n.What], facts...))
	}
	return lines
}

// smallPrint says which side bets there are, and when the table closes by itself.
func (s seating) smallPrint() (lines []string) {
	w := s.Words
	var bets []string
	for _, b := range offered(s.Table.Rules) {
		bet := SideName(w, b)
		if s.Sides[b].Known {
			bet = pricedSide(w, s.Table.Rules, b, s.Sides[b].Words(w))
		}
		bets = append(bets, bet)
	}
	if len(bets) > 0 && (s.Stage == round.Waiting || s.Stage == round.Betting) {
		lines = append(lines, "-# "+w.Say("seats.sides", strings.Join(bets, " · ")))
	}
	if s.Stage == round.Waiting && !s.Closing {
		lines = append(lines, "-# "+w.Say("seats.idle", s.Until))
	}
	return lines
}

// buttons returns what can be pressed. Nothing that bets or leaves stands where Hit and
// Stand were: a press that was meant for a hand may come after its end.
func (s seating) buttons() []discordgo.MessageComponent {
	seat := func(key string, style discordgo.ButtonStyle, c any) discordgo.Button {
		return styled(style, s.Words.Say("seats.button."+key), id(c))
	}
	sit, leave := seat("sit", discordgo.SecondaryButton, Sit{s.ID}),
		seat("leave", discordgo.SecondaryButton, Leave{s.ID})
	switch s.Stage {
	case round.Closed:
		return nil
	case round.Insuring, round.Playing:
		return rows(s.moves(), line(leave, sit))
	}
	last := line(leave)
	if s.Round != nil {
		last = append(last, button(s.Words.Say("button.proof"), id(Proof{s.Round.ID})),
			button(s.Words.Say("button.review"), id(Review{s.Round.ID})))
	}
	return rows(line(sit, seat("bet", discordgo.PrimaryButton, ChangeSeatBet{s.ID}),
		seat("same", discordgo.SecondaryButton, SameBet{s.ID}),
		seat("ready", discordgo.SuccessButton, Ready{s.ID})), last)
}

// moves returns the buttons of the actions of those who are asked.
func (s seating) moves() []discordgo.Button {
	var legal blackjack.Actions
	var lacks round.Lacks
	for i, seat := range s.Round.View.Seats {
		legal |= seat.Legal
		if s.Round.View.Turn == blackjack.Seat(i) && s.Stage == round.Playing {
			lacks = s.Round.Players[i].Lacks
		}
	}
	return actions(s.Words, legal, lacks,
		func(a blackjack.Action) any { return Move{s.ID, s.Turn, action(a)} },
		append([]blackjack.Action{blackjack.Hit, blackjack.Stand, blackjack.Double,
			blackjack.Split, blackjack.Surrender}, insuring...)...)
}

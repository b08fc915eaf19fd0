package view

import (
	"strconv"
	"strings"

	"holecard/blackjack"
	"holecard/bot/draw"
	"holecard/bot/message"
)

// Cards is how cards are shown: as a picture of the table where there is a painter,
// else as emojis as far as there are any, else as text.
type Cards struct {
	Painter *draw.Painter
	Emojis  map[string]string // how the emojis are written, by their keys
	Deck    draw.Deck
}

// EmojiTexts returns how emojis are written in texts, by their keys, as far as
// they have an id.
func EmojiTexts(emojis []draw.Emoji, ids map[string]string) map[string]string {
	texts := make(map[string]string)
	for _, e := range emojis {
		if id := ids[e.Name]; id != "" {
			texts[e.Key] = "<:" + e.Name + ":" + id + ">"
		}
	}
	return texts
}

// longestField is the longest value of a field that Discord takes, in characters.
const longestField = 1024

// cards shows cards in a text.
func (s shown) cards(list []blackjack.Card, hidden int) string {
	if text, ok := s.emojis(list, hidden); ok {
		return text
	}
	return cards(s.Words, s.Table.Rules, list, hidden)
}

// emojis writes cards in two rows, their ranks above their suits; it reports false
// where an emoji is missing, or they are too many.
func (s shown) emojis(list []blackjack.Card, hidden int) (string, bool) {
	if len(s.Frame.Cards.Emojis) == 0 || len(list)+hidden == 0 {
		return "", false
	}
	var uppers, lowers []string
	for _, c := range s.faces(list, hidden) {
		upper, lower := s.Frame.Cards.Deck.Halves(c)
		up, down := s.Frame.Cards.Emojis[upper], s.Frame.Cards.Emojis[lower]
		if up == "" || down == "" {
			return "", false
		}
		uppers, lowers = append(uppers, up), append(lowers, down)
	}
	text := strings.Join(uppers, " ") + "\n" + strings.Join(lowers, " ")
	return text, len(text) <= longestField
}

// faces returns cards as they are drawn. Where there is no deck a card is a number.
func (s shown) faces(list []blackjack.Card, hidden int) []draw.Card {
	var faces []draw.Card
	for _, c := range list {
		faces = append(faces, face(c, s.Table.Rules.Suits()))
	}
	for range hidden {
		faces = append(faces, draw.Card{})
	}
	return faces
}

// suits are those of cards that are drawn.
var suits = map[blackjack.Suit]draw.Suit{
	blackjack.Clubs: draw.Clubs, blackjack.Diamonds: draw.Diamonds,
	blackjack.Hearts: draw.Hearts, blackjack.Spades: draw.Spades,
}

func face(c blackjack.Card, suited bool) draw.Card {
	switch {
	case !suited:
		return draw.Card{Rank: strconv.Itoa(c.Value())}
	case c.Joker():
		return draw.Card{Suit: draw.Star}
	}
	text := []rune(c.String()) // the rank, and the suit's sign
	return draw.Card{Rank: string(text[:len(text)-1]), Suit: suits[c.Suit()]}
}

// picture draws the table, where that is wanted. Its description says all that it shows.
func (s shown) picture() (message.File, bool) {
	if s.Frame.Cards.Painter == nil {
		return message.File{}, false
	}
	said := s.inWords()
	for _, f := range s.sideFields() {
		said = append(said, f.Name+": "+f.Value)
	}
	alt := strings.Join(said, ". ")
	s.Words = s.Words.Latin()
	d, seat := s.View.Dealer, s.seat()
	t := draw.Table{
		Deck:   s.Frame.Cards.Deck,
		Dealer: draw.Hand{Cards: s.faces(d.Cards, d.Hidden), Total: s.dealerTotal()},
		Seats:  []draw.Seat{{}},
	}
	t.Seats[0].Sides, t.Seats[0].SidesTone = drawnSides(s.Words, seat)
	if s.Table.Rules.Naturals() {
		t.Line = s.Words.Say("felt.pays", s.Table.Rules.NaturalPays.String())
	}
	for i, h := range seat.Hands {
		t.Seats[0].Hands = append(t.Seats[0].Hands, draw.Hand{
			Cards:  s.faces(h.Cards, 0),
			Total:  s.total(h.Total, h.Soft, h.Natural),
			Tone:   tones[h.Outcome],
			Active: s.Open && len(seat.Hands) > 1 && seat.Turn == i,
			Bet:    int64(h.Stake),
		})
	}
	return message.File{Name: "table.png", Alt: alt,
		PNG: s.Frame.Cards.Painter.Table(t)}, true
}

// inWords says what the picture shows.
func (s shown) inWords() []string {
	d := s.View.Dealer
	lines := []string{s.dealerTotal() + ": " + s.plainCards(d.Cards, d.Hidden)}
	for i, h := range s.seat().Hands {
		lines = append(lines, s.handName(i)+": "+s.plainCards(h.Cards, 0))
	}
	return lines
}

// plainCards writes cards without markdown.
func (s shown) plainCards(list []blackjack.Card, hidden int) string {
	return strings.ReplaceAll(cards(s.Words, s.Table.Rules, list, hidden), "`", "")
}

// tones are how hands of an outcome are marked.
var tones = map[blackjack.Outcome]draw.Tone{
	blackjack.Won: draw.Winning, blackjack.WonNatural: draw.Winning,
	blackjack.WonEven: draw.Winning, blackjack.Pushed: draw.Even,
	blackjack.Lost: draw.Losing, blackjack.Busted: draw.Losing,
	blackjack.Surrendered: draw.Losing,
}

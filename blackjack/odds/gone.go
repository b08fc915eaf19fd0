package odds

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"holecard/blackjack"
)

// What is wrong with cards that are gone. All of them are [ErrNone].
var (
	ErrEndless error = refusal("an endless shoe lacks no cards")
	ErrFew     error = refusal("too few cards are left for a round")
)

// LackError reports more cards gone than the full shoe has.
type LackError struct {
	Card string // a card, or a rank for all suits of it
	Has  int
}

func (e *LackError) Error() string {
	return fmt.Sprintf("the shoe has only %d of %s", e.Has, e.Card)
}

// Refusal returns the key of the words for players, and their facts.
func (e *LackError) Refusal() (string, []any) { return "gone.lack", []any{int64(e.Has), e.Card} }

// Is reports that the error is [ErrNone].
func (*LackError) Is(target error) bool { return target == ErrNone }

// WordError reports a word that names no cards.
type WordError struct{ Word string }

func (e *WordError) Error() string { return fmt.Sprintf("%q is not a card", e.Word) }

// Refusal returns the key of the words for players, and the word.
func (e *WordError) Refusal() (string, []any) { return "gone.card", []any{e.Word} }

// Is reports that the error is [ErrNone].
func (*WordError) Is(target error) bool { return target == ErrNone }

// mostWords is the length of a text of cards that is read: eight decks, each card with a space.
const mostWords = 4 * 8 * blackjack.DeckSize

// ParseGone reads cards that are gone from the shoe of a table, between spaces or commas: cards
// such as TS, ranks such as 5 for one of any suit, where T and 10 are any card that counts 10,
// and with a number before them, as in 20x5, so many. The error is a [*WordError], a
// [*LackError], [ErrEndless] or [ErrFew].
func ParseGone(r *blackjack.Rules, text string) (gone []blackjack.Card, err error) {
	if len(text) > mostWords {
		return nil, &WordError{text[:20] + "..."}
	}
	left := map[blackjack.Card]int{}
	for _, c := range r.Full() {
		left[c]++
	}
	for word := range strings.FieldsSeq(strings.ReplaceAll(text, ",", " ")) {
		n, name, err := counted(word)
		if err != nil {
			return nil, err
		}
		cards, ok := cardsNamed(name)
		if !ok {
			return nil, &WordError{word}
		}
		has := 0
		for _, c := range cards {
			has += left[c]
		}
		if n > has {
			for _, c := range gone {
				if slices.Contains(cards, c) {
					has++
				}
			}
			return nil, &LackError{name, has}
		}
		for range n {
			most := cards[0] // evenly from all suits
			for _, c := range cards {
				if left[c] > left[most] {
					most = c
				}
			}
			left[most]--
			gone = append(gone, most)
		}
	}
	g := Game{Rules: *r, Gone: gone}
	return gone, g.lacks()
}

// counted takes the number off a word such as 20x5.
func counted(word string) (n int, name string, err error) {
	count, rest, ok := strings.Cut(strings.ToUpper(word), "X")
	if !ok {
		return 1, strings.ToUpper(word), nil
	}
	if n, err = strconv.Atoi(count); err != nil || n < 1 {
		return 0, "", &WordError{word}
	}
	return n, rest, nil
}

// cardsNamed returns the cards that a name stands for, each once.
func cardsNamed(name string) (cards []blackjack.Card, ok bool) {
	if c, err := blackjack.ParseCard(name); err == nil {
		if c.Joker() {
			return []blackjack.Card{blackjack.Joker, blackjack.Joker + 1}, true
		}
		return []blackjack.Card{c}, true
	}
	one, err := blackjack.ParseCard(name + "C")
	if err != nil {
		return nil, false
	}
	ten := name == "T" || name == "10"
	for c := range blackjack.Card(blackjack.DeckSize) {
		if c.Rank() == one.Rank() || ten && c.Value() == 10 {
			cards = append(cards, c)
		}
	}
	return cards, true
}

// lacks reports what is wrong with the cards that are gone.
func (g *Game) lacks() error {
	switch {
	case len(g.Gone) == 0:
		return nil
	case g.Endless || g.Rules.Endless():
		return ErrEndless
	}
	left, has, sum := map[blackjack.Card]int{}, map[blackjack.Card]int{}, 0
	for _, c := range g.Rules.Full() {
		left[c]++
		has[c]++
		sum += c.Value()
	}
	for _, c := range g.Gone {
		if left[c]--; left[c] < 0 {
			return &LackError{c.String(), has[c]}
		}
		sum -= c.Value()
	}
	// A player's hand and the dealer's end at 31 or below.
	if hands := g.Rules.MaxHands; sum <= 31*(max(hands, 1)+1) {
		return ErrFew
	}
	return nil
}

// check reports what is wrong with a game.
func (g *Game) check() error {
	if err := g.Rules.Validate(); err != nil {
		return err
	}
	return g.lacks()
}

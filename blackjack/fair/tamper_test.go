package fair

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"testing"

	"holecard/blackjack"
)

// TestWhatWasTamperedWithIsTold changes a line of a proof and looks for the
// problem that it must have, and for no other.
func TestWhatWasTamperedWithIsTold(t *testing.T) {
	right := fresh().Text()
	twice := through().Text()
	none := without().Text()
	three := seated().Text()
	two := seatedThrough().Text()
	lines := func(text string) []string { return strings.Split(text, "\n") }
	field := func(text string, n int) string {
		_, v,
			_ := strings.Cut(lines(text)[n-1], ": ")
		return v
	}
	for _, c := range []struct {
		name, text string
		line       int    // 1 is the title
		to         string // the whole line
		want       string // the problems, a line each; "…" stands for anything
	}{
		{"a hand without table", right, 2, "hand: 1234567890",
			"line 2: is not…"},
		{"a hand of another id", right, 2, "hand: 1234567891 at vegas",
			"line 6: the shuffle begins in this hand, so it must be the id of the hand, " +
				"1234567891"},
		{"a hand with a zero in front", right, 2, "hand: 01234567890 at vegas",
			"line 2: it must be an id…"},
		{"a hand beyond 64 bits", right, 2, "hand: 18446744073709551616 at vegas",
			"line 2: it must be an id…"},
		{"a table of a strange name", right, 2, "hand: 1234567890 at the `casino`",
			"line 2: the name of the table…"},
		{"another commitment", right, 3, "commitment: " + Seed{9}.Commitment(),
			"line 3: it is not that of the server seed, whose SHA-256 is " + field(right, 3)},
		{"a short commitment", right, 3, "commitment: 123456",
			"line 3: it must be 64 digits of lower-case hex"},
		{"a commitment in capitals", right, 3, "commitment: " + strings.ToUpper(field(right, 3)),
			"line 3: it must be 64 digits of lower-case hex"},
		{"another seed", right, 4, "server seed: " + Seed{9}.Reveal(),
			"line 3: it is not that of the server seed, whose SHA-256 is " + Seed{9}.Commitment() +
				"\nline 10: card 1 is …"},
		{"no seed", right, 4, "server seed:", "line 4: is not…"},
		{"a seed that is a digit short", right, 4, "server seed: " + field(right, 4)[1:],
			"line 4: it must be 64 digits of lower-case hex"},
		{"a seed that is kept", right, 4, "server seed: not revealed yet",
			"line 4: the server seed is not revealed yet…"},
		{"another client seed", right, 5, `client seed: "lucky e"`, "line 10: card 1 is …"},
		{"a client seed that looks the same", right, 5, `client seed: "lucky e\u0301"`,
			"line 10: card 1 is …"},
		{"a client seed without quotes", right, 5, `client seed: lucky é`,
			"line 5: is not…"},
		{"a client seed with half of them", right, 5, `client seed: "lucky é`,
			"line 5: is not…"},
		{"an empty client seed", right, 5, `client seed: ""`,
			"line 5: a client seed has at least one character"},
		{"a client seed of two lines", right, 5, `client seed: "a\nb"`,
			"line 5: a client seed has no line breaks…"},
		{"another interaction", right, 6, "interaction: 1234567891",
			"line 6: the shuffle begins in this hand, so it must be the id of the hand, " +
				"1234567890"},
		{"an interaction in words", right, 6, "interaction: many", "line 6: it must be an id…"},
		{"other decks", right, 7, "decks: 5", "line 10: card 1 is …"},
		{"too many decks", right, 7, "decks: 9", "line 7: it must be 1 to 8, endless or forty"},
		{"no decks", right, 7, "decks: 0", "line 7: it must be 1 to 8, endless or forty"},
		{"negative decks", right, 7, "decks: -1", "line 7: it must be 1 to 8, endless or forty"},
		{"decks as a fraction", right, 7, "decks: 6.0", "line 7: is not…"},
		{"decks beyond 64 bits", right, 7, "decks: 99999999999999999999", "line 7: is not…"},
		{"other jokers", right, 8, "jokers: 1", "line 10: card 1 is …"},
		{"too many jokers", right, 8, "jokers: 9", "line 8: it must be 0 to 8"},
		{"jokers with a plus", right, 8, "jokers: +0", "line 8: is not…"},
		{"cards dealt before, in the hand's own shuffle", right, 9, "dealt before: 1",
			"line 6: it is the id of this hand, but 1 cards were dealt before it\n"},
		{"more dealt before than there are", right, 9, "dealt before: 313",
			"line 6: it is the id of this hand, …\nline 9: it must be 0 to 312"},
		{"a word for what was dealt before, in a later hand", twice, 9,
			"dealt before: many", "line 9: is not…"},
		{"fewer than none", right, 9, "dealt before: -1", "line 9: it must be 0 to 312"},
		{"another card", right, 10, swapped(right, 10, 2),
			"line 10: card 3 is …, but … follows from the inputs; all should be " +
				field(right, 10)},
		{"cards in another order", right, 10, "cards: " + turned(field(right, 10)),
			"line 10: card 1 is …; all should be " + field(right, 10)},
		{"a card too much", right, 10, lines(right)[9] + " " + strings.Fields(field(right, 10))[5],
			"line 10: card 7 is …"},
		{"a card left out", right, 10, "cards: " +
			field(right, 10)[len(strings.Fields(field(right, 10))[0])+1:], "line 10: card 1 is …"},
		{"no card", right, 10, "cards:",
			"line 10: there are none, but a hand is dealt at least one"},
		{"a word that is no card", right, 10, "cards: K♠ 11♦",
			"line 10: is not…"},
		{"a joker without number", right, 10, "cards: 🃏", "line 10: is not…"},
		{"a third joker", right, 10, "cards: 🃏3", "line 10: is not…"},
		{"an endless card in a shoe", right, 10, "cards: 7", "line 10: is not…"},
		{"more cards than the shoe has", right, 10, "cards:" + strings.Repeat(" K♠", 313),
			"line 10: there are 313, but the shoe has no more than 312"},
		{"a line left out", right, 7, "", "line 8: is not…"},
		{"a line of another name", right, 8, "joker: 0",
			"line 8: is not…"},
		{"a line too much", right, 11, "payout: 1000",
			"line 11: is not…"},
		{"the cards left out", right, 10, "", "line 11: is not…"},
		{"the end left out", right, 11, "",
			"line 11: is not…"},
		{"another end", right, 11, "end of the proof",
			"line 11: is not…"},
		{"the first not dealt to its end", twice, 10, "cards: " +
			strings.Join(strings.Fields(field(twice, 10))[:3], " "),
			"line 10: there are 3, but the hand goes on in a second shuffle, so it must be " +
				"the 4 left of the first"},
		{"the second not from its beginning", twice, 17, "dealt before: 1",
			"line 14: it is the id of this hand, but 1 cards were dealt before it\nline 17: it " +
				"must be 0: the hand is the first of its second shuffle"},
		{"the second with another seed", twice, 12, "server seed: " + Seed{9}.Reveal(),
			"line 11: it is not that of the server seed, …\nline 18: card 1 is …"},
		{"the second with the seed of the first", twice, 11, lines(twice)[2],
			"line 11: it is that of the first shuffle, but each shuffle has a seed of its own"},
		{"the second not revealed yet", twice, 12, "server seed: not revealed yet",
			"line 12: the server seed is not revealed yet…"},
		{"the second without a card", twice, 18, "cards:",
			"line 18: there are none, but a hand is dealt at least one"},
		{"a third", twice, 19, lines(twice)[10], "line 19: is not…"},
		{"an endless card of 11", none, 10, "cards: 11", "line 10: is not…"},
		{"an endless card of 0", none, 10, "cards: 0", "line 10: is not…"},
		{"an endless card of a shoe", none, 10, "cards: K♠", "line 10: is not…"},
		{"another endless card", none, 10, swapped(none, 10, 4),
			"line 10: card 5 is …, but … follows from the inputs; all should be " +
				field(none, 10)},
		{"a seat of another client seed", three, 7, `seat 2: "幸"`, "line 5: it is not that of the " +
			"seats, which together give " + slowCombine([]string{"lucky é", "幸", "lucky é"})},
		{"a client seed of other seats", three, 5, `client seed: "lucky é"`,
			"line 5: it is not that of the seats, which together give " +
				strings.Trim(field(three, 5), `"`)},
		{"seats in another order", three, 6, lines(three)[6], "line 6: is not…"},
		{"a seat left out", three, 7, "", "line 8: is not…"},
		{"the last seat left out", three, 8, "", "line 5: it is not that of the seats…"},
		{"a seat too much", three, 9, lines(three)[8] + "\nseat 4: \"x\"",
			"line 10: is not…"},
		{"an eighth seat", two, 12, lines(two)[11] + "\nseat 8: \"x\"",
			"line 13: is not…"},
		{"a seat without quotes", three, 7, "seat 2: 幸運", "line 7: is not…"},
		{"a seat without a client seed", three, 8, `seat 3: ""`,
			"line 8: a client seed has at least one character"},
		{"no seats", three, 1, title, "line 1: is not…"},
		{"a hand of one's own with the title of a table", right, 1, seatedTitle,
			"line 1: is not…"},
		{"a deadline's number without its bit", three, 9, "interaction: 1",
			"line 9: the shuffle begins in this hand, so it must be the id of the hand, " +
				strconv.FormatUint(deadline, 10)},
		{"a deadline's number beyond 64 bits", three, 9, "interaction: 18446744073709551616",
			"line 9: it must be an id…"},
		{"other cards of seats", three, 13, "cards: " + turned(field(three, 13)),
			"line 13: card 1 is …"},
		{"a seat of the second shuffle", two, 22, `seat 2: "c"`, "line 20: it is not that of…"},
		{"the seats of the first shuffle in the second", two, 20, lines(two)[4],
			"line 20: it is not that of…"},
		{"the interaction of the second", two, 23, "interaction: x", "line 23: it must be an id…"},
		{"jokers without end", none, 8, "jokers: 1", "line 8: it must be 0 to 0"},
		{"endless cards dealt before", none, 9, "dealt before: 1",
			"line 6: …\nline 9: it must be 0: where the cards are without end…"},
	} {
		t.Run(c.name, func(t *testing.T) {
			all := lines(c.text)
			all[c.line-1] = c.to
			if got := says(read(t, strings.Join(all, "\n"))); !matches(got, c.want) {
				t.Errorf("got\n%swant\n%s", got, c.want)
			}
		})
	}
}

// matches compares problems with a pattern, in which … stands for anything.
func matches(got, pattern string) bool {
	lines, wants := strings.Split(strings.TrimSpace(got), "\n"),
		strings.Split(strings.TrimSpace(pattern), "\n")
	return slices.EqualFunc(lines, wants, func(line, want string) bool {
		parts := strings.Split(want, "…")
		for i, part := range parts {
			at := strings.Index(line, part)
			if at < 0 || i == 0 && at != 0 {
				return false
			}
			line = line[at+len(part):]
		}
		return line == "" || strings.HasSuffix(want, "…")
	})
}

// swapped returns a line of cards with another card at a place.
func swapped(text string, line, place int) string {
	words := strings.Fields(strings.Split(text, "\n")[line-1])
	for _, other := range []string{"7♦", "8♦", "7", "8"} {
		_, err := strconv.Atoi(other)
		_, errOld := strconv.Atoi(words[place+1])
		if words[place+1] != other && (err == nil) == (errOld == nil) {
			words[place+1] = other
			break
		}
	}
	return strings.Join(words, " ")
}

// turned returns cards with the first two exchanged.
func turned(cards string) string {
	words := strings.Fields(cards)
	words[0], words[1] = words[1], words[0]
	return strings.Join(words, " ")
}

// TestNoByteCanBeChanged flips each bit of a proof in turn, and sets each byte to
// some others: what still holds says the same.
func TestNoByteCanBeChanged(t *testing.T) {
	letters := fresh() // in whose seed are letters, which have two sizes
	letters.Shuffles[0] = dealt(Inputs{Seed{0xAB, 0xCD, 0xEF}, "d", hand},
		blackjack.Rules{Decks: 1}, 0, 2)
	for _, p := range []Proof{fresh(), through(), without(), seated(), letters} {
		text := p.Text()
		for i := range len(text) {
			others := []byte{'0', '1', 'a', ' ', '"'}
			for bit := range 8 {
				others = append(others, text[i]^1<<bit)
			}
			for _, other := range others {
				changed := []byte(text)
				changed[i] = other
				proofs, err := ReadProofs(bytes.NewReader(changed))
				if err != nil || len(proofs) != 1 || len(proofs[0].Check()) > 0 {
					continue
				}
				proofs[0].Table = p.Table // nothing follows from it
				proofs[0].Shuffles[0].First = false
				if !same(proofs[0], p) &&
					len(proofs[0].Shuffles[0].Cards) == len(p.Shuffles[0].Cards) {
					t.Errorf("byte %d as %q holds:\n%s", i, other, changed)
				}
			}
		}
	}
}

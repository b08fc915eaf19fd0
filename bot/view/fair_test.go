package view_test

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"holecard/blackjack"
	"holecard/blackjack/fair"
	"holecard/bot/session"
	"holecard/bot/view"
)

// A proof of seven seats fits into an answer whatever their client seeds are, and what is
// copied from it is checked.
func TestAProofOfAWholeTableFits(t *testing.T) {
	const limit = 4096 // of the text of an embed, in characters
	for _, seed := range []string{"0123456789abcdef", strings.Repeat("w", 64),
		strings.Repeat("\u200b", 64)} {
		seats := []string{seed, seed, seed, seed, seed, seed, seed}
		p := fair.Proof{Hand: "7", Table: "vegas", Shuffles: []fair.Shuffle{{
			Commitment: fair.Seed{1}.Commitment(), ServerSeed: fair.Seed{1}.Reveal(),
			ClientSeed: fair.Combine(seats), Seats: seats, Interaction: "7", Decks: 6,
		}}}
		in := fair.Inputs{Server: fair.Seed{1}, Client: fair.Combine(seats), Interaction: 7}
		p.Shuffles[0].Cards = in.Cards(blackjack.Rules{Decks: 6})[:40]
		r := view.Fair(words, session.Fairness{Proof: &p, ClientSeed: seed}, time.Now(), "")
		text := r.Embeds[0].Text
		if n := utf8.RuneCountInString(text); n > limit {
			t.Errorf("%d characters", n)
		}
		read, err := fair.ReadProofs(strings.NewReader(text))
		if err != nil || len(read) != 1 || len(read[0].Check()) > 0 {
			t.Errorf("of the seeds %q: %v, %+v", seed, err, read)
		}
	}
}

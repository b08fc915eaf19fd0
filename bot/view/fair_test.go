package view_test

import (
	"strings"
	"testing"
	"time"

	"holecard/blackjack"
	"holecard/blackjack/fair"
	"holecard/bot/lang"
	"holecard/bot/round"
	"holecard/bot/view"
)

// fairness is each state that a shuffle can be in, none twice.
func fairness() []round.Fairness {
	held := fair.Seed{1}
	shuffle := fair.Inputs{Server: held, Client: "s", Interaction: 5}
	proof := func(change func(*fair.Shuffle)) *fair.Proof {
		s := fair.Shuffle{Commitment: held.Commitment(), ServerSeed: held.Reveal(), ClientSeed: "s",
			Interaction: "5", Decks: 1, Cards: shuffle.Cards(blackjack.Rules{Decks: 1})[:4]}
		change(&s)
		return &fair.Proof{Hand: "5", Table: "vegas", Shuffles: []fair.Shuffle{s}}
	}
	whole := proof(func(*fair.Shuffle) {})
	list := []round.Fairness{
		{}, {Proof: whole}, {Proof: whole, Shown: day},
		{Proof: whole, Shown: day.Add(-48 * time.Hour)},
		{Proof: proof(func(s *fair.Shuffle) { s.ServerSeed = "" })},
		{Proof: proof(func(s *fair.Shuffle) { s.ServerSeed, s.Cards = "", nil }), Open: true},
		{Proof: proof(func(s *fair.Shuffle) { s.Cards[0]++ }), Shown: day},
	}
	for i := range list {
		list[i].Commitment, list[i].ClientSeed = held.Commitment(), "s"
	}
	return list
}

func proofs(_ *testing.T, w *lang.Printer, _ view.Cards) (all []shown) {
	for _, f := range fairness() {
		all = append(all, shown{"a proof", view.Fair(w, f, day, "https://bot.example/")},
			shown{"a seed of one's own", view.Reseeded(w, f)})
	}
	return all
}

func TestOnlyABrokenProofIsCalledBroken(t *testing.T) {
	said := make(map[string]bool)
	list := fairness()
	for i, f := range list {
		line, _, _ := strings.Cut(view.Fair(words, f, day, "").Embeds[0].Description, "\n")
		if said[line] {
			t.Errorf("two states are both %q", line)
		}
		said[line] = true
		if broken := i == len(list)-1; broken != strings.HasPrefix(line, "❌") {
			t.Errorf("broken %v: %q", broken, line)
		}
	}
	long := strings.Repeat("x", 500)
	if r := view.Fair(words, list[1], day, long); r.Rows != nil {
		t.Errorf("the button has an address that is too long: %+v", r.Rows)
	}
}

// A proof of seven seats fits into an answer whatever their client seeds are, and what is
// copied from it is checked.
func TestAProofOfAWholeTableFits(t *testing.T) {
	for _, seed := range []string{"0123456789abcdef", strings.Repeat("w", 64),
		strings.Repeat("\u200b", 64)} {
		seats := []string{seed, seed, seed, seed, seed, seed, seed}
		p := fair.Proof{Hand: "7", Table: "vegas", Shuffles: []fair.Shuffle{{
			Commitment: fair.Seed{1}.Commitment(), ServerSeed: fair.Seed{1}.Reveal(),
			ClientSeed: fair.Combine(seats), Seats: seats, Interaction: "7", Decks: 6,
		}}}
		in := fair.Inputs{Server: fair.Seed{1}, Client: fair.Combine(seats), Interaction: 7}
		p.Shuffles[0].Cards = in.Cards(blackjack.Rules{Decks: 6})[:40]
		r := view.Fair(words, round.Fairness{Proof: &p, ClientSeed: seed}, time.Now(), "")
		fits(t, seed, r)
		read, err := fair.ReadProofs(strings.NewReader(r.Embeds[0].Description))
		if err != nil || len(read) != 1 || len(read[0].Check()) > 0 {
			t.Errorf("of the seeds %q: %v, %+v", seed, err, read)
		}
	}
}

package odds

import (
	"testing"

	"pgregory.net/rapid"

	"holecard/blackjack"
	"holecard/blackjack/tables"
)

// The slow twin goes through rounds as best play does: the dealer's ends against each hand, and of
// a split all that its hands may come to.
func TestAHintIsWorthWhatItsRoundsAre(t *testing.T) {
	var games []Game
	for _, table := range tables.All() {
		if g := game(t, table.Name, "fresh=true"); !g.Rules.HouseDecides {
			games = append(games, g)
		}
	}
	games = append(games, game(t, "vegas", "maxAceHands=4", "hitSplitAces=true"),
		game(t, "european", "maxHands=3", "das=false"), game(t, "vegas", "decks=1", "maxHands=2"),
		game(t, "amherst", "fresh=true", "natural=3:2", "insurance=true", "surrender=late"))
	rapid.Check(t, func(rt *rapid.T) {
		g := rapid.SampledFrom(games).Draw(rt, "game")
		q := questionAt(rt, &g)
		fast, err := newTable(unmetered(), g, suitsOf(&g), 0).advice(&q.situation, q.known, nil)
		if err != nil {
			return
		}
		slow := newTable(unmetered(), g, suitsOf(&g), 0)
		slow.stake = q.known.Stake
		s, err := slow.asked(&q.situation, q.known, nil)
		if err != nil {
			rt.Fatal(err)
		}
		s.hands = max(q.situation.Hands, 1)
		hand, _ := slow.holds(&s.cards, q.situation.Cards)
		twin, err := slow.byRounds(s, hand, slow.pair(hand))
		if err != nil {
			rt.Fatal(err)
		}
		for act := range q.situation.Legal.All() {
			want := s.answer(hand, q.known.Stake, q.situation.Legal, act, twin)
			if got := fast.worth(act); !near(got, want, 1e-12) {
				rt.Errorf("%v is worth %.15f, by rounds %.15f", act, got, want)
			}
			if act != blackjack.Split {
				continue
			}
			if got, want := fast.once(), twin.once(); !near(got, want, 1e-12) {
				rt.Errorf("split once it is worth %.15f, by rounds %.15f", got, want)
			}
		}
	})
}

// suitsOf returns the suits that rules mind.
func suitsOf(g *Game) [4]bool { return [4]bool{blackjack.Hearts: g.Rules.HeartsDouble} }

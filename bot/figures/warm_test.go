package figures_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"holecard/blackjack"
	"holecard/blackjack/tables"
	"holecard/bot/figures"
	"holecard/internal/long"
)

func TestFirstHintsOfAWarmTableAreKnown(t *testing.T) {
	long.Unraced(t)
	synctest.Test(t, func(t *testing.T) {
		r := rules(t, "single-deck", "surrender=late")
		c := figures.New()
		c.Warm(t.Context(), []tables.Table{{Rules: rules(t, "mit")}, {Rules: r}})
		over, cancel := context.WithCancel(t.Context())
		cancel() // who asks now gets only what is known
		for _, cards := range []string{
			"TS TC 6D 7H", "2S 7C 2D 9H", "AS 6C 7D 9H", "8S AC 8D 9H", "9S 2C 2D 9H",
		} {
			v := roundOf(t, r, cards, rich).View()
			if v.Seats[0].Legal.Has(blackjack.Decline) {
				v = roundOf(t, r, cards, rich, blackjack.Decline).View()
			}
			options, err := c.Advise(over, v, 0, nil, nil)
			if err != nil || len(options) != v.Seats[0].Legal.Len() {
				t.Errorf("%s: %v, %v", cards, options, err)
			}
		}
		if _, err := c.Basic(over, r); err != nil {
			t.Error(err)
		}
	})
}

// A table is played as soon as somebody asks for its edge, as an admin does who changes it.
func TestTheHintsOfAChangedTableAreKnownSoon(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := figures.New()
		defer c.Close()
		life, end := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() { c.WarmPlayed(life); close(done) }()
		changed, loaded := rules(t, "single-deck", "das=true"), rules(t, "downtown", "decks=1")
		if _, err := c.Edge(t.Context(), changed, nil); err != nil {
			t.Fatal(err)
		}
		c.Play(loaded)
		time.Sleep(time.Minute)
		over, cancel := context.WithCancel(t.Context())
		cancel() // who asks now gets only what is known
		for _, r := range []blackjack.Rules{changed, loaded} {
			for _, cards := range []string{"TS TC 6D 7H", "2S 7C 2D 9H", "8S AC 8D 9H"} {
				v := roundOf(t, r, cards, rich).View()
				if _, err := c.Advise(over, v, 0, nil, nil); err != nil {
					t.Errorf("%s: %v", cards, err)
				}
			}
			if _, err := c.Basic(over, r); err != nil {
				t.Error(err)
			}
		}
		end()
		<-done
	})
}

func TestWarmingEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := figures.New()
		began := time.Now()
		over, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		c.Warm(over, tables.All())
		if time.Since(began) != time.Second {
			t.Errorf("warming went on for %v after its start", time.Since(began))
		}
	})
}

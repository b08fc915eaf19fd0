package bot_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"holecard/blackjack"
	"holecard/blackjack/odds"
	"holecard/blackjack/strategy"
	"holecard/bot"
	"holecard/internal/localdiscord"
)

// heldFigures are computed when they are let go.
type heldFigures struct {
	noFigures
	let chan struct{}
}

func (f heldFigures) Basic(ctx context.Context, _ blackjack.Rules) (c strategy.Chart, _ error) {
	select {
	case <-f.let:
		return c, nil
	case <-ctx.Done():
		return c, ctx.Err()
	}
}

// A user's answer is either thinking or words.
func (s *stage) thinks(i *localdiscord.Interaction) (thinking bool, said string) {
	s.t.Helper()
	a, err := i.Wait(s.t.Context())
	switch {
	case err != nil:
		s.t.Fatal(err)
	case a.Type == localdiscord.CallbackDeferredAnswer:
		return true, ""
	case !a.Ephemeral():
		s.t.Errorf("everybody reads %s", a.Body)
	}
	return false, a.Message.Content
}

// slowEdges are figures of which the edges come late, too.
type slowEdges struct{ heldFigures }

func (f slowEdges) Best(
	ctx context.Context, _ blackjack.Rules, _ strategy.Strategy,
) (r odds.Result, _ error) {
	_, err := f.Basic(ctx, blackjack.Rules{})
	return r, err
}

// What an admin changes is told as changed, also where there is no room for
// computing whose edge it is now.
func TestAChangeIsToldThoughThereIsNoRoomForItsEdge(t *testing.T) {
	held := slowEdges{}
	tellWith(t, func() bot.Figures { held.let = make(chan struct{}); return held },
		func(t *testing.T, s *stage) {
			ada := s.person("Ada")
			for thinking := true; thinking; {
				i, err := ada.Command(s.channel(), "learn simulate", plays("basic"),
					option("rounds", 1000))
				if err != nil {
					t.Fatal(err)
				}
				thinking, _ = s.thinks(i)
			}
			done := ada.types("settings", rule("vegas", "decks", "2"))
			s.shows(done, "decks: 6 → 2", "Edge not known")
			if rules := s.settings().Rules; len(rules) != 1 {
				t.Errorf("the changes are %v", rules)
			}
			close(held.let)
			time.Sleep(10 * time.Minute)
			synctest.Wait()
		})
}

package odds

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"holecard/blackjack/strategy"
)

func TestBestPlayIsTheSameOnAnyNumberOfProcessors(t *testing.T) {
	for _, name := range []string{"single-deck", "chalmers"} {
		g, house := game(t, name, "fresh=true"), strategy.StopAt(16)
		var bests []Result
		var charts []*strategy.Chart
		for _, n := range []int{1, 3} {
			l, err := inLanes(t.Context(), OfBest, n, func(m *meter, u *upcards) (*ledger, error) {
				return computeBest(m, g, house, u)
			}, (*ledger).join)
			if err != nil {
				t.Fatal(err)
			}
			c, err := inLanes(t.Context(), OfBasic, n,
				func(m *meter, u *upcards) (*charting, error) {
					return computeBasic(m, g, house, u)
				}, (*charting).join)
			if err != nil {
				t.Fatal(err)
			}
			bests, charts = append(bests, l.result()), append(charts, c.chart())
		}
		for i := range bests {
			if !reflect.DeepEqual(bests[i], bests[0]) || !reflect.DeepEqual(charts[i], charts[0]) {
				t.Errorf("%s: three lanes have other figures than one", name)
			}
		}
	}
}

func TestALaneThatFailsEndsTheOthers(t *testing.T) {
	broken := errors.New("broken")
	wait := func(m *meter, u *upcards) (int, error) {
		if u.take() == 0 {
			return 0, broken
		}
		<-m.ctx.Done()
		return 0, m.ctx.Err()
	}
	if _, err := inLanes(t.Context(), OfBest, mostLanes, wait, nil); !errors.Is(err, broken) {
		t.Errorf("the error is %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Best(ctx, game(t, "vegas"), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v after the caller's context", err)
	}
	defer func() {
		if p := recover(); p != "broken" {
			t.Errorf("the panic is %v", p)
		}
	}()
	_, _ = inLanes(t.Context(), OfBest, 2,
		func(*meter, *upcards) (int, error) { panic("broken") }, nil)
}

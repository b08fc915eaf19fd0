package bot

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"holecard/blackjack"
	"holecard/blackjack/odds"
	"holecard/blackjack/strategy"
	"holecard/bot/discord"
	"holecard/bot/figures"
	"holecard/bot/lang"
	"holecard/bot/message"
	"holecard/bot/session"
	"holecard/storage"
	"holecard/storage/bolt"
)

// noFigures knows none.
type noFigures struct{}

var errNoFigures = errors.New("no figures here")

func (noFigures) Best(
	context.Context, blackjack.Rules, strategy.Strategy,
) (r odds.Result, _ error) {
	return r, errNoFigures
}

func (noFigures) Basic(context.Context, blackjack.Rules) (c strategy.Chart, _ error) {
	return c, errNoFigures
}

func (noFigures) Odds(
	context.Context, blackjack.Rules, strategy.Strategy, strategy.Strategy,
) (r odds.Result, _ error) {
	return r, errNoFigures
}

func (noFigures) Advise(context.Context, blackjack.View, strategy.Strategy) ([]odds.Option, error) {
	return nil, errNoFigures
}

// studio runs a test in a bubble with a bot that simulates, all of whose turns
// to compute are taken.
func studio(t *testing.T, test func(*testing.T, *Bot)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		store, err := bolt.Open(t.Context(), filepath.Join(t.TempDir(), "test.db"), bolt.Options{})
		if err != nil {
			t.Fatal(err)
		}
		b := New(Config{
			Sessions: session.New(session.Config{Store: store, Now: time.Now, MaxBet: 500}),
			Figures:  noFigures{}, Log: slog.New(slog.DiscardHandler),
		})
		for range cap(b.studies.turns) {
			b.studies.turns <- struct{}{}
		}
		test(t, b)
		synctest.Wait()
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
}

// english are the words that tests read.
var english = lang.Must(lang.Load()).For("en")

func TestFiguresThatCannotBeHadAreRefusedInWords(t *testing.T) {
	for text, errs := range map[string][]error{
		"That strategy is too complex for exact odds. Try `/simulate` instead.": {
			&odds.LimitError{Question: odds.OfStrategy},
			&figures.TimeError{Question: odds.OfStrategy},
		},
		"This table's rules are too complex for exact odds. Try `/simulate` instead.": {
			&odds.LimitError{Question: odds.OfBest}, &figures.TimeError{Question: odds.OfBest},
		},
		"This table's rules are too complex for `basic`. Try another strategy, like " +
			"`stopAt(17)`.": {
			&odds.LimitError{Question: odds.OfBasic},
			&strategy.SyntaxError{Fault: strategy.NoBasic,
				Cause: &figures.TimeError{Question: odds.OfBasic}},
		},
		"This hand is too complex for a " +
			"hint.": {&odds.LimitError{Question: odds.OfHint}},
		"Others are waiting for exact odds. Try again in a minute.": {figures.ErrBusy},
		"Still computing this table's odds. Try again in a " +
			"minute.": {fmt.Errorf("%w: %w", figures.ErrPending, context.DeadlineExceeded)},
		"Restarting. Try again in a moment.": {fmt.Errorf("%w: %w",
			figures.ErrPending, context.Canceled)},
	} {
		for _, err := range errs {
			if got, ok := words(english, fmt.Errorf("odds: %w", err)); !ok || got != text {
				t.Errorf("%v is told as %q, want %q", err, got, text)
			}
		}
	}
}

// giveTurns lets simulations compute.
func giveTurns(b *Bot) {
	for range cap(b.studies.turns) {
		<-b.studies.turns
	}
}

// simulating begins a simulation of a player and returns what it shows.
func simulating(t *testing.T, b *Bot, who storage.UserID, rounds string) <-chan message.Reply {
	t.Helper()
	reply := b.Command(t.Context(), simulation(who, rounds))
	if reply.Work == nil {
		t.Fatalf("no work: %s", reply.Text)
	}
	shown := make(chan message.Reply, 100)
	go func() {
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
		defer cancel()
		reply.Work(ctx, func(r message.Reply) { shown <- r })
		close(shown)
	}()
	synctest.Wait()
	return shown
}

func simulation(who storage.UserID, rounds string) discord.Command {
	return discord.Command{Name: "simulate", Caller: discord.Caller{Player: storage.Player{Guild: 7,
		User: who}}, Options: []discord.Option{
		{Name: "strategy", Value: "stopAt(17)"}, {Name: "rounds", Value: rounds},
	}}
}

func TestASimulationThatTakesLongShowsHowFarItIs(t *testing.T) {
	studio(t, func(t *testing.T, b *Bot) {
		shown := simulating(t, b, 1, "40000")
		time.Sleep(2 * showEvery)
		giveTurns(b)
		if r := <-shown; len(r.Files) != 0 || len(r.Embeds) != 1 {
			t.Errorf("at first is shown %+v", r)
		}
		if r := <-shown; len(r.Files) != 1 {
			t.Errorf("in the end is shown %+v", r)
		}
	})
}

func TestASimulationEndsWhenItsTimeIsUp(t *testing.T) {
	studio(t, func(t *testing.T, b *Bot) {
		shown := simulating(t, b, 1, "20000000")
		time.Sleep(30*time.Second + time.Second)
		giveTurns(b)
		r := <-shown
		if len(r.Files) != 0 || !r.Private {
			t.Errorf("no round was played, and shown is %+v", r)
		}
	})
}

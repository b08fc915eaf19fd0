package bot

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"holecard/blackjack"
	"holecard/blackjack/fair"
	"holecard/blackjack/odds"
	"holecard/blackjack/strategy"
	"holecard/bot/discord"
	"holecard/bot/session"
	"holecard/bot/view"
	"holecard/storage"
	"holecard/storage/memory"
)

// standing is figures by which it is always best to stand.
type standing struct{ noFigures }

func (standing) Advise(context.Context, blackjack.View, blackjack.Seat, []blackjack.Card,
	strategy.Strategy) ([]odds.Option, error) {
	return []odds.Option{{Action: blackjack.Stand}, {Action: blackjack.Hit, EV: -0.5}}, nil
}

// stuck is a store that takes no changes for a time.
type stuck struct {
	storage.Store
	err error
}

func (s *stuck) Update(ctx context.Context, g storage.GuildID, fn func(storage.Tx) error) error {
	if s.err != nil {
		return s.err
	}
	return s.Store.Update(ctx, g, fn)
}

func TestAHintThatIsNotNotedIsNotShown(t *testing.T) {
	store := &stuck{Store: memory.New()}
	defer store.Close()
	sessions := session.New(session.Config{Store: store, Now: time.Now, MaxBet: 500,
		StartingChips: 100, Seed: session.NewSeed,
		Shuffle: func(fair.Inputs, blackjack.Rules) []blackjack.Card {
			cards, _ := blackjack.ParseCards("TS TC 2D 9H 2C 3C")
			return cards
		}})
	b := New(Config{Sessions: sessions, Figures: standing{}, Log: slog.New(slog.DiscardHandler)})
	who := discord.Caller{Interaction: 1 << 60, Player: storage.Player{Guild: 7, User: 1}}
	h, err := sessions.Start(t.Context(), interaction(who), session.Deal{Bet: 10})
	if err != nil || !h.Open {
		t.Fatal(h.Open, err)
	}
	hint := func() error {
		who.Interaction++
		_, err := b.hint(t.Context(), who, view.Hint{Hand: h.ID})
		return err
	}
	store.err = errors.New("the disk is full")
	if err := hint(); !errors.Is(err, store.err) {
		t.Errorf("a hint that is not noted: %v", err)
	}
	store.err = nil
	if err := hint(); err != nil {
		t.Error(err)
	}
	err = store.View(t.Context(), 7, func(r storage.Reader) error {
		if list, err := r.Hinted(h.ID, 1); len(list) != 1 || list[0] != 1 {
			t.Errorf("hints for decisions %v, %v", list, err)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

package session_test

import (
	"context"
	"errors"
	"testing"

	"holecard/bot/figures"
	"holecard/bot/session"
	"holecard/storage"
)

func TestAStrategyPlaysAndMovesTheChips(t *testing.T) {
	book := figures.New()
	for _, f := range []struct {
		fact, plays, table, cards string
		balance                   storage.Chips
	}{
		{"it hits as long as it likes", "stopAt(17)", "", "2S TC 3D 7H 4C TH 5S", 110},
		{"basic doubles", "basic", "", "6S 6C 5D TH TS TD", 120},
		{"basic splits", "basic", "", "8S 6C 8D TH TS 9S TD", 120},
		{"basic surrenders", "basic", "", "TS TC 6D 9H", 95},
		{"basic takes no insurance", "basic", "", "TS AC 9D 7H", 110},
		{"a natural leaves it nothing to do", "stopAt(21)", "", "AS 6C KD TH", 115},
		{"at a table where the house decides", "stopAt(17)", "mit", "TS 6D 7C 9H AC", 110},
	} {
		t.Run(f.fact, func(t *testing.T) {
			b := newBench(t)
			b.Sessions.Basic = book.Basic
			b.cards = f.cards
			v := b.patient(ada)
			h, err := b.Start(t.Context(), v, session.Deal{Bet: 10, Table: f.table, Plays: f.plays})
			if err != nil || h.Open || h.Plays != f.plays {
				t.Fatalf("%+v, %v", h, err)
			}
			b.wants(ada, f.balance, 0)
		})
	}
}

func TestAStrategyThatCannotPayIsShortAndChangesNothing(t *testing.T) {
	b := newBench(t)
	b.Sessions.Basic = figures.New().Basic
	b.cards = "6S 6C 5D TH TS TD"
	patient := b.visit(ada)
	patient.Patient = true
	_, err := b.Start(t.Context(), patient, session.Deal{Bet: 60, Plays: "basic"})
	_, short := errors.AsType[*session.ShortError](err)
	h, now := b.Start(context.Background(), b.visit(ada), session.Deal{Bet: 10})
	if now != nil || h.Resumed {
		t.Errorf("after %v a hand is open: %+v, %v", err, h, now)
	}
	if err != nil && !short {
		t.Errorf("error: %v", err)
	}
}

package session_test

import (
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"holecard/blackjack"
	"holecard/blackjack/fair"
	"holecard/bot/session"
	"holecard/storage"
)

// What a client gets of hands and proofs never has the seed of the next shuffle,
// nor of the deck that goes on.
func TestALiveSeedIsNowhere(t *testing.T) {
	b := newBench(t)
	b.StartingChips = 1000
	drawn := make(map[string]string) // in hex, by its commitment
	b.Seed = func() storage.Secret {
		s := b.seed()
		drawn[fair.Seed(s).Commitment()] = hex.EncodeToString(s[:])
		return s
	}
	live := 0
	for range 30 {
		h := b.playOut(ada, "downen")
		f := b.fair(ada, h.ID)
		shown := fmt.Sprintf("%+v %#v %v %s", h, h, f, f.Proof.Text())
		for _, commitment := range []string{f.Commitment,
			f.Proof.Shuffles[len(f.Proof.Shuffles)-1].Commitment} {
			s := f.Proof.Shuffles[len(f.Proof.Shuffles)-1]
			if commitment == s.Commitment && s.ServerSeed != "" {
				continue
			}
			live++
			if seed := drawn[commitment]; seed == "" || strings.Contains(shown, seed) {
				t.Fatalf("the seed of %s is shown, or was never drawn", commitment)
			}
		}
	}
	if live < 40 {
		t.Errorf("only %d live seeds were looked for", live)
	}
}

// Only the first hand of a player's first shuffle shows its commitment as one
// that nobody saw before; later hands of the same shuffle do not.
func TestTheFirstShuffleIsMarkedInItsFirstHandOnly(t *testing.T) {
	b := newBench(t)
	first, second := b.playOut(ada, "downen"), b.playOut(ada, "downen")
	was, is := b.fair(ada, first.ID).Proof.Shuffles[0], b.fair(ada, second.ID).Proof.Shuffles[0]
	if first.First != was.Commitment || is.Commitment != was.Commitment || is.Before == 0 {
		t.Fatalf("the first hand is marked %q; of the shuffles %+v\nand %+v", first.First, was, is)
	}
	if second.First != "" {
		t.Errorf("the second hand is marked %q", second.First)
	}
	if found, err := b.Find(t.Context(), guild,
		first.ID); err != nil || found.First != was.Commitment {
		t.Errorf("found again, the first hand is marked %q, %v", found.First, err)
	}
}

func TestTwoSeedsAreNeverTheSame(t *testing.T) {
	if a, b := session.NewSeed(), session.NewSeed(); a == b || a.Zero() || b.Zero() {
		t.Errorf("%x and %x", a, b)
	}
}

func TestAClientSeedIsThePlayersOwn(t *testing.T) {
	b := newBench(t)
	before := b.fair(ada, 0)
	if raw, err := hex.DecodeString(before.ClientSeed); err != nil || len(raw) != 8 {
		t.Errorf("where nobody chose one, the client seed is %q", before.ClientSeed)
	}
	if before.ClientSeed == "" || before.Commitment == "" || before.Proof != nil {
		t.Fatalf("before any hand: %+v", before)
	}
	v := b.visit(ada)
	f, err := b.Reseed(t.Context(), v, "Glück ♣")
	if err != nil || f.ClientSeed != "Glück ♣" || f.Commitment != before.Commitment {
		t.Fatalf("%+v, %v", f, err)
	}
	b.ok(b.Reseed(t.Context(), b.visit(ada), "another"))
	if f, err = b.Reseed(t.Context(), v, "Glück ♣"); err != nil || f.ClientSeed != "another" {
		t.Errorf("delivered again it undoes what came after: %+v, %v", f, err)
	}
	h := b.playOut(ada, "vegas")
	s := b.fair(ada, h.ID).Proof.Shuffles[0]
	if s.ClientSeed != "another" || s.Commitment != before.Commitment || s.First {
		t.Errorf("dealt from %+v", s)
	}
	var wrong *fair.ClientSeedError
	if _, err := b.Reseed(t.Context(), b.visit(ada), strings.Repeat("x", 65)); !errors.As(err,
		&wrong) {
		t.Errorf("65 characters: %v", err)
	}
}

func TestAProofIsThePlayersOwn(t *testing.T) {
	b := newBench(t)
	h := b.playOut(ada, "vegas")
	var notYours *session.NotYoursError
	if _, err := b.Fair(t.Context(), b.visit(bob), h.ID); !errors.As(err, &notYours) {
		t.Errorf("to another: %v", err)
	}
	if _, err := b.Fair(t.Context(), b.visit(ada), h.ID+1); !errors.Is(err, session.ErrNoHand) {
		t.Errorf("of no hand: %v", err)
	}
}

// A hint at a table that keeps its deck knows the cards of the hands before, and no other.
func TestAHintKnowsTheCardsDealtBefore(t *testing.T) {
	b := newBench(t)
	var dealt []blackjack.Card
	most := 0
	for n := range 20 {
		h := b.playOut(ada, "downen")
		if h.Shuffled {
			dealt = nil
		}
		_, seen, err := b.FindSeen(t.Context(), guild, h.ID)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(seen, dealt) {
			t.Fatalf("hand %d: %v, dealt before %v", n, seen, dealt)
		}
		shuffles := b.fair(ada, h.ID).Proof.Shuffles
		if len(shuffles) > 1 {
			dealt = nil
		}
		dealt = append(dealt, shuffles[len(shuffles)-1].Cards...)
		most = max(most, len(seen))
	}
	if most < 20 {
		t.Errorf("at most %d cards were seen before", most)
	}
}

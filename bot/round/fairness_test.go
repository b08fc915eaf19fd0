package round_test

import (
	"context"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"testing"

	"holecard/blackjack"
	"holecard/blackjack/fair"
	"holecard/bot/interact"
	"holecard/bot/round"
	"holecard/storage"
)

// fair returns what a player is shown of a hand.
func (b *bench) fair(who storage.UserID, id storage.RoundID) round.Fairness {
	b.t.Helper()
	return must(b.Fair(b.t.Context(), b.visit(who), id))(b)
}

// playOut deals a hand and plays it to its end by a rule that takes some cards.
func (b *bench) playOut(who storage.UserID, table string) round.Hand {
	b.t.Helper()
	h := must(b.Start(b.t.Context(), b.visit(who), round.Deal{Bet: 1, Table: table}))(b)
	for h.Open {
		a := blackjack.Stand
		switch legal := h.Legal(); {
		case legal.Has(blackjack.Decline):
			a = blackjack.Decline
		case legal.Has(blackjack.Hit) && h.View.Seats[0].Hands[0].Total < 17:
			a = blackjack.Hit
		}
		h = b.act(h, a)
	}
	return h
}

// holds fails the test unless all of a proof is revealed and holds.
func holds(t testing.TB, p *fair.Proof) {
	t.Helper()
	if problems := p.Check(); len(problems) > 0 {
		t.Fatalf("%v\n%s", problems, p.Text())
	}
}

func TestAShuffleIsPromisedWithTheHandBeforeAndRevealedAfterIt(t *testing.T) {
	b := newBench(t)
	first := b.playOut(ada, "vegas")
	if first.First != b.fair(ada, 0).Proof.Shuffles[0].Commitment ||
		!b.fair(ada, 0).Proof.Shuffles[0].First {
		t.Error("the very first shuffle is not marked")
	}
	b.cards = "TS 7C 9D TH"
	open := b.start(ada, 1)
	b.cards = ""
	f := b.fair(ada, 0)
	if s := f.Proof.Shuffles[0]; !f.Open || s.ServerSeed != "" || len(s.Cards) > 0 ||
		s.Commitment != first.Promised || s.First {
		t.Errorf("while the hand is played: %+v", f.Proof)
	}
	if f.Commitment == first.Promised {
		t.Error("the next shuffle has the seed of this one")
	}
	b.act(open, blackjack.Stand)
	last := b.playOut(ada, "vegas")
	f = b.fair(ada, last.ID)
	if f.Commitment != last.Promised || last.First != "" {
		t.Error("what was promised is not what was dealt")
	}
	holds(t, f.Proof)
}

// Every hand of every table, played for a while by two players at once: each
// promise is kept, no seed is used twice, and none is shown too early.
func TestEveryPromiseIsKeptAtEveryTable(t *testing.T) {
	b := newBench(t)
	b.StartingChips = 100_000
	list := must(b.Tables(t.Context(), home))(b)
	for _, table := range list {
		t.Run(table.Name, func(t *testing.T) {
			// the commitment of each seed, by what it was mixed with
			used := make(map[string]string)
			revealed := make(map[string]bool) // whose seed has been shown
			promised := ""
			var hands []storage.RoundID
			rounds := 8
			if !table.Rules.Fresh { // two shuffles at least
				rounds = 30
				b.playOut(bob, table.Name)
			}
			for range rounds {
				h := b.playOut(ada, table.Name)
				hands = append(hands, h.ID)
				for _, s := range b.fair(ada, h.ID).Proof.Shuffles {
					if revealed[s.Commitment] {
						t.Fatalf("hand %d was dealt from a shuffle whose seed was known", h.ID)
					}
					of, known := used[s.Commitment]
					if known && of != s.ClientSeed+s.Interaction {
						t.Fatalf("the seed of %s was used twice", s.Commitment)
					}
					if !known && promised != "" && s.Commitment != promised {
						t.Fatalf("hand %d was dealt from a shuffle that was not promised", h.ID)
					}
					used[s.Commitment] = s.ClientSeed + s.Interaction
				}
				for _, s := range b.fair(ada, h.ID).Proof.Shuffles {
					revealed[s.Commitment] = s.ServerSeed != ""
				}
				promised = h.Promised
			}
			shown := 0
			for i, id := range hands {
				p := b.fair(ada, id).Proof
				if p.Shuffles[len(p.Shuffles)-1].ServerSeed != "" {
					holds(t, p)
					shown++
				} else if left := len(hands) - i; left > 20 && table.Rules.Decks == 1 {
					t.Errorf("hand %d, of %d hands ago, is not revealed", id, left)
				}
			}
			if table.Rules.Fresh && shown != len(hands) {
				t.Errorf("%d of %d hands are revealed", shown, len(hands))
			}
		})
	}
}

// A deck that is kept ends when the admins change what the table is played with,
// and its seed is shown after the next hand: nobody can keep it from the player.
func TestADeckEndsWithItsRules(t *testing.T) {
	for _, f := range []struct{ table, first, rule string }{
		{"downen", "", "decks=2"}, {"downen", "", "fresh=true"},
		{"mit", "deck=forty", "deck=finite"}, {"mit", "deck=finite", "deck=forty"},
	} {
		t.Run(f.table+" "+f.rule, func(t *testing.T) {
			b := newBench(t)
			change := func(rule string) {
				b.ok(b.Change(t.Context(), b.visit(admin), f.table, rule))
			}
			if f.first != "" {
				change(f.first)
			}
			before := b.playOut(ada, f.table)
			if b.fair(ada, before.ID).Proof.Shuffles[0].ServerSeed != "" {
				t.Fatal("the seed is shown while the deck goes on")
			}
			change(f.rule)
			after := b.playOut(ada, f.table)
			holds(t, b.fair(ada, before.ID).Proof)
			was, is := b.fair(ada, before.ID).Proof.Shuffles[0],
				b.fair(ada, after.ID).Proof.Shuffles[0]
			if was.ServerSeed == "" {
				t.Error("the seed of the deck is not shown")
			}
			if is.Commitment == was.Commitment || is.Before != 0 {
				t.Errorf("the next hand is dealt from %+v", is)
			}
		})
	}
}

// meanwhile is a store on which something happens before the next update.
type meanwhile struct {
	storage.Store
	do func()
}

func (m *meanwhile) Update(ctx context.Context, in storage.GuildID,
	fn func(storage.Tx) error) error {
	if do := m.do; do != nil {
		m.do = nil
		do()
	}
	return m.Store.Update(ctx, in, fn)
}

// A shuffle is made before the transaction that deals from it. Where the player's
// seed has changed since, it is made again.
func TestAHandIsDealtFromTheSeedOfItsOwnMoment(t *testing.T) {
	b := newBench(t)
	b.playOut(ada, "vegas") // the next shuffle is promised
	promised := b.fair(ada, 0).Commitment
	store := &meanwhile{Store: b.Store}
	b.Store = store
	store.do = func() {
		if _, err := b.Reseed(t.Context(), b.visit(ada), "chosen just now"); err != nil {
			t.Error(err)
		}
	}
	h := b.playOut(ada, "vegas")
	p := b.fair(ada, h.ID).Proof
	holds(t, p)
	if s := p.Shuffles[0]; s.ClientSeed != "chosen just now" || s.Commitment != promised {
		t.Errorf("dealt from %+v, promised as %s", s, promised)
	}
}

// A deck that its table cannot have ends, and the hand is dealt from the shuffle
// that was promised, as if there had been none. One of cards that are none is an error.
func TestADeckThatItsTableDoesNotHaveEndsAndThePromiseIsKept(t *testing.T) {
	for _, seen := range []bool{true, false} { // whether the player was shown a promise before
		b := newBench(t)
		b.account(ada)
		promised := ""
		if seen {
			promised = b.fair(ada, 0).Commitment
		}
		deck := storage.Deck{Player: b.visit(ada).Player, Table: "downen",
			Cards: []byte{0, 0, 0, 0, 0, 0, 0, 0, 0}, Dealt: 43, // aces
			Shuffle: storage.Shuffle{Server: b.seed(), Client: "x", By: 1}}
		b.update(func(tx storage.Tx) error { return storage.Decks.Save(tx, deck) })
		h := b.playOut(ada, "downen")
		s := b.fair(ada, h.ID).Proof.Shuffles[0]
		if seen && s.Commitment != promised || s.First == seen || s.Before != 0 ||
			s.Interaction != fmt.Sprint(h.ID) {
			t.Errorf("dealt from %+v, and %q was promised", s, promised)
		}
		before := b.account(ada).Balance
		deck.Cards, deck.Dealt = []byte{200}, 51
		b.update(func(tx storage.Tx) error { return storage.Decks.Save(tx, deck) })
		err := startOf(b, ada, round.Deal{Bet: 10, Table: "downen"})
		if err == nil || !strings.Contains(err.Error(), "card 200 does not exist") {
			t.Error(err)
		}
		b.wants(ada, before, 0)
	}
}

func TestTheSeedOfADeckThatIsNotPlayedAnyMoreIsShownToWhoAsks(t *testing.T) {
	b := newBench(t)
	b.cards = "TS TC 9D 7H TD 9S TH 7S 2C 3C 4C 5C 6C 8C 9C"
	deal := func() round.Hand {
		t.Helper()
		h, err := b.Start(t.Context(), b.visit(ada), round.Deal{Bet: 10, Table: "downen"})
		if err != nil || !h.Open {
			t.Fatalf("%+v, %v", h, err)
		}
		return h
	}
	first := b.act(deal(), blackjack.Stand)
	seed := func(h round.Hand) string { return b.fair(ada, h.ID).Proof.Shuffles[0].ServerSeed }
	if seed(first) != "" {
		t.Fatal("the seed is shown while the deck goes on")
	}
	open := deal()
	b.cards = ""
	b.allow("vegas")
	if seed(first) != "" || seed(open) != "" {
		t.Fatal("the seed is shown while a hand is dealt from the deck")
	}
	b.act(open, blackjack.Stand)
	if seed(first) == "" {
		t.Error("the seed of a deck that is not played any more is hidden")
	}
	b.allow("vegas", "downen")
	after := b.playOut(ada, "downen")
	if p := b.fair(ada, after.ID).Proof.Shuffles[0]; p.Before != 0 ||
		p.Commitment == b.fair(ada, first.ID).Proof.Shuffles[0].Commitment {
		t.Errorf("a deck whose seed was shown is dealt from: %+v", p)
	}
}

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
	if found, err := b.find(first.ID); err != nil || found.First != was.Commitment {
		t.Errorf("found again, the first hand is marked %q, %v", found.First, err)
	}
}

func TestTwoSeedsAreNeverTheSame(t *testing.T) {
	if a, b := interact.NewSeed(), interact.NewSeed(); a == b || a.Zero() || b.Zero() {
		t.Errorf("%x and %x", a, b)
	}
}

func TestAClientSeedIsThePlayersOwn(t *testing.T) {
	b := newBench(t)
	before := b.fair(ada, 0)
	if raw, err := hex.DecodeString(before.ClientSeed); err != nil || len(raw) != 8 ||
		before.Commitment == "" || before.Proof != nil {
		t.Fatalf("before any hand: %+v", before)
	}
	v := b.visit(ada)
	f := must(b.Reseed(t.Context(), v, "Glück ♣"))(b)
	if f.ClientSeed != "Glück ♣" || f.Commitment != before.Commitment {
		t.Fatalf("%+v", f)
	}
	b.ok(b.Reseed(t.Context(), b.visit(ada), "another"))
	if f = must(b.Reseed(t.Context(), v, "Glück ♣"))(b); f.ClientSeed != "another" {
		t.Errorf("delivered again it undoes what came after: %+v", f)
	}
	h := b.playOut(ada, "vegas")
	s := b.fair(ada, h.ID).Proof.Shuffles[0]
	if s.ClientSeed != "another" || s.Commitment != before.Commitment || s.First {
		t.Errorf("dealt from %+v", s)
	}
	_, err := b.Reseed(t.Context(), b.visit(ada), strings.Repeat("x", 65))
	if !is[*fair.ClientSeedError](err) {
		t.Errorf("65 characters: %v", err)
	}
}

func TestAProofIsThePlayersOwn(t *testing.T) {
	b := newBench(t)
	h := b.playOut(ada, "vegas")
	if _, err := b.Fair(t.Context(), b.visit(bob), h.ID); kind(err) != "not yours" {
		t.Errorf("to another: %v", err)
	}
	if _, err := b.Fair(t.Context(), b.visit(ada), h.ID+1); kind(err) != "no hand" {
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
		_, seen, err := b.Find(t.Context(), home, h.ID)
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

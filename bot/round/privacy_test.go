package round_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"time"

	"holecard/blackjack"
	"holecard/blackjack/odds"
	"holecard/blackjack/strategy"
	"holecard/bot/care"
	"holecard/bot/guild"
	"holecard/bot/interact"
	"holecard/bot/round"
	"holecard/storage"
)

// sweeps has the bot drop what is old.
func (b *bench) sweeps() {
	b.t.Helper()
	if err := b.Sweep(b.t.Context()); err != nil {
		b.t.Fatal(err)
	}
	b.audit()
}

// dropped reports whether the cards of a round are gone.
func (b *bench) dropped(id storage.RoundID) bool {
	b.t.Helper()
	var r storage.Round
	b.view(func(tx storage.Reader) (err error) {
		r, _, err = storage.Rounds.Get(tx, id)
		return err
	})
	if r.Dropped != (len(r.Record) == 0) || r.Dropped && r.Shoe != (storage.ShoeOrigin{}) {
		b.t.Errorf("hand %d is dropped: %v, and has a record of %d bytes", id, r.Dropped,
			len(r.Record))
	}
	return r.Dropped
}

// lines returns how many rounds are in a player's history.
func (b *bench) lines(who storage.UserID) (n int) {
	b.t.Helper()
	b.view(func(r storage.Reader) error {
		of := storage.LineKey{Player: storage.Player{Guild: home, User: who}}
		list, err := storage.History(r, of, 99)
		n = len(list)
		return err
	})
	return n
}

// Limits that say nothing any more are removed, wherever they hold; what still holds stays.
func TestLimitsThatAreOverAreRemoved(t *testing.T) {
	b := newBench(t)
	kept := func(want int) {
		t.Helper()
		b.sweeps()
		n := 0
		for _, g := range []storage.GuildID{0, home} {
			b.ok(nil, b.Store.View(t.Context(), g, func(r storage.Reader) error {
				list, err := storage.LimitsOf.Keys(r, storage.Range[storage.Alias]{})
				n += len(list)
				return err
			}))
		}
		if n != want {
			t.Errorf("%v: %d limits are kept, want %d", b.now, n, want)
		}
	}
	b.lock(ada, care.Here)
	b.lock(bob, care.Everywhere)
	b.limit(3, care.Here, care.Bet, 5)
	b.limit(ada, care.Everywhere, care.Bet, 5)
	kept(4)
	b.now = b.now.Add(25 * time.Hour)
	kept(2) // the lock-outs are over
	b.limit(3, care.Here, care.Bet, 0)
	kept(2) // it holds for a day
	b.now = b.now.Add(25 * time.Hour)
	kept(1)
	b.stops(care.Bet, startOf(b, ada, round.Deal{Bet: 6}))
}

func TestCardsOfOldRoundsAreDropped(t *testing.T) {
	b := storyBench(t)
	b.HistoryDays = 10
	old := b.playOut(ada, "vegas")
	kept := b.playOut(ada, "downen") // cards of its shuffle are still to be dealt
	b.reviewed()
	b.cards = "TS TC 7D TH"
	open := b.start(bob, 10)
	b.cards = ""
	before, stats := b.audit(), b.account(ada).Stats
	b.now = b.now.Add(9 * day)
	b.sweeps()
	if b.dropped(old.ID) {
		t.Error("a round of 9 days ago is dropped")
	}
	young := b.playOut(ada, "vegas")
	b.reviewed()
	b.now = b.now.Add(2 * day)
	proof := b.fair(ada, young.ID).Proof.Text()
	b.sweeps()
	if got := b.fair(ada, young.ID).Proof.Text(); got != proof {
		t.Errorf("the proof of a round that is kept was\n%s\nand is\n%s", proof, got)
	}
	for _, c := range []struct {
		hand round.Hand
		gone bool
	}{{old, true}, {kept, false}, {open, false}, {young, false}} {
		if b.dropped(c.hand.ID) != c.gone {
			t.Errorf("hand %d is dropped: %v", c.hand.ID, !c.gone)
		}
	}
	after := b.audit()
	if after.Postings < before.Postings || b.lines(ada) != 2 ||
		b.account(ada).Stats.Hands != stats.Hands+1 {
		t.Errorf("%+v, %d lines, %+v", after, b.lines(ada), b.account(ada).Stats)
	}
	_, err := b.Fair(t.Context(), b.visit(ada), old.ID)
	_, again := b.Again(t.Context(), b.visit(ada), old.ID, old.Version)
	_, review := b.Review(t.Context(), b.visit(ada), ada, old.ID)
	for press, err := range map[string]error{"Proof": err, "Play again": again,
		"Review": review} {
		if !errors.Is(err, round.ErrDropped) {
			t.Errorf("%s: %v", press, err)
		}
	}
	b.playOut(ada, "downen")
	holds(t, b.fair(ada, young.ID).Proof)
}

// crashing is a store that fails after some updates, as one whose process is killed.
type crashing struct {
	storage.Store
	left int
}

var errCrash = errors.New("the process is killed")

func (c *crashing) Update(ctx context.Context, g storage.GuildID,
	fn func(storage.Tx) error) error {
	if c.left--; c.left < 0 {
		return errCrash
	}
	return c.Store.Update(ctx, g, fn)
}

func TestAnErasureOutlivesACrashAtEachStep(t *testing.T) {
	for steps := 0; ; steps++ {
		b := storyBench(t)
		b.cards = "TS TC 7D TH"
		h := b.act(b.start(ada, 10), blackjack.Stand)
		b.cards = ""
		v := b.sleepThrough(ada, bob)
		for _, who := range []storage.UserID{ada, bob} {
			b.ok(b.Leave(t.Context(), b.visit(who), v.ID))
		}
		b.reviewed()
		for range 300 {
			b.corrects(storage.Grant, ada, 1)
		}
		proof := b.fair(bob, v.Round.ID).Proof.Compact()
		asked := b.visit(ada)
		died := &crashing{b.Store, steps}
		b.Store = died
		_, err := b.Erase(t.Context(), b.visit(ada), false, asked.ID, func(int, int) {})
		b.Store = died.Store
		b.audit()
		b.sweeps()
		if got := b.fair(bob, v.Round.ID).Proof.Compact(); got != proof {
			t.Errorf("after %d steps, Bob's proof is another:\n%s\n%s", steps, got, proof)
		}
		if b.lines(ada) != 0 == (steps > 0) {
			t.Errorf("after %d steps, %d lines are left", steps, b.lines(ada))
		}
		b.view(func(r storage.Reader) error {
			_, left, err := storage.Rounds.Get(r, h.ID)
			if left == (steps > 0) {
				t.Errorf("after %d steps, a hand is left: %v", steps, left)
			}
			return err
		})
		if err == nil {
			if steps < 4 {
				t.Errorf("only %d steps", steps)
			}
			return
		}
	}
}

func TestAnExportHasAllServersAndDirectMessages(t *testing.T) {
	b := storyBench(t)
	elsewhere := []storage.GuildID{home, home + 1, storage.DirectMessages(ada)}
	for _, g := range elsewhere {
		v := b.visit(ada)
		v.Player.Guild = g
		b.cards = "AS 6C KD TH"
		b.ok(b.Start(t.Context(), v, round.Deal{Bet: 10}))
	}
	b.opens(bob)
	for everywhere, want := range map[bool]int{false: 1, true: 3} {
		raw, err := b.Export(t.Context(), b.visit(ada), everywhere, 1<<20)
		var file struct {
			Servers []struct {
				Chips  int
				Direct bool `json:"direct_messages"`
				Rounds []struct {
					Hands [][]string
					Proof string
				}
			}
		}
		if err := errors.Join(err, json.Unmarshal(raw, &file)); err != nil {
			t.Fatal(err)
		}
		direct := 0
		for _, g := range file.Servers {
			if g.Direct {
				direct++
			}
			if g.Chips != 115 || len(g.Rounds) != 1 || g.Rounds[0].Proof == "" ||
				len(g.Rounds[0].Hands) != 1 {
				t.Errorf("of a server there is %+v", g)
			}
		}
		if len(file.Servers) != want || direct != want/3 {
			t.Errorf("everywhere: %v: %s", everywhere, raw)
		}
	}
}

func TestNoAliasFollowsFromASecretThatIsNotKept(t *testing.T) {
	b := newBench(t)
	store := &failing{Store: b.Store}
	b.Store = store
	for n := 1; n == 1 || store.failed; n++ {
		store.left, store.failed = n, false
		_, err := b.Aliases(t.Context())
		if errors.Is(err, errDisk) != store.failed {
			t.Errorf("with call %d failing: %v", n, err)
		}
	}
}

const day = 24 * time.Hour

// there notes which guilds the bot is in, after some time, and returns how many were erased.
func (b *bench) there(after time.Duration, guilds ...storage.GuildID) int {
	b.t.Helper()
	b.now = b.now.Add(after)
	erased := must(b.Present(b.t.Context(), "1", guilds))(b)
	b.audit()
	return erased
}

// leaves fails the test unless the guild is kept, and noted as left or not.
func (b *bench) leaves(left bool) {
	b.t.Helper()
	b.view(func(r storage.Reader) error {
		settings, err := storage.SettingsOf.Read(r, storage.Only{})
		if settings.Left.IsZero() == left {
			b.t.Errorf("the bot left at %v", settings.Left)
		}
		return err
	})
	b.wants(ada, 100, 0)
}

func TestAServerThatTheBotHasLeftIsErasedAfterThirtyDays(t *testing.T) {
	b := newBench(t)
	b.opens(ada)
	dm := b.visit(ada)
	dm.Player.Guild = storage.DirectMessages(ada)
	b.ok(b.Start(t.Context(), dm, round.Deal{Bet: 1}))
	for _, step := range []struct {
		fact  string
		after time.Duration
		there []storage.GuildID
		left  bool
	}{
		{"it is there", 0, []storage.GuildID{5, home}, false},
		{"an empty answer is none", day, nil, false},
		{"it has left", day, []storage.GuildID{5}, true},
		{"29 days are too few", 29 * day, []storage.GuildID{5}, true},
		{"it is back", 2 * day, []storage.GuildID{5, home}, false},
		{"it has left again", 40 * day, []storage.GuildID{5}, true},
		{"the days begin anew", 29 * day, []storage.GuildID{5}, true},
		{"an empty answer erases nothing", 40 * day, nil, true},
	} {
		if n := b.there(step.after, step.there...); n != 0 {
			t.Fatalf("%s: %d guilds are erased", step.fact, n)
		}
		b.leaves(step.left)
	}
	if n := b.there(day, 5); n != 1 {
		t.Errorf("%d guilds are erased", n)
	}
	if a := b.audit(); a.Wallets != 99 || a.OpenHands != 1 {
		t.Errorf("but for the direct messages there is %+v", a)
	}
	b.leaves(false) // with a new wallet
}

func TestAnotherBotsTokenErasesNoServer(t *testing.T) {
	b := newBench(t)
	b.opens(ada)
	for _, step := range []struct {
		fact, application string
		there             []storage.GuildID
		left              bool
	}{
		{"its own bot is there", "1", []storage.GuildID{home}, false},
		{"another is not", "2", []storage.GuildID{5}, false},
		{"its own has left", "1", []storage.GuildID{5}, true},
		{"another is there", "2", []storage.GuildID{home}, true},
		{"another counts no days", "2", []storage.GuildID{5}, true},
	} {
		var want error
		if step.application != "1" {
			want = guild.ErrOtherApplication
		}
		n, err := b.Present(t.Context(), step.application, step.there)
		if n != 0 || !errors.Is(err, want) {
			t.Errorf("%s: %d guilds are erased, %v", step.fact, n, err)
		}
		b.leaves(step.left)
		b.now = b.now.Add(40 * day)
	}
}

// keptOf returns how many hints there are of a round, and notes of rounds that wait.
func (b *bench) keptOf(h round.Hand) (hints, notes int) {
	b.t.Helper()
	b.view(func(r storage.Reader) error {
		noted, err1 := storage.Hinted(r, storage.Player{Guild: home, User: ada}, h.ID)
		waiting, err2 := storage.Notes.Keys(r, storage.Range[storage.Note]{Limit: 99})
		hints, notes = len(noted), len(waiting)
		return errors.Join(err1, err2)
	})
	return hints, notes
}

// A round can be dropped before anybody has reviewed it: the bot was off meanwhile, or its odds
// failed again and again. It counts all the same, once, and leaves no hint and no note.
func TestARoundThatIsDroppedLeavesNoNoteAndIsCountedOnce(t *testing.T) {
	for name, review := range map[string]func(b *bench, h round.Hand){
		"reviewed before": func(b *bench, h round.Hand) {
			b.reviewed()
			b.now = b.now.Add(11 * day)
			b.sweeps()
		},
		"never reviewed": func(b *bench, h round.Hand) {
			b.now = b.now.Add(11 * day)
			b.sweeps()
		},
		"dropped while it is reviewed": func(b *bench, h round.Hand) {
			b.now = b.now.Add(11 * day)
			b.Adviser = &advising{do: b.sweeps}
			b.reviewed()
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := storyBench(t)
			b.HistoryDays = 10
			b.cards = "TS TC 2D 9H 2C 3C"
			h := b.start(ada, 10)
			pressed := b.visit(ada)
			if err := b.Hinted(t.Context(), pressed, h.ID, h.Version); err != nil {
				t.Fatal(err)
			}
			version := h.Version
			h = b.act(h, blackjack.Stand)
			b.cards = ""
			if hints, notes := b.keptOf(h); hints != 1 || notes != 1 {
				t.Fatalf("%d hints and %d notes of a round that was settled", hints, notes)
			}
			review(b, h)
			counted := func() {
				t.Helper()
				if hints, notes := b.keptOf(h); !b.dropped(h.ID) || hints+notes+b.lines(ada) > 0 {
					t.Errorf("%d hints, %d notes, %d lines", hints, notes, b.lines(ada))
				}
				s := b.story(ada)
				ever := s.Tallies[storage.Ever]
				if ever.Rounds != 1 || ever.Net != s.Stats.Net || ever.LastRound != h.ID {
					t.Errorf("of %d rounds, net %v: %+v", s.Stats.Hands, s.Stats.Net, ever)
				}
			}
			counted()
			for what, v := range map[string]interact.By{"again": pressed,
				"late": b.visit(ada)} {
				if err := b.Hinted(t.Context(), v, h.ID, version); !errors.Is(err,
					round.ErrDropped) {
					t.Errorf("the hint asked for %s: %v", what, err)
				}
			}
			if _, err := b.Review(t.Context(), b.visit(ada), ada, 0); !errors.Is(err,
				round.ErrDropped) {
				t.Errorf("the newest review: %v", err)
			}
			b.reviewed()
			b.sweeps()
			b.now = b.now.Add(day)
			b.sweeps()
			counted()
		})
	}
}

// advising does something while a round is reviewed.
type advising struct {
	plain
	do func()
}

func (m *advising) Advise(ctx context.Context, v blackjack.View, who blackjack.Seat,
	earlier []blackjack.Card, house strategy.Strategy) ([]odds.Option, error) {
	m.do()
	return m.plain.Advise(ctx, v, who, earlier, house)
}

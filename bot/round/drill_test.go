package round_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"holecard/blackjack"
	"holecard/blackjack/drill"
	"holecard/blackjack/odds"
	"holecard/blackjack/tables"
	"holecard/bot/interact"
	"holecard/bot/round"
	"holecard/bot/story"
	"holecard/internal/long"
	"holecard/storage"
)

// pricey says that the first legal action is best, and each further one is worth 0.01 less.
func pricey(_ context.Context, v blackjack.View) (list []odds.Option, _ error) {
	for a := range v.Seats[0].Legal.All() {
		list = append(list, odds.Option{Action: a, EV: -0.01 * float64(len(list))})
	}
	return list, nil
}

// train begins a drill.
func (b *bench) train(who storage.UserID, t story.Training) story.Drill {
	b.t.Helper()
	return must(b.Train(b.t.Context(), b.visit(who), t))(b)
}

// right is the right answer to the open question.
func right(d story.Drill) int {
	if d.Kind == drill.Count {
		return drill.Ask(d.Shoe, len(d.Asked)).Answer()
	}
	options, _ := pricey(context.Background(), d.View)
	return int(options[0].Action)
}

func (b *bench) answer(who storage.UserID, d story.Drill, answer int) story.Drill {
	b.t.Helper()
	return must(b.Answer(b.t.Context(), b.visit(who), d.ID, len(d.Asked), answer, pricey))(b)
}

func (b *bench) lessons(who storage.UserID) (l storage.Lessons) {
	b.t.Helper()
	b.view(func(r storage.Reader) (err error) {
		l, err = storage.LessonsOf.Read(r, storage.Player{Guild: home, User: who})
		return err
	})
	return l
}

func TestADrillOfAnyKindHasTwentyQuestionsAtAnyTable(t *testing.T) {
	long.Unraced(t)
	for _, table := range tables.All() {
		b := newBench(t)
		b.allow(table.Name)
		for _, kind := range drill.Kinds() {
			d, err := b.Train(t.Context(), b.visit(ada),
				story.Training{Kind: kind, Table: table.Name})
			if none, ok := errors.AsType[*story.NoDrillError](err); ok && none.Kind == kind &&
				none.Title == table.Title && d.Asked == nil {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			for n := 1; n <= drill.Length; n++ {
				if d.Over() || len(d.Asked) != n || d.Table.Name != table.Name || d.Kind != kind {
					t.Fatalf("%s, %s, question %d: %+v", table.Name, kind, n, d)
				}
				last := d.Asked[n-1]
				d = b.answer(ada, d, right(d))
				again := kind != drill.Count && n < drill.Length && d.Asked[n].Cell == last.Cell
				if !d.Asked[n-1].Right || d.Asked[n-1].Cost != 0 || again {
					t.Fatalf("%s, %s, question %d: %+v", table.Name, kind, n, d.Asked)
				}
			}
			if !d.Over() {
				t.Errorf("%s, %s: it goes on", table.Name, kind)
			}
		}
	}
}

func TestAnswersTeachAndCostWhatTheOddsSay(t *testing.T) {
	b := newBench(t)
	d := b.train(ada, story.Training{Kind: drill.Hard})
	cell := d.Asked[0].Cell
	d = b.answer(ada, d, int(blackjack.Stand)) // hit is the first of the legal ones
	want := storage.DrillQuestion{Cell: cell, Cards: d.Asked[0].Cards, Upcard: d.Asked[0].Upcard,
		Answered: true, Answer: int(blackjack.Stand), Best: int(blackjack.Hit), Cost: 10_000}
	if got := d.Asked[0]; !slices.Equal(got.Cards, want.Cards) || got.Cell != want.Cell ||
		got.Right || got.Answer != want.Answer || got.Best != want.Best || got.Cost != want.Cost {
		t.Errorf("%+v, want %+v", got, want)
	}
	for range 3 {
		d = b.answer(ada, d, right(d))
	}
	d = b.answer(ada, d, int(blackjack.Stand))
	l := b.lessons(ada)
	if _, played := l.Cells[cell]; played {
		t.Error("an answer in a drill counts as played")
	}
	cell.Drilled = true
	if l.Drilled != 5 || l.Right != 3 || l.Run != 0 || l.BestRun != 3 || l.Cells[cell].Wrong != 1 ||
		l.Cells[cell].Cost != 10_000 {
		t.Errorf("%+v", l)
	}
	_, err := b.Answer(t.Context(), b.visit(ada), d.ID, len(d.Asked), int(blackjack.Insure), pricey)
	if _, ok := errors.AsType[*blackjack.IllegalError](err); !ok {
		t.Errorf("insurance: %v", err)
	}
	if after := b.lessons(ada); after.Drilled != 5 {
		t.Errorf("what is not allowed counts: %+v", after)
	}
	account, err := b.Account(t.Context(), b.visit(ada), ada)
	if err != nil || !account.New {
		t.Errorf("a drill opens a wallet: %+v, %v", account, err)
	}
}

// Of ties each answer is right, however odds round.
func TestOfTiesEachAnswerIsRight(t *testing.T) {
	for _, f := range []struct {
		behind float64
		right  bool
		cost   storage.Micro
	}{{0, true, 0}, {1e-9, true, 0}, {9e-7, true, 0}, {2e-6, false, 2}, {0.5, false, 500_000}} {
		b := newBench(t)
		d := b.train(ada, story.Training{Kind: drill.Hard})
		d, err := b.Answer(t.Context(), b.visit(ada), d.ID, 1, int(blackjack.Stand),
			func(context.Context, blackjack.View) ([]odds.Option, error) {
				return []odds.Option{{Action: blackjack.Hit, EV: math.Pi},
					{Action: blackjack.Stand, EV: math.Pi - f.behind}}, nil
			})
		if err != nil || d.Asked[0].Right != f.right || d.Asked[0].Cost != f.cost ||
			f.right && d.Asked[0].Best != int(blackjack.Stand) {
			t.Errorf("%v behind the best: %+v, %v", f.behind, d.Asked[0], err)
		}
	}
}

func TestADrillGoesOnAfterARestartAtEveryQuestion(t *testing.T) {
	for _, kind := range []drill.Kind{drill.All, drill.Count} {
		b := newBench(t)
		d := b.train(bob, story.Training{Kind: kind})
		for n := 1; !d.Over(); n++ {
			b.rooms = b.process()
			now, err := b.Drill(t.Context(), storage.Player{Guild: home, User: bob}, d.ID)
			if err != nil || len(now.Asked) != n ||
				!slices.Equal(now.Asked[n-1].Cards, d.Asked[n-1].Cards) {
				t.Fatalf("after a restart %+v, %v; want %+v", now, err, d)
			}
			d = b.answer(bob, now, right(now))
		}
	}
}

func TestOfTwoPressesAtOnceOneAnswers(t *testing.T) {
	b := newBench(t)
	d := b.train(ada, story.Training{Kind: drill.All})
	for n := 1; !d.Over(); n++ {
		var errs [2]error
		visits := [2]interact.By{b.visit(ada), b.visit(ada)}
		sameTime(2, func(i int) {
			_, errs[i] = b.Answer(t.Context(), visits[i], d.ID, n, right(d), pricey)
		})
		if !slices.Contains(errs[:], nil) || !errors.Is(errors.Join(errs[:]...), round.ErrStale) ||
			b.lessons(ada).Drilled != n {
			t.Fatalf("question %d: %v; %+v", n, errs, b.lessons(ada))
		}
		d = must(b.Drill(t.Context(), storage.Player{Guild: home, User: ada}, d.ID))(b)
	}
}

func TestThereIsOneDrillForAPlayer(t *testing.T) {
	b := newBench(t)
	first := b.train(ada, story.Training{Kind: drill.Hard})
	of := b.train(bob, story.Training{Kind: drill.Hard})
	if of.ID == first.ID {
		t.Error("two players have one drill")
	}
	first = b.answer(ada, first, right(first))
	shown, err := b.Train(t.Context(), b.visit(ada), story.Training{Kind: drill.Count})
	if !errors.Is(err, story.ErrDrillOpen) || shown.ID != first.ID || len(shown.Asked) != 2 {
		t.Errorf("another drill: %+v, %v", shown, err)
	}
	v := b.visit(ada)
	instead := story.Training{Kind: drill.Count, Instead: first.ID}
	second := must(b.Train(t.Context(), v, instead))(b)
	again := must(b.Train(t.Context(), v, instead))(b) // delivered twice
	if second.ID == first.ID || second.Kind != drill.Count || again.ID != second.ID ||
		again.Seed != second.Seed {
		t.Errorf("instead: %+v, again: %+v", second, again)
	}
	if d, err := b.Train(t.Context(), b.visit(ada), instead); !errors.Is(err, round.ErrStale) ||
		d.ID != second.ID {
		t.Errorf("replaced twice: %+v, %v", d, err)
	}
	for _, id := range []storage.InteractionID{first.ID, of.ID, 1} {
		if _, err := b.Answer(t.Context(), b.visit(ada), id, 2, 0, pricey); !errors.Is(err,
			story.ErrNoDrill) {
			t.Errorf("drill %d is answered: %v", id, err)
		}
	}
}

func TestADrillWithoutAFaultIsAwardedOnce(t *testing.T) {
	b := newBench(t)
	awards := 0
	for _, faults := range []int{1, 0, 0} {
		d := b.train(ada, story.Training{Kind: drill.All})
		for !d.Over() {
			answer := right(d)
			if len(d.Asked) <= faults {
				answer = int(blackjack.Stand)
			}
			if d = b.answer(ada, d, answer); d.Award {
				awards++
			}
		}
		b.view(func(r storage.Reader) error {
			p, _, err := storage.Profiles.Get(r, storage.Player{Guild: home, User: ada})
			if clean := faults == 0; p.Awards.Has(storage.CleanDrill) != clean || p.Untold != 0 ||
				clean != (awards == 1) {
				t.Errorf("with %d faults: %+v, %d awards", faults, p.Awards, awards)
			}
			return err
		})
	}
	b.wants(ada, 100, 0)
}

// Mistakes of drills before make their hands come again more often than chance does.
func TestADrillAsksForWhatOneGotWrong(t *testing.T) {
	b := newBench(t)
	who := storage.Player{Guild: home, User: ada}
	weak := storage.LessonCell{Kind: storage.Hard, Total: 16, Upcard: 10}
	var met [2]int // after mistakes of drills, and of rounds
	var d story.Drill
	for n := range 40 {
		l := storage.Lessons{Cells: make(map[storage.LessonCell]storage.Lesson)}
		vegas, _ := tables.Named("vegas")
		for _, c := range drill.HandsOf(vegas.Rules).Cells(drill.Hard) {
			l.Cells[storage.LessonCell{Total: uint8(c.Total), Upcard: uint8(c.Upcard)}] =
				storage.Lesson{Seen: 1}
		}
		in := weak
		delete(l.Cells, weak)
		in.Drilled = n%2 == 0
		l.Cells[in] = storage.Lesson{Seen: 1, Wrong: 1, Cost: 500_000}
		b.update(func(tx storage.Tx) error {
			return storage.LessonsOf.Put(tx, who, l)
		})
		d = b.train(ada, story.Training{Kind: drill.Hard, Instead: d.ID})
		if d.Asked[0].Cell == weak {
			met[n%2]++
		}
	}
	if met[0] == 0 || met[1] == 0 { // of twenty each, when by chance it is one of 150
		t.Error("16 against 10 does not come", met)
	}
}

func TestADrillOutlivesItsTablesRules(t *testing.T) {
	b := newBench(t)
	d := b.train(ada, story.Training{Kind: drill.Pairs})
	b.ok(b.Change(t.Context(), b.visit(ada), "vegas", "maxHands=1", "maxAceHands=1", "das=false"))
	_, err := b.Answer(t.Context(), b.visit(ada), d.ID, 1, right(d), pricey)
	if _, ok := errors.AsType[*story.NoDrillError](err); !ok {
		t.Errorf("pairs where none are split: %v", err)
	}
	now, err := b.Drill(t.Context(), storage.Player{Guild: home, User: ada}, d.ID)
	if err != nil || !now.View.Seats[0].Legal.Has(blackjack.Split) {
		t.Errorf("the open question: %+v, %v", now.View, err)
	}
	b.train(ada, story.Training{Kind: drill.Soft, Instead: d.ID})
}

var failuresOfDrills = []failure{
	{"a drill", func(b *bench) attempt {
		return func(v interact.By) error {
			return without(b.Train(b.t.Context(), v, story.Training{Kind: drill.All}))
		}
	}},
	{"the last answer of a drill without a fault", func(b *bench) attempt {
		d := b.train(ada, story.Training{Kind: drill.All})
		for len(d.Asked) < drill.Length {
			d = b.answer(ada, d, right(d))
		}
		return func(v interact.By) error {
			return without(b.Answer(b.t.Context(), v, d.ID, drill.Length, right(d), pricey))
		}
	}},
}

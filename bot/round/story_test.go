package round_test

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"holecard/blackjack"
	"holecard/blackjack/fair"
	"holecard/blackjack/odds"
	"holecard/blackjack/review"
	"holecard/blackjack/strategy"
	"holecard/bot/guild"
	"holecard/bot/round"
	"holecard/bot/story"
	"holecard/storage"
)

// plain is an adviser by whom it is best to stand at 17 and more, and to hit before; each
// option behind that costs a tenth of the stake more.
type plain struct{}

func (plain) Best(context.Context, blackjack.Rules, strategy.Strategy) (odds.Result, error) {
	return odds.Result{EV: -0.0123}, nil
}

func (plain) Side(blackjack.Rules, blackjack.SideBet) odds.SideOdds { return odds.SideOdds{} }

func (plain) Advise(_ context.Context, v blackjack.View, who blackjack.Seat,
	_ []blackjack.Card, _ strategy.Strategy) (list []odds.Option, _ error) {
	me := v.Seats[who]
	best := blackjack.Hit
	switch hand := me.Hands[me.Turn]; {
	case me.Legal.Has(blackjack.Decline):
		best = blackjack.Decline
	case hand.Total >= 17:
		best = blackjack.Stand
	}
	list = append(list, odds.Option{Action: best})
	for a := range me.Legal.All() {
		if a != best {
			list = append(list, odds.Option{Action: a, EV: -0.1 * float64(len(list))})
		}
	}
	return list, nil
}

func newReviewer(s *story.Stories) *story.Reviewer {
	return s.Reviewer(story.ReviewerConfig{
		Of:   func(storage.GuildID) bool { return true },
		Turn: func() func() { return func() {} },
		Note: func(storage.GuildID, error) {},
	})
}

func storyBench(t testing.TB) *bench {
	b := newBench(t)
	b.Adviser = plain{}
	return b
}

// reviewed lets a reviewer look at all that waits.
func (b *bench) reviewed() {
	b.t.Helper()
	r := newReviewer(b.Stories)
	for more := true; more; {
		more = must(r.Next(b.t.Context(), home))(b)
	}
}

func (b *bench) story(who storage.UserID) story.Story {
	b.t.Helper()
	return must(b.Story(b.t.Context(), b.visit(who), who))(b)
}

// The sums that a player is shown are those of all their rounds, added up one by one.
func TestAStoryIsWhatItsRoundsAddUpTo(t *testing.T) {
	b := storyBench(t)
	b.StartingChips, b.MaxBet = 1_000_000, 10_000
	twin := &storyTwin{bench: b, hinted: make(map[storage.RoundID][]uint32),
		dice: rand.New(rand.NewPCG(13, 13))}
	for n := range 1500 {
		b.now = b.now.Add(time.Duration(twin.dice.IntN(100)) * time.Minute)
		twin.step()
		if n%100 == 99 {
			b.reviewed()
		}
	}
	b.reviewed()
	twin.compare()
}

// storyTwin plays, and adds up what was played in the slowest way.
type storyTwin struct {
	*bench
	dice   *rand.Rand
	hands  [4]round.Hand
	hinted map[storage.RoundID][]uint32 // the versions
}

func (t *storyTwin) step() {
	who := 1 + t.dice.IntN(len(t.hands)-1)
	h := &t.hands[who]
	v := t.visit(storage.UserID(who))
	var err error
	switch {
	case !h.Open:
		plays := []string{"", "", "", "stopAt(15)"}[t.dice.IntN(4)]
		table := []string{"", "downtown", "mit"}[t.dice.IntN(3)]
		*h, err = t.Start(t.t.Context(), v, round.Deal{Bet: 1 + storage.Chips(t.dice.IntN(99)),
			Practice: t.dice.IntN(6) == 0, Plays: plays, Table: table})
		if table, ok := errors.AsType[*guild.TableError](err); ok {
			*h, err = t.Start(t.t.Context(), t.visit(storage.UserID(who)),
				round.Deal{Bet: 10, Table: table.Allowed[t.dice.IntN(3)]})
		}
	case t.dice.IntN(6) == 0:
		err = t.Hinted(t.t.Context(), v, h.ID, h.Version)
		t.hinted[h.ID] = append(t.hinted[h.ID], h.Version)
	default:
		legal := slices.Collect(h.Legal().All())
		*h, err = t.Act(t.t.Context(), v, h.ID, h.Version, legal[t.dice.IntN(len(legal))])
	}
	if err != nil {
		t.t.Fatal(err)
	}
}

// sums is what there should be of a player.
type sums struct {
	tallies map[storage.Period]storage.Tally
	lessons storage.Lessons
	lines   []storage.Line
}

func (t *storyTwin) compare() {
	t.t.Helper()
	want := make(map[storage.UserID]*sums)
	var rounds []storage.Round
	err := t.Store.View(t.t.Context(), home, func(r storage.Reader) (err error) {
		rounds, err = storage.Rounds.All(r)
		return err
	})
	if err != nil {
		t.t.Fatal(err)
	}
	slices.SortFunc(rounds, func(a, b storage.Round) int {
		return cmp.Or(a.Changed.Compare(b.Changed), cmp.Compare(a.ID, b.ID))
	})
	for _, r := range rounds {
		if r.Open || r.Practice {
			continue
		}
		who := r.Seats[0].User
		if want[who] == nil {
			want[who] = &sums{tallies: make(map[storage.Period]storage.Tally),
				lessons: storage.Lessons{Cells: make(map[storage.LessonCell]storage.Lesson)}}
		}
		t.addUp(want[who], r)
	}
	err = t.Store.View(t.t.Context(), home, func(r storage.Reader) error {
		for who, w := range want {
			t.same(r, storage.Player{Guild: home, User: who}, w)
		}
		return nil
	})
	if err != nil || len(want) != len(t.hands)-1 {
		t.t.Fatal(len(want), "players", err)
	}
}

func (t *storyTwin) same(r storage.Reader, who storage.Player, want *sums) {
	t.t.Helper()
	for in, sum := range want.tallies {
		old := in.Span != storage.Ever &&
			in.Number+1 < storage.PeriodAt(in.Span, t.now).Number
		if is, err := storage.Tallies.Read(r, who.Tally(in)); !old && is != sum || err != nil {
			t.t.Errorf("user %d in %+v:\n%+v, want\n%+v, %v", who.User, in, is, sum, err)
		}
	}
	tallied, err1 := storage.Tallied(r, who)
	lessons, err2 := storage.LessonsOf.Read(r, who)
	lines, err3 := storage.History(r, storage.LineKey{Player: who}, 1<<20)
	slices.Reverse(want.lines)
	slices.SortStableFunc(lines, func(a, b storage.Line) int {
		return b.Settled.Compare(a.Settled)
	})
	if err := errors.Join(err1, err2, err3); err != nil || len(tallied) > 7 ||
		!reflect.DeepEqual(lessons, want.lessons) || !slices.Equal(lines, want.lines) {
		t.t.Errorf("user %d has %d tallies, %+v\nwant %+v\n%d lines, want %d: %v", who.User,
			len(tallied), lessons, want.lessons, len(lines), len(want.lines), err)
	}
}

// addUp adds a round to what there should be.
func (t *storyTwin) addUp(to *sums, r storage.Round) {
	round, err := blackjack.ReadRecord(r.Record)
	if err != nil {
		t.t.Fatal(err)
	}
	var seen []blackjack.Card
	if s := r.Shoe; s.Dealt > 0 {
		seen = fair.Inputs{Server: fair.Seed(s.Shuffle.Server), Client: s.Shuffle.Client,
			Interaction: uint64(s.Shuffle.By)}.Cards(round.Rules())[:s.Dealt]
	}
	is, err := review.Of(t.t.Context(), round, 0, seen, nil, plain{})
	if err != nil {
		t.t.Fatal(err)
	}
	net, bet := r.Seats[0].Net, storage.Micro(round.Bet(0))
	w := storage.Worth{State: storage.Reviewed, Expected: is.Expected, Value: is.Value}
	for i, step := range is.Steps {
		if r.Seats[0].Plays != "" || slices.Contains(t.hinted[r.ID], uint32(i+1)) {
			continue
		}
		w.Decisions++
		w.Cost += step.Cost
		w.CostPerBet += (step.Cost + bet/2) / bet
		wrong := 0
		if step.Cost > 0 {
			w.Mistakes++
			wrong = 1
		}
		if cell := (storage.LessonCell{Kind: storage.LessonKind(step.Cell.Kind),
			Total:  uint8(step.Cell.Total),
			Upcard: uint8(step.Cell.Upcard)}); cell != (storage.LessonCell{}) {
			was := to.lessons.Cells[cell]
			to.lessons.Cells[cell] = storage.Lesson{Seen: was.Seen + 1, Wrong: was.Wrong + wrong,
				Cost: was.Cost + (step.Cost+bet/2)/bet}
		}
	}
	if w.Mistakes > 0 {
		to.lessons.Clean = 0
	} else if w.Decisions > 0 {
		to.lessons.Clean++
	}
	to.lines = append(to.lines, storage.Line{Round: r.ID, Dealt: r.Dealt, Settled: r.Changed,
		Table: r.Table, Stake: round.Payout(0).Staked, Net: net, Worth: w})
	in := []storage.Period{{}, storage.PeriodAt(storage.Today, r.Changed),
		storage.PeriodAt(storage.ThisWeek, r.Changed),
		storage.PeriodAt(storage.ThisMonth, r.Changed)}
	for _, p := range in {
		s := to.tallies[p]
		won, run := 0, s.Run
		if net > 0 {
			won, run = 1, run+1
		} else if net < 0 {
			run = 0
		}
		to.tallies[p] = storage.Tally{Rounds: s.Rounds + 1, Wins: s.Wins + won, Net: s.Net + net,
			BiggestWin: max(s.BiggestWin, net), Run: run, BestRun: max(s.BestRun, run),
			Known: s.Known + net, Expected: s.Expected + w.Expected, Value: s.Value + w.Value,
			Cost: s.Cost + w.Cost, CostPerBet: s.CostPerBet + w.CostPerBet,
			Decisions: s.Decisions + int(w.Decisions), Mistakes: s.Mistakes + int(w.Mistakes),
			LastRound: r.ID}
	}
}

// What was settled before a crash is reviewed after it, once, however many processes do so.
func TestRoundsAreReviewedOnceAfterACrash(t *testing.T) {
	b := storyBench(t)
	b.StartingChips = 100_000
	const rounds = 100
	for range rounds {
		b.cards = "TS TC 9D 9H"
		b.act(b.start(ada, 10), blackjack.Stand)
	}
	b.rooms = b.process()
	if s := b.story(ada); !s.Waiting || s.Tallies[storage.Ever].Decisions != 0 {
		t.Fatalf("before the review: %+v", s)
	}
	slow := newReviewer(b.Stories)
	slow.Turn = func() func() {
		b.reviewed() // by another, after this one has read what there is to review
		return func() {}
	}
	for more := true; more; {
		more = must(slow.Next(t.Context(), home))(b)
	}
	s := b.story(ada)
	if ever := s.Tallies[storage.Ever]; s.Waiting || ever.Rounds != rounds ||
		ever.Decisions != rounds || s.Lessons.Clean != rounds || ever.Known != 0 ||
		ever.Expected != -123_000*rounds || !s.Awards.Has(storage.CleanTwenty) {
		t.Errorf("%+v", s)
	}
}

// What a player has won today is what they have won, before anybody has looked at it, too.
func TestAStoryHasTheRoundsThatAreNotLookedAtYet(t *testing.T) {
	b := storyBench(t)
	lose := func() {
		b.cards = "TS TC 6D 9H"
		b.act(b.start(ada, 10), blackjack.Stand)
	}
	lose()
	b.reviewed()
	b.now = b.now.Add(40 * 24 * time.Hour)
	for range 2 {
		b.cards = "TS TC 9D 8H"
		b.act(b.start(ada, 10), blackjack.Stand)
		b.now = b.now.Add(time.Minute)
	}
	waiting := b.story(ada)
	if ever := waiting.Tallies[storage.Ever]; ever.Net != waiting.Stats.Net || ever.Net != 10 ||
		waiting.Tallies[storage.Today].Net != 20 || ever.Run != 2 || ever.Known != -10 {
		t.Errorf("%+v", waiting.Tallies)
	}
	b.reviewed()
	for in, of := range b.story(ada).Tallies {
		if was := waiting.Tallies[in]; was.Rounds != of.Rounds || was.Net != of.Net ||
			was.Run != of.Run || was.BestRun != of.BestRun {
			t.Errorf("span %d: %+v is %+v when it is looked at", in, was, of)
		}
	}
}

func TestPrivateHandsAreInNobodyElsesList(t *testing.T) {
	b := storyBench(t)
	b.StartingChips = 1000
	const rounds = 30
	var private storage.RoundID
	for n := range rounds {
		b.cards = "TS TC 9D 8H"
		h := b.act(b.startWith(ada, round.Deal{Bet: 1 + storage.Chips(n),
			Private: n < 18 || n%2 == 1}), blackjack.Stand)
		if b.now = b.now.Add(time.Minute); n%2 == 1 {
			private = h.ID
		}
	}
	if _, err := b.Review(t.Context(), b.visit(bob), ada, private); !errors.Is(err,
		round.ErrNotYours) {
		t.Errorf("the review of a private hand: %v", err)
	}
	for by, want := range map[storage.UserID][]int{bob: {6}, ada: {10, 10, 10}} {
		got := b.turns(by, ada, "", func(h story.HistoryPage) {
			for _, l := range h.Lines {
				if l.Private && by != ada {
					t.Errorf("shown to another: %+v", l)
				}
			}
		})
		if !slices.Equal(got, want) {
			t.Errorf("user %d sees pages of %d rounds, want %d", by, got, want)
		}
	}
}

// turns turns the pages of a history from the newest to the oldest, and returns how many rounds
// each has.
func (b *bench) turns(by, of storage.UserID, table string,
	each func(story.HistoryPage)) (pages []int) {
	b.t.Helper()
	for at := (story.HistoryPlace{}); len(pages) < 100; {
		h := must(b.History(b.t.Context(), b.visit(by), of, table, at))(b)
		each(h)
		pages = append(pages, len(h.Lines))
		if at = h.Older; at == (story.HistoryPlace{}) {
			break
		}
	}
	return pages
}

// slow is an adviser without odds for a time, or for ever.
type slow struct {
	plain
	err error
}

func (s *slow) Advise(ctx context.Context, v blackjack.View, who blackjack.Seat,
	seen []blackjack.Card, house strategy.Strategy) ([]odds.Option, error) {
	if s.err != nil {
		return nil, s.err
	}
	return s.plain.Advise(ctx, v, who, seen, house)
}

func TestARoundWithoutOddsCountsAllTheSame(t *testing.T) {
	b := storyBench(t)
	adviser := &slow{err: errors.New("others are first")}
	b.Adviser = adviser
	b.cards = "TS TC 9D 8H"
	h := b.act(b.start(ada, 10), blackjack.Stand)
	r := newReviewer(b.Stories)
	for range 3 {
		if _, err := r.Next(t.Context(), home); !errors.Is(err, adviser.err) &&
			err != nil {
			t.Fatal(err)
		}
	}
	if s := b.story(ada); s.Tallies[storage.Ever].Rounds != 1 || !s.Waiting {
		t.Errorf("while others are first: %+v", s)
	}
	adviser.err = odds.ErrNone
	b.reviewed()
	s := b.story(ada)
	if ever := s.Tallies[storage.Ever]; ever.Rounds != 1 || ever.Net != 10 || ever.Run != 1 ||
		ever.Known != 0 || ever.Decisions != 0 || s.Waiting {
		t.Errorf("without odds: %+v", s)
	}
	if _, err := b.Review(t.Context(), b.visit(ada), ada, h.ID); !errors.Is(err,
		story.ErrUnreviewable) {
		t.Errorf("its review: %v", err)
	}
}

// plays gives a player a history of settled rounds, of which each has a table.
func (b *bench) plays(who storage.UserID, rounds int, table func(n int) string) {
	b.t.Helper()
	b.opens(who)
	p := storage.Player{Guild: home, User: who}
	for done := 0; done < rounds; {
		b.update(func(tx storage.Tx) error {
			for n := done; n < min(done+1000, rounds); n++ {
				k := storage.Round{ID: storage.RoundID(b.visit(who).ID), Guild: home, Version: 1,
					Table: table(n), Dealt: b.now.Add(time.Duration(n) * time.Second),
					Seats: []storage.Seat{{User: who}}}
				k.Changed = k.Dealt
				if err := storage.Rounds.Save(tx, k); err != nil {
					return err
				}
				l := storage.Line{Round: k.ID, Dealt: k.Dealt, Settled: k.Dealt, Table: k.Table,
					Stake: 1}
				err := storage.Lines.Put(tx, l.Key(p), l)
				if err != nil {
					return err
				}
			}
			profile, _, err := storage.Profiles.Get(tx, p)
			profile.Stats.Hands = min(done+1000, rounds)
			profile.Stats.Pushes = profile.Stats.Hands
			return errors.Join(err, storage.Profiles.Save(tx, profile))
		})
		done = min(done+1000, rounds)
	}
}

// However long a history is and however few rounds a filter leaves, a press looks at about
// [story.HistoryLook] rounds, and the presses together find all.
func TestALookAtALongHistoryReadsAFewRounds(t *testing.T) {
	b := storyBench(t)
	b.plays(ada, 5*story.HistoryLook+7, func(n int) string {
		if n%1500 == 3 {
			return "mit"
		}
		return "vegas"
	})
	for table, want := range map[string]int{"mit": 4, "european": 0} {
		found := 0
		pages := b.turns(ada, ada, table, func(h story.HistoryPage) { found += len(h.Lines) })
		if found != want || len(pages) != 5 {
			t.Errorf("%d pages of %q have %d rounds, want %d", len(pages), table, found, want)
		}
	}
}

func TestPagesOfAHistoryAreTheSameBothWays(t *testing.T) {
	b := storyBench(t)
	b.plays(ada, 57, func(int) string { return "vegas" })
	var down, up [][]storage.Line
	at := story.HistoryPlace{}
	b.turns(ada, ada, "", func(h story.HistoryPage) {
		down = append(down, h.Lines)
		at = h.Newer
	})
	for at != (story.HistoryPlace{}) {
		h := must(b.History(t.Context(), b.visit(ada), ada, "", at))(b)
		up, at = append(up, h.Lines), h.Newer
	}
	slices.Reverse(up)
	if len(down) != 6 || !slices.EqualFunc(down[:5], up, slices.Equal) {
		t.Errorf("down %v\nup %v", down, up)
	}
}

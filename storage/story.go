package storage

import (
	"fmt"
	"time"

	"holecard/blackjack"
)

// Micro is the game's millionth of a chip.
type Micro = blackjack.Micro

// Line is a settled round as its player's history has it. It is written with the
// settlement; what it was worth is added afterwards.
//
// A round of chips comes apart into what it was worth at the deal to best play, what
// mistakes have cost, and luck:
//
//	net = Value - Cost + Luck()
type Line struct {
	Round   RoundID   `storage:"key"`
	Dealt   time.Time `storage:"key"`
	Settled time.Time
	Table   string
	Seated  bool  // at a table with others
	Private bool  // shown to its player only
	Stake   Chips // all that was staked: hands, insurance and side bets
	Net     Chips // winnings less losses
	Worth   Worth
}

func (l Line) check() error {
	if l.Worth.State >= WorthStates {
		return fmt.Errorf("%w: round %d has a worth of the state %d", ErrRecord, l.Round,
			l.Worth.State)
	}
	return nil
}

// Note says that a settled round waits for a review.
type Note struct {
	Settled time.Time
	Round   RoundID
}

// Worth is what a settled round was worth, seen by what could be known at each moment.
// The zero Worth is that of a round that was not looked at yet.
type Worth struct {
	State WorthState
	// The mean net of the round before any card, and with those of the deal, to best play.
	Expected, Value Micro
	Cost            Micro // of all mistakes that count: what best play would have gained, 0 or more
	CostPerBet      Micro // the same for a first stake of one chip
	Decisions       uint8 // of the player's own, without a hint: those that count for skill
	Mistakes        uint8 // of these
}

// Luck returns what is neither the deal's value nor the player's doing, for the round's net.
func (w Worth) Luck(net Chips) Micro { return net.Micro() - w.Value + w.Cost }

// WorthState is what is known of a round's worth.
type WorthState uint8

// The states. Their numbers are stored.
const (
	Unreviewed WorthState = iota
	Reviewed
	Unreviewable // its odds would take too long, or its cards are not kept
	WorthStates  = 3
)

// Span is how long a board or a tally lasts.
type Span uint8

// The spans. Their numbers are stored.
const (
	Ever Span = iota
	Today
	ThisWeek // from Monday
	ThisMonth
	Spans = 4
)

// Period is a span of time in a guild, by its number: a day, a week or a month of UTC since
// 1970.
type Period struct {
	Span   Span
	Number uint32 // 0 for [Ever]
}

// PeriodAt returns the period of a span that a time is in.
func PeriodAt(s Span, at time.Time) Period {
	at = at.UTC()
	day := max(0, at.Unix()/(24*60*60))
	switch s {
	case Today:
		return Period{s, uint32(day)}
	case ThisWeek: // 1970 began on a Thursday
		return Period{s, uint32((day + 3) / 7)}
	case ThisMonth:
		return Period{s, uint32(max(0, (at.Year()-1970)*12+int(at.Month())-1))}
	}
	return Period{Span: s}
}

// Tally counts a player's rounds for chips in a period, those that were looked at.
type Tally struct {
	Rounds, Wins int
	Net          Chips
	BiggestWin   Chips
	Run, BestRun int // rounds won in a row: now, and at most; a push changes neither
	// of the rounds whose worth is known:
	Known            Chips // their net
	Expected, Value  Micro
	Cost, CostPerBet Micro
	Decisions        int
	Mistakes         int
	LastRound        RoundID // the newest that is counted
}

// CostPer100 returns what mistakes cost in a hundred decisions, with a stake of one chip.
func (t Tally) CostPer100() Micro {
	if t.Decisions == 0 {
		return 0
	}
	return t.CostPerBet * 100 / Micro(t.Decisions)
}

// Luck returns the luck of the rounds whose worth is known, the cards of the deal
// included: what is neither the table's edge nor the player's doing.
func (t Tally) Luck() Micro { return t.Known.Micro() - t.Expected + t.Cost }

// Lessons are what a player's decisions say of what they should practise.
type Lessons struct {
	Cells   map[LessonCell]Lesson
	Drilled int // questions answered in drills
	Right   int // of these
	Run     int // answers in a row that were right, now
	BestRun int // and at most
	Clean   int // rounds in a row without a mistake, now
}

// LessonCell is a kind of decision.
type LessonCell struct {
	Kind   LessonKind
	Total  uint8 // of the hand; of one card of a pair
	Upcard uint8 // its value, 1 for an ace; 0 where none is seen
	// Drilled says that the decisions were answers in drills, where no chips are at stake.
	Drilled bool
}

func (l Lessons) check() error {
	for c := range l.Cells {
		if c.Kind >= LessonKinds {
			return fmt.Errorf("%w: a lesson is of the kind %d", ErrRecord, c.Kind)
		}
	}
	return nil
}

// LessonKind is what a hand is to those who learn.
type LessonKind uint8

// The kinds. Their numbers are stored.
const (
	Hard LessonKind = iota
	Soft
	Pair
	LessonKinds = 3
)

// Lesson counts decisions of a kind.
type Lesson struct {
	Seen, Wrong int
	Cost        Micro // for a first stake of one chip
}

// Drill is a player's newest drill.
type Drill struct {
	Player Player        `storage:"key"`
	ID     InteractionID // that began it
	Kind   string        // hard, soft, pairs, all or count
	Table  string
	Began  time.Time
	Seed   uint64          // what the questions follow from
	Record []byte          // the round of the open question, or the shoe that is counted
	Asked  []DrillQuestion // so far; the last is open until all are answered
}

// DrillQuestion is a question of a drill, and its answer.
type DrillQuestion struct {
	Cell         LessonCell // of a hand
	Cards        []byte     // of the player, or those that are counted
	Upcard       uint8      // the card, where one is seen
	Answered     bool
	Right        bool
	Answer, Best int   // an action, or a count
	Cost         Micro // of the answer, for a stake of one chip
}

// Award is something that a player is told once.
type Award uint8

// The awards. Their numbers are stored.
const (
	FirstNatural Award = iota
	FourWaySplit       // won
	CleanTwenty        // rounds without a mistake
	CleanDrill
	Comeback // from one chip
	SevenDays
	Awards = 6 // how many there are
)

// AwardSet is a set of awards.
type AwardSet uint16

// Has reports whether an award is in the set.
func (s AwardSet) Has(a Award) bool { return s>>a&1 != 0 }

// With returns the set and an award.
func (s AwardSet) With(a Award) AwardSet { return s | 1<<a }

// Sitting is how long a player has played without a long break.
type Sitting struct {
	Since, Last time.Time // its first and its last deal
	Reminded    time.Time // when they were last told how long it is, zero for not yet
}

// DayOf is what a player has won and lost on the last day of UTC that they played.
type DayOf struct {
	At  time.Time // of the last settlement
	Net Chips
}

// Alias stands for a user where nobody may be found by it: a keyed hash.
type Alias [16]byte

// Limits are what a player has set for themselves, or what the ledger has to remember of
// somebody who was forgotten. They are kept by [Alias], in the guild that they are for, or
// in guild 0 for all.
type Limits struct {
	Now    Limit      // what holds
	Since  LimitTimes // since when
	Then   Limit      // what is to hold; all zero where nothing changes
	From   LimitTimes // from when, each by itself; zero where that limit stays as it is
	Lock   time.Time  // no bets before this time, zero for none: never shortened
	Locked time.Time  // since when
	Forgot time.Time  // when the player had their data erased: no new wallet for a day
}

// Limit is what a player may do at most; 0 for no limit.
type Limit struct {
	Loss   Chips         // in a day of UTC
	Bet    Chips         // as first stake, with side bets
	Rounds int           // in an hour
	Remind time.Duration // how often they are told how long they have played
}

// LimitTimes are times of the fields of a limit.
type LimitTimes struct{ Loss, Bet, Rounds, Remind time.Time }

// Forever returns when a lock-out for ever ends.
func Forever() time.Time { return time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC) }

// Key returns the key of the line in a player's history.
func (l Line) Key(p Player) LineKey { return LineKey{p, l.Dealt, l.Round} }

// History returns up to limit lines of a player's history before one, newest first; the key of
// the player alone is behind all.
func History(r Records, before LineKey, limit int) ([]Line, error) {
	of := Range[LineKey]{Under: before, Fields: 1, Newest: true, Limit: limit}
	if before.Round != 0 {
		of.After = before
	}
	return Lines.List(r, of)
}

// Hinted returns the decisions of a round that a player had a hint for, or that were made for
// them.
func Hinted(r Records, p Player, id RoundID) (decisions []uint32, err error) {
	hints, err := Hints.Keys(r, Range[Hint]{Under: Hint{Player: p, Round: id}, Fields: 2})
	for _, h := range hints {
		decisions = append(decisions, h.Decision)
	}
	return decisions, err
}

// Tallied returns the periods of a player's tallies, by their spans and numbers.
func Tallied(r Records, p Player) (periods []Period, err error) {
	keys, err := Tallies.Keys(r, Range[TallyKey]{Under: TallyKey{Player: p}, Fields: 1})
	for _, k := range keys {
		periods = append(periods, k.In)
	}
	return periods, err
}

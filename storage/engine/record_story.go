package engine

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"holecard/storage"
)

// EncodeLine returns a line of a history as a record.
func EncodeLine(l storage.Line) []byte { return encode(line, l, 64) }

// DecodeLine reads the record of a line, which has its round and time from its key.
func DecodeLine(l storage.Line, raw []byte) (storage.Line, error) {
	return decode(line, l, raw, "history of hand", uint64(l.Round))
}

func line(c *coder, l *storage.Line) {
	c.version()
	c.time("settled", &l.Settled)
	c.string("table", &l.Table)
	c.flags(&l.Seated, &l.Private)
	signed(c, "stake", &l.Stake)
	signed(c, "net", &l.Net)
	w := &l.Worth
	if unsigned(c, "state", &w.State); w.State >= storage.WorthStates {
		c.fail("state")
	}
	if w.State != storage.Reviewed {
		return
	}
	signed(c, "expected", &w.Expected)
	signed(c, "value", &w.Value)
	signed(c, "cost", &w.Cost)
	signed(c, "cost per bet", &w.CostPerBet)
	unsigned(c, "decisions", &w.Decisions)
	unsigned(c, "mistakes", &w.Mistakes)
}

// EncodeTally returns a tally as a record.
func EncodeTally(t storage.Tally) []byte { return encode(tally, t, 64) }

// DecodeTally reads the record of a tally.
func DecodeTally(p storage.Player, raw []byte) (storage.Tally, error) {
	return decode(tally, storage.Tally{}, raw, "tally of player", uint64(p.User))
}

func tally(c *coder, t *storage.Tally) {
	c.version()
	signed(c, "rounds", &t.Rounds)
	signed(c, "wins", &t.Wins)
	signed(c, "net", &t.Net)
	signed(c, "biggest win", &t.BiggestWin)
	signed(c, "run", &t.Run)
	signed(c, "best run", &t.BestRun)
	signed(c, "known", &t.Known)
	signed(c, "expected", &t.Expected)
	signed(c, "value", &t.Value)
	signed(c, "cost", &t.Cost)
	signed(c, "cost per bet", &t.CostPerBet)
	signed(c, "decisions", &t.Decisions)
	signed(c, "mistakes", &t.Mistakes)
	unsigned(c, "last hand", &t.LastRound)
}

// EncodeLessons returns lessons as a record.
func EncodeLessons(l storage.Lessons) []byte { return encode(lessons, l, 16+8*len(l.Cells)) }

// DecodeLessons reads the record of a player's lessons.
func DecodeLessons(p storage.Player, raw []byte) (storage.Lessons, error) {
	return decode(lessons, storage.Lessons{}, raw, "lessons of player", uint64(p.User))
}

func lessons(c *coder, l *storage.Lessons) {
	c.version()
	signed(c, "drilled", &l.Drilled)
	signed(c, "right", &l.Right)
	signed(c, "run", &l.Run)
	signed(c, "best run", &l.BestRun)
	signed(c, "clean", &l.Clean)
	cells := slices.SortedFunc(maps.Keys(l.Cells), func(a, b storage.LessonCell) int {
		return cmp.Or(cmp.Compare(keptKind(a), keptKind(b)), cmp.Compare(a.Total, b.Total),
			cmp.Compare(a.Upcard, b.Upcard))
	})
	n := c.count("cells", len(cells))
	if c.reading && n > 0 {
		cells = make([]storage.LessonCell, n)
		l.Cells = make(map[storage.LessonCell]storage.Lesson, n)
	}
	for _, cell := range cells {
		of := l.Cells[cell]
		c.cell(&cell)
		signed(c, "seen", &of.Seen)
		signed(c, "wrong", &of.Wrong)
		signed(c, "cost", &of.Cost)
		if c.reading {
			l.Cells[cell] = of
		}
	}
}

// EncodeDrill returns a drill as a record.
func EncodeDrill(d storage.Drill) []byte {
	return encode(drill, d, 64+16*len(d.Asked)+len(d.Record))
}

// DecodeDrill reads the record of a player's drill.
func DecodeDrill(p storage.Player, raw []byte) (storage.Drill, error) {
	return decode(drill, storage.Drill{Player: p}, raw, "drill of player", uint64(p.User))
}

func drill(c *coder, d *storage.Drill) {
	c.version()
	unsigned(c, "id", &d.ID)
	c.string("kind", &d.Kind)
	c.string("table", &d.Table)
	c.time("began", &d.Began)
	unsigned(c, "seed", &d.Seed)
	c.bytes("round or shoe", &d.Record)
	list(c, "questions", &d.Asked, math.MaxInt, func(q *storage.DrillQuestion) {
		c.cell(&q.Cell)
		c.bytes("cards", &q.Cards)
		unsigned(c, "upcard", &q.Upcard)
		c.flag("answered", &q.Answered)
		c.flag("right", &q.Right)
		signed(c, "answer", &q.Answer)
		signed(c, "best", &q.Best)
		signed(c, "cost", &q.Cost)
	})
}

// keptKind is the number of a kind in records: those of drills follow those of rounds.
func keptKind(of storage.LessonCell) storage.LessonKind {
	if of.Drilled {
		return of.Kind + storage.LessonKinds
	}
	return of.Kind
}

func (c *coder) cell(of *storage.LessonCell) {
	kind := keptKind(*of)
	if unsigned(c, "kind", &kind); kind >= 2*storage.LessonKinds {
		c.fail("kind")
	}
	of.Kind, of.Drilled = kind%storage.LessonKinds, kind >= storage.LessonKinds
	unsigned(c, "total", &of.Total)
	unsigned(c, "upcard", &of.Upcard)
}

// EncodeLimits returns limits as a record.
func EncodeLimits(l storage.Limits) []byte { return encode(limits, l, 48) }

// DecodeLimits reads the record of limits.
func DecodeLimits(raw []byte) (storage.Limits, error) {
	return decode(limits, storage.Limits{}, raw, "limits", 0)
}

func limits(c *coder, l *storage.Limits) {
	c.version()
	c.limit(&l.Now)
	c.maybe("since: loss", &l.Since.Loss)
	c.maybe("since: bet", &l.Since.Bet)
	c.maybe("since: rounds", &l.Since.Rounds)
	c.maybe("since: remind", &l.Since.Remind)
	c.limit(&l.Then)
	c.maybe("from: loss", &l.From.Loss)
	c.maybe("from: bet", &l.From.Bet)
	c.maybe("from: rounds", &l.From.Rounds)
	c.maybe("from: remind", &l.From.Remind)
	c.maybe("lock-out", &l.Lock)
	c.maybe("locked", &l.Locked)
	c.maybe("forgot", &l.Forgot)
}

func (c *coder) limit(l *storage.Limit) {
	signed(c, "loss", &l.Loss)
	signed(c, "bet", &l.Bet)
	signed(c, "rounds", &l.Rounds)
	signed(c, "remind", &l.Remind)
}

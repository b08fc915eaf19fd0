package story

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"holecard/blackjack"
	"holecard/blackjack/odds"
	"holecard/blackjack/review"
	"holecard/bot/round"
	"holecard/bot/wallet"
	"holecard/storage"
)

// cleanRounds is how many rounds in a row without a mistake are awarded.
const cleanRounds = 20

// counter adds rounds of a guild to the tallies and the lessons of their players, in one
// transaction.
type counter struct {
	tx    storage.Tx
	guild storage.GuildID
	now   time.Time
	of    []*counted
}

// counted is what there is of a player.
type counted struct {
	player  storage.Player
	tallies map[storage.Period]*storage.Tally
	lessons *storage.Lessons // nil as long as they are not read
	clean   bool             // they have played so many rounds without a mistake
	first   bool             // of their day
}

// add adds the seats of a round that nobody has added yet, and takes its note away.
func (c *counter) add(w waiting) error {
	for i, f := range w.seats {
		l, found, err := storage.Lines.Get(c.tx, f.Player(f.seat).Line(f.Dealt, f.ID))
		if err != nil {
			return err
		}
		if !found || l.Worth.State != storage.Unreviewed {
			continue
		}
		if gone, err := c.gone(f.Player(f.seat)); gone || err != nil {
			if err != nil {
				return err
			}
			continue
		}
		l.Worth = w.worth[i].worth
		p := c.player(f.Player(f.seat))
		if err := c.count(p, l); err != nil {
			return err
		}
		if err := c.learn(p, f, w.worth[i]); err != nil {
			return err
		}
		if err := storage.Lines.Put(c.tx, l.Key(p.player), l); err != nil {
			return err
		}
	}
	return storage.Notes.Delete(c.tx, w.note)
}

// countUnreviewed adds a round that is to be dropped to the tallies, if it still waits for its
// review: the bot was off for longer than rounds are kept, or no odds came. What it was worth
// stays unknown.
func countUnreviewed(tx storage.Tx, r storage.Round, now time.Time) error {
	note, waits, err := noteOf(tx, r)
	if err != nil || !waits {
		return err
	}
	k, err := round.Read(tx, r.ID)
	if errors.Is(err, storage.ErrCorrupt) { // an audit tells it
		return nil
	}
	if err != nil {
		return err
	}
	w := waiting{note: note}
	for seat := range k.Seats {
		w.seats = append(w.seats, finished{Stored: k, seat: seat})
		w.worth = append(w.worth, judged{worth: storage.Worth{State: storage.Unreviewable}})
	}
	c := counter{tx: tx, guild: r.Guild, now: now}
	if err := c.add(w); err != nil {
		return err
	}
	return c.save()
}

// noteOf returns the note of a round that waits. Mostly none do; where many do, the oldest,
// which are dropped first, are in front.
func noteOf(r storage.Reader, of storage.Round) (storage.Note, bool, error) {
	for limit := reviewBatch; ; limit *= 4 {
		notes, err := storage.Notes.Keys(r, storage.Range[storage.Note]{Limit: limit})
		i := slices.IndexFunc(notes, func(n storage.Note) bool { return n.Round == of.ID })
		switch {
		case err != nil:
			return storage.Note{}, false, err
		case i >= 0:
			return notes[i], true, nil
		case len(notes) < limit:
			return storage.Note{}, false, nil
		}
		if last := notes[limit-1]; last.Settled.After(of.Changed) {
			return storage.Note{}, false, nil
		}
	}
}

// gone reports whether a player's data was erased, or is being erased.
func (c *counter) gone(who storage.Player) (bool, error) {
	p, known, err := storage.Profiles.Get(c.tx, who)
	return !known || p.Erased, err
}

func (c *counter) player(who storage.Player) *counted {
	for _, p := range c.of {
		if p.player == who {
			return p
		}
	}
	p := &counted{player: who, tallies: make(map[storage.Period]*storage.Tally)}
	c.of = append(c.of, p)
	return p
}

// count adds a line to the tallies of the periods that it was settled in.
func (c *counter) count(p *counted, l storage.Line) error {
	for _, in := range periodsAt(l.Settled) {
		if !kept(in, c.now) {
			continue
		}
		t, known := p.tallies[in]
		if !known {
			was, err := storage.Tallies.Read(c.tx, p.player.Tally(in))
			if err != nil {
				return err
			}
			t = &was
			p.tallies[in] = t
			p.first = p.first || in.Span == storage.Today && was.Rounds == 0
		}
		countRound(t, l)
		countWorth(t, l)
	}
	return nil
}

// kept reports whether tallies of a period are kept: of days, weeks and months those that are
// now, and those before.
func kept(in storage.Period, now time.Time) bool {
	switch in.Span {
	case storage.Today, storage.ThisWeek, storage.ThisMonth:
		return in.Number+1 >= storage.PeriodAt(in.Span, now).Number
	}
	return true
}

func countRound(t *storage.Tally, l storage.Line) {
	t.Rounds++
	t.Net += l.Net
	t.BiggestWin = max(t.BiggestWin, l.Net)
	switch {
	case l.Net > 0:
		t.Wins++
		t.Run++
		t.BestRun = max(t.BestRun, t.Run)
	case l.Net < 0:
		t.Run = 0
	}
	t.LastRound = l.Round
}

func countWorth(t *storage.Tally, l storage.Line) {
	w := l.Worth
	if w.State != storage.Reviewed {
		return
	}
	t.Known += l.Net
	t.Expected += w.Expected
	t.Value += w.Value
	t.Cost += w.Cost
	t.CostPerBet += w.CostPerBet
	t.Decisions += int(w.Decisions)
	t.Mistakes += int(w.Mistakes)
}

// learn adds a round's decisions to its player's lessons. A round in which they decided nothing
// themselves neither ends nor lengthens a row without a mistake.
func (c *counter) learn(p *counted, f finished, j judged) error {
	if j.worth.Decisions == 0 {
		return nil
	}
	if p.lessons == nil {
		l, err := storage.LessonsOf.Read(c.tx, p.player)
		if err != nil {
			return err
		}
		p.lessons = &l
	}
	j.learn(p.lessons, f.Game.Bet(blackjack.Seat(f.seat)))
	if j.worth.Mistakes > 0 {
		p.lessons.Clean = 0
		return nil
	}
	p.lessons.Clean++
	p.clean = p.clean || p.lessons.Clean == cleanRounds
	return nil
}

// save keeps what was added up.
func (c *counter) save() error {
	for _, p := range c.of {
		for in, t := range p.tallies {
			if err := storage.Tallies.Put(c.tx, p.player.Tally(in), *t); err != nil {
				return err
			}
		}
		if p.first {
			if err := c.forget(p.player); err != nil {
				return err
			}
		}
		if p.lessons != nil {
			if err := storage.LessonsOf.Put(c.tx, p.player, *p.lessons); err != nil {
				return err
			}
		}
		if p.clean {
			if err := c.award(p.player, storage.CleanTwenty); err != nil {
				return err
			}
		}
	}
	return nil
}

// forget forgets a player's tallies that are not kept any more.
func (c *counter) forget(who storage.Player) error {
	list, err := storage.Tallied(c.tx, who)
	for _, in := range list {
		if !kept(in, c.now) {
			err = errors.Join(err, storage.Tallies.Put(c.tx, who.Tally(in), storage.Tally{}))
		}
	}
	return err
}

func (c *counter) award(who storage.Player, a storage.Award) error {
	p, ok, err := storage.Profiles.Get(c.tx, who)
	if err != nil || !ok || p.Awards.Has(a) {
		return err
	}
	wallet.Award(&p, a)
	return storage.Profiles.Save(c.tx, p)
}

// ErrUnreviewable reports a round that has no review: its cards were forgotten, or its odds
// take too long.
var ErrUnreviewable = errors.New("the round has no review")

// finished is a seat of a settled round, with what its review follows from.
type finished struct {
	*round.Stored
	seat   int
	line   storage.Line
	hinted []uint32
}

// readFinished reads a seat of a settled round. The line of one that has none, such as
// practice, is made.
func readFinished(r storage.Reader, k *round.Stored, seat int) (finished, error) {
	who := k.Player(seat)
	l, found, err1 := storage.Lines.Get(r, who.Line(k.Dealt, k.ID))
	if !found {
		l = k.Line(seat)
	}
	hinted, err2 := storage.Hinted(r, who, k.ID)
	return finished{k, seat, l, hinted}, errors.Join(err1, err2)
}

// judged is what a seat's round was worth.
type judged struct {
	review review.Review
	helped []bool // by steps
	worth  storage.Worth
}

// judge reviews a seat. It computes, so no transaction is open meanwhile. The error is
// [ErrUnreviewable], or one that may not hold for ever.
func (s *Stories) judge(ctx context.Context, f finished) (j judged, err error) {
	if f.Dropped || s.Adviser == nil {
		return j, ErrUnreviewable
	}
	house, err := round.KeptHouse(f.House)
	if err != nil {
		return j, fmt.Errorf("%w: %w", ErrUnreviewable, err)
	}
	seat := blackjack.Seat(f.seat)
	j.review, err = review.Of(ctx, f.Game, seat, s.Rounds.Earlier(f.Stored), house, s.Adviser)
	if errors.Is(err, odds.ErrNone) {
		err = fmt.Errorf("%w: %w", ErrUnreviewable, err)
	}
	if err != nil {
		return j, err
	}
	w := &j.worth
	*w = storage.Worth{State: storage.Reviewed, Expected: j.review.Expected,
		Value: j.review.Value}
	for _, step := range j.review.Steps {
		helped := f.Seats[f.seat].Plays != "" ||
			slices.Contains(f.hinted, uint32(step.Action)+1)
		j.helped = append(j.helped, helped)
		if helped {
			continue
		}
		w.Decisions++
		w.Cost += step.Cost
		w.CostPerBet += perBet(step.Cost, f.Game.Bet(seat))
		if step.Mistake() {
			w.Mistakes++
		}
	}
	return j, nil
}

// perBet returns a cost as it is for a first stake of one chip.
func perBet(cost storage.Micro, bet storage.Chips) storage.Micro {
	return (cost + storage.Micro(bet)/2) / storage.Micro(bet)
}

// learn adds a seat's own decisions to what its player should practise.
func (j judged) learn(l *storage.Lessons, bet storage.Chips) {
	for i, step := range j.review.Steps {
		if j.helped[i] || step.Cell == (review.Cell{}) { // insurance is in no cell
			continue
		}
		teach(l, cellOf(step.Cell), step.Mistake(), perBet(step.Cost, bet))
	}
}

// periodsAt returns all periods that a moment is in.
func periodsAt(at time.Time) []storage.Period {
	return []storage.Period{{Span: storage.Ever}, storage.PeriodAt(storage.Today, at),
		storage.PeriodAt(storage.ThisWeek, at), storage.PeriodAt(storage.ThisMonth, at)}
}

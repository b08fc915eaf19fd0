package story

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"holecard/blackjack"
	"holecard/blackjack/drill"
	"holecard/blackjack/odds"
	"holecard/blackjack/review"
	"holecard/blackjack/tables"
	"holecard/bot/interact"
	"holecard/bot/refuse"
	"holecard/bot/round"
	"holecard/bot/wallet"
	"holecard/storage"
)

// A drill is twenty questions to one player, and no chips are at stake. There is one for a
// player and server:
//
//	none, or over ──/train──▶ question 1 ──answer──▶ question 2 ─ ─ ▶ answer 20: over
//	                             ▲                      │
//	                             └──another instead─────┘
//
// An answer names its drill and question, and so it counts once.

// Drill is a drill as its player sees it.
type Drill struct {
	ID    storage.InteractionID
	Kind  drill.Kind
	Table tables.Table
	Asked []storage.DrillQuestion
	View  blackjack.View   // the hand of the open question
	Shoe  []blackjack.Card // that is counted
	Seed  uint64
	Award bool // the answer has won the award for a drill without a fault
}

// Over reports whether all questions are answered.
func (d Drill) Over() bool { return ended(d.Asked) }

func ended(asked []storage.DrillQuestion) bool {
	return len(asked) == drill.Length && asked[drill.Length-1].Answered
}

// Training is what a player wants to practise.
type Training struct {
	Kind    drill.Kind
	Table   string                // empty for the guild's first
	Instead storage.InteractionID // of the drill, 0 for none that is open
}

// What a drill refuses. The drill that comes with the first is the present one.
var (
	ErrDrillOpen = refuse.Silent("another drill is open")
	ErrNoDrill   = refuse.New("drill.gone", "there is no such drill any more")
)

// NoDrillError reports that a table has nothing to practise of a kind.
type NoDrillError struct {
	Kind  drill.Kind
	Title string
}

func (e *NoDrillError) Error() string {
	return fmt.Sprintf("the table %s has no drill of %s", e.Title, e.Kind)
}

// Refusal implements [refuse.Error].
func (e *NoDrillError) Refusal() (string, []any) {
	return "no.drill." + string(e.Kind), []any{e.Title}
}

// Adviser returns what each legal action of a hand is worth, the best first.
type Adviser func(context.Context, blackjack.View) ([]odds.Option, error)

// Train begins a drill. The error is [ErrDrillOpen] where another is open that is not to be
// replaced, [round.ErrStale] or [ErrNoDrill] where it was replaced before, a [*NoDrillError] or
// that of a table.
func (s *Stories) Train(ctx context.Context, v interact.By, t Training) (d Drill, err error) {
	var q questions
	table, impossible := s.Guilds.Table(ctx, v.Player.Guild, t.Table)
	if impossible == nil {
		q, impossible = newQuestions(table, t.Kind)
	}
	now, secret := s.Desk.Now(), s.Rounds.Seed()
	err = s.Desk.Once(ctx, v, storage.Wanted{}, func(tx storage.Tx, _ bool) error {
		if impossible != nil {
			return impossible
		}
		kept, found, err := storage.Drills.Get(tx, v.Player)
		if err != nil {
			return err
		}
		open := found && !ended(kept.Asked)
		switch {
		case t.Instead == 0 && open && kept.ID != v.ID:
			err = ErrDrillOpen
		case t.Instead != 0 && !found:
			return ErrNoDrill
		case t.Instead != 0 && kept.ID != t.Instead && kept.ID != v.ID:
			err = round.ErrStale
		}
		if err != nil || found && kept.ID == v.ID {
			shown, readErr := s.showDrill(tx, kept)
			d = shown
			return errors.Join(readErr, err)
		}
		kept = storage.Drill{Player: v.Player, ID: v.ID, Kind: string(t.Kind), Table: table.Name,
			Began: now, Seed: binary.LittleEndian.Uint64(secret[:])}
		lessons, err := storage.LessonsOf.Read(tx, v.Player)
		if err == nil {
			err = q.ask(&kept, lessons)
		}
		if err == nil {
			err = tx.See(v.ID, now)
		}
		if err == nil {
			err = storage.Drills.Save(tx, kept)
		}
		if err == nil {
			d, err = s.showDrill(tx, kept)
		}
		return err
	})
	return d, err
}

// Drill returns a player's drill as it is now. The error is [ErrNoDrill] or the store's.
func (s *Stories) Drill(
	ctx context.Context, p storage.Player, id storage.InteractionID,
) (d Drill, err error) {
	err = s.Desk.Store.View(ctx, p.Guild, func(r storage.Reader) error {
		kept, err := readDrill(r, p, id)
		if err == nil {
			d, err = s.showDrill(r, kept)
		}
		return err
	})
	return d, err
}

func readDrill(
	r storage.Reader, p storage.Player, id storage.InteractionID,
) (storage.Drill, error) {
	kept, found, err := storage.Drills.Get(r, p)
	if err == nil && (!found || kept.ID != id) {
		err = ErrNoDrill
	}
	return kept, err
}

// showDrill returns a drill as its player sees it.
func (s *Stories) showDrill(r storage.Reader, kept storage.Drill) (d Drill, err error) {
	d = Drill{ID: kept.ID, Kind: drill.Kind(kept.Kind), Asked: kept.Asked, Seed: kept.Seed}
	settings, err := storage.SettingsOf.Read(r, storage.Only{})
	if err != nil {
		return d, err
	}
	if d.Table, err = s.Guilds.Ruleset(settings, kept.Table); d.Table.Name == "" {
		d.Table, err = tables.Table{Name: kept.Table, Title: kept.Table}, nil
	}
	switch {
	case err != nil:
	case d.Kind == drill.Count:
		d.Shoe = round.CardsOf(&storage.Deck{Cards: kept.Record})
	case !ended(kept.Asked):
		var round blackjack.Round
		if round, err = blackjack.ReadRecord(kept.Record); err != nil {
			return d, fmt.Errorf("drill %d: %w: %w", kept.ID, storage.ErrCorrupt, err)
		}
		d.View = round.View()
		d.Table.Rules = d.View.Rules
	}
	return d, err
}

// Answer answers the question of a number, from 1, of a drill: by an action, or by a count.
// What it costs is what the adviser says. The error is [ErrNoDrill], [round.ErrStale] with the
// drill as it is, a [*blackjack.IllegalError], a [*NoDrillError] where the table has changed,
// or the adviser's.
func (s *Stories) Answer(ctx context.Context, v interact.By, id storage.InteractionID,
	question, answer int, advise Adviser) (d Drill, err error) {
	d, err = s.Drill(ctx, v.Player, id)
	if err == nil && (d.Over() || len(d.Asked) != question) {
		err = round.ErrStale
	}
	if err != nil {
		return d, err
	}
	given := d.Asked[question-1]
	if err := d.judge(ctx, &given, answer, advise); err != nil {
		return d, err
	}
	now, last := s.Desk.Now(), question == drill.Length
	var next questions
	if !last {
		var table tables.Table // whether it may be played or not
		settings, err := s.Guilds.Settings(ctx, v.Player.Guild)
		if err == nil {
			table, err = s.Guilds.Ruleset(settings, d.Table.Name)
		}
		if err == nil {
			next, err = newQuestions(table, d.Kind)
		}
		if err != nil {
			return d, err
		}
	}
	err = s.Desk.Once(ctx, v, storage.Wanted{}, func(tx storage.Tx, _ bool) error {
		kept, err := readDrill(tx, v.Player, id)
		if err != nil {
			return err
		}
		if ended(kept.Asked) || len(kept.Asked) != question {
			d, err = s.showDrill(tx, kept)
			return errors.Join(err, round.ErrStale)
		}
		won, err := s.answered(tx, v, &kept, given, next, now)
		if err == nil {
			d, err = s.showDrill(tx, kept)
			d.Award = won
		}
		return err
	})
	return d, err
}

// judge notes an answer to the open question, and whether it is right.
func (d *Drill) judge(
	ctx context.Context, q *storage.DrillQuestion, answer int, advise Adviser,
) error {
	q.Answered, q.Answer = true, answer
	if d.Kind == drill.Count {
		q.Best = drill.Ask(d.Shoe, len(d.Asked)).Answer()
		q.Right = answer == q.Best
		return nil
	}
	options, err := advise(ctx, d.View)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(options,
		func(o odds.Option) bool { return o.Action == blackjack.Action(answer) })
	if i < 0 {
		return &blackjack.IllegalError{Action: blackjack.Action(answer),
			Legal: d.View.Seats[0].Legal}
	}
	cost := options[0].EV - options[i].EV
	if q.Right = cost <= drill.Tolerance; q.Right { // of ties each is best
		q.Best = answer
		return nil
	}
	q.Best = int(options[0].Action)
	q.Cost = blackjack.Micro(math.Round(cost * 1e6))
	return nil
}

// answered saves an answer, what it teaches and the next question. It reports whether it has
// won the award for a drill without a fault.
func (s *Stories) answered(tx storage.Tx, v interact.By, kept *storage.Drill,
	given storage.DrillQuestion, next questions, now time.Time) (won bool, err error) {
	lessons, err := storage.LessonsOf.Read(tx, v.Player)
	if err != nil {
		return false, err
	}
	learn(&lessons, kept.Kind, given)
	kept.Asked[len(kept.Asked)-1] = given
	if len(kept.Asked) == drill.Length {
		won, err = s.clean(tx, v, kept, now)
	} else if err = next.ask(kept, lessons); err == nil {
		err = tx.See(v.ID, now)
	}
	if err != nil {
		return false, err
	}
	if err := storage.LessonsOf.Put(tx, v.Player, lessons); err != nil {
		return false, err
	}
	return won, storage.Drills.Save(tx, *kept)
}

// learn adds an answer to lessons.
func learn(l *storage.Lessons, kind string, q storage.DrillQuestion) {
	l.Drilled++
	l.Run++
	if !q.Right {
		l.Run = 0
	} else {
		l.Right++
	}
	l.BestRun = max(l.BestRun, l.Run)
	if kind == string(drill.Count) {
		return
	}
	cell := q.Cell
	cell.Drilled = true
	teach(l, cell, !q.Right, q.Cost)
}

// teach adds a decision to the lessons of its cell.
func teach(l *storage.Lessons, cell storage.LessonCell, wrong bool, cost storage.Micro) {
	if l.Cells == nil {
		l.Cells = make(map[storage.LessonCell]storage.Lesson)
	}
	of := l.Cells[cell]
	of.Seen++
	if wrong {
		of.Wrong++
	}
	of.Cost += cost
	l.Cells[cell] = of
}

// clean gives the award for a drill without a fault, once. It is the first write after the
// last answer.
func (s *Stories) clean(
	tx storage.Tx, v interact.By, kept *storage.Drill, now time.Time,
) (bool, error) {
	if slices.ContainsFunc(kept.Asked, func(q storage.DrillQuestion) bool { return !q.Right }) {
		return false, tx.See(v.ID, now)
	}
	w, err := s.Wallets.Of(tx, v)
	if err != nil {
		return false, err
	}
	if w.Profile.Awards.Has(storage.CleanDrill) {
		return false, tx.See(v.ID, now)
	}
	wallet.Award(&w.Profile, storage.CleanDrill)
	w.Profile.Untold &^= storage.AwardSet(0).With(storage.CleanDrill) // told with the answer
	if err := s.Wallets.Begin(tx, v, &w, now); err != nil {
		return false, err
	}
	return true, storage.Profiles.Save(tx, w.Profile)
}

// questions are what a drill can ask at a table. They are made before a transaction, because
// others wait for that.
type questions struct {
	table tables.Table
	hands *drill.Hands // nil for counts
}

func newQuestions(t tables.Table, k drill.Kind) (questions, error) {
	q := questions{table: t}
	none := t.Rules.Endless()
	if k != drill.Count {
		q.hands = drill.HandsOf(t.Rules)
		none = len(q.hands.Cells(k)) == 0
	}
	if none {
		return q, &NoDrillError{k, t.Title}
	}
	return q, nil
}

// ask adds a question to a drill.
func (q questions) ask(kept *storage.Drill, lessons storage.Lessons) error {
	n := len(kept.Asked) + 1
	if q.hands == nil {
		return q.askCount(kept, n)
	}
	var last review.Cell
	if n > 1 {
		c := kept.Asked[n-2].Cell
		last = review.Cell{Kind: review.Kind(c.Kind), Total: int(c.Total), Upcard: int(c.Upcard)}
	}
	game, err := q.hands.Draw(drill.Random(kept.Seed, n), drill.Kind(kept.Kind), last,
		func(c review.Cell) float64 {
			cell := cellOf(c)
			played := lessons.Cells[cell]
			cell.Drilled = true
			drilled := lessons.Cells[cell]
			return drill.Weight(c, played.Seen+drilled.Seen, played.Wrong+drilled.Wrong,
				played.Cost+drilled.Cost)
		})
	if err != nil {
		return err
	}
	v := game.View()
	asked := storage.DrillQuestion{Cell: cellOf(review.CellOf(v)),
		Cards: round.BytesOf(v.Seats[0].Hands[0].Cards)}
	if up := v.Dealer.Cards; len(up) > 0 {
		asked.Upcard = uint8(up[0])
	}
	kept.Asked, kept.Record = append(kept.Asked, asked), game.Record()
	return nil
}

func (q questions) askCount(kept *storage.Drill, n int) error {
	if kept.Record == nil {
		shoe, err := drill.Shoe(q.table.Rules, kept.Seed)
		if err != nil {
			return err
		}
		kept.Record = round.BytesOf(shoe)
	}
	cards := drill.Ask(round.CardsOf(&storage.Deck{Cards: kept.Record}), n).Cards
	kept.Asked = append(kept.Asked, storage.DrillQuestion{Cards: round.BytesOf(cards)})
	return nil
}

func cellOf(c review.Cell) storage.LessonCell {
	return storage.LessonCell{Kind: storage.LessonKind(c.Kind), Total: uint8(c.Total),
		Upcard: uint8(c.Upcard)}
}

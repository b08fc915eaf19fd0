package session_test

import (
	"context"
	"slices"
	"time"

	"holecard/bot/interact"
	"holecard/bot/session"
	"holecard/storage"
)

// question is one that was asked about chips, of a gift or else a correction.
type question struct {
	by         interact.By
	gift       session.Gift
	correction session.Adjustment
}

func (q question) asked() storage.InteractionID { return q.by.ID }
func (q question) isGift() bool                 { return q.gift.Asked != 0 }

// someQuestions is how many of the newest questions are answered.
const someQuestions = 30

// movesChips is what players do with chips besides playing for them.
func (r *run) movesChips(who storage.Player) command {
	if r.dice.IntN(4) > 0 { // mostly some few, who come to the day's end of giving
		who.User = storage.UserID(1 + r.dice.IntN(4))
	}
	switch n := r.dice.IntN(40); {
	case n == 0:
		return r.sets(who)
	case n < 12:
		return r.asksForGift(who)
	case n < 20:
		return r.asksForCorrection(who)
	case len(r.questions) > 0:
		return r.answers(who)
	}
	return r.asksForGift(who)
}

// receiver is mostly somebody who plays, or else somebody who was never here, or
// an account of this month, which may be too young, or of today, which is.
func (r *run) receiver() storage.UserID {
	const day = 24 * time.Hour
	made := func(within time.Duration) storage.UserID {
		since := r.m.now.Truncate(within).Sub(storage.UserID(0).Time())
		return storage.UserID(since.Milliseconds() << 22)
	}
	switch n := r.dice.IntN(13); {
	case n == 0:
		return made(30 * day)
	case n == 1:
		return made(day)
	case n < 6:
		return storage.UserID(1 + r.dice.IntN(4))
	}
	return storage.UserID(1 + r.dice.IntN(modelPlayers+9))
}

func (r *run) asksForGift(who storage.Player) command {
	v := r.visit(who)
	chips := storage.Chips(1 + r.dice.IntN(100))
	if r.dice.IntN(8) == 0 {
		balance := r.m.person(who).balance
		chips = pick(r, balance, balance+1, 0, -1, r.b.GiveDaily, r.b.GiveDaily+1, storage.MaxChips,
			1<<63-1, -1<<63)
	}
	g := session.Gift{To: r.receiver(), ToName: "a receiver", Chips: chips, Asked: v.ID}
	if r.dice.IntN(25) == 0 {
		g.To = who.User
	}
	return command{name: "ask to give", v: v, other: g.To, asks: &question{by: v, gift: g},
		do: func(ctx context.Context, s rooms, v interact.By) result {
			after, err := s.AskGift(ctx, v, g)
			return result{err: kind(err), gave: after}
		},
		expect: func(m *model, v interact.By) result { return m.askGift(v, g) },
	}
}

func (r *run) asksForCorrection(who storage.Player) command {
	v := r.visit(who)
	c := session.Adjustment{
		Do: pick(r, session.Grant, session.Take, session.Reset), To: r.receiver(),
		ToName: "a receiver", Chips: storage.Chips(1 + r.dice.IntN(300)),
		Why: "a test", Asked: v.ID,
	}
	if r.dice.IntN(4) == 0 { // somebody who does not play, and may have as many already
		c.Do, c.To = session.Reset, storage.UserID(modelPlayers+1+r.dice.IntN(4))
	}
	p := r.m.person(storage.Player{Guild: who.Guild, User: c.To})
	switch rich := p.balance > storage.MaxChips/2; {
	case r.dice.IntN(5) == 0:
		c.Chips = pick(r, 0, -1, p.balance+1, storage.MaxChips, 1<<63-1, -1<<63)
	case rich && r.dice.IntN(2) == 0: // to stay so
		c.Do, c.Chips = session.Grant,
			storage.MaxChips-p.balance-storage.Chips(r.dice.IntN(pick(r, 100, 2000)))
	case rich && c.Do == session.Reset:
		c.Do = session.Take
	}
	if c.Do == session.Reset {
		c.Chips = 0
	}
	return command{name: "ask to correct", v: v, other: c.To, asks: &question{by: v, correction: c},
		do: func(ctx context.Context, s rooms, v interact.By) result {
			return corrected(s.AskAdjustment(ctx, v, c))
		},
		expect: func(m *model, v interact.By) result { return m.askCorrection(v, c) },
	}
}

func corrected(done session.Adjusted, err error) result {
	if err != nil {
		done = session.Adjusted{} // what comes with an error is nobody's business
	}
	return result{err: kind(err), corrected: done}
}

// answers presses a button of a question, mostly of one that is new. What was
// answered without moving chips is remembered for a while only, so that it is
// not asked about after that.
func (r *run) answers(who storage.Player) command {
	list := r.questions
	if r.dice.IntN(2) == 0 {
		list = list[max(0, len(list)-3):]
	}
	q := pick(r, list...)
	v := r.visit(q.by.Player)
	if v.ID.Time().Sub(q.asked().Time()) > storage.SeenFor-time.Minute {
		r.questions = slices.DeleteFunc(r.questions, func(old question) bool { return old == q })
		return r.asksForGift(who)
	}
	c := command{name: "give", v: v, other: q.gift.To}
	switch {
	case r.dice.IntN(5) == 0:
		c.name = "decline"
		c.do = func(ctx context.Context, s rooms, v interact.By) result {
			return result{err: kind(s.Decline(ctx, v, q.asked()))}
		}
		c.expect = func(m *model, v interact.By) result { return m.decline(v, q.asked()) }
	case q.isGift():
		c.to = q.asked()
		c.do = func(ctx context.Context, s rooms, v interact.By) result {
			_, after, err := s.Give(ctx, v, q.asked())
			return result{err: kind(err), gave: after}
		}
		c.expect = func(m *model, v interact.By) result { return m.give(v, q.gift) }
	default:
		c.name, c.other, c.to = "correct", q.correction.To, q.asked()
		c.do = func(ctx context.Context, s rooms, v interact.By) result {
			_, done, err := s.Adjust(ctx, v, q.asked())
			return corrected(done, err)
		}
		c.expect = func(m *model, v interact.By) result {
			return m.correct(v, q.correction)
		}
	}
	return c
}

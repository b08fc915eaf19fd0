package round_test

import (
	"context"
	"slices"
	"time"

	"holecard/bot/interact"
	"holecard/bot/wallet"
	"holecard/storage"
)

// answer is what became of a question about chips. The zero answer is none yet.
type answer struct{ answered, moved bool }

// prepare decides a gift, and changes nothing.
func (m *model) prepare(v interact.By, g wallet.Gift) (given storage.Chips,
	problem string) {
	giver, to := m.person(v.Player), m.person(storage.Player{Guild: v.Player.Guild, User: g.To})
	given = givenToday(giver, v)
	switch {
	case v.Player.Guild.Direct():
		return 0, "no guild"
	case m.guilds[v.Player.Guild].value(storage.SetGifts) == "off":
		return 0, "gifts off"
	case g.To == v.Player.User:
		return 0, "self"
	case g.Chips < 1:
		return 0, "no chips"
	case v.ID.Time().Sub(g.To.Time()) < m.giveAge:
		return 0, "young"
	case g.Chips > giver.balance:
		return 0, "short"
	case g.Chips > m.gives(v.Player.Guild).GiveDaily-given:
		return 0, "cap"
	case g.Chips > storage.MaxChips-to.balance-m.mayWin(to):
		return 0, "theirs full"
	}
	return given + g.Chips, ""
}

// givenToday is what a player has given away on the day of a visit.
func givenToday(p person, v interact.By) storage.Chips {
	if p.given.At.Before(dayOf(later(p.given.At, v))) {
		return 0
	}
	return p.given.Chips
}

func (m *model) leaves(v interact.By, balance, given storage.Chips) result {
	daily := m.gives(v.Player.Guild).GiveDaily
	return result{gave: wallet.Gave{Balance: balance, Left: max(0, daily-given), Daily: daily}}
}

func (m *model) askGift(v interact.By, g wallet.Gift) result {
	return m.once(v, func() result {
		given, problem := m.prepare(v, g)
		if problem != "" {
			return failed(problem)
		}
		m.ask(g.Asked)
		return m.leaves(v, m.person(v.Player).balance-g.Chips, given)
	})
}

// ask notes what is to be confirmed.
func (m *model) ask(asked storage.InteractionID) {
	if _, known := m.answers[asked]; !known {
		setIn(m, m.answers, asked, answer{})
	}
}

func (m *model) give(v interact.By, g wallet.Gift) result {
	return m.once(v, func() result { return m.given(v, g) })
}

func (m *model) given(v interact.By, g wallet.Gift) result {
	if m.seen[v.ID] && m.answers[g.Asked].moved {
		p := m.people[v.Player]
		return m.leaves(v, p.balance, givenToday(p, v))
	}
	if problem := m.unanswered(v, g.Asked); problem != "" {
		return failed(problem)
	}
	given, problem := m.prepare(v, g)
	if problem != "" {
		return failed(problem)
	}
	p := m.person(v.Player)
	m.enter(v, &p)
	p.balance -= g.Chips
	p.given = storage.Given{At: later(p.given.At, v), Chips: given}
	setIn(m, m.people, v.Player, p)
	m.receive(storage.Player{Guild: v.Player.Guild, User: g.To}, g.ToName, g.Chips)
	setIn(m, m.answers, g.Asked, answer{true, true})
	return m.leaves(v, p.balance, given)
}

// receive gives somebody chips, or fewer than none, who did nothing for it.
func (m *model) receive(who storage.Player, name string, chips storage.Chips) {
	p := m.person(who)
	if !p.known {
		p.known, p.name = true, name
		setIn(m, m.mint, who.Guild, m.mint[who.Guild]-m.gives(who.Guild).Starting)
	}
	p.balance += chips
	setIn(m, m.people, who, p)
}

// unanswered returns why a question cannot be answered with yes.
func (m *model) unanswered(v interact.By, asked storage.InteractionID) string {
	switch is, known := m.answers[asked]; {
	case !known:
		return unknown(v, asked)
	case is.moved:
		return "answered, moved"
	case is.answered:
		return "answered"
	case v.ID.Time().Sub(asked.Time()) > interact.ConfirmationTime:
		return "expired"
	}
	return ""
}

func (m *model) decline(v interact.By, asked storage.InteractionID) result {
	return m.once(v, func() result {
		switch is, known := m.answers[asked]; {
		case is.moved:
			return failed("answered, moved")
		case !known:
			return failed(unknown(v, asked))
		case !is.answered:
			setIn(m, m.answers, asked, answer{answered: true})
		}
		return result{}
	})
}

// correction is what an admin's word does to a wallet as it is now.
func (m *model) correction(v interact.By, c wallet.Adjustment) (done wallet.Adjusted,
	problem string) {
	p := m.person(storage.Player{Guild: v.Player.Guild, User: c.To})
	adds := map[storage.Reason]storage.Chips{wallet.Grant: c.Chips, wallet.Take: -c.Chips,
		wallet.Reset: m.gives(v.Player.Guild).Starting - p.balance}[c.Do]
	switch {
	case v.Player.Guild.Direct():
		return done, "no guild"
	case c.Do != wallet.Grant && !p.known:
		return done, "no player"
	case c.Do != wallet.Reset && c.Chips < 1:
		return done, "no chips"
	case adds > storage.MaxChips-p.balance-m.mayWin(p) && adds > 0:
		return done, "theirs full"
	case c.Do == wallet.Take && c.Chips > p.balance:
		return done, "take"
	}
	done = wallet.Adjusted{Before: p.balance, After: p.balance + adds, Opened: !p.known}
	if p.open != 0 {
		done.Held = m.hands[p.open].held()
	}
	return done, ""
}

func (m *model) askCorrection(v interact.By, c wallet.Adjustment) result {
	return m.once(v, func() result {
		done, problem := m.correction(v, c)
		if problem == "" {
			m.ask(c.Asked)
		}
		return result{err: problem, corrected: done}
	})
}

func (m *model) correct(v interact.By, c wallet.Adjustment) result {
	return m.once(v, func() result { return m.corrects(v, c) })
}

func (m *model) corrects(v interact.By, c wallet.Adjustment) result {
	who := storage.Player{Guild: v.Player.Guild, User: c.To}
	is := m.answers[c.Asked]
	if m.seen[v.ID] && is.answered && (is.moved || c.Do == wallet.Reset) {
		return result{corrected: wallet.Adjusted{After: m.people[who].balance, Again: true}}
	}
	if problem := m.unanswered(v, c.Asked); problem != "" {
		return failed(problem)
	}
	done, problem := m.correction(v, c)
	if problem != "" {
		return failed(problem)
	}
	adds := done.After - done.Before
	setIn(m, m.seen, v.ID, true)
	setIn(m, m.answers, c.Asked, answer{true, adds != 0})
	m.receive(who, c.ToName, adds)
	setIn(m, m.mint, who.Guild, m.mint[who.Guild]-adds)
	return result{corrected: done}
}

// unknown returns why a question is not known that nobody has asked here.
func unknown(v interact.By, asked storage.InteractionID) string {
	if v.ID.Time().Sub(asked.Time()).Abs() > interact.ConfirmationTime {
		return "expired"
	}
	return "elsewhere"
}

// question is one that was asked about chips, of a gift or else a correction.
type question struct {
	by         interact.By
	gift       wallet.Gift
	correction wallet.Adjustment
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
	g := wallet.Gift{To: r.receiver(), ToName: "a receiver", Chips: chips, Asked: v.ID}
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
	c := wallet.Adjustment{
		Do: pick(r, wallet.Grant, wallet.Take, wallet.Reset), To: r.receiver(),
		ToName: "a receiver", Chips: storage.Chips(1 + r.dice.IntN(300)),
		Why: "a test", Asked: v.ID,
	}
	if r.dice.IntN(4) == 0 { // somebody who does not play, and may have as many already
		c.Do, c.To = wallet.Reset, storage.UserID(modelPlayers+1+r.dice.IntN(4))
	}
	p := r.m.person(storage.Player{Guild: who.Guild, User: c.To})
	switch rich := p.balance > storage.MaxChips/2; {
	case r.dice.IntN(5) == 0:
		c.Chips = pick(r, 0, -1, p.balance+1, storage.MaxChips, 1<<63-1, -1<<63)
	case rich && r.dice.IntN(2) == 0: // to stay so
		c.Do, c.Chips = wallet.Grant,
			storage.MaxChips-p.balance-storage.Chips(r.dice.IntN(pick(r, 100, 2000)))
	case rich && c.Do == wallet.Reset:
		c.Do = wallet.Take
	}
	if c.Do == wallet.Reset {
		c.Chips = 0
	}
	return command{name: "ask to correct", v: v, other: c.To, asks: &question{by: v, correction: c},
		do: func(ctx context.Context, s rooms, v interact.By) result {
			return corrected(s.AskAdjustment(ctx, v, c))
		},
		expect: func(m *model, v interact.By) result { return m.askCorrection(v, c) },
	}
}

func corrected(done wallet.Adjusted, err error) result {
	if err != nil {
		done = wallet.Adjusted{} // what comes with an error is nobody's business
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

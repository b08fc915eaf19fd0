package session_test

import (
	"holecard/bot/interact"
	"holecard/bot/session"
	"holecard/storage"
)

// answer is what became of a question about chips. The zero answer is none yet.
type answer struct{ answered, moved bool }

// prepare decides a gift, and changes nothing.
func (m *model) prepare(v interact.By, g session.Gift) (given storage.Chips,
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
	return result{gave: session.Gave{Balance: balance, Left: max(0, daily-given), Daily: daily}}
}

func (m *model) askGift(v interact.By, g session.Gift) result {
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

func (m *model) give(v interact.By, g session.Gift) result {
	return m.once(v, func() result { return m.given(v, g) })
}

func (m *model) given(v interact.By, g session.Gift) result {
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
func (m *model) correction(v interact.By, c session.Adjustment) (done session.Adjusted,
	problem string) {
	p := m.person(storage.Player{Guild: v.Player.Guild, User: c.To})
	adds := map[storage.Reason]storage.Chips{session.Grant: c.Chips, session.Take: -c.Chips,
		session.Reset: m.gives(v.Player.Guild).Starting - p.balance}[c.Do]
	switch {
	case v.Player.Guild.Direct():
		return done, "no guild"
	case c.Do != session.Grant && !p.known:
		return done, "no player"
	case c.Do != session.Reset && c.Chips < 1:
		return done, "no chips"
	case adds > storage.MaxChips-p.balance-m.mayWin(p) && adds > 0:
		return done, "theirs full"
	case c.Do == session.Take && c.Chips > p.balance:
		return done, "take"
	}
	done = session.Adjusted{Before: p.balance, After: p.balance + adds, Opened: !p.known}
	if p.open != 0 {
		done.Held = m.hands[p.open].held()
	}
	return done, ""
}

func (m *model) askCorrection(v interact.By, c session.Adjustment) result {
	return m.once(v, func() result {
		done, problem := m.correction(v, c)
		if problem == "" {
			m.ask(c.Asked)
		}
		return result{err: problem, corrected: done}
	})
}

func (m *model) correct(v interact.By, c session.Adjustment) result {
	return m.once(v, func() result { return m.corrects(v, c) })
}

func (m *model) corrects(v interact.By, c session.Adjustment) result {
	who := storage.Player{Guild: v.Player.Guild, User: c.To}
	is := m.answers[c.Asked]
	if m.seen[v.ID] && is.answered && (is.moved || c.Do == session.Reset) {
		return result{corrected: session.Adjusted{After: m.people[who].balance, Again: true}}
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

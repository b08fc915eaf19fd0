package round_test

import (
	"cmp"
	"slices"
	"time"

	"holecard/blackjack"
	"holecard/blackjack/fair"
	"holecard/bot/interact"
	"holecard/bot/story"
	"holecard/bot/wallet"
	"holecard/storage"
)

func (m *model) collect(v interact.By) result {
	return m.once(v, func() result { return m.collects(v) })
}

// later returns the later of a time and Discord's, which made the visit's id: the
// days of a player only go forward.
func later(last time.Time, v interact.By) time.Time {
	if made := v.ID.Time().UTC(); dayOf(made).After(dayOf(last)) || dayOf(made).Equal(dayOf(last)) {
		return made
	}
	return last
}

// dayOf returns the midnight of UTC before a time, from which Go counts.
func dayOf(t time.Time) time.Time { return t.UTC().Truncate(24 * time.Hour) }

func (m *model) collects(v interact.By) result {
	p := m.person(v.Player)
	now := later(p.daily.At, v)
	today, last := dayOf(now), dayOf(p.daily.At)
	collected := p.daily.By == v.ID
	var told storage.AwardSet
	if !collected && (p.daily.At.IsZero() || today != last) {
		streak := 1
		if !p.daily.At.IsZero() && today.Sub(last) == 24*time.Hour {
			streak = p.daily.Streak + 1
		}
		gives := m.reward(v, streak)
		if room := storage.MaxChips - p.balance - m.mayWin(p); gives > room {
			return failed("full")
		}
		m.enter(v, &p)
		p.balance += gives
		p.daily = storage.Daily{At: now, By: v.ID, Chips: gives, Streak: streak}
		if streak > 6 {
			p.give(storage.SevenDays)
		}
		told, p.untold = p.untold, 0
		setIn(m, m.mint, v.Player.Guild, m.mint[v.Player.Guild]-gives)
		setIn(m, m.people, v.Player, p)
		collected, last = true, today
	}
	return result{daily: wallet.Daily{
		Collected: collected, Chips: p.daily.Chips, Streak: p.daily.Streak,
		Next:      last.Add(24 * time.Hour),
		NextChips: m.reward(v, p.daily.Streak+1), Balance: p.balance, Awards: told,
	}}
}

// mayWin is what a player's open hand may bring, stakes and all.
func (m *model) mayWin(p person) storage.Chips {
	if p.open == 0 {
		return 0
	}
	h := m.hands[p.open]
	if h.practice {
		return 0
	}
	return h.staked() + h.round.MostWon(0)
}

// reward is the daily chips of a day in a row.
func (m *model) reward(v interact.By, streak int) storage.Chips {
	return m.gives(v.Player.Guild).Daily * storage.Chips(9+min(streak, 11)) / 10
}

// relief is what a player without chips gets next.
func (m *model) relief(v interact.By, p person) *wallet.Relief {
	due := wallet.Due{Chips: m.reward(v, 1)}
	today, last := dayOf(later(p.daily.At, v)), dayOf(p.daily.At)
	switch next := last.Add(24 * time.Hour); {
	case p.daily.At.IsZero():
	case today.Equal(last):
		due = wallet.Due{Chips: m.reward(v, p.daily.Streak+1), At: next}
	case today.Equal(next):
		due.Chips = m.reward(v, p.daily.Streak+1)
	}
	r := &wallet.Relief{Daily: due}
	if chips := m.gives(v.Player.Guild).Refill; chips > 0 {
		r.Refill.Chips = chips
		if v.ID.Time().Sub(p.refill).Abs() < time.Hour {
			r.Refill.At = p.refill.Add(time.Hour)
		}
	}
	return r
}

func (m *model) refill(v interact.By) result {
	return m.once(v, func() result {
		p := m.person(v.Player)
		due := m.relief(v, p).Refill
		switch {
		case m.seen[v.ID] && p.refill.Equal(v.ID.Time()):
			return result{refill: wallet.Refill{Given: true, Chips: due.Chips, Next: due.At,
				Balance: p.balance}}
		case due.Chips == 0:
			return failed("no refill")
		case p.balance > 0 || p.open != 0:
			return failed("not broke")
		case !due.At.IsZero():
			return result{refill: wallet.Refill{Chips: due.Chips, Next: due.At}}
		}
		m.enter(v, &p)
		p.balance, p.refill = due.Chips, v.ID.Time().UTC()
		setIn(m, m.mint, v.Player.Guild, m.mint[v.Player.Guild]-due.Chips)
		setIn(m, m.people, v.Player, p)
		return result{refill: wallet.Refill{Given: true, Chips: due.Chips,
			Next: p.refill.Add(time.Hour), Balance: due.Chips}}
	})
}

func (m *model) account(v interact.By, of storage.UserID) result {
	who := storage.Player{Guild: v.Player.Guild, User: of}
	p := m.people[who]
	if who == v.Player && !p.known {
		return result{account: wallet.Account{Player: who, Name: v.Name, New: true,
			Balance: m.gives(who.Guild).Starting}}
	}
	if !p.known {
		return failed("no player")
	}
	a := wallet.Account{Player: who, Name: p.name, Balance: p.balance, Stats: p.stats,
		Streak: p.daily.Streak}
	if dayOf(later(p.daily.At, v)).Sub(dayOf(p.daily.At)) > 24*time.Hour {
		a.Streak = 0
	}
	if p.open != 0 {
		a.Held = m.hands[p.open].held()
	}
	ranked := m.ranked(who.Guild, storage.ByChips)
	a.Position.Of = len(ranked)
	for _, s := range ranked {
		if s.Player == who {
			a.Position.At = s.Position
		}
	}
	return result{account: a}
}

// ranked returns the players of a guild, best first.
func (m *model) ranked(g storage.GuildID, by storage.Order) []storage.Standing {
	var list []storage.Standing
	for who, p := range m.people {
		if !by.Ever().OfProfile() { // no round is reviewed
			break
		}
		switch {
		case by == storage.ByWinRate && p.stats.Hands < 10,
			by == storage.ByNet && p.stats.Hands == 0,
			by == storage.ByBiggestWin && p.stats.BiggestWin == 0:
			continue
		}
		if who.Guild == g {
			list = append(list,
				storage.Standing{Player: who, Name: p.name, Balance: p.balance, Stats: p.stats})
		}
	}
	slices.SortFunc(list, func(a, b storage.Standing) int {
		return cmp.Or(cmp.Compare(by.Ever().Score(b), by.Ever().Score(a)),
			cmp.Compare(a.Player.User, b.Player.User))
	})
	for i := range list {
		list[i].Position = i + 1
		if i > 0 && by.Ever().Score(list[i]) == by.Ever().Score(list[i-1]) {
			list[i].Position = list[i-1].Position
		}
	}
	return list
}

func (m *model) board(v interact.By, by storage.Order, page int) result {
	ranked := m.ranked(v.Player.Guild, by)
	pages := max(1, (len(ranked)+9)/10)
	page = min(max(page, 0), pages-1)
	b := story.Board{Ranking: story.Ranking{By: by}, Page: page, Pages: pages, Of: len(ranked)}
	b.Standings = append([]storage.Standing{}, ranked[page*10:min(len(ranked), page*10+10)]...)
	if p := m.people[v.Player]; p.known {
		b.You = storage.Standing{Player: v.Player, Name: p.name, Balance: p.balance, Stats: p.stats}
	}
	for _, s := range ranked {
		if s.Player == v.Player {
			b.You = s
		}
	}
	return result{board: b}
}

// fairness is /fair: the hand named or else the newest, and a client seed, if any.
func (m *model) fairness(v interact.By, id storage.RoundID, client string) result {
	if client != "" && fair.CheckClientSeed(client) != nil {
		return failed("client seed")
	}
	p := m.person(v.Player)
	if id == 0 {
		id = p.last
	}
	h, ok := m.hand(v, id)
	switch {
	case id != 0 && !ok:
		return failed("no hand")
	case ok && h.player != v.Player:
		return failed("not yours")
	}
	r := result{client: p.client}
	if ok && (p.open == 0 || m.hands[p.open].table != h.table) {
		m.endUnplayed(place{v.Player, h.table})
	}
	if ok {
		r.open, r.proof = !h.over(), h.table
	}
	if client != "" && !m.seen[v.ID] {
		r.client = client
	}
	shows := !p.shown && !m.seen[v.ID]
	if !p.known || !p.drawn || shows || r.client != p.client {
		p.client, p.drawn, p.shown = r.client, true, p.shown || shows
		m.enter(v, &p)
		setIn(m, m.people, v.Player, p)
	}
	return r
}

// endUnplayed ends a deck that no hand will be dealt from.
func (m *model) endUnplayed(shoe place) {
	_, rules, problem := m.table(shoe.player.Guild, shoe.table)
	if len(m.decks[shoe]) > 0 &&
		(problem != "" || rules.Fresh || m.sizes[shoe] != len(rules.Full())) {
		setIn(m, m.decks, shoe, []blackjack.Card{})
	}
}

package round_test

import (
	"cmp"
	"errors"
	"slices"
	"time"

	"holecard/blackjack"
	"holecard/blackjack/fair"
	"holecard/blackjack/strategy"
	"holecard/blackjack/tables"
	"holecard/bot/interact"
	"holecard/bot/round"
	"holecard/bot/wallet"
	"holecard/storage"
)

// played is a hand.
type played struct {
	player   storage.Player
	table    string
	plays    string
	private  bool
	practice bool
	shuffled bool
	changed  time.Time
	version  uint32
	next     storage.RoundID
	origin   storage.ShoeOrigin
	fresh    bool // its shuffle was made for it
	round    *blackjack.Round
}

func (h played) staked() storage.Chips { return h.round.Staked(0) }

// held is what the ledger keeps for the hand while it is open.
func (h played) held() storage.Chips {
	if h.practice {
		return 0
	}
	return h.staked()
}

func (h played) over() bool { return h.round.Phase() == blackjack.Over }

type place struct {
	player storage.Player
	table  string
}

func (m *model) start(v interact.By, d round.Deal) result {
	return m.once(v, func() result {
		table, rules, problem := m.table(v.Player.Guild, d.Table)
		return m.deal(v, table, rules, problem, d, 0, 0, false)
	})
}

// hand returns a hand of the interaction's guild.
func (m *model) hand(v interact.By, id storage.RoundID) (h played, ok bool) {
	h, ok = m.hands[id]
	if !ok || h.player.Guild != v.Player.Guild {
		return played{}, false
	}
	return h, true
}

func (m *model) again(v interact.By, id storage.RoundID, version uint32, same bool,
	bet func(before played, now blackjack.Rules) storage.Bet) result {
	h, ok := m.hand(v, id)
	if !ok {
		return failed("no hand")
	}
	return m.once(v, func() result {
		_, rules, problem := m.table(v.Player.Guild, h.table)
		named := bet(h, rules)
		return m.deal(v, h.table, rules, problem, round.Deal{Bet: named.Stake, Sides: named.Sides,
			Private: h.private, Practice: h.practice, Plays: h.plays}, id, version, same)
	})
}

// deal deals a hand: after another, unless that is 0.
func (m *model) deal(v interact.By, table string, rules blackjack.Rules, problem string,
	d round.Deal, after storage.RoundID, version uint32, same bool) result {
	id := cmp.Or(storage.RoundID(d.Asked), storage.RoundID(v.ID))
	if h, ok := m.hand(v, id); ok {
		if h.player != v.Player {
			return failed("not yours")
		}
		return m.shows(v, m.newest(id), "")
	}
	if problem != "" {
		return failed(problem)
	}
	if !readable(d.Plays, rules) {
		return failed("strategy")
	}
	p := m.person(v.Player)
	before := m.hands[after]
	if after != 0 {
		switch {
		case before.player != v.Player:
			return failed("not yours")
		case !before.over():
			return failed("not over")
		case before.version != version:
			return m.shows(v, m.newest(after), "stale")
		case v.ID.Time().Sub(before.changed).Abs() < 600*time.Millisecond:
			return m.shows(v, m.newest(after), "soon")
		}
	} else if d.Bet == 0 {
		if d.Bet = p.lastBet; d.Bet == 0 {
			d.Bet = max(1, min(10, p.balance))
		}
	}
	if p.open != 0 {
		r := m.shows(v, p.open, "")
		r.hand.Resumed = true
		return r
	}
	switch bet := d.Bet; {
	case bet < rules.MinBet || bet > rules.MaxBet:
		return failed("stake")
	case d.Sides != sidesTaken(rules, bet, d.Sides):
		return failed("side bet")
	case d.Practice:
	case d.Bet+d.Sides.Sum() > p.balance:
		return m.short(v, p, rules, table, d)
	case p.balance+rules.MostWon(blackjack.Bet{Stake: bet, Sides: d.Sides}) > storage.MaxChips:
		return failed("full")
	case d.Asked == 0 && !same && d.Plays == "" && d.Sides.Sum() > 0 &&
		2*(d.Bet+d.Sides.Sum()) > p.balance:
		r := failed("bold")
		r.instead = &round.Deal{Bet: bet, Sides: d.Sides, Private: d.Private, Table: table,
			Asked: v.ID}
		return r
	}
	if m.seen[v.ID] {
		return failed("repeated")
	}
	h, problem := m.cards(v, table, rules, d, &p)
	if problem != "" {
		return failed(problem)
	}
	m.enter(v, &p)
	p.last = id
	if !d.Practice {
		p.lastBet = d.Bet
	}
	m.keep(id, h, 0, p)
	if after != 0 {
		before.next, before.version, before.changed = id, before.version+1, m.clock
		setIn(m, m.hands, after, before)
	}
	return m.shows(v, id, "")
}

// short refuses a bet that the wallet is too small for.
func (m *model) short(v interact.By, p person, rules blackjack.Rules, table string,
	d round.Deal) result {
	r := failed("short")
	if p.balance == 0 {
		r.relief = m.relief(v, p)
	}
	if all := min(p.balance, d.Bet); all >= rules.MinBet && d.Plays == "" {
		r.instead = &round.Deal{Bet: all, Private: d.Private, Table: table,
			Asked: cmp.Or(d.Asked, v.ID)}
	}
	return r
}

// sidesTaken are those of the side bets that a table takes beside a bet.
func sidesTaken(rules blackjack.Rules, bet storage.Chips, sides blackjack.Sides) (
	taken blackjack.Sides) {
	for b, tables := range []blackjack.PayTable{rules.Pairs, rules.Poker, rules.Bust} {
		if tables > 0 && sides[b] >= 1 && sides[b] <= min(rules.MaxBet, bet, 1<<41) {
			taken[b] = sides[b]
		}
	}
	return taken
}

// sidesStill are the side bets of a hand that are made again after it, beside a bet.
func (h played) sidesStill(now blackjack.Rules, bet storage.Chips) blackjack.Sides {
	return sidesTaken(now, bet, h.round.Sides(0))
}

// newest is the hand that the message of a hand shows by now.
func (m *model) newest(id storage.RoundID) storage.RoundID {
	for range 4 {
		h := m.hands[id]
		if h.next == 0 || m.guilds[h.player.Guild].value(storage.SetNewMessage) == "on" {
			break
		}
		id = h.next
	}
	return id
}

// cards deals from what is left of the shoe, or from the shuffles that are kept.
func (m *model) cards(v interact.By, table string, rules blackjack.Rules, d round.Deal,
	p *person) (played, string) {
	origin, ok := m.origin(v.Player.Guild, cmp.Or(storage.RoundID(d.Asked), storage.RoundID(v.ID)))
	if !ok {
		return played{}, "dealt, but the hand is not kept"
	}
	var left []blackjack.Card
	shoe := place{v.Player, table}
	if !rules.Fresh {
		left = m.decks[shoe]
		// of other decks than the table has now
		if left != nil && m.sizes[shoe] != len(rules.Full()) {
			left = []blackjack.Card{}
		}
	}
	purse := p.balance - d.Bet - d.Sides.Sum()
	if d.Practice {
		purse = storage.MaxChips
	}
	bet := blackjack.Bet{Stake: d.Bet, Purse: purse, Sides: d.Sides}
	try := func(left []blackjack.Card) (blackjack.Round, bool, error) {
		fresh, behind := rules.Low(left), []blackjack.Card(nil)
		if fresh {
			left = shuffled(origin.Shuffle, rules)
		} else if !rules.EmptyWins {
			behind = shuffled(origin.Behind, rules)
		}
		cards, err := blackjack.NewShoeThen(left, behind)
		if err != nil {
			return blackjack.Round{}, fresh, err
		}
		round, err := blackjack.Deal(rules, cards, bet)
		return round, fresh, err
	}
	round, fresh, err := try(left)
	again := left != nil
	if errors.Is(err, blackjack.ErrShoe) {
		again = false
		round, fresh, err = try(nil)
	}
	if err != nil {
		return played{}, kind(err)
	}
	next := origin.Behind
	if fresh {
		next = origin.Shuffle
	}
	if (fresh || !rules.EmptyWins) &&
		(next.By != cmp.Or(d.Asked, v.ID) || next.Server.Zero() ||
			next.Shown.IsZero() == p.shown ||
			p.client != "" && next.Client != p.client) {
		return played{}, "the shuffle is not of this hand"
	}
	if p.client == "" {
		p.client = next.Client
	}
	p.drawn, p.shown = true, p.shown && !fresh
	flown, problem := fly(round, d.Plays, purse, nil)
	return played{
		player: v.Player, table: table, plays: d.Plays, private: d.Private, practice: d.Practice,
		shuffled: fresh && again, round: &flown, origin: origin, fresh: fresh,
	}, problem
}

func shuffled(s storage.Shuffle, r blackjack.Rules) []blackjack.Card {
	return fair.Inputs{Server: fair.Seed(s.Server), Client: s.Client,
		Interaction: uint64(s.By)}.Cards(r)
}

// readable reports whether an expression is a strategy.
func readable(plays string, r blackjack.Rules) bool {
	if plays == "" {
		return true
	}
	_, err := strategy.Parse(plays,
		strategy.Env{Rules: &r, Ask: func(*strategy.Situation) (blackjack.Action, error) {
			return 0, nil
		}})
	return err == nil
}

var errAsks = errors.New("the player is asked")

// fly plays on until the player is asked, beginning with an answer.
func fly(r blackjack.Round, plays string, purse storage.Chips,
	answer *blackjack.Action) (blackjack.Round, string) {
	r = r.Fund(0, purse)
	rules := r.Rules()
	ask := func(*strategy.Situation) (blackjack.Action, error) {
		if answer == nil {
			return 0, errAsks
		}
		a := *answer
		answer = nil
		return a, nil
	}
	for r.Phase() != blackjack.Over {
		var a blackjack.Action
		var err error
		situation := strategy.See(r)
		switch {
		case r.Turn() == blackjack.House:
			a, err = strategy.StopAt(tables.HouseStops).Decide(&situation)
		case plays == "":
			a, err = ask(nil)
		default:
			var pilot strategy.Strategy
			if pilot, err = strategy.Parse(plays,
				strategy.Env{Rules: &rules, Ask: ask}); err == nil {
				a, err = pilot.Decide(&situation)
			}
		}
		if errors.Is(err, errAsks) {
			return r, ""
		}
		if err != nil {
			return r, kind(err)
		}
		next, err := r.Play(r.Turn(), a)
		if err != nil {
			if r.LegalWith(0, 1<<60).Has(a) {
				return r, "short"
			}
			return r, kind(err)
		}
		r = next
	}
	return r, ""
}

func (m *model) act(v interact.By, id storage.RoundID, version uint32,
	a blackjack.Action) result {
	return m.once(v, func() result { return m.acts(v, id, version, a) })
}

func (m *model) acts(v interact.By, id storage.RoundID, version uint32,
	a blackjack.Action) result {
	h, ok := m.hand(v, id)
	switch {
	case !ok:
		return failed("no hand")
	case h.player != v.Player:
		return failed("not yours")
	case m.seen[v.ID] && h.version != version:
		return m.shows(v, m.newest(id), "")
	case h.version != version:
		return m.shows(v, m.newest(id), "stale")
	case h.over():
		return failed("over")
	}
	p := m.people[v.Player]
	staked := h.staked()
	round, problem := fly(*h.round, h.plays, h.purse(p), &a)
	switch {
	case problem != "":
		return failed(problem)
	case m.seen[v.ID]:
		return m.shows(v, id, "")
	}
	m.enter(v, &p)
	h.round = &round
	m.keep(id, h, staked, p)
	return m.shows(v, id, "")
}

// keep moves the chips of a step, and settles a hand that is over.
func (m *model) keep(id storage.RoundID, h played, staked storage.Chips, p person) {
	h.version++
	h.changed = m.clock
	p.open = id
	if !h.practice {
		p.balance -= h.staked() - staked
	}
	if h.over() {
		p.open = 0
		if pay := h.round.Payout(0); !h.practice {
			p.balance += pay.Staked - pay.Lost + pay.Won
			setIn(m, m.house, h.player.Guild, m.house[h.player.Guild]+(pay.Lost-pay.Won))
			tally(&p.stats, h.round.View().Seats[0], pay.Staked, pay.Won-pay.Lost)
			p.played(m.clock, h.round.View().Seats[0], pay.Won-pay.Lost)
		}
		rules, shoe := h.round.Rules(), place{h.player, h.table}
		rest := h.round.Rest()
		p.shown = p.shown && !h.round.Reshuffled()
		if rules.Low(rest) { // as where each hand is shuffled afresh
			rest = []blackjack.Card{}
		}
		if !rules.Fresh || m.decks[shoe] != nil {
			setIn(m, m.decks, shoe, rest)
			setIn(m, m.sizes, shoe, len(rules.Full()))
		}
	}
	m.told, p.untold = p.untold, 0
	setIn(m, m.hands, id, h)
	setIn(m, m.people, h.player, p)
}

// played is what a settled hand means for its player besides chips.
func (p *person) played(at time.Time, seat blackjack.SeatView, net storage.Chips) {
	if day := dayOf(at); dayOf(p.day.At) != day && dayOf(p.day.At) != day.Add(24*time.Hour) {
		p.day = storage.DayOf{}
	}
	if dayOf(at) == dayOf(p.day.At) || p.day.At.IsZero() {
		p.day.At = at
	}
	p.day.Net += net
	if slices.ContainsFunc(seat.Hands, func(h blackjack.HandView) bool { return h.Natural }) {
		p.give(storage.FirstNatural)
	}
	if net > 0 && len(seat.Hands) == 4 {
		p.give(storage.FourWaySplit)
	}
	if net > 0 && p.balance == net+1 {
		p.give(storage.Comeback)
	}
}

func (p *person) give(a storage.Award) {
	if p.awards&(1<<a) == 0 {
		p.awards |= 1 << a
		p.untold |= 1 << a
	}
}

// tally counts a hand that is over.
func tally(st *storage.Stats, seat blackjack.SeatView, wagered, net storage.Chips) {
	st.Hands++
	st.Wagered += wagered
	st.Net += net
	if net > 0 {
		st.Wins++
		st.BiggestWin = max(st.BiggestWin, net)
	} else if net < 0 {
		st.Losses++
		st.BiggestLoss = max(st.BiggestLoss, -net)
	} else {
		st.Pushes++
	}
	st.Splits += len(seat.Hands) - 1
	over21 := func(h blackjack.HandView) bool { return h.Total > 21 }
	if slices.ContainsFunc(seat.Hands, over21) {
		st.Busts++
	}
	for _, h := range seat.Hands {
		for _, f := range []struct {
			is bool
			n  *int
		}{{h.Natural, &st.Naturals}, {h.Doubled, &st.Doubles},
			{h.Outcome == blackjack.Surrendered, &st.Surrenders}} {
			if f.is {
				*f.n++
			}
		}
	}
}

// purse is what a hand can still take.
func (h played) purse(p person) storage.Chips {
	if h.practice {
		return storage.MaxChips
	}
	return p.balance
}

// shows returns a hand as its player sees it, apart from what shuffles promise.
func (m *model) shows(v interact.By, id storage.RoundID, err string) result {
	h := m.hands[id]
	p := m.people[h.player]
	balance, purse := p.balance, h.purse(p)
	t, _ := tables.Named(h.table)
	t.Rules = h.round.Rules()
	here := m.guilds[h.player.Guild]
	var lacks round.Lacks
	for a := blackjack.Hit; a <= blackjack.EvenMoney && !h.over(); a++ {
		may := func(purse storage.Chips) bool { return h.round.LegalWith(0, purse).Has(a) }
		if may(1<<60) && !may(purse) {
			if lacks == nil {
				lacks = round.Lacks{}
			}
			lacks[a] = h.round.Cost(a)
		}
	}
	var relief *wallet.Relief
	if h.over() && h.next == 0 && !h.practice && balance == 0 && p.open == 0 {
		relief = m.relief(v, p)
	}
	told := m.told
	m.told = 0
	game := h.round.Fund(0, purse)
	return result{err: err, hand: round.Hand{
		Awards: told, Practice: h.practice, Lacks: lacks, Relief: relief,
		NewMessage: here.value(storage.SetNewMessage) == "on",
		ID:         id, Version: h.version, Player: h.player, Table: t,
		View: game.View(),
		Bet:  h.round.Bet(0), Balance: balance, Private: h.private, Open: !h.over(),
		Shuffled: h.shuffled, Plays: h.plays,
		Next: h.next, Proven: true,
	}}
}

package round_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"holecard/blackjack"
	"holecard/blackjack/tables"
	"holecard/bot/interact"
	"holecard/bot/round"
	"holecard/bot/story"
	"holecard/bot/wallet"
	"holecard/storage"
)

// pick returns one of the values.
func pick[T any](r *run, list ...T) T { return list[r.dice.IntN(len(list))] }

// guest is a user in one of the guilds, of which 0 is the user's direct messages.
func guest(home int, user storage.UserID) storage.Player {
	if home == 0 {
		return storage.Player{Guild: storage.DirectMessages(user), User: user}
	}
	return storage.Player{Guild: storage.GuildID(home), User: user}
}

// next thinks of what somebody does next.
func (r *run) next() command {
	if len(r.recent) > 0 && r.dice.IntN(25) == 0 {
		return pick(r, r.recent...) // delivered again
	}
	if last := len(r.recent) - 1; last >= 0 && r.dice.IntN(20) == 0 {
		return r.playsOn(r.recent[last].v.Player) // at once
	}
	who := guest(r.dice.IntN(modelGuilds), storage.UserID(1+r.dice.IntN(modelPlayers)))
	if r.dice.IntN(14) == 0 {
		return r.movesChips(who)
	}
	p := r.m.people[who]
	switch n := r.dice.IntN(100); {
	case n < 3:
		return r.collects(who)
	case n < 4:
		return r.asks(who)
	case n < 5:
		return pick(r, r.refills, r.betsAll, r.sets)(who)
	case p.known && p.balance == 0 && p.open == 0 && n < 30:
		return r.refills(who)
	case n < 6:
		return r.looksUp(who)
	case n < 8:
		return r.ranks(who)
	case n < 11:
		return r.checksFairness(who)
	case n < 14:
		return r.changesTables(who)
	case p.open != 0 && n < 90, n < 17:
		return r.acts(who)
	case p.last != 0 && n < 45, p.open != 0 && n < 95:
		return r.playsOn(who)
	}
	return r.deals(who)
}

func handResult(h round.Hand, err error) result {
	if err != nil && kind(err) != "stale" && kind(err) != "soon" {
		h = round.Hand{} // what comes with other errors is nobody's business
	}
	r := result{err: kind(err), hand: h}
	if short, ok := errors.AsType[*wallet.ShortError](err); ok {
		r.relief = short.Relief
	}
	if less, ok := errors.AsType[*round.InsteadError](err); ok {
		r.instead = &less.Instead
	}
	if bold, ok := errors.AsType[*round.BoldError](err); ok {
		r.instead = &bold.Meant
	}
	return r
}

// instead is what the button below a refusal deals: for as many chips as there were, or as many
// as were meant.
type instead struct {
	player storage.Player
	deal   round.Deal
}

// betsAll is a press of the button below such a refusal.
func (r *run) betsAll(who storage.Player) command {
	if len(r.insteads) == 0 {
		return r.deals(who)
	}
	last := pick(r, r.insteads...)
	who = last.player
	return command{name: "bet all", v: r.visit(who), asked: last.deal.Asked,
		do: func(ctx context.Context, s rooms, v interact.By) result {
			return handResult(s.Start(ctx, v, last.deal))
		},
		expect: func(m *model, v interact.By) result { return m.start(v, last.deal) },
	}
}

func (r *run) refills(who storage.Player) command {
	return command{name: "refill", v: r.visit(who),
		do: func(ctx context.Context, s rooms, v interact.By) result {
			f, err := s.Refill(ctx, v)
			if err != nil {
				f = wallet.Refill{}
			}
			return result{err: kind(err), refill: f}
		},
		expect: func(m *model, v interact.By) result { return m.refill(v) },
	}
}

func (r *run) bet(balance storage.Chips) storage.Chips {
	switch n := r.dice.IntN(40); {
	case n < 4:
		return 0 // the last
	case n == 4:
		return pick(r, balance, balance+1, -1, 501, 500, 1<<31, 1<<53-1, 1<<53, 1<<63-1, -1<<63)
	case n == 5:
		return max(1, balance/2)
	}
	return storage.Chips(1 + r.dice.IntN(25))
}

// sides are mostly small side bets, or none.
func (r *run) sides() (sides blackjack.Sides) {
	for b := range sides {
		switch n := r.dice.IntN(40); {
		case n == 0:
			sides[b] = pick[storage.Chips](r, -1, 501, 500, 1<<41, 1<<41+1, 1<<63-1, -1<<63)
		case n < 20:
			sides[b] = storage.Chips(r.dice.IntN(7))
		}
	}
	return sides
}

func (r *run) deals(who storage.Player) command {
	d := round.Deal{Bet: r.bet(r.m.people[who].balance), Private: r.dice.IntN(8) == 0,
		Practice: r.dice.IntN(10) == 0}
	switch n := r.dice.IntN(20); {
	case n == 0:
		d.Table = "roulette"
	case n < 14:
		d.Table = pick(r, tables.All()...).Name
	}
	if d.Sides = r.sides(); r.dice.IntN(20) > 0 {
		_, rules, _ := r.m.table(who.Guild, d.Table)
		d.Sides = sidesTaken(rules, cmp.Or(d.Bet, 10), d.Sides)
	}
	if r.dice.IntN(8) == 0 {
		d.Plays = pick(r, "stopAt(17)", "both(stopAt(19), ask)", "ask", "dealerSensitive",
			"total < 15", "stopAt(", "fly(3)")
	}
	return command{name: "deal", v: r.visit(who),
		do: func(ctx context.Context, s rooms, v interact.By) result {
			return handResult(s.Start(ctx, v, d))
		},
		expect: func(m *model, v interact.By) result { return m.start(v, d) },
	}
}

// someHand returns one of the player's newest hands, mostly the newest, or
// somebody else's, or none, with a version.
func (r *run) someHand(who storage.Player) (storage.RoundID, uint32) {
	owner := who
	switch r.dice.IntN(30) {
	case 0:
		owner.User = storage.UserID(1 + r.dice.IntN(modelPlayers))
	case 1:
		owner = guest(r.dice.IntN(modelGuilds), who.User)
	case 2:
		return 12345, 1
	}
	list := r.newest[owner]
	if len(list) == 0 {
		return 12345, 1
	}
	id := list[len(list)-1]
	if r.dice.IntN(12) == 0 {
		id = pick(r, list[max(0, len(list)-someHands):]...)
	}
	version := r.m.hands[id].version
	if r.dice.IntN(20) == 0 {
		version += pick(r, ^uint32(0), 1, 7)
	}
	return id, version
}

func (r *run) acts(who storage.Player) command {
	id, version := r.someHand(who)
	a := blackjack.Action(r.dice.IntN(int(blackjack.EvenMoney) + 1))
	if h, ok := r.m.hands[id]; ok && !h.over() && r.dice.IntN(15) > 0 {
		if legal := slices.Collect(h.round.LegalWith(0,
			r.m.people[h.player].balance).All()); len(legal) > 0 {
			a = pick(r, legal...)
		}
	}
	return command{name: "act " + a.String(), v: r.visit(who),
		do: func(ctx context.Context, s rooms, v interact.By) result {
			return handResult(s.Act(ctx, v, id, version, a))
		},
		expect: func(m *model, v interact.By) result { return m.act(v, id, version, a) },
	}
}

func (r *run) playsOn(who storage.Player) command {
	id, version := r.someHand(who)
	bet := r.bet(r.m.people[who].balance)
	if bet == 0 || r.dice.IntN(3) > 0 {
		return command{name: "again", v: r.visit(who),
			do: func(ctx context.Context, s rooms, v interact.By) result {
				return handResult(s.Again(ctx, v, id, version))
			},
			expect: func(m *model, v interact.By) result {
				return m.again(v, id, version, true, func(h played, now blackjack.Rules) storage.Bet {
					bet := h.round.Bet(0)
					return storage.Bet{Stake: bet, Sides: h.sidesStill(now, bet)}
				})
			},
		}
	}
	named := storage.Bet{Stake: bet, Sides: r.sides()}
	if r.dice.IntN(20) > 0 {
		_, rules, _ := r.m.table(who.Guild, r.m.hands[id].table)
		named.Sides = sidesTaken(rules, bet, named.Sides)
	}
	if r.dice.IntN(5) == 0 {
		named.Stake = 0
	}
	return command{name: "another bet", v: r.visit(who),
		do: func(ctx context.Context, s rooms, v interact.By) result {
			return handResult(s.Rebet(ctx, v, id, version, named))
		},
		expect: func(m *model, v interact.By) result {
			return m.again(v, id, version, false, func(h played, _ blackjack.Rules) storage.Bet {
				return storage.Bet{Stake: cmp.Or(named.Stake, h.round.Bet(0)), Sides: named.Sides}
			})
		},
	}
}

func (r *run) collects(who storage.Player) command {
	return command{name: "daily", v: r.visit(who),
		do: func(ctx context.Context, s rooms, v interact.By) result {
			d, err := s.Daily(ctx, v)
			return result{err: kind(err), daily: d}
		},
		expect: func(m *model, v interact.By) result { return m.collect(v) },
	}
}

func (r *run) looksUp(who storage.Player) command {
	of := storage.UserID(r.dice.IntN(modelPlayers + 5))
	c := r.asks(who)
	c.do = func(ctx context.Context, s rooms, v interact.By) result {
		a, err := s.Account(ctx, v, of)
		return result{err: kind(err), account: a}
	}
	c.expect = func(m *model, v interact.By) result { return m.account(v, of) }
	return c
}

func (r *run) ranks(who storage.Player) command {
	by, page := storage.Order(r.dice.IntN(storage.Orders)), r.dice.IntN(8)-1
	return command{name: "board", v: r.visit(who), alone: true,
		do: func(ctx context.Context, s rooms, v interact.By) result {
			b, err := s.Board(ctx, v, story.Ranking{By: by}, page)
			return result{err: kind(err), board: b}
		},
		expect: func(m *model, v interact.By) result { return m.board(v, by, page) },
	}
}

func (r *run) checksFairness(who storage.Player) command {
	var id storage.RoundID
	client := ""
	switch r.dice.IntN(4) {
	case 0:
		id, _ = r.someHand(who)
	case 1:
		client = pick(r, "lucky", "Ünïcode ♠", "77", "line\nbreak")
	}
	return command{name: "fair", v: r.visit(who), alone: true,
		do: func(ctx context.Context, s rooms, v interact.By) result {
			var f round.Fairness
			var err error
			if client != "" {
				f, err = s.Reseed(ctx, v, client)
			} else {
				f, err = s.Fair(ctx, v, id)
			}
			if err != nil {
				return result{err: kind(err)}
			}
			return r.proven(v, f)
		},
		expect: func(m *model, v interact.By) result { return m.fairness(v, id, client) },
	}
}

// proven checks what a player is told of shuffles, and returns the rest of it.
func (r *run) proven(v interact.By, f round.Fairness) result {
	if was := r.promise[v.Player]; was != "" && f.Commitment != was {
		r.fatal("the next seed is promised by", f.Commitment, ", before by", was)
	}
	r.promise[v.Player] = f.Commitment
	x := result{client: f.ClientSeed, open: f.Open}
	if f.Proof == nil {
		return x
	}
	x.proof = f.Proof.Table
	revealed := true
	for _, s := range f.Proof.Shuffles {
		revealed = revealed && s.ServerSeed != ""
		if s.Commitment == f.Commitment && s.ServerSeed != "" {
			r.fatal("the seed of the next shuffle is shown")
		}
	}
	if problems := f.Proof.Check(); revealed && len(problems) > 0 {
		r.fatal("the proof does not hold:", problems, f.Proof.Text())
	}
	return x
}

// changesTables is an admin's doing.
func (r *run) changesTables(who storage.Player) command {
	table := pick(r, "", "roulette", pick(r, tables.All()...).Name, pick(r, tables.All()...).Name)
	c := command{name: "settings", v: r.visit(who), alone: true}
	switch r.dice.IntN(12) {
	case 0:
		var names []string
		for range 8 + r.dice.IntN(20) {
			if name := pick(r, tables.All()...).Name; !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
		if r.dice.IntN(10) == 0 {
			names = append(names, "roulette")
		}
		c.do = func(ctx context.Context, s rooms, v interact.By) result {
			_, err := s.Allow(ctx, v, names)
			return result{err: kind(err)}
		}
		c.expect = func(m *model, v interact.By) result { return m.allow(v, names) }
	case 1:
		more := []string{pick(r, tables.All()...).Name}
		less := []string{pick(r, tables.All()...).Name}
		c.do = func(ctx context.Context, s rooms, v interact.By) result {
			_, err := s.Open(ctx, v, more, less)
			return result{err: kind(err)}
		}
		c.expect = func(m *model, v interact.By) result { return m.open(v, more, less) }
	case 2:
		c.do = func(ctx context.Context, s rooms, v interact.By) result {
			_, err := s.First(ctx, v, table)
			return result{err: kind(err)}
		}
		c.expect = func(m *model, v interact.By) result { return m.first(v, table) }
	case 3:
		c.do = func(ctx context.Context, s rooms, v interact.By) result {
			_, err := s.Reset(ctx, v, table)
			return result{err: kind(err)}
		}
		c.expect = func(m *model, v interact.By) result { return m.reset(v, table) }
	default:
		change := r.change()
		c.name += " " + table + " " + change
		c.do = func(ctx context.Context, s rooms, v interact.By) result {
			_, err := s.Change(ctx, v, table, change)
			return result{err: kind(err)}
		}
		c.expect = func(m *model, v interact.By) result {
			return m.change(v, table, change)
		}
	}
	return c
}

// sets changes a setting that is one value.
func (r *run) sets(who storage.Player) command {
	what := pick(r, storage.SetGifts, storage.SetGifts, storage.SetCards, storage.SetFourColours,
		storage.SetLanguage, storage.SetGiveDaily, storage.SetStarting, storage.SetDaily,
		storage.SetRefill, storage.SetRefill, storage.SetNewMessage, storage.SetNewMessage)
	value := map[storage.Setting]string{
		storage.SetGifts: pick(r, "on", "on", "on", "on", "off", "much"),
		storage.SetCards: pick(r, "", "emoji", "picture", "text", "much"),

		storage.SetFourColours: pick(r, "on", "off", "much"),
		storage.SetLanguage:    pick(r, "", "de", "pt-BR"),
		storage.SetGiveDaily:   pick(r, "0", "90", "-1"),
		storage.SetStarting:    pick(r, "0", "700"),
		storage.SetDaily:       pick(r, "0", "33", "1000000001"),
		storage.SetRefill:      pick(r, "0", "7", "off", "much"),
		storage.SetNewMessage:  pick(r, "on", "off", "off"),
	}[what]
	return command{name: fmt.Sprint("set ", what, " to ", value), v: r.visit(who), alone: true,
		do: func(ctx context.Context, s rooms, v interact.By) result {
			_, err := s.Set(ctx, v, what, value)
			return result{err: kind(err)}
		},
		expect: func(m *model, v interact.By) result { return m.set(v, what, value) },
	}
}

// change thinks of a change of a rule, mostly to a value that it takes.
func (r *run) change() string {
	all := tables.Values(pick(r, tables.All()...).Rules)
	rule := pick(r, all...)
	if r.dice.IntN(2) == 0 { // off at first
		key := pick(r, "pairs", "poker", "bust")
		rule = all[slices.IndexFunc(all, func(v tables.Value) bool { return v.Key == key })]
	}
	values := append(slices.Clone(rule.Takes.Values), rule.Value)
	if r.dice.IntN(10) == 0 {
		values = []string{"", "1", "true", "500", "99999999999999999999"}
	}
	return rule.Key + "=" + pick(r, values...)
}

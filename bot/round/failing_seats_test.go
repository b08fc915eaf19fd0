package round_test

import (
	"cmp"
	"time"

	"holecard/blackjack"
	"holecard/bot/interact"
	"holecard/bot/round"
	"holecard/storage"
)

// atTable is a command at a table of bob's, who has bet 10 where ada is to be the second.
func atTable(command string, moment func(*bench, round.Seating) attempt) failure {
	return failure{command, func(b *bench) attempt {
		return moment(b, b.openTable(round.Opening{Table: "downen"}, bob))
	}}
}

// inRound is a command in a round of ada and bob, who hold 10 each.
func inRound(command, cards string, moment func(*bench, round.Seating) attempt) failure {
	return failure{command, func(b *bench) attempt {
		b.cards = cards
		return moment(b, b.bets(b.openTable(round.Opening{Table: "vegas"}, ada, bob), 10, ada,
			bob))
	}}
}

// playing is an attempt of ada to play an action.
func (b *bench) playing(v round.Seating, a blackjack.Action) attempt {
	return func(i interact.By) error {
		return without(b.Play(b.t.Context(), i, v.ID, v.Turn, a))
	}
}

// striking is an attempt to carry out the deadline of a table.
func (b *bench) striking(v round.Seating) attempt {
	b.t.Helper()
	b.now = v.Until
	due, err := b.Store.Due(b.t.Context(), storage.Claim{Until: b.Now(), Limit: 9})
	if err != nil || len(due) != 1 {
		b.t.Fatalf("%v are due, %v", due, err)
	}
	return func(_ interact.By) error {
		_, done, err := b.Expire(b.t.Context(), due[0])
		if done && err != nil {
			b.t.Errorf("a deadline that fails is done: %v", err)
		}
		return err
	}
}

// alone bets 10 for bob, and lets him wait for nobody but ada.
func (b *bench) alone(v round.Seating) round.Seating {
	b.t.Helper()
	b.ok(b.Sit(b.t.Context(), b.visit(ada), v.ID, ""))
	return b.bets(v, 10, bob)
}

const (
	hired    = "a seat for a strategy that deals"
	twoSeats = "TS TH TC 9D 8S 9H 2C 3C" // nobody is asked for insurance
	bothAt16 = "TS TH 9C 6D 6S 8H 5C 2D TD"
)

// failuresOfTables are the commands at tables of several people, and what their clock does.
var failuresOfTables = []failure{
	{"a table opened", func(b *bench) attempt {
		return func(v interact.By) error {
			return without(b.OpenSeating(b.t.Context(), v, round.Opening{}))
		}
	}},
	atTable("a seat for somebody new", func(b *bench, t round.Seating) attempt {
		return func(v interact.By) error {
			return without(b.Sit(b.t.Context(), v, t.ID, ""))
		}
	}),
	atTable(hired, func(b *bench, t round.Seating) attempt {
		b.cards = twoSeats
		b.ok(b.Bet(b.t.Context(), b.visit(bob), t.ID, storage.Bet{Stake: 10}))
		b.ok(b.Sit(b.t.Context(), b.visit(bob), t.ID, "stopAt(12)"))
		t = b.bets(b.alone(t), 10, bob)
		return func(v interact.By) error {
			return without(b.Sit(b.t.Context(), v, t.ID, "stopAt(12)"))
		}
	}),
	atTable("the first bet, of somebody new", func(b *bench, t round.Seating) attempt {
		return func(v interact.By) error {
			return without(b.Bet(b.t.Context(), v, t.ID, storage.Bet{Stake: 10}))
		}
	}),
	atTable("ready, and the cards are dealt", func(b *bench, t round.Seating) attempt {
		b.cards = twoSeats
		t = b.alone(t)
		b.ok(b.Bet(b.t.Context(), b.visit(ada), t.ID, storage.Bet{Stake: 10}))
		return func(v interact.By) error { return without(b.Ready(b.t.Context(), v, t.ID)) }
	}),
	inRound("insurance, which is held", insured, func(b *bench, t round.Seating) attempt {
		return b.playing(t, blackjack.Insure)
	}),
	inRound("the last answer for insurance", insured, func(b *bench, t round.Seating) attempt {
		return b.playing(b.does(t, bob, blackjack.Insure), blackjack.Decline)
	}),
	inRound("a card", bothAt16, func(b *bench, t round.Seating) attempt {
		return b.playing(t, blackjack.Hit)
	}),
	inRound("a double, which is held", bothAt16, func(b *bench, t round.Seating) attempt {
		return b.playing(t, blackjack.Double)
	}),
	{"the last stand of a round", func(b *bench) attempt {
		return b.playing(b.lastTurn(), blackjack.Stand)
	}},
	{"the last stand of a table that closes", func(b *bench) attempt {
		t := b.lastTurn()
		b.ok(b.CloseSeating(b.t.Context(), b.visit(bob), t.ID, true))
		return b.playing(t, blackjack.Stand)
	}},
	{"a player who leaves in their turn", func(b *bench) attempt {
		t := b.lastTurn()
		return func(v interact.By) error { return without(b.Leave(b.t.Context(), v, t.ID)) }
	}},
	atTable("a player who leaves, and nobody else has to be ready",
		func(b *bench, t round.Seating) attempt {
			b.cards = twoSeats
			t = b.alone(t)
			return func(v interact.By) error {
				return without(b.Leave(b.t.Context(), v, t.ID))
			}
		}),
	atTable("a table closed", func(b *bench, t round.Seating) attempt {
		return func(v interact.By) error {
			return without(b.CloseSeating(b.t.Context(), v, t.ID, true))
		}
	}),
	{"an invitation", func(b *bench) attempt {
		t := b.openTable(round.Opening{Invited: []storage.UserID{}})
		return func(v interact.By) error {
			return without(b.Invite(b.t.Context(), v, t.ID, bob))
		}
	}},
	atTable("where a table's message is", func(b *bench, t round.Seating) attempt {
		return func(_ interact.By) error {
			return b.Placed(b.t.Context(), home, t.ID, storage.Place{Channel: 1, Message: 2})
		}
	}),
	inRound("a table whose message is gone", twoSeats, func(b *bench, t round.Seating) attempt {
		return func(_ interact.By) error { return b.Gone(b.t.Context(), home, t.ID) }
	}),
	atTable("the end of the time to bet", func(b *bench, t round.Seating) attempt {
		b.cards = twoSeats
		return b.striking(b.alone(t))
	}),
	atTable("the end of the time without bets", func(b *bench, t round.Seating) attempt {
		return b.striking(t)
	}),
	inRound("the end of the time for insurance", insured,
		func(b *bench, t round.Seating) attempt { return b.striking(t) }),
	inRound("the end of a turn", twoSeats,
		func(b *bench, t round.Seating) attempt { return b.striking(t) }),
	{"the end of the last turn", func(b *bench) attempt {
		return b.striking(b.lastTurn())
	}},
	inRound("a bot that comes back", twoSeats, func(b *bench, t round.Seating) attempt {
		b.now = t.Until.Add(time.Hour)
		return func(_ interact.By) error { return without(b.Resume(b.t.Context(), storage.Claim{})) }
	}),
	inRound("the open tables looked at", twoSeats, func(b *bench, t round.Seating) attempt {
		return func(_ interact.By) error {
			return cmp.Or(without(b.Seatings(b.t.Context(), home)),
				without(b.Seating(b.t.Context(), home, t.ID)))
		}
	}),
}

// lastTurn deals to bob and ada, and lets bob stand.
func (b *bench) lastTurn() round.Seating {
	b.t.Helper()
	b.cards = twoSeats
	return b.does(b.bets(b.openTable(round.Opening{Table: "vegas"}, bob, ada), 10, bob, ada), bob,
		blackjack.Stand)
}

package round_test

import (
	"context"
	"slices"
	"time"

	"holecard/blackjack"
	"holecard/blackjack/tables"
	"holecard/bot/interact"
	"holecard/bot/round"
	"holecard/bot/wallet"
	"holecard/storage"
)

func (r *seatRun) aBet() storage.Bet {
	b := storage.Bet{Stake: storage.Chips(r.dice.IntN(40))}
	switch r.dice.IntN(12) {
	case 0:
		b.Stake = storage.Chips(1 + r.dice.IntN(700))
	case 1:
		b.Sides[r.dice.IntN(blackjack.SideBets)] = storage.Chips(1 + r.dice.IntN(9))
	case 2:
		b.Stake = 1 // too little for insurance
	}
	return b
}

func (r *seatRun) opensTable(v interact.By) {
	all := tables.All()
	table := all[r.dice.IntN(len(all))].Name
	if r.dice.IntN(2) == 0 {
		table = "vegas" // for insurance
	}
	wanted := round.Opening{Table: table, Size: 2 + r.dice.IntN(6),
		Pace: storage.Pace(r.dice.IntN(storage.Paces))}
	if r.dice.IntN(4) == 0 {
		wanted.Min, wanted.Max = storage.Chips(r.dice.IntN(20)), storage.Chips(r.dice.IntN(60))
	}
	if r.dice.IntN(8) == 0 {
		wanted.Invited = []storage.UserID{2}
	}
	got, err := r.OpenSeating(r.t.Context(), v, wanted)
	if err != nil {
		r.m.did["not opened: "+seatKind(err)]++
		return
	}
	o := &open{id: got.ID, table: wanted.Table, by: v.Player.User, size: wanted.Size,
		min: wanted.Min, max: wanted.Max, invited: slices.Clone(wanted.Invited),
		times: seatTimes[wanted.Pace]}
	r.m.wait(o, 5*time.Minute)
	r.m.tables[o.id] = o
	r.m.did["at "+o.table]++
	r.matches(o, got)
}

// seatTimes are how long bets are open and a turn is, by pace.
var seatTimes = [...][2]time.Duration{{20 * time.Second, 30 * time.Second},
	{10 * time.Second, 15 * time.Second}, {60 * time.Second, 90 * time.Second}}

func (r *seatRun) closes(o *open, user storage.UserID) string {
	if user != o.by && user != 1 {
		return round.ErrNotOpener.Error()
	}
	if o.closing = true; o.playing {
		r.m.did["closed while a round is played"]++
	}
	return ""
}

// plays presses a button of a round: mostly one that is legal, of the present turn.
func (r *seatRun) plays(o *open, v interact.By) {
	user := v.Player.User
	a, turn := blackjack.Action(r.dice.IntN(int(blackjack.EvenMoney)+1)), r.turns[o.id]
	if i := o.seat(user); o.playing && i >= 0 && r.dice.IntN(12) > 0 {
		one := r.m.funded(o)
		if one.Phase() == blackjack.Insuring {
			one, _ = one.AskedOf(blackjack.Seat(i))
		}
		if legal := slices.Collect(one.Legal(blackjack.Seat(i)).All()); len(legal) > 0 {
			a = legal[r.dice.IntN(len(legal))]
		}
	}
	if r.dice.IntN(12) == 0 {
		turn--
	}
	fresh := turn == r.turns[o.id]
	playing := o.playing
	r.does(o, v, func(ctx context.Context) (round.Seating, error) {
		return r.Play(ctx, v, o.id, turn, a)
	}, func() string { return r.m.play(o, user, fresh, a) })
	if playing && !o.playing {
		r.notes(o)
	}
}

// notes remembers a round that is over, whose proof is checked.
func (r *seatRun) notes(o *open) {
	for _, s := range o.seats {
		r.rounds = append(r.rounds, seatedRound{o.id0, o.id, s.user})
	}
}

// clock goes on to the next deadline, which two bots carry out, one after the other: at once
// they would draw other seeds in each run.
func (r *seatRun) clock() {
	next := r.now.Add(time.Hour)
	for _, o := range r.m.tables {
		if o.until.Before(next) {
			next = o.until
		}
	}
	if next.After(r.now) {
		r.now = next
	}
	r.m.now = r.now
	list, err := r.Store.Due(r.t.Context(), storage.Claim{Until: r.Now(), Limit: 100})
	if err != nil {
		r.t.Fatal(err)
	}
	due := 0
	for _, o := range r.m.tables {
		if !o.until.After(r.now) {
			due++
		}
	}
	if len(list) != due || due == 0 {
		r.m.wrong(list, "are due, want", due)
	}
	for _, d := range list {
		o := r.m.tables[d.Seating]
		var shown [2]round.Seating
		var done [2]bool
		for i, by := range []rooms{r.rooms, r.process()} {
			var err error
			if shown[i], done[i], err = by.Expire(context.Background(), d); err != nil {
				r.t.Error(err)
			}
		}
		if done[0] == done[1] {
			r.m.wrong("a deadline is carried out", done)
		}
		playing := o.playing
		if r.m.strike(o, d.Number); playing && !o.playing {
			r.notes(o)
		}
		r.matches(o, shown[slices.Index(done[:], true)])
	}
}

// restarts the bot.
func (r *seatRun) restarts() {
	r.now = r.now.Add(time.Duration(r.dice.IntN(40)) * time.Second)
	r.m.now = r.now
	r.rooms = r.process()
	resumed, err := r.Resume(r.t.Context(), storage.Claim{})
	if err != nil || len(resumed) != len(r.m.tables) {
		r.m.wrong(len(resumed), "tables go on, want", len(r.m.tables), err)
	}
	r.m.wake()
	for _, v := range resumed {
		r.matches(r.m.tables[v.ID], v)
	}
	r.m.did["restarts"]++
}

// repeated finds everything as it was.
func (r *seatRun) repeated() {
	list, err := r.Seatings(r.t.Context(), home)
	if err != nil || len(list) != len(r.m.tables) {
		r.m.wrong(len(list), "tables are open, want", len(r.m.tables), err)
	}
	for _, v := range list {
		r.matches(r.m.tables[v.ID], v)
	}
	r.m.did["delivered again"]++
}

// admin gives somebody chips or takes some.
func (r *seatRun) admin(who storage.UserID) {
	c := wallet.Adjustment{Do: wallet.Grant, To: who, Asked: r.visit(admin).ID,
		Chips: storage.Chips(1 + r.dice.IntN(150))}
	if o := r.anyTable(); o != nil && o.playing && o.round.Phase() == blackjack.Insuring {
		c.To = o.seats[o.round.Turn()].user // whose chips are gone then
	}
	p, want := r.m.people[c.To], ""
	switch user := c.To; {
	case c.To != who, r.dice.IntN(3) == 0:
		c.Do, c.Chips = wallet.Take, max(1, p.chips-storage.Chips(r.dice.IntN(5)))
	case r.dice.IntN(2) == 0:
		if c.Chips = r.m.room(user); c.Chips > 2000 {
			c.Chips = 50
		} else if c.Chips++; r.dice.IntN(2) == 0 {
			c.Chips -= storage.Chips(1 + r.dice.IntN(60))
		}
	}
	switch {
	case c.Chips < 1:
		return
	case c.Do == wallet.Take && c.Chips > p.chips:
		want = wallet.ErrTake.Error()
	case c.Do == wallet.Grant && c.Chips > r.m.room(c.To):
		want = wallet.ErrTheirsFull.Error()
	case c.Do == wallet.Take:
		p.chips -= c.Chips
	default:
		p.chips += c.Chips
	}
	if _, err := r.Adjust(r.t.Context(), r.visit(admin), c); seatKind(err) != want {
		r.m.wrong("an admin moves", c.Chips, err, ", want", want)
	}
	r.m.did["admins move chips"]++
	r.chips()
}

// ownHand plays a hand of one's own from its deal to its end, or leaves it open.
func (r *seatRun) ownHand(user storage.UserID) {
	p := r.m.people[user]
	h, err := r.Start(r.t.Context(), r.visit(user),
		round.Deal{Bet: storage.Chips(1 + r.dice.IntN(30)), Table: "vegas"})
	if err != nil {
		r.m.did["no own hand: "+seatKind(err)]++
		return
	}
	if h.Open && r.dice.IntN(2) == 0 {
		legal := slices.Collect(h.Legal().All())
		if h, err = r.Act(r.t.Context(), r.visit(user), h.ID, h.Version,
			legal[r.dice.IntN(len(legal))]); err != nil {
			r.m.wrong(err)
		}
	}
	pay := h.View.Seats[0].Payout
	before := p.chips + p.own
	p.own = 0
	if h.Open {
		p.own = pay.Staked + h.View.Rules.MostWon(blackjack.Bet{Stake: h.Bet})
	} else {
		tally(&p.stats, h.View.Seats[0], pay.Staked, pay.Net())
	}
	if p.chips = h.Balance; h.Open && p.chips > before {
		r.m.wrong("a hand that is open brings chips")
	}
	r.m.did["own hands"]++
	r.chips()
}

// changes is an admin who changes what the tables are.
func (r *seatRun) changes() {
	all := tables.All()
	table := all[r.dice.IntN(len(all))].Name
	if o := r.anyTable(); r.dice.IntN(2) == 0 {
		table = o.table
	}
	change := []string{"minBet=5", "maxBet=30", "minBet=1", "maxBet=500", "decks=1", "decks=6",
		"fresh=true", "fresh=false", "pairs=25-12-6", "pairs=off", "bust=off", "insurance=true",
		"houseDecides=true"}[r.dice.IntN(13)]
	var err error
	switch r.dice.IntN(6) {
	case 0:
		_, err = r.Open(r.t.Context(), r.visit(admin), nil, []string{table})
	case 1, 2:
		_, err = r.Open(r.t.Context(), r.visit(admin), []string{table}, nil)
	case 3:
		_, err = r.Reset(r.t.Context(), r.visit(admin), table)
	default:
		_, err = r.Change(r.t.Context(), r.visit(admin), table, change)
	}
	r.m.did["rules change: "+seatKind(err)]++
}

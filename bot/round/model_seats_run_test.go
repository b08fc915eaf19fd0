package round_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"holecard/blackjack"
	"holecard/blackjack/fair"
	"holecard/blackjack/tables"
	"holecard/bot/interact"
	"holecard/bot/refuse"
	"holecard/bot/round"
	"holecard/bot/wallet"
	"holecard/internal/long"
	"holecard/storage"
)

// seatKind names an error of a table, empty for none.
func seatKind(err error) string {
	if err == nil {
		return ""
	}
	if errors.Is(err, wallet.ErrTakeHeld) {
		err = wallet.ErrTake
	}
	if known, ok := errors.AsType[*refuse.Kind](err); ok {
		return known.Error()
	}
	return fmt.Sprintf("%T", err)
}

// seatRun drives tables and their model by the same random commands.
type seatRun struct {
	*bench
	t      *testing.T
	m      *seats
	dice   *rand.Rand
	turns  map[storage.SeatingID]uint32
	asks   map[storage.SeatingID]asking // the newest there
	recent []func() error               // to be delivered again
	rounds []seatedRound
	step   int
}

// asking is what was asked, and the turn that it had.
type asking struct {
	of   string
	turn uint32
}

// seatedRound is a round that was played, and by whom.
type seatedRound struct {
	id   storage.RoundID
	at   storage.SeatingID
	user storage.UserID
}

// seatPeople are how many people there are.
const seatPeople = 7

func newSeatRun(t *testing.T, seed uint64) *seatRun {
	r := &seatRun{bench: newBench(t), t: t, dice: rand.New(rand.NewPCG(seed, 7)),
		turns: map[storage.SeatingID]uint32{}, asks: map[storage.SeatingID]asking{}}
	r.StartingChips = 400
	var names []string
	for _, t := range tables.All() {
		names = append(names, t.Name)
	}
	r.allow(names...)
	r.m = &seats{people: map[storage.UserID]*purse{}, tables: map[storage.SeatingID]*open{},
		did: map[string]int{}, origin: r.origin,
		wrong: func(what ...any) { t.Helper(); t.Fatal(append([]any{"step", r.step}, what...)...) }}
	r.m.rules = func(table string) (blackjack.Rules, error) {
		found, err := r.Table(t.Context(), home, table)
		return found.Rules, err
	}
	for user := range storage.UserID(seatPeople) {
		r.opens(user + 1)
		r.m.people[user+1] = &purse{chips: 400}
	}
	r.fill(seatPeople, storage.MaxChips-700) // who can win little
	r.m.people[seatPeople].chips = storage.MaxChips - 700
	return r
}

func (r *seatRun) origin(id storage.RoundID) (origin storage.ShoeOrigin, clients []string) {
	err := r.Store.View(r.t.Context(), home, func(from storage.Reader) error {
		k, ok, err := storage.Rounds.Get(from, id)
		if origin = k.Shoe; !ok {
			r.m.wrong("round", id, "is not kept")
		}
		for _, s := range k.Seats {
			clients = append(clients, s.Client)
		}
		return err
	})
	if err != nil {
		r.t.Fatal(err)
	}
	return origin, clients
}

func (r *seatRun) user() storage.UserID { return storage.UserID(1 + r.dice.IntN(seatPeople)) }

// anyTable returns an open table, nil where there is none.
func (r *seatRun) anyTable() *open {
	var ids []storage.SeatingID
	for id := range r.m.tables {
		ids = append(ids, id)
	}
	if len(ids) == 0 {
		return nil
	}
	slices.Sort(ids)
	return r.m.tables[ids[r.dice.IntN(len(ids))]]
}

// does carries out a command at a table, in both worlds.
func (r *seatRun) does(o *open, v interact.By,
	do func(context.Context) (round.Seating, error), expect func() string) {
	r.t.Helper()
	got, err := do(r.t.Context())
	was := seatKind(err)
	if want := expect(); was != want {
		r.m.wrong("came out as", was, err, ", want", want)
	}
	r.m.did["error "+was]++
	r.matches(o, got)
	r.recent = append(r.recent, func() error {
		_, err := do(context.Background())
		return err
	})
	r.recent = r.recent[max(0, len(r.recent)-20):]
}

// matches compares a table as it is shown with the model's, and the chips of all.
func (r *seatRun) matches(o *open, v round.Seating) {
	r.t.Helper()
	if v.ID != o.id || v.Stage != r.m.stage(o) {
		r.m.wrong("the stage of", v.ID, "is", v.Stage, ", want", r.m.stage(o), "of", o.id)
	}
	if r.chips(); v.Stage == round.Closed {
		delete(r.m.tables, o.id)
	}
	if v.Stage != round.Closed && !v.Until.Equal(o.until) {
		r.m.wrong("it goes on at", v.Until, ", want", o.until)
	}
	var chairs []chair
	for _, c := range v.Chairs {
		chairs = append(chairs, chair{c.User, c.Plays, c.Bet, c.Last, c.Ready, int(c.Skipped),
			int(c.Slept), c.Leaving})
	}
	if !slices.Equal(chairs, o.chairs) || !slices.Equal(v.News, o.news) {
		r.m.wrong("the chairs are", chairs, v.News, ", want", o.chairs, o.news)
	}
	asks := r.sameRound(o, v)
	if was := r.asks[o.id]; v.Turn < r.turns[o.id] {
		r.m.wrong("the turn is", v.Turn, ", was", r.turns[o.id])
	} else if is := (asking{asks, v.Turn}); asks != "" {
		if (is.of == was.of) != (is.turn == was.turn) {
			r.m.wrong("the turn of what is asked is", is, ", was", was)
		}
		r.asks[o.id] = is
	}
	r.turns[o.id], o.promised = v.Turn, v.Commitment
}

// sameRound compares the rounds, and returns what is asked.
func (r *seatRun) sameRound(o *open, v round.Seating) (asks string) {
	r.t.Helper()
	if (v.Round == nil) != (o.id0 == 0) {
		r.m.wrong("the round is", v.Round, ", want", o.id0)
	}
	if v.Round == nil {
		return ""
	}
	is, want := v.Round, r.m.funded(o)
	view := want.View()
	for i := range o.seats {
		view.Seats[i].Legal = 0
		asked := r.m.asked(o, i)
		if asked {
			one := want
			if want.Phase() == blackjack.Insuring {
				one, _ = want.AskedOf(blackjack.Seat(i))
				asks = fmt.Sprint("insurance in ", is.ID)
			} else {
				s := view.Seats[i]
				asks = fmt.Sprint(is.ID, i, s.Turn, len(s.Hands), len(s.Hands[s.Turn].Cards))
			}
			view.Seats[i].Legal = one.Legal(blackjack.Seat(i))
		}
		if p := is.Players[i]; p.User != o.seats[i].user || p.Plays != o.seats[i].plays ||
			p.Asked != (asked && o.person(i)) {
			r.m.wrong("seat", i, "is", p, ", want", o.seats[i])
		}
	}
	if is.ID != o.id0 || is.Open != o.playing || len(is.Players) != len(o.seats) ||
		!reflect.DeepEqual(is.View, view) {
		r.m.wrong(fmt.Sprintf("the round is\n%+v, want\n%+v", is.View, view))
	}
	return asks
}

// chips compares the wallets of all.
func (r *seatRun) chips() {
	r.t.Helper()
	err := r.Store.View(r.t.Context(), home, func(from storage.Reader) error {
		for user, want := range r.m.people {
			who := storage.Player{Guild: home, User: user}
			chips, err := from.Balance(storage.WalletOf(who))
			p, _, err2 := storage.Profiles.Get(from, who)
			room := storage.MaxChips - chips - p.Seated - want.own
			if err := errors.Join(err, err2); err != nil {
				return err
			}
			if chips != want.chips || p.Stats != want.stats || room != r.m.room(user) {
				r.m.wrong("user", user, "has", chips, p.Stats, "room for", room, ", want",
					want.chips, want.stats, r.m.room(user))
			}
		}
		return nil
	})
	if err != nil {
		r.t.Fatal(err)
	}
}

// next does what somebody does next.
func (r *seatRun) next() {
	r.now = r.now.Add(time.Duration(r.dice.IntN(900)) * time.Millisecond)
	r.m.now = r.now
	user, o := r.user(), r.anyTable()
	v := r.visit(user)
	n := r.dice.IntN(1000)
	if o != nil && o.playing && n >= 260 && r.dice.IntN(6) > 0 { // mostly who is asked
		for i := range o.seats {
			again := o.seats[i].answer != 0 && r.dice.IntN(9) == 0
			if again || r.m.asked(o, i) && (o.person(i) || r.dice.IntN(9) == 0) {
				v.Player.User = o.seats[i].user
			}
		}
		user = v.Player.User
	}
	switch {
	case o == nil || len(r.m.tables) < 3 && n < 20:
		r.opensTable(v)
	case n < 35:
		r.restarts()
	case n < 70 && len(r.recent) > 0:
		r.recent[r.dice.IntN(len(r.recent))]()
		r.repeated()
	case n < 110:
		r.clock()
	case n < 160:
		r.admin(user)
	case n < 200:
		r.ownHand(user)
	case n < 215:
		r.changes()
	case n < 219:
		r.does(o, v, func(ctx context.Context) (round.Seating, error) {
			return r.CloseSeating(ctx, v, o.id, user == 1)
		}, func() string { return r.closes(o, user) })
	case n < 225:
		r.does(o, v, func(ctx context.Context) (round.Seating, error) {
			return r.Invite(ctx, v, o.id, 3)
		}, func() string {
			if user != o.by {
				return round.ErrNotOpener.Error()
			}
			if o.invited != nil && !slices.Contains(o.invited, 3) {
				o.invited = append(o.invited, 3)
			}
			return ""
		})
	case n < 240 || !o.playing && n < 330:
		plays := []string{"", "", "", "stopAt(17)", "stopAt(12)"}[r.dice.IntN(5)]
		r.does(o, v, func(ctx context.Context) (round.Seating, error) {
			return r.Sit(ctx, v, o.id, plays)
		}, func() string { return r.m.sit(o, v.ID, user, plays) })
	case n < 250 || !o.playing && n < 360:
		r.does(o, v, func(ctx context.Context) (round.Seating, error) {
			return r.Leave(ctx, v, o.id)
		}, func() string { return r.m.leave(o, v.ID, user) })
	case !o.playing && n < 800 || n < 260:
		b, sure := r.aBet(), r.dice.IntN(2) == 0
		r.does(o, v, func(ctx context.Context) (round.Seating, error) {
			if sure {
				return r.BetBoldly(ctx, v, o.id, b)
			}
			return r.Bet(ctx, v, o.id, b)
		}, func() string { return r.m.bet(o, user, b, sure) })
	case !o.playing && n < 980 || n < 265:
		r.does(o, v, func(ctx context.Context) (round.Seating, error) {
			return r.Ready(ctx, v, o.id)
		}, func() string { return r.m.ready(o, v.ID, user) })
	default:
		r.plays(o, v)
	}
}

// Tables in a room of seven people do what the model does, whatever comes to their minds.
func TestTablesDoWhatTheModelDoes(t *testing.T) {
	long.Unraced(t)
	steps := long.Of(600, 6000)
	did := map[string]int{}
	for seed := range uint64(8) {
		r := newSeatRun(t, seed)
		for r.step = range steps {
			r.next()
			if t.Failed() {
				t.FailNow()
			}
		}
		r.proofs(did)
		for what, n := range r.m.did {
			did[what] += n
		}
		if audit, err := r.Store.Audit(t.Context()); err != nil || !audit.OK {
			t.Fatal(audit, err)
		}
	}
	t.Log(did)
	if long.Enabled() {
		shows(t, did)
	}
}

// proofs checks the shuffles of the rounds that were played: for whoever was dealt.
func (r *seatRun) proofs(did map[string]int) {
	for i, played := range r.rounds {
		f, err := r.Fair(r.t.Context(), r.visit(played.user), played.id)
		if err != nil || f.Open || f.Proof == nil {
			r.m.wrong("the proof of", played.id, ":", f, err)
		}
		revealed := !slices.ContainsFunc(f.Proof.Shuffles, func(s fair.Shuffle) bool {
			return s.ServerSeed == ""
		})
		if problems := f.Proof.Check(); revealed && len(problems) > 0 {
			r.m.wrong("the proof of", played.id, problems)
		}
		switch {
		case revealed:
			did["proofs"]++
		case r.m.tables[played.at] == nil:
			r.m.wrong("the table is closed, and no seed of", played.id, "is shown")
		}
		if _, err := r.Fair(r.t.Context(), r.visit(admin), played.id); i%10 == 0 &&
			!errors.Is(err, round.ErrNotDealt) {
			r.m.wrong("somebody else sees the proof of", played.id, err)
		}
	}
}

// shows fails runs that show too little.
func shows(t *testing.T, did map[string]int) {
	t.Helper()
	for _, what := range []string{"restarts", "delivered again", "own hands", "admins move chips",
		"slept in turn", "slept when insurance was asked", "asleep twice", "did not bet twice",
		"bets closed by the clock", "closed because nobody bets", "closed while a round is played",
		"not played any more", "nobody can be dealt", "played by a strategy",
		"played for who has left", "leaver, in turn or not", "the last who bet leaves",
		"who presses takes over", "the house decides", "the shoe goes on",
		"the shoe ran out in a round", "no chips left for insurance", "proofs",
		"played hit", "played stand", "played double", "played split", "played surrender",
		"played insurance", "played no insurance", "played even money",
		"not dealt: *wallet.ShortError", "not dealt: *blackjack.StakeError",
		"error " + round.ErrNotTurn.Error(), "error *wallet.ShortError", "error *guild.TableError",
		"error *blackjack.IllegalError", "error *blackjack.StakeError",
		"error *blackjack.SideBetError", "error " + round.ErrTurnPassed.Error(),
		"error " + round.ErrAnswered.Error(), "error " + round.ErrNotDealt.Error(),
		"error " + round.ErrRoundOpen.Error(), "error " + round.ErrNotSeated.Error(),
		"error " + round.ErrSeatsTaken.Error(), "error " + round.ErrNotInvited.Error(),
		"error " + round.ErrNoBets.Error(), "error " + round.ErrNotOpener.Error(),
		"error " + round.ErrNoRound.Error(), "error " + wallet.ErrFull.Error()} {
		if did[what] == 0 {
			t.Errorf("the runs do not show: %s", what)
		}
	}
	for _, table := range tables.All() {
		if did["at "+table.Name] == 0 {
			t.Errorf("no table %s was opened", table.Name)
		}
	}
	if did["rounds"] < 500 || did["seats"] < 2*did["rounds"] {
		t.Errorf("%d rounds of %d seats: too few", did["rounds"], did["seats"])
	}
}

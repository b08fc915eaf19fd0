package round_test

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"holecard/blackjack"
	"holecard/bot/interact"
	"holecard/internal/long"
	"holecard/storage"
)

// The figures of the run.
const (
	modelCommands = 40_000
	modelPlayers  = 50
	modelGuilds   = 3
)

// command is something a player does, told to the rooms and to the model.
type command struct {
	name   string
	v      interact.By
	do     func(context.Context, rooms, interact.By) result
	expect func(*model, interact.By) result
	// is more than one transaction, so it is not done at the same time as another
	alone bool
	other storage.UserID        // whose chips it moves besides, if any
	asked storage.InteractionID // whose hand it deals, if not its own
	asks  *question
	to    storage.InteractionID // the question it says yes to, if any
}

// run drives rooms and the model by the same random commands.
type run struct {
	t         *testing.T
	b         *bench
	m         *model
	j         *journal
	path      string
	dice      *rand.Rand
	wrong     time.Duration // of this machine's clock
	recent    []command     // that may be delivered again
	questions []question    // that may be answered
	insteads  []instead     // bets that were refused and may be made for fewer chips
	newest    map[storage.Player][]storage.RoundID
	promise   map[storage.Player]string  // the commitment to the next seed that was shown
	promises  map[storage.RoundID]string // of hands, empty of open ones
	used      map[string]bool            // commitments whose seeds are used up
	kept      map[storage.Account]storage.Chips
	sum       storage.Chips // over all accounts of kept
	done      int
	said      map[string]int // results by their error
}

// TestRoomsDoWhatTheModelDoes lets players do whatever comes to their minds.
// MODEL_SEED makes another run, MODEL_COMMANDS changes its length.
func TestRoomsDoWhatTheModelDoes(t *testing.T) {
	commands, seed := long.Of(2000, modelCommands), uint64(1)
	for name, set := range map[string]func(uint64){
		"MODEL_SEED": func(n uint64) {
			seed = n
		}, "MODEL_COMMANDS": func(n uint64) { commands = int(n) },
	} {
		if text := os.Getenv(name); text != "" {
			n, err := strconv.ParseUint(text, 10, 64)
			if err != nil {
				t.Fatalf("%s is %q, no number", name, text)
			}
			set(n)
		}
	}
	t.Logf("this is the run of MODEL_SEED=%d", seed)
	r := newRun(t, seed)
	defer func() { r.j.Close() }()
	// Of two commands at once either comes first, so runs differ. What has not come up by then
	// is waited for.
	for r.done < commands || r.done < 5*modelCommands && commands >= modelCommands &&
		len(r.lacks()) > 0 {
		if r.step(); t.Failed() {
			return
		}
	}
	r.all()
	r.audit()
	t.Logf("%d commands, %d hands settled, %d players; by result: %v", r.done, r.j.settled,
		len(r.m.people), r.said)
	if lacks := r.lacks(); commands >= modelCommands && len(lacks) > 0 {
		t.Errorf("the run shows too little: %q", lacks)
	}
}

// lacks returns what a run has not shown yet. What comes up hundreds of times has to come up;
// of what is rarer, most has to, and each has a test of its own besides.
func (r *run) lacks() (lacks []string) {
	missing := func(kinds ...string) []string {
		return slices.DeleteFunc(kinds, func(kind string) bool { return r.said[kind] > 0 })
	}
	lacks = missing("", "no hand", "stale", "not over", "no player", "over", "rules",
		"table", "not yours", "short", "stake", "side bet",
		"illegal", "strategy", "soon", "not broke", "no refill", "answered, moved", "expired",
		"no guild", "gifts off", "young", "setting")
	rare := missing("full", "answered", "self", "no chips", "theirs full", "cap", "take",
		"client seed", "closed", "limit", "repeated")
	if len(rare) > 4 {
		lacks = append(lacks, rare...)
	}
	beside := 0
	for _, h := range r.m.hands {
		if h.round.Sides(0) != (blackjack.Sides{}) {
			beside++
		}
	}
	if beside < 50 {
		lacks = append(lacks, "hands with side bets")
	}
	return lacks
}

func newRun(t *testing.T, seed uint64) *run {
	j, path := openJournal(t)
	b := newBenchOn(t, j)
	b.StartingChips = 1000
	b.GiveDaily = 150
	b.RefillChips = 40
	var raw [16]byte
	binary.BigEndian.PutUint64(raw[:], seed)
	var mu sync.Mutex
	drawn := uint64(0)
	b.Rounds.Seed = func() storage.Secret {
		mu.Lock()
		defer mu.Unlock()
		drawn++
		binary.BigEndian.PutUint64(raw[8:], drawn)
		return sha256.Sum256(raw[:])
	}
	r := &run{
		t: t, b: b, m: newModel(b), j: j, path: path, dice: rand.New(rand.NewPCG(seed, 1)),
		newest: map[storage.Player][]storage.RoundID{}, promise: map[storage.Player]string{},
		promises: map[storage.RoundID]string{}, used: map[string]bool{},
		kept: map[storage.Account]storage.Chips{},
		said: map[string]int{},
	}
	r.m.now, r.m.clock = b.now, b.now
	r.m.origin = r.origin
	r.rich()
	return r
}

// origin reads the shuffles of a hand that rooms have dealt.
func (r *run) origin(in storage.GuildID, id storage.RoundID) (origin storage.ShoeOrigin,
	found bool) {
	err := r.j.View(r.t.Context(), in, func(from storage.Reader) error {
		h, ok, err := storage.Rounds.Get(from, id)
		origin, found = h.Shoe, ok
		return err
	})
	if err != nil {
		r.t.Fatal(err)
	}
	return origin, found
}

func (r *run) read(fn func(everywhere) error) {
	r.t.Helper()
	if err := fn(everywhere{r}); err != nil {
		r.t.Fatal(err)
	}
}

// everywhere reads whatever guild it is asked for.
type everywhere struct{ *run }

func (e everywhere) Profile(p storage.Player) (profile storage.Profile, ok bool, err error) {
	err = errors.Join(err, e.j.View(e.t.Context(), p.Guild, func(from storage.Reader) error {
		profile, ok, err = storage.Profiles.Get(from, p)
		return err
	}))
	return profile, ok, err
}

func (e everywhere) Balance(a storage.Account) (chips storage.Chips, err error) {
	err = errors.Join(err, e.j.View(e.t.Context(), a.Guild, func(from storage.Reader) error {
		chips, err = from.Balance(a)
		return err
	}))
	return chips, err
}

// rich gives three players nearly all that a wallet can hold.
func (r *run) rich() {
	for i, room := range []storage.Chips{120, 1500, 5000} {
		c := r.collects(guest(i, storage.UserID(i+1)))
		r.execute(c)
		who := c.v.Player
		p := r.m.people[who]
		chips := storage.MaxChips - room - p.balance
		err := r.j.Update(r.t.Context(), who.Guild, func(tx storage.Tx) error {
			return tx.Post(storage.Posting{
				Key: fmt.Sprint("rich", i), From: storage.MintOf(who.Guild),
				To: storage.WalletOf(who), Chips: chips,
				Reason: storage.Grant, Who: 99, At: r.m.now,
			})
		})
		if err != nil {
			r.t.Fatal(err)
		}
		p.balance += chips
		r.m.people[who] = p
		r.m.mint[who.Guild] -= chips
	}
	r.all()
}

// asks is a player who looks at the own account.
func (r *run) asks(who storage.Player) command {
	return command{name: "account", v: r.visit(who), alone: true,
		do: func(ctx context.Context, s rooms, v interact.By) result {
			a, err := s.Account(ctx, v, who.User)
			return result{err: kind(err), account: a}
		},
		expect: func(m *model, v interact.By) result { return m.account(v, who.User) },
	}
}

func (r *run) visit(who storage.Player) interact.By {
	v := r.b.visit(who.User)
	v.Player = who
	if r.dice.IntN(20) == 0 { // made some minutes ago, and delivered now
		ago := time.Duration(r.dice.IntN(14*60)) * time.Second
		late := storage.InteractionID(r.m.now.Add(-ago).UnixMilli()-1_420_070_400_000)<<22 |
			storage.InteractionID(r.dice.IntN(1<<22))
		if !r.m.seen[late] {
			v.ID = late
		}
	}
	v.Name = fmt.Sprintf("player %d", who.User)
	if r.dice.IntN(50) == 0 {
		v.Name += " the " + strconv.Itoa(r.dice.IntN(9)) + "th"
	}
	return v
}

// step does one command, or two at once.
func (r *run) step() {
	r.m.now = r.m.now.Add(time.Duration(r.dice.IntN(2000)) * time.Millisecond)
	if r.dice.IntN(500) == 0 {
		r.m.now = r.m.now.Add(time.Duration(12+r.dice.IntN(30)) * time.Hour)
		r.recent = nil // deliveries of another day are refused before they come here
	}
	if r.dice.IntN(200) == 0 { // somebody sets this machine's clock
		r.wrong = time.Duration(pick(r, 0, 0, -1, -30, 30, 400*24)) * time.Hour
	}
	r.b.real, r.b.now = r.m.now, r.m.now.Add(r.wrong)
	r.m.clock = r.b.now
	c := r.next()
	switch n := r.dice.IntN(100); {
	case n < 4 && !c.alone:
		r.together(c, c) // delivered twice at once
	case n < 8 && !c.alone:
		other := r.next()
		for other.alone {
			other = r.next()
		}
		r.together(c, other)
	default:
		r.execute(c)
	}
	if r.recent = append(r.recent, c); len(r.recent) > 30 {
		r.recent = r.recent[1:]
	}
	if r.done%997 == 0 {
		r.all()
	}
	if r.done%20_000 == 0 {
		r.reopen()
	}
}

// execute does a command and compares.
func (r *run) execute(c command) {
	r.t.Helper()
	r.done++
	got := c.do(r.t.Context(), r.b.rooms, c.v)
	want := c.expect(r.m, c.v)
	if !r.same(c, want, got) {
		r.fatal(c.name, c.v, "\n  got", describe(got), "\n want", describe(want))
	}
	r.m.undo = r.m.undo[:0]
	r.after(c, got)
	r.touched(c)
}

// together does two commands at the same time: they must come out as if done
// one after the other.
func (r *run) together(a, b command) {
	r.t.Helper()
	r.done += 2
	var got [2]result
	var group sync.WaitGroup
	for i, c := range []command{a, b} {
		group.Go(func() { got[i] = c.do(context.Background(), r.b.rooms, c.v) })
	}
	group.Wait()
	orders := [][2]int{{0, 1}, {1, 0}}
	r.dice.Shuffle(2, func(i, j int) { orders[i], orders[j] = orders[j], orders[i] })
	var wants []string
	for _, order := range orders {
		fits := true
		for _, i := range order {
			c := []command{a, b}[i]
			want := c.expect(r.m, c.v)
			wants = append(wants, "\n  "+strconv.Itoa(i)+" want "+describe(want))
			fits = fits && r.same(c, want, got[i])
		}
		if fits && r.named(a.v.Player, b.v.Player) {
			r.m.undo = r.m.undo[:0]
			for _, i := range order {
				r.after([]command{a, b}[i], got[i])
			}
			r.touched(a, b)
			return
		}
		r.m.takeBack(0)
	}
	r.fatal("at once:", a.name, a.v, b.name, b.v, "\n  got", describe(got[0]), "\n  got",
		describe(got[1]), wants)
}

// named reports whether players have the names that the model says: of commands
// at once whose results do not tell the order, the name does.
func (r *run) named(players ...storage.Player) (all bool) {
	r.t.Helper()
	all = true
	r.read(func(from everywhere) error {
		for _, who := range players {
			is, _, err := from.Profile(who)
			if all = all && is.Name == r.m.people[who].name; err != nil {
				return err
			}
		}
		return nil
	})
	return all
}

func (r *run) fatal(what ...any) {
	r.t.Helper()
	r.t.Fatal(append([]any{"command", r.done, ": "}, what...)...)
}

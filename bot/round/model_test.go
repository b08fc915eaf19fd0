package round_test

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"holecard/blackjack"
	"holecard/blackjack/fair"
	"holecard/blackjack/strategy"
	"holecard/blackjack/tables"
	"holecard/bot/guild"
	"holecard/bot/interact"
	"holecard/bot/round"
	"holecard/bot/story"
	"holecard/bot/wallet"
	"holecard/storage"
)

// model is what rooms should do, told in maps: who has which chips, whose
// hands are open, what is remembered. The engine deals and plays its rounds;
// all else it does by itself. What it changes can be taken back.
type model struct {
	bots    guild.Allowance // where admins have chosen nothing
	maxBet  storage.Chips
	giveAge time.Duration

	now     time.Time
	clock   time.Time // this machine's
	people  map[storage.Player]person
	hands   map[storage.RoundID]played
	decks   map[place][]blackjack.Card // what is left of a shoe; found but empty for used up
	sizes   map[place]int              // of the whole shoe of that
	guilds  map[storage.GuildID]chosen
	seen    map[storage.InteractionID]bool
	house   map[storage.GuildID]storage.Chips
	mint    map[storage.GuildID]storage.Chips
	answers map[storage.InteractionID]answer // to questions about chips
	undo    []func()
	told    storage.AwardSet // with the hand that was just kept

	// origin tells which shuffles a hand's cards are of. The model knows no
	// seeds: it deals the cards that follow from those that are kept.
	origin func(storage.GuildID, storage.RoundID) (storage.ShoeOrigin, bool)
}

// person is a player in one guild. The zero person has never been here.
type person struct {
	known   bool
	name    string
	balance storage.Chips
	lastBet storage.Chips
	open    storage.RoundID
	last    storage.RoundID
	daily   storage.Daily
	stats   storage.Stats
	given   storage.Given
	refill  time.Time // the last
	client  string    // the client seed, empty while nobody has seen it
	awards  storage.AwardSet
	untold  storage.AwardSet // of these, what no hand has said yet
	day     storage.DayOf
	drawn   bool // there are seeds for the next shuffle
	shown   bool // and the player was shown what they are committed to
}

func newModel(b *bench) *model {
	return &model{
		bots: guild.Allowance{Starting: b.StartingChips, Daily: b.DailyChips,
			Refill: b.RefillChips, GiveDaily: b.GiveDaily},
		maxBet: b.MaxBet, giveAge: b.GiveMinAge,
		answers: map[storage.InteractionID]answer{},
		people:  map[storage.Player]person{}, hands: map[storage.RoundID]played{},
		decks: map[place][]blackjack.Card{}, sizes: map[place]int{},
		guilds: map[storage.GuildID]chosen{}, seen: map[storage.InteractionID]bool{},
		house: map[storage.GuildID]storage.Chips{}, mint: map[storage.GuildID]storage.Chips{},
	}
}

func setIn[K comparable, V any](m *model, in map[K]V, key K, value V) {
	old, had := in[key]
	m.undo = append(m.undo, func() {
		if had {
			in[key] = old
		} else {
			delete(in, key)
		}
	})
	in[key] = value
}

// takeBack forgets all that was done since the mark.
func (m *model) takeBack(mark int) {
	for i := len(m.undo) - 1; i >= mark; i-- {
		m.undo[i]()
	}
	m.undo = m.undo[:mark]
}

// result is what a command should return, or has returned.
type result struct {
	err       string // what kind of error, empty for none
	hand      round.Hand
	daily     wallet.Daily
	refill    wallet.Refill
	relief    *wallet.Relief // of a refusal
	instead   *round.Deal    // of a refusal
	account   wallet.Account
	board     story.Board
	gave      wallet.Gave
	corrected wallet.Adjusted
	client    string // seed
	open      bool   // the hand of a proof
	proof     string // the hand of a proof
}

func failed(kind string) result { return result{err: kind} }

// kind names what an error is, for players.
func kind(err error) string {
	if err == nil {
		return ""
	}
	for sentinel, name := range map[error]string{
		round.ErrNoHand: "no hand", round.ErrStale: "stale", round.ErrNotOver: "not over",
		round.ErrSoon: "soon", wallet.ErrNotBroke: "not broke",
		wallet.ErrNoRefill: "no refill", wallet.ErrFull: "full",
		wallet.ErrNoPlayer: "no player", blackjack.ErrOver: "over",
		blackjack.ErrRules: "rules", interact.ErrExpired: "expired",
		wallet.ErrElsewhere: "elsewhere", wallet.ErrNoGuild: "no guild",
		wallet.ErrGiftsOff: "gifts off", wallet.ErrSelf: "self",
		wallet.ErrNoChips: "no chips", wallet.ErrTheirsFull: "theirs full",
		interact.ErrRepeated: "repeated", wallet.ErrUnmoved: "answered",
		wallet.ErrMoved: "answered, moved", wallet.ErrCap: "cap",
		wallet.ErrCapReached: "cap", wallet.ErrYoung: "young", wallet.ErrTake: "take",
		wallet.ErrTakeHeld: "take", guild.ErrClosed: "closed",
		guild.ErrNoTable: "no table", guild.ErrSetting: "setting",
		guild.ErrNoSetting: "setting", guild.ErrMost: "limit",
		guild.ErrRuleChips: "amount", round.ErrNotYours: "not yours",
		guild.ErrClosedDirect: "closed", round.ErrErased: "not yours",
	} {
		if errors.Is(err, sentinel) {
			return name
		}
	}
	switch {
	case is[*guild.TableError](err):
		return "table"
	case is[*wallet.ShortError](err):
		return "short"
	case is[*round.BoldError](err):
		return "bold"
	case is[*blackjack.StakeError](err):
		return "stake"
	case is[*blackjack.SideBetError](err):
		return "side bet"
	case is[*blackjack.IllegalError](err):
		return "illegal"
	case is[*strategy.SyntaxError](err):
		return "strategy"
	case is[*tables.SetError](err):
		return "rules"
	case is[*fair.ClientSeedError](err):
		return "client seed"
	}
	return "unknown: " + err.Error()
}

func is[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}

// person returns a player, with the chips that a wallet is opened with.
func (m *model) person(who storage.Player) person {
	p := m.people[who]
	if !p.known {
		p.balance = m.gives(who.Guild).Starting
	}
	return p
}

// once does a command, and remembers it whatever comes of it. A repeat of one that
// did nothing still does nothing, although it could.
func (m *model) once(v interact.By, do func() result) result {
	mark := len(m.undo)
	again := m.seen[v.ID]
	r := do()
	if again && len(m.undo) > mark {
		m.takeBack(mark)
		return failed("repeated")
	}
	if !again {
		setIn(m, m.seen, v.ID, true)
	}
	return r
}

// enter records a command that changes something.
func (m *model) enter(v interact.By, p *person) {
	setIn(m, m.seen, v.ID, true)
	p.name = v.Name
	if !p.known {
		p.known = true
		g := v.Player.Guild
		setIn(m, m.mint, g, m.mint[g]-m.gives(g).Starting)
	}
}

func (r *run) person(from everywhere, who storage.Player) error {
	r.t.Helper()
	want := r.m.people[who]
	is, ok, err := from.Profile(who)
	if ok != want.known || is.LastBet != want.lastBet || is.OpenHand != want.open ||
		is.LastHand != want.last ||
		is.Daily != want.daily || !is.Refilled.Equal(want.refill) || is.Given != want.given ||
		is.Awards != want.awards || is.Untold != want.untold || is.Day.Net != want.day.Net ||
		!is.Day.At.Equal(want.day.At) ||
		is.Name != want.name || is.Stats != want.stats || is.Fair.Shown.IsZero() == want.shown ||
		want.client != "" && is.Fair.Client != want.client {
		r.fatal("the profile is", fmt.Sprintf("%+v, want %+v", is, want))
	}
	if says := r.j.stats[who]; posted(is.Stats) != says {
		r.fatal("the statistics are", fmt.Sprintf("%+v, the postings say %+v", is.Stats, says))
	}
	return err
}

// account compares an account with the model and with the postings.
func (r *run) account(from everywhere, a storage.Account) error {
	r.t.Helper()
	is, err := from.Balance(a)
	var want storage.Chips
	switch a.Kind {
	case storage.PlayerAccount:
		want = r.m.people[storage.Player{Guild: a.Guild, User: storage.UserID(a.Owner)}].balance
	case storage.HeldAccount:
		if h, ok := r.m.hands[storage.RoundID(a.Owner)]; ok && !h.over() {
			want = h.held()
		}
	case storage.HouseAccount:
		want = r.m.house[a.Guild]
	case storage.MintAccount:
		want = r.m.mint[a.Guild]
	}
	if is != want || is != r.j.balances[a] || is < 0 && !a.MayOwe() {
		r.fatal(a, "has", is, ", the model says", want, ", the postings", r.j.balances[a])
	}
	r.sum += is - r.kept[a]
	r.kept[a] = is
	return err
}

// settings compares what the admins of a guild have chosen with the model, and the log.
func (r *run) settings(g storage.GuildID) error {
	return r.j.View(r.t.Context(), g, func(from storage.Reader) error {
		is, err1 := storage.SettingsOf.Read(from, storage.Only{})
		log, err2 := storage.Log.Newest(from, 0, 0)
		want := r.m.guilds[g]
		if !slices.Equal(is.Tables, want.tables) {
			r.fatal("the tables of", g, "are", is.Tables, ", want", want.tables)
		}
		for _, s := range comes {
			if value := guild.Value(is, s.what); value != want.value(s.what) {
				r.fatal("setting", s.what, "of", g, "is", value, ", want", want.value(s.what))
			}
		}
		newest := slices.SortedFunc(slices.Values(want.log), func(a, b storage.LogEntry) int {
			return cmp.Compare(b.By, a.By)
		})
		if diff := gocmp.Diff(newest, log, cmpopts.EquateEmpty(),
			cmpopts.IgnoreFields(storage.LogEntry{}, "At")); diff != "" {
			r.fatal("the log of", g, "-want +got", diff)
		}
		return errors.Join(err1, err2)
	})
}

// all compares everything.
func (r *run) all() {
	r.t.Helper()
	for g := range r.m.guilds {
		if err := r.settings(g); err != nil {
			r.t.Fatal(err)
		}
	}
	r.read(func(from everywhere) error {
		for who := range r.m.people {
			if err := r.person(from, who); err != nil {
				return err
			}
		}
		for a := range r.j.balances {
			if err := r.account(from, a); err != nil {
				return err
			}
			if a.Kind == storage.HeldAccount && r.kept[a] == 0 {
				delete(r.j.balances, a) // for ever
				delete(r.kept, a)
			}
		}
		return nil
	})
	if r.sum != 0 {
		r.fatal("the sum over all accounts is", r.sum)
	}
}

func (r *run) audit() {
	r.t.Helper()
	audit, err := r.j.Audit(r.t.Context())
	if err != nil || !audit.OK || audit.Total != 0 {
		r.fatal("the audit:", err, strings.Join(audit.Problems, "\n"))
	}
}

// reopen restarts everything but the players.
func (r *run) reopen() {
	r.t.Helper()
	r.audit()
	if err := r.j.Close(); err != nil {
		r.t.Fatal(err)
	}
	r.j.open(r.t, r.path)
	r.all()
}

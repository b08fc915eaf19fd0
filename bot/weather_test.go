package bot_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"holecard/bot/discord"
	"holecard/bot/discord/gateway"
	"holecard/internal/localdiscord"
	"holecard/internal/long"
	"holecard/storage"
)

// foul is the weather that the bot has to stand: one request in nine fails in
// some way, and the gateway does every two seconds.
var foul = localdiscord.Weather{
	Seed:    4,
	Fail500: 0.05, Fail502: 0.02, Limit429: 0.02, Hang: 0.01, CutApplied: 0.01,
	Every: 2 * time.Second,
	Troubles: []localdiscord.Trouble{
		{}, {Op: 7}, {Code: 4000}, {Op: 9, Keep: true}, {Code: 4001}, {Code: 4002},
		{Op: 9}, {}, {Code: 4003}, {Code: 4005}, {Code: 4007}, {Code: 4008}, {Op: 7}, {Code: 4009},
	},
	Replay: 50,
}

// crowd is many people who play at once, and what they saw of it.
type crowd struct {
	t       testing.TB
	discord *localdiscord.Server
	opening storage.Chips // of each wallet

	mu     sync.Mutex
	chance *rand.Rand
	idle   []*gambler // in turn
	done   []deed
}

// gambler is one of a crowd, who does one thing at a time.
type gambler struct {
	localdiscord.Actor
	c    *crowd
	hand localdiscord.ID // the message with the hand; 0 for none yet
}

// deed is something that a gambler did.
type deed struct {
	who localdiscord.ID
	i   *localdiscord.Interaction
	on  storage.RoundID // the hand whose button was pressed, 0 for a command
	saw shown           // what it was answered with
	err error           // that it was not answered
}

// shown is a hand as a message shows it.
type shown struct {
	hand    storage.RoundID // 0 for none
	version uint64
	over    bool
}

// handOf reads what hand a message shows from its buttons.
func handOf(m localdiscord.Message) (h shown) {
	for _, b := range m.Buttons() {
		f := strings.Split(b.CustomID, ":") // a:HAND:VERSION, p:HAND:VERSION:ACTION
		if len(f) < 3 || len(f) == 3 && f[0] != "a" {
			continue
		}
		id, err := strconv.ParseUint(f[1], 36, 64)
		version, errVersion := strconv.ParseUint(f[2], 36, 32)
		if errors.Join(err, errVersion) == nil {
			return shown{storage.RoundID(id), version, f[0] == "a"}
		}
	}
	return h
}

func newCrowd(t testing.TB, discord *localdiscord.Server, opening storage.Chips, size int) *crowd {
	c := &crowd{t: t, discord: discord, opening: opening, chance: rand.New(rand.NewPCG(1, 1))}
	for n := range size {
		who := discord.AddPerson(localdiscord.Person{Name: fmt.Sprint("Gambler ", n)})
		c.idle = append(c.idle, &gambler{Actor: discord.As(who), c: c})
	}
	return c
}

// plays lets the crowd do so many things, evenly spread over a time.
func (c *crowd) plays(deeds int, in time.Duration) {
	c.t.Helper()
	var group sync.WaitGroup
	defer group.Wait()
	tick := time.NewTicker(in / time.Duration(deeds))
	defer tick.Stop()
	for range deeds {
		<-tick.C
		c.mu.Lock()
		if len(c.idle) == 0 {
			c.mu.Unlock()
			c.t.Error("the crowd is too small: everybody waits for an answer")
			return
		}
		g := c.idle[0]
		c.idle = c.idle[1:]
		luck := c.chance.IntN(100)
		c.mu.Unlock()
		group.Go(func() {
			d := g.acts(luck)
			c.mu.Lock()
			defer c.mu.Unlock()
			c.idle = append(c.idle, g)
			c.done = append(c.done, d)
		})
	}
}

// acts does one thing and waits for what comes of it.
func (g *gambler) acts(luck int) deed {
	i, on, err := g.begins(luck)
	if err != nil {
		g.c.t.Errorf("%s cannot act: %v", g.Name, err)
		return deed{}
	}
	d := deed{who: g.ID, i: i, on: on}
	a, err := i.Wait(context.Background())
	d.err = err
	if err == nil && a.Message != nil {
		if d.saw = handOf(*a.Message); d.saw.hand != 0 {
			g.hand = a.Message.ID
		}
	}
	return d
}

// begins presses a button of the gambler's hand, or gives a command.
func (g *gambler) begins(luck int) (*localdiscord.Interaction, storage.RoundID, error) {
	name, given := "blackjack", []localdiscord.Given{bet(1)}
	switch {
	case luck < 5:
		name, given = "daily", nil
	case luck < 15:
		name, given = "balance", nil
	case luck < 90:
		m, _ := g.c.discord.Message(g.hand)
		wanted := []string{"Stand", "No insurance", "Play again"}
		if luck%3 == 0 {
			wanted = []string{"Hit", "No insurance"}
		}
		for _, b := range m.Buttons() {
			if slices.Contains(wanted, b.Label) && !b.Disabled {
				i, err := g.Click(m.ID, b.CustomID)
				return i, handOf(m).hand, err
			}
		}
	}
	i, err := g.Command(g.c.discord.Channel("blackjack").ID, name, given...)
	return i, 0, err
}

// waited returns how long those waited whose deeds reached the bot, in order;
// whoever got no answer waited for ever. It says how many did not reach it.
func (c *crowd) waited() (took []time.Duration, unheard int) {
	for _, d := range c.done {
		switch times := d.i.Times(); {
		case times.Told.IsZero():
			unheard++
		case times.Answered.IsZero():
			took = append(took, math.MaxInt64)
		default:
			took = append(took, times.Answered.Sub(times.Created))
		}
	}
	slices.Sort(took)
	return took, unheard
}

// checks that what the crowd was shown is what the store has, and that nothing
// it did was done twice: every chip of every wallet comes from the opening, a
// hand or one collection, and no hand moved on more often than it was told to.
func (c *crowd) checks(store storage.Store) {
	c.t.Helper()
	told := map[storage.RoundID]int{}     // how often a hand's buttons were pressed
	latest := map[storage.RoundID]shown{} // what was shown of a hand last
	of := map[storage.UserID][]storage.RoundID{}
	for _, d := range c.done {
		told[d.on]++
		who := storage.UserID(d.who)
		of[who] = append(of[who], storage.RoundID(d.i.ID)) // if it dealt one
		if before := latest[d.saw.hand]; d.saw.hand != 0 && d.saw.version >= before.version {
			latest[d.saw.hand] = d.saw
		}
	}
	err := store.View(context.Background(), storage.GuildID(c.discord.GuildID()),
		func(r storage.Reader) error {
			for id, saw := range latest {
				h, known, err := storage.Rounds.Get(r, id)
				if err != nil || !known || uint64(h.Version) < saw.version || saw.over && h.Open {
					c.t.Errorf("shown hand %d at version %d, over %v; kept is %v %d, open %v (%v)",
						id, saw.version, saw.over, known, h.Version, h.Open, err)
				}
			}
			for user, perhaps := range of {
				if err := c.checksPlayer(r, user, perhaps, told); err != nil {
					return err
				}
			}
			return nil
		})
	if err != nil {
		c.t.Error(err)
	}
}

func (c *crowd) checksPlayer(
	r storage.Reader, user storage.UserID, perhaps []storage.RoundID, told map[storage.RoundID]int,
) error {
	who := storage.Player{Guild: storage.GuildID(c.discord.GuildID()), User: user}
	p, known, err := storage.Profiles.Get(r, who)
	if err != nil || !known {
		return err
	}
	want, hands := c.opening+p.Daily.Chips, 0
	for _, id := range perhaps {
		h, dealt, err := storage.Rounds.Get(r, id)
		if err != nil {
			return err
		}
		if !dealt {
			continue
		}
		if int(h.Version)-1 > told[id] {
			c.t.Errorf("hand %d is at version %d after %d presses", id, h.Version, told[id])
		}
		want += h.Seats[0].Net - h.Seats[0].Held
		if !h.Open {
			hands++
		}
	}
	has, err := r.Balance(storage.WalletOf(who))
	if has != want || p.Stats.Hands != hands {
		c.t.Errorf("user %d has %d chips and %d hands, and what they did comes to %d and %d",
			user, has, p.Stats.Hands, want, hands)
	}
	return err
}

// lastTries notes how long after its interaction each request to answer was made.
type lastTries struct {
	mu    sync.Mutex
	after map[localdiscord.ID]time.Duration
	tries int
}

func (l *lastTries) note(r *http.Request) int {
	f := strings.Split(r.URL.Path, "/") // "", interactions, id, token, callback
	if len(f) == 5 && f[1] == "interactions" {
		id, _ := localdiscord.ParseID(f[2])
		l.mu.Lock()
		defer l.mu.Unlock()
		l.tries++
		l.after[id] = max(l.after[id], time.Since(storage.InteractionID(id).Time()))
	}
	return 0
}

func TestTheBotPlaysOnInFoulWeather(t *testing.T) {
	aboutGateway(t)
	deeds, in := long.Of(800, 4000), time.Duration(long.Of(4, 20))*time.Second
	tell(t, func(t *testing.T, s *stage) {
		s.allowance = discord.DefaultAllowance
		s.restart()
		tries := &lastTries{after: map[localdiscord.ID]time.Duration{}}
		s.fails(tries.note)
		c := newCrowd(t, s.discord, startingChips, 800)
		s.discord.SetWeather(foul)
		c.plays(deeds, in)
		s.discord.SetWeather(localdiscord.Weather{})
		time.Sleep(time.Minute)

		took, unheard := c.waited()
		p99 := took[len(took)*99/100]
		unanswered := len(took) - slices.Index(append(took, math.MaxInt64), math.MaxInt64)
		t.Logf("%d deeds, %d requests to answer; %d not heard by the bot; half answered within "+
			"%v, 99 of 100 within %v, %d not at all",
			deeds, tries.tries, unheard, took[len(took)/2], p99, unanswered)
		if unanswered > deeds/1000 {
			t.Errorf("%d are not answered", unanswered)
		}
		if p99 >= 1500*time.Millisecond { // an answer that hangs is sent again after 1.2 s
			t.Errorf("99 of 100 are answered within %v", p99)
		}
		if unheard > deeds/2 {
			t.Errorf("the bot heard of %d out of %d", deeds-unheard, deeds)
		}
		// Where nothing gets through, it is tried for as long as it is of use.
		for _, hopeless := range []localdiscord.Weather{{Fail500: 1}, {Hang: 1}} {
			s.discord.SetWeather(hopeless)
			c.plays(20, time.Second)
		}
		s.discord.SetWeather(localdiscord.Weather{})
		time.Sleep(time.Minute)
		var longest time.Duration
		for id, after := range tries.after {
			longest = max(longest, after)
			if after > 2500*time.Millisecond {
				t.Errorf("interaction %d: answered %v after it was made", id, after)
			}
		}
		if longest < 2*time.Second {
			t.Errorf("the last try to answer was made after %v", longest)
		}
		c.checks(s.store)
		ada := s.person("Ada")
		s.shows(ada.types("balance"), "chips")
	})
}

func TestEveryTroubleOfTheGatewayIsMet(t *testing.T) {
	aboutGateway(t)
	const (
		resumed = iota // nothing is lost
		anew           // what happens meanwhile is
		ended          // there is no use in trying
	)
	type test struct {
		name    string
		trouble localdiscord.Trouble
		then    int
	}
	tests := []test{
		{"cut", localdiscord.Trouble{}, resumed},
		{"op 7", localdiscord.Trouble{Op: 7}, resumed},
		{"op 9, resumable", localdiscord.Trouble{Op: 9, Keep: true}, resumed},
		{"op 9", localdiscord.Trouble{Op: 9}, anew},
	}
	for code := 4000; code <= 4014; code++ {
		then := resumed
		switch code {
		case 4007, 4009:
			then = anew
		case 4004, 4010, 4011, 4012, 4013, 4014:
			then = ended
		}
		tests = append(tests,
			test{fmt.Sprint("code ", code), localdiscord.Trouble{Code: code}, then})
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			tell(t, func(t *testing.T, s *stage) {
				ada := s.person("Ada")
				s.stack("TS TC 7D TH")
				hand := ada.types("blackjack", bet(10))
				time.Sleep(10 * time.Second) // IDENTIFY may be said again
				s.discord.Trouble(test.trouble)
				if test.then == ended {
					s.ends(gateway.ErrBadToken, gateway.ErrRefused)
					return
				}
				if test.then == anew {
					time.Sleep(6 * time.Second) // an IDENTIFY waits up to 5 s
				}
				press := ada.clicks(hand, "Stand")
				s.shows(s.answer(press), "❌ **−10** · ")
				if times := press.Times(); times.Answered.Sub(times.Created) > time.Second {
					t.Errorf("answered within %v", times.Answered.Sub(times.Created))
				}
				ada.has(90, 0)
			})
		})
	}
}

// What could not be told in time comes by replay: Discord has told the player
// that there was no answer, so nothing may have been done, and nothing is.
func TestWhatIsReplayedTooLateIsNotDone(t *testing.T) {
	aboutGateway(t)
	dones := map[time.Duration]bool{300 * time.Millisecond: true, 4 * time.Second: false}
	for away, done := range dones {
		t.Run(away.String(), func(t *testing.T) {
			tell(t, func(t *testing.T, s *stage) {
				ada := s.person("Ada")
				s.stack("TS TC 7D TH")
				hand := ada.types("blackjack", bet(10))
				time.Sleep(10 * time.Second)
				s.unreachable(true)
				s.discord.Trouble(localdiscord.Trouble{})
				press := ada.clicks(hand, "Stand")
				time.Sleep(away)
				s.unreachable(false)
				_, err := press.Wait(t.Context())
				if done != (err == nil) {
					t.Errorf("waiting for the answer: %v", err)
				}
				time.Sleep(20 * time.Second)
				if times := press.Times(); times.Told.IsZero() {
					t.Error("the press was never told to the bot")
				}
				if !done {
					ada.has(90, 10)
					s.shows(ada.presses(hand, "Stand"), "❌ **−10** · ")
				}
				ada.has(90, 0)
			})
		})
	}
}

package bot_test

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"holecard/blackjack"
	"holecard/blackjack/fair"
	"holecard/blackjack/review"
	"holecard/bot"
	"holecard/bot/discord"
	"holecard/bot/fleet"
	"holecard/bot/view"
	"holecard/internal/localdiscord"
	"holecard/internal/localdiscord/wirelog"
	"holecard/storage"
	"holecard/storage/bolt"
)

// What the stage's table is set to.
const (
	startingChips = 100
	dailyChips    = 50
	refillChips   = 10
	maxBet        = 500
	giveDaily     = 1000
)

// hostile is the name of the fourth person on a stage.
const hostile = "@everyone **[win](https://evil.example)** `x`"

// stage is where a story plays: local Discord in fake time, and the bot on a
// file, with the cards that the story stacks.
type stage struct {
	t       *testing.T
	figures bot.Figures
	discord *localdiscord.Server
	pipe    *localdiscord.PipeListener
	path    string
	log     slog.Handler
	// of the next bot; plenty, for in stories no time passes between presses
	allowance discord.Allowance
	casino    bool // the tables of a new server, and not those of courses, at the next bot
	edge      bool // players may have it where no admin has chosen, at the next bot
	newSeed   func() storage.Secret
	verify    string        // the address of the page that checks proofs
	instance  view.Instance // what the next bot says of itself
	mentions  bool          // the next bot mentions its commands by their ids
	emojis    bool          // the next bot uploads its emojis; else cards are text
	stopped   bool          // the clock of the next bot's tables
	sweeps    bool          // the next bot erases what is old
	ahead     atomic.Int64  // nanoseconds, how far the bot's clock is ahead of Discord's
	overHTTP  bool          // interactions come to an endpoint of the next bot's
	twice     float64       // the share of interactions that go to two endpoints
	endpoints []*localdiscord.PipeListener

	store *bolt.Store // while the bot runs
	stop  context.CancelFunc
	ended chan error

	mu           sync.Mutex
	cards        string
	broken       func(*http.Request) int
	cutOff       bool              // no connection can be made
	transactions int               // that the bot has begun
	seeds        []fair.Seed       // that were shuffled with
	posted       []storage.Posting // all that the bots have made
	disk         error             // what becomes of every update, nil for what should
	frozen       bool              // the store does not answer
}

// stageStore is the bot's store, on the disk of its stage.
type stageStore struct {
	storage.Store
	stage *stage
}

// begin counts a transaction. One of a frozen store waits as long as its caller does.
func (d stageStore) begin(ctx context.Context) (disk error) {
	d.stage.mu.Lock()
	d.stage.transactions++
	frozen, disk := d.stage.frozen, d.stage.disk
	d.stage.mu.Unlock()
	if frozen {
		<-ctx.Done()
	}
	return disk
}

func (d stageStore) Update(
	ctx context.Context, in storage.GuildID, fn func(storage.Tx) error,
) error {
	if err := d.begin(ctx); err != nil {
		return err
	}
	return d.Store.Update(ctx, in, fn)
}

func (d stageStore) View(
	ctx context.Context, in storage.GuildID, fn func(storage.Reader) error,
) error {
	_ = d.begin(ctx) // which is of updates
	return d.Store.View(ctx, in, fn)
}

// freezes lets the store answer nobody, or everybody again.
func (s *stage) freezes(is bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.frozen = is
}

// tell plays a story, with the bot started. In the end the bot is stopped, the
// ledger audited, and every request looked at that the bot has made.
func tell(t *testing.T, story func(*testing.T, *stage)) {
	t.Helper()
	tellWith(t, func() bot.Figures { return noFigures{} }, story)
}

// tellWith plays a story with a bot that knows figures; they are made in the
// story's bubble.
func tellWith(t *testing.T, known func() bot.Figures, story func(*testing.T, *stage)) {
	t.Helper()
	tellAs(t, func(s *stage) { s.figures = known() }, story)
}

// besides has the tests that run beside others.
var besides sync.Map

// beside lets a test run beside others, for a story has a bubble, a file and a Discord of its own.
// The flag of stories over HTTP is for all: those come one after the other.
func beside(t *testing.T) {
	t.Helper()
	if _, is := besides.LoadOrStore(t.Name(), true); !is && !*overHTTP {
		t.Parallel()
	}
}

// tellAs plays a story on a stage that is set as told.
func tellAs(t *testing.T, set func(*stage), story func(*testing.T, *stage)) {
	t.Helper()
	beside(t)
	check := wirelog.Check()
	path := filepath.Join(t.TempDir(), "holecard.db")
	synctest.Test(t, func(t *testing.T) {
		localdiscord.PassEpoch()
		s := &stage{t: t, path: path,
			allowance: discord.Allowance{PerSecond: 1_000_000, Burst: 1_000_000},
			figures:   noFigures{}, pipe: localdiscord.NewPipeListener(), newSeed: seedsInOrder(),
			overHTTP: *overHTTP}
		set(s)
		s.log = slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelError})
		s.discord = localdiscord.New(localdiscord.Config{
			Log:          slog.New(s.log),
			Check:        check,
			Fault:        s.fault,
			KeepMessages: 2000,
			People: []localdiscord.Person{{Name: "Ada", Admin: true}, {Name: "Grace"},
				{Name: "Edward"}, {Name: hostile, Username: "mallory"}},
		})
		go s.discord.Serve(s.pipe)
		t.Cleanup(func() {
			if s.store != nil {
				s.close()
			}
			s.looksAtRequests()
			if err := s.discord.Close(); err != nil {
				t.Error(err)
			}
			time.Sleep(time.Hour) // the goroutines of both sides end
		})
		s.open()
		story(t, s)
	})
}

// open starts the bot on the stage's file and returns when it is ready.
func (s *stage) open() {
	s.t.Helper()
	store, err := bolt.Open(s.t.Context(), s.path, bolt.Options{})
	if err != nil {
		s.t.Fatal(err)
	}
	s.store = store
	s.stop, s.ended = s.process()
}

// adviser returns what rounds are reviewed by, nil in a story without figures.
func (s *stage) adviser() review.Adviser {
	if s.figures == (noFigures{}) {
		return nil
	}
	return s.figures
}

// process starts a process on the open store, as another release of the bot does beside the
// one that runs, and returns when it is ready.
func (s *stage) process() (stop context.CancelFunc, ended chan error) {
	s.t.Helper()
	store := s.store
	ready := make(chan discord.Connected, 1)
	others := fleet.New(store, slog.New(s.log))
	b := bot.New(bot.Config{Stories: s.rooms(), Figures: s.figures, Log: slog.New(s.log),
		Fleet: others, Instance: func() view.Instance { return s.instance }, Verify: s.verify})
	options := discord.Options{
		Token: s.discord.Token(), APIURL: "http://127.0.0.1/api/v9", Dial: s.dial,
		Logger: slog.New(s.log), Allowance: s.allowance, Fleet: others,
		Ready: func(c discord.Connected) { ready <- c },
	}
	if s.overHTTP {
		options.Endpoint = s.endpoint()
	}
	if !s.stopped {
		options.Beside = func(ctx context.Context, c *discord.Connection) { b.Run(ctx) }
	}
	if s.sweeps {
		options.Beside = func(ctx context.Context, c *discord.Connection) {
			var swept sync.WaitGroup
			defer swept.Wait()
			swept.Go(func() { b.Sweep(ctx, c) })
			if !s.stopped {
				b.Run(ctx)
			}
		}
	}
	if s.mentions {
		options.Registered = b.Registered
	}
	if s.emojis {
		options.Emojis = b.Emojis()
	}
	discord, err := b.Connect(options)
	if err != nil {
		s.t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended = make(chan error, 1)
	go func() { ended <- discord.Run(ctx) }()
	select {
	case <-ready:
	case <-time.After(time.Minute):
		s.t.Fatal("the bot does not get ready")
	}
	return stop, ended
}

// overHTTP has every story told over HTTP.
var overHTTP = flag.Bool("http", false, "interactions come over HTTP, not from the gateway")

// endpoint returns where the next process takes interactions, and has Discord send them
// there, too, as a balancer does.
func (s *stage) endpoint() *discord.Endpoint {
	s.t.Helper()
	key, err := hex.DecodeString(s.discord.PublicKey())
	if err != nil {
		s.t.Fatal(err)
	}
	listener := localdiscord.NewPipeListener()
	s.endpoints = append(s.endpoints, listener)
	all := slices.Clone(s.endpoints)
	var urls []string
	for i := range all {
		urls = append(urls, fmt.Sprintf("http://bot.invalid:%d/interactions", i+1))
	}
	s.discord.SetDelivery(localdiscord.Delivery{Endpoints: urls, Twice: s.twice, Seed: 1,
		Dial: func(ctx context.Context, network, address string) (net.Conn, error) {
			_, port, _ := net.SplitHostPort(address)
			n, _ := strconv.Atoi(port)
			return all[n-1].Dial(ctx, network, address)
		}})
	return &discord.Endpoint{Listener: listener, Key: key}
}

// settle waits until nothing goes on. What follows an answer over HTTP is sent again until
// Discord has read the answer.
func (s *stage) settle() {
	if s.overHTTP {
		time.Sleep(time.Second)
	}
	synctest.Wait()
}

// aboutGateway skips a story about the gateway, and what it delivers twice, where there is none.
func aboutGateway(t *testing.T) {
	t.Helper()
	if *overHTTP {
		t.Skip("SKIPPED over HTTP, where there is no gateway: it is told without -http")
	}
}

func TestStoriesAreToldOverHTTPToo_long(t *testing.T) {
	*overHTTP = true
	defer func() { *overHTTP = false }()
	for name, story := range map[string]func(*testing.T){
		"a hand":        TestAHandInsuredSplitToFourAndDoubledPaysWhatItShows,
		"a private one": TestAPrivateHandStaysPrivate,
		"restarts":      TestAHandOutlivesARestartAtEveryState,
		"a gift":        TestAGiftThatIsDeclinedIsNotGiven,
		"a table":       TestThreePeoplePlayAtOneTable,
		"its refusals":  TestATableRefusesInPrivateAndSaysWhy,
		"its deletion":  TestADeletedMessageClosesItsTableWithoutLoss,
		"the panel":     TestAnAdminRunsTheServerFromThePanel,
		"an edge":       TestRulesAreChangedOnThePanelWithTheEdgeBeforeAndAfter,
	} {
		t.Run(name, story)
	}
}

// close stops the bot, audits its ledger, and closes its file.
func (s *stage) close() {
	s.t.Helper()
	synctest.Wait() // discordgo's first heartbeat takes a lock that its Close sleeps under
	s.stop()
	if err := <-s.ended; err != nil {
		s.t.Errorf("Run = %v, want nil after the context ended", err)
	}
	if audit := s.audit(); !audit.OK || audit.Total != 0 {
		s.t.Errorf("the audit: %+v", audit)
	}
	if err := s.store.Close(); err != nil {
		s.t.Error(err)
	}
	s.store = nil
}

// off lets time pass while no bot runs, whose clock ticks ten times a second: a
// day with it takes as long as a hundred stories.
func (s *stage) off(d time.Duration) {
	s.t.Helper()
	s.close()
	time.Sleep(d)
	s.open()
}

// restart ends the bot and starts another on the same file. Whatever cards
// were stacked, the new bot does not know them.
func (s *stage) restart() {
	s.t.Helper()
	s.stack("")
	s.close()
	s.open()
}

// stack says what cards are dealt from the next shoe on; "" shuffles.
func (s *stage) stack(cards string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cards = cards
}

func (s *stage) shuffle(in fair.Inputs, r blackjack.Rules) []blackjack.Card {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seeds = append(s.seeds, in.Server)
	if s.cards == "" {
		return in.Cards(r)
	}
	cards, err := blackjack.ParseCards(s.cards)
	if err != nil {
		panic(err) // a test has stacked what are no cards
	}
	return cards
}

// fails makes Discord refuse requests with the status that broken returns; 0
// lets one pass, as nil does all.
func (s *stage) fails(broken func(*http.Request) int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.broken = broken
}

func (s *stage) fault(r *http.Request) localdiscord.Fault {
	s.mu.Lock()
	broken := s.broken
	s.mu.Unlock()
	if broken == nil {
		return localdiscord.Fault{}
	}
	return localdiscord.Fault{Status: broken(r)}
}

// unreachable makes Discord one that takes no new connection, or lets it take
// them again.
func (s *stage) unreachable(is bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cutOff = is
}

func (s *stage) dial(ctx context.Context, network, addr string) (net.Conn, error) {
	s.mu.Lock()
	cutOff := s.cutOff
	s.mu.Unlock()
	if cutOff {
		return nil, errors.New("there is no way to Discord")
	}
	return s.pipe.Dial(ctx, network, addr)
}

// begun returns how many transactions the bot has begun.
func (s *stage) begun() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.transactions
}

// ends waits for the bot to end by itself, with one of some errors.
func (s *stage) ends(with ...error) {
	s.t.Helper()
	var err error
	select {
	case err = <-s.ended:
	case <-time.After(time.Hour):
		s.t.Error("the bot goes on")
		return
	}
	if !slices.ContainsFunc(with, func(want error) bool { return errors.Is(err, want) }) {
		s.t.Errorf("the bot ends with %v", err)
	}
	s.ended <- nil // close looks again
}

// guild is the stage's server.
func (s *stage) guild() storage.GuildID { return storage.GuildID(s.discord.GuildID()) }

// reads looks into the store.
func (s *stage) reads(fn func(storage.Reader) error) {
	s.t.Helper()
	if err := s.store.View(context.Background(), s.guild(), fn); err != nil {
		s.t.Fatal(err)
	}
}

// writes changes what is stored.
func (s *stage) writes(fn func(storage.Tx) error) {
	s.t.Helper()
	if err := s.store.Update(context.Background(), s.guild(), fn); err != nil {
		s.t.Fatal(err)
	}
}

func (s *stage) audit() storage.Audit {
	s.t.Helper()
	audit, err := s.store.Audit(context.Background())
	if err != nil {
		s.t.Fatal(err)
	}
	return audit
}

// looksAtRequests checks what holds for every request the bot makes.
func (s *stage) looksAtRequests() {
	s.t.Helper()
	for _, r := range s.discord.Requests() {
		if r.Method == "PATCH" && !strings.Contains(r.Body, `"allowed_mentions":{"parse":[],`) {
			s.t.Errorf("%s could ping people: %s", r.Path, r.Body)
		}
		if r.Method != "POST" || strings.HasSuffix(r.Path, "/emojis") {
			continue
		}
		var body struct {
			Type int
			Data json.RawMessage
		}
		if err := json.Unmarshal([]byte(r.Body), &body); err != nil {
			s.t.Errorf("%s: %v", r.Path, err)
		}
		message := body.Data
		switch {
		case strings.HasPrefix(r.Path, "/webhooks/"):
			message = json.RawMessage(r.Body)
		case body.Type == localdiscord.CallbackChoices, body.Type == localdiscord.CallbackModal,
			body.Type == localdiscord.CallbackDeferredAnswer,
			body.Type == localdiscord.CallbackDeferredUpdate:
			continue
		}
		if !bytes.Contains(message, []byte(`"allowed_mentions":{"parse":[],`)) {
			s.t.Errorf("%s could ping people: %s", r.Path, r.Body)
		}
		if bytes.Contains(withoutAuthors(s.t, message), []byte("@everyone **")) {
			s.t.Errorf("%s says a name as it is: %s", r.Path, r.Body)
		}
	}
}

// withoutAuthors is a message without the names of its embeds' authors: there
// Discord shows a name as it is, without markdown and mentions.
func withoutAuthors(t *testing.T, message json.RawMessage) json.RawMessage {
	t.Helper()
	var rest map[string]any
	if err := json.Unmarshal(message, &rest); err != nil {
		t.Errorf("%v: %s", err, message)
	}
	embeds, _ := rest["embeds"].([]any)
	for _, e := range embeds {
		if e, ok := e.(map[string]any); ok {
			delete(within(e, "author"), "name")
		}
	}
	raw, err := json.Marshal(rest)
	if err != nil {
		t.Error(err)
	}
	return raw
}

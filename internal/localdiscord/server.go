package localdiscord

import (
	"cmp"
	"context"
	"crypto/ed25519"
	"errors"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"
)

// Server is a Discord on loopback. Make one with [New], give it listeners with
// [Server.Serve], end it with [Server.Close].
type Server struct {
	cfg  Config
	log  *slog.Logger
	mux  *http.ServeMux
	http *http.Server
	life context.Context
	end  context.CancelFunc // by Close, under mu
	busy sync.WaitGroup     // handlers under way

	mu           sync.Mutex
	lastID       ID
	world        *world
	store        store
	commands     commandSet
	emojis       []AppEmoji
	interactions interactions
	sessions     map[string]*session
	key          ed25519.PrivateKey // signs requests to endpoints
	base         string             // the URL of the first listener
	delivery     delivery
	weather      weather
	edits        map[ID]*window // by channel, and those of old messages by message
	watchers     map[*watcher]struct{}
	requests     []Request     // the last ones, at most twice as many as are kept
	changed      chan struct{} // closed and renewed when online or commands change
}

// New makes a Discord from c. It panics when the clock is before 2015, where
// there are no snowflakes: see [PassEpoch].
func New(c Config) *Server {
	if time.Now().UnixMilli() < discordEpoch {
		panic("localdiscord: the clock is before Discord's epoch; in a synctest bubble call " +
			"PassEpoch first")
	}
	c = c.withDefaults()
	_, key, err := ed25519.GenerateKey(nil)
	if err != nil {
		panic("localdiscord: " + err.Error()) // rand.Reader never fails
	}
	s := &Server{
		key:          key,
		cfg:          c,
		log:          c.Log,
		mux:          http.NewServeMux(),
		world:        newWorld(c.People),
		store:        store{c.KeepMessages, map[ID]*Message{}, map[ID][]ID{}},
		interactions: interactions{byToken: map[string]*Interaction{}},
		sessions:     map[string]*session{},
		watchers:     map[*watcher]struct{}{},
		edits:        map[ID]*window{},
		changed:      make(chan struct{}),
	}
	s.life, s.end = context.WithCancel(context.Background())
	s.mux.Handle("/api/", s.rest())
	s.mux.HandleFunc("/gateway", s.gateway)
	s.mux.HandleFunc("/gateway/", s.gateway)
	s.mux.HandleFunc("GET /attachments/{channel}/{id}/{name}", s.attachment)
	s.mux.HandleFunc("GET /emojis/{file}", s.emoji)
	s.http = &http.Server{
		Handler:           s.Handler(),
		ErrorLog:          slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),
		ReadHeaderTimeout: 10 * time.Second,
	}
	return s
}

// Handle has h answer the requests for pattern as well, as [http.ServeMux.Handle] does.
// Call it before the server answers anything.
func (s *Server) Handle(pattern string, h http.Handler) { s.mux.Handle(pattern, h) }

// Handler returns everything that the server answers: Discord's REST interface
// below /api/v9 and /api/v10, the gateway, attachments, and what [Server.Handle]
// added. It answers at loopback addresses only, and no page but its own.
func (s *Server) Handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !local(r) {
			http.Error(w,
				"Local Discord answers only its own page and programs, at a loopback address.",
				http.StatusForbidden)
			return
		}
		s.mu.Lock()
		if s.life.Err() != nil {
			s.mu.Unlock()
			panic(http.ErrAbortHandler)
		}
		s.busy.Add(1)
		s.mu.Unlock()
		defer s.busy.Done()
		s.mux.ServeHTTP(w, r)
	})
}

// local reports whether r comes from the page itself, or from a program, which
// names no site: another site must not play for the people here or speak for
// the bot, by a form, a script or a name that it has pointed at this machine.
func local(r *http.Request) bool {
	host := r.Host
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	ip := net.ParseIP(strings.Trim(host, "[]"))
	if host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return false
	}
	// A link on another site may be followed.
	followed := r.Method == http.MethodGet && r.Header.Get("Sec-Fetch-Mode") == "navigate"
	if r.Header.Get("Sec-Fetch-Site") == "cross-site" && !followed {
		return false
	}
	origin := r.Header.Get("Origin")
	return origin == "" || origin == "http://"+r.Host
}

// Serve answers requests on l until [Server.Close], after which it returns nil. It
// may be called for several listeners.
func (s *Server) Serve(l net.Listener) error {
	s.mu.Lock()
	s.base = cmp.Or(s.base, "http://"+l.Addr().String())
	s.mu.Unlock()
	if err := s.http.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// Close hangs up on everybody and returns when nothing of the server runs
// any more. Closing twice is harmless.
func (s *Server) Close() error {
	defer s.busy.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.life.Err() != nil {
		return nil
	}
	s.end()
	for _, i := range s.interactions.order {
		i.deadline.Stop()
	}
	for w := range s.watchers {
		s.endWatch(w)
	}
	if s.delivery.client != nil {
		s.delivery.client.CloseIdleConnections()
	}
	return s.http.Close()
}

// Token returns the token that the bot has to present, without "Bot ".
func (s *Server) Token() string { return s.cfg.Token }

// World is the guild, its people and the bot.
type World struct {
	Application Application
	GuildID     ID
	Guild       string
	Locale      string        // of the guild
	Channels    []Channel     // of the guild, then the direct messages of People
	Denied      map[ID]uint64 // what the bot may not do, by channel
	People      []Person      // whom a page offers to be
	Commands    []Command     // that people type
	Online      bool          // a bot is connected
}

// World returns the present world.
func (s *Server) World() World {
	s.mu.Lock()
	defer s.mu.Unlock()
	w := World{
		Application: s.world.app, GuildID: s.world.guild, Guild: guildName,
		Locale: s.world.locale, Denied: maps.Clone(s.world.denied),
		People: slices.Clone(s.world.people), Online: s.online(),
		Commands: append([]Command{}, s.commands.list...),
	}
	for _, c := range s.world.channels {
		w.Channels = append(w.Channels, *c)
	}
	for _, p := range w.People {
		w.Channels = append(w.Channels, *s.world.direct[p.ID])
	}
	return w
}

// Application returns the bot's application.
func (s *Server) Application() Application { return s.world.app }

// GuildID returns the id of the guild.
func (s *Server) GuildID() ID { return s.world.guild }

// Channel returns the guild's channel called name, which must exist.
func (s *Server) Channel(name string) Channel {
	i := slices.IndexFunc(s.world.channels, func(c *Channel) bool { return c.Name == name })
	return *s.world.channels[i]
}

// People returns those whom the page offers to be, in order.
func (s *Server) People() []Person { return s.World().People }

// Person returns the person called id.
func (s *Server) Person(id ID) (p Person, known bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p, known = s.world.everyone[id]
	return p, known
}

// mostPeople is how many the page offers to be.
const mostPeople = 25

// Join returns whom the page offers to be by a name, and adds them if there is nobody of
// that name. The same name has the same id in every run.
func (s *Server) Join(name string) (Person, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	name = strings.TrimSpace(name)
	for _, p := range s.world.people {
		if strings.EqualFold(p.Name, name) {
			return p, nil
		}
	}
	switch length := utf8.RuneCountInString(name); {
	case length == 0 || length > 32 || !utf8.ValidString(name):
		return Person{}, errors.New("a name has 1 to 32 characters")
	case len(s.world.people) >= mostPeople:
		return Person{}, errors.New("25 people are here already: be one of them")
	}
	p := s.world.add(Person{Name: name, ID: s.world.named(name)})
	s.world.people = append(s.world.people, p)
	s.worldChanged()
	return p, nil
}

// AddPerson adds a member, whom the page does not offer. It is cheap: a benchmark
// may add thousands.
func (s *Server) AddPerson(p Person) Person {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.world.add(p)
}

// Leave takes a person off the guild. What they do afterwards is as before: they may return.
func (s *Server) Leave(p Person) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.world.left[p.ID] = true
}

// AwaitOnline returns when a bot is connected and ready.
func (s *Server) AwaitOnline(ctx context.Context) error {
	return s.await(ctx, s.online)
}

// AwaitCommands returns when the command called name is registered.
func (s *Server) AwaitCommands(ctx context.Context, name string) error {
	return s.await(ctx, func() bool { return s.command(name) != nil })
}

// await returns when ready, which is asked under the lock, is true.
func (s *Server) await(ctx context.Context, ready func() bool) error {
	for {
		s.mu.Lock()
		ok, changed := ready(), s.changed
		s.mu.Unlock()
		if ok {
			return nil
		}
		select {
		case <-changed:
		case <-s.life.Done():
			return net.ErrClosed
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

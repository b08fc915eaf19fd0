package localdiscord

import (
	"cmp"
	"crypto/rand"
	"log/slog"
	"net/http"
	"time"
)

// Config says what the local Discord is like. The zero Config is the
// playground: one server, two channels, three people.
type Config struct {
	// Token is the bot's token, without "Bot ". Empty means one that nobody can guess.
	Token string
	// People are members of the guild. Zero IDs get ones by their position,
	// which are the same in every run.
	People []Person
	// Log hears what goes wrong. Nil means nobody does.
	Log *slog.Logger
	// Check sees every REST request before it is handled; payload is the JSON of
	// its body. An error refuses the request with 400.
	Check func(method, path string, payload []byte) error
	// Fault decides what goes wrong with a REST request. Nil means nothing.
	Fault func(*http.Request) Fault
	// KeepMessages is how many messages a channel remembers; 0 means 200.
	KeepMessages int
	// KeepRequests is how many REST requests [Server.Requests] remembers; 0
	// means 1000, a negative number none.
	KeepRequests int
}

// Application is the bot's application and its user.
type Application struct {
	ID   ID
	Name string
}

// Channel is a text channel, or somebody's direct messages with the bot.
type Channel struct {
	ID    ID
	Name  string
	Topic string
	DM    bool
	With  ID // whose direct messages
}

// Person is somebody who can be. Names may be hostile text.
type Person struct {
	ID       ID
	Name     string // as shown
	Username string // Name in lower case when empty
	Color    string // of the avatar, #rrggbb
	Admin    bool   // has every permission
	Locale   string // the language of their Discord; American English when empty
}

// Fault is something that goes wrong with one REST request. The zero Fault is nothing.
type Fault struct {
	// Delay is waited for before anything else.
	Delay time.Duration
	// Status, when not zero, is answered at once and nothing is done: 500,
	// 502, 429 and so on.
	Status int
	// Body is the JSON of that answer, Discord's words for the status when empty. With
	// Status 200 it is an answer that this Discord would not give.
	Body string
	// RetryAfter goes with Status 429.
	RetryAfter time.Duration
	// Cut closes the connection instead of answering. Nothing is done, unless Apply.
	Cut bool
	// Apply with Cut does what was asked, and then closes the connection.
	Apply bool
}

// Permission bits of Discord's that make a difference here.
const (
	ViewChannel    = 1 << 10
	SendMessages   = 1 << 11
	ManageMessages = 1 << 13
	EmbedLinks     = 1 << 14
	AttachFiles    = 1 << 15
)

const (
	everyonesPermissions = ViewChannel | SendMessages | EmbedLinks | AttachFiles | 0x10000 | 0x40 |
		1<<31 | 1<<35
	allPermissions = 1<<53 - 1
	botPermissions = everyonesPermissions | ManageMessages | 1<<38
)

func (c Config) withDefaults() Config {
	if c.Token == "" {
		c.Token = "local." + rand.Text() + rand.Text()
	}
	if c.People == nil {
		c.People = []Person{
			{Name: "Ada", Color: "#5865f2", Admin: true},
			{Name: "Grace", Color: "#eb459e"},
			{Name: "Edward", Color: "#3ba55c"},
		}
	}
	c.Log = cmp.Or(c.Log, slog.New(slog.DiscardHandler))
	c.KeepMessages = cmp.Or(c.KeepMessages, 200)
	c.KeepRequests = max(cmp.Or(c.KeepRequests, 1000), 0)
	return c
}

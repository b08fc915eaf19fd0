package discord

import (
	"cmp"
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"holecard/bot/discord/gateway"
)

// Observer is told how interactions end. It is called on the way of answers, so it must
// not wait.
type Observer interface {
	// Ended is called once for each interaction, when it is answered or never will be.
	Ended(End)
	// Panicked is called for each panic of a handler.
	Panicked()
}

// End is how an interaction ended. There are few kinds and names: none is what a person
// typed.
type End struct {
	Kind    string // command, completion, button, ping or unknown
	Name    string // of a command of ours, or what the button does; else "unknown"
	Outcome Outcome
	Took    time.Duration // from the arrival to the end
}

// Outcome says how an interaction ended.
type Outcome string

// The outcomes.
const (
	Answered    Outcome = "answered"
	Failed      Outcome = "failed"      // by a fault of ours or the machine's; the person was told
	Refused     Outcome = "refused"     // at the gate, and the person was told
	Busy        Outcome = "busy"        // there was too much to do, and the person was told
	Ignored     Outcome = "ignored"     // at the gate
	Dropped     Outcome = "dropped"     // there was too much to do even to tell the person
	Late        Outcome = "late"        // too late to answer when it came, or when it had its turn
	Stopping    Outcome = "stopping"    // the bot was
	Elsewhere   Outcome = "elsewhere"   // another process had answered it
	Undelivered Outcome = "undelivered" // Discord did not take the answer
	Panicked    Outcome = "panicked"    // the handler did, and the person was told
	Malformed   Outcome = "malformed"   // it was not understood
)

// end tells the observer how an interaction ended, once.
func (v *exchange) end(o Outcome) {
	if v.discord.options.Observer == nil || v.ended {
		return
	}
	v.ended = true
	v.discord.options.Observer.Ended(End{Kind: cmp.Or(kinds[v.in.kind], unknown), Name: v.to.name, Outcome: o,
		Took: v.discord.now().Sub(v.in.Received)})
}

// Queue is how much a kind of work has to do.
type Queue struct {
	Name             string
	Waiting, Running int
	Oldest           time.Duration // that a job has waited, 0 where none waits
}

// Queues returns how much there is to do now.
func (c *Connection) Queues() []Queue {
	return []Queue{c.jobs.load("interactions"), c.refusals.load("refusals"), c.work.load("work"),
		c.steps.load("steps")}
}

func (d *dispatcher) load(name string) Queue {
	d.mu.Lock()
	defer d.mu.Unlock()
	q := Queue{Name: name, Waiting: d.waiting, Running: d.workers}
	for _, waiting := range d.queues {
		if len(waiting) > 0 {
			q.Oldest = max(q.Oldest, time.Since(waiting[0].came))
		}
	}
	return q
}

// Shards returns how the gateway's sessions do: none with an endpoint.
func (c *Connection) Shards() []gateway.Shard { return c.gateway.Shards() }

// kinds are what logs call the kinds of interactions.
var kinds = map[discordgo.InteractionType]string{
	discordgo.InteractionPing:                           "ping",
	discordgo.InteractionApplicationCommand:             "command",
	discordgo.InteractionApplicationCommandAutocomplete: "completion",
	discordgo.InteractionMessageComponent:               "button",
	discordgo.InteractionModalSubmit:                    "button",
}

// named returns what somebody did, for the log. It holds no option and no text of theirs.
func (v *exchange) named() slog.Attr {
	if kind, known := kinds[v.in.kind]; known {
		return slog.String(kind, v.to.name)
	}
	return slog.Int("kind", int(v.in.kind))
}

const unknown = "unknown"

// refusals logs what is refused: the first, and then once a minute how many there were.
type refusals struct {
	log   *slog.Logger
	level slog.Level
	text  string

	mu    sync.Mutex
	count int         // since the last line
	last  any         // what the newest is known by
	next  *time.Timer // of the next line, nil where the next refusal is logged at once
}

const refusalsEvery = time.Minute

func (r *refusals) note(last any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.count++
	r.last = last
	if r.next == nil {
		r.say()
	}
}

// due logs what there was in the last minute.
func (r *refusals) due() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.next = nil; r.count > 0 {
		r.say()
	}
}

// flush logs what has not been logged.
func (r *refusals) flush() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.next != nil && r.next.Stop() && r.count > 0 {
		r.say()
		r.next.Stop()
	}
}

func (r *refusals) say() {
	r.log.Log(context.Background(), r.level, r.text, "count", r.count, "last", r.last)
	r.count = 0
	r.next = time.AfterFunc(refusalsEvery, r.due)
}

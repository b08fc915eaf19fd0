package discord

import (
	"log/slog"
	"time"

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
	Repeated    Outcome = "repeated"    // the same was under way
	Elsewhere   Outcome = "elsewhere"   // another process had answered it
	Undelivered Outcome = "undelivered" // Discord did not take the answer
	Panicked    Outcome = "panicked"    // the handler did, and the person was told
	Malformed   Outcome = "malformed"   // it was not understood
)

// end tells the observer how an interaction ended, once.
func (v *exchange) end(o Outcome) {
	if v.discord.observer == nil || v.ended {
		return
	}
	v.ended = true
	v.discord.tellEnd(v.in, o)
}

func (d *Connection) tellEnd(in *interaction, o Outcome) {
	if d.observer == nil {
		return
	}
	e := End{Kind: unknown, Name: unknown, Outcome: o}
	if in != nil {
		e.Kind, e.Name = in.what(d.handler)
		_, known := d.commands[e.Name]
		if !known && (in.kind == commandKind || in.kind == completionKind) {
			e.Name = unknown
		}
		e.Took = d.now().Sub(in.caller.Received)
	}
	d.observer.Ended(e)
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
func (c *Connection) Shards() []gateway.Shard {
	if c.gateway == nil {
		return nil
	}
	return c.gateway.Shards()
}

// named returns what somebody did, for the log.
func (in *interaction) named(h Handler) slog.Attr {
	kind, name := in.what(h)
	if kind == unknown {
		return slog.Int("kind", int(in.kind))
	}
	return slog.String(kind, name)
}

const unknown = "unknown"

// what returns what somebody did: a command, what is typed of one, or a button. It holds
// no option and no text of theirs.
func (in *interaction) what(h Handler) (kind, name string) {
	switch in.kind {
	case commandKind:
		return "command", in.name
	case completionKind:
		return "completion", in.name
	case componentKind, modalKind:
		return "button", h.ButtonName(in.customID)
	case pingKind:
		return "ping", "ping"
	}
	return unknown, unknown
}

package discord

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

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
	if r.next != nil {
		r.next.Stop()
	}
	if r.count > 0 {
		r.say()
		r.next.Stop()
	}
}

func (r *refusals) say() {
	r.log.Log(context.Background(), r.level, r.text, "count", r.count, "last", r.last)
	r.count = 0
	r.next = time.AfterFunc(refusalsEvery, r.due)
}

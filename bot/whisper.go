package bot

import (
	"maps"
	"sync"
	"time"

	"holecard/bot/session"
	"holecard/storage"
)

// whisperTime is how long a player can be told something in private after a press.
const whisperTime = 15 * time.Minute

// whispers tell players in private that they were not dealt, by the press that bet. They
// are lost when the bot ends; the message of the table says the same.
type whispers struct {
	mu    sync.Mutex
	at    map[storage.SeatingID]whispered
	prune int // the number at which those that nobody hears any more are dropped
}

// whispered is what players at a table are told if their bets cannot be dealt.
type whispered struct {
	since time.Time // the newest
	say   map[storage.UserID]func()
}

func newWhispers() *whispers {
	return &whispers{at: make(map[storage.SeatingID]whispered)}
}

// keep keeps what a player is told if their bet cannot be dealt.
func (w *whispers) keep(table storage.SeatingID, user storage.UserID, now time.Time, say func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.at) >= w.prune {
		maps.DeleteFunc(w.at, func(_ storage.SeatingID, old whispered) bool {
			return now.Sub(old.since) >= whisperTime
		})
		w.prune = 2*len(w.at) + 64
	}
	here := w.at[table]
	if here.say == nil {
		here.say = make(map[storage.UserID]func())
	}
	here.since, here.say[user] = now, say
	w.at[table] = here
}

// dealt tells who was not dealt, when the bets of a table are closed.
func (w *whispers) dealt(v session.Seating) {
	if v.Stage == session.Betting {
		return
	}
	w.mu.Lock()
	here := w.at[v.ID]
	delete(w.at, v.ID)
	w.mu.Unlock()
	for _, n := range v.News {
		if say := here.say[n.User]; say != nil && n.What == storage.Short {
			say()
		}
	}
}

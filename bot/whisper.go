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

// whispers tell players in private that they were not dealt, by the press that bet, which
// only this process can answer: where another process deals, the table is looked at after
// its deadline. They are lost when the bot ends; the message of the table says the same.
type whispers struct {
	mu    sync.Mutex
	at    map[storage.SeatingID]whispered
	prune int // the number at which those that nobody hears any more are dropped
}

// whispered is what players at a table are told if their bets cannot be dealt.
type whispered struct {
	guild storage.GuildID
	since time.Time // the newest
	until time.Time // of the bets
	say   map[storage.UserID]func()
}

// dealtBy is how long after the deadline of bets the cards are dealt, whoever does so.
const dealtBy = 5 * time.Second

func newWhispers() *whispers {
	return &whispers{at: make(map[storage.SeatingID]whispered)}
}

// keep keeps what a player is told if their bet cannot be dealt.
func (w *whispers) keep(v session.Seating, user storage.UserID, now time.Time, say func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.at) >= w.prune {
		maps.DeleteFunc(w.at, func(_ storage.SeatingID, old whispered) bool {
			return now.Sub(old.since) >= whisperTime
		})
		w.prune = 2*len(w.at) + 64
	}
	here := w.at[v.ID]
	if here.say == nil {
		here.say = make(map[storage.UserID]func())
	}
	here.guild, here.since, here.until, here.say[user] = v.Guild, now, v.Until, say
	w.at[v.ID] = here
}

// undealt returns a table whose cards should have been dealt by now, and its guild: 0 for
// none.
func (w *whispers) undealt(now time.Time) (storage.GuildID, storage.SeatingID) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for id, here := range w.at {
		if now.Sub(here.until) >= dealtBy {
			here.until = now // looked at again if the bets go on
			w.at[id] = here
			return here.guild, id
		}
	}
	return 0, 0
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

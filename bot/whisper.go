package bot

import (
	"context"
	"errors"
	"maps"
	"sync"
	"time"

	"holecard/bot/lang"
	"holecard/bot/round"
	"holecard/storage"
)

// whisperTime is how long a player can be told something in private after a press.
const whisperTime = 15 * time.Minute

// whispers tell players in private that they were not dealt, by the press that bet, which only
// this process can answer: where another process deals, the table is looked at after its
// deadline. They are lost when the bot ends: the message of the table shows who was not dealt.
type whispers struct {
	mu    sync.Mutex
	at    map[storage.SeatingID]whispered
	prune int // the number at which those that nobody hears any more are dropped
}

// whispered is how those who bet at a table are told something when the bets are closed.
type whispered struct {
	guild storage.GuildID
	since time.Time // the newest
	until time.Time // of the bets
	bets  map[storage.UserID]whisper
}

// whisper tells somebody who has bet.
type whisper struct {
	chips storage.Chips // of the bet
	say   func(why string, facts ...any)
}

// dealtBy is how long after the deadline of bets the cards are dealt, whoever does so.
const dealtBy = 5 * time.Second

// keep keeps how a player is told something when the bets are closed.
func (w *whispers) keep(v round.Seating, user storage.UserID, now time.Time,
	say func(why string, facts ...any)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.at) >= w.prune {
		maps.DeleteFunc(w.at, func(_ storage.SeatingID, old whispered) bool {
			return now.Sub(old.since) >= whisperTime
		})
		w.prune = 2*len(w.at) + 64
	}
	here := w.at[v.ID]
	if here.bets == nil {
		here.bets = make(map[storage.UserID]whisper)
	}
	chair, _ := v.Chair(user)
	here.guild, here.since, here.until = v.Guild, now, v.Until
	here.bets[user] = whisper{chair.Bet.Stake + chair.Bet.Sides.Sum(), say}
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

// dealt tells who was not dealt when the bets of a table are closed.
func (w *whispers) dealt(v round.Seating) {
	if v.Stage == round.Betting {
		return
	}
	w.mu.Lock()
	here := w.at[v.ID]
	delete(w.at, v.ID)
	w.mu.Unlock()
	for _, n := range v.News {
		bet, ok := here.bets[n.User]
		switch {
		case ok && n.What == storage.Short:
			bet.say("short", lang.Chips(bet.chips))
		case ok && n.What == storage.Limited:
			bet.say("limited")
		}
	}
}

// tellUndealt tells who bet by a press in this process, and was not dealt by another.
func (b *Bot) tellUndealt(ctx context.Context) {
	guild, table := b.whispers.undealt(b.desk.Now())
	if table == 0 {
		return
	}
	v, err := b.rounds.Seating(ctx, guild, table)
	if errors.Is(err, round.ErrNoSeating) {
		v, err = round.Seating{ID: table, Stage: round.Closed}, nil
	}
	if err == nil {
		b.whispers.dealt(v)
	}
}

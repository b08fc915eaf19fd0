package bot

import (
	"errors"
	"log/slog"
	"sync"
	"time"

	"holecard/storage"
)

// alarmPause is how long the same alarm does not ring again: players who try
// all the time must not bury it in the log, and it must not be overlooked.
const alarmPause = time.Minute

// alarm logs what only the bot's operator can put right.
type alarm struct {
	now func() time.Time
	log *slog.Logger

	mu   sync.Mutex
	rung map[error]time.Time
}

func newAlarm(now func() time.Time, log *slog.Logger) *alarm {
	return &alarm{now: now, log: log, rung: make(map[error]time.Time)}
}

// ring logs an error that players can do nothing about, unless it has just done
// so. Of [storage.ErrReplaced] it says nothing: the store has, once and for all.
func (a *alarm) ring(err error) {
	for _, known := range []struct {
		err    error
		advice string
	}{
		{storage.ErrNoSpace, "the disk is full: make room. " +
			"Players are refused until then, and nothing is lost"},
		{storage.ErrBroken, "the disk has failed: look at the system's log, put it right, " +
			"and start the bot again. Until then nothing is changed any more"},
		{storage.ErrCorrupt, "the database is damaged: stop the bot, run bot audit, " +
			"and restore a backup if it finds a problem"},
	} {
		if !errors.Is(err, known.err) {
			continue
		}
		now := a.now()
		a.mu.Lock()
		last, before := a.rung[known.err]
		due := !before || now.Sub(last) >= alarmPause
		if due {
			a.rung[known.err] = now
		}
		a.mu.Unlock()
		if due {
			a.log.Error(known.advice, "error", err)
		}
		return
	}
}

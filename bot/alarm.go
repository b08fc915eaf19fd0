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

// advice is for errors that players can do nothing about. [storage.ErrReplaced] has
// none: the store has logged it, once and for all.
var advice = map[error]string{
	storage.ErrNoSpace: "the disk is full: make room. " +
		"Players are refused until then, and nothing is lost",
	storage.ErrBroken: "the disk has failed: look at the system's log, put it right, " +
		"and start the bot again. Until then nothing is changed any more",
	storage.ErrUnconfirmed: "no standby of the database confirms changes: look at its standbys. " +
		"Changes are made, but those of now may be lost when the database server fails",
	storage.ErrCorrupt: "the database is damaged: stop the bot, run holecard audit, " +
		"and restore a backup if it finds a problem",
}

// ring logs the advice for an error, unless it has just done so.
func (a *alarm) ring(err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	now := a.now()
	for known, text := range advice {
		if errors.Is(err, known) && now.Sub(a.rung[known]) >= alarmPause {
			a.rung[known] = now
			a.log.Error(text, "error", err)
		}
	}
}

package storage

import (
	"context"
	"time"
)

// Erased reports whether the user is a number that stands where somebody was forgotten: it
// leads to nobody. Snowflakes, which begin in 2015, have the bit from 2084 on.
func (id UserID) Erased() bool { return id&UserID(direct) != 0 }

// Nobody makes a number that leads to nobody of a random one.
func Nobody(random uint64) UserID { return UserID(random) | UserID(direct) }

// Erasure is somebody who is being forgotten, or a whole guild. It is begun by a transaction,
// and then carried on in steps, so that nobody waits for it:
//
//	Tx.Erase ──▶ Reader.Unerased ──▶ Tx.CarryOn ──▶ done
//	                    ▲                 │
//	                    └─────────────────┘
//
// From its beginning on a player is on no board and has no name. Whatever happens to a
// process, [Erasures] has what is not done yet. Audits hold at every moment, and a
// guild that is being forgotten is in none of them.
type Erasure struct {
	User  UserID `storage:"key"` // 0 for the guild
	As    UserID // who the player's postings and seats are of afterwards: see [Nobody]
	Name  string // of the player
	Begun time.Time
	At    []byte // how far it has come: the engine's own
}

// Unerased are records that an erasure has still to change: what they are is the engine's own.
type Unerased struct {
	Erasure
	Records [][]byte
	Last    bool // there are no more behind them
}

// What a step of an erasure looks at and changes at most: a fraction of what a press takes.
const (
	eraseLook   = 16384
	eraseChange = 256
)

// CarryOn carries an erasure on until it is done. It may be called for one that another call
// carries on, too.
func (e Erasure) CarryOn(ctx context.Context, s Store, g GuildID) error {
	for {
		var step Unerased
		err := s.View(ctx, g, func(r Reader) (err error) {
			step, err = r.Unerased(e, eraseLook, eraseChange)
			return err
		})
		if err != nil {
			return err
		}
		e.At = step.At
		if len(step.Records) == 0 && !step.Last {
			continue // nothing to keep but how far it has come
		}
		done := false
		err = s.Update(ctx, g, func(tx Tx) (err error) {
			done, err = tx.CarryOn(step)
			return err
		})
		if err != nil || done {
			return err
		}
		if step.Last { // something came meanwhile
			e.At = nil
		}
	}
}

// CarryOn carries on all erasures of a guild that are not done.
func CarryOn(ctx context.Context, s Store, g GuildID) error {
	var list []Erasure
	err := s.View(ctx, g, func(r Reader) (err error) {
		list, err = Erasures.All(r)
		return err
	})
	for _, e := range list {
		if err == nil {
			err = e.CarryOn(ctx, s, g)
		}
	}
	return err
}

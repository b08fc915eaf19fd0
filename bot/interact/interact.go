// Package interact is how somebody acts: in one transaction, once. It is the lowest of the rooms,
// which each hold a part of what people do and stand in a line:
//
//	interact ◀── guild ◀── wallet ◀── round ◀── story
//
//	who acts      what admins     whose chips    what is    what was played,
//	              have chosen     they are       played     and what it says
//
// A press walks down the line: a room decides what belongs to it and asks the rooms below it,
// within the transaction that [Desk.Once] has begun.
package interact

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"holecard/blackjack"
	"holecard/bot/refuse"
	"holecard/storage"
)

// Desk is where interactions come in. Its fields are needed, and it is shared by all rooms.
type Desk struct {
	Store storage.Store
	Now   func() time.Time

	secret atomic.Pointer[Aliases] // once it is known
}

// By is who acts, by one interaction with Discord.
type By struct {
	ID     storage.InteractionID
	Player storage.Player
	Name   string // as Discord shows it
	Look   *Look  // is set to how the player is shown things, where that is read; nil for nobody

	Patient bool // has time for a strategy that takes long to be ready
}

var (
	// ErrRepeated tells that an interaction was delivered before, and did nothing
	// then. It does nothing now, although it could.
	ErrRepeated = refuse.New("repeated", "the interaction was delivered before")

	// ErrNotReady is not remembered: what is asked for may be ready soon.
	ErrNotReady = refuse.New("not.ready", "the strategy is not ready").Passing()
)

// BotsOwn is the bot's own guild, which is nobody's.
const BotsOwn storage.GuildID = 0

// Once carries out an interaction in one transaction, and remembers it whatever
// comes of it. Discord may deliver an interaction again, and a bot that was
// restarted knows it only by what is stored: what was refused, or only showed
// something, must not be done minutes later when it could be.
//
// do is told whether this is a repeat. It reads and decides first, and its first
// write is to record the interaction; so a repeat is decided once more, and ends
// with [ErrRepeated] where it would change something. A refusal costs a record of
// some bytes, which is pruned by its time like every other.
//
// What do reads is loaded at once, besides the caller's profile and wallet.
func (d *Desk) Once(
	ctx context.Context, v By, reads storage.Wanted,
	do func(tx storage.Tx, again bool) error,
) error {
	known, err := d.Aliases(ctx)
	if err != nil {
		return err
	}
	of := known.Of(v.Player.Guild, v.Player.User) // of who opens a wallet
	reads.Limits = append(reads.Limits, of)
	reads.Settings = true
	reads.Seen = append(reads.Seen, v.ID)
	reads.Players = append(reads.Players, v.Player.User)
	now := d.Now()
	var refusal error
	err = d.Store.Update(ctx, v.Player.Guild, func(tx storage.Tx) error {
		refusal = nil
		tx.Load(reads)
		again, err := tx.Seen(v.ID)
		if err != nil {
			return err
		}
		err = do(tx, again)
		if lookErr := v.learn(tx); lookErr != nil {
			return lookErr
		}
		if again {
			if errors.Is(err, storage.ErrSeen) {
				return ErrRepeated
			}
			return err
		}
		recorded, readErr := tx.Seen(v.ID)
		switch {
		case readErr != nil:
			return readErr
		case err != nil && (recorded || !Refused(err)):
			return err
		}
		if refusal = err; !recorded {
			if err := tx.See(v.ID, now); err != nil {
				return err
			}
		}
		return PutBack(tx, v.Player)
	})
	if err != nil {
		return err
	}
	return refusal
}

// Remember records an interaction that was refused before it came here.
func (d *Desk) Remember(ctx context.Context, v By) error {
	return d.Once(ctx, v, storage.Wanted{}, func(storage.Tx, bool) error { return nil })
}

// View reads for an interaction in its player's guild, and how they are shown things besides.
func (d *Desk) View(ctx context.Context, v By,
	do func(storage.Reader) error) error {
	return d.Store.View(ctx, v.Player.Guild, func(r storage.Reader) error {
		return errors.Join(do(r), v.learn(r))
	})
}

// ViewOf is a view of a store that may not look at the context by itself.
func (d *Desk) ViewOf(ctx context.Context, g storage.GuildID, do func(storage.Reader) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return d.Store.View(ctx, g, do)
}

// Emojis returns the emojis that the bot has at Discord.
func (d *Desk) Emojis(ctx context.Context) (kept storage.Emojis, err error) {
	err = d.Store.View(ctx, BotsOwn, func(r storage.Reader) error {
		kept, err = storage.EmojisOf.Read(r, storage.Only{})
		return err
	})
	return kept, err
}

// KeepEmojis keeps the emojis that the bot has at Discord.
func (d *Desk) KeepEmojis(ctx context.Context, e storage.Emojis) error {
	return d.Store.Update(ctx, BotsOwn, func(tx storage.Tx) error {
		return storage.EmojisOf.Save(tx, e)
	})
}

// PutBack puts a player on the leaderboards again who was taken for gone: who acts here is here.
func PutBack(tx storage.Tx, who storage.Player) error {
	p, known, err := storage.Profiles.Get(tx, who)
	if err != nil || !known || !p.Away {
		return err
	}
	p.Away = false
	return storage.Profiles.Save(tx, p)
}

// Refused reports whether an error is a refusal, of which the player is told what
// it was. Any other is a fault, whose transaction leaves nothing behind.
func Refused(err error) bool {
	return refuse.Final(err) || slices.ContainsFunc([]error{storage.ErrPlaying, blackjack.ErrOver,
		context.DeadlineExceeded, context.Canceled},
		func(known error) bool { return errors.Is(err, known) })
}

// moment is how long a store is asked about an answer whose time is over.
const moment = 100 * time.Millisecond

// Moment returns a context to ask by for the words of an answer, and to note that it was a
// refusal: ctx itself, or where its time is over, because the store was slow or something
// else was, a moment more. The words do without what the store does not say by then.
func Moment(ctx context.Context) (context.Context, context.CancelFunc) {
	if ctx.Err() == nil {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(context.WithoutCancel(ctx), moment)
}

// ConfirmationTime is how long a question can be answered.
const ConfirmationTime = 15 * time.Minute

// ErrExpired tells that a question is too old to be answered.
var ErrExpired = refuse.New("expired", "the confirmation is too old to be answered")

// Expired reports whether it is too late to answer what was asked by an earlier interaction, both
// by Discord's clock.
func (v By) Expired(asked storage.InteractionID) bool {
	return v.ID.Time().Sub(asked.Time()).Abs() > ConfirmationTime
}

// NewSeed returns a secret that nobody has seen, such as a server seed, from the system's source,
// which does not fail.
func NewSeed() storage.Secret {
	var s storage.Secret
	rand.Read(s[:])
	return s
}

// Look is how a player is shown things: by their own taste, and by their server's
// where they have none.
type Look struct {
	Cards       storage.CardStyle
	FourColours bool
	// The languages of private and of public answers, empty for what Discord says.
	Own, Here string
	Away      bool // the player was taken for gone, and is off the leaderboards
	Known     bool // it was read
}

// LookOf returns the look by a player's own taste and their server's.
func LookOf(own, here storage.Taste) Look {
	l := Look{Cards: own.Cards, FourColours: own.FourColours || here.FourColours,
		Own: own.Language, Here: here.Language}
	if l.Cards == storage.AnyCards {
		l.Cards = here.Cards
	}
	return l
}

// Look returns how a player is shown things.
func (d *Desk) Look(ctx context.Context, p storage.Player) (l Look, err error) {
	err = d.Store.View(ctx, p.Guild, func(r storage.Reader) error {
		r.Load(storage.Wanted{Settings: true, Players: []storage.UserID{p.User}})
		l, err = readLook(r, p)
		return err
	})
	return l, err
}

func readLook(r storage.Reader, p storage.Player) (Look, error) {
	profile, _, err := storage.Profiles.Get(r, p)
	if err != nil {
		return Look{}, err
	}
	settings, err := storage.SettingsOf.Read(r, storage.Only{})
	l := LookOf(profile.Taste, settings.Taste)
	l.Away, l.Known = profile.Away, err == nil
	return l, err
}

// learn sets how the player of an interaction is shown things.
func (v By) learn(r storage.Reader) error {
	if v.Look == nil {
		return nil
	}
	r.Load(storage.Wanted{Settings: true, Players: []storage.UserID{v.Player.User}})
	l, err := readLook(r, v.Player)
	if err == nil {
		*v.Look = l
	}
	return err
}

// aliasMark names the secret that aliases are made with. It is the bot's own.
const aliasMark = "alias"

// Aliases stand for users where nobody may be found by them. They are made with this secret.
type Aliases storage.Secret

// Of returns the alias of a user in a guild; guild 0 is all guilds.
func (a *Aliases) Of(g storage.GuildID, u storage.UserID) storage.Alias {
	mac := hmac.New(sha256.New, a[:])
	who := binary.BigEndian.AppendUint64(nil, uint64(g))
	mac.Write(binary.BigEndian.AppendUint64(who, uint64(u)))
	return storage.Alias(mac.Sum(nil)[:len(storage.Alias{})])
}

// Aliases returns the aliases of the store's users. Their secret is drawn once for a store, and
// read once by a process.
func (d *Desk) Aliases(ctx context.Context) (*Aliases, error) {
	if known := d.secret.Load(); known != nil {
		return known, nil
	}
	var kept []byte
	err := d.Store.View(ctx, BotsOwn, func(r storage.Reader) (err error) {
		kept, err = storage.Marks.Read(r, aliasMark)
		return err
	})
	if err == nil && kept == nil {
		err = d.Store.Update(ctx, BotsOwn, func(tx storage.Tx) (err error) {
			if kept, err = storage.Marks.Read(tx, aliasMark); err != nil || kept != nil {
				return err // another process was faster
			}
			drawn := NewSeed()
			kept = drawn[:]
			return storage.Marks.Put(tx, aliasMark, kept)
		})
	}
	if err != nil {
		return nil, err
	}
	var secret Aliases
	if len(kept) != len(secret) {
		return nil, fmt.Errorf("the secret of aliases has %d bytes: %w", len(kept),
			storage.ErrCorrupt)
	}
	copy(secret[:], kept)
	d.secret.Store(&secret)
	return &secret, nil
}

// Known returns the aliases within a transaction, before which they were read.
func (d *Desk) Known() (*Aliases, error) {
	if known := d.secret.Load(); known != nil {
		return known, nil
	}
	return nil, fmt.Errorf("a wallet is read before the secret of aliases: %w", ErrNotReady)
}

package storage

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Erased reports whether the id is a pseudonym: all that is left of who was erased. Snowflakes,
// which begin in 2015, have the bit from 2084 on.
func (id UserID) Erased() bool { return id&UserID(direct) != 0 }

// NewPseudonym draws the number that stands for a user in a guild's journal, in its rounds and
// in the log of its settings. It leads to the user by [Pseudonyms] alone.
func NewPseudonym() UserID {
	var b [8]byte
	rand.Read(b[:]) // never fails
	return UserID(binary.BigEndian.Uint64(b[:])) | UserID(direct)
}

// Erasure is somebody who is being erased, or a whole guild. [Tx.Erase] begins it: from then on
// a player has no name, is on no board, and nothing leads from the pseudonym to the user.
// [CarryOn] deletes the rest in steps, so that nobody waits for it. Whatever happens to a
// process, [Erasures] has what is not done yet. Audits hold at every moment, and a guild that
// is being erased is in none of them.
type Erasure struct {
	User  UserID `storage:"key"` // 0 for the guild
	As    UserID // the player's pseudonym, which leads to nobody any more
	Name  string // of the player
	Begun time.Time
}

// CarryOn carries on all erasures of a guild until they are done. Two may do it at once.
func CarryOn(ctx context.Context, s Store, g GuildID) error {
	var list []Erasure
	err := s.View(ctx, g, func(r Reader) (err error) {
		list, err = Erasures.All(r)
		return err
	})
	for _, e := range list {
		if err == nil && e.User != 0 {
			err = e.clean(ctx, s, g)
		}
		for done := false; err == nil && !done; {
			err = s.Update(ctx, g, func(tx Tx) (err error) {
				done, err = tx.CarryOn(e.User)
				return err
			})
		}
	}
	return err
}

// clean deletes a player's own rounds, and what they wrote and others wrote of them. What others
// were dealt in rounds with the player stays as it is, for their proofs.
func (e Erasure) clean(ctx context.Context, s Store, g GuildID) error {
	own := func(r Round) bool { return r.Seating == 0 && r.SeatOf(e.As) >= 0 }
	_, err := Sweep(ctx, s, g, Notes.Table, Note{}, func(Row[Note, struct{}]) (want, end bool) {
		return true, false
	}, func(tx Tx, n Row[Note, struct{}]) error {
		r, _, err := Rounds.Get(tx, n.Key.Round)
		if err == nil && own(r) {
			err = Notes.Delete(tx, n.Key)
		}
		return err
	})
	if err != nil {
		return err
	}
	_, err = Sweep(ctx, s, g, Rounds, 0, func(r Row[RoundID, Round]) (want, end bool) {
		seat := r.Value.SeatOf(e.As)
		return seat >= 0 && (own(r.Value) || r.Value.Seats[seat].Plays != ""), false
	}, func(tx Tx, r Row[RoundID, Round]) error {
		if own(r.Value) {
			return Rounds.Delete(tx, r.Key)
		}
		r.Value.Seats[r.Value.SeatOf(e.As)].Plays = ""
		r.Value.Version++
		return Rounds.Save(tx, r.Value)
	})
	if err != nil {
		return err
	}
	_, err = Sweep(ctx, s, g, Remarks, RemarkKey{}, func(r Row[RemarkKey, Remark]) (bool, bool) {
		return r.Value.By == e.As || e.Redacted(r.Value.Text) != r.Value.Text, false
	}, func(tx Tx, r Row[RemarkKey, Remark]) error {
		if r.Value.By == e.As {
			return Remarks.Delete(tx, r.Key)
		}
		r.Value.Text = e.Redacted(r.Value.Text)
		return Remarks.Put(tx, r.Key, r.Value)
	})
	return err
}

// Redacted returns a text of somebody else's without the user's id, and without their name
// where it stands as words of its own: else who is called "e" would take all notes along.
func (e Erasure) Redacted(text string) string {
	text = strings.ReplaceAll(text, strconv.FormatUint(uint64(e.User), 10), "")
	letter := func(r rune, _ int) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	for at := 0; e.Name != ""; {
		next := strings.Index(text[at:], e.Name)
		if next < 0 {
			break
		}
		at += next
		before, after := text[:at], text[at+len(e.Name):]
		if letter(utf8.DecodeLastRuneInString(before)) || letter(utf8.DecodeRuneInString(after)) {
			at += len(e.Name)
		} else {
			text = before + after
		}
	}
	return text
}

// What a transaction of a sweep looks at, and changes, at most.
const (
	sweepLook   = 2048
	sweepChange = 64
)

// Sweep changes the records of a table behind a key, in the order of their keys and in small
// steps, so that nobody waits for it. Of each record want says whether it is to be changed, and
// whether the sweep ends before it; change is called with the record as it is then, if it is
// still wanted. Sweep returns the last key that it looked at.
func Sweep[K, V any](ctx context.Context, s Store, g GuildID, t Table[K, V], after K,
	want func(Row[K, V]) (want, end bool), change func(Tx, Row[K, V]) error) (K, error) {
	for ended := false; !ended; {
		var page []Row[K, V]
		err := s.View(ctx, g, func(r Reader) (err error) {
			page, err = t.Rows(r, Range[K]{After: after, Limit: sweepLook})
			return err
		})
		if err != nil {
			return after, err
		}
		ended = len(page) < sweepLook
		var wanted []K
		for _, row := range page {
			is, end := want(row)
			if ended = ended || end; end {
				break
			}
			if after = row.Key; is {
				wanted = append(wanted, row.Key)
			}
		}
		for step := range slices.Chunk(wanted, sweepChange) {
			err := s.Update(ctx, g, func(tx Tx) error {
				for _, k := range step {
					v, found, err := t.Get(tx, k)
					if is, _ := want(Row[K, V]{k, v}); found && is {
						err = change(tx, Row[K, V]{k, v})
					}
					if err != nil {
						return err
					}
				}
				return nil
			})
			if err != nil {
				return after, err
			}
		}
	}
	return after, nil
}

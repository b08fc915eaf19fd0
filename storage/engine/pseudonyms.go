package engine

import (
	"slices"

	"holecard/storage"
)

// The journal, rounds and the log of settings know people by pseudonyms: see
// [storage.Pseudonyms]. Callers never see those, but of who was erased.

// pseudonymKey is the key of a user's pseudonym, or of a pseudonym's user.
func pseudonymKey(g storage.GuildID, u storage.UserID) Key { return keyIn(storage.Pseudonyms, g, u) }

// Users implements [storage.Records].
func (r *reader) Users(of []*storage.UserID) error {
	if err := r.fetchUsers(of); err != nil {
		return err
	}
	for _, u := range of {
		if !u.Erased() {
			continue
		}
		switch user, found, err := storage.Pseudonyms.Get(r, *u); {
		case err != nil:
			return err
		case found:
			*u = user
		}
	}
	return nil
}

// fetchUsers reads in one round trip whose those pseudonyms are that are of nobody known yet.
func (r *reader) fetchUsers(of []*storage.UserID) error {
	var unknown []Key
	for _, u := range of {
		if r.near == nil && u.Erased() && !r.isUser(*u) {
			unknown = append(unknown, pseudonymKey(r.guild, *u))
		}
	}
	return r.fetch(unknown...)
}

// isUser learns whose a pseudonym is from those of users that were read, and reports whether it
// is one of theirs.
func (r *reader) isUser(pseudonym storage.UserID) bool {
	at, _ := r.find(pseudonymKey(r.guild, 0))
	for ; at < len(r.known) && r.known[at].Table == storage.Pseudonyms.Kind; at++ {
		id, raw := r.known[at].ID, r.known[at].Value
		g, user, n, err := recordOf(storage.Pseudonyms, id, raw, nil)
		if g != r.guild || user.Erased() {
			break
		}
		if raw != nil && err == nil && n == pseudonym {
			if _, known := r.find(pseudonymKey(g, n)); !known {
				r.note(pseudonymKey(g, n), storage.Pseudonyms.Encode(user), false)
			}
			return true
		}
	}
	return false
}

// Pseudonyms implements [storage.Changing].
func (t *Transaction) Pseudonyms(of []*storage.UserID) error {
	of = slices.DeleteFunc(slices.Clone(of), func(u *storage.UserID) bool {
		return *u == 0 || u.Erased()
	})
	var keys []Key
	for _, u := range of {
		keys = append(keys, pseudonymKey(t.guild, *u))
	}
	if err := t.fetch(keys...); err != nil {
		return err
	}
	for _, u := range of {
		pseudonym, found, err := storage.Pseudonyms.Get(t, *u)
		if err == nil && !found {
			pseudonym = storage.NewPseudonym()
			err = firstOf(storage.Pseudonyms.Put(t, *u, pseudonym),
				storage.Pseudonyms.Put(t, pseudonym, *u))
			t.note(PostingKey(t.guild, storage.OpeningOf(pseudonym)), nil, false) // it is new
		}
		if err != nil {
			return err
		}
		*u = pseudonym
	}
	return nil
}

// pseudonym compares a record with the one the other way round, of which the user's comes first.
func (a *Auditor) pseudonym(g storage.GuildID, one, other storage.UserID) {
	if !one.Erased() {
		return
	}
	a.back++
	if a.people[storage.Player{Guild: g, User: one}] != other {
		a.Problem("A pseudonym of player %d of %v is not theirs.", other, g)
	}
}

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
	of = slices.DeleteFunc(slices.Clone(of), func(u *storage.UserID) bool { return !u.Erased() })
	if err := r.fetchPseudonyms(of); err != nil {
		return err
	}
	for _, u := range of {
		switch user, found, err := storage.Pseudonyms.Get(r, *u); {
		case err != nil:
			return err
		case found:
			*u = user
		}
	}
	return nil
}

func (r *reader) fetchPseudonyms(of []*storage.UserID) error {
	var keys []Key
	for _, u := range of {
		if r.near == nil {
			keys = append(keys, pseudonymKey(r.guild, *u))
		}
	}
	return r.fetch(keys...)
}

// learn notes whose the pseudonym of a user is, which nobody has to read then.
func (r *reader) learn(user, pseudonym storage.UserID) {
	if k := pseudonymKey(r.guild, pseudonym); r.near == nil {
		if _, known := r.find(k); !known {
			r.note(k, storage.Pseudonyms.Encode(user), false)
		}
	}
}

// Pseudonyms implements [storage.Changing].
func (t *Transaction) Pseudonyms(of []*storage.UserID) error {
	of = slices.DeleteFunc(slices.Clone(of), func(u *storage.UserID) bool {
		return *u == 0 || u.Erased()
	})
	if err := t.fetchPseudonyms(of); err != nil {
		return err
	}
	for _, u := range of {
		pseudonym, found, err := storage.Pseudonyms.Get(t, *u)
		if err == nil && !found {
			pseudonym = storage.NewPseudonym()
			err = firstOf(storage.Pseudonyms.Put(t, *u, pseudonym),
				storage.Pseudonyms.Put(t, pseudonym, *u))
			t.note(JournalKey(t.guild, storage.OpeningOf(pseudonym)), nil, false) // it is new
		}
		if err != nil {
			return err
		}
		t.learn(*u, pseudonym)
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

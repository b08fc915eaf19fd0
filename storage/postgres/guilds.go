package postgres

import (
	"context"
	"slices"
	"time"

	"holecard/storage"
	"holecard/storage/engine"
)

// The registry of guilds names all that there are, for what looks at each of them: audits,
// counts, deadlines. A guild is registered before its first transaction, in a transaction of
// its own, so a process asks once for each. Its key begins with one of 64 buckets.

const buckets = 64

// bucketOf returns where a guild is registered: snowflakes differ above their 22nd bit.
func bucketOf(g storage.GuildID) int64 {
	return int64(uint64(g) * 0x9e3779b97f4a7c15 >> (64 - 6))
}

// membership is until when a process need not register a guild again, nor that it has tables.
// Another process may take an erased guild off the registry: one that comes back is registered
// by whichever process meets it an hour after it last has.
type membership struct{ known, tables time.Time }

// knownFor is how long a guild is known to be registered.
const knownFor = time.Hour

// register registers a guild, once in a while.
func (s *Store) register(ctx context.Context, conn *conn, g storage.GuildID) error {
	now, was := time.Now(), s.membership(g)
	if now.Before(was.known) {
		return nil
	}
	err := run(ctx, conn, ask{statement: addGuild, args: registered(g)})
	if err == nil {
		was.known = now.Add(knownFor)
		s.guilds.Store(g, was)
	}
	return err
}

func (s *Store) membership(g storage.GuildID) membership {
	m, _ := s.guilds.Load(g)
	was, _ := m.(membership)
	return was
}

// unregister takes a guild off the registry that is erased.
func (s *Store) unregister(ctx context.Context, g storage.GuildID) error {
	conn, err := s.side.acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.release()
	s.guilds.Delete(g)
	return run(ctx, conn, ask{statement: dropGuild, args: registered(g)})
}

// registered returns the key of a guild in the registry.
func registered(g storage.GuildID) [][]byte {
	return [][]byte{number(bucketOf(g)), number(int64(g))}
}

func list64(numbers [][]byte) []byte { return list(bigintType, numbers...) }

// eachGuild calls fn with each registered guild.
func (s *Store) eachGuild(ctx context.Context, fn func(storage.GuildID) error) error {
	for b := range int64(buckets) {
		var members []storage.GuildID
		err := s.again(ctx, func(ctx context.Context) (again bool, err error) {
			conn, err := s.pool.acquire(ctx)
			if err != nil {
				return true, err
			}
			defer conn.release()
			members = nil
			return true, run(ctx, conn, ask{statement: membersOf, args: [][]byte{number(b)},
				row: func(v [][]byte) {
					members = append(members, storage.GuildID(numberOf(v[0])))
				}})
		})
		if err != nil {
			return err
		}
		for _, g := range members {
			if err := fn(g); err != nil {
				return err
			}
		}
	}
	return nil
}

// Guilds implements [storage.Store].
func (s *Store) Guilds(ctx context.Context) (list []storage.GuildID, err error) {
	if err := s.gate.Enter(ctx); err != nil {
		return nil, err
	}
	defer s.gate.Leave()
	err = s.eachGuild(ctx, func(g storage.GuildID) error {
		if g != 0 {
			list = append(list, g)
		}
		return nil
	})
	slices.Sort(list)
	return list, err
}

// Count counts what there is.
func (s *Store) Count(ctx context.Context) (sum storage.Counts, err error) {
	if err := s.gate.Enter(ctx); err != nil {
		return sum, err
	}
	defer s.gate.Leave()
	err = s.eachGuild(ctx, func(g storage.GuildID) error {
		_, err := s.view(ctx, g, func(t *transaction) error {
			return t.run(ask{statement: countAll, args: [][]byte{t.own()},
				row: func(v [][]byte) {
					sum.Players += int(numberOf(v[0]))
					sum.OpenHands += int(numberOf(v[1]))
					sum.Seatings += int(numberOf(v[2]))
				}})
		})
		return err
	})
	return sum, err
}

// Sums adds up the chips of each kind of account.
func (s *Store) Sums(ctx context.Context) (storage.Sums, error) {
	all := storage.Sums{}
	if err := s.gate.Enter(ctx); err != nil {
		return all, err
	}
	defer s.gate.Leave()
	err := s.eachGuild(ctx, func(g storage.GuildID) error {
		_, err := s.view(ctx, g, func(t *transaction) error {
			for kind, statement := range map[storage.AccountKind]string{
				storage.HeldAccount: sumHeld, storage.HouseAccount: sumHouse,
				storage.MintAccount: sumMint} {
				err := t.run(ask{statement: statement, args: [][]byte{t.own()},
					row: func(v [][]byte) {
						all[kind] += storage.Chips(numberOf(v[0]))
						all[storage.PlayerAccount] -= storage.Chips(numberOf(v[0]))
					}})
				if err != nil {
					return err
				}
			}
			return nil
		})
		return err
	})
	return all, err
}

// Audit implements [storage.Store]. It reads one state of each guild, one guild after the
// other.
func (s *Store) Audit(ctx context.Context) (storage.Audit, error) {
	if err := s.gate.Enter(ctx); err != nil {
		return storage.Audit{}, err
	}
	defer s.gate.Leave()
	a := engine.NewAuditor(ctx, true)
	err := s.eachGuild(ctx, func(g storage.GuildID) error {
		_, err := s.view(ctx, g, func(t *transaction) error { return a.Compare(t) })
		return err
	})
	if err != nil {
		return storage.Audit{}, err
	}
	return a.Result(), nil
}

package postgres

import (
	"context"
	"math"
	"slices"

	"holecard/storage"
	"holecard/storage/engine"
)

// eachGuild calls fn with each guild that has records, a page after the other.
func (s *Store) eachGuild(ctx context.Context, fn func(storage.GuildID) error) error {
	for after := int64(math.MinInt64); ; {
		var page []storage.GuildID
		err := s.on(ctx, s.pool, func() { page = nil }, ask{statement: nextGuilds(),
			args: [][]byte{number(after)}, row: func(v [][]byte) {
				page = append(page, storage.GuildID(numberOf(v[0])))
			}})
		if err != nil || len(page) == 0 {
			return err
		}
		for _, g := range page {
			if err := fn(g); err != nil {
				return err
			}
		}
		after = int64(page[len(page)-1])
	}
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
		err := s.view(ctx, g, func(t *transaction) error {
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
		err := s.view(ctx, g, func(t *transaction) error {
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

// Audit implements [storage.Store].
func (s *Store) Audit(ctx context.Context) (storage.Audit, error) {
	return s.compare(ctx, func(*engine.Auditor) error { return nil })
}

// compare compares one state of each guild, one guild after the other, and calls fn with it.
func (s *Store) compare(
	ctx context.Context, fn func(*engine.Auditor) error,
) (found storage.Audit, err error) {
	a := engine.NewAuditor(ctx)
	guilds, err := s.Guilds(ctx)
	for _, g := range append([]storage.GuildID{0}, guilds...) {
		if err == nil {
			err = s.view(ctx, g, func(t *transaction) error {
				if err := a.Compare(t); err != nil {
					return err
				}
				return fn(a)
			})
		}
	}
	if err != nil {
		return found, err
	}
	return a.Result(), nil
}

package story

import (
	"cmp"
	"context"
	"errors"
	"time"

	"holecard/bot/interact"
	"holecard/bot/wallet"
	"holecard/storage"
)

// Lately is a period of a leaderboard, seen from now. All but the last are spans of storage.
type Lately uint8

// The periods that people choose from.
const (
	AllTime   = Lately(storage.Ever)
	Today     = Lately(storage.Today)
	ThisWeek  = Lately(storage.ThisWeek)
	ThisMonth = Lately(storage.ThisMonth)
	LastMonth = Lately(storage.Spans)
	Periods   = storage.Spans + 1
)

// Ranking is an order and a period of a leaderboard.
type Ranking struct {
	By storage.Order
	In Lately
}

// Valid reports whether there is such a leaderboard: see [storage.Board.Exists].
func (r Ranking) Valid() bool { return r.In < Periods && r.at(time.Time{}).Exists() }

// OfProfile reports whether the leaderboard follows from wallets and profiles.
func (r Ranking) OfProfile() bool { return r.at(time.Time{}).OfProfile() }

// at returns the board that the ranking is at a time.
func (r Ranking) at(now time.Time) storage.Board {
	b := storage.Board{By: r.By}
	if r.In == LastMonth {
		b.In = storage.PeriodAt(storage.ThisMonth, now)
		b.In.Number--
	} else {
		b.In = storage.PeriodAt(storage.Span(r.In), now)
	}
	return b
}

// Board is a page of a guild's leaderboard.
type Board struct {
	Ranking
	Page      int // the first is 0
	Pages     int // at least 1
	Standings []storage.Standing
	You       storage.Standing // Position 0 when the visitor is not ranked
	Of        int              // players ranked
}

// PageSize is the number of players on a page of a leaderboard.
const PageSize = 10

// Board returns a page of the leaderboard of the visitor's guild; a page beyond the last is
// the last. A visitor who was taken to have left is on it again.
func (s *Stories) Board(ctx context.Context, v interact.By, of Ranking, page int) (b Board,
	err error) {
	board := of.at(s.Desk.Now())
	err = s.Desk.View(ctx, v, func(r storage.Reader) error {
		visitor, _, err := storage.Profiles.Get(r, v.Player)
		if err != nil || visitor.Away {
			return cmp.Or(err, errAway)
		}
		b = Board{Ranking: of}
		position, ranked, err := r.Rank(v.Player, board)
		if err != nil {
			return err
		}
		b.Of, b.Pages = ranked, max(1, (ranked+PageSize-1)/PageSize)
		b.Page = min(max(page, 0), b.Pages-1)
		if b.Standings, err = r.Standings(board, b.Page*PageSize, PageSize); err != nil {
			return err
		}
		you, err := wallet.AccountOf(r, v.Player, v)
		if errors.Is(err, wallet.ErrNoPlayer) || err == nil && you.Hidden {
			return nil
		}
		b.You = storage.Standing{Player: v.Player, Name: you.Name, Position: position,
			Balance: you.Balance, Stats: you.Stats}
		if err == nil && !board.OfProfile() {
			b.You.Tally, err = storage.Tallies.Read(r, v.Player.Tally(board.In))
		}
		return err
	})
	if !errors.Is(err, errAway) {
		return b, err
	}
	err = s.Desk.Store.Update(ctx, v.Player.Guild, func(tx storage.Tx) error {
		tx.Load(storage.Wanted{Players: []storage.UserID{v.Player.User}})
		return interact.PutBack(tx, v.Player)
	})
	if err != nil {
		return b, err
	}
	return s.Board(ctx, v, of, page)
}

// errAway is a visitor who is off the leaderboards.
var errAway = errors.New("the visitor was taken to have left")

// MarkAway takes people who have left a guild off its leaderboards, until they do something
// there, or look at one.
func (s *Stories) MarkAway(ctx context.Context, guild storage.GuildID,
	users []storage.UserID) error {
	return s.Desk.Store.Update(ctx, guild, func(tx storage.Tx) error {
		tx.Load(storage.Wanted{Players: users})
		for _, user := range users {
			p, known, err := storage.Profiles.Get(tx, storage.Player{Guild: guild, User: user})
			if err != nil {
				return err
			}
			if !known || p.Away {
				continue
			}
			p.Away = true
			if err := storage.Profiles.Save(tx, p); err != nil {
				return err
			}
		}
		return nil
	})
}

package session

import (
	"context"
	"errors"
	"slices"
	"strings"

	"holecard/storage"
)

// Board is a page of a guild's leaderboard.
type Board struct {
	storage.Board
	Page      int // the first is 0
	Pages     int // at least 1
	Standings []storage.Standing
	You       storage.Standing // Position 0 when the visitor is not ranked
	Of        int              // players ranked
	Season    storage.Season   // whose board it is
	Seasons   []storage.Season // of the guild, the newest first
}

// PageSize is the number of players on a page of a leaderboard.
const PageSize = 10

// ErrNoSeason refuses the board of a season where there was none of the name.
var ErrNoSeason = errors.New("no such season")

// Board returns a page of the leaderboard of the visitor's guild; a page beyond the last is
// the last. A day, week, month or season with the number 0 is the present one, or the newest.
// The error is [ErrNoSeason] for a season that there was not.
func (s *Sessions) Board(ctx context.Context, v Interaction, of storage.Board,
	page int) (b Board, err error) {
	if of.In.Number == 0 && of.In.Span != storage.InSeason {
		of.In = storage.PeriodAt(of.In.Span, s.Now())
	}
	err = s.Store.View(ctx, v.Player.Guild, func(r storage.Reader) error {
		b = Board{Board: of}
		if b.Seasons, err = r.Seasons(); err != nil {
			return err
		}
		if of.In.Span == storage.InSeason {
			if b.Season, err = seasonOf(b.Seasons, of.In.Number); err != nil {
				return err
			}
			b.In.Number = b.Season.Number
		}
		position, of, err := r.Rank(v.Player, b.Board)
		if err != nil {
			return err
		}
		b.Of, b.Pages = of, max(1, (of+PageSize-1)/PageSize)
		b.Page = min(max(page, 0), b.Pages-1)
		if b.Standings, err = r.Standings(b.Board, b.Page*PageSize, PageSize); err != nil {
			return err
		}
		you, err := account(r, v.Player, v)
		if errors.Is(err, ErrNoPlayer) || err == nil && you.hidden {
			return nil
		}
		b.You = storage.Standing{Player: v.Player, Name: you.Name, Position: position,
			Balance: you.Balance, Stats: you.Stats}
		if err == nil && !b.OfProfile() {
			b.You.Tally, err = r.Tally(v.Player, b.In)
		}
		return err
	})
	return b, err
}

// seasonOf returns the season with a number, or the newest for 0.
func seasonOf(all []storage.Season, number uint32) (storage.Season, error) {
	i := slices.IndexFunc(all, func(s storage.Season) bool {
		return number == 0 || s.Number == number
	})
	if i < 0 {
		return storage.Season{}, ErrNoSeason
	}
	return all[i], nil
}

// Season returns a season of a guild, 0 for the newest. The error is [ErrNoSeason] for none.
func (s *Sessions) Season(ctx context.Context, guild storage.GuildID, number uint32) (
	storage.Season, error) {
	all, err := s.Seasons(ctx, guild)
	if err != nil {
		return storage.Season{}, err
	}
	return seasonOf(all, number)
}

// Seasons returns the seasons of a guild, the newest first.
func (s *Sessions) Seasons(ctx context.Context, guild storage.GuildID) (list []storage.Season,
	err error) {
	err = s.Store.View(ctx, guild, func(r storage.Reader) error {
		list, err = r.Seasons()
		return err
	})
	return list, err
}

// SeasonError refuses to begin a season while one lasts, or to end one where none does.
type SeasonError struct{ Lasts string } // its name, empty for none

func (e *SeasonError) Error() string {
	if e.Lasts == "" {
		return "no season lasts"
	}
	return "the season " + e.Lasts + " lasts"
}

// SeasonNameMax is how long a season's name may be, in letters.
const SeasonNameMax = 40

// ErrSeasonName refuses a name of a season: none, too long, or used before.
var ErrSeasonName = errors.New("no name for a season")

// BeginSeason begins a season. Rounds count that are dealt from then on.
func (s *Sessions) BeginSeason(ctx context.Context, v Interaction, name string) (storage.Season,
	error) {
	name = strings.Join(strings.Fields(name), " ")
	return s.season(ctx, v, func(all []storage.Season) (storage.Season, error) {
		used := slices.ContainsFunc(all, func(s storage.Season) bool {
			return strings.EqualFold(s.Name, name)
		})
		switch n := len([]rune(name)); {
		case len(all) > 0 && all[0].Ended.IsZero():
			return storage.Season{}, &SeasonError{all[0].Name}
		case n == 0 || n > SeasonNameMax || used:
			return storage.Season{}, ErrSeasonName
		}
		return storage.Season{Guild: v.Player.Guild, Number: uint32(len(all)) + 1, Name: name,
			Began: s.Now()}, nil
	})
}

// EndSeason ends the season that lasts. Its boards stay as they are.
func (s *Sessions) EndSeason(ctx context.Context, v Interaction) (storage.Season, error) {
	return s.season(ctx, v, func(all []storage.Season) (storage.Season, error) {
		if len(all) == 0 || !all[0].Ended.IsZero() {
			return storage.Season{}, &SeasonError{}
		}
		all[0].Ended = s.Now()
		return all[0], nil
	})
}

// season changes a season, and logs it. A repeat returns the newest.
func (s *Sessions) season(ctx context.Context, v Interaction,
	change func([]storage.Season) (storage.Season, error)) (of storage.Season, err error) {
	now := s.Now()
	err = s.once(ctx, v, storage.Wanted{}, func(tx storage.Tx, again bool) error {
		all, err := tx.Seasons()
		if err != nil {
			return err
		}
		if again && len(all) > 0 {
			of = all[0]
			return nil
		}
		if of, err = change(all); err != nil {
			return err
		}
		logged := storage.SettingChange{What: storage.SetSeason, After: of.Name}
		if !of.Ended.IsZero() {
			logged.Before, logged.After = of.Name, ""
		}
		return errors.Join(tx.See(v.ID, now), tx.SaveSeason(of),
			tx.SaveLog(storage.LogEntry{By: v.ID, Guild: v.Player.Guild, Who: v.Player.User,
				Name: v.Name, At: now, Changes: []storage.SettingChange{logged}}))
	})
	return of, err
}

// MarkAway takes people who have left a guild off its leaderboards, until they do something
// there: see [Sessions.PutBack].
func (s *Sessions) MarkAway(ctx context.Context, guild storage.GuildID,
	users []storage.UserID) error {
	return s.Store.Update(ctx, guild, func(tx storage.Tx) error {
		tx.Load(storage.Wanted{Players: users})
		for _, user := range users {
			p, known, err := tx.Profile(storage.Player{Guild: guild, User: user})
			if err != nil {
				return err
			}
			if !known || p.Away {
				continue
			}
			p.Away = true
			if err := tx.SaveProfile(p); err != nil {
				return err
			}
		}
		return nil
	})
}

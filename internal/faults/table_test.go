package faults

import (
	"context"
	"fmt"
	"time"

	"holecard/blackjack"
	"holecard/blackjack/tables"
	"holecard/bot/interact"
	"holecard/bot/round"
	"holecard/storage"
)

// resume is what the bot does when it comes back. It returns the tables that are open, all of
// which wait from now on as if nothing had happened.
func resume(ctx context.Context, s *round.Rounds) (map[storage.SeatingID]mark, error) {
	const wait = 15 * time.Second
	least := s.Desk.Now().Add(wait).Truncate(time.Microsecond)
	if _, err := s.Resume(ctx, storage.Claim{}); err != nil {
		return nil, err
	}
	open := map[storage.SeatingID]mark{}
	return open, s.Desk.Store.View(ctx, home, func(r storage.Reader) error {
		list, err := storage.Seatings.All(r)
		for _, t := range list {
			if open[t.ID] = (mark{t.Version, t.Due}); t.Due.At.Before(least) {
				return fmt.Errorf("table %d goes on at %v, before %v", t.ID, t.Due.At, least)
			}
		}
		return err
	})
}

// atTable returns what the player does at a table for several people.
func (p *player) atTable(v interact.By) func(context.Context) error {
	const most = 2 // open at once, or a few more
	list, err := p.Seatings(context.Background(), home)
	if err != nil {
		return func(context.Context) error { return err }
	}
	if len(list) < most {
		all := tables.All()
		o := round.Opening{Table: all[p.IntN(len(all))].Name, Size: 2 + p.IntN(6),
			Pace: storage.Pace(p.IntN(int(storage.Paces)))}
		return func(ctx context.Context) error {
			_, err := p.OpenSeating(ctx, v, o)
			return err
		}
	}
	t := list[p.IntN(len(list))]
	for _, other := range list { // mostly where others wait for this player
		if seat := other.Seat(v.Player.User); seat >= 0 && other.Round.Players[seat].Asked &&
			p.IntN(6) > 0 {
			return p.plays(v, other, seat)
		}
	}
	bet := storage.Bet{Stake: storage.Chips(1 + p.IntN(500))}
	at := func(do func(context.Context) (round.Seating, error)) func(context.Context) error {
		return func(ctx context.Context) error {
			_, err := do(ctx)
			return err
		}
	}
	switch whim := p.IntN(40); {
	case whim == 0:
		return at(func(ctx context.Context) (round.Seating, error) {
			return p.CloseSeating(ctx, v, t.ID, true)
		})
	case whim < 3:
		return at(func(ctx context.Context) (round.Seating, error) {
			return p.Leave(ctx, v, t.ID)
		})
	case whim < 6:
		plays := []string{"", "stopAt(12)"}[p.IntN(2)]
		return at(func(ctx context.Context) (round.Seating, error) {
			return p.Sit(ctx, v, t.ID, plays)
		})
	case whim < 12:
		return p.strikes()
	case whim < 26:
		return at(func(ctx context.Context) (round.Seating, error) {
			return p.Bet(ctx, v, t.ID, bet)
		})
	}
	return at(func(ctx context.Context) (round.Seating, error) {
		return p.Ready(ctx, v, t.ID)
	})
}

// plays plays for the player's seat.
func (p *player) plays(v interact.By, t round.Seating,
	seat int) func(context.Context) error {
	var legal []blackjack.Action
	for a := range t.Round.View.Seats[seat].Legal.All() {
		legal = append(legal, a)
	}
	a := legal[p.IntN(len(legal))]
	return func(ctx context.Context) error {
		_, err := p.Play(ctx, v, t.ID, t.Turn, a)
		return err
	}
}

// strikes lets the clock go on to the first deadline of all tables, and carries it out.
func (p *player) strikes() func(context.Context) error {
	due, err := p.Store.Due(context.Background(),
		storage.Claim{Until: p.clock.now().Add(time.Hour), Limit: 1})
	if err != nil || len(due) == 0 {
		return func(context.Context) error { return err }
	}
	return func(ctx context.Context) error {
		p.clock.goOn(due[0].At)
		p.now.Struck = &due[0]
		_, done, err := p.Expire(ctx, due[0])
		if !done {
			p.now.Struck = nil
		}
		return err
	}
}

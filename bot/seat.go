package bot

import (
	"cmp"
	"context"
	"errors"

	"holecard/blackjack"
	"holecard/bot/discord"
	"holecard/bot/message"
	"holecard/bot/round"
	"holecard/bot/view"
	"holecard/bot/wallet"
	"holecard/storage"
)

func (b *Bot) seatRoutes(to *discord.Routes) {
	onClick(to, "sit", b.sit)
	onClick(to, "leave", b.leave)
	onClick(to, "ask for a bet", b.changeSeatBet)
	onClick(to, "bet at a table", b.seatBet)
	onClick(to, "same bet", b.sameBet)
	onClick(to, "ready", b.ready)
	onClick(to, "move", b.move)
}

func (b *Bot) sit(ctx context.Context, c *call, s view.Sit) error {
	v, err := b.rounds.Sit(ctx, c.by, s.Seating, "")
	return b.moveOn(ctx, c, v, err)
}

func (b *Bot) leave(ctx context.Context, c *call, l view.Leave) error {
	v, err := b.rounds.Leave(ctx, c.by, l.Seating)
	return b.moveOn(ctx, c, v, err)
}

func (b *Bot) changeSeatBet(ctx context.Context, c *call, s view.ChangeSeatBet) error {
	v, err := b.rounds.Seating(ctx, c.Player.Guild, s.Seating)
	switch {
	case err != nil:
		return b.moveOn(ctx, c, v, err)
	case v.Round != nil && v.Round.Open:
		return round.ErrRoundOpen
	}
	if err := v.MaySit(c.Player.User); err != nil {
		return err
	}
	c.Ask(view.AskSeatBet(b.own(ctx, c), v, lastAt(v, c.Player.User),
		b.sideEdges(v.Table.Rules)))
	return nil
}

func (b *Bot) seatBet(ctx context.Context, c *call, s view.SeatBet) error {
	v, err := b.rounds.Seating(ctx, c.Player.Guild, s.Seating)
	if err != nil {
		return b.moveOn(ctx, c, v, err)
	}
	last := lastAt(v, c.Player.User).Stake
	bet, err := b.readStakes(ctx, c, last, func() (wallet.Bets, error) {
		bets, err := b.wallets.Bets(ctx, c.by, v.Table.Name)
		bets.Min, bets.Max = v.Table.Rules.MinBet, v.Table.Rules.MaxBet
		return bets, err
	})
	if err != nil {
		return err
	}
	bet.Stake = cmp.Or(bet.Stake, last)
	return b.bet(ctx, c, s.Seating, bet)
}

// sameBet bets what the player bet last.
func (b *Bot) sameBet(ctx context.Context, c *call, s view.SameBet) error {
	return b.bet(ctx, c, s.Seating, storage.Bet{})
}

// ready says that the player waits for nobody.
func (b *Bot) ready(ctx context.Context, c *call, r view.Ready) error {
	v, err := b.rounds.Ready(ctx, c.by, r.Seating)
	return b.moveOn(ctx, c, v, err)
}

func (b *Bot) move(ctx context.Context, c *call, m view.Move) error {
	v, err := b.rounds.Play(ctx, c.by, m.Seating, m.Turn, blackjack.Action(m.Action))
	return b.moveOn(ctx, c, v, err)
}

// bet bets at a table. What whispers tell when the cards are dealt is told by this press.
func (b *Bot) bet(ctx context.Context, c *call, id storage.SeatingID, bet storage.Bet) error {
	v, err := b.rounds.Bet(ctx, c.by, id, bet)
	if err := b.moveOn(ctx, c, v, err); err != nil {
		return err
	}
	if tell := c.Later(); err == nil && tell != nil {
		b.whispers.keep(v, c.Player.User, b.desk.Now(), func(why string, facts ...any) {
			tell(message.Note(b.own(ctx, c).Say("error.seat."+why, facts...)))
		})
	}
	return nil
}

// moveOn redraws the message of a table after a press. One that changes nothing leaves the message
// as it is and holds up nobody; where it came too late, the message is drawn again by and by,
// for its buttons may be old: also where the table has closed and they were never taken away.
func (b *Bot) moveOn(ctx context.Context, c *call, v round.Seating, err error) error {
	refused := errors.Is(err, round.ErrRoundOpen) // for a message that was not redrawn
	switch {
	case errors.Is(err, round.ErrNoSeating) && v.ID == 0:
		c.Update(view.ClosedSeating(b.here(ctx, c)))
		return nil
	case errors.Is(err, round.ErrTurnPassed), errors.Is(err, round.ErrNoRound), refused:
		b.place(ctx, v, c.At)
		v.Place = storage.Place(c.At)
		live := liveOf(v)
		live.Behind = true
		b.wire.Edit(live)
		c.Keep()
		if refused {
			why, _ := b.words(ctx, c, err)
			c.Follow(why)
		}
		return nil
	case err != nil:
		return err
	}
	b.place(ctx, v, c.At)
	if v.Unchanged {
		c.Keep()
		return nil
	}
	v.Place = storage.Place(c.At)
	b.drawn(v)
	c.Update(b.showSeating(v))
	b.remind(ctx, c, v)
	return nil
}

// remind tells the caller how long they have played, where they are to know.
func (b *Bot) remind(ctx context.Context, c *call, v round.Seating) {
	if v.Played > 0 {
		c.Follow(message.Note(view.TimePlayed(b.own(ctx, c), v.Played)))
	}
}

// lastAt returns the bet that a user is offered at a table: the present one, or the last.
func lastAt(v round.Seating, user storage.UserID) storage.Bet {
	chair, _ := v.Chair(user)
	switch {
	case chair.Bet.Stake > 0:
		return chair.Bet
	case chair.Last.Stake > 0:
		return chair.Last
	}
	r := v.Table.Rules
	return storage.Bet{Stake: min(max(wallet.FirstBet, r.MinBet), r.MaxBet)}
}

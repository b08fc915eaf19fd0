package bot

import (
	"cmp"
	"context"
	"errors"
	"time"

	"holecard/blackjack"
	"holecard/bot/discord"
	"holecard/bot/lang"
	"holecard/bot/message"
	"holecard/bot/session"
	"holecard/bot/view"
	"holecard/storage"
)

// sit takes a chair.
func (b *Bot) sit(ctx context.Context, c discord.Click, s view.Sit) (message.Reply, error) {
	return b.moveOn(ctx, c)(b.sessions.Sit(ctx, interaction(c.Caller), s.Seating, ""))
}

// leave leaves a table.
func (b *Bot) leave(ctx context.Context, c discord.Click, l view.Leave) (message.Reply, error) {
	return b.moveOn(ctx, c)(b.sessions.Leave(ctx, interaction(c.Caller), l.Seating))
}

// changeSeatBet asks for a bet at a table.
func (b *Bot) changeSeatBet(ctx context.Context, c discord.Click, s view.ChangeSeatBet) (
	message.Reply, error) {
	now, err := b.sessions.Seating(ctx, c.Player.Guild, s.Seating)
	if err != nil {
		return b.moveOn(ctx, c)(now, err)
	}
	return b.askSeatBet(ctx, c.Caller, now)
}

// seatBet bets what was entered.
func (b *Bot) seatBet(ctx context.Context, c discord.Click, s view.SeatBet) (
	message.Reply, error) {
	now, err := b.sessions.Seating(ctx, c.Player.Guild, s.Seating)
	if err != nil {
		return b.moveOn(ctx, c)(now, err)
	}
	bet, err := b.readSeatBet(ctx, c, now)
	if err != nil {
		return message.Reply{}, err
	}
	return b.bet(ctx, c, s.Seating, bet)
}

// sameBet bets what the player bet last.
func (b *Bot) sameBet(ctx context.Context, c discord.Click, s view.SameBet) (
	message.Reply, error) {
	return b.bet(ctx, c, s.Seating, storage.Bet{})
}

// ready says that the player waits for nobody.
func (b *Bot) ready(ctx context.Context, c discord.Click, r view.Ready) (message.Reply, error) {
	return b.moveOn(ctx, c)(b.sessions.Ready(ctx, interaction(c.Caller), r.Seating))
}

// move plays an action at a table.
func (b *Bot) move(ctx context.Context, c discord.Click, m view.Move) (message.Reply, error) {
	return b.moveOn(ctx, c)(b.sessions.Play(ctx, interaction(c.Caller), m.Seating, m.Turn,
		blackjack.Action(m.Action)))
}

// bet bets at a table. What whispers tell when the cards are dealt is told by this press.
func (b *Bot) bet(ctx context.Context, c discord.Click, id storage.SeatingID,
	bet storage.Bet) (message.Reply, error) {
	v, err := b.sessions.Bet(ctx, interaction(c.Caller), id, bet)
	r, failed := b.moveOn(ctx, c)(v, err)
	if user := c.Player.User; failed == nil {
		r.Later = func(tell func(message.Reply)) {
			b.whispers.keep(v, user, b.sessions.Now(), func(text func(*lang.Printer) string) {
				tell(message.Note(text(b.own(ctx, c.Caller))))
			})
		}
	}
	return r, failed
}

// moveOn redraws the message of a table after a press. One that changes nothing leaves the message
// as it is and holds up nobody; where it came too late, the message is drawn again by and by,
// for its buttons may be old: also where the table has closed and they were never taken away.
func (b *Bot) moveOn(ctx context.Context, c discord.Click) func(session.Seating, error) (
	message.Reply, error) {
	return func(v session.Seating, err error) (message.Reply, error) {
		if errors.Is(err, session.ErrNoSeating) && v.ID == 0 {
			return view.ClosedSeating(b.here(ctx, c.Caller)), nil
		}
		late := errors.Is(err, session.ErrTurnPassed) || errors.Is(err, session.ErrNoRound)
		refused := errors.Is(err, session.ErrRoundOpen) // for a message that was not redrawn
		if err != nil && !late && !refused {
			return message.Reply{}, err
		}
		b.place(ctx, v, c.Place())
		live := b.live(v)
		if err != nil {
			live.Behind = true
			r := message.Reply{Keep: true, Also: []message.Edit{{At: c.Place(), Live: live}}}
			if refused {
				why := b.explain(ctx, err, c.Caller)
				r.Then = &why
			}
			return r, nil
		}
		if v.Unchanged {
			return message.Reply{Keep: true}, nil
		}
		b.whispers.dealt(v)
		r := b.showSeating(v)
		r.Update, r.Live = true, &live
		if v.Played > 0 {
			r.Then = b.reminder(ctx, c.Caller, v.Played)
		}
		return r, nil
	}
}

// reminder tells the caller how long they have played.
func (b *Bot) reminder(ctx context.Context, c discord.Caller, played time.Duration) *message.Reply {
	r := message.Note(view.TimePlayed(b.own(ctx, c), played))
	return &r
}

// askSeatBet asks for a bet at a table.
func (b *Bot) askSeatBet(ctx context.Context, c discord.Caller, v session.Seating) (
	message.Reply, error) {
	if v.Round != nil && v.Round.Open {
		return message.Reply{}, session.ErrRoundOpen
	}
	if err := v.MaySit(c.Player.User); err != nil {
		return message.Reply{}, err
	}
	return view.AskSeatBet(b.own(ctx, c), v, lastAt(v, c.Player.User),
		b.sideEdges(v.Table.Rules)), nil
}

// lastAt returns the bet that a user is offered at a table: the present one, or the last.
func lastAt(v session.Seating, user storage.UserID) storage.Bet {
	chair, _ := v.Chair(user)
	switch {
	case chair.Bet.Stake > 0:
		return chair.Bet
	case chair.Last.Stake > 0:
		return chair.Last
	}
	r := v.Table.Rules
	return storage.Bet{Stake: min(max(session.FirstBet, r.MinBet), r.MaxBet)}
}

// readSeatBet reads the bet that was entered. Words such as "all" leave the side bets
// their chips.
func (b *Bot) readSeatBet(ctx context.Context, c discord.Click, v session.Seating) (
	bet storage.Bet, err error) {
	last := lastAt(v, c.Player.User).Stake
	bet, err = b.readStakes(ctx, c, last, func() (session.Bets, error) {
		bets, err := b.sessions.Bets(ctx, interaction(c.Caller), v.Table.Name)
		bets.Min, bets.Max = v.Table.Rules.MinBet, v.Table.Rules.MaxBet
		return bets, err
	})
	bet.Stake = cmp.Or(bet.Stake, last)
	return bet, err
}

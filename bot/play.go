package bot

import (
	"context"
	"errors"

	"holecard/blackjack"
	"holecard/bot/discord"
	"holecard/bot/draw"
	"holecard/bot/message"
	"holecard/bot/session"
	"holecard/bot/view"
	"holecard/storage"
)

// blackjack deals a hand.
func (b *Bot) blackjack(ctx context.Context, c discord.Command) (message.Reply, error) {
	return b.dealt(ctx, c, session.Deal{Private: c.Option("private") == "true"})
}

// dealt deals a hand for the bet and at the table that a command names.
func (b *Bot) dealt(ctx context.Context, c discord.Command,
	deal session.Deal) (_ message.Reply, err error) {
	deal.Table = c.Option("table")
	if deal.Bet, err = b.readBet(ctx, c.Caller, c.Option("bet"), deal.Table); err != nil {
		return message.Reply{}, err
	}
	return b.start(ctx, c.Caller, deal)
}

// start deals a hand in a message of its own.
func (b *Bot) start(ctx context.Context, c discord.Caller,
	deal session.Deal) (message.Reply, error) {
	show := reply(func(hand session.Hand) message.Reply {
		r := view.Hand(hand, b.frame(c, hand))
		r.Private = hand.Private || hand.Resumed && deal.Private
		return r
	})
	return b.soonOrLater(ctx, c, message.Reply{Private: deal.Private},
		func(ctx context.Context, v session.Interaction) (message.Reply, error) {
			return show(b.sessions.Start(ctx, v, deal))
		})
}

// soonOrLater deals a hand: at once, or later as work where the strategy that is to
// play it takes time.
func (b *Bot) soonOrLater(ctx context.Context, c discord.Caller, later message.Reply,
	deal func(context.Context, session.Interaction) (message.Reply, error),
) (message.Reply, error) {
	reply, err := deal(ctx, interaction(c))
	if !errors.Is(err, session.ErrNotReady) {
		return reply, err
	}
	later.Work = func(ctx context.Context, show func(message.Reply)) {
		patient := interaction(c)
		patient.Patient = true
		reply, err := deal(ctx, patient)
		if errors.Is(err, session.ErrNotReady) { // sessions remember all other refusals
			b.remember(ctx, c)
		}
		if err != nil {
			reply = b.explain(ctx, err, c)
		}
		show(reply)
	}
	return later, nil
}

// remember keeps an interaction from being done when it is delivered again, by a
// bot that was restarted as well. Nothing is written by a store that does not answer.
func (b *Bot) remember(ctx context.Context, c discord.Caller) {
	ctx, cancel := session.Moment(ctx)
	defer cancel()
	if err := b.sessions.Remember(ctx, interaction(c)); err != nil {
		b.log.Debug("a refusal is not remembered", "interaction", c.Interaction, "error", err)
	}
}

// press plays the action on the button that a player clicked.
func (b *Bot) press(ctx context.Context, c discord.Click, p view.Press) (message.Reply, error) {
	r, err := b.moved(c.Caller)(b.sessions.Act(ctx, interaction(c.Caller), p.Hand, p.Version,
		blackjack.Action(p.Action)))
	r.Update = true
	return r, err
}

// moved shows a hand after a press. One that came too late redraws the message.
func (b *Bot) moved(c discord.Caller) func(session.Hand, error) (message.Reply, error) {
	return func(hand session.Hand, err error) (message.Reply, error) {
		switch {
		case errors.Is(err, session.ErrStale):
			return view.Moved(hand, b.frame(c, hand)), nil
		case errors.Is(err, session.ErrSoon):
			r := view.Hand(hand, b.frame(c, hand))
			r.Update = true
			return r, nil
		}
		return reply(func(hand session.Hand) message.Reply {
			return view.Hand(hand, b.frame(c, hand))
		})(hand, err)
	}
}

// again deals another hand for a bet compared with the last.
func (b *Bot) again(ctx context.Context, c discord.Click, a view.Again) (message.Reply, error) {
	return b.playOn(ctx, c.Caller, func(ctx context.Context, v session.Interaction) (session.Hand, error) {
		return b.sessions.Again(ctx, v, a.Hand, a.Version)
	})
}

// rebet deals another hand for the chips on its button.
func (b *Bot) rebet(ctx context.Context, c discord.Click, a view.Rebet) (message.Reply, error) {
	return b.betAgain(ctx, c.Caller, a.Hand, a.Version, storage.Bet{Stake: a.Chips})
}

// betAgain deals another hand for a bet that is named.
func (b *Bot) betAgain(ctx context.Context, c discord.Caller, of storage.RoundID, version uint32,
	bet storage.Bet) (message.Reply, error) {
	return b.playOn(ctx, c, func(ctx context.Context, v session.Interaction) (session.Hand, error) {
		return b.sessions.Rebet(ctx, v, of, version, bet)
	})
}

// playOn deals another hand in the message of the last, or in one of its own where the
// server wants that. A hand that was open elsewhere is shown in a message of its own.
func (b *Bot) playOn(ctx context.Context, c discord.Caller,
	deal func(context.Context, session.Interaction) (session.Hand, error),
) (message.Reply, error) {
	return b.soonOrLater(ctx, c, message.Reply{Update: true},
		func(ctx context.Context, v session.Interaction) (message.Reply, error) {
			hand, err := deal(ctx, v)
			r, err := b.moved(c)(hand, err)
			r.Update = err == nil && (r.Update || !hand.NewMessage && !hand.Resumed)
			return r, err
		})
}

// allIn asks whether all chips are to be bet.
func (b *Bot) allIn(ctx context.Context, c discord.Click, a view.AllIn) (message.Reply, error) {
	hand, err := b.sessions.Settled(ctx, interaction(c.Caller), a.Hand, a.Version)
	if err != nil {
		return b.moved(c.Caller)(hand, err)
	}
	bets, err := b.sessions.Bets(ctx, interaction(c.Caller), hand.Table.Name)
	if err != nil {
		return message.Reply{}, err
	}
	r := view.Sure(hand, bets.Beside(blackjack.Sides{}).Max, b.frame(c.Caller, hand))
	r.Update = true
	return r, nil
}

// cancel shows a hand with the buttons that it had.
func (b *Bot) cancel(ctx context.Context, c discord.Click, a view.Cancel) (message.Reply, error) {
	hand, err := b.sessions.Settled(ctx, interaction(c.Caller), a.Hand, a.Version)
	if err == nil || errors.Is(err, session.ErrHandOpen) {
		r := view.Hand(hand, b.frame(c.Caller, hand))
		r.Update = true
		return r, nil
	}
	return b.moved(c.Caller)(hand, err)
}

// changeBet asks for another bet.
func (b *Bot) changeBet(ctx context.Context, c discord.Click,
	a view.ChangeBet) (message.Reply, error) {
	hand, err := b.sessions.Settled(ctx, interaction(c.Caller), a.Hand, a.Version)
	if err != nil {
		return b.moved(c.Caller)(hand, err)
	}
	rules := blackjack.Rules{} // of a table that is not played any more: no side bets
	if now, err := b.sessions.Table(ctx, c.Player.Guild, hand.Table.Name); err == nil {
		rules = now.Rules
	}
	return view.AskBet(b.ownOf(c.Caller, hand.Look), hand, rules, b.sideEdges(rules)), nil
}

// newBet deals another hand for the bet that was entered.
func (b *Bot) newBet(ctx context.Context, c discord.Click, n view.NewBet) (message.Reply, error) {
	hand, err := b.sessions.Own(ctx, interaction(c.Caller), n.Hand)
	if err != nil {
		return message.Reply{}, err
	}
	bet, err := b.readStakes(ctx, c, hand.Bet, func() (session.Bets, error) {
		return b.sessions.Bets(ctx, interaction(c.Caller), hand.Table.Name)
	})
	if err != nil {
		return message.Reply{}, err
	}
	return b.betAgain(ctx, c.Caller, n.Hand, n.Version, bet)
}

// betAll does what was refused or asked about: it deals the hand, for fewer chips where it says
// so, or bets at a table of several.
func (b *Bot) betAll(ctx context.Context, c discord.Click, a view.Bet) (message.Reply, error) {
	if a.User != c.Player.User && !a.Practice {
		return message.Reply{}, session.ErrNotAsked
	}
	if a.Seating != 0 {
		v, err := b.sessions.BetBoldly(ctx, interaction(c.Caller), a.Seating,
			storage.Bet{Stake: a.Chips, Sides: a.Sides})
		r := view.Seated(b.own(ctx, c.Caller), v, "")
		r.Update = true // of the question
		return b.changed(ctx, c.Caller, v, err, r)
	}
	return b.start(ctx, c.Caller,
		session.Deal{Bet: a.Chips, Sides: a.Sides, Private: a.Private,
			Practice: a.Practice, Table: a.Table,
			Asked: a.Asked})
}

// claim gives a player who has no chips those of the day.
func (b *Bot) claim(ctx context.Context, c discord.Click, a view.Claim) (message.Reply, error) {
	return b.relieve(ctx, c.Caller, a.Hand, func() (message.Reply, error) {
		return reply(with(b.own(ctx, c.Caller), view.Daily))(b.sessions.Daily(ctx, interaction(c.Caller)))
	})
}

// refill gives a player who has no chips some.
func (b *Bot) refill(ctx context.Context, c discord.Click, a view.Refill) (message.Reply, error) {
	return b.relieve(ctx, c.Caller, a.Hand, func() (message.Reply, error) {
		f, err := b.sessions.Refill(ctx, interaction(c.Caller))
		w := b.own(ctx, c.Caller)
		switch {
		case errors.Is(err, session.ErrNotBroke):
			return message.Note(w.Say("refill.rich")), nil
		case errors.Is(err, session.ErrNoRefill):
			return message.Note(w.Say("refill.off")), nil
		}
		return view.Refilled(w, f), err
	})
}

// relieve gives chips, and shows the hand that has left its player without any as it is
// then; without a hand, the message that offered the chips becomes the answer.
func (b *Bot) relieve(ctx context.Context, c discord.Caller, below storage.RoundID,
	give func() (message.Reply, error)) (message.Reply, error) {
	if below != 0 {
		if _, err := b.sessions.Own(ctx, interaction(c), below); err != nil {
			return message.Reply{}, err
		}
	}
	given, err := give()
	if given.Update = true; below == 0 || err != nil {
		return given, err
	}
	hand, err := b.sessions.Own(ctx, interaction(c), below)
	if err != nil {
		return given, err
	}
	r := view.Hand(hand, b.frame(c, hand))
	r.Update, given.Private, given.Update = true, true, false
	r.Then = &given
	return r, nil
}

// frame returns what a hand is shown with.
func (b *Bot) frame(c discord.Caller, h session.Hand) view.Frame {
	words := b.hereOf(c, h.Look)
	if h.Private {
		words = b.ownOf(c, h.Look)
	}
	f := view.Frame{Words: words, Name: c.DisplayName, Avatar: c.Avatar, Cards: b.cards(h.Look)}
	if h.House == "" { // the edge against another house is another
		f.Edge, _ = b.edgeNow(h.Table) // where it is not known the hand is shown without
	}
	return f
}

// cards returns how cards are shown.
func (b *Bot) cards(l session.Look) (cards view.Cards) {
	switch l.Cards {
	case storage.TextCards:
	case storage.PictureCards:
		cards.Painter = b.painter()
	default:
		cards.Emojis = b.emojis.written()
	}
	if l.FourColours {
		cards.Deck = draw.FourColours
	}
	return cards
}

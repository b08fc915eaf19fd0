package bot

import (
	"context"
	"errors"

	"holecard/blackjack"
	"holecard/bot/discord"
	"holecard/bot/draw"
	"holecard/bot/interact"
	"holecard/bot/message"
	"holecard/bot/round"
	"holecard/bot/view"
	"holecard/bot/wallet"
	"holecard/storage"
)

func (b *Bot) playRoutes(to *discord.Routes) {
	b.on(to, spec("blackjack", betOption, tableOption, switchOption("private")), b.blackjack)
	onClick(to, "press", b.press)
	onClick(to, "play again", b.again)
	onClick(to, "bet", b.rebet)
	onClick(to, "all in", b.allIn)
	onClick(to, "cancel", b.cancel)
	onClick(to, "change bet", b.changeBet)
	onClick(to, "bet", b.newBet)
	onClick(to, "bet all", b.betAll)
	onClick(to, "daily", b.claim)
	onClick(to, "refill", b.refill)
}

func (b *Bot) blackjack(ctx context.Context, c *call) error {
	return b.dealt(ctx, c, round.Deal{Private: c.Option("private") == "true"})
}

// dealt deals a hand for the bet and at the table that a command names.
func (b *Bot) dealt(ctx context.Context, c *call, deal round.Deal) (err error) {
	deal.Table = c.Option("table")
	deal.Bet, err = b.readBet(ctx, c, c.Option("bet"), func() (wallet.Bets, error) {
		bets, err := b.wallets.Bets(ctx, c.by, deal.Table)
		return bets.Beside(blackjack.Sides{}), err
	})
	if err != nil {
		return err
	}
	return b.start(ctx, c, deal)
}

// start deals a hand in a message of its own.
func (b *Bot) start(ctx context.Context, c *call, deal round.Deal) error {
	show := func(hand round.Hand) message.Reply {
		r := b.hand(ctx, c, hand)
		r.Private = hand.Private || hand.Resumed && deal.Private
		return r
	}
	hand, err := b.rounds.Start(ctx, c.by, deal)
	if !errors.Is(err, interact.ErrNotReady) {
		if err == nil {
			c.Answer(show(hand))
		}
		return err
	}
	opening := discord.Thinking
	if deal.Private {
		opening = discord.Privately
	}
	return c.Work(opening, func(ctx context.Context, s discord.Shower) error {
		hand, err := b.rounds.Start(ctx, b.patient(c), deal)
		if err == nil {
			s.Show(show(hand))
		}
		return b.unready(ctx, c, err)
	})
}

// patient is an interaction that has time for a strategy that takes long to be ready.
func (b *Bot) patient(c *call) interact.By {
	v := c.by
	v.Patient = true
	return v
}

// unready returns an error, and remembers the interaction where a strategy never was ready:
// the rooms remember all other refusals.
func (b *Bot) unready(ctx context.Context, c *call, err error) error {
	if errors.Is(err, interact.ErrNotReady) {
		b.remember(ctx, c.by)
	}
	return err
}

// remember keeps an interaction from being done when it is delivered again, by a
// bot that was restarted as well. Nothing is written by a store that does not answer.
func (b *Bot) remember(ctx context.Context, v interact.By) {
	ctx, cancel := interact.Moment(ctx)
	defer cancel()
	if err := b.desk.Remember(ctx, v); err != nil {
		b.log.Debug("a refusal is not remembered", "interaction", v.ID, "error", err)
	}
}

func (b *Bot) press(ctx context.Context, c *call, p view.Press) error {
	hand, err := b.rounds.Act(ctx, c.by, p.Hand, p.Version, blackjack.Action(p.Action))
	return b.moved(ctx, c, hand, err)
}

// moved redraws a hand after a press. Of one that came too late it says so.
func (b *Bot) moved(ctx context.Context, c *call, hand round.Hand, err error) error {
	late := errors.Is(err, round.ErrStale)
	if err != nil && !late && !errors.Is(err, round.ErrSoon) {
		return err
	}
	c.Update(b.hand(ctx, c, hand))
	if late {
		c.Follow(view.Moved(b.frame(ctx, c, hand).Words, hand))
	}
	return nil
}

// again deals another hand for a bet compared with the last.
func (b *Bot) again(ctx context.Context, c *call, a view.Again) error {
	return b.playOn(ctx, c, func(ctx context.Context, v interact.By) (round.Hand, error) {
		return b.rounds.Again(ctx, v, a.Hand, a.Version)
	})
}

// rebet deals another hand for the chips on its button.
func (b *Bot) rebet(ctx context.Context, c *call, a view.Rebet) error {
	return b.betAgain(ctx, c, a.Hand, a.Version, storage.Bet{Stake: a.Chips})
}

// betAgain deals another hand for a bet that is named.
func (b *Bot) betAgain(ctx context.Context, c *call, of storage.RoundID, version uint32,
	bet storage.Bet) error {
	return b.playOn(ctx, c, func(ctx context.Context, v interact.By) (round.Hand, error) {
		return b.rounds.Rebet(ctx, v, of, version, bet)
	})
}

// playOn deals another hand in the message of the last, or in one of its own where the
// server wants that. A hand that was open elsewhere is shown in a message of its own.
func (b *Bot) playOn(ctx context.Context, c *call,
	deal func(context.Context, interact.By) (round.Hand, error)) error {
	elsewhere := func(hand round.Hand) bool { return hand.NewMessage || hand.Resumed }
	hand, err := deal(ctx, c.by)
	switch {
	case errors.Is(err, interact.ErrNotReady):
		return c.Work(discord.Unchanged, func(ctx context.Context, s discord.Shower) error {
			hand, err := deal(ctx, b.patient(c))
			switch {
			case err != nil:
			case elsewhere(hand):
				s.Follow(b.hand(ctx, c, hand))
			default:
				s.Show(b.hand(ctx, c, hand))
			}
			return b.unready(ctx, c, err)
		})
	case err == nil && elsewhere(hand):
		c.Answer(b.hand(ctx, c, hand))
		return nil
	}
	return b.moved(ctx, c, hand, err)
}

// allIn asks whether all chips are to be bet.
func (b *Bot) allIn(ctx context.Context, c *call, a view.AllIn) error {
	hand, err := b.rounds.Settled(ctx, c.by, a.Hand, a.Version)
	if err != nil {
		return b.moved(ctx, c, hand, err)
	}
	bets, err := b.wallets.Bets(ctx, c.by, hand.Table.Name)
	if err != nil {
		return err
	}
	c.Update(view.Sure(hand, bets.Beside(blackjack.Sides{}).Max, b.frame(ctx, c, hand)))
	return nil
}

// cancel shows a hand with the buttons that it had.
func (b *Bot) cancel(ctx context.Context, c *call, a view.Cancel) error {
	hand, err := b.rounds.Settled(ctx, c.by, a.Hand, a.Version)
	if errors.Is(err, round.ErrHandOpen) {
		err = nil
	}
	return b.moved(ctx, c, hand, err)
}

// changeBet asks for another bet.
func (b *Bot) changeBet(ctx context.Context, c *call, a view.ChangeBet) error {
	hand, err := b.rounds.Settled(ctx, c.by, a.Hand, a.Version)
	if err != nil {
		return b.moved(ctx, c, hand, err)
	}
	rules := blackjack.Rules{} // of a table that is not played any more: no side bets
	if now, err := b.guilds.Table(ctx, c.Player.Guild, hand.Table.Name); err == nil {
		rules = now.Rules
	}
	c.Ask(view.AskBet(b.own(ctx, c), hand, rules, b.sideEdges(rules)))
	return nil
}

// newBet deals another hand for the bet that was entered.
func (b *Bot) newBet(ctx context.Context, c *call, n view.NewBet) error {
	hand, err := b.rounds.Own(ctx, c.by, n.Hand)
	if err != nil {
		return err
	}
	bet, err := b.readStakes(ctx, c, hand.Bet, func() (wallet.Bets, error) {
		return b.wallets.Bets(ctx, c.by, hand.Table.Name)
	})
	if err != nil {
		return err
	}
	return b.betAgain(ctx, c, n.Hand, n.Version, bet)
}

// betAll does what was refused or asked about: it deals the hand, for fewer chips where it says
// so, or bets at a table of several.
func (b *Bot) betAll(ctx context.Context, c *call, a view.Bet) error {
	if a.User != c.Player.User && !a.Practice {
		return wallet.ErrNotAsked
	}
	if a.Seating == 0 {
		return b.start(ctx, c, round.Deal{Bet: a.Chips, Sides: a.Sides, Private: a.Private,
			Practice: a.Practice, Table: a.Table, Asked: a.Asked})
	}
	v, err := b.rounds.BetBoldly(ctx, c.by, a.Seating,
		storage.Bet{Stake: a.Chips, Sides: a.Sides})
	if err != nil {
		return err
	}
	c.Update(view.Seated(b.own(ctx, c), v, "")) // of the question
	b.changed(ctx, c, v)
	return nil
}

// claim gives a player who has no chips those of the day.
func (b *Bot) claim(ctx context.Context, c *call, a view.Claim) error {
	return b.relieve(ctx, c, a.Hand, func() (message.Reply, error) {
		d, err := b.wallets.Daily(ctx, c.by)
		if err != nil {
			return message.Reply{}, err
		}
		return view.Daily(b.own(ctx, c), d), nil
	})
}

// refill gives a player who has no chips some.
func (b *Bot) refill(ctx context.Context, c *call, a view.Refill) error {
	return b.relieve(ctx, c, a.Hand, func() (message.Reply, error) {
		f, err := b.wallets.Refill(ctx, c.by)
		if errors.Is(err, wallet.ErrNotBroke) || errors.Is(err, wallet.ErrNoRefill) {
			r, _ := b.words(ctx, c, err)
			return r, nil
		}
		return view.Refilled(b.own(ctx, c), f), err
	})
}

// relieve gives chips, and shows the hand that has left its player without any as it is
// then; without a hand, the message that offered the chips becomes the answer.
func (b *Bot) relieve(ctx context.Context, c *call, below storage.RoundID,
	give func() (message.Reply, error)) error {
	if below != 0 {
		if _, err := b.rounds.Own(ctx, c.by, below); err != nil {
			return err
		}
	}
	given, err := give()
	if err != nil {
		return err
	}
	if hand, err := b.rounds.Own(ctx, c.by, below); below != 0 && err == nil {
		c.Update(b.hand(ctx, c, hand))
		given.Private = true
		c.Follow(given)
		return nil
	}
	c.Update(given)
	return nil
}

func (b *Bot) hand(ctx context.Context, c *call, h round.Hand) message.Reply {
	return view.Hand(h, b.frame(ctx, c, h))
}

func (b *Bot) frame(ctx context.Context, c *call, h round.Hand) view.Frame {
	words := b.here(ctx, c)
	if h.Private {
		words = b.own(ctx, c)
	}
	f := view.Frame{Words: words, Name: c.DisplayName, Avatar: c.Avatar,
		Cards: b.cards(b.look(ctx, c))}
	if h.House == "" { // the edge against another house is another
		f.Edge = b.edgeNow(h.Table)
	}
	return f
}

func (b *Bot) cards(l interact.Look) (cards view.Cards) {
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

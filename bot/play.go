package bot

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"holecard/bot/discord"
	"holecard/bot/draw"
	"holecard/bot/lang"
	"holecard/bot/message"
	"holecard/bot/session"
	"holecard/bot/view"
	"holecard/storage"
)

// blackjack deals a hand.
func (b *Bot) blackjack(ctx context.Context, c discord.Command) (message.Reply, error) {
	bet, err := b.bet(ctx, c)
	if err != nil {
		return message.Reply{}, err
	}
	deal := session.Deal{
		Bet:     bet,
		Private: c.Option("private") == "true",
		Table:   c.Option("table"),
		Plays:   c.Option("autopilot"),
		House:   c.Option("house"),
	}
	show := reply(func(hand session.Hand) message.Reply {
		r := view.Hand(hand, b.frame(c.Caller, hand))
		r.Private = hand.Private || hand.Resumed && deal.Private
		return r
	})
	return b.soonOrLater(ctx, c.Caller, deal.Private,
		func(ctx context.Context, v session.Interaction) (message.Reply, error) {
			return show(b.sessions.Start(ctx, v, deal))
		})
}

// soonOrLater deals a hand: at once, or as work where the strategy that is to play
// it takes time.
func (b *Bot) soonOrLater(ctx context.Context, c discord.Caller, private bool,
	deal func(context.Context, session.Interaction) (message.Reply, error),
) (message.Reply, error) {
	reply, err := deal(ctx, interaction(c))
	if !errors.Is(err, session.ErrNotReady) {
		return reply, err
	}
	work := func(ctx context.Context, show func(message.Reply)) {
		patient := interaction(c)
		patient.Patient = true
		reply, err := deal(ctx, patient)
		if errors.Is(err, session.ErrNotReady) { // sessions remember all other refusals
			b.remember(context.WithoutCancel(ctx), c)
		}
		if err != nil {
			reply = b.explain(ctx, err, c)
		}
		show(reply)
	}
	return message.Reply{Private: private, Work: work}, nil
}

// remember keeps an interaction from being done when it is delivered again, by a
// bot that was restarted as well.
func (b *Bot) remember(ctx context.Context, c discord.Caller) {
	if err := b.sessions.Remember(ctx, interaction(c)); err != nil {
		b.log.Warn("a refusal is not remembered", "interaction", c.Interaction, "error", err)
	}
}

// press plays the action on the button that a player clicked.
func (b *Bot) press(ctx context.Context, c discord.Caller, p view.Press) (message.Reply, error) {
	r, err := b.moved(c)(b.sessions.Act(ctx, interaction(c), p.Hand, p.Version, p.Action))
	r.Update = true
	return r, err
}

// moved shows a hand after a press. One that came too late redraws the message.
func (b *Bot) moved(c discord.Caller) func(session.Hand, error) (message.Reply, error) {
	return func(hand session.Hand, err error) (message.Reply, error) {
		if errors.Is(err, session.ErrStale) {
			return view.Moved(hand, b.frame(c, hand)), nil
		}
		return reply(func(hand session.Hand) message.Reply {
			return view.Hand(hand, b.frame(c, hand))
		})(hand, err)
	}
}

// again deals another hand, in a message of its own.
func (b *Bot) again(ctx context.Context, c discord.Caller, a view.Again) (message.Reply, error) {
	return b.soonOrLater(ctx, c, false,
		func(ctx context.Context, v session.Interaction) (message.Reply, error) {
			return b.moved(c)(b.sessions.Again(ctx, v, a.Hand, a.Version, a.Stake))
		})
}

// betError is a bet that cannot be read.
type betError struct{ text string }

func (e *betError) Error() string { return fmt.Sprintf("%q is not a bet", e.text) }

// bet returns the chips that the command bets, 0 when it names no bet.
func (b *Bot) bet(ctx context.Context, c discord.Command) (storage.Chips, error) {
	text := strings.ToLower(strings.TrimSpace(c.Option("bet")))
	switch text {
	case "", "last":
		return 0, nil
	case "all", "half":
		bets, err := b.sessions.Bets(ctx, interaction(c.Caller), c.Option("table"))
		if text == "half" {
			bets.All /= 2
		}
		return max(bets.All, 1), err
	}
	n, ok := parseAmount(text)
	switch {
	case !ok:
		return 0, &betError{c.Option("bet")}
	case n <= 0:
		return -1, nil // 0 would be the last bet
	}
	return n, nil
}

// completeBet offers the bets that players mostly want, and what they type.
func (b *Bot) completeBet(ctx context.Context, c discord.Command) ([]message.Choice, error) {
	bets, err := b.sessions.Bets(ctx, interaction(c.Caller), c.Option("table"))
	if err != nil {
		return nil, err
	}
	typed := strings.TrimSpace(c.Option("bet"))
	w, choices := b.own(ctx, c.Caller), []message.Choice(nil)
	offer := func(label string, n storage.Chips) {
		value := strconv.FormatInt(int64(n), 10)
		if n >= bets.Min && n <= min(bets.Max, bets.All) && strings.HasPrefix(value, typed) {
			choices = append(choices,
				message.Choice{Name: label + ": " + w.Fact(lang.Chips(n)), Value: value})
		}
	}
	if n, ok := parseAmount(typed); ok {
		offer("Bet", n)
	}
	offer("Last", bets.Last)
	offer("Half", bets.All/2)
	offer("All", min(bets.All, bets.Max))
	return choices, nil
}

// frame returns what a hand is shown with.
func (b *Bot) frame(c discord.Caller, h session.Hand) view.Frame {
	words := b.hereOf(c, h.Look)
	if h.Private {
		words = b.ownOf(c, h.Look)
	}
	f := view.Frame{Words: words, Name: c.DisplayName, Avatar: c.Avatar}
	switch h.Look.Cards {
	case storage.TextCards:
	case storage.PictureCards:
		f.Cards.Painter = b.painter()
	default:
		f.Cards.Emojis = b.emojis.written()
	}
	if h.Look.FourColours {
		f.Cards.Deck = draw.FourColours
	}
	if h.House == "" { // the edge against another house is another
		f.Edge, _ = b.edgeNow(h.Table) // where it is not known the hand is shown without
	}
	return f
}

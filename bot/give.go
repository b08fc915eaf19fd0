package bot

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"holecard/bot/session"
	"holecard/bot/view"
	"holecard/storage"
)

// What stands between people and each other's chips.
var (
	errNobodyNamed = errors.New("the command names nobody")
	errToBot       = errors.New("bots have no wallet")
	errToOutsider  = errors.New("whom the command names is no member of the server")
	errOutsider    = errors.New("the caller is no member of the server")
	errNotAsked    = errors.New("the question was for somebody else")
)

// amountError tells that an amount cannot be read.
type amountError struct{ text string }

func (e *amountError) Error() string { return fmt.Sprintf("%q is not an amount", e.text) }

func giveRoute() route {
	return route{Spec{Name: "give", Description: "Give some of your chips to somebody here", ServerOnly: true, Options: []OptionSpec{
		{Name: "player", Description: "Who is to have them", Kind: Person, Required: true},
		{Name: "amount", Description: "How many chips", Kind: Integer, Required: true, Min: 1},
	}}, (*Bot).askGift, nil}
}

// askGift asks the caller whether to give.
func (b *Bot) askGift(ctx context.Context, c Command) (view.Reply, error) {
	if c.Outsider {
		return view.Reply{}, errOutsider
	}
	to, who, err := c.other()
	if err != nil {
		return view.Reply{}, err
	}
	if who.Outsider {
		return view.Reply{}, errToOutsider
	}
	chips, err := c.amount()
	if err != nil {
		return view.Reply{}, err
	}
	gift := session.Gift{To: to, ToName: who.Name, Chips: chips, Asked: c.Interaction}
	after, err := b.sessions.AskGift(ctx, c.visit(), gift)
	if err != nil {
		return view.Reply{}, fmt.Errorf("ask about a gift to user %d: %w", to, err)
	}
	return view.AskGift(c.Player, gift, after), nil
}

// give gives what the question asked.
func (b *Bot) give(ctx context.Context, c Click, g view.Give) (view.Reply, error) {
	switch {
	case c.Player != g.From:
		return view.Reply{}, errNotAsked
	case c.Outsider:
		return view.Reply{}, errOutsider
	}
	gift := session.Gift{To: g.To, ToName: c.shown(view.PlayerField), Chips: g.Chips, Asked: g.Asked}
	after, err := b.sessions.Give(ctx, c.visit(), gift)
	if err != nil {
		return view.Reply{}, fmt.Errorf("give to user %d: %w", g.To, err)
	}
	return view.Given(c.DisplayName, gift, after), nil
}

// decline answers a question with no.
func (b *Bot) decline(ctx context.Context, c Caller, d view.Decline) (view.Reply, error) {
	if c.Player != d.By {
		return view.Reply{}, errNotAsked
	}
	if err := b.sessions.Decline(ctx, c.visit(), d.Asked); err != nil {
		return view.Reply{}, fmt.Errorf("decline: %w", err)
	}
	return view.Declined(), nil
}

// other returns whom the command names, who must be able to have a wallet.
func (c Command) other() (storage.UserID, Someone, error) {
	for _, o := range c.Options {
		if o.Name != "player" {
			continue
		}
		id, err := strconv.ParseUint(o.Value, 10, 64)
		switch {
		case err != nil || id == 0:
			return 0, Someone{}, errNobodyNamed
		case o.Who.Bot:
			return 0, Someone{}, errToBot
		}
		return storage.UserID(id), o.Who, nil
	}
	return 0, Someone{}, errNobodyNamed
}

// amount returns the chips that the command names.
func (c Command) amount() (storage.Chips, error) {
	n, ok := parseAmount(c.option("amount"))
	if !ok {
		return 0, &amountError{c.option("amount")}
	}
	return n, nil
}

// shown returns what a field of the message with the button says, as plain text.
func (c Click) shown(field string) string {
	for _, f := range c.Fields {
		if f.Name == field {
			return view.Plain(view.Unescape(f.Value))
		}
	}
	return ""
}

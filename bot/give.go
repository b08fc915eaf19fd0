package bot

import (
	"context"
	"strconv"

	"holecard/bot/discord"
	"holecard/bot/refuse"
	"holecard/bot/view"
	"holecard/bot/wallet"
	"holecard/internal/typed"
	"holecard/storage"
)

func (b *Bot) giveRoutes(to *discord.Routes) {
	b.on(to, serverSpec("give", required(personOption("player")),
		required(numberOption("amount", 1, 0))), b.askGift)
	onClick(to, "give", b.give)
	onClick(to, "decline", b.decline)
}

// What stands between people and each other's chips.
var (
	errNobodyNamed = refuse.New("player.none", "the command names nobody")
	errToBot       = refuse.New("bot", "bots have no wallet")
	errToOutsider  = refuse.New("outsider", "the player named is not a member of the server")
	errOutsider    = refuse.New("outsider.you", "the caller is not a member of the server")
	errAmount      = refuse.New("amount", "not an amount", "text")
)

func (b *Bot) askGift(ctx context.Context, c *call) error {
	if c.Outsider {
		return errOutsider
	}
	to, who, err := member(c, "player")
	if err != nil {
		return err
	}
	chips, err := amount(c)
	if err != nil {
		return err
	}
	gift := wallet.Gift{To: to, ToName: who.Name, Chips: chips, Asked: c.Interaction}
	after, err := b.wallets.AskGift(ctx, c.by, gift)
	if err == nil {
		c.Answer(view.AskGift(b.own(ctx, c), gift, after))
	}
	return err
}

func (b *Bot) give(ctx context.Context, c *call, a view.Give) error {
	if c.Outsider {
		return errOutsider
	}
	gift, after, err := b.wallets.Give(ctx, c.by, a.Asked)
	if err != nil {
		return err
	}
	c.Update(view.Given(b.own(ctx, c), gift, after))
	c.Follow(view.Told(b.here(ctx, c), c.DisplayName, gift))
	return nil
}

func (b *Bot) decline(ctx context.Context, c *call, a view.Decline) error {
	err := b.wallets.Decline(ctx, c.by, a.Asked)
	if err == nil {
		c.Update(view.Declined(b.own(ctx, c)))
	}
	return err
}

// named returns the person in an option, who must be able to have a wallet.
func named(c *call, option string) (storage.UserID, discord.Someone, error) {
	id, err := strconv.ParseUint(c.Option(option), 10, 64)
	who := c.Person(option)
	switch {
	case err != nil || id == 0:
		return 0, discord.Someone{}, errNobodyNamed
	case who.Bot:
		return 0, discord.Someone{}, errToBot
	}
	return storage.UserID(id), who, nil
}

// member returns the person in an option, who must be on the server as well.
func member(c *call, option string) (storage.UserID, discord.Someone, error) {
	id, who, err := named(c, option)
	if err == nil && who.Outsider {
		err = errToOutsider
	}
	return id, who, err
}

// amount returns the chips that the command names.
func amount(c *call) (storage.Chips, error) {
	n, ok := typed.Amount(c.Option("amount"))
	if !ok {
		return 0, errAmount.With(c.Option("amount"))
	}
	return n, nil
}

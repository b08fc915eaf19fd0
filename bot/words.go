package bot

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"

	"holecard/blackjack"
	"holecard/blackjack/odds"
	"holecard/blackjack/strategy"
	"holecard/bot/discord"
	"holecard/bot/figures"
	"holecard/bot/message"
	"holecard/bot/session"
	"holecard/bot/view"
	"holecard/storage"
)

// errHandNumber refuses a text that is not the number of a hand.
var errHandNumber = errors.New("not the number of a hand")

// explain turns any error into words for the player. What it does not know is
// logged under a reference that the player is told.
func (b *Bot) explain(ctx context.Context, err error, c discord.Caller) message.Reply {
	if text, ok := words(err); ok {
		b.alarm.ring(err)
		return message.Note(text)
	}
	reference := rand.Text()[:8]
	b.log.Error("an interaction failed", "error", err, "reference", reference,
		"interaction", c.Interaction, "guild", c.Player.Guild, "user", c.Player.User)
	return message.Note(fmt.Sprintf("Something went wrong and nothing was changed. Try again in "+
		"a moment; `/blackjack` shows your hand. "+
		"If it goes on, give whoever runs me the reference %s.", reference))
}

// Refuse implements [discord.Handler]. A refusal that a player is told of is
// remembered, so that the interaction is not done when it is delivered again.
func (b *Bot) Refuse(ctx context.Context, c discord.Caller, why error) message.Reply {
	if e, ok := errors.AsType[*discord.PanicError](why); ok {
		return message.Note(fmt.Sprintf("Something went wrong. `/blackjack` shows how your hand "+
			"stands. "+
			"If it goes on, give whoever runs me the reference %s.", e.Reference))
	}
	b.remember(ctx, c)
	return b.explain(ctx, why, c)
}

// words returns what a player is told of an error, as long as it is one that a
// player can do something about.
func words(err error) (string, bool) {
	for _, of := range slices.Concat(wordsOfPlay(), wordsOfRules(), wordsOfChips()) {
		if text, ok := of(err); ok {
			return text, true
		}
	}
	if text, ok := wordsOfOdds(err); ok {
		return text, true
	}
	for _, known := range plainWords {
		if errors.Is(err, known.err) {
			return known.text, true
		}
	}
	return "", false
}

// sentence is what a player is told of an error, if it is of the sentence's type.
type sentence func(error) (string, bool)

func of[E error](say func(E) string) sentence {
	return func(err error) (string, bool) {
		e, ok := errors.AsType[E](err)
		if !ok {
			return "", false
		}
		text := say(e)
		return text, text != ""
	}
}

// wordsOfPlay are for errors of hands.
func wordsOfPlay() []sentence {
	return []sentence{
		of(func(e *blackjack.StakeError) string {
			return fmt.Sprintf("A bet here is from %s to %s. Try `/blackjack bet:%d`.",
				view.Number(e.Min), view.Chips(e.Max), min(max(e.Min, session.FirstBet), e.Max))
		}),
		of(short),
		of(func(e *session.NotYoursError) string {
			return fmt.Sprintf("This is %s's hand. Type `/blackjack` for one of your own.",
				view.Mention(e.Owner.User))
		}),
		of(func(e *blackjack.IllegalError) string {
			return fmt.Sprintf("You can't %s now. You can: %v.", verb(e.Action), e.Legal)
		}),
		of(func(e *betError) string {
			return fmt.Sprintf("“%s” is no bet. Give a whole number of chips in plain digits, "+
				"such as 10.", view.Escape(e.text))
		}),
		of(view.NoTable),
		of(func(e *session.ClosedError) string {
			where, whose := "on this server", "An admin"
			if e.Guild.Direct() {
				where, whose = "in direct messages", "On a server, an admin"
			}
			return fmt.Sprintf("%s isn't open %s: players have the edge there (%s). "+
				"%s can turn it on with `/settings tables`.",
				e.Title, where, view.Percent(e.Edge), whose)
		}),
	}
}

// wordsOfRules are for errors of rules, strategies and seeds.
func wordsOfRules() []sentence {
	return []sentence{
		of(func(e *session.LimitError) string {
			return fmt.Sprintf("This bot takes bets up to %s. Nothing changed.",
				view.Number(e.Most))
		}),
		of(func(e *strategy.SyntaxError) string {
			if e.Cause != nil { // which has words of its own
				return ""
			}
			return view.Misread(e)
		}),
		of(func(e *session.FixedDealerError) string {
			return fmt.Sprintf("%s's dealer follows fixed rules. Remove `house`.", e.Title)
		}),
		of(func(e *session.WeakHouseError) string { return view.WeakHouse(e.House, e.Edge) }),
		of(func(e *session.AmountError) string {
			return fmt.Sprintf("%s: 1 to %s.", e.Title, view.Chips(e.Most))
		}),
		of(view.BadRule),
		of(view.BadRules),
		of(view.BadClientSeed),
	}
}

// wordsOfChips are for errors of gifts and of admins.
func wordsOfChips() []sentence {
	return []sentence{
		of(func(e *amountError) string {
			return fmt.Sprintf("“%s” is no amount. Give a whole number of chips in plain digits, "+
				"such as 10.", view.Escape(e.text))
		}),
		of(func(e *session.CapError) string {
			next := view.Relative(e.Next)
			if e.Left == 0 {
				return fmt.Sprintf("You have given away today's %s. The next day begins %s.",
					view.Chips(e.Daily), next)
			}
			return fmt.Sprintf("You can give away %s more today; it is %s a day. "+
				"The next day begins %s.", view.Chips(e.Left), view.Number(e.Daily), next)
		}),
		of(func(e *session.YoungError) string {
			return fmt.Sprintf("Their Discord account is too new to be given chips. "+
				"It is old enough %s.", view.Relative(e.Until))
		}),
		of(func(e *session.TakeError) string {
			text := fmt.Sprintf("Their wallet has only %s.", view.Chips(e.Balance))
			if e.Held > 0 {
				text += fmt.Sprintf(" The %s on the table can't be taken.", view.Number(e.Held))
			}
			return text
		}),
		of(func(e *session.AnsweredError) string {
			if e.Moved {
				return "That is done already: nothing was moved again."
			}
			return "You have answered that before, and nothing was moved. " +
				"Give the command again if you have changed your mind."
		}),
	}
}

// wordsOfOdds are for figures that take too much to compute.
func wordsOfOdds(err error) (string, bool) {
	var question odds.Question
	if e, ok := errors.AsType[*odds.LimitError](err); ok {
		question = e.Question
	} else if e, ok := errors.AsType[*figures.TimeError](err); ok {
		question = e.Question
	} else {
		return "", false
	}
	switch question {
	case odds.OfHint:
		return "This hand is too complex for a hint.", true
	case odds.OfBasic:
		return "This table's rules are too complex for `basic`. " +
			"Try another strategy, like `stopAt(17)`.", true
	case odds.OfBest:
		return "This table's rules are too complex for exact odds. Try `/simulate` instead.", true
	}
	return "That strategy is too complex for exact odds. Try `/simulate` instead.", true
}

// plainWord is the sentence for an error without facts.
type plainWord struct {
	err  error
	text string
}

// plainWords are for errors without facts.
var plainWords = []plainWord{
	{discord.ErrTooMuch,
		"That was too much at once, and nothing was changed. Wait a second, then go on."},
	{view.ErrCustomID, "I don't know that button. Type `/blackjack` to go on playing."},
	{errNeedsServer, "A leaderboard needs a server: ask for it in a channel of one."},
	{errNotAdmin, "Only those who may manage this server can change its settings."},
	{errSettingsInDM, "Settings belong to a server: change them in a channel of one."},
	{discord.ErrQueueFull, "Your last ones are still running. Try again when one is done."},
	{discord.ErrBusy, "I'm busy with other players' simulations. Try again in a minute."},
	{errNoStrategy,
		"Name a strategy, such as basic or stopAt(17). `/help` shows how to write your own."},
	{strategy.ErrNobody, "`ask` only works in `/blackjack autopilot:`."},
	{session.ErrHouseBasic,
		"`basic` is a player's strategy. Give the house one such as `stopAt(16)`."},
	{errGifts, "Gifts are on or off."},
	{errTables, "Name at least one table, or say all, or default."},
	{errRounds, "Rounds go from 1 to 20,000,000."},
	{odds.ErrPerson,
		"Nobody can be asked here: use a strategy without ask, or autopilot of `/blackjack`."},
	{storage.ErrNoSpace,
		"I can't write to my disk: it is full. Nothing was changed and no chips moved. " +
			"Whoever runs me has to make room; then just do it again."},
	{storage.ErrBroken, "My disk has failed, so I take no bets and change nothing any more. " +
		"Whoever runs me has to see to it and start me again; `/blackjack` then shows your " +
		"hand as it is."},
	{storage.ErrReplaced,
		"The bot's database was moved or replaced, so no bets are taken and no chips moved. " +
			"Its owner has to put it back and restart."},
	{storage.ErrCorrupt, "The bot's database is damaged, so that didn't work and no chips " +
		"moved. Its owner has to repair it."},
	{errDoubled,
		"Two copies of this bot are running, so no bets are taken and no chips move. " +
			"Its owner has to stop one; your hand is safe."},
	{errNobodyNamed, "Name the player."},
	{errToBot, "Bots have no wallet."},
	{errToOutsider, "They are not a member of this server."},
	{errOutsider, "Discord does not say that you are a member of this server, so you can't " +
		"give chips here."},
	{session.ErrNotAsked, "That question was for somebody else. Give the command yourself."},
	{errNotBanker, "Only those who may manage this server can change players' chips."},
	{errChipsInDM, "Players' chips belong to a server: change them in a channel of one."},
	{errLongReason, fmt.Sprintf("A reason has up to %d characters.", longestReason)},
	{errOldVersion, "That question is from an earlier version of me. Give the command again."},
	{session.ErrNoGifts, "Gifts are switched off here: nobody can give chips away."},
	{session.ErrGiftsOff, "The admins of this server have switched gifts off."},
	{session.ErrNoGuild,
		"Chips are given among the members of a server: do it in a channel of one."},
	{session.ErrSelf, "You can't give chips to yourself."},
	{session.ErrNoChips, "It takes at least 1 chip."},
	{session.ErrTheirsFull, "Their wallet can't hold as many."},
	{session.ErrExpired, "That question is older than 15 minutes. Give the command again."},
	{session.ErrRepeated, "That arrived a second time. Nothing was done again."},
	{session.ErrNotReady, "I'm still working out that strategy. Try again in a moment."},
	{context.Canceled, "I am being restarted. Ask me again in a moment."},
	{figures.ErrPending,
		"This table's figures are still being computed. Try again in a minute."},
	{figures.ErrBusy, "Others are waiting for exact odds already. Try again in a minute."},
	{errHandNumber, "The number of a hand is in its proof: press Proof below the hand, or " +
		"type `/fair` for your newest."},
	{session.ErrUnproven, "That hand was dealt before I could prove shuffles."},
	{session.ErrNoHand, "I don't know that hand. Type `/blackjack` to be dealt one."},
	{session.ErrNoPlayer, "They have not played here yet."},
	{session.ErrNotOver, "That hand is not over yet: finish it first. `/blackjack` shows it."},
	{session.ErrFull, "Your wallet has no room for what that bet may win. Bet less, or " +
		"finish the hand you have open."},
	{blackjack.ErrOver, "That hand is over. Type `/blackjack` to be dealt another."},
	// last: other errors wrap it
	{context.DeadlineExceeded, "I'm still working that out. Try again in a moment."},
}

func short(e *session.ShortError) string {
	if e.Held > 0 {
		return fmt.Sprintf("That takes %s and your wallet has %s. The %s on the table stay there "+
			"until your hand is over.",
			view.Chips(e.Need), view.Chips(e.Balance), view.Number(e.Held))
	}
	if e.Balance == 0 {
		return "You have no chips left. `/daily` gives you more, every day."
	}
	return fmt.Sprintf("That takes %s and you have %s.", view.Chips(e.Need), view.Chips(e.Balance))
}

// verb is an action as something one can do.
func verb(a blackjack.Action) string {
	switch a {
	case blackjack.Insure:
		return "take insurance"
	case blackjack.Decline:
		return "decline insurance"
	case blackjack.EvenMoney:
		return "take even money"
	}
	return a.String()
}

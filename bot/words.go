package bot

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"

	"holecard/blackjack"
	"holecard/blackjack/odds"
	"holecard/blackjack/strategy"
	"holecard/bot/session"
	"holecard/bot/view"
)

// note is a short private answer.
func note(text string) view.Reply { return view.Reply{Text: text, Private: true} }

// explain turns any error into words for the player. What it does not know is
// logged under a reference that the player is told.
func (b *Bot) explain(err error, c Caller) view.Reply {
	if text, ok := words(err); ok {
		return note(text)
	}
	reference := rand.Text()[:8]
	b.log.Error("an interaction failed", "error", err, "reference", reference,
		"interaction", c.Interaction, "guild", c.Player.Guild, "user", c.Player.User)
	return note(fmt.Sprintf("Something went wrong and nothing was changed. Try again in a moment; `/blackjack` shows your hand. "+
		"If it goes on, give whoever runs me the reference %s.", reference))
}

// words returns what a player is told of an error, as long as it is one that a
// player can do something about.
func words(err error) (string, bool) {
	if e, ok := errors.AsType[*blackjack.StakeError](err); ok {
		return fmt.Sprintf("A bet here is from %s to %s. Try `/blackjack bet:%d`.",
			view.Number(e.Min), view.Chips(e.Max), min(max(e.Min, blackjack.Chips(session.FirstBet)), e.Max)), true
	}
	if e, ok := errors.AsType[*session.ShortError](err); ok {
		return short(e), true
	}
	if e, ok := errors.AsType[*session.NotYoursError](err); ok {
		return fmt.Sprintf("This is %s's hand. Type `/blackjack` for one of your own.", view.Mention(e.Owner.User)), true
	}
	if e, ok := errors.AsType[*blackjack.IllegalError](err); ok {
		return fmt.Sprintf("You can't %s now. You can: %v.", verb(e.Action), e.Legal), true
	}
	if e, ok := errors.AsType[*betError](err); ok {
		return fmt.Sprintf("“%s” is no bet. Give a whole number of chips, such as 10.", view.Escape(e.text)), true
	}
	if e, ok := errors.AsType[*session.TableError](err); ok {
		return fmt.Sprintf("“%s” is no table that is played here. There are: %s.", view.Escape(e.Name), strings.Join(e.Allowed, ", ")), true
	}
	if e, ok := errors.AsType[*strategy.SyntaxError](err); ok && e.Cause == nil {
		return "I don't understand that strategy: " + view.EscapeText(e.Error()) + ". `/help` shows how to write one.", true
	}
	if e, ok := errors.AsType[*rulesError](err); ok {
		return "That can't be: " + view.EscapeText(e.Error()) + ".", true
	}
	for _, known := range []struct {
		err  error
		text string
	}{
		{errCustomID, "I don't know that button. Type `/blackjack` to go on playing."},
		{errNeedsServer, "A leaderboard needs a server: ask for it in a channel of one."},
		{errNotAdmin, "Only those who may manage this server can change its settings."},
		{errSettingsInDM, "Settings belong to a server: change them in a channel of one."},
		{errStudying, "You have a simulation under way. Wait for its end, then start the next."},
		{errNoStrategy, "Name a strategy, such as basic or stopAt(17). `/help` shows how to write your own."},
		{errRounds, "Rounds go from 1 to 20,000,000."},
		{odds.ErrPerson, "Nobody can be asked here: use a strategy without ask, or autopilot of `/blackjack`."},
		{context.Canceled, "I am being restarted. Ask me again in a moment."},
		{session.ErrNoHand, "I don't know that hand. Type `/blackjack` to be dealt one."},
		{session.ErrNoPlayer, "They have not played here yet."},
		{session.ErrNotOver, "That hand is not over yet: finish it first. `/blackjack` shows it."},
		{session.ErrFull, "Your wallet is as full as a wallet can be. Bet less to play on."},
		{blackjack.ErrOver, "That hand is over. Type `/blackjack` to be dealt another."},
	} {
		if errors.Is(err, known.err) {
			return known.text, true
		}
	}
	return "", false
}

func short(e *session.ShortError) string {
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

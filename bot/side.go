package bot

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"holecard/blackjack"
	"holecard/blackjack/tables"
	"holecard/bot/discord"
	"holecard/bot/lang"
	"holecard/bot/message"
	"holecard/bot/view"
	"holecard/internal/typed"
	"holecard/storage"
)

// sideOptions are the options of a command that name stakes on side bets.
func sideOptions() (list []discord.OptionSpec) {
	for bet := range blackjack.SideBet(blackjack.SideBets) {
		list = append(list, discord.OptionSpec{Name: tables.SideKey(bet), Completed: true,
			Longest: longestBet})
	}
	return list
}

// readSides returns the side bets at a table whose texts are found by their keys. No text is
// none, and so is 0; any other is what it is as a bet.
func (b *Bot) readSides(ctx context.Context, c discord.Caller, text func(key string) string,
	table string) (sides blackjack.Sides, err error) {
	for bet := range sides {
		text := text(tables.SideKey(blackjack.SideBet(bet)))
		if typed.Plain(text) == "" {
			continue // the player's language is not asked for
		}
		n, ok := typed.Amount(text)
		if !ok {
			n, ok = offeredSide(b.own(ctx, c), text)
		}
		if ok {
			sides[bet] = n
			continue
		}
		if sides[bet], err = b.readBet(ctx, c, text, table); err != nil {
			return sides, err
		}
		if sides[bet] == 0 { // nobody remembers the last one
			return sides, &betError{text}
		}
	}
	return sides, nil
}

// usualSides are the stakes on side bets that are offered.
var usualSides = []storage.Chips{1, 2, 5, 10, 25, 50, 100, 500}

// completeSide offers stakes on a side bet, with what it pays and its edge.
func (b *Bot) completeSide(ctx context.Context, c discord.Command,
	bet blackjack.SideBet) ([]message.Choice, error) {
	table, err := b.sessions.Table(ctx, c.Player.Guild, c.Option("table"))
	if err != nil {
		return nil, err
	}
	w := b.own(ctx, c.Caller)
	if table.Rules.PayTable(bet) == 0 {
		return []message.Choice{{Name: w.Say("side.off", view.SideName(w, bet)), Value: "0"}}, nil
	}
	bets, err := b.sessions.Bets(ctx, interaction(c.Caller), c.Option("table"))
	if err != nil {
		return nil, err
	}
	priced := view.PricedSide(w, table.Rules, bet, b.sideEdges(table.Rules)[bet])
	text := strings.TrimSpace(c.Option(c.Focused()))
	var choices []message.Choice
	offer := func(value string, n storage.Chips) {
		if n >= 1 && n <= min(table.Rules.SideMax(), bets.All) {
			choices = append(choices, message.Choice{
				Name: w.Say("side.offer", lang.Chips(n), priced), Value: value})
		}
	}
	stake, isNumber := typed.Amount(text)
	if percent, ok := parsePercent(text); ok {
		stake, isNumber = max(1, share(bets.All, percent)), true
	}
	if isNumber {
		offer(text, stake)
	}
	for _, n := range usualSides {
		value := strconv.FormatInt(int64(n), 10)
		if strings.HasPrefix(value, typed.Plain(text)) && !(isNumber && n == stake) {
			offer(value, n)
		}
	}
	return choices, nil
}

// sideOf returns the side bet that an option names.
func sideOf(option string) (blackjack.SideBet, bool) {
	at := slices.IndexFunc(sideOptions(), func(o discord.OptionSpec) bool {
		return o.Name == option
	})
	return blackjack.SideBet(max(at, 0)), at >= 0
}

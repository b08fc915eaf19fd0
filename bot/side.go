package bot

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"holecard/blackjack"
	"holecard/blackjack/tables"
	"holecard/bot/discord"
	"holecard/bot/lang"
	"holecard/bot/message"
	"holecard/bot/session"
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

// readStakes reads a bet and the side bets beside it, whose texts are found by their keys. Where a
// word such as "all" is the bet, it leaves the side bets their chips. A word or a share on a side
// bet is of the bet: "half" is half of it. No text is no side bet, and so is 0. A stake of 0 is
// the last bet, as in readBetOf, for which last stands.
func (b *Bot) readStakes(ctx context.Context, c discord.Caller, bet string,
	text func(key string) string, last storage.Chips, known func() (session.Bets, error),
) (read storage.Bet, err error) {
	var parts [blackjack.SideBets]int64 // hundredths of a percent of the bet
	all := int64(whole)
	for side := range parts {
		text := text(tables.SideKey(blackjack.SideBet(side)))
		if typed.Plain(text) == "" {
			continue // the player's language is not asked for
		}
		n, ok := typed.Amount(text)
		if !ok {
			n, ok = offeredSide(b.own(ctx, c), text)
		}
		if ok {
			read.Sides[side] = n
			continue
		}
		if parts[side], ok = partOf(b.own(ctx, c), text); !ok {
			return read, &betError{text}
		}
		all += parts[side]
	}
	read.Stake, err = b.readBetOf(ctx, c, bet, func() (session.Bets, error) {
		bets, err := known()
		bets = bets.Beside(read.Sides)
		bets.All = share(bets.All, whole*whole/all)
		return bets, err
	})
	if err != nil || all == whole {
		return read, err
	}
	of := read.Stake
	if of == 0 && last == 0 {
		bets, err := known()
		if err != nil {
			return read, err
		}
		last = bets.Last
	}
	of = cmp.Or(of, last)
	for side, part := range parts {
		if part > 0 {
			read.Sides[side] = max(1, share(of, part))
		}
	}
	return read, nil
}

// partOf returns which part of a bet a text says.
func partOf(w *lang.Printer, text string) (hundredths int64, ok bool) {
	switch betWord(w, text) {
	case "half":
		return whole / 2, true
	case "all", "max":
		return whole, true
	}
	return parsePercent(text)
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
	main, err := b.readBet(ctx, c.Caller, c.Option("bet"), c.Option("table"))
	if err != nil || main == 0 { // what is typed may not be a bet yet
		main = bets.Last
	}
	var choices []message.Choice
	offer := func(value string, n storage.Chips) {
		if n >= 1 && n <= min(table.Rules.SideMax(), main, bets.All-main) {
			choices = append(choices, message.Choice{
				Name: w.Say("side.offer", lang.Chips(n), priced), Value: value})
		}
	}
	stake, isNumber := typed.Amount(text)
	if part, ok := partOf(w, text); ok {
		stake, isNumber = max(1, share(main, part)), true
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

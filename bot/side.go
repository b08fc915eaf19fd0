package bot

import (
	"cmp"
	"context"

	"holecard/blackjack"
	"holecard/blackjack/tables"
	"holecard/bot/lang"
	"holecard/bot/view"
	"holecard/bot/wallet"
	"holecard/internal/typed"
	"holecard/storage"
)

// readStakes reads the bet and the side bets of a form. Where a word such as "all" is the bet, it
// leaves the side bets their chips. A word or a share on a side bet is of the bet: "half" is half
// of it. An empty text is no side bet, and neither is 0. A stake of 0 is the last bet, as in
// readBet, for which last stands.
func (b *Bot) readStakes(ctx context.Context, c *call, last storage.Chips,
	known func() (wallet.Bets, error)) (read storage.Bet, err error) {
	var parts [blackjack.SideBets]int64 // hundredths of a percent of the bet
	all := int64(whole)
	for side := range parts {
		text := c.Inputs[tables.SideKey(blackjack.SideBet(side))]
		if typed.Plain(text) == "" {
			continue // the player's language is not asked for
		}
		n, ok := typed.Amount(text)
		if ok {
			read.Sides[side] = n
			continue
		}
		if parts[side], ok = partOf(b.own(ctx, c), text); !ok {
			return read, errBet.With(text)
		}
		all += parts[side]
	}
	left := func() (wallet.Bets, error) {
		bets, err := known()
		bets = bets.Beside(read.Sides)
		bets.All = share(bets.All, whole*whole/all)
		return bets, err
	}
	read.Stake, err = b.readBet(ctx, c, c.Inputs[view.BetInput], left)
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

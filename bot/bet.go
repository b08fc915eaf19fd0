package bot

import (
	"context"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"holecard/blackjack"
	"holecard/bot/discord"
	"holecard/bot/lang"
	"holecard/bot/refuse"
	"holecard/bot/wallet"
	"holecard/internal/typed"
	"holecard/storage"
)

// errBet refuses a bet that cannot be read.
var errBet = refuse.New("bet", "not a bet", "text")

// longestBet is how many characters a bet may have.
const longestBet = 40

// The words for bets, in commands and, in the reader's language, in the catalogue.
var betWords = []string{"last", "half", "all", "max"}

// readBet returns the chips that a text bets, where words stand for known bets: 0 for the last
// bet, which no text is as well, and below 0 for none at all, which no table takes.
func (b *Bot) readBet(ctx context.Context, c *call, text string,
	known func() (wallet.Bets, error)) (storage.Chips, error) {
	if n, ok := typed.Amount(text); ok {
		if n <= 0 {
			n = -1 // 0 would be the last bet
		}
		return n, nil
	}
	w := b.own(ctx, c)
	if chosen, ok := offeredBet(w, text); ok {
		return b.readBet(ctx, c, chosen, known)
	}
	percent, isPercent := parsePercent(text)
	word := betWord(w, text)
	switch {
	case typed.Plain(text) == "" || word == "last":
		return 0, nil
	case word == "" && !isPercent:
		return 0, errBet.With(text)
	}
	bets, err := known()
	if isPercent {
		return max(1, share(bets.All, percent)), err
	}
	return betOf(word, bets), err
}

// betOf returns the chips that a word bets, at least one.
func betOf(word string, bets wallet.Bets) storage.Chips {
	switch word {
	case "last":
		return bets.Last
	case "half":
		return max(1, bets.All/2)
	}
	return max(1, min(bets.All, bets.Max))
}

// betWord returns the word that a text is, in English or the reader's language, empty
// for none.
func betWord(w *lang.Printer, text string) string {
	for _, word := range betWords {
		if said := typed.Plain(text); said == word || said == typed.Plain(w.Say("bet."+word)) {
			return word
		}
	}
	return ""
}

// offeredBet returns the bet in the name of a choice, as Discord sends it when the name is
// typed or pasted: "All" in "All: 100 chips".
func offeredBet(w *lang.Printer, text string) (bet string, ok bool) {
	const label = "\ue000" // which nobody types
	_, behind, _ := strings.Cut(w.Say("bet.offer", label, lang.Chips(1)), label)
	bet, amount, _ := strings.Cut(text, behind[:strings.IndexByte(behind, '1')])
	n, ok := amountIn(amount)
	return bet, ok && typed.Plain(text) == typed.Plain(w.Say("bet.offer", bet, lang.Chips(n)))
}

// amountIn returns the number that a text begins with.
func amountIn(text string) (storage.Chips, bool) {
	text = typed.Plain(text)
	if end := strings.IndexFunc(text, unicode.IsLetter); end >= 0 {
		text = text[:end]
	}
	return typed.Amount(text)
}

// whole is all of something in hundredths of a percent.
const whole = 100_00

// percentBet is a share of the wallet.
var percentBet = regexp.MustCompile(`^([0-9]{1,3})(?:[.,]([0-9]{1,2}))? ?%$`)

// parsePercent reads a share of the wallet, in hundredths of a percent.
func parsePercent(text string) (int64, bool) {
	f := percentBet.FindStringSubmatch(typed.Plain(text))
	if f == nil {
		return 0, false
	}
	n, _ := strconv.ParseInt(f[1]+(f[2] + "00")[:2], 10, 64) // at most five digits
	return n, n > 0 && n <= whole
}

// share returns so many hundredths of a percent of chips.
func share(of storage.Chips, hundredths int64) storage.Chips {
	n := new(big.Int).Mul(big.NewInt(int64(of)), big.NewInt(hundredths))
	return storage.Chips(n.Quo(n, big.NewInt(whole)).Int64())
}

// completeBet offers the bets that players mostly want, and what they type, with what
// each comes to.
func (b *Bot) completeBet(ctx context.Context, c *call) (discord.Choices, error) {
	bets, err := b.wallets.Bets(ctx, c.by, c.Option("table"))
	if err != nil {
		return nil, err
	}
	bets = bets.Beside(blackjack.Sides{})
	w := b.own(ctx, c)
	text := strings.TrimSpace(c.Option("bet"))
	if chosen, ok := offeredBet(w, text); ok {
		text = chosen
	}
	var choices discord.Choices
	offer := func(label, value string, n storage.Chips) {
		if n >= bets.Min && n <= min(bets.Max, bets.All) {
			choices.Offer(w.Say("bet.offer", label, lang.Chips(n)), value)
		}
	}
	if n, ok := typed.Amount(text); ok {
		offer(text, text, n)
	} else if percent, ok := parsePercent(text); ok {
		offer(text, text, max(1, share(bets.All, percent)))
	}
	for _, word := range betWords {
		label := w.Say("bet." + word)
		n := betOf(word, bets)
		begins := func(s string) bool { return strings.HasPrefix(s, typed.Plain(text)) }
		if word == "all" && bets.All > bets.Max || word == "max" && bets.All <= bets.Max {
			continue // one of them is what both come to
		}
		if begins(word) || begins(typed.Plain(label)) || begins(strconv.FormatInt(int64(n), 10)) {
			offer(label, word, n)
		}
	}
	return choices, nil
}

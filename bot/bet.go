package bot

import (
	"context"
	"fmt"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/width"

	"holecard/blackjack"
	"holecard/bot/discord"
	"holecard/bot/lang"
	"holecard/bot/message"
	"holecard/bot/session"
	"holecard/storage"
)

// betError is a bet that cannot be read.
type betError struct{ text string }

func (e *betError) Error() string { return fmt.Sprintf("%q is not a bet", e.text) }

// longestBet is how many characters a bet may have.
const longestBet = 40

// The words for bets, in commands and, in the reader's language, in the catalogue.
var betWords = []string{"last", "half", "all", "max"}

// readBet returns the chips that a text bets at a table: 0 for the last bet, which no
// text is as well, and below 0 for none at all, which no table takes.
func (b *Bot) readBet(ctx context.Context, c discord.Caller, text, table string,
) (storage.Chips, error) {
	return b.readBetOf(ctx, c, text, func() (session.Bets, error) {
		return b.sessions.Bets(ctx, interaction(c), table)
	})
}

// readBetBeside is readBet beside side bets, to which words such as "all" leave their chips.
func (b *Bot) readBetBeside(ctx context.Context, c discord.Caller, text, table string,
	sides blackjack.Sides) (storage.Chips, error) {
	return b.readBetOf(ctx, c, text, func() (session.Bets, error) {
		bets, err := b.sessions.Bets(ctx, interaction(c), table)
		return bets.Beside(sides), err
	})
}

// readBetOf is readBet where the bets that words stand for are known.
func (b *Bot) readBetOf(ctx context.Context, c discord.Caller, text string,
	known func() (session.Bets, error)) (storage.Chips, error) {
	typed := tidy(text)
	if n, ok := parseBet(typed); ok {
		if n <= 0 {
			n = -1 // 0 would be the last bet
		}
		return n, nil
	}
	percent, isPercent := parsePercent(typed)
	word := betWord(b.own(ctx, c), typed)
	switch {
	case typed == "" || word == "last":
		return 0, nil
	case word == "" && !isPercent:
		return 0, &betError{text}
	}
	bets, err := known()
	if isPercent {
		return max(1, share(bets.All, percent)), err
	}
	return betOf(word, bets), err
}

// betOf returns the chips that a word bets, at least one.
func betOf(word string, bets session.Bets) storage.Chips {
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
func betWord(w *lang.Printer, typed string) string {
	for _, word := range betWords {
		if typed == word || typed == tidy(w.Say("bet."+word)) {
			return word
		}
	}
	return ""
}

// tidy returns what is typed in small letters, narrow digits and without what separates
// groups of digits beyond doubt.
func tidy(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || strings.ContainsRune("_'’", r) {
			return -1
		}
		return unicode.ToLower(r)
	}, width.Fold.String(text))
}

// The forms of bets. A comma or a point before three digits separates thousands, for
// there are no parts of chips; before a letter it would be in doubt, and is refused.
var (
	wholeBet   = regexp.MustCompile(`^-?[0-9]+$`)
	groupedBet = regexp.MustCompile(`^[0-9]{1,3}((,[0-9]{3})+|(\.[0-9]{3})+)$`)
	shortBet   = regexp.MustCompile(`^([0-9]+)(?:[.,]([0-9]{1,2}))?([km])$`)
	percentBet = regexp.MustCompile(`^([0-9]{1,3})(?:[.,]([0-9]{1,2}))?%$`)
)

// parseBet reads a number of chips: "50", "1,000", "1.000", "1k", "1.5k", "2m".
func parseBet(typed string) (storage.Chips, bool) {
	switch {
	case wholeBet.MatchString(typed):
		return parseAmount(typed)
	case groupedBet.MatchString(typed):
		return parseAmount(strings.NewReplacer(",", "", ".", "").Replace(typed))
	}
	f := shortBet.FindStringSubmatch(typed)
	if f == nil {
		return 0, false
	}
	zeros := map[string]int{"k": 3, "m": 6}[f[3]]
	return parseAmount(f[1] + f[2] + strings.Repeat("0", zeros-len(f[2])))
}

// parsePercent reads a share of the wallet, in hundredths of a percent.
func parsePercent(typed string) (int64, bool) {
	f := percentBet.FindStringSubmatch(typed)
	if f == nil {
		return 0, false
	}
	n, _ := strconv.ParseInt(f[1]+(f[2] + "00")[:2], 10, 64) // at most five digits
	return n, n > 0 && n <= 100_00
}

// share returns so many hundredths of a percent of chips.
func share(of storage.Chips, hundredths int64) storage.Chips {
	n := new(big.Int).Mul(big.NewInt(int64(of)), big.NewInt(hundredths))
	return storage.Chips(n.Quo(n, big.NewInt(100_00)).Int64())
}

// completeBet offers the bets that players mostly want, and what they type, with what
// each comes to.
func (b *Bot) completeBet(ctx context.Context, c discord.Command) ([]message.Choice, error) {
	bets, err := b.sessions.Bets(ctx, interaction(c.Caller), c.Option("table"))
	if err != nil {
		return nil, err
	}
	bets = bets.Beside(blackjack.Sides{})
	w := b.own(ctx, c.Caller)
	text := strings.TrimSpace(c.Option("bet"))
	typed := tidy(text)
	var choices []message.Choice
	offer := func(label, value string, n storage.Chips) {
		if n >= bets.Min && n <= min(bets.Max, bets.All) {
			choices = append(choices, message.Choice{
				Name: w.Say("bet.offer", label, lang.Chips(n)), Value: value})
		}
	}
	if n, ok := parseBet(typed); ok {
		offer(text, text, n)
	} else if percent, ok := parsePercent(typed); ok {
		offer(text, text, max(1, share(bets.All, percent)))
	}
	for _, word := range betWords {
		label := w.Say("bet." + word)
		n := betOf(word, bets)
		begins := func(s string) bool { return strings.HasPrefix(s, typed) }
		if word == "all" && bets.All > bets.Max || word == "max" && bets.All <= bets.Max {
			continue // one of them is what both come to
		}
		if begins(word) || begins(tidy(label)) || begins(strconv.FormatInt(int64(n), 10)) {
			offer(label, word, n)
		}
	}
	return choices, nil
}

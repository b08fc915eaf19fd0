package bot

import (
	"strconv"
	"strings"

	"holecard/storage"
)

// tooMuch stands for every number that no wallet can hold.
const tooMuch = storage.MaxChips + 1

// parseAmount reads how many chips somebody means: digits, with spaces around
// them and a minus before them at most. This is the one place that reads
// amounts: Discord checks the type of an option, but not of what the bot
// completed, and other servers check nothing. Numbers beyond what there can be
// come back as [tooMuch], negative ones as -1, and it is for the session to
// refuse them.
func parseAmount(text string) (storage.Chips, bool) {
	digits, negative := strings.CutPrefix(strings.TrimSpace(text), "-")
	if digits == "" || strings.Trim(digits, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	switch {
	case err == nil && n == 0:
		return 0, true
	case negative:
		return -1, true
	case err != nil || n > int64(storage.MaxChips): // the error is that of too many digits
		return tooMuch, true
	}
	return storage.Chips(n), true
}

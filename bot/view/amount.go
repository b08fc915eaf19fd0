package view

import (
	"math"

	"holecard/blackjack"
	"holecard/bot/lang"
)

// Parts of a chip are shown with two significant digits, and no more.

// decimals returns how many decimals show an amount.
func decimals(m blackjack.Micro) int {
	switch chips := math.Abs(inChips(m)); {
	case chips >= 9.95:
		return 0
	case chips >= 0.995:
		return 1
	case chips >= 0.0095 && chips < 0.0995:
		return 3
	}
	return 2
}

func inChips(m blackjack.Micro) float64 { return float64(m) / float64(blackjack.Chips(1).Micro()) }

// cost writes what mistakes have cost: "3.2".
func cost(w *lang.Printer, m blackjack.Micro) string {
	if chips := inChips(m); chips > 0 && chips < 0.0095 {
		return "<" + w.Decimal(0.01, 2, 2)
	}
	return exactly(w, m, decimals(m))
}

// exactly writes an amount with its decimals, or with none where it is whole.
func exactly(w *lang.Printer, m blackjack.Micro, decimals int) string {
	if m = rounded(m, decimals); m%blackjack.Chips(1).Micro() == 0 {
		decimals = 0
	}
	return w.Decimal(inChips(m), decimals, decimals)
}

// gain writes what was won or lost beside an amount, as exactly as that: "+13.2", "−5".
func gain(w *lang.Printer, m blackjack.Micro, decimals int) string {
	text := exactly(w, m, decimals)
	if rounded(m, decimals) > 0 {
		return "+" + text
	}
	return text
}

// rounded returns an amount as it is shown.
func rounded(m blackjack.Micro, decimals int) blackjack.Micro {
	unit := float64(blackjack.Chips(1).Micro()) / math.Pow10(decimals)
	return blackjack.Micro(math.Round(float64(m)/unit) * unit)
}

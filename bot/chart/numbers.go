package chart

import (
	"math"
	"strings"

	"holecard/bot/lang"
)

// beyond is where numbers stop being results of a round in stakes.
const beyond = 1e4

func sound(x float64) bool { return math.Abs(x) <= beyond } // and so not NaN

// spread returns a standard error that can be drawn: none for one that is not a
// number.
func spread(x float64) float64 {
	if !sound(x) {
		return 0
	}
	return math.Abs(x)
}

// signed writes a number with its sign, and between a least and a most of decimals.
func signed(w *lang.Printer, x float64, least, most int) string {
	text := w.Decimal(math.Abs(x), least, most)
	switch {
	case !strings.ContainsAny(text, "123456789"):
		return text
	case x < 0:
		return "−" + text
	}
	return "+" + text
}

// stakes writes a net result, such as −2 or +1.5.
func stakes(w *lang.Printer, x float64) string {
	if math.Abs(x) >= 100 {
		return signed(w, x, 0, 0)
	}
	return signed(w, x, 0, 2)
}

// percent writes a share.
func percent(w *lang.Printer, share float64) string { return w.Fact(lang.Rate(share)) }

// decimals returns how many decimals show two digits of the standard error.
func decimals(err float64) int {
	return min(max(1-int(math.Floor(math.Log10(err))), 0), 7)
}

// estimate writes a mean with its standard error.
func estimate(w *lang.Printer, mean, err float64) string {
	if err == 0 {
		return signed(w, mean, 0, 6) + " ± 0"
	}
	d := decimals(err)
	return signed(w, mean, d, d) + " ± " + w.Decimal(err, d, d)
}

package chart

import (
	"math"
	"strconv"
	"strings"
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

// signed writes a number with its sign, a true minus, and at most that many
// decimals.
func signed(x float64, decimals int) string {
	s := strconv.FormatFloat(math.Abs(x), 'f', decimals, 64)
	switch {
	case strings.Trim(s, "0.") == "":
		return s
	case x < 0:
		return "−" + s
	}
	return "+" + s
}

// stakes writes a net result, such as −2 or +1.5.
func stakes(x float64) string {
	if math.Abs(x) >= 100 {
		return signed(x, 0)
	}
	return trimmed(signed(x, 2))
}

// trimmed returns a number without the noughts that end its decimals.
func trimmed(s string) string {
	if !strings.Contains(s, ".") {
		return s
	}
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
}

// percent writes a share in a few digits, so that only nothing is called 0% and
// only everything 100%.
func percent(share float64) string {
	x := share * 100
	switch {
	case x <= 0:
		return "0%"
	case x < 0.01:
		return "<0.01%"
	case x < 0.995:
		return strconv.FormatFloat(x, 'f', 2, 64) + "%"
	case x < 99.95:
		return strconv.FormatFloat(x, 'f', 1, 64) + "%"
	case x <= 99.99:
		return strconv.FormatFloat(x, 'f', 2, 64) + "%"
	case x < 100-1e-9:
		return ">99.99%"
	}
	return strconv.FormatFloat(x, 'f', 0, 64) + "%"
}

// decimals returns how many decimals show two digits of the standard error.
func decimals(err float64) int {
	if err == 0 {
		return 4
	}
	return min(max(1-int(math.Floor(math.Log10(err))), 0), 7)
}

// estimate writes a mean with its standard error.
func estimate(mean, err float64) string {
	if err == 0 {
		return trimmed(signed(mean, 6)) + " ± 0"
	}
	d := decimals(err)
	return signed(mean, d) + " ± " + strconv.FormatFloat(err, 'f', d, 64)
}

// rounds writes a count with a comma after each thousand, and its noun.
func rounds(n int64) string {
	if n == 1 {
		return "1 round"
	}
	return grouped(max(n, 0)) + " rounds"
}

func grouped(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

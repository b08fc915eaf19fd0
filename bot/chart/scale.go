package chart

import "math"

// scale maps numbers between two pixels of an axis.
type scale struct {
	low, high float64 // numbers
	from, to  float64 // their pixels
}

func (s scale) at(x float64) float64 {
	return s.from + (x-s.low)/(s.high-s.low)*(s.to-s.from)
}

// step returns the distance of round ticks: 1, 2 or 5 times a power of ten, the
// least that needs at most that many steps from low to high.
func step(low, high float64, most int) float64 {
	least := (high - low) / float64(most)
	power := math.Pow(10, math.Floor(math.Log10(least)))
	for _, times := range []float64{1, 2, 5} {
		if power*times >= least*(1-1e-9) {
			return power * times
		}
	}
	return power * 10
}

// ticks returns the multiples of a step from low to high.
func ticks(low, high, step float64) []float64 {
	var all []float64
	const slack = 1e-9
	for i := math.Ceil(low/step - slack); i <= math.Floor(high/step+slack); i++ {
		all = append(all, i*step+0) // plus 0 makes 0 of -0
	}
	return all
}

// tickDecimals returns how many decimals the multiples of a step of ticks have.
func tickDecimals(step float64) int {
	return max(-int(math.Floor(math.Log10(step)+1e-9)), 0)
}

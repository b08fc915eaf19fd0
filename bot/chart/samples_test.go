package chart

import (
	"math"
	"strings"

	"holecard/bot/lang"
)

// books are the words of charts.
var books = lang.Must(lang.Load())

var english = books.For("en")

// distributions are samples of every kind, by name.
func distributions() map[string]Distribution {
	list := map[string]Distribution{
		"vegas": {
			Title: "vegas · basic", Rounds: 1_000_000, Mean: -0.00541, StdErr: 0.00115,
			Bars: []Bar{{-8, 2e-6}, {-7, 8e-6}, {-6, 3e-5}, {-5, 9e-5}, {-4, 0.0012}, {-3, 0.0031},
				{-2, 0.0425}, {-1, 0.3915}, {-0.5, 0.0443},
				{0, 0.0869}, {1, 0.3278}, {1.5, 0.0453}, {2, 0.0521}, {3, 0.0032}, {4, 0.0019},
				{5, 1e-4}, {6, 5e-5}, {7, 1e-5}, {8, 4e-6}},
		},
		"mit": {Title: "mit · stopAt(17) against stopAt(16)", Rounds: 50_000, Mean: -0.0862,
			StdErr: 0.0044, Bars: []Bar{{-1, 0.5431}, {1, 0.4569}}},
		"chalmers": {Title: "chalmers · stopAt(16)", Rounds: 1000, Mean: -0.112, StdErr: 0.0314,
			Bars: []Bar{{-1, 0.556}, {1, 0.444}}},
		"tails": tails(),
		"skewed": {Title: "only wins, many kinds", Rounds: 12, Mean: 7.25, StdErr: 1.5,
			Bars: skewed()},
		"zero":   {Title: "all zero", Rounds: 10, Bars: []Bar{{-1, 0}, {0, 0}, {1, 0}}},
		"single": {Title: "one round", Rounds: 1, Mean: 1.5, Bars: []Bar{{1.5, 1}}},
		"none":   {Title: "nobody played"},
		"nan": {Title: "not numbers", Rounds: math.MaxInt64, Mean: math.NaN(), StdErr: math.Inf(1),
			Bars: []Bar{{math.NaN(), 0.5}, {1, math.NaN()}, {2, math.Inf(1)}, {math.Inf(-1), 1},
				{-1, -4}, {1e300, 1}, {1, 0.25}}},
		"long": {Title: strings.Repeat("majority(stopAt(17), dealerSensitive, valentine) at vegas ",
			9), Rounds: 123_456_789_012, Mean: -1, StdErr: 0.4,
			Bars: []Bar{{-1, 0.9995}, {1, 0.0005}}},
	}
	for name, d := range list {
		list[name] = inEnglish(d)
	}
	return list
}

func inEnglish(d Distribution) Distribution {
	d.Words = english
	return d
}

// tails has a column for every half stake and none that is rare.
func tails() Distribution {
	d := Distribution{Title: "heavy tails", Rounds: 2_000_000, Mean: -0.31, StdErr: 0.012}
	sum := 0.0
	for net := -12.0; net <= 20; net += 0.5 {
		sum += 1 / (1 + net*net)
	}
	for net := -12.0; net <= 20; net += 0.5 {
		d.Bars = append(d.Bars, Bar{net, 1 / (1 + net*net) / sum})
	}
	return d
}

func skewed() (bars []Bar) {
	for i := range 17 {
		bars = append(bars, Bar{float64(i) + 10.25, 1.0 / 17})
	}
	return bars
}

// bankrolls are samples of every kind, by name.
func bankrolls() map[string]Bankroll {
	var up, tiny []int64
	has := int64(1000)
	for i := range int64(200) {
		has += (i*i*7919)%41 - 19
		up = append(up, has)
		tiny = append(tiny, i%2)
	}
	return map[string]Bankroll{
		"bankroll-usual": {english, "Ada", up},
		"bankroll-rich":  {english, "Ada", []int64{9e15, 9e15 - 40, 9e15 + 7, 9e15 + 9}},
		"bankroll-tiny":  {english, "Ada", tiny},
		"bankroll-broke": {english, "Ada", []int64{0, 0}},
		"bankroll-one":   {english, strings.Repeat("W", 300), []int64{100}},
		"bankroll-none":  {english, "", nil},
		"bankroll-fall":  {english, "Ada", []int64{1 << 53, 0, 1 << 52}},
	}
}

// errorMaps are samples of every kind, by name.
func errorMaps() map[string]ErrorMap {
	usual := ErrorMap{Words: english, Title: "Right and wrong, by hand"}
	for i := range 170 {
		c := Cell{Kind: CellKind(i % 3), Total: 4 + i*7%17, Upcard: 1 + i*11%10, Seen: i % 5}
		if c.Kind == PairCells {
			c.Total = 1 + c.Total%10
		}
		c.Wrong = min(c.Seen, i*13%7/2)
		usual.Cells = append(usual.Cells, c)
	}
	return map[string]ErrorMap{
		"map-usual": usual,
		"map-odd": {english, strings.Repeat("W", 300), []Cell{{HardCells, 2, 0, 1000, 999},
			{HardCells, 21, 11, 5, 0}, {SoftCells, 21, 1, 5, 1}, {PairCells, 10, 10, 5, 3}}},
		"map-none": {Words: english},
	}
}

// counts are samples of every kind, by name.
func counts() map[string]Counts {
	var usual []CountBar
	for count := -10; count <= 10; count++ {
		usual = append(usual, CountBar{count, 0.005*float64(count) - 0.004,
			0.0005 * math.Pow(1.35, math.Abs(float64(count))),
			0.27 * math.Pow(0.6, math.Abs(float64(count)))})
	}
	return map[string]Counts{
		"usual": {Title: "vegas · basic", Count: "Hi-Lo", Rounds: 20_000_000, Most: 10,
			Bars: usual},
		"few": {Title: "one deck", Count: strings.Repeat("-998.9999, ", 9) + "-998.9999",
			Rounds: 1000, Most: 10,
			Bars: []CountBar{{-1, -0.02, 0.03, 0.5}, {0, 0.01, 0.03, 0.5}}},
		"lost":  {Title: "always lost", Rounds: 10, Most: 10, Bars: []CountBar{{0, -1, 0, 1}}},
		"won":   {Title: "always won", Rounds: 10, Most: 10, Bars: []CountBar{{10, 1, 0, 1}}},
		"level": {Title: "a push", Rounds: 10, Most: 10, Bars: []CountBar{{3, 0, 0, 1}}},
		"rare":  {Title: "by chance", Rounds: 10, Most: 10, Bars: []CountBar{{3, 0, 0, 1e-4}}},
		"wild": {Title: "not numbers", Rounds: 10, Most: 10, Bars: []CountBar{
			{1, math.NaN(), 1, 1}, {2, math.Inf(1), 1, 1}, {3, 2, math.Inf(1), 1}}},
	}
}

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

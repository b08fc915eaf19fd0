// Package chart draws figures, as pictures for Discord messages: what a simulation found
// ([Distribution]), how a player's chips went ([Bankroll]), which of their decisions
// were wrong ([ErrorMap]) and what a strategy does ([Strategy]). Data in, PNG out; nothing
// is read or kept.
//
//	┌──────────────────────────────────────┐
//	│ title                                │
//	│ ■ loss 48.3%  ■ push …    1M rounds  │  legend
//	│              mean −0.0054 ± 0.0011   │  caption
//	│ 40% ┤     █      │                   │
//	│ 20% ┤     █      │     █             │  plot
//	│  0% ┼──█──█──█───▲──█──█──█──█────── │
//	│     −2 −1 −0.5 0 … +1                │  labels of the axis
//	│              result in stakes        │  name of the axis
//	└──────────────────────────────────────┘
//
// A picture has a dark panel of its own with transparent corners, so that it
// looks the same in Discord's dark and light themes. Discord shows it at about
// two thirds of its size, therefore no word is smaller than it must be. Numbers
// that are not finite, or beyond 10,000 stakes, are left out rather than drawn.
package chart

// Width and Height are the size of every picture in pixels. A [Strategy] has a height of its own.
const (
	Width  = 800
	Height = 420
)

const (
	margin = 26 // from the edge of the panel to any word

	titleLine   = 42 // baselines, from the top
	legendLine  = 74
	captionLine = 104
	plotTop     = 114
	plotBottom  = 350
	labelLine   = 377
	nameLine    = 403

	titleSize  = 24 // heights of letters in pixels
	legendSize = 18
	axisSize   = 16
	leastSize  = 10
)

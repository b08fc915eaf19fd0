package chart

import (
	"math"
	"slices"

	"holecard/bot/draw"
	"holecard/bot/lang"
)

// Bankroll is how many chips a player had after each of their newest rounds.
type Bankroll struct {
	Words    *lang.Printer
	Name     string  // of the player
	Balances []int64 // the oldest first, each 0 or more
}

func (b Bankroll) title() string { return b.Words.Say("stats.bankroll", b.Name) }

// Alt says in words what the picture shows.
func (b Bankroll) Alt() string {
	if len(b.Balances) == 0 {
		return sentence(b.title(), b.Words.Say("chart.alt.none"))
	}
	return sentence(b.title(), b.Words.Say("chart.bankroll.alt", len(b.Balances), b.Balances[0],
		b.Balances[len(b.Balances)-1], slices.Min(b.Balances), slices.Max(b.Balances)))
}

// PNG draws the chips as a line from the oldest round to the newest.
func (b Bankroll) PNG() []byte {
	b.Words = b.Words.Latin()
	c := newCanvas(Height)
	b.draw(c)
	return c.PNG()
}

func (b Bankroll) draw(c canvas) {
	c.heading(b.title())
	if len(b.Balances) == 0 {
		c.nothing(b.Words.Say("chart.none"))
		return
	}
	w, last := b.Words, b.Balances[len(b.Balances)-1]
	least, most := slices.Min(b.Balances), slices.Max(b.Balances)
	c.legend([]entry{{blue, w.Say("chart.bankroll.now", last)}},
		w.Say("chart.bankroll.range", least, most))

	low, high := float64(least), float64(most)
	if low < high/2 || low == high { // where all lie close together, nought is far away
		low = 0
	}
	gap := max(1, step(low, max(high, low+1), 5))
	low = math.Floor(low/gap) * gap
	up := scale{low, max(high, low+gap), plotBottom, plotTop}
	area := c.upAxis(up, ticks(low, up.high, gap), func(v float64) string {
		return w.Number(int64(math.Round(v)))
	})
	along := scale{0, float64(max(1, len(b.Balances)-1)), float64(area.Min.X + 4),
		float64(area.Max.X - 8)}
	var places [][2]float64
	for i, n := range b.Balances {
		places = append(places, [2]float64{along.at(float64(i)), up.at(float64(n))})
	}
	c.line(places)
	c.nameAxis(area, w.Say("chart.bankroll.axis", len(b.Balances)))
}

// line joins places, and marks the last.
func (c canvas) line(places [][2]float64) {
	const half, dot = 1.75, 6
	c.Fill(c.Size(), blue, func(p *draw.Path) {
		for i, to := range places {
			p.Circle(to[0], to[1], half)
			if i == 0 {
				continue
			}
			from := places[i-1]
			dx, dy := to[0]-from[0], to[1]-from[1]
			long := max(math.Hypot(dx, dy), 1e-9)
			x, y := -dy/long*half, dx/long*half
			p.Polygon(from[0]-x, from[1]-y, to[0]-x, to[1]-y,
				to[0]+x, to[1]+y, from[0]+x, from[1]+y)
		}
		end := places[len(places)-1]
		p.Circle(end[0], end[1], dot)
	})
}

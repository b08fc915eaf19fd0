package odds

// walker goes through the hands that a player may come to, each once, with the
// probability of coming to it.
type walker struct {
	h     *hands
	reach []float64 // by hand, of the next level
	level [2][]int32

	orders bool // count the orders in which cards may come, not how likely they are
}

// walk starts from hands of equally many cards that are held with probabilities p
// and goes level by level, a level being the hands of equally many cards. Visit
// says of each whether another card is drawn. Burst, unless nil, is told of the
// cards that bust a hand.
func (w *walker) walk(
	c *cards, starts []int32, ps []float64,
	visit func(id int32, p float64) bool, burst func(id int32, k uint8, p float64),
) {
	now, then := append(w.level[0][:0], starts...), w.level[1][:0]
	for i, id := range starts {
		w.grow()
		w.reach[id] += ps[i]
	}
	for len(now) > 0 {
		w.h.meter.spend(visitWork * len(now))
		for _, id := range now {
			p := w.reach[id]
			w.reach[id] = 0
			if p == 0 || !visit(id, p) {
				continue
			}
			w.cards(c, id, p, func(k uint8, next int32, p float64) {
				if next == bust {
					if burst != nil {
						burst(id, k, p)
					}
					return
				}
				w.grow()
				if w.reach[next] == 0 {
					then = append(then, next)
				}
				w.reach[next] += p
			})
		}
		now, then = then, now[:0]
	}
	w.level[0], w.level[1] = now, then
}

// from is walk from one hand that is held for certain.
func (w *walker) from(c *cards, start int32, visit func(id int32, p float64) bool) {
	w.walk(c, []int32{start}, []float64{1}, visit, nil)
}

// What it takes to visit a hand, and to draw a card of one kind.
const (
	visitWork = 60
	kindWork  = 10
)

// cards draws each card that may come to a hand.
func (w *walker) cards(
	c *cards, id int32, p float64, drawn func(k uint8, next int32, p float64),
) {
	h := w.h
	h.meter.spend(kindWork * len(h.deck.kinds))
	share := p / h.size(c, id)
	for k := range h.deck.kinds {
		switch n := h.left(c, id, uint8(k)); {
		case n <= 0:
		case w.orders:
			drawn(uint8(k), h.after(id, uint8(k)), p)
		default:
			drawn(uint8(k), h.after(id, uint8(k)), share*n)
		}
	}
}

func (w *walker) grow() {
	if n := len(w.h.list); n > len(w.reach) {
		w.reach = append(w.reach, make([]float64, n-len(w.reach)+n/2)...)
	}
}

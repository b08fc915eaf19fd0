package odds

// falls is in how many ways cards of each kind can be drawn one after the other from what is
// left of a shoe. It counts again only what has changed since.
type falls struct {
	left  []float64 // of each kind
	size  float64   // in all, or fewer than none
	first []int     // of each kind, the index of "none drawn" in ways, and of the end
	ways  []float64 // by kind and number of cards
	over  []float64 // 1 over the ways to draw so many cards of any kind
}

// newFalls has room for the most cards of each kind, and of all.
func newFalls(most []uint8, deep int) falls {
	f := falls{left: make([]float64, len(most)), size: -1, first: make([]int, 1),
		over: make([]float64, deep+1)}
	for k, n := range most {
		f.first = append(f.first, f.first[k]+int(n)+1)
	}
	f.ways = make([]float64, f.first[len(most)])
	return f
}

// of returns the ways to draw cards of a kind, by how many.
func (f *falls) of(k int) []float64 { return f.ways[f.first[k]:f.first[k+1]] }

// at returns the index of the ways to draw so many cards of a kind.
func (f *falls) at(k, cards int) uint32 { return uint32(f.first[k] + cards) }

// from counts the ways to draw from so many cards of each kind, size in all. It returns the
// first kind that has changed, if any, and whether the size has.
func (f *falls) from(left []float64, size, step float64) (first int, resized bool) {
	first = len(f.left)
	for k := first - 1; k >= 0; k-- {
		if n := left[k]; n != f.left[k] || f.size < 0 {
			f.left[k] = n
			f.draw(k, n, step)
			first = k
		}
	}
	resized = size != f.size
	if resized {
		f.size = size
		f.any(size, step)
	}
	return first, resized
}

// draw counts the ways to draw cards of a kind.
func (f *falls) draw(k int, left, step float64) {
	ways := f.of(k)
	ways[0] = 1
	for used := range len(ways) - 1 {
		ways[used+1] = ways[used] * (left - float64(used)*step)
	}
}

// any counts the ways to draw any cards.
func (f *falls) any(size, step float64) {
	f.over[0] = 1
	for d := 1; d < len(f.over); d++ {
		f.over[d] = 0 // more cards than are left cannot be drawn
		if rest := size - float64(d-1)*step; rest > 0 {
			f.over[d] = f.over[d-1] / rest
		}
	}
}

package odds

import (
	"cmp"
	"slices"
)

// tree is all ways in which a dealer's hand may end without being bust, as sets
// of cards drawn. The probability of a set is the product, over its kinds, of
// the ways to draw so many of the kind one after the other, over the same for the
// whole shoe, times the number of orders in which the dealer would draw the set.
// So a tree is made once for an upcard and then evaluated for whatever shoe is
// left, in [sums]. It never changes.
//
// Sets of one end that begin alike share what follows, so that kinds are summed up
// one by one, the aces first:
//
//	tens      nines         aces
//	end ◀── sum ◀── ... ◀── set: its orders, over the ways to draw any cards
//
// A shoe of as many cards as the one before that differs from it in tens alone needs only
// the sums over tens again, and these are few. So shoes are asked for by how many cards
// they lack, and then by how many aces, twos and so on: see [held].
type tree struct {
	sets   []leaf
	levels []level // by kind
	size   int     // of all values: first 0, then the sets', then the sums', by level
	ends   []uint8 // that occur, the last being bust
	roots  []value // of the ends but bust
	most   []uint8 // the most cards of each kind
	deep   int     // the most cards of a set
}

// leaf is a set of cards, all of which are summed up.
type leaf struct {
	orders float64
	depth  int // how many cards
}

// level is the sums over the cards of one kind.
type level struct {
	first value // of its values, one for each step
	steps []step
	work  int // of this level and those after it
}

// step is the sum of a value and another, times the ways to draw so many cards.
type step struct {
	from, more value
	cards      uint32
}

// value is the index of a value. While a tree grows it is the index within the level,
// which stands above levelBits: 0 for sets, then by kind.
type value uint32

const levelBits = 24

func newTreeOf(kinds int) *tree {
	return &tree{sets: make([]leaf, 1), levels: make([]level, kinds), most: make([]uint8, kinds)}
}

// plant makes a tree of sets, joining those of the same cards: they end alike.
func plant(sets []set, kinds int) *tree {
	slices.SortFunc(sets, func(a, b set) int {
		return cmp.Or(cmp.Compare(a.end, b.end), slices.Compare(a.kinds, b.kinds))
	})
	t := newTreeOf(kinds)
	for len(sets) > 0 {
		end := sets[0].end
		n := alike(sets, func(s *set) bool { return s.end == end })
		t.ends, t.roots = append(t.ends, end), append(t.roots, t.add(sets[:n], 0))
		sets = sets[n:]
	}
	t.ends = append(t.ends, dealerBust)
	t.number()
	return t
}

// add returns the value of sets of one end that are alike up to one of their cards.
func (t *tree) add(sets []set, at int) value {
	sum := value(0)
	if n := alike(sets, func(s *set) bool { return len(s.kinds) == at }); n > 0 {
		one := leaf{depth: at}
		for _, s := range sets[:n] {
			one.orders += s.orders
		}
		sum, sets = value(len(t.sets)), sets[n:]
		t.sets, t.deep = append(t.sets, one), max(t.deep, at)
	}
	for len(sets) > 0 { // the least kind first
		k, cards := sets[0].kinds[at], sets[0].run(at)
		n := alike(sets, func(s *set) bool { return s.kinds[at] == k && s.run(at) == cards })
		more := t.add(sets[:n], at+cards)
		l := &t.levels[k]
		l.steps = append(l.steps, step{sum, more, uint32(cards)})
		sum = value(int(k)+1)<<levelBits + value(len(l.steps)-1)
		t.most[k] = max(t.most[k], uint8(cards))
		sets = sets[n:]
	}
	return sum
}

// alike returns how many of the first sets are of a sort.
func alike(sets []set, is func(*set) bool) int {
	n := 0
	for n < len(sets) && is(&sets[n]) {
		n++
	}
	return n
}

// number gives each value its index, and counts the work of levels.
func (t *tree) number() {
	t.size = len(t.sets)
	for k := range t.levels {
		t.levels[k].first = value(t.size)
		t.size += len(t.levels[k].steps)
	}
	place := func(v *value) {
		if k := *v >> levelBits; k > 0 {
			*v = t.levels[k-1].first + *v&(1<<levelBits-1)
		}
	}
	for i := range t.roots {
		place(&t.roots[i])
	}
	work := shoeWork
	for k := len(t.levels) - 1; k >= 0; k-- {
		steps := t.levels[k].steps
		for i := range steps {
			place(&steps[i].from)
			place(&steps[i].more)
		}
		work += stepWork * len(steps)
		t.levels[k].work = work
	}
}

// What it takes to evaluate a shoe, and each set and sum of it.
const (
	shoeWork = 100
	stepWork = 2
)

// sums is the values of a tree for one shoe after another.
type sums struct {
	*tree
	falls
	values []float64
}

func newSums(t *tree) *sums {
	return &sums{tree: t, falls: newFalls(t.most, t.deep), values: make([]float64, t.size)}
}

// leaves is the level below the sums: the sets. All else changes with them.
const leaves = -1

// changed takes note of a shoe of which so many cards of each kind are left, size in all. It
// returns the first kind whose sums change, or leaves, and the work of that.
func (s *sums) changed(left []float64, size, step float64) (first, work int) {
	first, resized := s.from(left, size, step)
	switch {
	case resized:
		return leaves, s.levels[0].work + stepWork*len(s.sets)
	case first < len(s.levels):
		return first, s.levels[first].work
	}
	return first, shoeWork
}

// chances fills p with the probability of each end, of the shoe that was noted. Bust, the last,
// is 1 less the others; a natural that is not wanted has no place among them.
func (s *sums) chances(first int, p []float64) {
	if first == leaves {
		for i, set := range s.sets {
			s.values[i] = set.orders * s.over[set.depth]
		}
		first = 0
	}
	for k := first; k < len(s.levels); k++ {
		s.levels[k].sum(s.values, s.of(k))
	}
	ended, bust := 0.0, len(p)-1
	for e, root := range s.roots {
		ended += s.values[root]
		if e < bust {
			p[e] = s.values[root]
		}
	}
	p[bust] = 1 - ended
}

// sum computes the values of a level, of which the cards of the kind may be drawn in so many ways.
func (l *level) sum(values, ways []float64) {
	to := values[l.first:][:len(l.steps)]
	for i, st := range l.steps {
		to[i] = values[st.from] + values[st.more]*ways[st.cards]
	}
}

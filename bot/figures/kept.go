package figures

import (
	"context"
	"errors"
	"slices"
	"sync"

	"holecard/blackjack/odds"
	"holecard/blackjack/strategy"
)

// mostKept is how much memory the tables take that are kept for hints, as they count it. A table
// that is warm takes up to 7 MB.
const mostKept = 64 << 20

// kept is the tables at which somebody asked last, the last one first.
type kept struct {
	mu   sync.Mutex
	list []keptTable
}

type keptTable struct {
	match
	table *odds.Table // nil where its graph is too large to be kept
}

// find returns the table of a match, and whether it was made.
func (k *kept) find(m match) (t *odds.Table, ok bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	i := slices.IndexFunc(k.list, func(t keptTable) bool { return t.match == m })
	if i < 0 {
		return nil, false
	}
	found := k.list[i]
	copy(k.list[1:i+1], k.list[:i])
	k.list[0] = found
	return found.table, true
}

// add puts a table first, unless it is there by now. It returns the one that is.
func (k *kept) add(m match, t *odds.Table) *odds.Table {
	if known, ok := k.find(m); ok {
		return known
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.list = slices.Insert(k.list, 0, keptTable{m, t})
	return t
}

// trim forgets the tables at which nobody has asked for the longest, until the others take no
// more than most bytes. One of them stays.
func (k *kept) trim(most int64) {
	k.mu.Lock()
	defer k.mu.Unlock()
	sum := int64(0)
	for i, t := range k.list {
		sum += 1 << 10
		if t.table != nil {
			sum += t.table.Bytes()
		}
		if i > 0 && sum > most {
			clear(k.list[i:])
			k.list = k.list[:i]
			return
		}
	}
}

// table returns what hints at a table have in common, nil where that is too much to be kept.
func (c *Cache) table(
	ctx context.Context, m match, house strategy.Strategy,
) (*odds.Table, error) {
	if t, ok := c.kept.find(m); ok {
		return t, nil
	}
	t, err := odds.NewTable(ctx, m.rules, house)
	if _, large := errors.AsType[*odds.LimitError](err); err != nil && !large {
		return nil, err
	}
	t = c.kept.add(m, t)
	c.kept.trim(mostKept)
	c.note(m)
	return t, nil
}

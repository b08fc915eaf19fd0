package engine

import (
	"errors"
	"math"
	"testing"

	"holecard/storage"
)

func TestKeysOfEntriesComeBestFirst(t *testing.T) {
	inOrder := []Entry{
		{math.MaxInt64, 1}, {7, 1}, {7, 2}, {7, math.MaxUint64}, {1, 9}, {0, 1}, {0, 2}, {-1, 0},
		{-7, 5}, {math.MinInt64, 1},
	}
	for i, e := range inOrder {
		key := EntryKey(7, storage.ByNet.Ever(), e)
		if got, err := entryOf(key.ID); got != e || err != nil {
			t.Errorf("%v becomes %v, %v", e, got, err)
		}
		if i > 0 && EntryKey(7, storage.ByNet.Ever(), inOrder[i-1]).Compare(key) >= 0 {
			t.Errorf("%v does not come before %v", inOrder[i-1], e)
		}
	}
}

func TestAKeyOfAnotherLengthIsNoEntry(t *testing.T) {
	for _, size := range []int{0, LongestEntry - 1, LongestEntry + 1} {
		if e, err := entryOf(make([]byte, size)); !errors.Is(err, storage.ErrCorrupt) {
			t.Errorf("%d bytes: %+v, %v", size, e, err)
		}
	}
}

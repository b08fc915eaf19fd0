package fleet

import (
	"errors"
	"slices"
	"testing"

	"holecard/storage"
)

func TestNumbersOfShardsAreReadAndWritten(t *testing.T) {
	for text, want := range map[string]struct {
		numbers []int
		written string
		err     error
	}{
		"0":           {numbers: []int{0}, written: "0/10"},
		"0-7,9":       {numbers: []int{0, 1, 2, 3, 4, 5, 6, 7, 9}, written: "0-7,9/10"},
		" 3 , 0-1":    {numbers: []int{0, 1, 3}, written: "0-1,3/10"},
		"4095":        {numbers: []int{4095}, written: "4095/10"},
		"":            {err: ErrNumbers},
		",":           {err: ErrNumbers},
		"1,":          {err: ErrNumbers},
		"7-0":         {err: ErrNumbers},
		"-1":          {err: ErrNumbers},
		"1-":          {err: ErrNumbers},
		"1-2-3":       {err: ErrNumbers},
		"+1":          {err: ErrNumbers},
		"0x1":         {err: ErrNumbers},
		"4096":        {err: ErrNumbers},
		"99999999999": {err: ErrNumbers},
		"0-3,2":       {err: ErrRepeated},
		"5,5":         {err: ErrRepeated},
	} {
		got, err := ParseNumbers(text)
		if !slices.Equal(got, want.numbers) && want.err == nil || !errors.Is(err, want.err) {
			t.Errorf("%q is %v, %v", text, got, err)
		}
		if p := (Parts{10, got}); want.err == nil && p.String() != want.written {
			t.Errorf("%q is written %q", text, p)
		}
	}
}

// Each guild is in one part, and it is that of its shard. Direct messages are in the first.
func TestAGuildIsInThePartOfItsShard(t *testing.T) {
	for _, of := range []int{1, 2, 16, 63} {
		for n := range 100 {
			guild := storage.GuildID(n)<<22 | storage.GuildID(n*7919)
			for part := range of {
				p := Parts{of, []int{part}}
				if has := p.Has(guild); has != (int(guild>>22)%of == part) {
					t.Errorf("guild %d is in %v: %v", guild, p, has)
				}
			}
			direct := storage.DirectMessages(storage.UserID(guild))
			if !(Parts{of, []int{0}}).Has(direct) || of > 1 && (Parts{of, []int{1}}).Has(direct) {
				t.Errorf("direct messages are not in the first of %d parts", of)
			}
		}
	}
}

package fleet

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"holecard/storage"
)

// Parts are parts of all guilds, numbered from 0 as [storage.PartOf] says: a part is a shard,
// or as many guilds for a process without shards. The zero Parts are none.
type Parts struct {
	Of      int
	Numbers []int // in ascending order
}

// All returns all parts of so many.
func All(of int) Parts {
	p := Parts{Of: of}
	for n := range of {
		p.Numbers = append(p.Numbers, n)
	}
	return p
}

// Has reports whether a guild is in one of the parts.
func (p Parts) Has(guild storage.GuildID) bool {
	return p.Of > 0 && slices.Contains(p.Numbers, storage.PartOf(guild, p.Of))
}

// String returns the parts as "0-7,9/16".
func (p Parts) String() string {
	var runs []string
	for rest := p.Numbers; len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n] == rest[0]+n {
			n++
		}
		run := strconv.Itoa(rest[0])
		if n > 1 {
			run += "-" + strconv.Itoa(rest[n-1])
		}
		runs, rest = append(runs, run), rest[n:]
	}
	return fmt.Sprintf("%s/%d", strings.Join(runs, ","), p.Of)
}

// Why a list of numbers is none.
var (
	ErrNumbers  = errors.New("not a list such as 0-7,9")
	ErrRepeated = errors.New("a number stands there twice")
)

// MostParts is far more than there are.
const MostParts = 4096

// ParseNumbers reads a list of numbers such as "0-7,9". The error is [ErrNumbers] or
// [ErrRepeated].
func ParseNumbers(text string) (numbers []int, err error) {
	for run := range strings.SplitSeq(text, ",") {
		first, last, isRange := strings.Cut(strings.TrimSpace(run), "-")
		if !isRange {
			last = first
		}
		from, err := strconv.ParseUint(first, 10, 16)
		to, err2 := strconv.ParseUint(last, 10, 16)
		if err != nil || err2 != nil || from > to || to >= MostParts {
			return nil, ErrNumbers
		}
		for n := from; n <= to; n++ {
			numbers = append(numbers, int(n))
		}
	}
	slices.Sort(numbers)
	if len(slices.Compact(slices.Clone(numbers))) < len(numbers) {
		return nil, ErrRepeated
	}
	return numbers, nil
}

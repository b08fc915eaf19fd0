package fleet

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"holecard/storage"
)

// Part is one of equal parts of all guilds, numbered from 0 by Discord's formula for
// shards: a part is a shard, or as many guilds for a process without shards.
type Part struct{ Number, Of int }

// Has reports whether a guild is in the part. Direct messages are in the first.
func (p Part) Has(guild storage.GuildID) bool {
	if guild.Direct() {
		return p.Number == 0
	}
	return uint64(guild)>>22%uint64(p.Of) == uint64(p.Number)
}

// Parts are parts of all guilds. The zero Parts are none.
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

// List returns the parts one by one.
func (p Parts) List() (list []Part) {
	for _, n := range p.Numbers {
		list = append(list, Part{n, p.Of})
	}
	return list
}

// Has reports whether a guild is in one of the parts.
func (p Parts) Has(guild storage.GuildID) bool {
	return slices.ContainsFunc(p.List(), func(part Part) bool { return part.Has(guild) })
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

// parseParts reads what [Parts.String] has written, false where that is nothing of it.
func parseParts(text string) (p Parts, ok bool) {
	numbers, of, _ := strings.Cut(text, "/")
	var err, err2 error
	p.Numbers, err = ParseNumbers(numbers)
	p.Of, err2 = strconv.Atoi(of)
	return p, err == nil && err2 == nil && p.Of > p.Numbers[len(p.Numbers)-1]
}

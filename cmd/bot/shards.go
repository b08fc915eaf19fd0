package main

import (
	"slices"
	"strconv"
	"strings"
)

// mostShards is far more than there are.
const mostShards = 4096

// readShards returns the numbers of the shards that SHARD_IDS lists, in order, nil for all.
func readShards(count int, ids string) (list []int, err error) {
	switch {
	case count < 0 || count > mostShards:
		return nil, usagef("SHARD_COUNT takes 1 to %s, the same in all processes, or nothing for "+
			"as many as Discord recommends; not %s.", whole(mostShards), whole(count))
	case ids == "":
		return nil, nil
	case count == 0:
		return nil, usagef("SHARD_IDS says which of all shards this process has, so set " +
			"SHARD_COUNT to how many there are: the same number in all processes.")
	}
	for run := range strings.SplitSeq(ids, ",") {
		first, last, isRange := strings.Cut(strings.TrimSpace(run), "-")
		if !isRange {
			last = first
		}
		from, err1 := strconv.ParseUint(first, 10, 16)
		to, err2 := strconv.ParseUint(last, 10, 16)
		switch {
		case err1 != nil || err2 != nil || from > to:
			return nil, usagef("SHARD_IDS takes the numbers of shards, such as 0-7 or 0-3,9, not "+
				"“%s”.", ids)
		case int(to) >= count:
			return nil, usagef("SHARD_IDS names shard %s, but shards are counted from 0: with "+
				"SHARD_COUNT=%s the last is %s.", whole(int(to)), whole(count), whole(count-1))
		}
		for n := int(from); n <= int(to); n++ {
			if slices.Contains(list, n) {
				return nil, usagef("SHARD_IDS names a shard twice: “%s”.", ids)
			}
			list = append(list, n)
		}
	}
	slices.Sort(list)
	return list, nil
}

// ranges returns numbers in ascending order as SHARD_IDS has them: "0-7,9".
func ranges(numbers []int) string {
	var runs []string
	for rest := numbers; len(rest) > 0; {
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
	return strings.Join(runs, ",")
}

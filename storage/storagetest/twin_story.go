package storagetest

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"holecard/storage"
)

// story is the part of a [twin] that is a player's own story. Nothing follows from its
// records but boards from tallies, so random calls of the others show nothing that facts do
// not.
type story struct {
	lines   map[storage.Player][]storage.Line
	waiting map[storage.Note]bool
	hints   map[storage.RoundID][]hint
	tallies map[storage.Player]map[storage.Period]storage.Tally
	lessons map[storage.Player]storage.Lessons
	drills  map[storage.Player]storage.Drill
	limits  map[storage.Alias]storage.Limits
	marks   map[string][]byte
}

type hint struct {
	by      storage.UserID
	version uint32
}

// set notes a value in a map that may not be there yet.
func set[K comparable, V any](of *map[K]V, key K, value V) error {
	if *of = maps.Clone(*of); *of == nil {
		*of = make(map[K]V)
	}
	(*of)[key] = value
	return nil
}

func (s *story) History(
	p storage.Player, before storage.Spot, limit int,
) (list []storage.Line, err error) {
	for _, l := range slices.Backward(s.lines[p]) {
		if before == (storage.Spot{}) || compareSpots(l.Spot(), before) < 0 {
			list = append(list, l)
		}
	}
	return list[:min(limit, len(list))], nil
}

func (s *story) HistoryAfter(
	p storage.Player, after storage.Spot, limit int,
) (list []storage.Line, err error) {
	for _, l := range s.lines[p] {
		if compareSpots(l.Spot(), after) > 0 {
			list = append(list, l)
		}
	}
	return list[:min(limit, len(list))], nil
}

func compareSpots(a, b storage.Spot) int {
	return cmp.Or(a.Dealt.Compare(b.Dealt), cmp.Compare(a.Round, b.Round))
}

func (s *story) Line(
	p storage.Player, dealt time.Time, id storage.RoundID,
) (storage.Line, bool, error) {
	for _, l := range s.lines[p] {
		if l.Round == id && l.Dealt.Equal(dealt) {
			return l, true, nil
		}
	}
	return storage.Line{}, false, nil
}

func (s *story) SaveLine(p storage.Player, l storage.Line) error {
	lines := slices.DeleteFunc(slices.Clone(s.lines[p]), func(was storage.Line) bool {
		return was.Round == l.Round && was.Dealt.Equal(l.Dealt)
	})
	lines = append(lines, l)
	slices.SortFunc(lines, func(a, b storage.Line) int {
		return compareSpots(a.Spot(), b.Spot())
	})
	return set(&s.lines, p, lines)
}

func (s *story) Unreviewed(limit int) (list []storage.Note, err error) {
	for n, waits := range s.waiting {
		if waits {
			list = append(list, n)
		}
	}
	slices.SortFunc(list, func(a, b storage.Note) int {
		return cmp.Or(a.Settled.Compare(b.Settled), cmp.Compare(a.Round, b.Round))
	})
	return list[:min(limit, len(list))], nil
}

func (s *story) Await(n storage.Note, waits bool) error { return set(&s.waiting, n, waits) }

func (s *story) Hinted(id storage.RoundID, by storage.UserID) (list []uint32, err error) {
	for _, h := range s.hints[id] {
		if h.by == by {
			list = append(list, h.version)
		}
	}
	slices.Sort(list)
	return slices.Compact(list), nil
}

func (s *story) SaveHint(id storage.RoundID, by storage.UserID, version uint32) error {
	return set(&s.hints, id, append(slices.Clip(s.hints[id]), hint{by, version}))
}

func (s *story) Lessons(p storage.Player) (storage.Lessons, error) { return s.lessons[p], nil }

func (s *story) SaveLessons(p storage.Player, l storage.Lessons) error {
	return set(&s.lessons, p, l)
}

func (s *story) Drill(p storage.Player) (storage.Drill, bool, error) {
	d, found := s.drills[p]
	return d, found, nil
}

func (s *story) SaveDrill(d storage.Drill) error { return set(&s.drills, d.Player, d) }

func (s *story) Limits(of storage.Alias) (storage.Limits, bool, error) {
	l := s.limits[of]
	return l, l != storage.Limits{}, nil
}

// AllLimits finds nothing: no random call saves limits.
func (s *story) AllLimits(storage.Alias, int) ([]storage.AliasLimits, error) { return nil, nil }

// Everywhere finds nothing: no random call saves limits.
func (s *story) Everywhere(storage.Alias) (storage.Limits, bool, error) {
	return storage.Limits{}, false, nil
}

func (s *story) SaveLimits(of storage.Alias, l storage.Limits) error {
	return set(&s.limits, of, l)
}

func (s *story) Mark(name string) ([]byte, error) { return s.marks[name], nil }

func (s *story) SaveMark(name string, value []byte) error { return set(&s.marks, name, value) }

// Nothing is erased at random.

func (s *story) Erasures() ([]storage.Erasure, error) { return nil, nil }

func (s *story) Unerased(e storage.Erasure, _, _ int) (storage.Unerased, error) {
	return storage.Unerased{Erasure: e, Last: true}, nil
}

func (s *story) Erase(storage.Erasure) error { return nil }

func (s *story) CarryOn(storage.Unerased) (bool, error) { return true, nil }

func (s *story) DropHint(id storage.RoundID, by storage.UserID, version uint32) error {
	return set(&s.hints, id, slices.DeleteFunc(slices.Clone(s.hints[id]), func(h hint) bool {
		return h == hint{by, version}
	}))
}

func (s *story) DropLine(p storage.Player, dealt time.Time, id storage.RoundID) error {
	return set(&s.lines, p, slices.DeleteFunc(slices.Clone(s.lines[p]), func(l storage.Line) bool {
		return l.Round == id && l.Dealt.Equal(dealt)
	}))
}

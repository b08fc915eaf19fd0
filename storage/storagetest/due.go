package storagetest

import (
	"context"
	"slices"
	"time"

	"github.com/google/go-cmp/cmp"

	"holecard/storage"
)

// comeDue asks for deadlines of several guilds, and of each alone.
func comeDue(s *scene) {
	var all []storage.Deadline
	guilds := []storage.GuildID{7, 1 << 60, storage.DirectMessages(3)}
	const century = 100 * 365 * 24 * time.Hour / time.Microsecond
	for i, after := range []time.Duration{3, 1, 2, 1, 5, 1, 0, -century} {
		t := quiet(fullSeating(storage.SeatingID(20 - i)))
		t.Guild = guilds[i%len(guilds)]
		t.Due = storage.Due{At: noon.Add(after * time.Microsecond),
			Number: storage.DeadlineID(interaction(noon, i))}
		s.updateIn(t.Guild, func(tx storage.Tx) error { return tx.SaveSeating(t) })
		all = append(all, deadlineOf(t))
	}
	slices.SortFunc(all, earlier)
	s.reopen()
	s.due(forever, 99, all...)
	s.due(forever, 3, all[:3]...)
	s.due(forever, -1)
	s.due(all[0].At.Add(-1), 99)
	s.due(time.Time{}, 99)
	for _, guild := range guilds {
		want := slices.DeleteFunc(slices.Clone(all), func(d storage.Deadline) bool {
			return d.Guild != guild
		})
		its := func(g storage.GuildID) bool { return g == guild }
		got, err := s.Due(context.Background(), its, forever, 2)
		s.same(want[:2], got, err)
	}
}

// due checks which deadlines there are up to a time.
func (s *scene) due(until time.Time, limit int, want ...storage.Deadline) {
	s.Helper()
	got, err := s.Due(context.Background(), nil, until, limit)
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		s.Errorf("%d due until %v: %v, -want +got\n%s", limit, until, err, diff)
	}
}

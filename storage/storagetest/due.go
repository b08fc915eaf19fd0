package storagetest

import (
	"context"
	"slices"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"holecard/storage"
)

// comeDue asks for deadlines of several guilds.
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
	for range 2 {
		s.due(forever, 99, all...)
		s.due(forever, 3, all[:3]...)
		s.due(forever, 0)
		s.due(forever, -1)
		s.due(all[0].At.Add(-1), 99)
		s.due(time.Time{}, 99)
		for n, d := range all { // up to its time, and that too
			due := slices.IndexFunc(all, func(o storage.Deadline) bool { return o.At.After(d.At) })
			if due < 0 {
				due = len(all)
			}
			s.due(d.At, 99, all[:due]...)
			s.due(d.At.Add(999*time.Nanosecond), n+1, all[:n+1]...)
		}
		for _, guild := range guilds {
			s.dueOf(guild, all)
		}
		s.reopen()
	}
}

// dueOf checks that a guild's deadlines are found among all, and up to a limit of its own.
func (s *scene) dueOf(guild storage.GuildID, all []storage.Deadline) {
	s.Helper()
	want := slices.DeleteFunc(slices.Clone(all), func(d storage.Deadline) bool {
		return d.Guild != guild
	})
	its := func(g storage.GuildID) bool { return g == guild }
	for limit := range len(all) {
		got, err := s.Due(context.Background(), its, forever, limit)
		if diff := cmp.Diff(want[:min(limit, len(want))], got, cmpopts.EquateEmpty()); diff != "" ||
			err != nil {
			s.Errorf("%d due in guild %d: %v, -want +got\n%s", limit, guild, err, diff)
		}
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

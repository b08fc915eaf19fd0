package faults

import (
	"bytes"
	"testing"

	"holecard/storage"
)

// lastOf is a store in which a table has a version and every interaction was seen.
type lastOf struct {
	storage.Reader
	table   storage.SeatingID
	version uint32
}

func (l lastOf) Seen(storage.InteractionID) (bool, error) { return true, nil }

func (l lastOf) Guild() storage.GuildID { return 7 }

func (l lastOf) Record(k storage.Key) ([]byte, error) {
	if at, _ := storage.Seatings.Of(7, l.table); !bytes.Equal(at.ID, k.ID) {
		return nil, nil
	}
	return storage.Seatings.Encode(storage.Seating{Version: l.version}), nil
}

// Two processes are killed after they have committed and before they tell it. One of them has
// run its transaction again, since the other was faster: what it planned at first the other did.
func TestWhatIsPlannedAgainIsTakenForTheOtherPlan(t *testing.T) {
	const table = 9
	b := newBook()
	for _, d := range []deed{
		{ID: 1, Tables: map[storage.SeatingID]mark{table: {Version: 6}}},
		{ID: 1, Tables: map[storage.SeatingID]mark{table: {Version: 7}}},
		{ID: 2, Tables: map[storage.SeatingID]mark{table: {Version: 6}}},
	} {
		d.Step, d.Saw = planned, true
		if err := b.take(d); err != nil {
			t.Fatal(err)
		}
	}
	problems, err := b.compareEntries(lastOf{table: table, version: 7})
	if err != nil || len(problems) > 0 {
		t.Fatal(problems, err)
	}
	if b.whole != 2 || b.tables[table].Version != 7 {
		t.Errorf("%v, and the table is %+v", b, b.tables[table])
	}
}

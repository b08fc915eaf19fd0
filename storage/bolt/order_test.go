package bolt

import (
	"cmp"
	"errors"
	"slices"
	"testing"

	"go.etcd.io/bbolt"
	"pgregory.net/rapid"

	"holecard/storage"
)

// orderTwin is an order as a sorted slice.
type orderTwin []entry

func better(a, b entry) int {
	return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.User, b.User))
}

func (w *orderTwin) insert(e entry) {
	at, _ := slices.BinarySearchFunc(*w, e, better)
	*w = slices.Insert(*w, at, e)
}

func (w *orderTwin) remove(e entry) {
	at, _ := slices.BinarySearchFunc(*w, e, better)
	*w = slices.Delete(*w, at, at+1)
}

// A random order grows over many blocks and shrinks into a few scores, with
// neighbours before and after it that must not be touched.
func TestOrderIsLikeASortedSlice(t *testing.T) {
	s := openNew(t)
	for _, guild := range []storage.GuildID{6, 8} {
		raw(t, s, func(tx *bbolt.Tx) error {
			return orderBy(tx, guild, storage.ByNet.Ever()).insert(entry{1, 1})
		})
	}
	rollback := errors.New("the next begins anew")
	rapid.Check(t, func(rt *rapid.T) {
		err := s.db.Update(func(tx *bbolt.Tx) error {
			o := orderBy(tx, 7, storage.ByNet.Ever())
			var all orderTwin
			var users storage.UserID
			for range rapid.IntRange(1, 8).Draw(rt, "phases") {
				spread := rapid.SampledFrom([]int64{0, 3, 1 << 40}).Draw(rt, "spread")
				grow := rapid.IntRange(0, blockMax).Draw(rt, "grow")
				for i := range int64(grow) {
					users++
					e := entry{(i*7919)%(2*spread+1) - spread, users}
					all.insert(e)
					if err := o.insert(e); err != nil {
						rt.Fatal(err)
					}
				}
				for i := range rapid.IntRange(0, len(all)).Draw(rt, "moves") {
					from := all[(i*31)%len(all)]
					to := entry{(int64(i)*104729)%(2*spread+1) - spread, from.User}
					all.remove(from)
					all.insert(to)
					if from == to {
						continue
					}
					if err := o.move(from, to); err != nil {
						rt.Fatal(err)
					}
				}
				likeSlice(rt, o, all)
			}
			return rollback
		})
		if err != rollback {
			rt.Fatal(err)
		}
	})
}

func likeSlice(t *rapid.T, o order, all orderTwin) {
	if n, err := o.count(); n != len(all) || err != nil {
		t.Fatalf("%d are counted, want %d; %v", n, len(all), err)
	}
	blocks, most := 0, 0
	o.eachBlock(func(_ []byte, n int) bool {
		blocks++
		most = max(most, n)
		return true
	})
	if most > blockMax || blocks > 2+4*len(all)/blockMax {
		t.Fatalf("%d entries are in %d blocks of up to %d", len(all), blocks, most)
	}
	if page, err := o.page(0, len(all)+1); !slices.Equal(page, []entry(all)) || err != nil {
		t.Fatalf("the page of all is another; %v", err)
	}
	o.eachBlock(func(bound []byte, _ int) bool { // where a place is most easily one off
		e := entryOf(bound)
		if want, found := slices.BinarySearchFunc(all, e, better); found {
			if place, err := o.place(e); place != want+1 || err != nil {
				t.Fatalf("%v, the last of its block, has place %d, want %d; %v", e, place, want+1,
					err)
			}
		}
		return true
	})
	for range 5 {
		offset, limit := rapid.IntRange(0, len(all)+1).Draw(t, "offset"),
			rapid.IntRange(0, 12).Draw(t, "limit")
		from := min(offset, len(all))
		want := all[from:min(from+limit, len(all))]
		if page, err := o.page(offset, limit); !slices.Equal(page, []entry(want)) || err != nil {
			t.Fatalf("%d from %d: %v, want %v; %v", limit, offset, page, want, err)
		}
		if len(want) > 0 {
			if place, err := o.place(want[0]); place != offset+1 || err != nil {
				t.Fatalf("%v has place %d, want %d; %v", want[0], place, offset+1, err)
			}
		}
	}
}

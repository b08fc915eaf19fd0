package bolt

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"holecard/internal/long"
	"holecard/storage"
)

// One byte of a file changes while it lies on the disk, at a thousand places: it
// is refused, or all its figures are right. A file is the same whether it was closed or
// its process was killed. A quarter of the places are in
// a larger file, in which an order has several blocks.
func TestRotIsRefusedOrHarmless(t *testing.T) {
	long.Unraced(t)
	const seed = 1
	for _, size := range []struct {
		name          string
		crowd, places int
	}{{"some players", 20, 750}, {"a crowd", blockMax + 1, 250}} {
		places := long.Of(size.places/10, size.places)
		path := newPath(t)
		s := openAt(t, path)
		r := newRich(t, s, seed, size.crowd)
		r.play(t, s, 60)
		want, err := r.figures(s)
		if err != nil {
			t.Fatal(err)
		}
		whole := closed(t, s)
		for name, rot := range map[string]rot{
			"anywhere":            {whole: whole},
			"in headers of pages": {whole: whole, within: 64},
			"in meta pages":       {whole: whole[:2*4096], rest: whole[2*4096:], within: 80},
		} {
			t.Run(name+" with "+size.name, func(t *testing.T) {
				rot.rich, rot.want = r, want
				rotAt(t, places, rot, seed)
			})
		}
	}
}

// rotAt changes a file at some places, one at a time.
func rotAt(t *testing.T, places int, r rot, seed uint64) {
	var refused atomic.Int64
	var working sync.WaitGroup
	const workers = 2
	for w := range workers {
		r := r
		r.T, r.path, r.chance = t, newPath(t), rand.New(rand.NewPCG(seed, uint64(w)))
		working.Go(func() {
			for range places / workers {
				if r.once() {
					refused.Add(1)
				}
			}
		})
	}
	working.Wait()
	t.Logf("%d of %d refused; the file has %d KiB", refused.Load(), places, len(r.whole)>>10)
	if refused.Load() == 0 { // 25 places and more, of which over a half are in use
		t.Error("none is refused, so that this test shows nothing")
	}
}

// rot changes bytes of a file.
type rot struct {
	*testing.T
	*rich
	whole  []byte // of which bytes are changed
	rest   []byte // behind it
	within int    // how far from the beginning of a page, 0 for anywhere
	want   []any
	path   string
	chance *rand.Rand
	fresh  bool // the file at path is whole
}

// put changes one byte of the file at path.
func (r *rot) put(at int, b byte) {
	file, err := os.OpenFile(r.path, os.O_WRONLY, 0)
	if err != nil {
		r.Error(err)
		return
	}
	_, err = file.WriteAt([]byte{b}, int64(at))
	if err := errors.Join(err, file.Close()); err != nil {
		r.Error(err)
	}
}

// once changes one byte, and reports whether that was refused.
func (r *rot) once() (refused bool) {
	at, by := r.chance.IntN(len(r.whole)), byte(r.chance.IntN(255)+1)
	if r.within > 0 {
		at = at/4096*4096 + at%r.within
	}
	what := fmt.Sprintf("byte %d of page %d (in all %d) changed by %#x", at%4096, at/4096, at, by)
	if !r.fresh {
		if err := os.WriteFile(r.path, slices.Concat(r.whole, r.rest), 0o600); err != nil {
			r.Error(err)
			return false
		}
	}
	r.put(at, r.whole[at]^by)
	s, err := Open(r.Context(), r.path, Options{})
	if err != nil {
		if !errors.Is(err, storage.ErrCorrupt) {
			r.Errorf("%s: %v", what, err)
		}
		r.put(at, r.whole[at]) // what is refused is left as it is
		r.fresh = true
		return true
	}
	r.fresh = false
	defer s.Close()
	got, err := r.figures(s)
	if err != nil {
		if !errors.Is(err, storage.ErrCorrupt) {
			r.Errorf("%s: %v", what, err)
		}
		return true
	}
	if !reflect.DeepEqual(got, r.want) {
		r.Errorf("%s: the figures are others", what)
	}
	return false
}

// Neither is a file refused that lost its last commits, or its process, in a
// way that can happen: it is checked, and is whole.
func TestKilledProcessLeavesAFileThatOpens(t *testing.T) {
	path := newPath(t)
	s := openAt(t, path)
	r := newRich(t, s, 1, 20)
	for range 30 {
		r.play(t, s, 1)
		want, err := r.figures(s)
		if err != nil {
			t.Fatal(err)
		}
		file, err := os.ReadFile(path)
		copied := newPath(t)
		if err := errors.Join(err, os.WriteFile(copied, file, 0o600)); err != nil {
			t.Fatal(err)
		}
		k := openAt(t, copied)
		if got, err := r.figures(k); err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("the figures are others (%v)", err)
		}
		if err := k.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if a, err := s.Audit(context.Background()); err != nil || !a.OK {
		t.Errorf("%+v, %v", a, err)
	}
}

// The newest commit's meta page is gone: the one before must not be served.
func TestLostNewestCommitIsRefused(t *testing.T) {
	path := newPath(t)
	s := openAt(t, path)
	twoPlayers(t, s)
	id, err := s.newest()
	if err != nil {
		t.Fatal(err)
	}
	pageSize := s.pageSize
	lost := closed(t, s)
	clear(lost[int64(id%2)*pageSize:][:pageSize])
	for how, open := range openings {
		path := newPath(t)
		if err := os.WriteFile(path, lost, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := open(t.Context(), path); !errors.Is(err, storage.ErrCorrupt) {
			t.Errorf("%s: %v", how, err)
		}
	}
}

// A page of a tree is as it was before, because a write was lost: it is refused, or of no meaning.
func TestAnOlderStateOfAPageIsRefusedOrHarmless(t *testing.T) {
	s := openNew(t)
	r := newRich(t, s, 1, 20)
	read := func() []byte {
		file, err := os.ReadFile(s.path)
		if err != nil {
			t.Fatal(err)
		}
		return file
	}
	older := read()
	r.play(t, s, 5)
	want, err := r.figures(s)
	if err != nil {
		t.Fatal(err)
	}
	now, size, refused := read(), int(s.pageSize), 0
	for at := 2 * size; at < min(len(older), len(now)); at += size {
		if bytes.Equal(older[at:at+size], now[at:at+size]) {
			continue
		}
		path := newPath(t)
		mixed := slices.Concat(now[:at], older[at:at+size], now[at+size:])
		if err := os.WriteFile(path, mixed, 0o600); err != nil {
			t.Fatal(err)
		}
		k, err := Open(t.Context(), path, Options{})
		if err != nil {
			if refused++; !errors.Is(err, storage.ErrCorrupt) {
				t.Errorf("page %d: %v", at/size, err)
			}
			continue
		}
		if got, err := r.figures(k); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("page %d: the figures are others (%v)", at/size, err)
		}
		k.Close()
	}
	if refused < 5 {
		t.Errorf("only %d pages are refused", refused)
	}
}

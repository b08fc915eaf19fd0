package storagetest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"io"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"holecard/storage"
)

// Exporter is a store that can be moved.
type Exporter interface {
	storage.Store
	Export(context.Context, io.Writer, storage.Move) error
}

// Import makes a store of a stream in a new place. The store is nil with an error.
type Import func(testing.TB, io.Reader, storage.Move) (Exporter, error)

// Moves checks that random ledgers are the same after each of a chain of moves. What the
// last engine exports must be the same when it is imported there again.
func Moves(t *testing.T, place Place, chain ...Import) {
	whatever := storage.Move{Audited: func(storage.Audit) error { return nil }}
	rapid.Check(t, func(rt *rapid.T) {
		first := place(t)().(Exporter)
		defer first.Close()
		for range rapid.IntRange(1, 12).Draw(rt, "transactions") {
			steps := rapid.SliceOfN(aStep, 1, 8).Draw(rt, "steps")
			err := first.Update(context.Background(), aGuild.Draw(rt, "guild"),
				func(tx storage.Tx) error { carryOut(tx, steps); return nil })
			if err != nil {
				rt.Fatal(err)
			}
		}
		want, stream := allOf(rt, first), streamOf(rt, first, whatever)
		records := recordsOf(rt, stream)
		for _, move := range chain {
			next, err := move(t, bytes.NewReader(stream), whatever)
			if err != nil {
				rt.Fatal(err)
			}
			defer next.Close()
			compare(rt, "after a move", want, allOf(rt, next))
			again := streamOf(rt, next, whatever)
			if diff := cmp.Diff(records, recordsOf(rt, again)); diff != "" {
				rt.Fatalf("other records: -before +after\n%s", diff)
			}
			stream = again
		}
		back, err := chain[len(chain)-1](t, bytes.NewReader(stream), whatever)
		if err != nil {
			rt.Fatal(err)
		}
		defer back.Close()
		if !bytes.Equal(stream, streamOf(rt, back, whatever)) {
			rt.Fatal("what was imported is exported in other bytes")
		}
	})
}

// Refuses checks that an engine refuses a stream that is not as it was written, and keeps
// nothing of it. With every is each byte changed, and else some of them.
func Refuses(t *testing.T, place Place, into Import, every bool) {
	stream := streamOf(t, small(t, place), storage.Move{})
	refused := func(what string, stream []byte, want error) {
		t.Helper()
		kept, err := into(t, bytes.NewReader(stream), storage.Move{})
		if kept != nil || !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", what, err, want)
		}
	}
	if _, err := into(t, bytes.NewReader(stream), storage.Move{}); err != nil {
		t.Fatal(err)
	}
	step := 397
	if every {
		step = 1
	}
	for i := 0; i < len(stream); i += step {
		changed := slices.Clone(stream)
		changed[i] ^= 1 << (i % 8)
		if kept, err := into(t, bytes.NewReader(changed), storage.Move{}); err == nil ||
			kept != nil {
			t.Errorf("byte %d of %d is another, and it is imported", i, len(stream))
		}
		if i > 20 {
			refused("cut off", stream[:i], storage.ErrStream)
		}
	}
	refused("a byte more", append(slices.Clone(stream), 0), storage.ErrStream)
	refused("a file of somebody's", []byte("%PDF-1.7\n"), storage.ErrNoStream)
	refused("nothing", nil, storage.ErrNoStream)
	refused("a first line without an end",
		append([]byte("holecard export 1 "), bytes.Repeat([]byte("9"), 1<<20)...), storage.ErrStream)
	refused("a later form", bytes.Replace(stream, []byte("export 1"), []byte("export 2"), 1),
		storage.ErrNewerStream)
	refused("later records", bytes.Replace(stream, []byte("export 1 "), []byte("export 1 9"), 1),
		storage.ErrNewerStream)
	refused("other sums", resigned(stream, `"held":7`, `"held":8`), storage.ErrStream)
	refused("other counts", resigned(stream, `"profiles":2`, `"profiles":3`), storage.ErrStream)
	refused("unsound records", unsound(t, place), storage.ErrUnsound)
	if _, err := into(t, bytes.NewReader(stopped(t, small(t, place))), storage.Move{}); err == nil {
		t.Error("an export that was stopped is imported")
	}
	broken := errors.New("the disk it lies on has failed")
	kept, err := into(t, io.MultiReader(bytes.NewReader(stream[:len(stream)/2]),
		failing{broken}), storage.Move{})
	if kept != nil || !errors.Is(err, broken) {
		t.Errorf("a stream that fails: %v", err)
	}
}

// resigned returns a stream in which a part of its sums is another one of that size, with
// the digest that it has then.
func resigned(stream []byte, was, is string) []byte {
	body := bytes.Replace(stream[:len(stream)-sha256.Size], []byte(was), []byte(is), 1)
	digest := sha256.Sum256(body)
	return append(body, digest[:]...)
}

// unsound returns the stream of a store in which something is wrong, which is exported
// only because somebody wants it.
func unsound(t *testing.T, place Place) []byte {
	s := newScene(t, place)
	s.update(saveProfile(storage.Profile{Player: alice, Stats: storage.Stats{Hands: 1}}))
	var b bytes.Buffer
	store := s.Store.(Exporter)
	if err := store.Export(t.Context(), &b, storage.Move{}); !errors.Is(err, storage.ErrUnsound) ||
		b.Len() > 0 {
		t.Errorf("%d bytes of what is unsound are exported: %v", b.Len(), err)
	}
	return streamOf(t, store, storage.Move{Audited: func(storage.Audit) error { return nil }})
}

// stopped returns the stream of an export that was stopped.
func stopped(t *testing.T, s Exporter) []byte {
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var b bytes.Buffer
	err := s.Export(ctx, &b, storage.Move{Audited: func(storage.Audit) error {
		stop()
		return nil
	}})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("a stopped export: %v", err)
	}
	return b.Bytes()
}

type failing struct{ error }

func (f failing) Read([]byte) (int, error) { return 0, f.error }

// small returns a store with a few hands of two people, one of them open.
func small(t *testing.T, place Place) Exporter {
	s := newScene(t, place)
	for _, player := range []storage.Player{alice, carol} {
		s.updateIn(player.Guild, func(tx storage.Tx) error {
			return errors.Join(tx.Post(opening(player, "open", 100)),
				storage.Profiles.Save(tx, storage.Profile{Player: player, Name: "Zoë",
					Opened: noon}))
		})
	}
	for hand := range storage.RoundID(5) {
		if err := s.act(alice, hand+1, 7, 2); err != nil {
			t.Fatal(err)
		}
	}
	s.updateIn(alice.Guild, func(tx storage.Tx) error {
		return errors.Join(storage.Seatings.Save(tx, quiet(fullSeating(9))),
			storage.SettingsOf.Save(tx, storage.Settings{Guild: alice.Guild, NoGive: true}))
	})
	s.sound()
	return s.Store.(Exporter)
}

func streamOf(t rapid.TB, s Exporter, m storage.Move) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := s.Export(context.Background(), &b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// recordsOf returns the frames of a stream in an order of their own: of the journal only
// the postings of each account have one.
func recordsOf(t rapid.TB, stream []byte) (all []string) {
	_, rest, _ := bytes.Cut(stream, []byte("\n"))
	guild := ""
	for len(rest) > sha256.Size {
		size := 7 + int(binary.BigEndian.Uint16(rest[1:])) + int(binary.BigEndian.Uint32(rest[3:]))
		switch frame := string(rest[:size]); frame[0] {
		case 0:
			guild = frame
		default:
			all = append(all, guild+frame)
		}
		rest = rest[size:]
	}
	slices.Sort(all)
	if !slices.Equal(all, slices.Compact(slices.Clone(all))) {
		t.Fatal("the stream has a record twice")
	}
	return all
}

// allOf returns all that a store tells.
func allOf(t rapid.TB, s storage.Store) (all []outcome) {
	for _, guild := range someGuilds {
		err := s.View(context.Background(), guild, func(r storage.Reader) error {
			all = append(all, readAll(r)...)
			for by := range storage.Order(storage.Orders) {
				list, err := r.Standings(by.Ever(), 0, 9)
				all = append(all, outcome{"standings", list, class(err)})
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	due, err := s.Due(context.Background(),
		storage.Claim{Until: noon.AddDate(9, 0, 0), Limit: 99})
	return append(all, outcome{"due", due, class(err)})
}

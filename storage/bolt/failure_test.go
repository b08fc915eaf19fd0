package bolt

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"reflect"
	"syscall"
	"testing"
	"unsafe"

	"go.etcd.io/bbolt"

	"holecard/storage"
)

// faults makes the disk below a store fail. bbolt writes by a function that it
// keeps, and syncs and lengthens by its file, so both are replaced: the file by
// a pipe, which can be neither synced nor made longer.
type faults struct {
	writeAt *func([]byte, int64) (int, error)
	file    **os.File
	whole   *os.File
	pipe    *os.File
	real    func([]byte, int64) (int, error)
	meta    int64 // where the two meta pages end
	writes  int   // since arm
}

func newFaults(t testing.TB, s *Store) *faults {
	t.Helper()
	db := reflect.ValueOf(s.db).Elem()
	field := func(v reflect.Value) unsafe.Pointer { return v.Addr().UnsafePointer() }
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	r.Close()
	t.Cleanup(func() { w.Close() })
	f := &faults{
		writeAt: (*func([]byte, int64) (int, error))(
			field(db.FieldByName("ops").FieldByName("writeAt"))),
		file: (**os.File)(field(db.FieldByName("file"))),
		pipe: w,
		meta: 2 * int64(s.db.Info().PageSize),
	}
	f.whole, f.real = *f.file, *f.writeAt
	return f
}

// fault is a way for a commit to fail.
type fault struct {
	name   string
	write  int           // the write that fails, counted from 0; -1 for the one of the meta page
	errno  syscall.Errno // of the write, 0 for a sync that fails after it
	want   error
	either bool // the state on the disk is the one before or the one that failed
}

var commitFaults = []fault{
	{"no room for the first page", 0, syscall.ENOSPC, storage.ErrNoSpace, false},
	{"no room for a later page", 3, syscall.ENOSPC, storage.ErrNoSpace, false},
	{"the quota is used up", 1, syscall.EDQUOT, storage.ErrNoSpace, false},
	{"the file is as large as it may be", 1, syscall.EFBIG, storage.ErrNoSpace, false},
	{"no room for the meta page", -1, syscall.ENOSPC, storage.ErrNoSpace, false},
	{"a page cannot be written", 1, syscall.EIO, storage.ErrBroken, false},
	{"the meta page cannot be written", -1, syscall.EIO, storage.ErrBroken, false},
	{"the pages cannot be synced", 0, 0, storage.ErrBroken, false},
	{"the meta page cannot be synced", -1, 0, storage.ErrBroken, true},
}

// arm makes the next commit fail.
func (f *faults) arm(with fault) {
	f.writes = 0
	*f.writeAt = func(b []byte, at int64) (int, error) {
		n := f.writes
		f.writes++
		if n == with.write || with.write < 0 && at < f.meta {
			if with.errno != 0 {
				return 0, &os.PathError{Op: "write", Path: "holecard.db", Err: with.errno}
			}
			*f.file = f.pipe
		}
		return f.real(b, at)
	}
}

// disarm lets the disk work again.
func (f *faults) disarm() { *f.file, *f.writeAt = f.whole, f.real }

// model is what a store should have: the chips of some players of guild 7.
type model map[storage.UserID]storage.Chips

// grow posts chips to some players, and enough bytes to make the file longer
// now and then, and returns the model that follows.
func (m model) grow(s *Store, n int, chance *rand.Rand) (model, error) {
	next := maps.Clone(m)
	var grants []storage.Posting
	for i := range chance.IntN(20) + 1 {
		p := storage.Player{Guild: 7, User: storage.UserID(chance.IntN(50) + 1)}
		chips := storage.Chips(chance.IntN(100) + 1)
		grants = append(grants,
			storage.Posting{Key: fmt.Sprint(n, "/", i), From: storage.MintOf(7),
				To:    storage.WalletOf(p),
				Chips: chips, Reason: storage.Grant, Who: 1, At: noon})
		next[p.User] += chips
	}
	round := make([]byte, chance.IntN(1<<14))
	err := s.Update(context.Background(), 7, func(tx storage.Tx) error {
		for _, g := range grants {
			p := storage.Player{Guild: 7, User: storage.UserID(g.To.Owner)}
			if err := errors.Join(tx.Post(g),
				storage.Profiles.Save(tx, storage.Profile{Player: p})); err != nil {
				return err
			}
		}
		return storage.Decks.Save(tx, storage.Deck{Player: storage.Player{Guild: 7,
			User: storage.UserID(n)},
			Table: "mit", Cards: round})
	})
	return next, err
}

// check compares what a store has with the model.
func (m model) check(t *testing.T, when string, s *Store) {
	t.Helper()
	if !m.is(t, s) {
		t.Fatalf("%s: the balances are others", when)
	}
	if a, err := s.Audit(context.Background()); err != nil || !a.OK {
		t.Fatalf("%s: %+v, %v", when, a, err)
	}
}

func (m model) is(t *testing.T, s *Store) bool {
	t.Helper()
	same := true
	err := s.View(context.Background(), 7, func(r storage.Reader) error {
		for user := range storage.UserID(51) {
			chips, err := r.Balance(storage.WalletOf(storage.Player{Guild: 7, User: user}))
			if err != nil {
				return err
			}
			same = same && chips == m[user]
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return same
}

// Whatever of a commit fails, the update is refused whole; with a full disk
// others work as soon as there is room, and with a broken one no other does.
func TestFailedCommitIsRefusedWhole(t *testing.T) {
	for _, with := range commitFaults {
		t.Run(with.name, func(t *testing.T) {
			for seed := range uint64(4) {
				failACommit(t, with, rand.New(rand.NewPCG(1, seed)))
			}
		})
	}
}

func failACommit(t *testing.T, with fault, chance *rand.Rand) {
	path := newPath(t)
	s := openAt(t, path)
	f := newFaults(t, s)
	have, n := model{}, 0
	work := func() {
		for range chance.IntN(8) + 2 {
			n++
			next, err := have.grow(s, n, chance)
			if err != nil {
				t.Fatal(err)
			}
			have = next
		}
	}
	work()
	var failed model
	for range 3 {
		f.arm(with)
		n++
		next, err := have.grow(s, n, chance)
		if !errors.Is(err, with.want) {
			t.Fatalf("%v, want %v", err, with.want)
		}
		f.disarm()
		if failed == nil {
			failed = next
		}
		if with.want == storage.ErrNoSpace {
			have.check(t, "after a refused update", s)
			work()
			have.check(t, "after more updates", s)
		}
	}
	if with.want == storage.ErrBroken {
		n++
		if _, err := have.grow(s, n, chance); !errors.Is(err, storage.ErrBroken) {
			t.Fatalf("the disk works again, and an update after it had failed: %v, want %v", err,
				storage.ErrBroken)
		}
		if with.either {
			refusesReads(t, s)
		}
		if !with.either {
			have.check(t, "with a broken disk", s)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = openAt(t, path)
	if with.either && failed.is(t, s) {
		have = failed
	}
	have.check(t, "after opening anew", s)
	work()
	have.check(t, "after more updates on the file opened anew", s)
}

// refusesReads checks that a state that may be lost is shown in no way.
func refusesReads(t *testing.T, s *Store) {
	t.Helper()
	ctx := context.Background()
	_, errAudit := s.Audit(ctx)
	_, errCount := s.Count(ctx)
	errBackup := s.Backup(ctx, io.Discard)
	for way, err := range map[string]error{
		"a view":   s.View(ctx, 7, func(storage.Reader) error { return nil }),
		"an audit": errAudit, "a count": errCount, "a backup": errBackup,
	} {
		if !errors.Is(err, storage.ErrBroken) {
			t.Errorf("a state that may be lost is shown by %s: %v", way, err)
		}
	}
}

// A file that cannot be made longer, or not safely, refuses the update too.
func TestFileThatCannotGrowRefusesTheUpdate(t *testing.T) {
	s := openNew(t)
	f := newFaults(t, s)
	next, err := model{}.grow(s, 1, rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		t.Fatal(err)
	}
	*f.file = f.pipe // has no size, and cannot be given one
	err = s.Update(context.Background(), 7, func(tx storage.Tx) error {
		return storage.Rounds.Save(tx, storage.Round{ID: 99, Guild: 7, Version: 1,
			Record: make([]byte, 1<<20), Seats: []storage.Seat{{User: 1}}})
	})
	f.disarm()
	if !errors.Is(err, storage.ErrBroken) {
		t.Fatal(err)
	}
	next.check(t, "after that", s)
	if err := s.Update(context.Background(), 7, func(storage.Tx) error {
		return nil
	}); !errors.Is(err, storage.ErrBroken) {
		t.Errorf("a later update: %v", err)
	}
}

// Where it cannot be read which state is on the disk, it is not said to be the
// one before, also when the disk was full.
func TestAFailedCommitAfterWhichNothingCanBeReadLeavesTheStateInDoubt(t *testing.T) {
	s := openNew(t)
	if err := s.db.Close(); err != nil {
		t.Fatal(err)
	}
	err := s.explainCommit(1<<30, syscall.ENOSPC)
	if !errors.Is(err, storage.ErrBroken) || errors.Is(err, storage.ErrNoSpace) ||
		s.blind() == nil {
		t.Errorf("%v, and it is read on: %v", err, s.blind() == nil)
	}
}

func TestWordsOfAFullDiskAreKnown(t *testing.T) {
	for _, full := range fullDisk {
		if !noSpace(fmt.Errorf("file resize error: %s",
			&os.PathError{Op: "truncate", Path: "x", Err: full})) {
			t.Errorf("%v is not known", full)
		}
	}
	if noSpace(fmt.Errorf("file resize error: %s", syscall.EIO)) || noSpace(syscall.EIO) {
		t.Error("a broken disk is taken for a full one")
	}
}

// All who share a commit that fails hear of it, also who were refused: what
// they were refused for is not kept.
func TestAllHearOfAFailedCommit(t *testing.T) {
	s := openNew(t)
	f := newFaults(t, s)
	f.arm(commitFaults[0])
	together(t, s, 8, func(i int) {
		err := s.Update(context.Background(), 7, func(tx storage.Tx) error {
			return tx.See(snowflake(noon, 1), noon)
		})
		if !errors.Is(err, storage.ErrNoSpace) {
			t.Errorf("call %d: %v", i, err)
		}
	})
	f.disarm()
	if n := seenCount(t, s); n != 0 {
		t.Errorf("%d interactions are kept", n)
	}
}

// A read that meets a state which is written but not safe yet waits for what
// becomes of it, and does not tell it when it is lost.
func TestReadOfAStateThatIsLostIsRefused(t *testing.T) {
	s := openNew(t)
	twoPlayers(t, s)
	f := newFaults(t, s)
	wallet := storage.WalletOf(storage.Player{Guild: 7, User: 1})
	result := make(chan error)
	f.onError(s, func() { // bbolt knows that the sync has failed, and nobody else does
		seen := make(chan struct{})
		go func() {
			result <- s.View(context.Background(), 7, func(r storage.Reader) error {
				chips, err := r.Balance(wallet)
				if chips != 91 {
					t.Errorf("the state before is seen (%d chips), so nothing is shown by this "+
						"test", chips)
				}
				close(seen)
				return err
			})
		}()
		<-seen
	})
	f.arm(commitFaults[len(commitFaults)-1])
	err := s.Update(context.Background(), 7, func(tx storage.Tx) error {
		return tx.Post(storage.Posting{Key: "more", From: storage.MintOf(7), To: wallet, Chips: 1,
			Reason: storage.DailyChips, At: noon})
	})
	f.disarm()
	if !errors.Is(err, storage.ErrBroken) {
		t.Errorf("the update: %v", err)
	}
	if err := <-result; !errors.Is(err, storage.ErrBroken) {
		t.Errorf("the view: %v", err)
	}
}

// onError runs fn when bbolt first tells its log of an error.
func (f *faults) onError(s *Store, fn func()) {
	db := reflect.ValueOf(s.db).Elem()
	logger := (*bbolt.Logger)(db.FieldByName("logger").Addr().UnsafePointer())
	*logger = &errorLog{Logger: *logger, once: fn}
}

type errorLog struct {
	bbolt.Logger
	once func()
}

func (l *errorLog) Errorf(string, ...any) {
	if fn := l.once; fn != nil {
		l.once = nil
		fn()
	}
}

// A panic of bbolt while it commits stops the updates, and neither the process
// nor the reads.
func TestPanicInACommitStopsUpdatesOnly(t *testing.T) {
	path := newPath(t)
	s := openAt(t, path)
	twoPlayers(t, s)
	f := newFaults(t, s)
	*f.writeAt = func([]byte, int64) (int, error) { panic("page 7 is damaged") }
	together(t, s, 4, func(i int) {
		err := s.Update(context.Background(), 7, func(tx storage.Tx) error {
			return tx.See(snowflake(noon, i), noon)
		})
		if !errors.Is(err, storage.ErrCorrupt) || errors.Is(err, storage.ErrBroken) {
			t.Errorf("call %d: %v", i, err)
		}
	})
	f.disarm()
	if err := s.Update(context.Background(), 7, func(storage.Tx) error {
		return nil
	}); !errors.Is(err, storage.ErrCorrupt) {
		t.Errorf("a later update: %v", err)
	}
	err := s.View(context.Background(), 7, func(r storage.Reader) error {
		chips, err := r.Balance(storage.WalletOf(storage.Player{Guild: 7, User: 1}))
		if chips != 90 {
			t.Errorf("%d chips", chips)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

package bolt

import (
	"context"
	"fmt"
	"io"
	"slices"

	"go.etcd.io/bbolt"

	"holecard/storage/bolt/pages"
)

// Backup writes a copy of the store as it is now, whatever is changed meanwhile. The copy is a
// whole file, so it can be opened as it is. It has all that was kept before
// the call.
//
// Free pages of the file hold what was erased; in the copy they are empty.
//
// While it lasts the file cannot reuse what updates leave, so w should not be slow.
func (s *Store) Backup(ctx context.Context, w io.Writer) error {
	if err := s.gate.Enter(ctx); err != nil {
		return err
	}
	defer s.gate.Leave()
	b := &blanking{ctx: ctx, store: s, to: w}
	err := s.view(func(btx *bbolt.Tx) (err error) {
		defer guard(&err)
		_, err = btx.WriteTo(b)
		return err
	})
	if err = firstOf(b.failed, err); err != nil { // bbolt keeps only the words of some
		return fmt.Errorf("back up: %w", err)
	}
	return nil
}

// blanking writes the pages of a state of a file one after the other, and nothing of those that
// are free. The pages of a state, and its list of free pages, stay as long as it is read.
type blanking struct {
	ctx    context.Context
	store  *Store
	to     io.Writer
	at     int64
	used   []bool // by page, once the first is known
	failed error
}

func (b *blanking) Write(p []byte) (written int, err error) {
	defer func() { b.failed = err }()
	if err := b.ctx.Err(); err != nil {
		return 0, err
	}
	size := b.store.pageSize
	if b.used == nil {
		meta, ok := pages.ParseMeta(p)
		if !ok {
			return 0, io.ErrShortWrite
		}
		if b.used, err = pages.Check(b.ctx, b.store.file, meta, pages.AnyRecords); err != nil {
			return 0, err
		}
	}
	p = slices.Clone(p) // it is not the writer's to change
	for at := int64(0); at < int64(len(p)); {
		next := min(at+size-(b.at+at)%size, int64(len(p)))
		if page := (b.at + at) / size; !b.used[page] {
			clear(p[at:next])
		}
		at = next
	}
	written, err = b.to.Write(p)
	b.at += int64(written)
	return written, err
}

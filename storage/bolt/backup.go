package bolt

import (
	"context"
	"fmt"
	"io"

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
	btx, meta, err := s.snapshot()
	if err == nil {
		defer btx.Rollback()
		err = firstOf(pages.Copy(ctx, w, s.file, meta), s.blind())
	}
	if err != nil {
		return fmt.Errorf("back up: %w", err)
	}
	return nil
}

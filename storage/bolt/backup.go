package bolt

import (
	"context"
	"fmt"
	"io"

	"go.etcd.io/bbolt"
)

// Backup writes a copy of the store as it is now, whatever is changed meanwhile,
// and returns how many bytes it has. The copy is a whole file with its seal, so
// it can be opened as it is. It has all that was kept before the call.
//
// While it lasts the file cannot reuse what updates leave, so w should not be slow.
func (s *Store) Backup(ctx context.Context, w io.Writer) (written int64, err error) {
	if err := s.gate.Enter(ctx); err != nil {
		return 0, err
	}
	defer s.gate.Leave()
	counted := &counter{ctx: ctx, w: w}
	err = s.view(func(btx *bbolt.Tx) (err error) {
		defer guard(&err)
		digest := newDigester()
		if _, err := btx.WriteTo(io.MultiWriter(counted, digest)); err != nil {
			return err
		}
		page := make([]byte, s.pageSize)
		proof := seal{txid: uint64(btx.ID()), length: digest.length, digest: digest.sum()}
		copy(page[len(page)-sealSize:], proof.encode())
		_, err = counted.Write(page)
		return err
	})
	if err = firstOf(counted.err, err); err != nil { // bbolt keeps only the words of some
		return counted.n, fmt.Errorf("back up: %w", err)
	}
	return counted.n, nil
}

// counter counts what is written until ctx is done, and notes what goes wrong.
type counter struct {
	ctx context.Context
	w   io.Writer
	n   int64
	err error
}

func (c *counter) Write(b []byte) (int, error) {
	if c.err = c.ctx.Err(); c.err != nil {
		return 0, c.err
	}
	n, err := c.w.Write(b)
	c.n += int64(n)
	c.err = err
	return n, err
}

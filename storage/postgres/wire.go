package postgres

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5/pgconn"
)

// A connection speaks PostgreSQL's extended protocol in pipelines: statements go out together, each
// prepared when the connection is asked for it first, and are answered in one round trip. All values
// are binary.

// ask is a statement in a round trip.
type ask struct {
	statement string
	args      [][]byte
	types     []uint32              // of the columns of rows
	rows      [][][]byte            // instead of args: each parameter is a list of a column
	row       func(values [][]byte) // called with each row, whose bytes are its own
}

// errConflict says that somebody else was faster.
var errConflict = errors.New("a record has changed since it was read")

// binaries say that all values are binary.
var binaries = []int16{1}

// run sends statements and reads their answers, in one round trip.
func run(ctx context.Context, c *conn, asks ...ask) error {
	p := c.StartPipeline(ctx)
	added := make(map[string]bool) // to what is prepared, if nothing before fails
	for _, a := range asks {
		name := names()[a.statement]
		if !c.prepared[a.statement] && !added[a.statement] {
			added[a.statement] = true
			p.SendPrepare(name, a.statement, nil)
		}
		for i, of := range a.types {
			a.args = append(a.args, list(of, len(a.rows), func(n int) []byte { return a.rows[n][i] }))
		}
		p.SendQueryPrepared(name, a.args, binaries, binaries)
	}
	err := p.Sync()
	for _, a := range asks {
		if err == nil && added[a.statement] && !c.prepared[a.statement] {
			_, err = p.GetResults()
			c.prepared[a.statement] = err == nil
		}
		if err == nil {
			err = a.read(p)
		}
	}
	return cmp.Or(err, p.Close())
}

// read reads the answer to a statement.
func (a ask) read(p *pgconn.Pipeline) error {
	result, err := p.GetResults()
	if err != nil {
		return err
	}
	rows, ok := result.(*pgconn.ResultReader)
	if !ok {
		return fmt.Errorf("the database answers with a %T", result)
	}
	for rows.NextRow() {
		values := rows.Values()
		own := make([][]byte, len(values))
		for i, v := range values {
			if v != nil {
				own[i] = append([]byte{}, v...)
			}
		}
		if a.row != nil {
			a.row(own)
		}
	}
	tag, err := rows.Close()
	switch {
	case err != nil:
		return err
	case a.statement == commit && tag.String() != "COMMIT":
		return errConflict // it was rolled back
	}
	return nil
}

func number(n int64) []byte { return binary.BigEndian.AppendUint64(nil, uint64(n)) }

func numberOf(b []byte) int64 { return int64(binary.BigEndian.Uint64(b)) }

// elements are the numbers of the types that lists have.
var elements = map[string]uint32{"bytea": 17, "bigint": 20, "text": 25}

// list is an array of one dimension, whose elements may be nil: NULL.
func list(of uint32, size int, element func(n int) []byte) []byte {
	dimensions := min(uint32(size), 1) // an empty one has none
	b := binary.BigEndian.AppendUint32(nil, dimensions)
	b = binary.BigEndian.AppendUint32(b, 1) // there may be NULLs
	b = binary.BigEndian.AppendUint32(b, of)
	for range dimensions {
		b = binary.BigEndian.AppendUint32(b, uint32(size))
		b = binary.BigEndian.AppendUint32(b, 1) // the first has the number 1
	}
	for n := range size {
		e := element(n)
		length := int32(len(e))
		if e == nil {
			length = -1
		}
		b = append(binary.BigEndian.AppendUint32(b, uint32(length)), e...)
	}
	return b
}

package postgres

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// A connection speaks PostgreSQL's extended protocol in pipelines: statements go out
// together and are answered in one round trip. All were prepared when it was made, and all
// values are binary.

// ask is a statement in a round trip.
type ask struct {
	statement string
	args      [][]byte
	rows      [][][]byte            // instead of args: each parameter is a list of a column
	row       func(values [][]byte) // called with each row, whose bytes are its own
}

// errConflict says that somebody else was faster.
var errConflict = errors.New("a record has changed since it was read")

// prepare prepares all statements of a new connection in one round trip.
func prepare(
	ctx context.Context, c *pgconn.PgConn,
) (map[string]*pgconn.StatementDescription, error) {
	p := c.StartPipeline(ctx)
	all := statements()
	name := func(i int) string {
		if word, _, more := strings.Cut(all[i], " "); !more {
			return word // tells what goes over the wire
		}
		return "s" + strconv.Itoa(i)
	}
	for i, statement := range all {
		p.SendPrepare(name(i), statement, nil)
	}
	prepared := make(map[string]*pgconn.StatementDescription, len(all))
	err := p.Sync()
	for i, statement := range all {
		if err != nil {
			break
		}
		var result any
		if result, err = p.GetResults(); err != nil {
			err = fmt.Errorf("prepare %q: %w", statement, err)
		} else if known, ok := result.(*pgconn.StatementDescription); ok {
			known.Name, prepared[statement] = name(i), known
		}
	}
	return prepared, errors.Join(err, p.Close())
}

// run sends statements and reads their answers, in one round trip.
func run(ctx context.Context, c *conn, asks ...ask) error {
	p := c.StartPipeline(ctx)
	for _, a := range asks {
		statement := c.prepared[a.statement]
		if a.rows != nil {
			a.args = columns(a.rows, statement.ParamOIDs)
		}
		p.SendQueryStatement(statement, a.args, binaries(len(a.args)),
			binaries(len(statement.Fields)))
	}
	err := p.Sync()
	for _, a := range asks {
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

// binaries returns that values are binary.
func binaries(n int) []int16 {
	formats := make([]int16, n)
	for i := range formats {
		formats[i] = 1
	}
	return formats
}

func number(n int64) []byte { return binary.BigEndian.AppendUint64(nil, uint64(n)) }

func numberOf(b []byte) int64 { return int64(binary.BigEndian.Uint64(b)) }

// The types of the elements of arrays.
const (
	byteaType  = 17
	bigintType = 20
	textType   = 25
)

// columns returns the columns of rows as arrays of some types.
func columns(rows [][][]byte, types []uint32) (args [][]byte) {
	elements := map[uint32]uint32{1001: byteaType, 1009: textType, 1016: bigintType}
	for i, of := range types {
		column := make([][]byte, len(rows))
		for n, row := range rows {
			column[n] = row[i]
		}
		args = append(args, list(elements[of], column...))
	}
	return args
}

// list is an array of one dimension.
func list(of uint32, elements ...[]byte) []byte {
	b := binary.BigEndian.AppendUint32(nil, 1)
	if len(elements) == 0 {
		b = binary.BigEndian.AppendUint32(nil, 0)
	}
	b = binary.BigEndian.AppendUint32(b, 0) // no nulls
	b = binary.BigEndian.AppendUint32(b, of)
	if len(elements) == 0 {
		return b
	}
	b = binary.BigEndian.AppendUint32(b, uint32(len(elements)))
	b = binary.BigEndian.AppendUint32(b, 1) // the first has the number 1
	for _, e := range elements {
		b = append(binary.BigEndian.AppendUint32(b, uint32(len(e))), e...)
	}
	return b
}

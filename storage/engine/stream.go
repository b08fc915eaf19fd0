package engine

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash"
	"io"
	"slices"

	"holecard/storage"
)

// A stream is all that a store keeps, as no engine in particular keeps it. Records that
// follow from others are not in it: places, transfers, balances, entries and deadlines.
//
//	"holecard export 1", the newest version of its records, a line feed
//	frames: kind (1) size of key (2) size of value (4) key value
//
// Kind 0 is a guild, which is the key, and all frames up to the next guild belong to it;
// guilds come in the order of their numbers. Then come its records: kind 1 is whose pseudonyms
// the others have; the others are the tables of [streamed] in their order, each in the order of
// its keys, which stand without the guild. Kind 255 is JSON that says how many records there
// are and what their audit found. Behind it stands the SHA-256 of all bytes before.
const (
	streamFirst   = "holecard export %d %d\n"
	streamVersion = 1
	streamRecords = 1 // the version of all records
	frameOfGuild  = 0
	frameOfEnd    = 255
	// streamRecordMax is more than any record has, so that no damage asks for more memory.
	streamRecordMax = 1 << 20
)

// streamed returns the tables in a stream. The kind of a frame is the position of its table
// here, counted from 1: new ones go to the end.
func streamed() []Table { return slices.Insert(storage.Tables(), 1, Journal, Seen) }

// sums are what a stream says of itself at its end.
type sums struct {
	Records map[string]int `json:"records"` // by their tables
	Audit   storage.Audit  `json:"audit"`
	Wallets storage.Chips  `json:"wallets"` // for which storage.Audit has no name
}

// counter counts the records that are moved.
type counter struct {
	of       map[string]int // tables
	all      int
	progress func(int)
}

func newCounter(m storage.Move) counter {
	return counter{of: make(map[string]int), progress: m.Progress}
}

// progressEvery is after how many records progress is told.
const progressEvery = 1 << 12

func (c *counter) step(t Table) {
	c.of[t.Name()]++
	if c.all++; c.progress != nil && c.all%progressEvery == 0 {
		c.progress(c.all)
	}
}

// frame is a piece of a stream.
type frame struct {
	kind       byte
	key, value []byte
}

// frameHead is the size of what a frame begins with.
const frameHead = 1 + 2 + 4

// Export is a stream that is being written. It is whole when [Export.End] has returned nil.
type Export struct {
	to    *bufio.Writer
	sum   hash.Hash // of what was written
	count counter
}

// NewExport begins a stream.
func NewExport(w io.Writer, m storage.Move) *Export {
	sum := sha256.New()
	x := &Export{bufio.NewWriterSize(io.MultiWriter(w, sum), 1<<16), sum, newCounter(m)}
	fmt.Fprintf(x.to, streamFirst, streamVersion, streamRecords)
	return x // the first error stays with the writer
}

func (x *Export) write(f frame) (err error) {
	head := binary.BigEndian.AppendUint16([]byte{f.kind}, uint16(len(f.key)))
	head = binary.BigEndian.AppendUint32(head, uint32(len(f.value)))
	for _, part := range [][]byte{head, f.key, f.value} {
		_, err = x.to.Write(part) // which has the first error of all
	}
	return err
}

// Export writes the guilds of the state that was compared last. All that a stream has must
// come in the order of guilds. After an error it gets no end.
func (a *Auditor) Export(x *Export) error {
	return eachGuild(a.state, streamed(), func(g storage.GuildID) error {
		err := x.write(frame{frameOfGuild, of(g), nil})
		for i, t := range streamed() {
			if err != nil {
				break
			}
			stays := t == storage.LimitsOf.Kind || t == storage.Erasures.Kind
			scanned := a.state.Scan(Range{Key: Key{t, of(g)}},
				func(id, value []byte, bad error) bool {
					if a.erasing.has(t, id) && !stays {
						return true
					}
					f := frame{byte(i + 1), id[8:], value}
					err = firstOf(bad, a.ctx.Err(), x.write(f))
					x.count.step(t)
					return err == nil
				})
			err = firstOf(err, scanned)
		}
		return err
	})
}

// End ends a stream with what the audit of all that was written has found.
func (x *Export) End(found storage.Audit) error {
	found.Problems = nil // which are not for who imports it
	text, err := json.Marshal(sums{x.count.of, found, found.Wallets})
	err = firstOf(err, x.write(frame{frameOfEnd, nil, text}), x.to.Flush())
	if err == nil {
		_, _ = x.to.Write(x.sum.Sum(nil))
		err = x.to.Flush()
	}
	return err
}

// Write exports the state that was compared, whose audit m decides about.
func (a *Auditor) Write(w io.Writer, m storage.Move) error {
	found := a.Result()
	if err := m.Judge(found); err != nil {
		return err
	}
	x := NewExport(w, m)
	if err := a.Export(x); err != nil {
		return err
	}
	return x.End(found)
}

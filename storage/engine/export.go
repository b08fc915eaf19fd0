package engine

import (
	"io"

	"holecard/storage"
)

// Export is a stream that is being written. It is whole when [Export.End] has returned nil.
type Export struct {
	to    *streamWriter
	count counter
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

// NewExport begins a stream.
func NewExport(w io.Writer, m storage.Move) *Export {
	return &Export{to: newStreamWriter(w), count: newCounter(m)}
}

// End ends a stream with what the audit of all that was written has found.
func (x *Export) End(found storage.Audit) error {
	found.Problems = nil // which are not for who imports it
	return x.to.end(sums{x.count.of, found, found.Wallets})
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

// Export writes the guilds of the state that was compared last. All that a stream has must
// come in the order of guilds. After an error it gets no end.
func (a *Auditor) Export(x *Export) error {
	return eachGuild(a.state, streamed(), func(g storage.GuildID) error {
		return a.exportGuild(x, g)
	})
}

func (a *Auditor) exportGuild(x *Export, g storage.GuildID) error {
	err := x.to.write(frame{frameOfGuild, of(g), nil})
	for i, t := range streamed() {
		if err != nil {
			return err
		}
		scanned := a.state.Scan(Range{Key: Key{t, of(g)}}, func(id, value []byte, bad error) bool {
			if a.erasing.has(t, id) && t != Limits && t != Erasures {
				return true
			}
			f := frame{byte(i + 1), id[8:], value}
			if f.kind == frameOfJournal {
				f.key = nil
			}
			err = firstOf(bad, a.ctx.Err(), x.to.write(f))
			x.count.step(t)
			return err == nil
		})
		err = firstOf(err, scanned)
	}
	return err
}

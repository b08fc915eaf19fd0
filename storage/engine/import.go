package engine

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"maps"
	"slices"
	"strings"

	"holecard/storage"
)

// Fill adds records to a store that is being filled: new ones of one guild, in the order
// of their keys. A guild may come several times in a row, and then no more.
type Fill func(storage.GuildID, []Change) error

// Import reads a stream into an empty store, with all that follows from its records, and
// returns what the audit of the exported one found. The store is not whole before Import
// has returned nil and [storage.Move.Kept] has compared its audit.
func Import(
	ctx context.Context, r io.Reader, fill Fill, m storage.Move,
) (storage.Audit, error) {
	sum := sha256.New()
	from := bufio.NewReaderSize(r, 1<<16)
	in := importing{from: io.TeeReader(from, sum), sum: sum, following: newFollowing(), fill: fill,
		count: newCounter(m), tables: streamed()}
	line, err := from.ReadSlice('\n')
	sum.Write(line)
	in.at = len(line)
	for err = in.first(string(line), err); err == nil; err = firstOf(err, ctx.Err()) {
		var f frame
		switch f, err = in.frame(); {
		case err != nil:
		case f.kind == frameOfEnd:
			return in.end(f.value)
		case f.kind == frameOfGuild:
			err = in.begin(f)
		default:
			err = in.add(f)
		}
	}
	return storage.Audit{}, err
}

// batchMax is how many records are added at a time.
const batchMax = 1 << 12

// importing is a stream on its way into a store.
type importing struct {
	from io.Reader
	sum  hash.Hash // of what was read
	at   int       // how much that is

	following // of the guild
	tables    []Table
	fill      Fill
	count     counter

	guild storage.GuildID
	begun bool
	batch []Change
}

// first reads the first line of a stream, unless it could not be read.
func (in *importing) first(line string, unread error) error {
	name, _, _ := strings.Cut(streamFirst, "%")
	var version, records int
	_, err := fmt.Sscanf(line, streamFirst, &version, &records)
	switch {
	case unread != nil && unread != io.EOF && unread != bufio.ErrBufferFull:
		return unread
	case !strings.HasPrefix(line, name):
		return storage.ErrNoStream
	case unread == nil && (version > streamVersion || records > streamRecords):
		return storage.ErrNewerStream
	case err != nil || version != streamVersion:
		return in.damaged("its first line is not one")
	}
	return nil
}

func (in *importing) damaged(what string) error {
	return fmt.Errorf("%w: %s, before byte %d", storage.ErrStream, what, in.at)
}

// read returns the next bytes, which nobody else has.
func (in *importing) read(size int) ([]byte, error) {
	b := make([]byte, size)
	n, err := io.ReadFull(in.from, b)
	in.at += n
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = in.damaged("it is cut off")
	}
	return b, err
}

func (in *importing) frame() (f frame, err error) {
	head, err := in.read(frameHead)
	if err != nil {
		return f, err
	}
	key, value := int(binary.BigEndian.Uint16(head[1:])), binary.BigEndian.Uint32(head[3:])
	if value > streamRecordMax {
		return f, in.damaged("a record is too large")
	}
	body, err := in.read(key + int(value))
	return frame{head[0], body[:key:key], body[key:]}, err
}

// begin begins a guild.
func (in *importing) begin(f frame) error {
	n, ok := NumberOf(f.key)
	g := storage.GuildID(n)
	if !ok || len(f.value) > 0 || in.begun && g <= in.guild {
		return in.damaged("its guilds are not in their order")
	}
	err := in.endGuild()
	in.following = newFollowing()
	in.guild, in.begun = g, true
	return err
}

// add adds a record and what follows from it.
func (in *importing) add(f frame) error {
	if !in.begun || int(f.kind) > len(in.tables) {
		return in.damaged(fmt.Sprintf("it has something of kind %d", f.kind))
	}
	t := in.tables[f.kind-1]
	if err := in.addTo(t, f.key, f.value); err != nil {
		return fmt.Errorf("%w (%w)", in.damaged("a record makes no sense"), err)
	}
	in.count.step(t)
	if len(in.batch) < batchMax {
		return nil
	}
	return in.flush()
}

func (in *importing) addTo(t Table, id, raw []byte) error {
	key, value, err := t.Record(in.guild, id, raw)
	if err != nil {
		return err
	}
	id = append(of(in.guild), id...)
	if stored, is := value.(*storage.Posting); is {
		p := *stored
		if p.From.Guild != in.guild || p.To.Guild != in.guild {
			return storage.ErrGuild
		}
		in.users(in.guild, p.Users())
		for _, c := range ofPosting(in.guild, *stored) {
			in.put(c.Key, c.Value)
		}
		in.post(p) // that it may, the audit says
	}
	in.put(Key{t, id}, raw)
	in.follow(in.guild, key, value, in.put)
	return nil
}

func (in *importing) put(k Key, value []byte) { in.batch = append(in.batch, Change{k, value}) }

// endGuild adds what follows from all of a guild's journal.
func (in *importing) endGuild() error {
	in.ends(in.put)
	return in.flush()
}

func (in *importing) flush() (err error) {
	slices.SortFunc(in.batch, func(a, b Change) int { return a.Compare(b.Key) })
	for part := range slices.Chunk(in.batch, batchMax) {
		if err == nil {
			err = in.fill(in.guild, part)
		}
	}
	in.batch = in.batch[:0]
	return err
}

// end compares what was read with its digest and with what the stream says of itself.
func (in *importing) end(text []byte) (storage.Audit, error) {
	var said sums
	want := in.sum.Sum(nil)
	digest, err := in.read(sha256.Size)
	if err == nil && !bytes.Equal(digest, want) {
		err = in.damaged("its digest is another")
	}
	if err == nil {
		switch _, err = io.ReadFull(in.from, make([]byte, 1)); err {
		case nil:
			err = in.damaged("something follows its end")
		case io.EOF:
			err = in.endGuild()
		}
	}
	if err != nil {
		return said.Audit, err
	}
	if err := json.Unmarshal(text, &said); err != nil || !maps.Equal(said.Records, in.count.of) {
		return said.Audit, in.damaged("it has other records than it says")
	}
	said.Audit.Wallets = said.Wallets
	return said.Audit, nil
}

package engine

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"slices"

	"holecard/storage"
)

// A stream is all that a store keeps, as no engine in particular keeps it. Records that
// follow from others are not in it: heads, keys, transfers, balances, entries and
// deadlines.
//
//	"holecard export 1", the newest version of its records, a line feed
//	frames: kind (1) size of key (2) size of value (4) key value
//
// Kind 0 is a guild, which is the key, and all frames up to the next guild belong to it;
// guilds come in the order of their numbers. Then come its records: kind 1 is whose pseudonyms
// the others have, kind 2 the journal, without keys, in an order in which it can be made; the
// others are the tables of [storage.Tables] in their order, each in the order of its keys, which
// stand without the guild. Kind 255 is JSON that says how many records there are and what their
// audit found. Behind it stands the SHA-256 of all bytes before.
const (
	streamMagic    = "holecard export "
	streamVersion  = 1
	streamRecords  = 1 // the version of all records
	frameOfGuild   = 0
	frameOfJournal = 2
	frameOfEnd     = 255

	frameHead = 1 + 2 + 4
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

// frame is a piece of a stream.
type frame struct {
	kind       byte
	key, value []byte
}

// streamWriter writes a stream and its digest.
type streamWriter struct {
	*bufio.Writer
	sum hash.Hash
}

func newStreamWriter(w io.Writer) *streamWriter {
	sum := sha256.New()
	s := &streamWriter{bufio.NewWriterSize(io.MultiWriter(w, sum), 1<<16), sum}
	fmt.Fprintf(s, "%s%d %d\n", streamMagic, streamVersion, streamRecords)
	return s // the first error stays with the writer
}

func (s *streamWriter) write(f frame) error {
	var head [frameHead]byte
	head[0] = f.kind
	binary.BigEndian.PutUint16(head[1:], uint16(len(f.key)))
	binary.BigEndian.PutUint32(head[3:], uint32(len(f.value)))
	for _, part := range [][]byte{head[:], f.key, f.value} {
		if _, err := s.Write(part); err != nil {
			return err
		}
	}
	return nil
}

func (s *streamWriter) end(of sums) error {
	text, err := json.Marshal(of)
	if err != nil {
		return err
	}
	if err := firstOf(s.write(frame{frameOfEnd, nil, text}), s.Flush()); err != nil {
		return err
	}
	_, err = s.Write(s.sum.Sum(nil))
	return firstOf(err, s.Flush())
}

// streamReader reads a stream and makes its digest.
type streamReader struct {
	from *bufio.Reader
	sum  hash.Hash
	at   int64
}

// newStreamReader reads the first line of a stream.
func newStreamReader(r io.Reader) (*streamReader, error) {
	s := &streamReader{from: bufio.NewReaderSize(r, 1<<16), sum: sha256.New()}
	line, err := s.from.ReadSlice('\n')
	s.sum.Write(line)
	s.at = int64(len(line))
	if !bytes.HasPrefix(line, []byte(streamMagic)) {
		return nil, firstOf(notEnd(err), storage.ErrNoStream)
	}
	switch {
	case errors.Is(err, bufio.ErrBufferFull):
		return nil, s.damaged("its first line is too long")
	case err != nil:
		return nil, s.cutOff(err)
	}
	var version, records int
	_, err = fmt.Sscanf(string(line), streamMagic+"%d %d\n", &version, &records)
	switch {
	case version > streamVersion || records > streamRecords:
		return nil, storage.ErrNewerStream
	case err != nil || version != streamVersion:
		return nil, s.damaged("its first line is not one")
	}
	return s, nil
}

// notEnd returns any error but that of an input that has ended.
func notEnd(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, bufio.ErrBufferFull) {
		return nil
	}
	return err
}

func (s *streamReader) damaged(what string) error {
	return fmt.Errorf("%w: %s, before byte %d", storage.ErrStream, what, s.at)
}

// cutOff makes damage of an end where there should be none.
func (s *streamReader) cutOff(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return s.damaged("it is cut off")
	}
	return err
}

// frame returns the next frame, whose bytes nobody else has.
func (s *streamReader) frame() (f frame, err error) {
	head := make([]byte, frameHead)
	if err := s.full(head); err != nil {
		return f, err
	}
	key, value := int(binary.BigEndian.Uint16(head[1:])), binary.BigEndian.Uint32(head[3:])
	if value > streamRecordMax {
		return f, s.damaged("a record is too large")
	}
	body := make([]byte, key+int(value))
	if err := s.full(body); err != nil {
		return f, err
	}
	s.sum.Write(head)
	s.sum.Write(body)
	return frame{head[0], body[:key:key], body[key:]}, nil
}

func (s *streamReader) full(b []byte) error {
	n, err := io.ReadFull(s.from, b)
	s.at += int64(n)
	return s.cutOff(err)
}

// end compares the digest, and refuses anything behind it.
func (s *streamReader) end() error {
	digest := make([]byte, sha256.Size)
	if err := s.full(digest); err != nil {
		return err
	}
	if !bytes.Equal(digest, s.sum.Sum(nil)) {
		return s.damaged("its digest is another")
	}
	switch _, err := s.from.ReadByte(); {
	case err == nil:
		return s.damaged("something follows its end")
	case !errors.Is(err, io.EOF):
		return err
	}
	return nil
}

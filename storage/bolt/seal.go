package bolt

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"io"
	"os"
	"runtime"
	"sync"

	"holecard/storage"
	"holecard/storage/bolt/pages"
)

// seal is the proof of what is in a file that was closed properly. It stands at
// the end of the file, behind the last page that bbolt uses, and is broken
// before the first change.
//
//	"holecard: sealed" (16) transaction (8) length (8) digest (32) CRC-32C of these (4)
type seal struct {
	txid   uint64            // of the newest commit
	length int64             // bytes that the digest is of: all up to the high water mark
	digest [sha256.Size]byte // see digest
}

const (
	sealMagic = "holecard: sealed"
	sealSize  = len(sealMagic) + 8 + 8 + sha256.Size + crc32.Size
)

func (s seal) encode() []byte {
	b := append(make([]byte, 0, sealSize), sealMagic...)
	b = binary.BigEndian.AppendUint64(b, s.txid)
	b = binary.BigEndian.AppendUint64(b, uint64(s.length))
	b = append(b, s.digest[:]...)
	return binary.BigEndian.AppendUint32(b, crc32.Checksum(b, castagnoli))
}

func decodeSeal(b []byte) (s seal, ok bool) {
	if len(b) != sealSize || !bytes.HasPrefix(b, []byte(sealMagic)) {
		return seal{}, false
	}
	content := b[:sealSize-crc32.Size]
	s.txid = binary.BigEndian.Uint64(b[len(sealMagic):])
	s.length = int64(binary.BigEndian.Uint64(b[len(sealMagic)+8:]))
	copy(s.digest[:], b[len(sealMagic)+16:])
	return s, crc32.Checksum(content, castagnoli) == binary.BigEndian.Uint32(b[len(content):])
}

// sealAt returns where the seal of a file is.
func sealAt(file *os.File) (at int64, err error) {
	info, err := file.Stat()
	if err != nil {
		return 0, err
	}
	return max(info.Size()-int64(sealSize), 0), nil
}

// readSeal returns the seal of a file, if it has one.
func readSeal(file *os.File) (s seal, ok bool, err error) {
	at, err := sealAt(file)
	if err != nil {
		return seal{}, false, err
	}
	b := make([]byte, sealSize)
	if _, err := file.ReadAt(b, at); err != nil {
		return seal{}, false, ignoreEnd(err)
	}
	s, ok = decodeSeal(b)
	return s, ok && s.length > 0 && s.length <= at, nil
}

func ignoreEnd(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// writeSeal seals a file whose pages up to length are in use. bbolt keeps a page
// free behind those when it makes the file longer, and else it is made here.
func writeSeal(file *os.File, txid uint64, length, pageSize int64) error {
	info, err := file.Stat()
	if err == nil && info.Size() < length+pageSize {
		err = file.Truncate(length + pageSize)
	}
	if err != nil {
		return err
	}
	digest, err := digestOf(file, length)
	if err != nil {
		return err
	}
	at, err := sealAt(file)
	if err != nil {
		return err
	}
	if _, err := file.WriteAt(seal{txid, length, digest}.encode(), at); err != nil {
		return err
	}
	return file.Sync()
}

// breakSeal takes the seal away, before what it proves is changed.
func breakSeal(file *os.File) error {
	at, err := sealAt(file)
	if err != nil {
		return err
	}
	if _, err := file.WriteAt(make([]byte, sealSize), at); err != nil {
		return err
	}
	return file.Sync()
}

// checkSeal reports whether a file was closed properly and is as it was then.
// One that is not although it has a seal is damaged, unless it was changed since
// by a program that knows of no seals.
func checkSeal(file *os.File, pageSize int64) (sealed bool, err error) {
	s, ok, err := readSeal(file)
	if !ok || err != nil {
		return false, err
	}
	digest, err := digestOf(file, s.length)
	if err != nil {
		return false, err
	}
	if digest == s.digest {
		return true, nil
	}
	newest, _ := pages.ReadMetas(file, pageSize) // older than any when they cannot be read
	if newest.Txid > s.txid {
		return false, nil
	}
	return false, fmt.Errorf("%w: it is not as it was when it was closed; restore a backup",
		storage.ErrCorrupt)
}

// chunkSize is how much of a file is summed at a time. The digest of a file is
// the SHA-256 of the sums of its chunks. A sum is two CRCs, which tell any change
// within four bytes for certain and any other but by a chance of 1 in 2^64, and
// which processors compute twenty times as fast as a SHA-256: a large file must
// be open soon. It is against rot, not against people, who could sum anew.
const chunkSize = 1 << 20

// chunkSum is the sum of a chunk.
type chunkSum [2 * crc32.Size]byte

func sumOf(castagnoli, ieee uint32) (s chunkSum) {
	binary.BigEndian.PutUint32(s[:], castagnoli)
	binary.BigEndian.PutUint32(s[crc32.Size:], ieee)
	return s
}

// digestOf returns the digest of a file's first bytes.
func digestOf(file io.ReaderAt, length int64) (digest [sha256.Size]byte, err error) {
	chunks := make([]chunkSum, (length+chunkSize-1)/chunkSize)
	workers := min(runtime.GOMAXPROCS(0), len(chunks))
	errs := make([]error, workers)
	var working sync.WaitGroup
	for w := range workers {
		working.Go(func() {
			buf := make([]byte, min(chunkSize, length))
			for i := w; i < len(chunks); i += workers {
				at := int64(i) * chunkSize
				chunk := buf[:min(chunkSize, length-at)]
				if _, err := file.ReadAt(chunk, at); err != nil {
					errs[w] = fmt.Errorf("%w: it cannot be read: %w", storage.ErrCorrupt, err)
					return
				}
				chunks[i] = sumOf(crc32.Checksum(chunk, castagnoli), crc32.ChecksumIEEE(chunk))
			}
		})
	}
	working.Wait()
	all := sha256.New()
	for _, c := range chunks {
		all.Write(c[:])
	}
	all.Sum(digest[:0])
	return digest, errors.Join(errs...)
}

// digester makes the digest of what is written to it.
type digester struct {
	all              hash.Hash
	castagnoli, ieee uint32 // of the chunk so far
	inChunk          int
	length           int64
}

func newDigester() *digester { return &digester{all: sha256.New()} }

func (d *digester) Write(b []byte) (int, error) {
	n := len(b)
	d.length += int64(n)
	for len(b) > 0 {
		part := b[:min(len(b), chunkSize-d.inChunk)]
		d.castagnoli = crc32.Update(d.castagnoli, castagnoli, part)
		d.ieee = crc32.Update(d.ieee, crc32.IEEETable, part)
		d.inChunk += len(part)
		b = b[len(part):]
		if d.inChunk == chunkSize {
			d.flush()
		}
	}
	return n, nil
}

func (d *digester) flush() {
	sum := sumOf(d.castagnoli, d.ieee)
	d.all.Write(sum[:])
	d.castagnoli, d.ieee, d.inChunk = 0, 0, 0
}

// sum ends the digest.
func (d *digester) sum() (digest [sha256.Size]byte) {
	if d.inChunk > 0 {
		d.flush()
	}
	d.all.Sum(digest[:0])
	return digest
}

package bolt

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"os"
	"slices"
	"testing"

	"holecard/storage"
)

// A seal is of the bytes and of the transaction that it was written for, and is
// gone once it is broken, though nothing else was changed.
func TestASealIsThereUntilItIsBroken(t *testing.T) {
	const size, pages = 4096, 3
	file, err := os.Create(newPath(t))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	whole := bytes.Repeat([]byte{7}, pages*size)
	if _, err := file.Write(whole); err != nil {
		t.Fatal(err)
	}
	for _, length := range []int64{0, int64(sealSize) - 1, pages * size} {
		if err := file.Truncate(length); err != nil {
			t.Fatal(err)
		}
		if _, ok, err := readSeal(file); ok || err != nil {
			t.Errorf("the seal of a file of %d bytes is there: %v, %v", length, ok, err)
		}
	}
	if _, err := file.WriteAt(whole, 0); err != nil {
		t.Fatal(err)
	}
	if _, ok, err := readSeal(file); ok || err != nil {
		t.Errorf("before it is written the seal is there: %v, %v", ok, err)
	}
	if err := writeSeal(file, 5, pages*size, size); err != nil {
		t.Fatal(err)
	}
	s, ok, err := readSeal(file)
	if digest, errDigest := digestOf(bytes.NewReader(whole), pages*size); !ok || err != nil ||
		errDigest != nil ||
		s != (seal{txid: 5, length: pages * size, digest: digest}) {
		t.Errorf("%+v, %v, %v, %v", s, ok, err, errDigest)
	}
	if sealed, err := checkSeal(file, size); !sealed || err != nil {
		t.Errorf("sealed %v, %v", sealed, err)
	}
	at := (pages+1)*size - int64(sealSize) // the bytes before the seal
	for length, want := range map[int64]bool{0: false, 1: true, pages * size: true, at: true,
		at + 1: false} {
		if _, err := file.WriteAt(seal{txid: 5, length: length}.encode(), at); err != nil {
			t.Fatal(err)
		}
		if _, ok, err := readSeal(file); ok != want || err != nil {
			t.Errorf("a seal of %d bytes: %v, %v", length, ok, err)
		}
	}
	odd := seal{txid: 5, length: 1}.encode()
	odd[sealSize-1] ^= 1
	if _, ok := decodeSeal(odd); ok {
		t.Error("a seal whose own sum is wrong is one")
	}
	odd[0] = 'H'
	content := odd[:sealSize-crc32.Size]
	binary.BigEndian.PutUint32(odd[len(content):], crc32.Checksum(content, castagnoli))
	if _, ok := decodeSeal(odd); ok {
		t.Error("what begins with other words is a seal")
	}
	if err := breakSeal(file); err != nil {
		t.Fatal(err)
	}
	if _, ok, err := readSeal(file); ok || err != nil {
		t.Errorf("after it is broken the seal is there: %v, %v", ok, err)
	}
}

// A digest is the same whether a file is read in chunks, by several at once, or
// written in parts of any size.
func TestADigestIsTheSameReadOrWritten(t *testing.T) {
	content := make([]byte, 2*chunkSize+3)
	for i := range content {
		content[i] = byte(i * i >> 8)
	}
	for _, length := range []int{0, 1, chunkSize - 1, chunkSize, chunkSize + 1, 2 * chunkSize,
		len(content)} {
		var sums []byte
		for chunk := range slices.Chunk(content[:length], chunkSize) {
			sums = binary.BigEndian.AppendUint32(sums, crc32.Checksum(chunk, castagnoli))
			sums = binary.BigEndian.AppendUint32(sums, crc32.ChecksumIEEE(chunk))
		}
		want := sha256.Sum256(sums)
		if got, err := digestOf(bytes.NewReader(content),
			int64(length)); got != want || err != nil {
			t.Errorf("%d bytes read: %x, %v, want %x", length, got, err, want)
		}
		for _, part := range []int{chunkSize / 3, chunkSize, chunkSize + 1} {
			d := newDigester()
			for p := range slices.Chunk(content[:length], part) {
				if n, err := d.Write(p); n != len(p) || err != nil {
					t.Errorf("%d of %d bytes are written, %v", n, len(p), err)
				}
			}
			if got := d.sum(); got != want || d.length != int64(length) {
				t.Errorf("%d bytes in parts of %d: %x of %d, want %x", length, part, got, d.length,
					want)
			}
		}
	}
	if _, err := digestOf(bytes.NewReader(content), int64(len(content))+1); !errors.Is(err,
		storage.ErrCorrupt) {
		t.Errorf("a byte more than there is: %v", err)
	}
}

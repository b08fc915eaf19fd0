package bolt

import (
	"bytes"
	"os"
	"testing"
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
	if _, ok, err := readSeal(file); ok || err != nil {
		t.Errorf("before it is written the seal is there: %v, %v", ok, err)
	}
	if err := writeSeal(file, 5, pages*size, size); err != nil {
		t.Fatal(err)
	}
	s, ok, err := readSeal(file)
	if digest, errDigest := digestOf(bytes.NewReader(whole), pages*size); !ok || err != nil || errDigest != nil ||
		s != (seal{txid: 5, length: pages * size, digest: digest}) {
		t.Errorf("%+v, %v, %v, %v", s, ok, err, errDigest)
	}
	if sealed, err := checkSeal(file, size); !sealed || err != nil {
		t.Errorf("sealed %v, %v", sealed, err)
	}
	for length, want := range map[int64]bool{0: false, 1: true, pages * size: true, pages*size + size - int64(sealSize): true,
		pages*size + size - int64(sealSize) + 1: false} { // bytes before the seal
		if _, err := file.WriteAt(seal{txid: 5, length: length}.encode(), (pages+1)*size-int64(sealSize)); err != nil {
			t.Fatal(err)
		}
		if _, ok, err := readSeal(file); ok != want || err != nil {
			t.Errorf("a seal of %d bytes: %v, %v", length, ok, err)
		}
	}
	if err := breakSeal(file); err != nil {
		t.Fatal(err)
	}
	if _, ok, err := readSeal(file); ok || err != nil {
		t.Errorf("after it is broken the seal is there: %v, %v", ok, err)
	}
}

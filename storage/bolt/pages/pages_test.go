package pages

import (
	"bytes"
	"errors"
	"hash/fnv"
	"os"
	"strings"
	"testing"

	"holecard/storage"
)

// builtMeta returns a meta page byte by byte.
func builtMeta(magic, version uint32, m Meta) []byte {
	page := make([]byte, headerSize)
	page = order.AppendUint32(order.AppendUint32(page, magic), version)
	page = order.AppendUint64(page, uint64(m.PageSize)) // and no flags
	for _, n := range []uint64{m.Root, 0, m.Free, m.High, m.Txid} {
		page = order.AppendUint64(page, n)
	}
	sum := fnv.New64a()
	sum.Write(page[headerSize:])
	return order.AppendUint64(page, sum.Sum64())
}

func TestAMetaPageIsReadWholeOrNotAtAll(t *testing.T) {
	const magic, version = 0xED0CDAED, 2
	want := Meta{PageSize: 4096, Root: 3, Free: 4, High: 5, Txid: 6}
	whole := builtMeta(magic, version, want)
	if m, ok := parseMeta(whole); !ok || m != want {
		t.Errorf("%+v, %v", m, ok)
	}
	for fact, page := range map[string][]byte{
		"of another kind": builtMeta(magic+1, version, want),
		"of a version":    builtMeta(magic, version+1, want),
		"of another sum":  append(bytes.Clone(whole[:len(whole)-1]), ^whole[len(whole)-1]),
	} {
		if m, ok := parseMeta(page); ok {
			t.Errorf("%s: %+v", fact, m)
		}
	}
}

func TestTheNewerMetaPageCountsAndBothMustBeWhole(t *testing.T) {
	const size = builtPage
	file := func(first, second []byte) []byte {
		f := make([]byte, size+len(second))
		copy(f, first)
		copy(f[size:], second)
		return f
	}
	page := func(txid uint64) []byte {
		return builtMeta(0xED0CDAED, 2, Meta{PageSize: size, Txid: txid})
	}
	larger := builtMeta(0xED0CDAED, 2, Meta{PageSize: 2 * size, Txid: 1})
	for _, f := range []struct {
		fact string
		file []byte
		txid uint64
	}{
		{"the second is newer", file(page(0), page(1)), 1},
		{"the first is newer", file(page(2), page(1)), 2},
		{"none was written to", file(page(0), page(0)), 0},
	} {
		if m, err := ReadMetas(bytes.NewReader(f.file), size); err != nil || m.Txid != f.txid ||
			m.PageSize != size {
			t.Errorf("%s: %+v, %v", f.fact, m, err)
		}
	}
	for fact, f := range map[string][]byte{
		"the first is torn":             file(page(1)[:70], page(2)),
		"the second is torn":            file(page(1), append(page(2)[:70], make([]byte, 10)...)),
		"the first is of larger pages":  file(larger, page(2)),
		"the second is of larger pages": file(page(2), larger),
	} {
		if m, err := ReadMetas(bytes.NewReader(f), size); !errors.Is(err, storage.ErrCorrupt) ||
			m != (Meta{}) {
			t.Errorf("%s: %+v, %v", fact, m, err)
		}
	}
	for _, length := range []int{0, size, size + 79} {
		whole := file(page(1), page(2))
		if m, err := ReadMetas(bytes.NewReader(whole[:length]), size); err == nil || m != (Meta{}) {
			t.Errorf("a file of %d bytes: %+v, %v", length, m, err)
		}
	}
}

// The format is private to bbolt, which may change it in any version.
func TestThePagesAreThoseOfTheVersionOfBbolt(t *testing.T) {
	mod, err := os.ReadFile("../../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(mod), "go.etcd.io/bbolt ")
	if version, _, _ := strings.Cut(rest, "\n"); version != Version {
		t.Errorf("go.mod has bbolt %s, and this package reads files of %s: compare meta.go, "+
			"page.go, inode.go "+
			"and bucket.go in bbolt's internal/common, and freelist/shared.go, of both "+
			"versions; then set Version",
			version, Version)
	}
}

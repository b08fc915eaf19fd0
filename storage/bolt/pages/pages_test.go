package pages

import (
	"fmt"
	"path/filepath"

	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"go.etcd.io/bbolt"

	"holecard/storage"
)

// written returns a file that bbolt has written, with free pages, pages that
// overflow and buckets of all sizes, and the size of its pages.
func written(t *testing.T) (file []byte, size int64) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "test.db")
	db, err := bbolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	chance := rand.New(rand.NewPCG(3, 4))
	for range 40 {
		err := db.Update(func(tx *bbolt.Tx) error {
			for n := range 60 {
				b, err := tx.CreateBucketIfNotExists([]byte{'a' + byte(n%5)})
				if err != nil {
					return err
				}
				key, value := fmt.Appendf(nil, "%06d", chance.IntN(2000)),
					make([]byte, chance.IntN(300))
				if n == 0 {
					value = make([]byte, chance.IntN(9000))
				}
				for i := range value {
					value[i] = byte(chance.Uint32())
				}
				if err := errors.Join(b.Put(key, value),
					b.Delete(fmt.Appendf(nil, "%06d", chance.IntN(2000)))); err != nil {
					return err
				}
			}
			_, err := tx.CreateBucketIfNotExists([]byte("empty"))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	size = int64(db.Info().PageSize)
	file, err = os.ReadFile(path)
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	return file, size
}

// Everything that says where things are in a file is checked: headers of pages,
// what points to keys and values, and the list of free pages.
func TestEveryByteThatHoldsTheFileTogetherIsChecked_long(t *testing.T) {
	file, size := written(t)
	meta, err := ReadMetas(bytes.NewReader(file), size)
	if err != nil {
		t.Fatal(err)
	}
	problems := func() (n int) {
		err := Check(context.Background(), bytes.NewReader(file), meta, func(string, ...any) {
			n++
		})
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	if problems() > 0 {
		t.Fatal("the whole file has problems")
	}
	free := make(map[uint64]bool)
	list := file[int64(meta.Free)*size:]
	for i := range int(binary.NativeEndian.Uint16(list[10:])) {
		free[binary.NativeEndian.Uint64(list[headerSize+8*i:])] = true
	}
	chance := rand.New(rand.NewPCG(1, 2))
	tried := 0
	for id := uint64(2); id < meta.High; {
		page := file[int64(id)*size:]
		overflow := uint64(binary.NativeEndian.Uint32(page[12:]))
		if free[id] {
			id++
			continue
		}
		end := headerSize + elementSize*int(binary.NativeEndian.Uint16(page[10:]))
		if id == meta.Free {
			end = headerSize + 8*len(free)
		}
		places := chance.Perm(end - headerSize)
		for i := range places {
			places[i] += headerSize
		}
		for at := range headerSize {
			places = append([]int{at}, places...)
		}
		for _, at := range places[:min(len(places), headerSize+12)] {
			if leaf := binary.NativeEndian.Uint16(page[8:]) == leafPage; leaf && at >= end-8 {
				continue // the sizes of the last key and value: what these hold has a checksum
			}
			bit := byte(1) << chance.IntN(8)
			page[at] ^= bit
			if problems() == 0 {
				t.Errorf("nothing is wrong with byte %d of page %d of %d changed by %#x", at, id,
					meta.High, bit)
			}
			page[at] ^= bit
			tried++
		}
		id += overflow + 1
	}
	if tried < 500 {
		t.Errorf("only %d places were tried", tried)
	}
	t.Logf("%d places", tried)
	count := binary.NativeEndian.Uint16(list[10:])
	last := list[headerSize+8*(int(count)-1):][:8]
	binary.NativeEndian.PutUint16(list[10:], count-1)
	if problems() == 0 {
		t.Error("nothing is wrong with a free page that is missing in the list")
	}
	binary.NativeEndian.PutUint16(list[10:], count)
	kept := binary.NativeEndian.Uint64(last)
	binary.NativeEndian.PutUint64(last, meta.Root)
	if problems() == 0 {
		t.Error("nothing is wrong with a page in use that is in the list")
	}
	binary.NativeEndian.PutUint64(last, kept)
	for name, damage := range map[string]func(page []byte){
		"something behind a page's end": func(page []byte) { page[size-1] = 1 },
		"a record that is not counted": func(page []byte) {
			binary.NativeEndian.PutUint16(page[10:], 0)
		},
	} {
		for id := uint64(2); id < meta.High; id++ {
			page := file[int64(id)*size:][:size]
			if free[id] || binary.NativeEndian.Uint64(page) != id ||
				binary.NativeEndian.Uint16(page[8:]) != leafPage || page[size-1] != 0 ||
				page[12] != 0 {
				continue
			}
			kept := bytes.Clone(page)
			damage(page)
			if problems() == 0 {
				t.Errorf("%s: nothing is wrong with page %d", name, id)
			}
			copy(page, kept)
		}
	}
}

// builtMeta returns a meta page byte by byte.
func builtMeta(magic, version uint32, m Meta) []byte {
	order := binary.NativeEndian
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
		"a byte too short": whole[:len(whole)-1],
		"of another kind":  builtMeta(magic+1, version, want),
		"of a version":     builtMeta(magic, version+1, want),
		"of another sum":   append(bytes.Clone(whole[:len(whole)-1]), ^whole[len(whole)-1]),
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

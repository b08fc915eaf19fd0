package bolt

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"testing"

	"holecard/storage"
)

// Everything that says where things are in a file is checked: headers of pages,
// what points to keys and values, and the list of free pages.
func TestEveryByteThatHoldsTheFileTogetherIsChecked(t *testing.T) {
	path := newPath(t)
	s := openAt(t, path)
	r := newRich(t, s, 3, 200)
	r.play(t, s, 40)
	size := s.pageSize
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	meta, err := readMetas(bytes.NewReader(file), size)
	if err != nil {
		t.Fatal(err)
	}
	problems := func() (n int) {
		err := checkPages(context.Background(), bytes.NewReader(file), meta, func(string, ...any) { n++ })
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	if problems() > 0 {
		t.Fatal("the whole file has problems")
	}
	free := make(map[uint64]bool)
	list := file[int64(meta.free)*size:]
	for i := range int(binary.NativeEndian.Uint16(list[10:])) {
		free[binary.NativeEndian.Uint64(list[headerSize+8*i:])] = true
	}
	chance := rand.New(rand.NewPCG(1, 2))
	tried := 0
	for id := uint64(2); id < meta.high; {
		page := file[int64(id)*size:]
		overflow := uint64(binary.NativeEndian.Uint32(page[12:]))
		if free[id] {
			id++
			continue
		}
		end := headerSize + elementSize*int(binary.NativeEndian.Uint16(page[10:]))
		if id == meta.free {
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
				t.Errorf("nothing is wrong with byte %d of page %d of %d changed by %#x", at, id, meta.high, bit)
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
	binary.NativeEndian.PutUint64(last, meta.root)
	if problems() == 0 {
		t.Error("nothing is wrong with a page in use that is in the list")
	}
	binary.NativeEndian.PutUint64(last, kept)
	for name, damage := range map[string]func(page []byte){
		"something behind a page's end": func(page []byte) { page[size-1] = 1 },
		"a record that is not counted":  func(page []byte) { binary.NativeEndian.PutUint16(page[10:], 0) },
	} {
		for id := uint64(2); id < meta.high; id++ {
			page := file[int64(id)*size:][:size]
			if free[id] || binary.NativeEndian.Uint64(page) != id || binary.NativeEndian.Uint16(page[8:]) != leafPage || page[size-1] != 0 || page[12] != 0 {
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
func builtMeta(magic, version uint32, m metaPage) []byte {
	order := binary.NativeEndian
	page := make([]byte, headerSize)
	page = order.AppendUint32(order.AppendUint32(page, magic), version)
	page = order.AppendUint64(page, uint64(m.pageSize)) // and no flags
	for _, n := range []uint64{m.root, 0, m.free, m.high, m.txid} {
		page = order.AppendUint64(page, n)
	}
	sum := fnv.New64a()
	sum.Write(page[headerSize:])
	return order.AppendUint64(page, sum.Sum64())
}

func TestAMetaPageIsReadWholeOrNotAtAll(t *testing.T) {
	const magic, version = 0xED0CDAED, 2
	want := metaPage{pageSize: 4096, root: 3, free: 4, high: 5, txid: 6}
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
		return builtMeta(0xED0CDAED, 2, metaPage{pageSize: size, txid: txid})
	}
	larger := builtMeta(0xED0CDAED, 2, metaPage{pageSize: 2 * size, txid: 1})
	for _, f := range []struct {
		fact string
		file []byte
		txid uint64
	}{
		{"the second is newer", file(page(0), page(1)), 1},
		{"the first is newer", file(page(2), page(1)), 2},
		{"none was written to", file(page(0), page(0)), 0},
	} {
		if m, err := readMetas(bytes.NewReader(f.file), size); err != nil || m.txid != f.txid || m.pageSize != size {
			t.Errorf("%s: %+v, %v", f.fact, m, err)
		}
	}
	for fact, f := range map[string][]byte{
		"the first is torn":             file(page(1)[:70], page(2)),
		"the second is torn":            file(page(1), append(page(2)[:70], make([]byte, 10)...)),
		"the first is of larger pages":  file(larger, page(2)),
		"the second is of larger pages": file(page(2), larger),
	} {
		if m, err := readMetas(bytes.NewReader(f), size); !errors.Is(err, storage.ErrCorrupt) || m != (metaPage{}) {
			t.Errorf("%s: %+v, %v", fact, m, err)
		}
	}
	for _, length := range []int{0, size, size + 79} {
		whole := file(page(1), page(2))
		if m, err := readMetas(bytes.NewReader(whole[:length]), size); err == nil || m != (metaPage{}) {
			t.Errorf("a file of %d bytes: %+v, %v", length, m, err)
		}
	}
}

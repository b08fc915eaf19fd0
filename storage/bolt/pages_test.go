package bolt

import (
	"bytes"
	"context"
	"encoding/binary"
	"math/rand/v2"
	"os"
	"testing"
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

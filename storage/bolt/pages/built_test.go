package pages

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"slices"
	"strings"
	"testing"

	"holecard/storage"
)

// built is a file of bbolt made byte by byte, of pages so small that each can
// be full.
//
//	0, 1  meta pages
//	2     the list of free pages: 8
//	3     the tree of all buckets: "near", which is in its element, and "tree"
//	4     the bucket "tree": a branch to 5 and 6
//	5     a leaf: b, c
//	6, 7  a leaf that needs two pages: m, n
//	8     free
type built struct {
	meta  Meta
	bytes []byte
}

const builtPage = 128

// pageItem is an element of a leaf, or of a branch when it has a child.
type pageItem struct {
	flags      uint32
	key, value string
	child      uint64
}

// pageOf returns a page with elements, as long as these need.
func pageOf(id uint64, flags uint16, overflow uint32, elements ...pageItem) []byte {
	page := order.AppendUint64(nil, id)
	page = order.AppendUint16(page, flags)
	page = order.AppendUint16(page, uint16(len(elements)))
	page = order.AppendUint32(page, overflow)
	at := headerSize + len(elements)*elementSize // of the next key
	for i, e := range elements {
		pos := uint32(at - headerSize - i*elementSize)
		if flags == branchPage {
			page = order.AppendUint32(order.AppendUint32(page, pos), uint32(len(e.key)))
			page = order.AppendUint64(page, e.child)
		} else {
			for _, n := range []uint32{e.flags, pos, uint32(len(e.key)), uint32(len(e.value))} {
				page = order.AppendUint32(page, n)
			}
		}
		at += len(e.key) + len(e.value)
	}
	for _, e := range elements {
		page = append(append(page, e.key...), e.value...)
	}
	return page
}

// rootAt is the value of a bucket whose pages begin at one, or with its one page
// behind it.
func rootAt(page uint64, inline ...byte) string {
	value := binary.NativeEndian.AppendUint64(nil, page)
	return string(append(append(value, make([]byte, 8)...), inline...))
}

// build returns the file.
func build() *built {
	item := func(key, value string) pageItem { return pageItem{key: key, value: value} }
	f := &built{meta: Meta{PageSize: builtPage, Root: 3, Free: 2, High: 9, Txid: 5}}
	f.bytes = make([]byte, 9*builtPage)
	f.list(8)
	near := pageOf(0, leafPage, 0, item("k", ""))
	f.page(3, pageOf(3, leafPage, 0,
		pageItem{flags: 1, key: "near", value: rootAt(0, near...)},
		pageItem{flags: 1, key: "tree", value: rootAt(4)}))
	f.page(4, pageOf(4, branchPage, 0, pageItem{key: "b", child: 5}, pageItem{key: "m", child: 6}))
	f.page(5, pageOf(5, leafPage, 0, item("b", "1"), item("c", "")))
	f.page(6, pageOf(6, leafPage, 1, item("m", strings.Repeat("2", builtPage)), item("n", "3")))
	return f
}

// page puts a page into the file.
func (f *built) page(id int, page []byte) {
	at := f.bytes[id*builtPage:]
	clear(at[:builtPage])
	copy(at, page)
}

// list makes the list of free pages.
func (f *built) list(ids ...uint64) {
	page := pageOf(2, freePage, 0)
	binary.NativeEndian.PutUint16(page[10:], uint16(len(ids)))
	for _, id := range ids {
		page = binary.NativeEndian.AppendUint64(page, id)
	}
	f.page(2, page)
}

func (f *built) put16(page, at int, n uint16) {
	binary.NativeEndian.PutUint16(f.bytes[page*builtPage+at:], n)
}

func (f *built) put32(page, at int, n uint32) {
	binary.NativeEndian.PutUint32(f.bytes[page*builtPage+at:], n)
}

func (f *built) put64(page, at int, n uint64) {
	binary.NativeEndian.PutUint64(f.bytes[page*builtPage+at:], n)
}

// grow makes the file longer by free pages, up to a high water mark.
func (f *built) grow(high uint64) {
	f.meta.High = high
	f.bytes = append(f.bytes, make([]byte, int(high)*builtPage-len(f.bytes))...)
}

// check returns what is wrong with the file.
func (f *built) check(ctx context.Context) error {
	_, err := Check(ctx, bytes.NewReader(f.bytes), f.meta, AnyRecords)
	return err
}

// Where things are on a page.
const (
	ownAt, flagsAt, countAt, overflowAt = 0, 8, 10, 12
	firstAt, secondAt                   = headerSize, headerSize + elementSize
	posAt, keySizeAt, valueSizeAt       = 4, 8, 12 // in an element of a leaf
	childAt                             = 8        // in an element of a branch
)

var emptyLeaf = pageOf(0, leafPage, 0)

// Each is the whole file with one change, and what is said of it.
var builtFacts = []struct {
	fact string
	do   func(f *built)
	want string
}{
	{"the file as it is", func(*built) {}, ""},
	{"no free page", func(f *built) { f.meta.High = 8; f.list() }, ""},
	{"a bucket with nothing in it", func(f *built) {
		f.page(4, pageOf(4, leafPage, 0))
		f.list(5, 6, 7, 8)
	}, ""},
	{"a bucket whose own page is empty", func(f *built) {
		f.buckets(rootAt(0, emptyLeaf...))
		f.list(4, 5, 6, 7, 8)
	}, ""},
	{"a leaf that is full", func(f *built) {
		f.page(5, pageOf(5, leafPage, 0, pageItem{key: "b", value: strings.Repeat("v", 95)}))
	}, ""},
	{"the last key of its page", func(f *built) { f.bytes[5*builtPage+50] = 'l' }, ""},
	{"as many free pages as there is room for, counted in the first element", func(f *built) {
		f.grow(21)
		f.list(13, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20)
		f.put16(2, countAt, manyFree)
	}, ""},

	{"three pages", func(f *built) { f.meta.High = 3 }, "it says that it has 3 pages"},
	{"more pages than there can be", func(f *built) { f.meta.High = 1<<40 + 1 },
		"it says that it has 1099511627777 pages"},
	{"the root is a meta page", func(f *built) { f.meta.Root = 1 }, "it is page 0 and has 0 more"},
	{"the root is behind the last page", func(f *built) { f.meta.Root = 9 }, "no such page"},
	{"the list is behind the last page", func(f *built) { f.meta.Free = 9 }, "no such page"},
	{"a page of another number", func(f *built) { f.put64(5, ownAt, 77) }, "that it is page 77"},
	{"a page that goes on over a free one", func(f *built) { f.put32(6, overflowAt, 2) },
		"too many"},
	{"a page that goes on over another", func(f *built) { f.put32(4, overflowAt, 1) },
		"it is used twice"},
	{"a page that goes on behind the end", func(f *built) { f.put32(6, overflowAt, 3) },
		"has 3 more"},
	{"a page that goes on for ever", func(f *built) { f.put32(6, overflowAt, 1<<32-1) },
		"has 4294967295 more"},
	{"a page with two above it", func(f *built) { f.put64(4, secondAt+childAt, 5) },
		"it is used twice"},
	{"a page above itself", func(f *built) { f.put64(4, secondAt+childAt, 4) },
		"it is used twice"},
	{"two pages the other way round", func(f *built) {
		f.put64(4, firstAt+childAt, 6)
		f.put64(4, secondAt+childAt, 5)
	}, "its key 0 is out of order"},
	{"a page of another kind", func(f *built) { f.put16(5, flagsAt, 0x04) }, "the flags 0x4"},
	{"a leaf that is a branch as well", func(f *built) { f.put16(5, flagsAt, 0x03) },
		"the flags 0x3"},
	{"more elements than there is room for", func(f *built) { f.put16(5, countAt, 8) },
		"8 elements"},
	{"more elements than there are", func(f *built) { f.put16(5, countAt, 7) },
		"its element 0 is not where it should be"},
	{"a branch with nothing in it", func(f *built) { f.page(4, pageOf(4, branchPage, 0)) },
		"0 elements"},
	{"a key before its place", func(f *built) { f.put32(5, firstAt+posAt, 31) },
		"its element 0 is not"},
	{"a key behind its place", func(f *built) { f.put32(5, secondAt+posAt, 19) },
		"its element 1 is not"},
	{"a key without end", func(f *built) { f.put32(5, firstAt+keySizeAt, 1<<32-1) },
		"its element 0 is not"},
	{"a value without end", func(f *built) { f.put32(5, firstAt+valueSizeAt, 1<<32-1) },
		"its element 0 is not"},
	{"a value to the end", func(f *built) { f.put32(5, secondAt+valueSizeAt, 77) }, ""},
	{"a value behind the end", func(f *built) { f.put32(5, secondAt+valueSizeAt, 78) },
		"its element 1 is not"},
	{"a key twice", func(f *built) { f.bytes[5*builtPage+50] = 'b' }, "its key 1 is out of order"},
	{"a key below those of its page", func(f *built) { f.bytes[5*builtPage+48] = 'a' },
		"its key 0 is out of order"},
	{"a key of the next page", func(f *built) { f.bytes[5*builtPage+50] = 'm' },
		"its key 1 is out of order"},
	{"a branch whose key is above its page's", func(f *built) { f.bytes[4*builtPage+48] = 'c' },
		"its key 0 is out of order"},
	{"a bucket among values", func(f *built) { f.put32(5, firstAt, 1) }, "the flags 0x1"},
	{"a value among buckets", func(f *built) { f.put32(3, firstAt, 0) }, "the flags 0x0"},
	{"a value with a flag", func(f *built) { f.put32(5, secondAt, 2) }, "the flags 0x2"},
	{"a bucket of too few bytes", func(f *built) { f.buckets(rootAt(4)[:15]) }, "of 15 bytes"},
	{"a bucket of no page", func(f *built) { f.buckets(rootAt(0)) }, "it is used twice"},
	{"a bucket of a page and one of its own", func(f *built) { f.buckets(rootAt(4, emptyLeaf...)) },
		"of 32 bytes"},
	{"a bucket whose page is too short", func(f *built) { f.buckets(rootAt(0, emptyLeaf[:15]...)) },
		"of 31 bytes"},
	{"a bucket whose own page is a branch",
		func(f *built) { f.buckets(rootAt(0, pageOf(0, branchPage, 0)...)) }, "of 32 bytes"},
	{"a bucket whose own page is damaged", func(f *built) { f.put32(3, 48+4+16+firstAt+posAt, 17) },
		"its element 0 is not"},
	{"a list that is a leaf", func(f *built) { f.put16(2, flagsAt, leafPage) }, "it is not a list"},
	{"a list longer than its page", func(f *built) { f.put16(2, countAt, 15) },
		"it is not a list of 15"},
	{"a list longer than its page, counted in the first element", func(f *built) {
		f.list(14)
		f.put16(2, countAt, manyFree)
	}, "it is not a list of 14"},
	{"a free page behind the end", func(f *built) { f.list(8, 9) }, "too many"},
	{"a free page that is used", func(f *built) { f.list(5, 8) }, "page 8 is neither"},
	{"a free page twice", func(f *built) { f.list(8, 8) }, "too many"},
	{"free pages in another order", func(f *built) { f.grow(10); f.list(9, 8) },
		"page 8 is neither"},
	{"a page that is neither used nor free", func(f *built) { f.list() },
		"page 8 is neither used nor free"},
	{"an end within a page", func(f *built) { f.bytes = f.bytes[:5*builtPage+100] },
		"cannot be read"},
	{"an end within a long page", func(f *built) { f.bytes = f.bytes[:7*builtPage+100] },
		"cannot be read"},
}

// buckets makes the second bucket have another value.
func (f *built) buckets(value string) {
	tree := pageItem{flags: 1, key: "tree", value: value}
	f.page(3, pageOf(3, leafPage, 0, tree))
}

func TestEachFaultOfAPageIsFound(t *testing.T) {
	for _, f := range builtFacts {
		file := build()
		f.do(file)
		err := file.check(t.Context())
		if (err == nil) != (f.want == "") || err != nil && (!errors.Is(err, storage.ErrCorrupt) ||
			!strings.Contains(err.Error(), f.want)) {
			t.Errorf("%s: %v, want %q", f.fact, err, f.want)
		}
	}
}

func TestPagesInUseAreThoseThatAreNotFree(t *testing.T) {
	f := build()
	used, err := Check(t.Context(), bytes.NewReader(f.bytes), f.meta, AnyRecords)
	if want := []bool{true, true, true, true, true, true, true, true, false}; err != nil ||
		!slices.Equal(used, want) {
		t.Errorf("%v, %v", used, err)
	}
}

func TestACheckOfPagesEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := build().check(ctx); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

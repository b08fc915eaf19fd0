package pages

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"testing"
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
	order := binary.NativeEndian
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
		pageItem{flags: bucketElement, key: "near", value: rootAt(0, near...)},
		pageItem{flags: bucketElement, key: "tree", value: rootAt(4)}))
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

// problems returns what is wrong with the file.
func (f *built) problems(ctx context.Context) (told string, err error) {
	var all []string
	err = Check(ctx, bytes.NewReader(f.bytes), f.meta, func(format string, args ...any) {
		text := strings.TrimSuffix(fmt.Sprintf(format, args...), " Restore a backup.")
		all = append(all, strings.Replace(text, " of the file is damaged", "", 1))
	})
	return strings.Join(all, " "), err
}

// Where things are on a page.
const (
	ownAt, flagsAt, countAt, overflowAt = 0, 8, 10, 12
	firstAt, secondAt                   = headerSize, headerSize + elementSize
	posAt, keySizeAt, valueSizeAt       = 4, 8, 12 // in an element of a leaf
	childAt                             = 8        // in an element of a branch
)

// unused4 is told when nothing leads to the bucket "tree".
const unused4 = " Page 4: it is neither used nor free."

var emptyLeaf = pageOf(0, leafPage, 0)

// Each is the whole file with one change, and all that is told of it.
var builtFacts = []struct {
	fact string
	do   func(f *built)
	want string
}{
	{"the file as it is", func(*built) {}, ""},
	{"no free page", func(f *built) { f.meta.High = 8; f.list() }, ""},
	{"as many free pages as the list has room for",
		func(f *built) {
			f.grow(22)
			f.list(8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21)
		}, ""},
	{"a bucket with nothing in it", func(f *built) {
		f.page(4, pageOf(4, leafPage, 0))
		f.grow(9)
		f.list(5, 6, 7, 8)
	}, ""},
	{"a leaf that is full", func(f *built) {
		f.page(5, pageOf(5, leafPage, 0, pageItem{key: "b", value: strings.Repeat("v", 95)}))
	}, ""},
	{"as many free pages, counted in the first element", func(f *built) {
		f.grow(21)
		f.list(13, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20)
		f.put16(2, countAt, manyFree)
	}, ""},

	{"three pages", func(f *built) { f.meta.High = 3 }, "The file says that it has 3 pages."},
	{"more pages than there can be", func(f *built) { f.meta.High = 1<<40 + 1 },
		"The file says that it has 1099511627777 pages."},
	{"the root is a meta page", func(f *built) { f.meta.Root = 1 },
		"Page 1: there is no such page. Page 3: it is neither used nor free."},
	{"the root is behind the last page", func(f *built) { f.meta.Root = 9 },
		"Page 9: there is no such page. Page 3: it is neither used nor free."},
	{"the list is behind the last page", func(f *built) { f.meta.Free = 9 },
		"Page 9: there is no such page. Page 2: it is neither used nor free."},
	{"a page of another number", func(f *built) { f.put64(5, ownAt, 77) },
		"Page 5: it says that it is page 77. Page 5: it is neither used nor free."},
	{"a page that goes on to the end", func(f *built) { f.put32(6, overflowAt, 2) },
		"Page 2: it says that page 8 is free."},
	{"a page that goes on behind the end", func(f *built) { f.put32(6, overflowAt, 3) },
		"Page 6: it is longer than the file. Page 6: it is neither used nor free."},
	{"a page that goes on for ever", func(f *built) { f.put32(6, overflowAt, 1<<32-1) },
		"Page 6: it is longer than the file. Page 6: it is neither used nor free."},
	{"a page with two above it", func(f *built) { f.put64(4, secondAt+childAt, 5) },
		"Page 5: it is used twice. Page 6: it is neither used nor free."},
	{"a page above itself", func(f *built) { f.put64(4, secondAt+childAt, 4) },
		"Page 4: it is used twice. Page 6: it is neither used nor free."},
	{"a page of another kind", func(f *built) { f.put16(5, flagsAt, 0x04) },
		"Page 5: it has the flags 0x4."},
	{"a leaf that is a branch as well", func(f *built) { f.put16(5, flagsAt, 0x03) },
		"Page 5: it has the flags 0x3."},
	{"more elements than there is room for", func(f *built) { f.put16(5, countAt, 8) },
		"Page 5: it has no room for 8 elements."},
	{"as many elements as there is room for", func(f *built) { f.put16(5, countAt, 7) },
		"Page 5: its element 0 is not where it should be."},
	{"a leaf with nothing in it", func(f *built) { f.page(5, pageOf(5, leafPage, 0)) },
		"Page 5: it is empty."},
	{"a branch with nothing in it", func(f *built) { f.page(4, pageOf(4, branchPage, 0)) },
		"Page 4: it is empty. Page 5: it is neither used nor free."},
	{"a key before its place", func(f *built) { f.put32(5, firstAt+posAt, 31) },
		"Page 5: its element 0 is not where it should be."},
	{"a key behind its place", func(f *built) { f.put32(5, secondAt+posAt, 19) },
		"Page 5: its element 1 is not where it should be."},
	{"a key of less than no bytes", func(f *built) { f.put32(5, firstAt+keySizeAt, 1<<32-1) },
		"Page 5: its element 0 is not where it should be."},
	{"a value of less than no bytes", func(f *built) { f.put32(5, firstAt+valueSizeAt, 1<<32-1) },
		"Page 5: its element 0 is not where it should be."},
	{"a value to the end", func(f *built) { f.put32(5, secondAt+valueSizeAt, 77) }, ""},
	{"a value behind the end", func(f *built) { f.put32(5, secondAt+valueSizeAt, 78) },
		"Page 5: its element 1 is not where it should be."},
	{"a key twice", func(f *built) { f.bytes[5*builtPage+50] = 'b' },
		"Page 5: its key 1 is out of order."},
	{"two keys the other way round", func(f *built) { f.bytes[5*builtPage+50] = 'a' },
		"Page 5: its key 1 is out of order."},
	{"a key below those of its page", func(f *built) { f.bytes[5*builtPage+48] = 'a' },
		"Page 5: its key 0 is out of order."},
	{"a key of the next page", func(f *built) { f.bytes[5*builtPage+50] = 'm' },
		"Page 5: its key 1 is out of order."},
	{"the last key of its page", func(f *built) { f.bytes[5*builtPage+50] = 'l' }, ""},
	{"a bucket among values", func(f *built) { f.put32(5, firstAt, bucketElement) },
		"Page 5: its element 0 has the flags 0x1."},
	{"a value among buckets", func(f *built) { f.put32(3, firstAt, 0) },
		"Page 3: its element 0 has the flags 0x0."},
	{"a bucket with a flag more", func(f *built) { f.put32(3, firstAt, bucketElement|2) },
		"Page 3: its element 0 has the flags 0x3."},
	{"a value with a flag", func(f *built) { f.put32(5, secondAt, 2) },
		"Page 5: its element 1 has the flags 0x2."},
	{"a bucket of too few bytes", func(f *built) { f.buckets(rootAt(4)[:15]) },
		`Page 3: the bucket "tree" has 15 bytes.` + unused4},
	{"a bucket of no page", func(f *built) { f.buckets(rootAt(0)) },
		`Page 3: the bucket "tree" begins at page 0 and has 16 bytes.` + unused4},
	{"a bucket of a page and one of its own", func(f *built) { f.buckets(rootAt(4, emptyLeaf...)) },
		`Page 3: the bucket "tree" begins at page 4 and has 32 bytes.` + unused4},
	{"a bucket whose page is too short", func(f *built) { f.buckets(rootAt(0, emptyLeaf[:15]...)) },
		`Page 3: the bucket "tree" begins at page 0 and has 31 bytes.` + unused4},
	{"a bucket whose own page is a branch",
		func(f *built) { f.buckets(rootAt(0, pageOf(0, branchPage, 0)...)) },
		`Page 3: the bucket "tree" begins at page 0 and has 32 bytes.` + unused4},
	{"a bucket whose own page is empty", func(f *built) {
		f.buckets(rootAt(0, emptyLeaf...))
		f.list(4, 5, 6, 7, 8)
	}, ""},
	{"a bucket whose own page is damaged", func(f *built) { f.put32(3, 48+4+16+firstAt+posAt, 17) },
		"Page 3: its element 0 is not where it should be."},
	{"a byte behind the last value", func(f *built) { f.bytes[5*builtPage+51] = 1 },
		"Page 5: there is something behind its end."},
	{"a byte at the end", func(f *built) { f.bytes[6*builtPage-1] = 1 },
		"Page 5: there is something behind its end."},
	{"a byte at the end of a long page", func(f *built) { f.bytes[8*builtPage-1] = 1 },
		"Page 6: there is something behind its end."},
	{"a list that is a leaf", func(f *built) { f.put16(2, flagsAt, leafPage) },
		"Page 2: it is no list of 1 free pages. Page 8: it is neither used nor free."},
	{"a list longer than its page", func(f *built) { f.put16(2, countAt, 15) },
		"Page 2: it is no list of 15 free pages. Page 8: it is neither used nor free."},
	{"a list longer than its page, counted in the first element", func(f *built) {
		f.list(14)
		f.put16(2, countAt, manyFree)
	}, "Page 2: it is no list of 14 free pages. Page 8: it is neither used nor free."},
	{"a free meta page", func(f *built) { f.list(1, 8) },
		"Page 2: it says that page 1 is free. Page 8: it is neither used nor free."},
	{"a free page behind the end", func(f *built) { f.list(8, 9) },
		"Page 2: it says that page 9 is free."},
	{"a free page that is used", func(f *built) { f.list(5, 8) },
		"Page 2: it says that page 5 is free. Page 8: it is neither used nor free."},
	{"a free page twice", func(f *built) { f.list(8, 8) },
		"Page 2: it says that page 8 is free."},
	{"free pages in another order", func(f *built) { f.grow(10); f.list(9, 8) },
		"Page 2: it says that page 8 is free. Page 8: it is neither used nor free."},
	{"a page that is neither used nor free", func(f *built) { f.list() },
		"Page 8: it is neither used nor free."},
	{"an end within a page", func(f *built) { f.bytes = f.bytes[:5*builtPage+100] },
		"Page 5: it cannot be read (EOF). Page 6: it cannot be read (EOF). " +
			"Page 5: it is neither used nor free."},
	{"an end within a long page", func(f *built) { f.bytes = f.bytes[:7*builtPage+100] },
		"Page 6: it cannot be read (EOF)."},
}

// buckets makes the second bucket have another value.
func (f *built) buckets(value string) {
	tree := pageItem{flags: bucketElement, key: "tree", value: value}
	f.page(3, pageOf(3, leafPage, 0, tree))
}

func TestEachFaultOfAPageIsTold(t *testing.T) {
	for _, f := range builtFacts {
		file := build()
		f.do(file)
		if told, err := file.problems(t.Context()); told != f.want || err != nil {
			t.Errorf("%s: it tells\n%s, %v, want\n%s", f.fact, told, err, f.want)
		}
	}
}

func TestACheckOfPagesEndsWithItsContextWhereverItIs(t *testing.T) {
	for n := 0; ; n++ {
		told, err := build().problems(&endsAfter{t.Context(), n})
		if told != "" {
			t.Errorf("ended at page %d, it tells %q", n, told)
		}
		if err == nil {
			if n != 5 {
				t.Errorf("asked %d times, it has looked at all of 5 pages", n)
			}
			return
		}
		if !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	}
}

// endsAfter is a context that is done after it was asked some times.
type endsAfter struct {
	context.Context
	left int
}

func (c *endsAfter) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

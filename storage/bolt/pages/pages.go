// Package pages knows how bbolt lays out its file, which is private to bbolt: its
// meta pages, trees and list of free pages. It checks a file before bbolt reads
// it, because bbolt trusts what it reads, and may panic or go in circles on a
// damaged page. It is written for one version: see [Version].
package pages

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"io"

	"holecard/storage"
)

// What bbolt puts at the beginning of its pages and of what is on them. All
// numbers are in the byte order of the machine.
//
//	page    id (8) flags (2) count (2) overflow (4), then count elements
//	branch  pos (4) ksize (4) page (8)            pos counts from the element
//	leaf    flags (4) pos (4) ksize (4) vsize (4)
//	bucket  root (8) sequence (8)                 a root of 0: its one page follows
//	meta    magic (4) version (4) page size (4) flags (4) root (16)
//	        free list (8) high water (8) transaction (8) checksum (8)
const (
	headerSize  = 16
	elementSize = 16
	metaEnd     = headerSize + 64

	branchPage = 0x01
	leafPage   = 0x02
	freePage   = 0x10

	manyFree = 0xffff // the count of a free list that has its count in its first element
)

// Version is the version of bbolt whose files this package reads.
const Version = "v1.5.0"

// Meta is what a meta page says.
type Meta struct {
	PageSize int64
	Root     uint64
	Free     uint64 // the page of the free list
	High     uint64 // the high water mark: pages from here on are not used
	Txid     uint64
	both     [2][metaEnd]byte // what the two meta pages begin with
}

// Size returns how many bytes of the file are in use.
func (m Meta) Size() int64 { return int64(m.High) * m.PageSize }

var order = binary.NativeEndian

// parseMeta reads a meta page and reports whether it is whole.
func parseMeta(page []byte) (Meta, bool) {
	const magic, version = 0xED0CDAED, 2
	b, end := page[headerSize:], len(page)-8
	sum := fnv.New64a()
	sum.Write(page[headerSize:end])
	return Meta{
			PageSize: int64(order.Uint32(b[8:])),
			Root:     order.Uint64(b[16:]),
			Free:     order.Uint64(b[32:]),
			High:     order.Uint64(b[40:]),
			Txid:     order.Uint64(b[48:]),
		}, order.Uint32(b) == magic && order.Uint32(b[4:]) == version &&
			order.Uint64(page[end:]) == sum.Sum64()
}

// ReadMetas returns the newest meta page. Both must be whole: a lost one may be
// that of the newest commit, and no power failure tears one, for it is written
// within one sector.
func ReadMetas(file io.ReaderAt, pageSize int64) (newest Meta, err error) {
	var both [2][metaEnd]byte
	for n := range both {
		if _, err := file.ReadAt(both[n][:], int64(n)*pageSize); err != nil {
			return Meta{}, err
		}
		m, ok := parseMeta(both[n][:])
		if !ok || m.PageSize != pageSize {
			return Meta{}, fmt.Errorf("%w: its meta page %d is not whole; restore a backup",
				storage.ErrCorrupt, n)
		}
		if n == 0 || m.Txid > newest.Txid {
			newest = m
		}
	}
	newest.both = both
	return newest, nil
}

// pages are those of a state of a file.
type pages struct {
	ctx  context.Context
	file io.ReaderAt
	Meta
	records func(bucket []byte, sequence uint64) Record
	used    []bool // by page
}

// Record is told each record of a bucket, whose bytes are valid until it returns, and a nil key
// after the last.
type Record func(key, value []byte)

// Check checks the trees and the free list of a state of a file: each page is in one place of
// one tree or free, and keys are in order. It returns which pages are in use, by their numbers.
// It calls records for each bucket, with the number that bbolt keeps beside it, and tells what that
// returns of all records of it.
func Check(ctx context.Context, file io.ReaderAt, meta Meta,
	records func(bucket []byte, sequence uint64) Record) (used []bool, err error) {
	const least = 4 // two meta pages, a free list and a root
	if meta.High < least || meta.High > 1<<40 {
		return nil, fmt.Errorf("%w: it says that it has %d pages; restore a backup",
			storage.ErrCorrupt, meta.High)
	}
	p := &pages{ctx, file, meta, records, make([]bool, meta.High)}
	p.used[0], p.used[1] = true, true
	if err := p.tree(meta.Root, nil, nil, p.bucket); err != nil {
		return nil, err
	}
	return p.used, p.freeList()
}

// Copy writes the file of a state, in which free pages are empty.
func Copy(ctx context.Context, w io.Writer, file io.ReaderAt, meta Meta) error {
	used, err := Check(ctx, file, meta, AnyRecords)
	if err != nil {
		return err
	}
	to := bufio.NewWriterSize(w, 1<<16)
	page := make([]byte, meta.PageSize)
	for n, isUsed := range used {
		clear(page)
		if n < len(meta.both) {
			copy(page, meta.both[n][:]) // the file may have newer ones now
		} else if isUsed {
			if _, err := file.ReadAt(page, int64(n)*meta.PageSize); err != nil {
				return err
			}
		}
		if _, err := to.Write(page); err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return to.Flush()
}

// AnyRecords are the records of a check of pages alone.
func AnyRecords([]byte, uint64) Record { return func(_, _ []byte) {} }

func damaged(id uint64, format string, args ...any) error {
	return fmt.Errorf("%w: its page %d is damaged: %s; restore a backup", storage.ErrCorrupt, id,
		fmt.Sprintf(format, args...))
}

// read returns a page, with those that it overflows into, which nothing may have used before.
func (p *pages) read(id uint64) ([]byte, error) {
	if err := p.ctx.Err(); err != nil {
		return nil, err
	}
	if id >= p.High {
		return nil, damaged(id, "there is no such page")
	}
	page := make([]byte, p.PageSize)
	if _, err := p.file.ReadAt(page, int64(id)*p.PageSize); err != nil {
		return nil, damaged(id, "it cannot be read (%v)", err)
	}
	own, more := order.Uint64(page), uint64(order.Uint32(page[12:]))
	if own != id || more >= p.High-id {
		return nil, damaged(id, "it says that it is page %d and has %d more", own, more)
	}
	for n := id; n <= id+more; n++ {
		if p.used[n] {
			return nil, damaged(n, "it is used twice")
		}
		p.used[n] = true
	}
	if more > 0 {
		page = append(page, make([]byte, int64(more)*p.PageSize)...)
		if _, err := p.file.ReadAt(page[p.PageSize:], int64(id+1)*p.PageSize); err != nil {
			return nil, damaged(id, "it cannot be read (%v)", err)
		}
	}
	return page, nil
}

// element is told what stands on a leaf.
type element func(id uint64, flags uint32, key, value []byte) error

// tree checks a page and all below it. Its keys are from low on, and below high unless that is
// nil.
func (p *pages) tree(id uint64, low, high []byte, each element) error {
	page, err := p.read(id)
	if err != nil {
		return err
	}
	return p.content(id, page, low, high, each)
}

// content checks what is on a page of a tree.
func (p *pages) content(id uint64, page, low, high []byte, each element) error {
	flags, count := order.Uint16(page[8:]), int(order.Uint16(page[10:]))
	end := headerSize + count*elementSize // of what is accounted for
	if flags != branchPage && flags != leafPage || end > len(page) ||
		flags == branchPage && count == 0 {
		return damaged(id, "it has the flags %#x and %d elements", flags, count)
	}
	var children []uint64
	var keys [][]byte
	for i := range count {
		at := headerSize + i*elementSize
		var word [4]uint32 // of a leaf: flags, pos, key size, value size
		for n := range word {
			word[n] = order.Uint32(page[at+4*n:])
		}
		if flags == branchPage {
			children = append(children, order.Uint64(page[at+8:]))
			word = [4]uint32{0, word[0], word[1], 0}
		}
		if int64(at)+int64(word[1]) != int64(end) ||
			int64(word[2])+int64(word[3]) > int64(len(page)-end) {
			return damaged(id, "its element %d is not where it should be", i)
		}
		key, value := page[end:end+int(word[2])], page[end+int(word[2]):][:word[3]]
		end += len(key) + len(value)
		if c := bytes.Compare(low, key); c > 0 || c == 0 && i > 0 ||
			high != nil && bytes.Compare(key, high) >= 0 {
			return damaged(id, "its key %d is out of order", i)
		}
		low = key
		if flags == branchPage {
			keys = append(keys, key)
		} else if err := each(id, word[0], key, value); err != nil {
			return err
		}
	}
	for i, child := range children {
		if err := p.tree(child, keys[i], append(keys, high)[i+1], each); err != nil {
			return err
		}
	}
	return nil
}

// bucket checks a bucket, which is an element of the tree of all buckets.
func (p *pages) bucket(id uint64, flags uint32, name, value []byte) (err error) {
	const size, isBucket = 16, 1
	if flags != isBucket {
		return damaged(id, "an element has the flags %#x", flags)
	}
	if len(value) < size {
		return damaged(id, "it has a bucket of %d bytes", len(value))
	}
	record := p.records(name, order.Uint64(value[8:]))
	each := func(id uint64, flags uint32, key, value []byte) error {
		if flags != 0 {
			return damaged(id, "an element has the flags %#x", flags)
		}
		record(key, value)
		return nil
	}
	switch root := order.Uint64(value); {
	case len(value) == size:
		err = p.tree(root, nil, nil, each)
	case len(value) < size+headerSize || root != 0 || order.Uint16(value[size+8:]) != leafPage:
		err = damaged(id, "it has a bucket of %d bytes", len(value))
	default:
		err = p.content(id, value[size:], nil, nil, each)
	}
	if err == nil {
		record(nil, nil)
	}
	return err
}

// freeList checks that the free pages are all that are not used.
func (p *pages) freeList() error {
	page, err := p.read(p.Free)
	if err != nil {
		return err
	}
	count, ids := uint64(order.Uint16(page[10:])), page[headerSize:]
	if count == manyFree {
		count, ids = order.Uint64(ids), ids[8:]
	}
	if order.Uint16(page[8:]) != freePage || count > uint64(len(ids)/8) {
		return damaged(p.Free, "it is not a list of %d free pages", count)
	}
	for id, used := range p.used {
		if used {
			continue
		}
		if count == 0 || order.Uint64(ids) != uint64(id) {
			return damaged(p.Free, "page %d is neither used nor free", id)
		}
		count, ids = count-1, ids[8:]
	}
	if count > 0 {
		return damaged(p.Free, "it has %d free pages too many", count)
	}
	return nil
}

// Package pages knows how bbolt lays out its file, which is private to bbolt: its
// meta pages, trees and list of free pages. It checks a file before bbolt reads
// it, because bbolt trusts what it reads, and may panic or go in circles on a
// damaged page. It is written for one version: see [Version].
package pages

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
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
	metaSize    = 64

	branchPage = 0x01
	leafPage   = 0x02
	freePage   = 0x10

	bucketElement = 0x01

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
}

// parseMeta reads a meta page and reports whether it is whole.
func parseMeta(page []byte) (Meta, bool) {
	const magic, version = 0xED0CDAED, 2
	if len(page) < headerSize+metaSize {
		return Meta{}, false
	}
	b, order := page[headerSize:], binary.NativeEndian
	sum := fnv.New64a()
	sum.Write(b[:metaSize-8])
	if order.Uint32(b) != magic || order.Uint32(b[4:]) != version ||
		order.Uint64(b[metaSize-8:]) != sum.Sum64() {
		return Meta{}, false
	}
	return Meta{
		PageSize: int64(order.Uint32(b[8:])),
		Root:     order.Uint64(b[16:]),
		Free:     order.Uint64(b[32:]),
		High:     order.Uint64(b[40:]),
		Txid:     order.Uint64(b[48:]),
	}, true
}

// ReadMetas returns the newest meta page. Both must be whole: a lost one may be
// that of the newest commit, and no power failure tears one, for it is written
// within one sector.
func ReadMetas(file io.ReaderAt, pageSize int64) (newest Meta, err error) {
	for n := range int64(2) {
		page := make([]byte, headerSize+metaSize)
		if _, err := file.ReadAt(page, n*pageSize); err != nil {
			return Meta{}, err
		}
		m, ok := parseMeta(page)
		if !ok || m.PageSize != pageSize {
			return Meta{}, fmt.Errorf("%w: its meta page %d is not whole; restore a backup",
				storage.ErrCorrupt, n)
		}
		if n == 0 || m.Txid > newest.Txid {
			newest = m
		}
	}
	return newest, nil
}

// pages checks the pages of a file: that each is used once or free, that all
// are as bbolt writes them, byte by byte, and their keys in order.
type pages struct {
	ctx     context.Context
	file    io.ReaderAt
	meta    Meta
	used    []bool // by page
	problem func(format string, args ...any)
}

// Check checks all pages of a state of a file. The error tells that it
// could not be done.
func Check(ctx context.Context, file io.ReaderAt, meta Meta, problem func(string, ...any)) error {
	const least = 4 // two meta pages, a free list and a root
	if meta.High < least || meta.High > 1<<40 {
		problem("The file says that it has %d pages. Restore a backup.", meta.High)
		return nil
	}
	p := &pages{ctx: ctx, file: file, meta: meta, used: make([]bool, meta.High), problem: problem}
	p.used[0], p.used[1] = true, true
	if err := p.tree(span{page: meta.Root, buckets: true}); err != nil {
		return err
	}
	if err := p.freeList(); err != nil {
		return err
	}
	for id, used := range p.used {
		if !used {
			p.damaged(uint64(id), "it is neither used nor free")
			break // others follow from the same damage
		}
	}
	return nil
}

func (p *pages) damaged(id uint64, format string, args ...any) {
	p.problem("Page %d of the file is damaged: %s. Restore a backup.", id,
		fmt.Sprintf(format, args...))
}

// read returns a page with those that it overflows into, nil when it is damaged.
func (p *pages) read(id uint64) ([]byte, error) {
	if err := p.ctx.Err(); err != nil {
		return nil, err
	}
	if id < 2 || id >= p.meta.High {
		p.damaged(id, "there is no such page")
		return nil, nil
	}
	page := make([]byte, p.meta.PageSize)
	if _, err := p.file.ReadAt(page, int64(id)*p.meta.PageSize); err != nil {
		// by the end of the file, or a failure of the disk
		p.damaged(id, "it cannot be read (%v)", err)
		return nil, nil
	}
	own, overflow := binary.NativeEndian.Uint64(page), uint64(binary.NativeEndian.Uint32(page[12:]))
	if own != id {
		p.damaged(id, "it says that it is page %d", own)
		return nil, nil
	}
	if overflow >= p.meta.High-id {
		p.damaged(id, "it is longer than the file")
		return nil, nil
	}
	for n := id; n <= id+overflow; n++ {
		if p.used[n] {
			p.damaged(n, "it is used twice")
			return nil, nil
		}
		p.used[n] = true
	}
	if overflow > 0 {
		rest := make([]byte, int64(overflow+1)*p.meta.PageSize)
		copy(rest, page)
		if _, err := p.file.ReadAt(rest[len(page):], int64(id+1)*p.meta.PageSize); err != nil {
			p.damaged(id, "it cannot be read (%v)", err)
			return nil, nil
		}
		page = rest
	}
	return page, nil
}

// span is a page of a tree with the keys it may have: from min, and below max
// unless that is nil.
type span struct {
	page     uint64
	min, max []byte
	buckets  bool // the values are buckets: it is the tree of all buckets
	inner    bool // it is below a branch
}

// tree checks a page and all below it.
func (p *pages) tree(s span) error {
	page, err := p.read(s.page)
	if page == nil || err != nil {
		return err
	}
	return p.content(page, s)
}

// content checks what is on a page of a tree.
func (p *pages) content(page []byte, s span) error {
	flags, count := binary.NativeEndian.Uint16(page[8:]), int(binary.NativeEndian.Uint16(page[10:]))
	if flags != branchPage && flags != leafPage {
		p.damaged(s.page, "it has the flags %#x", flags)
		return nil
	}
	end := headerSize + count*elementSize // of what is accounted for
	if end > len(page) {
		p.damaged(s.page, "it has no room for %d elements", count)
		return nil
	}
	if count == 0 && (flags == branchPage || s.inner) {
		p.damaged(s.page, "it is empty")
	}
	var below []span
	last := s.min
	for i := range count {
		e := element(page, i, flags == leafPage)
		if e.from != end || e.keySize < 0 || e.valueSize < 0 ||
			e.keySize+e.valueSize > len(page)-end {
			p.damaged(s.page, "its element %d is not where it should be", i)
			return nil
		}
		key := page[end : end+e.keySize]
		value := page[end+e.keySize : end+e.keySize+e.valueSize]
		end += e.keySize + e.valueSize
		order := bytes.Compare(last, key)
		if order > 0 || order == 0 && i > 0 || s.max != nil && bytes.Compare(key, s.max) >= 0 {
			p.damaged(s.page, "its key %d is out of order", i)
			return nil
		}
		last = key
		switch {
		case flags == branchPage:
			if i > 0 {
				below[i-1].max = key
			}
			below = append(below, span{page: e.page, min: key, max: s.max, buckets: s.buckets,
				inner: true})
		case e.bucket != s.buckets || e.flags&^bucketElement != 0:
			p.damaged(s.page, "its element %d has the flags %#x", i, e.flags)
		case s.buckets:
			if err := p.bucket(s.page, key, value); err != nil {
				return err
			}
		}
	}
	for _, b := range page[end:] {
		if b != 0 {
			p.damaged(s.page, "there is something behind its end")
			break
		}
	}
	for _, child := range below {
		if err := p.tree(child); err != nil {
			return err
		}
	}
	return nil
}

// bucket checks a bucket by its value in the tree of all buckets.
func (p *pages) bucket(page uint64, name, value []byte) error {
	const size = 16
	if len(value) < size {
		p.damaged(page, "the bucket %q has %d bytes", name, len(value))
		return nil
	}
	root, inline := binary.NativeEndian.Uint64(value), value[size:]
	switch {
	case root != 0 && len(inline) == 0:
		return p.tree(span{page: root})
	case root == 0 && len(inline) >= headerSize &&
		binary.NativeEndian.Uint16(inline[8:]) == leafPage:
		return p.content(inline, span{page: page})
	}
	p.damaged(page, "the bucket %q begins at page %d and has %d bytes", name, root, len(value))
	return nil
}

// pageElement is an element of a branch or leaf page.
type pageElement struct {
	flags              uint32
	bucket             bool
	from               int // its key, in the page
	keySize, valueSize int
	page               uint64 // below a branch
}

func element(page []byte, i int, leaf bool) pageElement {
	at := headerSize + i*elementSize
	word := func(n int) int { return int(int32(binary.NativeEndian.Uint32(page[at+4*n:]))) }
	if leaf {
		flags := uint32(word(0))
		return pageElement{flags: flags, bucket: flags&bucketElement != 0, from: at + word(1),
			keySize: word(2), valueSize: word(3)}
	}
	return pageElement{from: at + word(0), keySize: word(1),
		page: binary.NativeEndian.Uint64(page[at+8:])}
}

// Free returns which pages of a state of a file are free, by their numbers. first is the meta
// page of the state.
func Free(ctx context.Context, file io.ReaderAt, first []byte) (free []bool, err error) {
	meta, ok := parseMeta(first)
	if !ok || meta.High > 1<<40 {
		return nil, fmt.Errorf("%w: its meta page is not whole", storage.ErrCorrupt)
	}
	p := &pages{ctx: ctx, file: file, meta: meta, used: make([]bool, meta.High)}
	p.problem = func(format string, args ...any) {
		err = fmt.Errorf("%w: %s", storage.ErrCorrupt, fmt.Sprintf(format, args...))
	}
	list, failed := p.read(meta.Free)
	if failed != nil || list == nil {
		return nil, errors.Join(failed, err)
	}
	clear(p.used) // of the list itself
	return p.used, errors.Join(p.freeIn(list), err)
}

// freeList checks the list of free pages.
func (p *pages) freeList() error {
	page, err := p.read(p.meta.Free)
	if page == nil || err != nil {
		return err
	}
	return p.freeIn(page)
}

// freeIn marks the free pages of a list, and checks it.
func (p *pages) freeIn(page []byte) error {
	flags, count := binary.NativeEndian.Uint16(page[8:]),
		uint64(binary.NativeEndian.Uint16(page[10:]))
	ids := page[headerSize:]
	if count == manyFree {
		count, ids = binary.NativeEndian.Uint64(ids), ids[8:]
	}
	if flags != freePage || count > uint64(len(ids)/8) {
		p.damaged(p.meta.Free, "it is no list of %d free pages", count)
		return nil
	}
	last := uint64(0)
	for i := range count {
		id := binary.NativeEndian.Uint64(ids[8*i:])
		if id <= last || id >= p.meta.High || p.used[id] {
			p.damaged(p.meta.Free, "it says that page %d is free", id)
			return nil
		}
		p.used[id] = true
		last = id
	}
	return nil
}

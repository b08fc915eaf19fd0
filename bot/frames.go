package bot

import (
	"bytes"
	"crypto/rand"
	"encoding/binary"
)

// headLimit is how many bytes of a frame's payload are kept to look at.
const headLimit = 1024

// The opcodes of WebSocket frames that matter here. Source: RFC 6455, section 5.2.
const (
	textFrame  = 1
	closeFrame = 8
	lastFrame  = 1 << 7 // with the opcode: no frame continues this one
)

// clientFrame returns a text as a WebSocket client sends it: masked, so that
// nothing between mistakes it for something else.
func clientFrame(text []byte) []byte {
	const masked = 1 << 7
	frame := []byte{lastFrame | textFrame}
	if n := len(text); n < 126 {
		frame = append(frame, masked|byte(n))
	} else {
		frame = binary.BigEndian.AppendUint16(append(frame, masked|126), uint16(n)) // it is no longer than that
	}
	var mask [4]byte
	rand.Read(mask[:]) // never fails
	frame = append(frame, mask[:]...)
	for i, b := range text {
		frame = append(frame, b^mask[i%4])
	}
	return frame
}

// frames follows what a WebSocket server sends as its bytes pass by, from the
// HTTP lines of the handshake on.
type frames struct {
	// seen is told each frame once its payload, or the beginning of a long one,
	// has passed. Its error ends the connection.
	seen func(opcode byte, head []byte, whole bool) error

	upgraded bool
	tail     []byte // the last bytes of the handshake
	header   []byte // the bytes of the frame's header so far
	inside   bool   // the header is complete
	told     bool
	size     uint64 // of the payload
	left     uint64 // of it to come
	head     []byte
}

// pass follows more bytes.
func (f *frames) pass(b []byte) error {
	for len(b) > 0 {
		switch {
		case !f.upgraded:
			b = f.passHandshake(b)
			continue
		case !f.inside:
			f.header = append(f.header, b[0])
			b = b[1:]
			f.readHeader()
		default:
			n := min(f.left, uint64(len(b)))
			if room := headLimit - len(f.head); room > 0 {
				f.head = append(f.head, b[:min(n, uint64(room))]...)
			}
			f.left -= n
			b = b[n:]
		}
		if err := f.tell(); err != nil {
			return err
		}
	}
	return nil
}

// passHandshake drops what belongs to the HTTP handshake, and returns the rest.
func (f *frames) passHandshake(b []byte) []byte {
	end := []byte("\r\n\r\n")
	kept := len(f.tail)
	all := append(f.tail, b...)
	at := bytes.Index(all, end)
	if at < 0 {
		f.tail = bytes.Clone(all[max(0, len(all)-len(end)+1):])
		return nil
	}
	f.upgraded, f.tail = true, nil
	return b[at+len(end)-kept:]
}

// readHeader takes up the payload when the header is complete.
func (f *frames) readHeader() {
	if len(f.header) < 2 {
		return
	}
	extended := 0
	switch f.header[1] & 0x7f {
	case 126:
		extended = 2
	case 127:
		extended = 8
	}
	size := 2 + extended // servers do not mask
	if len(f.header) < size {
		return
	}
	f.left = uint64(f.header[1] & 0x7f)
	if extended > 0 {
		f.left = 0
		for _, b := range f.header[2:size] {
			f.left = f.left<<8 | uint64(b)
		}
	}
	f.size = f.left
	f.inside, f.told, f.head = true, false, f.head[:0]
}

// tell tells the frame when enough of it is here, and goes on to the next when
// it is over.
func (f *frames) tell() error {
	if !f.inside {
		return nil
	}
	var err error
	if !f.told && (f.left == 0 || len(f.head) == headLimit) {
		f.told = true
		err = f.seen(f.header[0]&0x0f, f.head, f.size <= headLimit)
	}
	if f.left == 0 {
		f.inside, f.header = false, f.header[:0]
	}
	return err
}

package bot

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// frame writes a WebSocket frame as a server does.
func frame(opcode byte, payload []byte) []byte {
	b := []byte{0x80 | opcode}
	switch n := len(payload); {
	case n < 126:
		b = append(b, byte(n))
	case n < 1<<16:
		b = binary.BigEndian.AppendUint16(append(b, 126), uint16(n))
	default:
		b = binary.BigEndian.AppendUint64(append(b, 127), uint64(n))
	}
	return append(b, payload...)
}

func TestFramesAreSeenHoweverTheirBytesAreCut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		stream := []byte("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n")
		var want []string
		for range rapid.IntRange(0, 6).Draw(t, "frames") {
			opcode := rapid.SampledFrom([]byte{1, 2, 8, 9}).Draw(t, "opcode")
			size := rapid.SampledFrom([]int{0, 1, 2, 125, 126, 127, 1023, 1024, 1025, 65535, 65536, 70000}).Draw(t, "size")
			payload := bytes.Repeat([]byte{byte('a' + size%26)}, size)
			stream = append(stream, frame(opcode, payload)...)
			want = append(want, fmt.Sprint(opcode, string(payload[:min(size, headLimit)]), size <= headLimit))
		}
		var got []string
		f := frames{seen: func(opcode byte, head []byte, whole bool) error {
			got = append(got, fmt.Sprint(opcode, string(head), whole))
			return nil
		}}
		for len(stream) > 0 {
			n := min(len(stream), rapid.SampledFrom([]int{1, 2, 3, 7, 100, 4096, 100000}).Draw(t, "cut"))
			if err := f.pass(stream[:n]); err != nil {
				t.Fatal(err)
			}
			stream = stream[n:]
		}
		if !slices.Equal(got, want) {
			t.Fatalf("saw %.200q, want %.200q", got, want)
		}
	})
}

package fair

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxClientSeed is how many characters a client seed may have.
const MaxClientSeed = 64

// ClientSeedFault is why a text cannot be a client seed.
type ClientSeedFault uint8

// The faults.
const (
	ClientSeedEmpty   ClientSeedFault = iota + 1
	ClientSeedTooLong                 // more than MaxClientSeed characters
	ClientSeedNotText                 // not UTF-8
	ClientSeedControl                 // control characters or line breaks
	ClientSeedEdge                    // a space at the beginning or the end
)

// ClientSeedError says why a text cannot be a client seed.
type ClientSeedError struct {
	Fault  ClientSeedFault
	Length int // of the text, in characters
}

func (e *ClientSeedError) Error() string {
	switch e.Fault {
	case ClientSeedEmpty:
		return "a client seed has at least one character"
	case ClientSeedTooLong:
		return fmt.Sprintf("a client seed has at most %d characters, and this has %d",
			MaxClientSeed, e.Length)
	case ClientSeedNotText:
		return "a client seed is text, and this is not UTF-8"
	case ClientSeedControl:
		return "a client seed has no line breaks and no control characters"
	case ClientSeedEdge:
		return "a client seed neither begins nor ends with a space"
	}
	return "not a client seed"
}

// Refusal returns the key of the words for players, and their facts.
func (e *ClientSeedError) Refusal() (string, []any) {
	switch e.Fault {
	case ClientSeedEmpty:
		return "seed.empty", nil
	case ClientSeedTooLong:
		return "seed.long", []any{MaxClientSeed, e.Length}
	case ClientSeedControl:
		return "seed.control", nil
	case ClientSeedEdge:
		return "seed.edge", nil
	}
	return "seed.text", nil
}

// CheckClientSeed returns a [*ClientSeedError] where the text cannot be a client
// seed: where some of it could be lost in copying.
func CheckClientSeed(text string) error {
	var fault ClientSeedFault
	length := utf8.RuneCountInString(text)
	switch {
	case text == "":
		fault = ClientSeedEmpty
	case !utf8.ValidString(text):
		fault = ClientSeedNotText
	case length > MaxClientSeed:
		fault = ClientSeedTooLong
	case strings.ContainsFunc(text, breaks):
		fault = ClientSeedControl
	case strings.TrimSpace(text) != text:
		fault = ClientSeedEdge
	default:
		return nil
	}
	return &ClientSeedError{fault, length}
}

// Combine returns the client seed of a shuffle for several seats, made from those of all
// who are dealt, in the order of their seats: the SHA-256, in lower-case hex, of
// "holecard seats 1" and, for each seed, its length in bytes as eight bytes, the most
// significant first, and its bytes. The lengths keep two lists of seeds from looking the
// same.
func Combine(seeds []string) string {
	message := []byte("holecard seats 1")
	for _, seed := range seeds {
		message = binary.BigEndian.AppendUint64(message, uint64(len(seed)))
		message = append(message, seed...)
	}
	sum := sha256.Sum256(message)
	return hex.EncodeToString(sum[:])
}

func breaks(r rune) bool { return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' }

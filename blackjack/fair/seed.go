package fair

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"log/slog"
)

// Seed is a server seed. It is secret until the last hand of its shuffle is
// over: however it is printed, logged or encoded as text or JSON, it shows as
// "secret". Two things get around that: %p and %w, which go vet finds, and
// printing a struct that holds it in an unexported field. Have it in an exported
// one.
type Seed [32]byte

// secret is shown instead of a seed.
const secret = "secret"

// Commitment returns the SHA-256 of the seed, in lower-case hex.
func (s Seed) Commitment() string {
	sum := s.Digest()
	return hex.EncodeToString(sum[:])
}

// Digest returns the SHA-256 of the seed: its commitment, as bytes.
func (s Seed) Digest() [32]byte { return sha256.Sum256(s[:]) }

// Reveal returns the seed itself in lower-case hex. Call it only when the last
// hand of its shuffle is over.
func (s Seed) Reveal() string { return hex.EncodeToString(s[:]) }

// String returns "secret".
func (Seed) String() string { return secret }

// GoString returns "secret".
func (Seed) GoString() string { return secret }

// Format writes "secret", whatever the verb.
func (Seed) Format(f fmt.State, _ rune) { io.WriteString(f, secret) }

// LogValue returns "secret".
func (Seed) LogValue() slog.Value { return slog.StringValue(secret) }

// MarshalText returns "secret".
func (Seed) MarshalText() ([]byte, error) { return []byte(secret), nil }

// MarshalJSON returns "secret", quoted.
func (Seed) MarshalJSON() ([]byte, error) { return []byte(`"` + secret + `"`), nil }

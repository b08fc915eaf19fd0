package discord

import (
	"bytes"
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
)

// Why a request is refused before anything of it is parsed.
var (
	errUnsigned  = errors.New("the request has no signature of 128 digits")
	errUndated   = errors.New("the request has no timestamp in seconds")
	errStale     = errors.New("the request's timestamp is not of these five minutes")
	errTooLarge  = errors.New("the request is too large")
	errHalf      = errors.New("the request did not arrive in time")
	errSignature = errors.New("the request's signature is wrong")
	errRepeated  = errors.New("the request has come before")
)

// statuses are those of what is refused for another reason than its signature.
var statuses = map[error]int{errTooLarge: http.StatusRequestEntityTooLarge,
	errHalf: http.StatusRequestTimeout}

// skew is how far a timestamp may be from the time here.
const skew = 5 * time.Minute

// verifier tells Discord's requests from all others. It remembers the signatures of those
// it has let in for as long as their timestamps are let in.
type verifier struct {
	key ed25519.PublicKey
	now func() time.Time

	mu   sync.Mutex
	seen map[int64]map[string]struct{} // by the minute of the timestamp
}

func newVerifier(key ed25519.PublicKey, now func() time.Time) *verifier {
	return &verifier{key: key, now: now, seen: make(map[int64]map[string]struct{})}
}

// read returns the body of a request that Discord has signed, and that comes for the first time.
// discordgo checks the signature, and would read a body of any length, with a timestamp of any
// time.
func (v *verifier) read(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	signature := strings.ToLower(r.Header.Get("X-Signature-Ed25519"))
	if len(signature) != hex.EncodedLen(ed25519.SignatureSize) {
		return nil, errUnsigned
	}
	at, err := strconv.ParseInt(r.Header.Get("X-Signature-Timestamp"), 10, 64)
	if err != nil {
		return nil, errUndated
	}
	if now := v.now(); at < now.Add(-skew).Unix() || at > now.Add(skew).Unix() {
		return nil, errStale
	}
	if r.ContentLength > mostBody {
		return nil, errTooLarge
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, mostBody))
	if _, large := errors.AsType[*http.MaxBytesError](err); large {
		return nil, errTooLarge
	}
	if err != nil {
		return nil, errHalf
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	if !discordgo.VerifyInteraction(r, v.key) {
		return nil, errSignature
	}
	return body, v.once(signature[:32], at)
}

// once returns an error if a signature has come before. Only the owner of the private key could
// make a second one that begins like it.
func (v *verifier) once(begins string, at int64) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	const minute = 60
	oldest := v.now().Add(-skew).Unix() / minute
	for m := range v.seen {
		if m < oldest {
			delete(v.seen, m)
		}
	}
	of := v.seen[at/minute]
	if of == nil {
		of = make(map[string]struct{})
		v.seen[at/minute] = of
	}
	if _, repeated := of[begins]; repeated {
		return errRepeated
	}
	of[begins] = struct{}{}
	return nil
}

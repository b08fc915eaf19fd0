package discord

import (
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// Why a request is refused before anything of it is parsed.
var (
	errUnsigned  = errors.New("the request has no signature of 128 hex digits")
	errUndated   = errors.New("the request has no timestamp in seconds")
	errStale     = errors.New("the request's timestamp is not of these five minutes")
	errTooLarge  = errors.New("the request is too large")
	errHalf      = errors.New("the request did not arrive in time")
	errSignature = errors.New("the request's signature is wrong")
	errRepeated  = errors.New("the request has come before")
)

// skew is how far a timestamp may be from the time here.
const skew = 5 * time.Minute

// verifier tells Discord's requests from all others. It remembers the signatures of those
// it has let in for as long as their timestamps are let in.
type verifier struct {
	key ed25519.PublicKey
	now func() time.Time

	mu   sync.Mutex
	seen map[int64]map[fingerprint]struct{} // by the minute of the timestamp
}

// fingerprint is the beginning of a signature. Only the owner of the private key could make a
// second signature with the same.
type fingerprint [16]byte

func newVerifier(key ed25519.PublicKey, now func() time.Time) *verifier {
	return &verifier{key: key, now: now, seen: make(map[int64]map[fingerprint]struct{})}
}

// signed is a signature that is well formed, and not too old.
type signed struct {
	signature []byte
	timestamp string
	at        int64 // in seconds
}

// header reads the signature of a request from its header.
func (v *verifier) header(h http.Header) (s signed, err error) {
	text := h.Get("X-Signature-Ed25519")
	if len(text) != 2*ed25519.SignatureSize {
		return s, errUnsigned
	}
	if s.signature, err = hex.DecodeString(text); err != nil {
		return s, errUnsigned
	}
	s.timestamp = h.Get("X-Signature-Timestamp")
	if s.at, err = strconv.ParseInt(s.timestamp, 10, 64); err != nil {
		return s, errUndated
	}
	if now := v.now(); s.at < now.Add(-skew).Unix() || s.at > now.Add(skew).Unix() {
		return s, errStale
	}
	return s, nil
}

// body checks that the body is what was signed, and that it comes for the first time.
func (v *verifier) body(s signed, body []byte) error {
	message := append([]byte(s.timestamp), body...)
	if !ed25519.Verify(v.key, message, s.signature) {
		return errSignature
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	const minute = 60
	oldest := v.now().Add(-skew).Unix() / minute
	for m := range v.seen {
		if m < oldest {
			delete(v.seen, m)
		}
	}
	of := v.seen[s.at/minute]
	if of == nil {
		of = make(map[fingerprint]struct{})
		v.seen[s.at/minute] = of
	}
	mark := fingerprint(s.signature)
	if _, repeated := of[mark]; repeated {
		return errRepeated
	}
	of[mark] = struct{}{}
	return nil
}

package localdiscord

import (
	"bytes"
	"encoding/json"
	"math"
	"net/http"
	"strconv"
	"time"
)

// suffer lets the request pass by [Config.Fault] and the weather to next.
func (s *Server) suffer(w http.ResponseWriter, r *http.Request, next http.Handler) {
	var f Fault
	if s.cfg.Fault != nil {
		f = s.cfg.Fault(r)
	}
	if f == (Fault{}) {
		f = s.strike()
	}
	if !s.pause(r, f.Delay) {
		panic(http.ErrAbortHandler)
	}
	switch {
	case f.Cut:
		if f.Apply {
			next.ServeHTTP(&unheard{header: http.Header{}}, r)
		}
		panic(http.ErrAbortHandler)
	case f.Status == http.StatusTooManyRequests:
		tooMany(w, codeGeneral, f.RetryAfter)
	case f.Body != "":
		writeJSON(w, f.Status, json.RawMessage(f.Body))
	case f.Status != 0:
		writeJSON(w, f.Status, plain(f.Status))
	default:
		next.ServeHTTP(w, r)
	}
}

// pause waits for d and reports whether the client is still there.
func (s *Server) pause(r *http.Request, d time.Duration) bool {
	if d <= 0 {
		return true
	}
	select {
	case <-time.After(d):
		return true
	case <-r.Context().Done():
	case <-s.life.Done():
	}
	return false
}

// tooMany answers a request that is one too many, of which Discord says so by a code or
// by none.
func tooMany(w http.ResponseWriter, code int, wait time.Duration) {
	h, seconds := w.Header(), wait.Seconds()
	h.Set("Retry-After", strconv.Itoa(int(math.Ceil(seconds))))
	h.Set("X-RateLimit-Scope", "user")
	h.Set("X-RateLimit-Remaining", "0")
	h.Set("X-RateLimit-Reset-After", strconv.FormatFloat(seconds, 'f', 3, 64))
	body := map[string]any{"message": "You are being rate limited.", "retry_after": seconds,
		"global": false}
	if code != codeGeneral {
		body["code"] = code
	}
	writeJSON(w, http.StatusTooManyRequests, body)
}

// unheard takes an answer that nobody gets.
type unheard struct {
	header http.Header
	bytes.Buffer
}

func (u *unheard) Header() http.Header { return u.header }
func (u *unheard) WriteHeader(int)     {}

package localdiscord

import (
	"bytes"
	"strings"
)

// Request is a REST request as it came in.
type Request struct {
	Method string
	Path   string // without /api/v9
	Body   string // JSON; of a multipart body the payload_json
}

// requestLog remembers the last requests and counts all.
type requestLog struct {
	keep  int
	count int
	last  []Request
}

// note remembers a request.
func (s *Server) note(method, path, kind string, body []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l := &s.requests
	l.count++
	if l.keep == 0 {
		return
	}
	if strings.HasPrefix(kind, "multipart/") {
		body = payloadPart(body)
	}
	if len(l.last) >= 2*l.keep {
		l.last = append([]Request(nil), l.last[len(l.last)-l.keep:]...)
	}
	l.last = append(l.last, Request{method, path, string(body)})
}

// payloadPart cuts the JSON part out of a multipart body, for the log only.
func payloadPart(body []byte) []byte {
	_, rest, ok := bytes.Cut(body, []byte(`name="payload_json"`))
	if !ok {
		return nil
	}
	_, rest, _ = bytes.Cut(rest, []byte("\r\n\r\n"))
	payload, _, _ := bytes.Cut(rest, []byte("\r\n--"))
	return payload
}

// Requests returns the last REST requests, oldest first: as many as
// [Config.KeepRequests] says.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	last := s.requests.last
	return append([]Request(nil), last[max(0, len(last)-s.requests.keep):]...)
}

// RequestCount returns how many REST requests came in so far.
func (s *Server) RequestCount() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.requests.count
}

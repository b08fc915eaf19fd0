package localdiscord

import (
	"bytes"
	"slices"
	"strings"
)

// Request is a REST request as it came in.
type Request struct {
	Method string
	Path   string // without /api/v9
	Body   string // JSON; of a multipart body the payload_json
}

// note remembers a request.
func (s *Server) note(method, path, kind string, body []byte) {
	keep := s.cfg.KeepRequests
	if keep == 0 {
		return
	}
	if strings.HasPrefix(kind, "multipart/") {
		_, body, _ = bytes.Cut(body, []byte(`name="payload_json"`))
		_, body, _ = bytes.Cut(body, []byte("\r\n\r\n"))
		body, _, _ = bytes.Cut(body, []byte("\r\n--"))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.requests) >= 2*keep {
		s.requests = slices.Clone(s.requests[len(s.requests)-keep:])
	}
	s.requests = append(s.requests, Request{method, path, string(body)})
}

// Requests returns the last REST requests, oldest first: as many as
// [Config.KeepRequests] says.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests[max(0, len(s.requests)-s.cfg.KeepRequests):])
}

package localdiscord

import "slices"

// Request is a REST request as it came in.
type Request struct {
	Method string
	Path   string // without /api/v9
	Body   string // JSON; of a multipart body the payload_json
}

// note remembers a request.
func (s *Server) note(r Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if keep := s.cfg.KeepRequests; len(s.requests) >= 2*keep {
		s.requests = slices.Clone(s.requests[len(s.requests)-keep:])
	}
	s.requests = append(s.requests, r)
}

// Requests returns the last REST requests, oldest first: as many as
// [Config.KeepRequests] says.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests[max(0, len(s.requests)-s.cfg.KeepRequests):])
}

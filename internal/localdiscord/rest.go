package localdiscord

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"hash/fnv"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// call is one REST request on its way through the server.
type call struct {
	r       *http.Request
	payload []byte          // JSON: the body, or a part of it
	body    json.RawMessage // the payload, nil when there is none
	uploads []upload
	base    string      // http://host, as the bot reaches this server
	header  http.Header // of the answer
}

// callKey is where the context of a request has its call.
type callKey struct{}

// id returns the snowflake in the path, or zero.
func (c *call) id(name string) ID {
	id, _ := ParseID(c.r.PathValue(name))
	return id
}

// created is an answer of status 201. Any other is of status 200, and 204 where it is nil.
type created struct{ body any }

// handler answers a request. It holds the server's lock.
type handler func(*Server, *call) (any, *apiError)

// with makes a handler of one that wants what the path names.
func with[T any](find func(*Server, *call) (T, *apiError),
	handle func(*Server, *call, T) (any, *apiError)) handler {
	return func(s *Server, c *call) (any, *apiError) {
		found, err := find(s, c)
		if err != nil {
			return nil, err
		}
		return handle(s, c, found)
	}
}

type endpoint struct {
	method, path string
	open         bool // needs no bot token
	handle       handler
}

const (
	appCommands    = "/applications/{app}/commands"
	appEmojis      = "/applications/{app}/emojis"
	guild          = "/guilds/{guild}"
	guildCommands  = "/applications/{app}/guilds/{guild}/commands"
	hook           = "/webhooks/{app}/{token}"
	hookMessage    = hook + "/messages/{message}"
	channelMessage = "/channels/{channel}/messages/{message}"
)

// endpoints are all routes, below /api/v9.
var endpoints = []endpoint{
	{"GET", "/gateway", true, (*Server).getGateway},
	{"GET", "/gateway/bot", false, (*Server).getGatewayBot},
	{"GET", "/users/@me", false, (*Server).getSelf},
	{"GET", "/applications/@me", false, (*Server).getApplication},

	{"GET", "/users/@me/guilds", false, (*Server).listGuilds},
	{"GET", guild, false, with((*Server).ownGuild, (*Server).showGuild)},
	{"GET", guild + "/channels", false, with((*Server).ownGuild, (*Server).listChannels)},
	{"GET", guild + "/members/{user}", false, with((*Server).ownGuild, (*Server).showMember)},

	{"GET", appCommands, false, with((*Server).scope, (*Server).listCommands)},
	{"PUT", appCommands, false, with((*Server).scope, (*Server).overwriteCommands)},
	{"GET", guildCommands, false, with((*Server).scope, (*Server).listCommands)},
	{"GET", guildCommands + "/permissions", false,
		with((*Server).scope, (*Server).listCommandPermissions)},

	{"GET", appEmojis, false, with((*Server).ownEmojis, (*Server).listEmojis)},
	{"POST", appEmojis, false, with((*Server).ownEmojis, (*Server).createEmoji)},
	{"DELETE", appEmojis + "/{emoji}", false, with((*Server).ownEmojis, (*Server).deleteEmoji)},

	{"POST", "/interactions/{interaction}/{token}/callback", true, (*Server).callback},
	{"POST", hook, true, with((*Server).webhook, (*Server).followUp)},
	{"GET", hookMessage, true, with((*Server).ownMessage, (*Server).showMessage)},
	{"PATCH", hookMessage, true, with((*Server).ownMessage, (*Server).editMessage)},

	{"PATCH", channelMessage, false, with((*Server).roomMessage, (*Server).editOwn)},
}

// maxRequest is more than any request that Discord takes.
const maxRequest = 25 << 20

// rest answers Discord's REST interface.
func (s *Server) rest() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		writeJSON(w, http.StatusNotFound, plain(http.StatusNotFound))
	})
	for _, e := range endpoints {
		mux.HandleFunc(e.method+" "+e.path, func(w http.ResponseWriter, r *http.Request) {
			s.serve(e, w, r)
		})
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		path := r.URL.Path
		for _, version := range []string{"/api/v9", "/api/v10", "/api"} {
			if rest, below := strings.CutPrefix(path, version); below {
				path = rest
				break
			}
		}
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxRequest))
		if err != nil {
			writeJSON(w, errTooLarge.status, errTooLarge)
			return
		}
		c := &call{base: "http://" + r.Host, payload: body}
		if refusal := s.take(c, r.Method, path, r.Header); refusal != nil {
			writeJSON(w, refusal.status, refusal)
			return
		}
		r = r.Clone(context.WithValue(r.Context(), callKey{}, c))
		r.URL.Path, r.URL.RawPath = path, ""
		s.suffer(w, r, mux)
	})
}

// serve answers one request to e.
func (s *Server) serve(e endpoint, w http.ResponseWriter, r *http.Request) {
	if !e.open && r.Header.Get("Authorization") != "Bot "+s.cfg.Token {
		writeJSON(w, http.StatusUnauthorized, plain(http.StatusUnauthorized))
		return
	}
	rateLimitHeaders(w.Header(), e)
	c := r.Context().Value(callKey{}).(*call)
	c.r, c.header = r, w.Header()
	var body any
	err := errInvalidJSON
	if c.body != nil || r.Method == "GET" || r.Method == "DELETE" {
		s.mu.Lock()
		body, err = e.handle(s, c)
		s.mu.Unlock()
	}
	if err != nil && err.wait > 0 {
		tooMany(w, err.Code, err.wait)
		return
	}
	if err != nil {
		s.log.Debug("refused", "method", e.method, "path", e.path, "code", err.Code, "message",
			err.Message)
		writeJSON(w, err.status, err)
		return
	}
	switch body := body.(type) {
	case nil:
		w.WriteHeader(http.StatusNoContent)
	case created:
		writeJSON(w, http.StatusCreated, body.body)
	default:
		writeJSON(w, http.StatusOK, body)
	}
}

func rateLimitHeaders(h http.Header, e endpoint) {
	hash := fnv.New64a()
	io.WriteString(hash, e.method+e.path)
	h.Set("X-RateLimit-Bucket", strconv.FormatUint(hash.Sum64(), 16))
	h.Set("X-RateLimit-Limit", "50")
	h.Set("X-RateLimit-Remaining", "49")
	h.Set("X-RateLimit-Reset",
		strconv.FormatFloat(float64(time.Now().Add(time.Second).UnixMilli())/1000, 'f', 3, 64))
	h.Set("X-RateLimit-Reset-After", "1.000")
}

func writeJSON(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	w.Write(marshal(body))
}

// take reads what has come for a method and a path, remembers it and has it checked.
func (s *Server) take(c *call, method, path string, h http.Header) *apiError {
	refusal := c.read(h.Get("Content-Type"))
	if s.cfg.KeepRequests > 0 {
		s.note(Request{method, path, string(c.payload)})
	}
	if refusal == nil && s.cfg.Check != nil {
		if err := s.cfg.Check(method, path, c.payload); err != nil {
			s.log.Warn("the check refuses a request", "method", method, "err", err)
			refusal = invalid(codeInvalidForm, "Invalid Form Body: "+err.Error())
		}
	}
	return refusal
}

// read takes the payload apart, which has come as a body of the given type.
func (c *call) read(contentType string) *apiError {
	if len(c.payload) == 0 {
		return nil
	}
	switch kind, params, _ := mime.ParseMediaType(contentType); kind {
	case "application/json":
	case "multipart/form-data":
		if refusal := c.readParts(params["boundary"]); refusal != nil {
			return refusal
		}
	default:
		var f form
		f.fail("", "CONTENT_TYPE_INVALID", "Expected \"Content-Type\" header to be one of "+
			"{'application/json', 'multipart/form-data'}.")
		return f.err()
	}
	if !json.Valid(c.payload) {
		return errInvalidJSON
	}
	c.body = c.payload
	return nil
}

// readParts finds the payload_json and the files of a multipart body.
func (c *call) readParts(boundary string) *apiError {
	reader := multipart.NewReader(bytes.NewReader(c.payload), boundary)
	c.payload = []byte("{}")
	for {
		part, err := reader.NextPart()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return plain(http.StatusBadRequest)
		}
		data, err := io.ReadAll(part)
		if err != nil {
			return plain(http.StatusBadRequest)
		}
		name := part.FormName()
		if name == "payload_json" {
			c.payload = data
			continue
		}
		number, isFile := strings.CutPrefix(name, "files[")
		n, err := strconv.Atoi(strings.TrimSuffix(number, "]"))
		if !isFile || err != nil || n < 0 || n >= maxFiles {
			var f form
			f.fail(name, "LOCAL_UNKNOWN_PART",
				"A part must be payload_json or files[0] to files[9].")
			return f.err()
		}
		if len(data) > maxFileBytes {
			return errTooLarge
		}
		kind := part.Header.Get("Content-Type")
		if kind == "" || kind == "application/octet-stream" {
			kind = mime.TypeByExtension(filepath.Ext(part.FileName()))
		}
		c.uploads = append(c.uploads, upload{ID(n), part.FileName(),
			cmp.Or(kind, "application/octet-stream"), data})
	}
}

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

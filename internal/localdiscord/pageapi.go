package localdiscord

import (
	"embed"
	"encoding/json"
	"errors"
	"io/fs"
	"net"
	"net/http"
	"path"
	"strings"
	"unicode/utf8"
)

//go:embed page
var pageFiles embed.FS

// deed is what a page asks for: POST /playground/NAME.
type deed struct {
	As       ID      `json:"as"`
	Channel  ID      `json:"channel"`
	Content  string  `json:"content"`
	Name     string  `json:"name"`
	Options  []Given `json:"options"`
	Message  ID      `json:"message"`
	CustomID string  `json:"custom_id"`
}

// page serves the playground's files and its interface.
func (s *Server) page() http.Handler {
	files, err := fs.Sub(pageFiles, "page")
	if err != nil {
		panic("localdiscord: the page is not embedded: " + err.Error())
	}
	mux := http.NewServeMux()
	mux.Handle("GET /", pageFile(http.FileServerFS(files)))
	if s.cfg.Verifier != nil {
		mux.HandleFunc("GET /verify", s.verifier)
	}
	mux.HandleFunc("GET /playground/world", func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		world := s.worldObject()
		s.mu.Unlock()
		writeJSON(w, http.StatusOK, world)
	})
	mux.HandleFunc("GET /playground/events", s.events)
	for name, do := range map[string]func(*http.Request, Actor, deed) (any, error){
		"say": say, "command": giveCommand, "autocomplete": autocomplete, "click": click, "dismiss": dismiss,
	} {
		mux.HandleFunc("POST /playground/"+name, func(w http.ResponseWriter, r *http.Request) { s.deed(w, r, do) })
	}
	return mux
}

// local reports whether r comes from the page itself, or from a program, which
// names no site: another site must not play for the people here or speak for
// the bot, be it by a form, a script or a name that it has made to mean this machine.
func local(r *http.Request) bool {
	host := r.Host
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	ip := net.ParseIP(strings.Trim(host, "[]"))
	if host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return false
	}
	followed := r.Method == http.MethodGet && r.Header.Get("Sec-Fetch-Mode") == "navigate" // a link on another site
	if r.Header.Get("Sec-Fetch-Site") == "cross-site" && !followed {
		return false
	}
	origin := r.Header.Get("Origin")
	return origin == "" || origin == "http://"+r.Host
}

// pageFile lets only what belongs to the page be had.
func pageFile(files http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch path.Ext(r.URL.Path) {
		case ".html", ".css", ".js", ".svg", ".png":
		default:
			if r.URL.Path != "/" {
				http.NotFound(w, r)
				return
			}
		}
		h := w.Header()
		h.Set("Cache-Control", "no-cache")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Content-Security-Policy", "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'")
		files.ServeHTTP(w, r)
	})
}

// verifier serves the page that checks shuffles. All of it is in the page, and
// the page may talk to nobody.
func (s *Server) verifier(w http.ResponseWriter, _ *http.Request) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-cache")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'")
	w.Write(s.cfg.Verifier)
}

// deed does what a page asks for.
func (s *Server) deed(w http.ResponseWriter, r *http.Request, do func(*http.Request, Actor, deed) (any, error)) {
	bad := func(text string) { writeJSON(w, http.StatusBadRequest, map[string]string{"message": text}) }
	// A form of another site cannot send this type.
	if !strings.HasPrefix(r.Header.Get("Content-Type"), "application/json") {
		bad("Send JSON, with Content-Type application/json.")
		return
	}
	var d deed
	decoder := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<20))
	decoder.UseNumber()
	if err := decoder.Decode(&d); err != nil {
		bad("The request cannot be read: " + err.Error() + ".")
		return
	}
	s.mu.Lock()
	person, known := s.world.everyone[d.As]
	s.mu.Unlock()
	if !known {
		bad("Nobody has the id that \"as\" gives: take one from /playground/world.")
		return
	}
	result, err := do(r, s.As(person), d)
	if err != nil {
		bad(brief(sentence(err)))
		return
	}
	writeJSON(w, http.StatusOK, result)
}

// brief cuts a text that repeats a long one.
func brief(text string) string {
	const most = 1000
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most]) + "…"
}

func giveCommand(_ *http.Request, a Actor, d deed) (any, error) {
	i, err := a.Command(d.Channel, d.Name, d.Options...)
	if err != nil {
		return nil, err
	}
	return map[string]any{"interaction": i.ID}, nil
}

func autocomplete(r *http.Request, a Actor, d deed) (any, error) {
	choices, err := a.Autocomplete(r.Context(), d.Channel, d.Name, d.Options...)
	if err != nil {
		return nil, err
	}
	if choices == nil {
		choices = []Choice{}
	}
	return map[string]any{"choices": choices}, nil
}

func click(_ *http.Request, a Actor, d deed) (any, error) {
	i, err := a.Click(d.Message, d.CustomID)
	if err != nil {
		return nil, err
	}
	return map[string]any{"interaction": i.ID}, nil
}

func say(_ *http.Request, a Actor, d deed) (any, error) {
	m, err := a.Say(d.Channel, d.Content)
	if err != nil {
		return nil, err
	}
	return map[string]any{"message": m.ID}, nil
}

func dismiss(_ *http.Request, a Actor, d deed) (any, error) {
	return struct{}{}, a.Dismiss(d.Message)
}

var (
	errNothingSaid  = errors.New("write something first")
	errTooLong      = errors.New("a message can have 2000 characters: shorten it")
	errNotEphemeral = errors.New("only messages that only you see can be dismissed")
)

// Say posts a plain message. The bot does not hear of it.
func (a Actor) Say(channel ID, content string) (Message, error) {
	content = strings.TrimSpace(content)
	switch {
	case content == "":
		return Message{}, errNothingSaid
	case utf8.RuneCountInString(content) > maxContent:
		return Message{}, errTooLong
	}
	a.s.mu.Lock()
	defer a.s.mu.Unlock()
	room := a.s.world.rooms[channel]
	if !a.s.world.sees(a.ID, room) {
		return Message{}, ErrUnknownChannel
	}
	m := a.s.newMessage(room, a.user())
	m.Content = content
	a.s.publish(m)
	return *m, nil
}

// Dismiss removes a message that only the person sees.
func (a Actor) Dismiss(message ID) error {
	a.s.mu.Lock()
	defer a.s.mu.Unlock()
	m := a.s.store.messages[message]
	switch {
	case m == nil:
		return nil
	case m.EphemeralFor != a.ID:
		return errNotEphemeral
	}
	a.s.remove(m)
	return nil
}

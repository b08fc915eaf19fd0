// Package playground is the page on which a person plays with the bot of a local
// Discord, in a browser. It does for the page what [localdiscord.Actor] does, and
// shows what [localdiscord.Server.Watch] tells.
//
//	browser ── GET /                      the page: page/*
//	        ── GET /verify                a page that checks shuffles, if there is one
//	        ── GET /playground/world      the guild, its people and the bot
//	        ── GET /playground/events     what one person sees, as server-sent events
//	        ── POST /playground/command   autocomplete, click, submit, say, join, …
//	                       │
//	              localdiscord.Server ── REST, gateway ── the bot
package playground

import (
	"embed"
	"io/fs"
	"net/http"
	"path"

	"holecard/internal/localdiscord"
)

//go:embed page
var pageFiles embed.FS

// page is the playground of one Discord.
type page struct{ discord *localdiscord.Server }

// New returns what answers a browser. Give it to [localdiscord.Server.Handle], which
// keeps other sites away. The verifier is a page of HTML that needs nothing else;
// nil means none.
func New(discord *localdiscord.Server, verifier []byte) http.Handler {
	files, err := fs.Sub(pageFiles, "page")
	if err != nil {
		panic("playground: the page is not embedded: " + err.Error())
	}
	p := page{discord}
	mux := http.NewServeMux()
	mux.Handle("GET /", pageFile(http.FileServerFS(files)))
	if verifier != nil {
		mux.HandleFunc("GET /verify", func(w http.ResponseWriter, _ *http.Request) {
			// All of it is in the page, which may talk to nobody.
			guard(w, "default-src 'none'; style-src 'unsafe-inline'; "+
				"script-src 'unsafe-inline'; img-src data:")
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			w.Write(verifier)
		})
	}
	mux.HandleFunc("GET /playground/world", func(w http.ResponseWriter, _ *http.Request) {
		writeJSON(w, http.StatusOK, p.world())
	})
	mux.HandleFunc("GET /playground/events", p.events)
	mux.HandleFunc("POST /playground/{action}", p.post)
	return mux
}

// pageFile serves only files that belong to the page.
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
		guard(w, "default-src 'self'; img-src 'self' data:")
		files.ServeHTTP(w, r)
	})
}

// guard sets the headers of a page that may load only from the sources given.
func guard(w http.ResponseWriter, sources string) {
	h := w.Header()
	h.Set("Cache-Control", "no-cache")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Security-Policy",
		sources+"; frame-ancestors 'none'; base-uri 'none'; form-action 'none'")
}

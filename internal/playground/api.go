package playground

import (
	"encoding/json"
	"net/http"
	"strings"
	"unicode/utf8"

	"holecard/internal/localdiscord"
)

// maxRequest is more than the page sends.
const maxRequest = 1 << 20

// request is the body of each POST; each deed takes the fields that it needs.
type request struct {
	As       localdiscord.ID      `json:"as"`
	Channel  localdiscord.ID      `json:"channel"`
	Content  string               `json:"content"`
	Name     string               `json:"name"`
	Options  []localdiscord.Given `json:"options"`
	Message  localdiscord.ID      `json:"message"`
	CustomID string               `json:"custom_id"`
}

// object is a JSON object.
type object map[string]any

// deed does what a person asks for and returns the answer.
type deed func(*http.Request, localdiscord.Actor, request) (object, error)

// deeds are what a person can do, by the last part of the path.
var deeds = map[string]deed{
	"command": func(_ *http.Request, a localdiscord.Actor, d request) (object, error) {
		return begun(a.Command(d.Channel, d.Name, d.Options...))
	},
	"click": func(_ *http.Request, a localdiscord.Actor, d request) (object, error) {
		return begun(a.Click(d.Message, d.CustomID))
	},
	"autocomplete": func(r *http.Request, a localdiscord.Actor, d request) (object, error) {
		choices, err := a.Autocomplete(r.Context(), d.Channel, d.Name, d.Options...)
		return object{"choices": append([]localdiscord.Choice{}, choices...)}, err
	},
	"say": func(_ *http.Request, a localdiscord.Actor, d request) (object, error) {
		m, err := a.Say(d.Channel, d.Content)
		return object{"message": m.ID}, err
	},
	"dismiss": func(_ *http.Request, a localdiscord.Actor, d request) (object, error) {
		return object{}, a.Dismiss(d.Message)
	},
}

func begun(i *localdiscord.Interaction, err error) (object, error) {
	if err != nil {
		return nil, err
	}
	return object{"interaction": i.ID}, nil
}

// nobody is said to a page that asks for a person who is not there.
const nobody = `Nobody has the id that "as" gives: take one from /playground/world.`

// do does what a page asks for.
func (p page) do(w http.ResponseWriter, r *http.Request, do deed) {
	// A form of another site cannot send this type.
	if !strings.HasPrefix(r.Header.Get("Content-Type"), "application/json") {
		refuse(w, "Send JSON, with Content-Type application/json.")
		return
	}
	var d request
	decoder := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxRequest))
	decoder.UseNumber()
	if err := decoder.Decode(&d); err != nil {
		refuse(w, "The request cannot be read: "+err.Error()+".")
		return
	}
	person, known := p.discord.Person(d.As)
	if !known {
		refuse(w, nobody)
		return
	}
	answer, err := do(r, p.discord.As(person), d)
	if err != nil {
		refuse(w, brief(sentence(err)))
		return
	}
	writeJSON(w, http.StatusOK, answer)
}

// refuse answers with a sentence that the page shows.
func refuse(w http.ResponseWriter, text string) {
	writeJSON(w, http.StatusBadRequest, object{"message": text})
}

func writeJSON(w http.ResponseWriter, status int, body any) {
	raw := marshal(body)
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	w.Write(raw)
}

// marshal writes what is JSON by construction.
func marshal(v any) []byte {
	raw, err := json.Marshal(v)
	if err != nil {
		panic("playground: no JSON: " + err.Error())
	}
	return raw
}

// brief cuts a text that repeats a long one.
func brief(text string) string {
	const most = 1000
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most]) + "…"
}

// sentence makes an error fit to be shown to a person.
func sentence(err error) string {
	text := strings.TrimPrefix(err.Error(), "localdiscord: ")
	if text == "" {
		return "Something went wrong."
	}
	return strings.ToUpper(text[:1]) + text[1:] + "."
}

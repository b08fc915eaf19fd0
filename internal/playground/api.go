package playground

import (
	"encoding/json"
	"net/http"
	"strings"

	"holecard/internal/localdiscord"
)

// maxRequest is more than the page sends.
const maxRequest = 1 << 20

// request is the body of each POST; each action takes the fields that it needs.
type request struct {
	As       localdiscord.ID      `json:"as"`
	Channel  localdiscord.ID      `json:"channel"`
	Content  string               `json:"content"`
	Name     string               `json:"name"`
	Options  []localdiscord.Given `json:"options"`
	Message  localdiscord.ID      `json:"message"`
	CustomID string               `json:"custom_id"`
	Values   []string             `json:"values"` // chosen in a select
	Locale   string               `json:"locale"`
	Denied   uint64               `json:"denied"` // permissions of the bot

	Interaction localdiscord.ID   `json:"interaction"` // that was answered with a modal
	Inputs      map[string]string `json:"inputs"`
}

// object is a JSON object.
type object map[string]any

// nobody is said to a page that asks for a person who is not there.
const nobody = `Nobody has the id that "as" gives: take one from /playground/world.`

// post does what a page asks for.
func (p page) post(w http.ResponseWriter, r *http.Request) {
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
	if r.PathValue("action") == "join" {
		person, err := p.discord.Join(d.Name)
		if err != nil {
			refuse(w, sentence(err))
			return
		}
		writeJSON(w, http.StatusOK, object{"id": person.ID})
		return
	}
	person, known := p.discord.Person(d.As)
	if !known {
		refuse(w, nobody)
		return
	}
	a, answer := p.discord.As(person), object{}
	var err error
	switch r.PathValue("action") {
	case "command":
		_, err = a.Command(d.Channel, d.Name, d.Options...)
	case "click":
		_, err = a.Choose(d.Message, d.CustomID, d.Values...)
	case "submit":
		_, err = a.Submit(d.Interaction, d.Inputs)
	case "autocomplete":
		var choices []localdiscord.Choice
		choices, err = a.Autocomplete(r.Context(), d.Channel, d.Name, d.Options...)
		answer["choices"] = append([]localdiscord.Choice{}, choices...)
	case "say":
		_, err = a.Say(d.Channel, d.Content)
	case "language":
		err = a.Speak(d.Locale)
	case "guild-language":
		err = a.SpeakInGuild(d.Locale)
	case "deny":
		err = a.Deny(d.Channel, d.Denied)
	case "delete":
		err = a.Delete(d.Message)
	case "dismiss":
		err = a.Dismiss(d.Message)
	default:
		http.NotFound(w, r)
		return
	}
	if err != nil {
		refuse(w, sentence(err))
		return
	}
	writeJSON(w, http.StatusOK, answer)
}

// refuse answers with a sentence that the page shows.
func refuse(w http.ResponseWriter, text string) {
	writeJSON(w, http.StatusBadRequest, object{"message": text})
}

func writeJSON(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	w.Write(marshal(body))
}

// marshal encodes a value that is JSON by construction.
func marshal(v any) []byte {
	raw, err := json.Marshal(v)
	if err != nil {
		panic("playground: no JSON: " + err.Error())
	}
	return raw
}

// sentence makes an error fit to be shown to a person, and cuts one that repeats a
// long text.
func sentence(err error) string {
	const most = 1000
	text := []rune(strings.TrimPrefix(err.Error(), "localdiscord: "))
	if len(text) > most {
		text = append(text[:most], '…')
	}
	return strings.ToUpper(string(text[0])) + string(text[1:]) + "."
}

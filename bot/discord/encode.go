package discord

import (
	"encoding/json"
	"strconv"

	"holecard/bot/message"
)

// answerKind is Discord's number for how an interaction is answered.
type answerKind int

// The kinds. Source: Discord's "Interaction Callback Type".
const (
	pongAnswer    answerKind = 1
	messageAnswer answerKind = 4 // posts a message
	updateAnswer  answerKind = 7 // redraws the message whose button was pressed
	choicesAnswer answerKind = 8
	laterAnswer   answerKind = 5 // the bot is thinking
	laterUpdate   answerKind = 6 // so is it, and nobody sees it: it redraws later
	modalAnswer   answerKind = 9
)

const ephemeral = 1 << 6 // the message flag for what one person sees

// Limits of Discord's.
const (
	mostChoices    = 25
	longestChoice  = 100
	biggestInteger = 1<<53 - 1 // an integer option's
)

// wireAnswer is the answer to an interaction. It is encoded here and not by
// discordgo, whose type sends a null where Discord wants a list, and leaves out
// an empty list of choices.
type wireAnswer struct {
	Type answerKind `json:"type"`
	Data any        `json:"data,omitempty"`
}

// wireMessage is a message. All fields but the flags are always sent: a field that
// is left out of an update would stay what it was, an old picture too, and names
// can ping people unless no mention is allowed.
type wireMessage struct {
	Content    string       `json:"content"`
	Embeds     []wireEmbed  `json:"embeds"`
	Components []wireRow    `json:"components"`
	Mentions   wireMentions `json:"allowed_mentions"`

	Attachments []wireAttachment `json:"attachments"` // those that stay or come
	Flags       int              `json:"flags,omitempty"`
}

type wireAttachment struct {
	// the number of the file in the form, as the text that Discord describes
	ID          string `json:"id"`
	Filename    string `json:"filename"`
	Description string `json:"description,omitempty"`
}

// wireLater is the answer of a bot that is thinking.
type wireLater struct {
	Flags int `json:"flags,omitempty"`
}

type wireMentions struct {
	Parse []string `json:"parse"`
}

type wireEmbed struct {
	Author *wireAuthor    `json:"author,omitempty"`
	Title  string         `json:"title,omitempty"`
	Text   string         `json:"description,omitempty"`
	Colour message.Colour `json:"color,omitempty"`
	Fields []wireField    `json:"fields,omitempty"`
	Footer *wireFooter    `json:"footer,omitempty"`
	Image  *wireImage     `json:"image,omitempty"`
}

type wireAuthor struct {
	Name string `json:"name"`
	Icon string `json:"icon_url,omitempty"`
}

type wireImage struct {
	URL string `json:"url"`
}

type wireField struct {
	Name   string `json:"name"`
	Value  string `json:"value"`
	Inline bool   `json:"inline,omitempty"`
}

type wireFooter struct {
	Text string `json:"text"`
}

type wireRow struct {
	Type       int   `json:"type"` // 1
	Components []any `json:"components"`
}

type wireButton struct {
	Type     int        `json:"type"` // 2
	Style    int        `json:"style"`
	Label    string     `json:"label,omitempty"`
	Emoji    *wireEmoji `json:"emoji,omitempty"`
	CustomID string     `json:"custom_id,omitempty"`
	URL      string     `json:"url,omitempty"`
	Disabled bool       `json:"disabled,omitempty"`
}

type wireSelect struct {
	Type     int                `json:"type"` // 3
	CustomID string             `json:"custom_id"`
	Hint     string             `json:"placeholder,omitempty"`
	Least    int                `json:"min_values"`
	Most     int                `json:"max_values"`
	Options  []wireSelectOption `json:"options"`
}

type wireSelectOption struct {
	Label  string     `json:"label"`
	Value  string     `json:"value"`
	About  string     `json:"description,omitempty"`
	Emoji  *wireEmoji `json:"emoji,omitempty"`
	Chosen bool       `json:"default,omitempty"`
}

type wireModal struct {
	CustomID string    `json:"custom_id"`
	Title    string    `json:"title"`
	Rows     []wireRow `json:"components"`
}

type wireInput struct {
	Type     int    `json:"type"` // 4
	CustomID string `json:"custom_id"`
	Style    int    `json:"style"` // 1, or 2 for several lines
	Label    string `json:"label"`
	Value    string `json:"value,omitempty"`
	Hint     string `json:"placeholder,omitempty"`
	Required bool   `json:"required"`
	Longest  int    `json:"max_length,omitempty"`
}

type wireEmoji struct {
	Name string `json:"name"`
}

type wireChoices struct {
	Choices []wireChoice `json:"choices"`
}

type wireChoice struct {
	Name  string            `json:"name"`
	Names map[string]string `json:"name_localizations,omitempty"`
	Value any               `json:"value"`
}

// replyAnswer returns the answer that a reply is. Only a press can redraw a message.
func replyAnswer(r message.Reply, pressed bool) wireAnswer {
	if r.Modal != nil {
		return wireAnswer{Type: modalAnswer, Data: modal(*r.Modal)}
	}
	if r.Keep && pressed {
		return wireAnswer{Type: laterUpdate}
	}
	if r.Work != nil && r.Update && pressed && r.Text == "" && len(r.Embeds) == 0 {
		return wireAnswer{Type: laterUpdate}
	}
	if r.Work != nil && !(r.Update && pressed) {
		later := wireLater{}
		if r.Private {
			later.Flags = ephemeral
		}
		return wireAnswer{Type: laterAnswer, Data: later}
	}
	kind := messageAnswer
	if r.Update && pressed {
		kind = updateAnswer
	}
	return wireAnswer{Type: kind, Data: encodeMessage(r, kind == messageAnswer && r.Private)}
}

// encodeMessage returns the message that a reply shows.
func encodeMessage(r message.Reply, private bool) wireMessage {
	m := wireMessage{
		Content:    r.Text,
		Embeds:     []wireEmbed{},
		Components: []wireRow{},
		Mentions:   wireMentions{Parse: []string{}},

		Attachments: []wireAttachment{},
	}
	if private {
		m.Flags = ephemeral
	}
	for _, e := range r.Embeds {
		m.Embeds = append(m.Embeds, embed(e))
	}
	for _, s := range r.Selects {
		m.Components = append(m.Components, wireRow{1, []any{selectOf(s)}})
	}
	for _, buttons := range r.Rows {
		if len(buttons) == 0 {
			continue
		}
		row := wireRow{Type: 1}
		for _, b := range buttons {
			row.Components = append(row.Components, button(b))
		}
		m.Components = append(m.Components, row)
	}
	for i, f := range r.Files {
		m.Attachments = append(m.Attachments,
			wireAttachment{ID: strconv.Itoa(i), Filename: f.Name, Description: f.Alt})
	}
	return m
}

func embed(e message.Embed) wireEmbed {
	w := wireEmbed{Title: e.Title, Text: e.Text, Colour: e.Colour}
	if e.Author != nil {
		w.Author = &wireAuthor{e.Author.Name, e.Author.Icon}
	}
	for _, f := range e.Fields {
		w.Fields = append(w.Fields, wireField(f))
	}
	if e.Footer != "" {
		w.Footer = &wireFooter{Text: e.Footer}
	}
	if e.Image != "" {
		w.Image = &wireImage{URL: "attachment://" + e.Image}
	}
	return w
}

func button(b message.Button) wireButton {
	w := wireButton{Type: 2, Label: b.Label, Disabled: b.Disabled, CustomID: b.ID, URL: b.URL,
		Emoji: emoji(b.Emoji)}
	switch {
	case b.URL != "":
		w.Style = 5
	case b.Style == message.Primary:
		w.Style = 1
	case b.Style == message.Success:
		w.Style = 3
	case b.Style == message.Danger:
		w.Style = 4
	default:
		w.Style = 2
	}
	return w
}

// emoji returns a Unicode emoji, nil for none.
func emoji(text string) *wireEmoji {
	if text == "" {
		return nil
	}
	return &wireEmoji{Name: text}
}

func selectOf(s message.Select) wireSelect {
	w := wireSelect{Type: 3, CustomID: s.ID, Hint: s.Hint, Least: s.Least, Most: s.Most,
		Options: []wireSelectOption{}}
	for _, o := range s.Options {
		w.Options = append(w.Options,
			wireSelectOption{o.Label, o.Value, o.About, emoji(o.Emoji), o.Chosen})
	}
	return w
}

func modal(m message.Modal) wireModal {
	w := wireModal{CustomID: m.ID, Title: m.Title, Rows: []wireRow{}}
	for _, in := range m.Inputs {
		field := wireInput{Type: 4, CustomID: in.ID, Style: 1, Label: in.Label, Value: in.Value,
			Hint: in.Hint, Required: !in.Optional, Longest: in.Longest}
		if in.Long {
			field.Style = 2
		}
		w.Rows = append(w.Rows, wireRow{1, []any{field}})
	}
	return w
}

// choicesOf returns choices as Discord takes them for a kind of option. Those
// it would refuse are left out, because it would refuse all of them together.
func choicesOf(kind OptionKind, choices []message.Choice) []wireChoice {
	taken := []wireChoice{}
	for _, c := range choices {
		var value any = c.Value
		if kind == Integer {
			n, err := strconv.ParseInt(c.Value, 10, 64)
			if err != nil || n > biggestInteger || n < -biggestInteger {
				continue
			}
			value = n
		}
		name := []rune(c.Name)
		if len(name) == 0 || len([]rune(c.Value)) > longestChoice || len(taken) == mostChoices {
			continue
		}
		taken = append(taken,
			wireChoice{Name: string(name[:min(len(name), longestChoice)]), Value: value})
	}
	return taken
}

// mustEncode returns v as JSON.
func mustEncode(v any) []byte {
	raw, err := json.Marshal(v)
	if err != nil {
		// the wire types hold strings, numbers and lists of them only
		panic("discord: " + err.Error())
	}
	return raw
}

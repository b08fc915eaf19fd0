package localdiscord

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// Limits of a message that stand in no tag.
const (
	maxContent   = 2000
	maxEmbedText = 6000
	maxFiles     = 10
	maxFileBytes = 10 << 20
)

// messageForm is a message or a change of one. A nil field was left out, which an
// edit takes for "as it was".
type messageForm struct {
	Content     *string           `json:"content" form:"0..2000"`
	Embeds      *[]Embed          `json:"embeds" form:"0..10"`
	Components  *[]Component      `json:"components" form:"0..5"` // null is left out
	Attachments *[]attachmentForm `json:"attachments" form:"0..10"`
	Flags       int               `json:"flags" form:"flags"`
	TTS         bool              `json:"tts" form:""`
	Mentions    mentionsForm      `json:"allowed_mentions" form:""`
	Poll        any               `json:"poll" form:"none"`
}

// attachmentForm speaks of the file to come with number ID, or of one that
// the message has.
type attachmentForm struct {
	ID          ID     `json:"id" form:"need,id"`
	Filename    string `json:"filename" form:"0..1024"`
	Description string `json:"description" form:"0..1024"`
}

// mentionsForm says who is notified of a message.
type mentionsForm struct {
	Parse []string `json:"parse" form:"0..3"`
	Users []ID     `json:"users" form:"0..100"`
	Roles []ID     `json:"roles" form:"0..100"`
}

var messageShape = shapeOf[messageForm]()

// message examines the message, or the change of one, at v.
func (c *call) message(v *value) (m messageForm, err *apiError) {
	v.read(messageShape, &m)
	if v.get("content").given {
		m.Content = new(strings.TrimSpace(*cmp.Or(m.Content, new(string))))
	}
	if v.get("embeds").given {
		m.Embeds = cmp.Or(m.Embeds, new([]Embed))
		checkEmbeds(v.get("embeds"), *m.Embeds)
	}
	if m.Components != nil {
		checkComponents(v.get("components"), *m.Components)
	}
	if m.Attachments != nil {
		checkAttachments(v.get("attachments"), *m.Attachments, c.uploads)
	}
	m.Mentions.check(v.get("allowed_mentions"))
	return m, v.err()
}

func checkFlags(v *value) {
	const allowed = FlagSuppressEmbeds | FlagEphemeral | FlagSilent
	flags := int(v.integer(0, maxExact))
	if flags&flagComponentsV2 != 0 {
		v.fail("LOCAL_UNSUPPORTED", "Local Discord has no Components V2.")
	} else if flags&^allowed != 0 {
		v.fail("BASE_TYPE_CHOICES",
			"Only SUPPRESS_EMBEDS, EPHEMERAL and SUPPRESS_NOTIFICATIONS can be set.")
	}
}

func (m mentionsForm) check(v *value) {
	for i, kind := range m.Parse {
		if !slices.Contains([]string{"roles", "users", "everyone"}, kind) {
			v.get("parse").item(i).fail("BASE_TYPE_CHOICES",
				"Value must be one of ('roles', 'users', 'everyone').")
		}
	}
	for kind, ids := range map[string][]ID{"users": m.Users, "roles": m.Roles} {
		if len(ids) > 0 && slices.Contains(m.Parse, kind) {
			v.get(kind).fail("MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
				"parse:[%q] and %s: [ids...] are mutually exclusive.", kind, kind)
		}
	}
}

func checkAttachments(v *value, list []attachmentForm, files []upload) {
	for i, a := range list {
		isFile := slices.ContainsFunc(files, func(f upload) bool { return f.number == a.ID })
		// A small number can only be that of a file in the same request.
		if a.ID < 1000 && !isFile {
			v.item(i).get("id").fail("ATTACHMENT_NOT_FOUND", "files[%d] is not in the request.",
				a.ID)
		}
	}
}

func checkEmbeds(v *value, embeds []Embed) {
	total := 0
	for i := range embeds {
		e := &embeds[i]
		e.Type = "rich"
		size := e.size()
		total += size
		if size == 0 && e.Image == nil && e.Thumbnail == nil && len(e.Fields) == 0 {
			v.item(i).get("description").required()
		}
	}
	if total > maxEmbedText {
		v.fail("MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of %d", maxEmbedText)
	}
}

// size counts the characters towards the limit of all embeds.
func (e *Embed) size() int {
	size := runes(e.Title, e.Description)
	if e.Footer != nil {
		size += runes(e.Footer.Text)
	}
	if e.Author != nil {
		size += runes(e.Author.Name)
	}
	for _, f := range e.Fields {
		size += runes(strings.TrimSpace(f.Name), strings.TrimSpace(f.Value))
	}
	return size
}

// runes counts the characters of texts.
func runes(texts ...string) (n int) {
	for _, t := range texts {
		n += utf8.RuneCountInString(t)
	}
	return n
}

// checkComponents examines rows of buttons, and numbers all components as Discord does.
func checkComponents(v *value, rows []Component) {
	number, ids := 0, map[string]bool{}
	for i := range rows {
		number++
		rows[i].ID = number
		at := v.item(i)
		if rows[i].Type != rowType {
			at.get("type").fail("UNION_TYPE_CHOICES",
				"Value of field \"type\" must be one of (1,).")
			continue
		}
		list := at.get("components")
		if list.null() {
			list.required()
		}
		for j := range rows[i].Components {
			b := &rows[i].Components[j]
			number++
			b.ID = number
			if b.Type == selectType {
				checkSelect(list, list.item(j), b)
			} else {
				checkButton(list.item(j), b)
			}
			if b.CustomID != "" && ids[b.CustomID] {
				list.item(j).get("custom_id").fail("COMPONENT_CUSTOM_ID_DUPLICATED",
					"Component custom id cannot be duplicated")
			}
			ids[b.CustomID] = true
		}
	}
}

// linkStyle is the style of buttons that open a page and tell the bot nothing.
const linkStyle = 5

func checkButton(v *value, b *Component) {
	id, link := v.get("custom_id"), v.get("url")
	isLink := b.Style == linkStyle
	switch {
	case b.Type != buttonType:
		v.get("type").fail("UNION_TYPE_CHOICES",
			"Value of field \"type\" must be one of (2, 3): local Discord has buttons and selects.")
		return
	case v.get("style").null():
		v.get("style").required()
		return
	case isLink && link.null():
		link.required()
	case isLink && !id.null():
		v.fail("BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
			"A custom id and url cannot both be specified")
	case !isLink && id.null():
		id.fail("BUTTON_COMPONENT_CUSTOM_ID_REQUIRED", "A custom id is required")
	case !isLink && !link.null():
		v.fail("BUTTON_COMPONENT_URL_NOT_ALLOWED", "A url can only be given to a link button")
	}
	if b.Label == "" && b.Emoji == nil {
		v.fail("BUTTON_COMPONENT_LABEL_REQUIRED", "A button must have a label or emoji")
	}
	if e := b.Emoji; e != nil && e.ID == "" &&
		(e.Name == "" || e.Name[0] < utf8.RuneSelf && !strings.ContainsRune(e.Name, '\u20e3')) {
		v.get("emoji").get("name").fail("BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
	}
}

// checkSelect examines a select at v, which fills its row alone.
func checkSelect(row, v *value, c *Component) {
	if array, _ := row.v.([]any); len(array) > 1 {
		row.fail("COMPONENT_LAYOUT_WIDTH_EXCEEDED",
			"The specified component exceeds the maximum width")
	}
	if v.get("custom_id").null() {
		v.get("custom_id").required()
	}
	if len(c.Options) == 0 {
		v.get("options").required()
	}
	low, high := orOne(c.MinValues), orOne(c.MaxValues)
	if high > len(c.Options) || low > high {
		v.get("max_values").fail("SELECT_COMPONENT_INVALID_RANGE", "%d to %d of %d options", low,
			high, len(c.Options))
	}
	values, chosen := map[string]bool{}, 0
	for i, o := range c.Options {
		if values[o.Value] {
			v.get("options").item(i).get("value").fail("SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
				"The specified option value is already used")
		}
		values[o.Value] = true
		if o.Default {
			chosen++
		}
	}
	if chosen > high {
		v.get("options").fail("SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", "%d are chosen, of %d",
			chosen, high)
	}
}

func orOne(n *int) int {
	if n == nil {
		return 1
	}
	return *n
}

var modalShape = shapeOf[Modal]()

// readModal examines a modal: rows of one input each.
func readModal(v *value) (m Modal, err *apiError) {
	if v.null() {
		v.required()
	}
	v.read(modalShape, &m)
	ids := map[string]bool{}
	for i, row := range m.Components {
		at := v.get("components").item(i)
		if row.Type != rowType || len(row.Components) != 1 || row.Components[0].Type != inputType {
			at.fail("UNION_TYPE_CHOICES",
				"Local Discord's modals have rows of one text input each.")
			continue
		}
		in, c := at.get("components").item(0), row.Components[0]
		for _, field := range []string{"custom_id", "label", "style"} {
			if in.get(field).null() {
				in.get(field).required()
			}
		}
		switch {
		case runes(c.Label) > 45:
			in.get("label").length(runes(c.Label), 1, 45)
		case runes(c.Placeholder) > 100:
			in.get("placeholder").length(runes(c.Placeholder), 0, 100)
		case c.Style > 2:
			in.get("style").fail("BASE_TYPE_CHOICES", "Value must be one of (1, 2).")
		case ids[c.CustomID]:
			in.get("custom_id").fail("COMPONENT_CUSTOM_ID_DUPLICATED",
				"Component custom id cannot be duplicated")
		case c.MaxLength > 0 && runes(c.Value) > c.MaxLength:
			in.get("value").length(runes(c.Value), c.MinLength, c.MaxLength)
		}
		ids[c.CustomID] = true
	}
	return m, v.err()
}

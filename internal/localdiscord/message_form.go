package localdiscord

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"
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
	Content     *string                    `json:"content" form:"0..2000"`
	Embeds      *[]*discordgo.MessageEmbed `json:"embeds" form:"0..10"`
	Components  *[]Component               `json:"components" form:"0..5"` // null is left out
	Attachments *[]attachmentForm          `json:"attachments" form:"0..10"`
	Flags       int                        `json:"flags"`
	Mentions    struct {
		Parse []string `json:"parse"`
	} `json:"allowed_mentions"`
}

// attachmentForm speaks of the file to come with number ID, or of one that
// the message has.
type attachmentForm struct {
	ID          ID     `json:"id"`
	Filename    string `json:"filename" form:"0..1024"`
	Description string `json:"description" form:"0..1024"`
}

// message examines the message, or the change of one, at a place of the body.
func (c *call) message(at string, raw json.RawMessage) (m messageForm, err *apiError) {
	var f form
	f.read(at, raw, &m)
	var given map[string]any
	json.Unmarshal(raw, &given) // Anything but an object has failed above.
	if _, ok := given["content"]; ok {
		m.Content = new(strings.TrimSpace(*cmp.Or(m.Content, new(string))))
	}
	if _, ok := given["embeds"]; ok {
		m.Embeds = cmp.Or(m.Embeds, new([]*discordgo.MessageEmbed))
		f.embeds(below(at, "embeds"), *m.Embeds)
	}
	if m.Components != nil {
		f.components(below(at, "components"), *m.Components)
	}
	for _, a := range *cmp.Or(m.Attachments, new([]attachmentForm)) {
		isFile := slices.ContainsFunc(c.uploads, func(u upload) bool { return u.number == a.ID })
		// A small number can only be that of a file in the same request.
		f.must(a.ID >= 1000 || isFile, below(at, "attachments"), "ATTACHMENT_NOT_FOUND",
			"files[%d] is not in the request.", a.ID)
	}
	for _, kind := range m.Mentions.Parse {
		f.must(slices.Contains([]string{"roles", "users", "everyone"}, kind),
			below(at, "allowed_mentions.parse"), "BASE_TYPE_CHOICES",
			"Value must be one of ('roles', 'users', 'everyone').")
	}
	f.must(m.Flags&^(FlagSuppressEmbeds|FlagEphemeral|FlagSilent) == 0, below(at, "flags"),
		"BASE_TYPE_CHOICES",
		"Only SUPPRESS_EMBEDS, EPHEMERAL and SUPPRESS_NOTIFICATIONS can be set here.")
	return m, f.err()
}

// embedRules are those of discordgo's types, which have no tags for [form].
var embedRules = map[string]string{
	"MessageEmbed.title":          "0..256",
	"MessageEmbed.description":    "0..4096",
	"MessageEmbed.url":            "0..2048,http|https",
	"MessageEmbed.color":          "0..16777215",
	"MessageEmbed.footer":         "",
	"MessageEmbed.image":          "",
	"MessageEmbed.thumbnail":      "",
	"MessageEmbed.author":         "",
	"MessageEmbed.fields":         "0..25",
	"MessageEmbedFooter.text":     "need,1..2048",
	"MessageEmbedImage.url":       "need,1..2048,http|https|attachment",
	"MessageEmbedThumbnail.url":   "need,1..2048,http|https|attachment",
	"MessageEmbedAuthor.name":     "need,1..256",
	"MessageEmbedField.name":      "need,1..256",
	"MessageEmbedField.value":     "need,1..1024",
	"MessageEmbedFooter.icon_url": "0..2048,http|https|attachment",
	"MessageEmbedAuthor.icon_url": "0..2048,http|https|attachment",
	"MessageEmbedAuthor.url":      "0..2048,http|https",
}

// embeds examines rules about several fields, unless there are problems already: a list may
// have holes then.
func (f *form) embeds(at string, embeds []*discordgo.MessageEmbed) {
	if f.problems != nil {
		return
	}
	total := 0
	for i, e := range embeds {
		e.Type = discordgo.EmbedTypeRich
		size := embedSize(e)
		total += size
		f.present(size > 0 || e.Image != nil || e.Thumbnail != nil || len(e.Fields) > 0,
			below(at, i)+".description")
		_, err := time.Parse(time.RFC3339, e.Timestamp)
		f.must(e.Timestamp == "" || err == nil, below(at, i)+".timestamp", "DATE_TIME_TYPE_PARSE",
			"Could not parse %s. Should be ISO8601.", e.Timestamp)
	}
	f.must(total <= maxEmbedText, at, "MAX_EMBED_SIZE_EXCEEDED",
		"Embed size exceeds maximum size of %d", maxEmbedText)
}

// embedSize counts the characters towards the limit of all embeds.
func embedSize(e *discordgo.MessageEmbed) int {
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

// components examines rows of buttons and selects, and numbers all as Discord does.
func (f *form) components(list string, rows []Component) {
	number, ids := 0, map[string]bool{}
	for i := range rows {
		number++
		row, at := &rows[i], below(list, i)
		row.ID = number
		if row.Type != rowType || row.Components == nil {
			f.fail(at, "UNION_TYPE_CHOICES", "Local Discord has rows of components.")
			continue
		}
		for j := range row.Components {
			c, at := &row.Components[j], below(at, "components."+strconv.Itoa(j))
			number++
			c.ID = number
			switch c.Type {
			case buttonType:
				f.button(at, c)
			case selectType:
				f.choice(at, c, len(row.Components))
			default:
				f.fail(at, "UNION_TYPE_CHOICES", "Local Discord has buttons and selects.")
			}
			f.unique(below(at, "custom_id"), c.CustomID, ids, "COMPONENT_CUSTOM_ID_DUPLICATED")
		}
	}
}

// linkStyle is the style of buttons that open a page and tell the bot nothing.
const linkStyle = 5

func (f *form) button(at string, b *Component) {
	link := b.Style == linkStyle
	f.must(b.Style != 0 && link == (b.URL != "") && link == (b.CustomID == ""), at,
		"BUTTON_COMPONENT_INVALID",
		"A button has a style, and either a custom id or, as a link, a url")
	f.must(b.Label != "" || b.Emoji != nil, at, "BUTTON_COMPONENT_LABEL_REQUIRED",
		"A button must have a label or emoji")
	if e := b.Emoji; e != nil && e.ID == "" &&
		(e.Name == "" || e.Name[0] < utf8.RuneSelf && !strings.ContainsRune(e.Name, '\u20e3')) {
		f.fail(below(at, "emoji.name"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
	}
}

// choice examines a select, which fills its row alone.
func (f *form) choice(at string, c *Component, inRow int) {
	f.must(inRow == 1, at, "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
		"The specified component exceeds the maximum width")
	f.present(c.CustomID != "", below(at, "custom_id"))
	values, chosen := map[string]bool{}, 0
	for i, o := range c.Options {
		f.unique(below(at, "options."+strconv.Itoa(i)), o.Value, values,
			"SELECT_COMPONENT_OPTION_VALUE_DUPLICATED")
		if o.Default {
			chosen++
		}
	}
	low, high := c.bounds()
	f.must(high <= len(c.Options) && max(low, chosen) <= high, at,
		"SELECT_COMPONENT_INVALID_RANGE", "%d to %d of %d options, with %d chosen", low, high,
		len(c.Options), chosen)
}

// bounds returns how many values of a select can be chosen.
func (c *Component) bounds() (low, high int) {
	return *cmp.Or(c.MinValues, new(1)), *cmp.Or(c.MaxValues, new(1))
}

// readModal examines a modal: rows of one input each.
func readModal(raw json.RawMessage) (m Modal, err *apiError) {
	var f form
	f.read("data", raw, &m)
	ids := map[string]bool{}
	for i, row := range m.Components {
		at := below("data.components", i)
		if row.Type != rowType || len(row.Components) != 1 || row.Components[0].Type != inputType {
			f.fail(at, "UNION_TYPE_CHOICES",
				"Local Discord's modals have rows of one text input each.")
			continue
		}
		at += ".components.0"
		c := row.Components[0]
		f.length(below(at, "custom_id"), runes(c.CustomID), 1, 100)
		f.length(below(at, "label"), runes(c.Label), 1, 45)
		f.length(below(at, "placeholder"), runes(c.Placeholder), 0, 100)
		f.length(below(at, "value"), runes(c.Value), 0, cmp.Or(c.MaxLength, 4000))
		f.must(c.Style == 1 || c.Style == 2, below(at, "style"), "BASE_TYPE_CHOICES",
			"Value must be one of (1, 2).")
		f.unique(below(at, "custom_id"), c.CustomID, ids, "COMPONENT_CUSTOM_ID_DUPLICATED")
	}
	return m, f.err()
}

package localdiscord

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"
)

// Limits of a message.
const (
	maxContent     = 2000
	maxEmbeds      = 10
	maxEmbedText   = 6000
	maxRows        = 5
	maxFiles       = 10
	maxFileBytes   = 10 << 20
	maxDescription = 1024
)

// messageForm is a valid message or change of one. A nil field was left out,
// which an edit takes for "as it was".
type messageForm struct {
	content     *string
	embeds      *[]Embed
	components  *[]Component
	attachments *[]attachmentForm
	flags       int
	tts         bool
}

// attachmentForm speaks of the file to come with number id, or of one that
// the message has.
type attachmentForm struct {
	id          ID
	filename    string
	description string
}

// readMessage examines the message at v. What it returns is good only if the
// form of v has no problem.
func readMessage(v *value, files []upload) messageForm {
	var m messageForm
	if !v.object() {
		return m
	}
	if content := v.get("content"); content.given {
		text := strings.TrimSpace(content.text(0, maxContent))
		m.content = &text
	}
	if embeds := v.get("embeds"); embeds.given {
		m.embeds = readEmbeds(embeds)
	}
	// Discord ignores a null here: only an empty array removes the buttons.
	if components := v.get("components"); !components.null() {
		m.components = readComponents(components)
	}
	if attachments := v.get("attachments"); !attachments.null() {
		m.attachments = readAttachments(attachments, files)
	}
	m.flags = readFlags(v.get("flags"))
	m.tts = v.get("tts").boolean()
	readMentions(v.get("allowed_mentions"))
	if v.get("poll").v != nil {
		v.get("poll").fail("LOCAL_UNSUPPORTED", "Polls are not to be had in local Discord.")
	}
	return m
}

// empty tells that a new message would show nothing.
func (m messageForm) empty(files []upload) bool {
	return (m.content == nil || *m.content == "") && (m.embeds == nil || len(*m.embeds) == 0) &&
		(m.components == nil || len(*m.components) == 0) && len(files) == 0
}

var errEmptyMessage = refuse(http.StatusBadRequest, codeEmptyMessage, "Cannot send an empty message")

func readFlags(v *value) int {
	const allowed = FlagSuppressEmbeds | FlagEphemeral | FlagSilent
	flags := int(v.integer(0, maxExact))
	if flags&flagComponentsV2 != 0 {
		v.fail("LOCAL_UNSUPPORTED", "Components V2 are not to be had in local Discord.")
	} else if flags&^allowed != 0 {
		v.fail("BASE_TYPE_CHOICES", "Only SUPPRESS_EMBEDS, EPHEMERAL and SUPPRESS_NOTIFICATIONS can be set.")
	}
	return flags
}

func readMentions(v *value) {
	if !v.object() {
		return
	}
	parsed := map[string]bool{}
	for _, item := range v.get("parse").list(0, 3) {
		kind := item.text(0, 100)
		if !slices.Contains([]string{"roles", "users", "everyone"}, kind) {
			item.fail("BASE_TYPE_CHOICES", "Value must be one of ('roles', 'users', 'everyone').")
		}
		parsed[kind] = true
	}
	for _, kind := range []string{"users", "roles"} {
		ids := v.get(kind).list(0, 100)
		for _, id := range ids {
			id.snowflake()
		}
		if parsed[kind] && len(ids) > 0 {
			v.get(kind).fail("MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", "parse:[%q] and %s: [ids...] are mutually exclusive.", kind, kind)
		}
	}
}

func readAttachments(v *value, files []upload) *[]attachmentForm {
	list := []attachmentForm{}
	for _, item := range v.list(0, maxFiles) {
		if !item.object() {
			continue
		}
		if item.get("id").null() {
			item.get("id").required()
		}
		a := attachmentForm{item.get("id").snowflake(), item.get("filename").text(0, 1024), item.get("description").text(0, maxDescription)}
		isFile := slices.ContainsFunc(files, func(f upload) bool { return f.number == a.id })
		// A small number can only be that of a file in the same request.
		if a.id < 1000 && !isFile {
			item.get("id").fail("ATTACHMENT_NOT_FOUND", "files[%d] is not in the request.", a.id)
		}
		list = append(list, a)
	}
	return &list
}

func readEmbeds(v *value) *[]Embed {
	total := 0
	for _, embed := range v.list(0, maxEmbeds) {
		if embed.null() {
			embed.required()
		}
		if embed.object() {
			total += readEmbed(embed)
		}
	}
	if total > maxEmbedText {
		v.fail("MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of %d", maxEmbedText)
	}
	if len(v.form.problems) > 0 {
		return nil
	}
	embeds := []Embed{}
	if err := v.decode(&embeds); err != nil {
		v.fail("MODEL_TYPE_CONVERT", "%v", err)
	}
	for i := range embeds {
		embeds[i].Type = "rich"
	}
	return &embeds
}

// readEmbed examines one embed and returns how many characters it counts
// towards the limit of all.
func readEmbed(v *value) (size int) {
	count := func(s string) { size += utf8.RuneCountInString(s) }
	count(v.get("title").text(0, 256))
	count(v.get("description").text(0, 4096))
	v.get("url").link("http", "https")
	v.get("timestamp").timestamp()
	v.get("color").integer(0, 0xffffff)
	if footer := v.get("footer"); footer.object() {
		count(footer.get("text").needText(1, 2048))
		footer.get("icon_url").link("http", "https", "attachment")
	}
	if author := v.get("author"); author.object() {
		count(author.get("name").needText(1, 256))
		author.get("url").link("http", "https")
		author.get("icon_url").link("http", "https", "attachment")
	}
	for _, picture := range []string{"image", "thumbnail"} {
		if p := v.get(picture); p.object() {
			if p.get("url").needText(1, 2048) != "" {
				p.get("url").link("http", "https", "attachment")
			}
		}
	}
	fields := v.get("fields").list(0, 25)
	for _, field := range fields {
		if !field.object() {
			continue
		}
		count(strings.TrimSpace(field.get("name").needText(1, 256)))
		count(strings.TrimSpace(field.get("value").needText(1, 1024)))
		field.get("inline").boolean()
	}
	if size == 0 && v.get("image").null() && v.get("thumbnail").null() && len(fields) == 0 {
		v.get("description").required()
	}
	return size
}

func readComponents(v *value) *[]Component {
	ids := map[string]bool{}
	for _, row := range v.list(0, maxRows) {
		if !row.object() {
			continue
		}
		if row.get("type").integer(1, 99) != ActionRow {
			row.get("type").fail("UNION_TYPE_CHOICES", "Value of field \"type\" must be one of (1,).")
			continue
		}
		readRow(row, ids)
	}
	if len(v.form.problems) > 0 {
		return nil
	}
	rows := []Component{}
	if err := v.decode(&rows); err != nil {
		v.fail("MODEL_TYPE_CONVERT", "%v", err)
	}
	number(rows, new(int))
	return &rows
}

// number gives the components their ids, as Discord does.
func number(components []Component, last *int) {
	for i := range components {
		*last++
		components[i].ID = *last
		number(components[i].Components, last)
	}
}

func readRow(row *value, ids map[string]bool) {
	list := row.get("components")
	if list.null() {
		list.required()
	}
	items := list.list(1, 5)
	for _, item := range items {
		if !item.object() {
			continue
		}
		kind := item.get("type").integer(1, 99)
		switch kind {
		case Button:
			readButton(item)
		case StringSelect, UserSelect, RoleSelect, MentionableSelect, ChannelSelect:
			readSelect(item, kind)
			if len(items) > 1 {
				list.fail("COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width")
			}
		default:
			item.get("type").fail("UNION_TYPE_CHOICES", "Value of field \"type\" must be one of (2, 3, 5, 6, 7, 8).")
		}
		id := item.get("custom_id")
		if s, ok := id.v.(string); ok && ids[s] {
			id.fail("COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
		} else if ok {
			ids[s] = true
		}
	}
}

func readButton(v *value) {
	if v.get("style").null() {
		v.get("style").required()
		return
	}
	style := v.get("style").oneOf(1, 2, 3, 4, 5)
	label := v.get("label").text(0, 80)
	emoji := readEmoji(v.get("emoji"))
	v.get("disabled").boolean()
	id, link := v.get("custom_id"), v.get("url")
	if style == 5 {
		if link.null() {
			link.required()
		}
		link.link("http", "https", "discord")
		if !id.null() {
			v.fail("BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", "A custom id and url cannot both be specified")
		}
	} else {
		if id.null() {
			id.fail("BUTTON_COMPONENT_CUSTOM_ID_REQUIRED", "A custom id is required")
		}
		id.text(1, 100)
		if !link.null() {
			v.fail("BUTTON_COMPONENT_URL_NOT_ALLOWED", "A url can only be given to a link button")
		}
	}
	if label == "" && !emoji {
		v.fail("BUTTON_COMPONENT_LABEL_REQUIRED", "A button must have a label or emoji")
	}
}

// readEmoji tells whether there is an emoji at v.
func readEmoji(v *value) bool {
	if !v.object() {
		return false
	}
	name, id := v.get("name").text(0, 32), v.get("id")
	if !id.null() && id.v != "" {
		id.snowflake()
		return true
	}
	if name == "" || name[0] < 0x80 && !strings.ContainsRune(name, '\u20e3') {
		v.get("name").fail("BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
	}
	return true
}

func readSelect(v *value, kind int64) {
	v.get("custom_id").needText(1, 100)
	v.get("placeholder").text(0, 150)
	v.get("disabled").boolean()
	low, high := v.get("min_values").integer(0, 25), v.get("max_values").integer(1, 25)
	if high > 0 && low > high {
		v.get("min_values").fail("NUMBER_TYPE_MAX", "int value should be less than or equal to %d.", high)
	}
	if kind != StringSelect {
		return
	}
	values := map[string]bool{}
	list := v.get("options")
	if list.null() {
		list.required()
	}
	for _, option := range list.list(1, 25) {
		if !option.object() {
			continue
		}
		option.get("label").needText(1, 100)
		option.get("description").text(0, 100)
		option.get("default").boolean()
		readEmoji(option.get("emoji"))
		s := option.get("value").needText(1, 100)
		if values[s] {
			option.get("value").fail("SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is already used")
		}
		values[s] = true
	}
	if n := len(slices.Collect(maps.Keys(values))); high > int64(n) && n > 0 {
		v.get("max_values").fail("NUMBER_TYPE_MAX", "int value should be less than or equal to %d.", n)
	}
}

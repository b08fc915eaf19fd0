package localdiscord

import (
	"encoding/json"
	"net/http"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Types of command options.
const (
	OptionSubcommand      = 1
	OptionSubcommandGroup = 2
	OptionString          = 3
	OptionInteger         = 4
	OptionBoolean         = 5
	OptionUser            = 6
	OptionChannel         = 7
	OptionRole            = 8
	OptionMentionable     = 9
	OptionNumber          = 10
	OptionAttachment      = 11
)

// Types of commands.
const (
	commandSlash      = 1
	commandEntryPoint = 4 // launches an Activity; an application has at most one
)

// Limits of commands.
const (
	maxCommands    = 100
	maxOptions     = 25
	maxChoices     = 25
	maxCommandText = 8000
	maxCreates     = 200 // a day
)

var commandName = regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]{1,32}$`)

// Command is a registered slash command.
type Command struct {
	ID                ID              `json:"id"`
	ApplicationID     ID              `json:"application_id"`
	GuildID           ID              `json:"guild_id,omitzero"`
	Version           ID              `json:"version"`
	Type              int             `json:"type"`
	Name              string          `json:"name"`
	Names             json.RawMessage `json:"name_localizations,omitempty"`
	Description       string          `json:"description"`
	Descriptions      json.RawMessage `json:"description_localizations,omitempty"`
	Options           []CommandOption `json:"options,omitempty"`
	MemberPermissions *string         `json:"default_member_permissions"`
	DMPermission      *bool           `json:"dm_permission,omitempty"`
	Contexts          *[]int          `json:"contexts"`
	IntegrationTypes  []int           `json:"integration_types"`
	Handler           int             `json:"handler,omitempty"` // of an entry point
	NSFW              bool            `json:"nsfw"`
}

// CommandOption is an option of a command.
type CommandOption struct {
	Type         int             `json:"type"`
	Name         string          `json:"name"`
	Names        json.RawMessage `json:"name_localizations,omitempty"`
	Description  string          `json:"description"`
	Descriptions json.RawMessage `json:"description_localizations,omitempty"`
	Required     bool            `json:"required,omitempty"`
	Choices      []Choice        `json:"choices,omitempty"`
	Options      []CommandOption `json:"options,omitempty"`
	ChannelTypes []int           `json:"channel_types,omitempty"`
	MinValue     *json.Number    `json:"min_value,omitempty"`
	MaxValue     *json.Number    `json:"max_value,omitempty"`
	MinLength    *int            `json:"min_length,omitempty"`
	MaxLength    *int            `json:"max_length,omitempty"`
	Autocomplete bool            `json:"autocomplete,omitempty"`
}

// Choice is a value of an option that a person may pick.
type Choice struct {
	Name  string          `json:"name"`
	Names json.RawMessage `json:"name_localizations,omitempty"`
	Value any             `json:"value"` // a string or [json.Number]
}

// readCommands examines the body of a bulk overwrite.
func readCommands(v *value) ([]Command, *apiError) {
	items := v.list(0, maxCommands+30)
	names := map[string]bool{}
	list := make([]Command, 0, len(items))
	slash := 0
	entries := 0
	for _, item := range items {
		c := readCommand(item)
		if c.Type == commandEntryPoint {
			if entries++; entries > 1 {
				item.get("type").fail("APPLICATION_COMMANDS_ENTRY_POINT_EXISTS", "An application has one entry point command")
			}
		}
		key := string(rune('0'+c.Type)) + c.Name
		if names[key] {
			item.get("name").fail("APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
		}
		names[key] = true
		if c.Type == commandSlash {
			slash++
		}
		list = append(list, c)
	}
	if err := v.form.err(); err != nil {
		return nil, err
	}
	if slash > maxCommands {
		return nil, refuse(http.StatusBadRequest, codeTooManyCommands, "Maximum number of application commands reached (100).")
	}
	return list, nil
}

// readCommand examines one command.
func readCommand(v *value) Command {
	if v.null() {
		v.required()
	}
	if !v.object() {
		return Command{}
	}
	kind := int64(1)
	if t := v.get("type"); !t.null() {
		kind = t.oneOf(1, 2, 3, 4)
	}
	name, description := v.get("name"), v.get("description")
	switch kind {
	case commandSlash:
		readName(name)
		description.needText(1, 100)
	case commandEntryPoint:
		readName(name)
		description.text(0, 100)
	default:
		name.needText(1, 32)
		description.text(0, 0)
	}
	readHandler(v.get("handler"), kind)
	readLocalized(v.get("name_localizations"), 32)
	readLocalized(v.get("description_localizations"), 100)
	readOptions(v.get("options"), 0)
	permissions := readPermissions(v.get("default_member_permissions"))
	readSet(v.get("contexts"), 0, 1, 2)
	readSet(v.get("integration_types"), 0, 1)
	v.get("dm_permission").boolean()
	v.get("nsfw").boolean()
	if commandSize(v) > maxCommandText {
		v.fail("APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (%d)", maxCommandText)
	}
	if len(v.form.problems) > 0 {
		text, _ := name.v.(string)
		return Command{Type: int(kind), Name: text}
	}
	var c Command
	stripNumberPermissions(v)
	if err := v.decode(&c); err != nil {
		v.fail("MODEL_TYPE_CONVERT", "%v", err)
	}
	c.Type, c.MemberPermissions = int(kind), permissions
	if c.IntegrationTypes == nil {
		c.IntegrationTypes = []int{0} // installed in a guild
	}
	return c
}

// stripNumberPermissions takes away what has been read: it may be a number.
func stripNumberPermissions(v *value) {
	object := v.v.(map[string]any)
	delete(object, "default_member_permissions")
	delete(object, "id")
}

func readName(v *value) {
	s := v.needText(1, 32)
	if s == "" {
		return
	}
	v.match(commandName)
	if strings.ToLower(s) != s && strings.ContainsFunc(s, unicode.IsUpper) {
		v.fail("APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
	}
}

func readLocalized(v *value, high int) {
	if !v.object() {
		return
	}
	for locale := range v.v.(map[string]any) {
		v.get(locale).text(1, high)
	}
}

// readSet takes a list of some numbers, each once.
func readSet(v *value, known ...int64) {
	if v.null() {
		return
	}
	seen := map[int64]bool{}
	for _, c := range v.list(1, len(known)) {
		n := c.oneOf(known...)
		if seen[n] {
			c.fail("SET_TYPE_ALREADY_CONTAINS_VALUE", "The set already contains this value")
		}
		seen[n] = true
	}
}

// readHandler takes who answers an entry point: the app, or Discord.
func readHandler(v *value, kind int64) {
	if v.null() {
		return
	}
	v.oneOf(1, 2)
	if kind != commandEntryPoint {
		v.fail("APPLICATION_COMMAND_INVALID_HANDLER", "Only an entry point command has a handler")
	}
}

// readPermissions takes the bits as text, as Discord gives them, or a number.
func readPermissions(v *value) *string {
	if v.null() {
		return nil
	}
	text, ok := v.v.(string)
	if n, isNumber := v.v.(json.Number); isNumber {
		text, ok = n.String(), true
	}
	if _, err := ParseID(text); !ok || err != nil {
		v.fail("NUMBER_TYPE_COERCE", "Value \"%v\" is not int.", v.v)
		return nil
	}
	return &text
}

// readOptions examines the options of a command, at depth 0, a group or a subcommand.
func readOptions(v *value, depth int) {
	names := map[string]bool{}
	optional, nested := false, 0
	items := v.list(0, maxOptions)
	for _, o := range items {
		if !o.object() {
			continue
		}
		name := o.get("name")
		readName(name)
		if s, ok := name.v.(string); ok && names[s] {
			v.fail("APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", "Option name %q already exists", s)
		} else {
			names[s] = true
		}
		o.get("description").needText(1, 100)
		readLocalized(o.get("name_localizations"), 32)
		readLocalized(o.get("description_localizations"), 100)
		required := o.get("required").boolean()
		if required && optional {
			o.fail("APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", "Required options must be placed before non-required options")
		}
		optional = optional || !required
		if readOptionType(o, depth) {
			nested++
		}
	}
	if nested > 0 && nested < len(items) {
		v.fail("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-command and sub-command group option types are mutually exclusive to all other types")
	}
}

// readOptionType examines what depends on the type and tells whether the
// option is a subcommand or a group of them.
func readOptionType(o *value, depth int) bool {
	if o.get("type").null() {
		o.get("type").required()
		return false
	}
	kind := o.get("type").oneOf(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)
	if kind <= OptionSubcommandGroup {
		if depth > 1 || depth == 1 && kind == OptionSubcommandGroup {
			o.get("type").fail("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Options cannot be nested so deep")
			return true
		}
		next := depth + 1
		if kind == OptionSubcommand {
			next = 2
		}
		readOptions(o.get("options"), next)
		return true
	}
	if !o.get("options").null() && len(o.get("options").list(0, maxOptions)) > 0 {
		o.get("options").fail("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Only subcommands have options")
	}
	readChoices(o, int(kind))
	readBounds(o, kind)
	return false
}

func readChoices(o *value, kind int) {
	choices, auto := o.get("choices").list(0, maxChoices), o.get("autocomplete").boolean()
	valued := kind == OptionString || kind == OptionInteger || kind == OptionNumber
	if auto && len(choices) > 0 {
		o.get("autocomplete").fail("APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE", "Choices and autocomplete are mutually exclusive")
	}
	if !valued && (auto || len(choices) > 0) {
		o.get("choices").fail("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Choices and autocomplete are for strings, integers and numbers")
	}
	names := map[string]bool{}
	for _, c := range choices {
		name := readChoice(c, kind)
		if names[name] {
			c.get("name").fail("APPLICATION_COMMAND_OPTIONS_CHOICES_NAME_ALREADY_EXISTS", "Choice name already exists")
		}
		names[name] = true
	}
}

// readChoice examines a choice for an option of type kind.
func readChoice(c *value, kind int) (name string) {
	if c.null() {
		c.required()
	}
	if !c.object() {
		return ""
	}
	name = c.get("name").needText(1, 100)
	readLocalized(c.get("name_localizations"), 100)
	v := c.get("value")
	switch {
	case v.null():
		v.required()
	case kind == OptionString:
		v.text(0, 100)
	case kind == OptionInteger:
		v.integer(-maxExact, maxExact)
	default:
		v.number()
	}
	return name
}

func readBounds(o *value, kind int64) {
	low, high := o.get("min_value"), o.get("max_value")
	switch kind {
	case OptionInteger:
		low.integer(-maxExact, maxExact)
		high.integer(-maxExact, maxExact)
	case OptionNumber:
		low.number()
		high.number()
	default:
		for _, v := range []*value{low, high} {
			if !v.null() {
				v.fail("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Only integers and numbers have a least or greatest value")
			}
		}
	}
	if !low.null() && !high.null() && low.number() > high.number() {
		low.fail("APPLICATION_COMMAND_OPTIONS_MIN_VALUE_INVALID", "min_value must not be greater than max_value")
	}
	shortest, longest := o.get("min_length"), o.get("max_length")
	if kind != OptionString && (!shortest.null() || !longest.null()) {
		o.fail("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Only strings have a least or greatest length")
		return
	}
	shortest.integer(0, 6000)
	longest.integer(1, 6000)
}

// commandSize counts the characters of all names, descriptions and values.
func commandSize(v *value) int {
	size := 0
	for _, key := range []string{"name", "description", "value"} {
		s, _ := v.get(key).v.(string)
		size += utf8.RuneCountInString(s)
	}
	for _, key := range []string{"options", "choices"} {
		array, _ := v.get(key).v.([]any)
		for _, item := range array {
			size += commandSize(&value{v.form, v, key, item, true})
		}
	}
	return size
}

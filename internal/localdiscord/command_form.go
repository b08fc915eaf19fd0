package localdiscord

import (
	"encoding/json"
	"net/http"
	"regexp"
	"strings"
	"unicode"
)

// Types of command options.
const (
	optionSubcommand = 1
	optionGroup      = 2 // of subcommands
	optionString     = 3
	optionInteger    = 4
	optionBoolean    = 5
	optionUser       = 6
)

// commandSlash is the only type of commands here: one that people type.
const commandSlash = 1

// Limits of commands.
const (
	maxCommands    = 100
	maxCommandText = 8000
	maxCreates     = 200 // a day
)

var errTooManyCommands = refuse(http.StatusBadRequest, codeTooManyCommands,
	"Maximum number of application commands reached (100).")

var commandName = regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]{1,32}$`)

// Command is a registered slash command.
type Command struct {
	ID                ID              `json:"id"`
	ApplicationID     ID              `json:"application_id"`
	Version           ID              `json:"version"`
	Type              int             `json:"type" form:"1"`
	Name              string          `json:"name" form:"need,1..32"`
	Names             json.RawMessage `json:"name_localizations,omitempty" form:"1..32"`
	Description       string          `json:"description" form:"need,1..100"`
	Descriptions      json.RawMessage `json:"description_localizations,omitempty" form:"1..100"`
	Options           []CommandOption `json:"options,omitempty" form:"0..25"`
	MemberPermissions *Permissions    `json:"default_member_permissions" form:"id"`
	DMPermission      *bool           `json:"dm_permission,omitempty" form:""`
	Contexts          *[]int          `json:"contexts" form:"1..3,0|1|2"`
	IntegrationTypes  []int           `json:"integration_types" form:"1..2,0|1"`
	NSFW              bool            `json:"nsfw" form:""`
}

// CommandOption is an option of a command.
type CommandOption struct {
	Type         int             `json:"type" form:"need,1|2|3|4|5|6"`
	Name         string          `json:"name" form:"need,1..32"`
	Names        json.RawMessage `json:"name_localizations,omitempty" form:"1..32"`
	Description  string          `json:"description" form:"need,1..100"`
	Descriptions json.RawMessage `json:"description_localizations,omitempty" form:"1..100"`
	Required     bool            `json:"required,omitempty" form:""`
	Choices      []Choice        `json:"choices,omitempty" form:"0..25"`
	Options      []CommandOption `json:"options,omitempty" form:"0..25"`
	ChannelTypes []int           `json:"channel_types,omitempty"`
	MinValue     *json.Number    `json:"min_value,omitempty"` // by type, as the next
	MaxValue     *json.Number    `json:"max_value,omitempty"`
	MinLength    *int            `json:"min_length,omitempty" form:"0..6000"`
	MaxLength    *int            `json:"max_length,omitempty" form:"1..6000"`
	Autocomplete bool            `json:"autocomplete,omitempty" form:""`
}

// Choice is a value of an option that a person may pick.
type Choice struct {
	Name  string          `json:"name" form:"need,1..100"`
	Names json.RawMessage `json:"name_localizations,omitempty" form:"1..100"`
	Value any             `json:"value" form:"need"` // text or a number
}

// Permissions are permission bits in decimal. Discord takes a number as well.
type Permissions string

// UnmarshalJSON implements [json.Unmarshaler].
func (p *Permissions) UnmarshalJSON(b []byte) error {
	*p = Permissions(strings.Trim(string(b), `"`))
	return nil
}

var commandsShape = shapeOf[[]Command]()

// readCommands examines the body of a bulk overwrite.
func readCommands(v *value) ([]Command, *apiError) {
	var list []Command
	v.read(commandsShape, &list)
	names := map[string]bool{}
	for i := range list {
		c, at := &list[i], v.item(i)
		c.check(at)
		if names[c.Name] {
			at.get("name").fail("APPLICATION_COMMANDS_DUPLICATE_NAME",
				"Application command names must be unique")
		}
		names[c.Name] = true
	}
	err := v.err()
	if err == nil && len(list) > maxCommands {
		err = errTooManyCommands
	}
	return list, err
}

// check examines rules about several fields, and fills in defaults.
func (c *Command) check(v *value) {
	c.Type = commandSlash
	if c.IntegrationTypes == nil {
		c.IntegrationTypes = []int{0} // installed in a guild
	}
	checkName(v.get("name"), c.Name)
	checkOptions(v.get("options"), c.Options, optionGroup+1)
	if longest(c.Name, c.Names)+longest(c.Description, c.Descriptions)+sizeOf(c.Options) >
		maxCommandText {
		v.fail("APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (%d)", maxCommandText)
	}
}

// sizeOf counts the characters of all names, descriptions and values, each in the
// language in which it is longest.
func sizeOf(options []CommandOption) (size int) {
	for _, o := range options {
		size += longest(o.Name, o.Names) + longest(o.Description, o.Descriptions) +
			sizeOf(o.Options)
		for _, c := range o.Choices {
			text, _ := c.Value.(string)
			size += longest(c.Name, c.Names) + runes(text)
		}
	}
	return size
}

// longest counts the characters of a text, or of the longest of its localizations.
func longest(text string, localized json.RawMessage) int {
	most := runes(text)
	var others map[string]string
	if json.Unmarshal(localized, &others) == nil {
		for _, other := range others {
			most = max(most, runes(other))
		}
	}
	return most
}

func checkName(v *value, name string) {
	switch {
	case name == "":
	case !commandName.MatchString(name):
		v.fail("STRING_TYPE_REGEX", "String value did not match validation regex.")
	case strings.ToLower(name) != name && strings.ContainsFunc(name, unicode.IsUpper):
		v.fail("APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
	}
}

// invalidType is the code of an option that has what its type does not take.
const invalidType = "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"

// checkOptions examines the options of a command, which may be groups and subcommands, of a
// group or of a subcommand: those of the lower types alone nest in an option of the type in.
func checkOptions(v *value, options []CommandOption, in int) {
	names := map[string]bool{}
	optional, nested := false, 0
	for i, o := range options {
		at := v.item(i)
		checkName(at.get("name"), o.Name)
		if names[o.Name] {
			v.fail("APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS",
				"Option name %q already exists", o.Name)
		}
		names[o.Name] = true
		if o.Required && optional {
			at.fail("APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
				"Required options must be placed before non-required options")
		}
		optional = optional || !o.Required
		switch {
		case !o.nests():
			o.check(at)
		case o.Type >= in:
			at.get("type").fail(invalidType, "Options cannot be nested so deep")
		default:
			nested++
			checkOptions(at.get("options"), o.Options, o.Type)
		}
	}
	if nested < len(options) && (nested > 0 || in == optionGroup) {
		v.fail(invalidType, "Sub-command option types are mutually exclusive to all other types")
	}
}

// nests reports whether the option is a subcommand or a group of them.
func (o CommandOption) nests() bool { return o.Type <= optionGroup }

// check examines an option's fields other than its name, by its type.
func (o CommandOption) check(v *value) {
	if len(o.Options) > 0 {
		v.get("options").fail(invalidType, "Only subcommands have options")
	}
	choices := v.get("choices")
	if o.Autocomplete && len(o.Choices) > 0 {
		v.get("autocomplete").fail("APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE",
			"Choices and autocomplete are mutually exclusive")
	}
	whole := o.Type == optionInteger
	if o.Type != optionString && !whole && (o.Autocomplete || len(o.Choices) > 0) {
		choices.fail(invalidType, "Choices and autocomplete are for strings and integers")
	}
	checkChoices(choices, o.Choices, o.Type)
	low, high := v.get("min_value"), v.get("max_value")
	for _, bound := range []*value{low, high} {
		if whole {
			bound.integer(-maxExact, maxExact)
		} else if !bound.null() {
			bound.fail(invalidType, "Only integers have a least or greatest value")
		}
	}
	if !low.null() && !high.null() && low.number() > high.number() {
		low.fail("APPLICATION_COMMAND_OPTIONS_MIN_VALUE_INVALID",
			"min_value must not be greater than max_value")
	}
	if o.Type != optionString && (o.MinLength != nil || o.MaxLength != nil) {
		v.fail(invalidType, "Only strings have a least or greatest length")
	}
}

// checkChoices examines the choices for an option of type kind.
func checkChoices(v *value, choices []Choice, kind int) {
	names := map[string]bool{}
	for i, c := range choices {
		at := v.item(i)
		if names[c.Name] {
			at.get("name").fail("APPLICATION_COMMAND_OPTIONS_CHOICES_NAME_ALREADY_EXISTS",
				"Choice name already exists")
		}
		names[c.Name] = true
		if kind == optionString {
			at.get("value").text(0, 100)
		} else {
			at.get("value").integer(-maxExact, maxExact)
		}
	}
}

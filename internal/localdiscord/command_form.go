package localdiscord

import (
	"encoding/json"
	"regexp"
	"strconv"
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
	MemberPermissions *Permissions    `json:"default_member_permissions"`
	DMPermission      *bool           `json:"dm_permission,omitempty"`
	Contexts          *[]int          `json:"contexts" form:"1..3,0|1|2"`
	IntegrationTypes  []int           `json:"integration_types" form:"1..2,0|1"`
	NSFW              bool            `json:"nsfw"`
}

// CommandOption is an option of a command.
type CommandOption struct {
	Type         int             `json:"type" form:"need,1|2|3|4|5|6"`
	Name         string          `json:"name" form:"need,1..32"`
	Names        json.RawMessage `json:"name_localizations,omitempty" form:"1..32"`
	Description  string          `json:"description" form:"need,1..100"`
	Descriptions json.RawMessage `json:"description_localizations,omitempty" form:"1..100"`
	Required     bool            `json:"required,omitempty"`
	Choices      []Choice        `json:"choices,omitempty" form:"0..25"`
	Options      []CommandOption `json:"options,omitempty" form:"0..25"`
	ChannelTypes []int           `json:"channel_types,omitempty"`
	MinValue     *json.Number    `json:"min_value,omitempty"`
	MaxValue     *json.Number    `json:"max_value,omitempty"`
	MinLength    *int            `json:"min_length,omitempty" form:"0..6000"`
	MaxLength    *int            `json:"max_length,omitempty" form:"1..6000"`
	Autocomplete bool            `json:"autocomplete,omitempty"`
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

// readCommands examines the body of a bulk overwrite.
func readCommands(body json.RawMessage) ([]Command, *apiError) {
	var list []Command
	var f form
	f.read("", body, &list)
	names := map[string]bool{}
	for i := range list {
		list[i].check(&f, strconv.Itoa(i))
		f.unique(below(strconv.Itoa(i), "name"), list[i].Name, names,
			"APPLICATION_COMMANDS_DUPLICATE_NAME")
	}
	err := f.err()
	if err == nil && len(list) > maxCommands {
		err = errTooManyCommands
	}
	return list, err
}

// check examines rules about several fields, and fills in defaults.
func (c *Command) check(f *form, at string) {
	c.Type = commandSlash
	if c.IntegrationTypes == nil {
		c.IntegrationTypes = []int{0} // installed in a guild
	}
	if p := c.MemberPermissions; p != nil {
		_, err := ParseID(string(*p))
		f.must(err == nil, below(at, "default_member_permissions"), "NUMBER_TYPE_COERCE",
			"Value %q is not permissions.", *p)
	}
	f.commandName(at, c.Name)
	f.options(below(at, "options"), c.Options, optionGroup+1)
	size := longest(c.Name, c.Names) + longest(c.Description, c.Descriptions) + sizeOf(c.Options)
	f.must(size <= maxCommandText, at, "APPLICATION_COMMAND_TOO_LARGE",
		"Command exceeds maximum size (%d)", maxCommandText)
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

// commandName examines the name of the command or option at a place.
func (f *form) commandName(at, name string) {
	lower := strings.ToLower(name) == name || !strings.ContainsFunc(name, unicode.IsUpper)
	f.must(name == "" || commandName.MatchString(name) && lower, below(at, "name"),
		"APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
}

// invalidType is the code of an option that has what its type does not take.
const invalidType = "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"

// options examines the options of a command, which may be groups and subcommands, of a
// group or of a subcommand: those of the lower types alone nest in an option of the type in.
func (f *form) options(list string, options []CommandOption, in int) {
	names := map[string]bool{}
	optional, nested := false, 0
	for i, o := range options {
		at := below(list, i)
		f.commandName(at, o.Name)
		f.unique(at, o.Name, names, "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS")
		f.must(!o.Required || !optional, at, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
			"Required options must be placed before non-required options")
		optional = optional || !o.Required
		switch {
		case !o.nests():
			o.check(f, at)
		case o.Type >= in:
			f.fail(at, invalidType, "Options cannot be nested so deep")
		default:
			nested++
			f.options(below(at, "options"), o.Options, o.Type)
		}
	}
	f.must(nested == len(options) || nested == 0 && in != optionGroup, list, invalidType,
		"Sub-command option types are mutually exclusive to all other types")
}

// nests reports whether the option is a subcommand or a group of them.
func (o CommandOption) nests() bool { return o.Type <= optionGroup }

// check examines an option's fields other than its name, by its type.
func (o CommandOption) check(f *form, at string) {
	text, integer := o.Type == optionString, o.Type == optionInteger
	offers, bounded := o.Autocomplete || len(o.Choices) > 0, o.MinValue != nil || o.MaxValue != nil
	if len(o.Options) > 0 || offers && !text && !integer || bounded && !integer ||
		!text && (o.MinLength != nil || o.MaxLength != nil) {
		f.fail(at, invalidType, "Options of type %d do not take all of this", o.Type)
	}
	f.must(!o.Autocomplete || len(o.Choices) == 0, at,
		"APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE",
		"Choices and autocomplete are mutually exclusive")
	f.choices(below(at, "choices"), o.Choices, o.Type)
	for _, bound := range []*json.Number{o.MinValue, o.MaxValue} {
		if bound != nil {
			f.must(isWhole(*bound), at, "NUMBER_TYPE_COERCE", "Value %q is not int.", *bound)
		}
	}
}

// choices examines the choices for an option of type kind.
func (f *form) choices(list string, choices []Choice, kind int) {
	names := map[string]bool{}
	for i, c := range choices {
		at := below(list, i)
		f.unique(at, c.Name, names, "APPLICATION_COMMAND_OPTIONS_CHOICES_NAME_ALREADY_EXISTS")
		switch text, isText := c.Value.(string); {
		case isText != (kind == optionString) || !isText && !isWhole(c.Value):
			f.fail(below(at, "value"), "BASE_TYPE_CONVERT", "%v does not fit the type %d.",
				c.Value, kind)
		case isText:
			f.length(below(at, "value"), runes(text), 0, 100)
		}
	}
}

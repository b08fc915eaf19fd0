package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"strings"

	"holecard/bot/discord/backoff"
	"holecard/bot/discord/gateway"
)

// wireCommand is a slash command as it is registered.
type wireCommand struct {
	Type int    `json:"type"` // 1, a slash command
	Name string `json:"name"`
	wireDescription
	Options     []wireCommandOption `json:"options"`
	Permissions Permissions         `json:"default_member_permissions,omitempty"`
	Contexts    []int               `json:"contexts"`
	Installs    []int               `json:"integration_types"`
}

// Where a command can be used, and who can install it. Source: Discord's
// "Interaction Context Types" and "Installation Context".
const (
	inServers       = 0
	inDMs           = 1 // with the bot
	installedGuilds = 0 // in a server: without the bot in it there are no chips
)

// contexts returns where the command can be used.
func (s Spec) contexts() []int {
	if s.ServerOnly {
		return []int{inServers}
	}
	return []int{inServers, inDMs}
}

// wireDescription describes a command or an option.
type wireDescription struct {
	Description  string            `json:"description"`
	Descriptions map[string]string `json:"description_localizations,omitempty"`
}

func describe(texts Texts) wireDescription {
	return wireDescription{texts[""], texts.localized()}
}

// localized returns the texts but the one for all other locales.
func (t Texts) localized() map[string]string {
	others := maps.Clone(t)
	delete(others, "")
	return others
}

type wireCommandOption struct {
	Type int    `json:"type"`
	Name string `json:"name"`
	wireDescription
	Required     bool         `json:"required,omitempty"`
	Autocomplete bool         `json:"autocomplete,omitempty"`
	Min          int64        `json:"min_value,omitempty"`
	Max          int64        `json:"max_value,omitempty"`
	Longest      int          `json:"max_length,omitempty"`
	Choices      []wireChoice `json:"choices,omitempty"`

	Options []wireCommandOption `json:"options,omitempty"` // of a subcommand
}

// optionTypes are Discord's numbers for the kinds of options. Source: Discord's
// "Application Command Option Type".
var optionTypes = [...]int{Text: 3, Integer: 4, Boolean: 5, Person: 6}

// wireCommands returns the commands as they are registered. A name of several words is a
// subcommand; those of the same first words follow one another.
func wireCommands(specs []Spec) []wireCommand {
	commands := []wireCommand{}
	for _, s := range specs {
		path := strings.Fields(s.Name)
		last := len(commands) - 1
		if last < 0 || commands[last].Name != path[0] {
			commands = append(commands, wireCommand{
				Type: 1, Name: path[0],
				wireDescription: describe(s.at(0)),
				Permissions:     s.Permissions,
				Contexts:        s.contexts(), Installs: []int{installedGuilds},
			})
			last++
		}
		commands[last].Options = wireInside(commands[last].Options, s, 1)
	}
	return commands
}

// wireInside adds to the options of a command or a group what is inside of it: the
// command's own options, or the rest of its path from the depth on.
func wireInside(options []wireCommandOption, s Spec, depth int) []wireCommandOption {
	path := strings.Fields(s.Name)
	if depth == len(path) {
		return wireOptions(s.Options)
	}
	last := len(options) - 1
	if last < 0 || options[last].Name != path[depth] {
		o := wireCommandOption{Type: 1, Name: path[depth],
			wireDescription: describe(s.at(depth))}
		if depth < len(path)-1 {
			o.Type = 2
		}
		options = append(options, o)
		last++
	}
	options[last].Options = wireInside(options[last].Options, s, depth+1)
	return options
}

// at returns the texts of a word of a command's path: a group's, or those of the command itself.
func (s Spec) at(depth int) Texts {
	if depth < len(s.Groups) {
		return s.Groups[depth]
	}
	return s.Description
}

type wireChoice struct {
	Name  string            `json:"name"`
	Names map[string]string `json:"name_localizations,omitempty"`
	Value any               `json:"value"`
}

func wireOptions(specs []OptionSpec) []wireCommandOption {
	options := []wireCommandOption{}
	for _, o := range specs {
		w := wireCommandOption{
			Type: optionTypes[o.Kind], Name: o.Name, wireDescription: describe(o.Description),
			Required: o.Required, Autocomplete: o.Completed,
		}
		for _, c := range o.Choices {
			w.Choices = append(w.Choices, wireChoice{c.Name[""], c.Name.localized(), c.Value})
		}
		switch o.Kind {
		case Integer:
			w.Min, w.Max = o.Min, o.Max
		case Text:
			w.Longest = o.Longest
		}
		options = append(options, w)
	}
	return options
}

// registrar tells Discord the commands.
type registrar struct {
	api      *gateway.API
	path     string
	commands []byte                      // as JSON
	known    func(ids map[string]string) // told the commands' ids by name
	log      *slog.Logger
}

func (c *Connection) registrarOf(application string) *registrar {
	return &registrar{api: c.api, path: "applications/" + application + "/commands",
		commands: mustEncode(wireCommands(c.specs)), known: c.registered, log: c.log}
}

// register overwrites the registered commands with ours. They are listed before, for the
// owner's entry point.
func (r *registrar) register(ctx context.Context) error {
	listed, err := r.list(ctx)
	if gateway.Unauthorised(err) {
		return err
	}
	answer, err := r.api.Request(ctx, http.MethodPut, r.path,
		gateway.Content{Type: "application/json", Body: withEntryPoint(r.commands, listed)})
	if err != nil {
		return fmt.Errorf("register commands: %w", err)
	}
	r.log.Info("registered the commands")
	ids := commandIDs(answer)
	if len(ids) == 0 { // some servers answer without
		if listed, err := r.list(ctx); err == nil {
			ids = commandIDs(listed)
		}
	}
	r.known(ids)
	return nil
}

// RemoveCommands removes the bot's commands from Discord and returns how many there
// were. The owner's entry point stays.
func RemoveCommands(ctx context.Context, o Options) (removed int, err error) {
	c, err := Connect(Routes{}, o)
	if err != nil {
		return 0, err
	}
	defer c.api.Close()
	me, err := c.whoAmI(ctx)
	if err != nil {
		return 0, err
	}
	r := c.registrarOf(string(me.ID)) // of no commands
	listed, err := r.list(ctx)
	if err != nil {
		return 0, err
	}
	return len(commandIDs(listed)), r.register(ctx)
}

// list returns the registered commands as JSON. Discord leaves the texts by locale out
// unless it is asked for them.
func (r *registrar) list(ctx context.Context) ([]byte, error) {
	listed, err := r.api.Request(ctx, http.MethodGet, r.path+"?with_localizations=true",
		gateway.Content{})
	if err != nil {
		r.log.Debug("listing the registered commands", "error", err)
	}
	return listed, err
}

// commandIDs returns the ids by name of listed slash commands.
func commandIDs(listed []byte) map[string]string {
	var commands []struct {
		ID   scalar `json:"id"`
		Type scalar `json:"type"`
		Name string `json:"name"`
	}
	ids := make(map[string]string)
	if json.Unmarshal(listed, &commands) != nil {
		return ids
	}
	for _, c := range commands {
		if id, err := c.ID.id(); err == nil && id != 0 && (c.Type == "" || c.Type == slashType) {
			ids[c.Name] = string(c.ID)
		}
	}
	return ids
}

// entryPoint is Discord's number for the command that launches an Activity, of
// which an application has at most one. It is the owner's: Discord makes it when
// they switch Activities on, and refuses an overwrite that leaves it out.
const entryPoint = "4"

// slashType is Discord's number for a command that is typed, and for a subcommand.
const slashType = "1"

// withEntryPoint returns our commands, and the entry point if it is listed.
func withEntryPoint(ours, listed []byte) []byte {
	var commands []json.RawMessage
	var registered []map[string]json.RawMessage
	if json.Unmarshal(ours, &commands) != nil || json.Unmarshal(listed, &registered) != nil {
		return ours
	}
	for _, c := range registered {
		var kind scalar
		if json.Unmarshal(c["type"], &kind) != nil || kind != entryPoint {
			continue
		}
		kept := make(map[string]any)
		for _, field := range []string{"id", "type", "name", "name_localizations", "description",
			"description_localizations",
			"contexts", "integration_types", "handler", "nsfw"} {
			if value, ok := c[field]; ok && string(value) != "null" {
				kept[field] = value
			}
		}
		// It is listed as text, and taken as a number.
		var permissions scalar
		if json.Unmarshal(c["default_member_permissions"], &permissions) == nil {
			if bits, err := permissions.id(); err == nil && permissions != "" {
				kept["default_member_permissions"] = bits
			}
		}
		commands = append(commands, mustEncode(kept))
	}
	return mustEncode(commands)
}

// persist registers until it is done or ctx ends, beginning with a pause. The
// bot plays in the meantime, with the commands there are. The error is a token
// refused.
func (r *registrar) persist(ctx context.Context) error {
	for try := 0; ; try++ {
		if backoff.Sleep(ctx, backoff.Register(try, backoff.Luck())) != nil {
			return nil
		}
		err := r.register(ctx)
		if err == nil || gateway.Unauthorised(err) {
			return err
		}
		var no *gateway.Refusal
		if errors.As(err, &no) && no.RetryAfter() > 0 &&
			backoff.Sleep(ctx, no.RetryAfter()) != nil {
			return nil
		}
		if ctx.Err() == nil {
			r.log.Error("the commands are not registered; trying again later", "error", err)
		}
	}
}

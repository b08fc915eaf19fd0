package discord

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"holecard/bot/discord/backoff"
	"holecard/bot/discord/gateway"
)

// command is a slash command as it is registered: discordgo sends permissions as text, where
// Discord's description of its API has a number.
type command struct {
	*discordgo.ApplicationCommand
	Permissions *int64 `json:"default_member_permissions,omitempty"`
}

// registrar tells Discord the commands.
type registrar struct {
	*Connection
	path string
}

func (c *Connection) registrarOf(application string) registrar {
	return registrar{c, "applications/" + application + "/commands"}
}

// commands are ours, and the owner's among those that are listed.
func (r registrar) commands(listed []byte) []any {
	list := []any{}
	for _, s := range r.routes.Specs {
		list = append(list, command{s, s.DefaultMemberPermissions})
	}
	return append(list, entryPoint(listed)...)
}

// register overwrites the registered commands with ours. They are listed before, for the
// owner's entry point.
func (r registrar) register(ctx context.Context) error {
	listed, err := r.list(ctx)
	if gateway.Unauthorised(err) {
		return err
	}
	answer, err := r.api.Request(ctx, http.MethodPut, r.path, withFiles(r.commands(listed)))
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
	if r.options.Registered != nil {
		r.options.Registered(ids)
	}
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
	r := c.registrarOf(me.ID) // of no commands
	listed, err := r.list(ctx)
	if err != nil {
		return 0, err
	}
	return len(commandIDs(listed)), r.register(ctx)
}

// list returns the registered commands as JSON. Discord leaves the texts by locale out
// unless it is asked for them.
func (r registrar) list(ctx context.Context) ([]byte, error) {
	listed, err := r.api.Request(ctx, http.MethodGet, r.path+"?with_localizations=true",
		gateway.Content{})
	if err != nil {
		r.log.Debug("listing the registered commands", "error", err)
	}
	return listed, err
}

// commandIDs returns the ids by name of listed slash commands.
func commandIDs(listed []byte) map[string]string {
	var commands []discordgo.ApplicationCommand
	ids := make(map[string]string)
	if json.Unmarshal(listed, &commands) != nil {
		return ids
	}
	for _, c := range commands {
		if c.ID != "" && (c.Type == 0 || c.Type == discordgo.ChatApplicationCommand) {
			ids[c.Name] = c.ID
		}
	}
	return ids
}

// entryPoint returns the command that launches an Activity, of which an application has at most
// one, if it is listed. It is the owner's: Discord makes it when they switch Activities on, and
// refuses an overwrite that leaves it out. discordgo's type lacks its handler.
func entryPoint(listed []byte) (commands []any) {
	const kind = "4"
	var registered []map[string]json.RawMessage
	_ = json.Unmarshal(listed, &registered) // where it is not understood there is none
	for _, c := range registered {
		if string(c["type"]) != kind {
			continue
		}
		kept := make(map[string]any)
		for _, field := range []string{"id", "type", "name", "name_localizations", "description",
			"description_localizations", "contexts", "integration_types", "handler", "nsfw"} {
			if value, ok := c[field]; ok && string(value) != "null" {
				kept[field] = value
			}
		}
		// They are listed as text, and taken as a number.
		permissions := strings.Trim(string(c["default_member_permissions"]), `"`)
		if bits, err := strconv.ParseInt(permissions, 10, 64); err == nil {
			kept["default_member_permissions"] = bits
		}
		commands = append(commands, kept)
	}
	return commands
}

// persist registers until it is done or ctx ends, beginning with a pause after an error. The
// bot plays in the meantime, with the commands there are. The error is a token refused.
func (r registrar) persist(ctx context.Context, err error) error {
	for try := 0; ; try++ {
		wait := backoff.Asked(backoff.Register(try, backoff.Luck()), err)
		if backoff.Sleep(ctx, wait) != nil {
			return nil
		}
		if err = r.register(ctx); err == nil || gateway.Unauthorised(err) {
			return err
		}
		if ctx.Err() == nil {
			r.log.Error("the commands are not registered; trying again later", "error", err)
		}
	}
}

package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/bwmarrin/discordgo"

	"holecard/bot/discord/gateway"
)

// commands are ours, and the owner's among those that are listed.
func (c *Connection) commands(listed []byte) []any {
	list := []any{}
	for _, s := range c.routes.Specs {
		list = append(list, s)
	}
	return append(list, entryPoint(listed)...)
}

// register overwrites the registered commands with ours. They are listed before, for the
// owner's entry point.
func (c *Connection) register(ctx context.Context) error {
	listed, err := c.registered(ctx)
	if errors.Is(err, ErrBadToken) {
		return err
	}
	answer, err := c.api.Request(ctx, http.MethodPut, c.path("commands"), withFiles(c.commands(listed)))
	if err != nil {
		return fmt.Errorf("register commands: %w", err)
	}
	c.log.Info("registered the commands")
	ids := commandIDs(answer)
	if len(ids) == 0 { // some servers answer without
		if listed, err := c.registered(ctx); err == nil {
			ids = commandIDs(listed)
		}
	}
	if c.options.Registered != nil {
		c.options.Registered(ids)
	}
	return nil
}

// RemoveCommands removes the bot's commands from Discord and returns how many there
// were. The owner's entry point stays.
func RemoveCommands(ctx context.Context, o Options) (removed int, err error) {
	err = visit(ctx, o, func(c *Connection) error { // of no commands
		listed, err := c.registered(ctx)
		if err != nil {
			return err
		}
		removed = len(commandIDs(listed))
		return c.register(ctx)
	})
	return removed, err
}

// registered returns the registered commands as JSON. Discord leaves the texts by locale out
// unless it is asked for them.
func (c *Connection) registered(ctx context.Context) ([]byte, error) {
	listed, err := c.api.Request(ctx, http.MethodGet, c.path("commands")+"?with_localizations=true",
		gateway.Content{})
	if err != nil {
		c.log.Debug("listing the registered commands", "error", err)
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
			"description_localizations", "default_member_permissions", "contexts", "integration_types",
			"handler", "nsfw"} {
			if value, ok := c[field]; ok && string(value) != "null" {
				kept[field] = value
			}
		}
		commands = append(commands, kept)
	}
	return commands
}

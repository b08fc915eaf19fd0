package discord

import (
	"time"

	"github.com/bwmarrin/discordgo"

	"holecard/bot/message"
	"holecard/storage"
)

// Caller is who gave a command or pressed a button, and where.
type Caller struct {
	Interaction    storage.InteractionID
	Player         storage.Player
	DisplayName    string // as Discord shows the person: hostile text
	Avatar         string // the URL of their picture, or nothing
	Locale         string // such as "de"; empty when Discord does not say
	GuildLocale    string // of the server, empty where Discord does not say
	Permissions    int64  // here; 0, which permits nothing, when Discord does not say
	Channel        uint64 // its id; 0 when Discord does not say
	Thread         bool   // the channel is a thread
	AppPermissions int64  // the bot's own here; 0 when Discord does not say
	Outsider       bool   // in a server of which Discord does not say that they are a member
	Received       time.Time
}

// Command is a slash command.
type Command struct {
	Caller
	Name    string
	Options []Option
}

// Option returns the value of an option, or "" when it was not given.
func (c Command) Option(name string) string {
	for _, o := range c.Options {
		if o.Name == name {
			return o.Value
		}
	}
	return ""
}

// Focused returns the name of the option that is being typed, or nothing.
func (c Command) Focused() string {
	for _, o := range c.Options {
		if o.Focused {
			return o.Name
		}
	}
	return ""
}

// Option is one given option. Whatever type Discord sent (commands and servers
// differ), its value is kept as text: numbers in decimal, booleans as "true" or
// "false", people by their id.
type Option struct {
	Name    string
	Value   string
	Focused bool // being typed: complete this one
	Who     Someone
}

// Someone is a person that an option names, as far as Discord tells: all zero
// when it does not.
type Someone struct {
	Name     string // as Discord shows the person: hostile text
	Bot      bool
	Outsider bool // no member of the server
}

// Click is a press of a button of ours, a choice in a select, or what was entered
// in a modal.
type Click struct {
	Caller
	Values  []string          // chosen in the select
	Inputs  map[string]string // entered in the modal, by the inputs' ids
	Message uint64            // its id, 0 where the server does not say
}

// Place returns where the clicked message is, as far as the server says.
func (c Click) Place() message.Place {
	return message.Place{Channel: c.Channel, Message: c.Message}
}

// invited is what the bot needs for messages that it edits by itself: everything else it says
// answers an interaction, for which no permission is needed.
const invited = discordgo.PermissionViewChannel | discordgo.PermissionSendMessages |
	discordgo.PermissionSendMessagesInThreads | discordgo.PermissionEmbedLinks |
	discordgo.PermissionAttachFiles

// Missing returns what the bot needs in the channel and may not do there, as far as
// Discord says.
func (c Caller) Missing() int64 {
	if c.AppPermissions == 0 || c.AppPermissions&discordgo.PermissionAdministrator != 0 {
		return 0
	}
	elsewhere := int64(discordgo.PermissionSendMessagesInThreads)
	if c.Thread {
		elsewhere = discordgo.PermissionSendMessages
	}
	return invited &^ elsewhere &^ c.AppPermissions
}

package discord

import (
	"cmp"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"

	"holecard/bot/message"
	"holecard/internal/typed"
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

// Call is what somebody did: a command that they gave or are typing, or a click: a press of a
// button, a choice in a select, or what was entered in a modal.
type Call struct {
	Caller
	Name     string // all words of the command: "table open"
	Options  []*discordgo.ApplicationCommandInteractionDataOption
	Resolved *discordgo.ApplicationCommandInteractionDataResolved // nil where Discord does not say
	Values   []string                                             // chosen in the select
	Inputs   map[string]string                                    // entered in the modal, by their ids
	At       message.Place                                        // of the clicked message
	Memo     any                                                  // what its handler knows of it, for [Routes.Words]
}

// Option returns the value of an option as text, whatever type Discord sent (commands and
// servers differ): "" when it was not given.
func (c *Call) Option(name string) string {
	for _, o := range c.Options {
		if o.Name == name {
			switch value := o.Value.(type) {
			case string:
				return typed.Text(value)
			case float64:
				return strconv.FormatFloat(value, 'f', -1, 64)
			case bool:
				return strconv.FormatBool(value)
			}
		}
	}
	return ""
}

// Focused returns the name of the option that is being typed, or nothing.
func (c *Call) Focused() string {
	for _, o := range c.Options {
		if o.Focused {
			return o.Name
		}
	}
	return ""
}

// Someone is a person that an option names, as far as Discord tells: all zero
// when it does not.
type Someone struct {
	Name     string // as Discord shows the person: hostile text
	Bot      bool
	Outsider bool // no member of the server
}

// Person returns who an option names. A user of whom Discord tells, but not as a member, is none.
func (c *Call) Person(option string) (who Someone) {
	if c.Resolved == nil {
		return who
	}
	id := c.Option(option)
	user, member := c.Resolved.Users[id], c.Resolved.Members[id]
	if user == nil {
		return who
	}
	return Someone{
		Name:     shownName(cmp.Or(member, &discordgo.Member{}), user),
		Bot:      user.Bot,
		Outsider: member == nil && c.Resolved.Members != nil,
	}
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

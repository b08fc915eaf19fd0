package discord

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"

	"holecard/bot/discord/gateway"
	"holecard/internal/typed"
	"holecard/storage"
)

// interaction is what someone did, with what it takes to answer.
type interaction struct {
	Call
	kind        discordgo.InteractionType
	application string   // whose interaction it is; empty when the server does not say
	token       string   // a secret: whoever has it can answer
	customID    string   // of the button, select or modal
	beside      []string // the custom IDs of all buttons of that message
}

// errNobody is an interaction that cannot be anyone's, or cannot be answered.
var errNobody = errors.New("interaction without a usable id, token, guild or user")

// lacking is what discordgo's type of an interaction lacks: the channel's type, and what was
// entered in a modal whose inputs are in labels.
type lacking struct {
	Channel struct {
		Type discordgo.ChannelType `json:"type"`
	} `json:"channel"`
	Data struct {
		CustomID   string `json:"custom_id"`
		Components any    `json:"components"`
	} `json:"data"`
}

// threads are the types of channels that are threads.
var threads = []discordgo.ChannelType{discordgo.ChannelTypeGuildNewsThread,
	discordgo.ChannelTypeGuildPublicThread, discordgo.ChannelTypeGuildPrivateThread}

// parseInteraction reads an interaction that was received at a time. The error is errNobody, or
// that of the JSON.
//
// Of the pressed message discordgo reads the id alone: the rest is most of an interaction, nobody
// reads it, and discordgo would drop an interaction for a component that it does not know.
func parseInteraction(raw []byte, received time.Time) (*interaction, error) {
	pressed := gateway.Field(raw, "message")
	if id := gateway.Field(pressed, "id"); id != nil && json.Valid(pressed) {
		raw = bytes.Replace(raw, pressed, slices.Concat([]byte(`{"id":`), id, []byte("}")), 1)
	}
	var i discordgo.Interaction
	// Of a modal with labels discordgo reads all but the data, and returns an error.
	if err := json.Unmarshal(raw, &i); err != nil && i.ID == "" {
		return nil, fmt.Errorf("interaction: %w", err)
	}
	var more lacking
	_ = json.Unmarshal(raw, &more) // what cannot be read is taken to be absent
	return decode(&i, more, pressed, received)
}

// decode returns an interaction that was received at a time. The error is errNobody.
func decode(i *discordgo.Interaction, more lacking, pressed json.RawMessage,
	received time.Time) (*interaction, error) {
	member := cmp.Or(i.Member, &discordgo.Member{})
	user := cmp.Or(member.User, i.User, &discordgo.User{})
	id, err1 := parseID(i.ID)
	guild, err2 := parseID(i.GuildID)
	person, err3 := parseID(user.ID)
	if errors.Join(err1, err2, err3) != nil || id == 0 || i.Token == "" ||
		person == 0 && i.Type != discordgo.InteractionPing {
		return nil, errNobody
	}
	player := storage.Player{Guild: storage.GuildID(guild), User: storage.UserID(person)}
	if player.Guild.Direct() { // no server's id: those are direct messages
		return nil, errNobody
	}
	if guild == 0 {
		player.Guild = storage.DirectMessages(player.User)
	}
	channel, _ := parseID(i.ChannelID)
	in := &interaction{
		Call: Call{Caller: Caller{
			Interaction: storage.InteractionID(id),
			Player:      player,
			DisplayName: shownName(member, user),
			Avatar:      avatar(i.GuildID, member, user),
			Locale:      string(i.Locale),
			// a set of all permissions is none that Discord sends
			Permissions:    max(0, member.Permissions),
			Channel:        channel,
			Thread:         slices.Contains(threads, more.Channel.Type),
			AppPermissions: i.AppPermissions,
			Outsider:       guild != 0 && member.User == nil,
			Received:       received,
		}},
		kind:        i.Type,
		application: i.AppID,
		token:       i.Token,
	}
	if i.GuildLocale != nil {
		in.GuildLocale = string(*i.GuildLocale)
	}
	if in.At.Channel = channel; i.Message != nil {
		in.At.Message, _ = parseID(i.Message.ID)
	}
	var components any
	_ = json.Unmarshal(gateway.Field(pressed, "components"), &components)
	walk(components, func(id string, _ map[string]any) {
		in.beside = append(in.beside, id)
	})
	switch data := i.Data.(type) {
	case discordgo.ApplicationCommandInteractionData:
		in.Name, in.Options, in.Resolved = data.Name, given(data.Options), data.Resolved
		for len(in.Options) > 0 && nesting(in.Options[0].Type) {
			in.Name, in.Options = in.Name+" "+in.Options[0].Name, given(in.Options[0].Options)
		}
	case discordgo.MessageComponentInteractionData:
		in.customID, in.Values = data.CustomID, data.Values
	}
	if i.Type == discordgo.InteractionModalSubmit {
		in.customID, in.Inputs = more.Data.CustomID, make(map[string]string)
		walk(more.Data.Components, func(id string, c map[string]any) {
			if value, ok := c["value"].(string); ok {
				in.Inputs[id] = typed.Text(value)
			}
		})
	}
	return in, nil
}

// nesting reports whether an option is a subcommand or a group of them.
func nesting(kind discordgo.ApplicationCommandOptionType) bool {
	return kind == discordgo.ApplicationCommandOptionSubCommand ||
		kind == discordgo.ApplicationCommandOptionSubCommandGroup
}

// given returns the options that are some.
func given(options []*discordgo.ApplicationCommandInteractionDataOption,
) []*discordgo.ApplicationCommandInteractionDataOption {
	return slices.DeleteFunc(options,
		func(o *discordgo.ApplicationCommandInteractionDataOption) bool { return o == nil })
}

// walk calls found for each component with a custom ID, however deep it is.
func walk(components any, found func(id string, c map[string]any)) {
	switch c := components.(type) {
	case []any:
		for _, inner := range c {
			walk(inner, found)
		}
	case map[string]any:
		if id, ok := c["custom_id"].(string); ok {
			found(id, c)
		}
		walk(c["components"], found)
		walk(c["component"], found)
	}
}

// parseID returns an id, 0 for none.
func parseID(text string) (uint64, error) {
	if text == "" {
		return 0, nil
	}
	return strconv.ParseUint(text, 10, 64)
}

// avatar returns the URL of the picture that Discord shows of someone in the guild, or nothing:
// discordgo has the default picture instead, and does not look at the hash.
func avatar(guild string, m *discordgo.Member, u *discordgo.User) string {
	switch {
	case avatarHash.MatchString(m.Avatar) && guild != "":
		return discordgo.EndpointGuildMemberAvatar(guild, u.ID, m.Avatar) + "?size=64"
	case avatarHash.MatchString(u.Avatar):
		return discordgo.EndpointUserAvatar(u.ID, u.Avatar) + "?size=64"
	}
	return ""
}

// avatarHash is what a picture is named by; those that move begin with a_.
var avatarHash = regexp.MustCompile(`^(a_)?[0-9a-f]{1,64}$`)

// shownName returns the name that Discord shows for someone in the guild.
func shownName(m *discordgo.Member, u *discordgo.User) string {
	return cmp.Or(m.Nick, u.DisplayName())
}

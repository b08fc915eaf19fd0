package discord

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"

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

// arrived is an interaction as Discord sends it. In place of discordgo's fields it has some that
// take any channel, any component in a message, and any input of a modal: one that discordgo does
// not know would cost the whole interaction.
type arrived struct {
	plain
	Channel lenient[struct{ Type discordgo.ChannelType }] `json:"channel"`
	Message lenient[struct {
		ID         string
		Components []component
	}] `json:"message"`
	Data lenient[struct {
		discordgo.ApplicationCommandInteractionData
		CustomID   string   `json:"custom_id"`
		Values     []string // chosen in a select
		Components []component
	}] `json:"data"`
}

// plain is discordgo's type without its method that decodes it.
type plain discordgo.Interaction

// lenient is what is taken to be absent as far as it cannot be read.
type lenient[T any] struct{ of T }

// UnmarshalJSON implements [json.Unmarshaler].
func (l *lenient[T]) UnmarshalJSON(raw []byte) error {
	_ = json.Unmarshal(raw, &l.of)
	return nil
}

// component is a component of a message or a modal.
type component struct {
	CustomID   string `json:"custom_id"`
	Value      *string
	Component  *component // in a label
	Components []component
}

// walk calls found for each component with a custom ID, however deep it is.
func walk(list []component, found func(component)) {
	for _, c := range list {
		if c.CustomID != "" {
			found(c)
		}
		if walk(c.Components, found); c.Component != nil {
			walk([]component{*c.Component}, found)
		}
	}
}

// threads are the types of channels that are threads.
var threads = []discordgo.ChannelType{discordgo.ChannelTypeGuildNewsThread,
	discordgo.ChannelTypeGuildPublicThread, discordgo.ChannelTypeGuildPrivateThread}

// parseInteraction reads an interaction that was received at a time. The error is errNobody, or
// that of the JSON.
func parseInteraction(raw []byte, received time.Time) (*interaction, error) {
	var i arrived
	if err := json.Unmarshal(raw, &i); err != nil {
		return nil, fmt.Errorf("interaction: %w", err)
	}
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
			Thread:         slices.Contains(threads, i.Channel.of.Type),
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
	in.At.Channel = channel
	in.At.Message, _ = parseID(i.Message.of.ID)
	walk(i.Message.of.Components, func(c component) { in.beside = append(in.beside, c.CustomID) })
	switch data := i.Data.of; i.Type {
	case discordgo.InteractionApplicationCommand, discordgo.InteractionApplicationCommandAutocomplete:
		in.Name, in.Options, in.Resolved = data.Name, given(data.Options), data.Resolved
		for len(in.Options) > 0 && slices.Contains(nesting, in.Options[0].Type) {
			in.Name, in.Options = in.Name+" "+in.Options[0].Name, given(in.Options[0].Options)
		}
	case discordgo.InteractionMessageComponent:
		in.customID, in.Values = data.CustomID, data.Values
	case discordgo.InteractionModalSubmit:
		in.customID, in.Inputs = data.CustomID, make(map[string]string)
		walk(data.Components, func(c component) {
			if c.Value != nil {
				in.Inputs[c.CustomID] = typed.Text(*c.Value)
			}
		})
	}
	return in, nil
}

// nesting are the types of options that are subcommands or groups of them.
var nesting = []discordgo.ApplicationCommandOptionType{
	discordgo.ApplicationCommandOptionSubCommand, discordgo.ApplicationCommandOptionSubCommandGroup}

// given returns the options that are some.
func given(options []*discordgo.ApplicationCommandInteractionDataOption,
) []*discordgo.ApplicationCommandInteractionDataOption {
	return slices.DeleteFunc(options,
		func(o *discordgo.ApplicationCommandInteractionDataOption) bool { return o == nil })
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

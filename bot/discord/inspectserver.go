package discord

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"

	"github.com/bwmarrin/discordgo"
	"golang.org/x/sync/errgroup"

	"holecard/bot/discord/gateway"
)

// Hindrance is something on a server that keeps people from playing.
type Hindrance int

// The hindrances. Source: Discord's "Application Command Permissions".
const (
	// NoScope: the bot was added without its commands.
	NoScope Hindrance = iota + 1
	// EveryoneOff: the server's page Integrations forbids the commands to everyone, and
	// allows them to nobody.
	EveryoneOff
	// ChannelsOff: it forbids them in all channels, and allows them in none.
	ChannelsOff
	// RolesOff: no role has the permission Use Application Commands.
	RolesOff
	// NoChannel: the bot may open tables in none of the text channels.
	NoChannel
)

// ServerFacts are what a bot can see of a server. It cannot see what single members may do.
type ServerFacts struct {
	Server
	Hindrances []Hindrance
	Off        []string // commands that the page Integrations forbids to everyone
	Channels   int      // text channels
	Closed     []string // those of them where the bot may open no tables
}

// Server asks what keeps people on a server from playing.
func (i *Inspector) Server(ctx context.Context, server Server) (ServerFacts, error) {
	facts := ServerFacts{Server: server}
	application := i.c.application
	commands := i.c.path("guilds/" + server.ID + "/commands")
	var theirs, global json.RawMessage
	err := i.c.get(ctx, commands, &theirs)
	const missingAccess = 50001 // the bot was added without what is asked about
	if gateway.RefusalIn(err).Code == missingAccess {
		facts.Hindrances = []Hindrance{NoScope}
		return facts, nil
	}
	if err != nil {
		return facts, err
	}
	var permissions []discordgo.GuildApplicationCommandPermissions // of a command, or of all
	var guild discordgo.Guild
	var member discordgo.Member
	var channels []*discordgo.Channel
	group, ctx := errgroup.WithContext(ctx)
	for path, into := range map[string]any{
		commands + "/permissions":                         &permissions,
		i.c.path("commands"):                              &global,
		"guilds/" + server.ID:                             &guild,
		"guilds/" + server.ID + "/members/" + application: &member,
		"guilds/" + server.ID + "/channels":               &channels,
	} {
		group.Go(func() error { return i.c.get(ctx, path, into) })
	}
	if err := group.Wait(); err != nil {
		return facts, err
	}
	facts.Name = cmp.Or(guild.Name, facts.Name)
	facts.judgeCommands(permissions, application, commandIDs(global))
	facts.judgeRoles(guild.Roles)
	guild.ID, guild.Channels, guild.Members = facts.ID, channels, []*discordgo.Member{&member}
	member.GuildID, member.User = facts.ID, &discordgo.User{ID: application}
	facts.judgeChannels(&guild, application)
	return facts, nil
}

// judgeCommands looks at what the page Integrations says.
func (f *ServerFacts) judgeCommands(pages []discordgo.GuildApplicationCommandPermissions,
	application string, ids map[string]string) {
	names := make(map[string]string)
	for name, id := range ids {
		names[id] = name
	}
	allChannels, _ := discordgo.GuildAllChannelsID(f.ID)
	for _, of := range pages {
		forbidden, allowed := [2]bool{}, [2]bool{} // to people, in channels
		for _, e := range of.Permissions {
			kind := 0
			if e.Type == discordgo.ApplicationCommandPermissionTypeChannel {
				kind = 1
			}
			if e.Permission {
				allowed[kind] = true
			} else if e.ID == f.ID || e.ID == allChannels {
				forbidden[kind] = true
			}
		}
		people, channels := forbidden[0] && !allowed[0], forbidden[1] && !allowed[1]
		switch name := names[of.ID]; {
		case of.ID == application && people:
			f.Hindrances = append(f.Hindrances, EveryoneOff)
		case of.ID == application && channels:
			f.Hindrances = append(f.Hindrances, ChannelsOff)
		case name != "" && (people || channels):
			f.Off = append(f.Off, name)
		}
	}
	slices.Sort(f.Off)
}

// judgeRoles looks for a role of people that may use commands.
func (f *ServerFacts) judgeRoles(roles []*discordgo.Role) {
	const needed = discordgo.PermissionUseApplicationCommands | discordgo.PermissionAdministrator
	if len(roles) > 0 && !slices.ContainsFunc(roles, func(r *discordgo.Role) bool {
		return !r.Managed && r.Permissions&needed != 0
	}) {
		f.Hindrances = append(f.Hindrances, RolesOff)
	}
}

// judgeChannels looks for channels where the bot can open tables.
func (f *ServerFacts) judgeChannels(guild *discordgo.Guild, application string) {
	const needed = discordgo.PermissionViewChannel | discordgo.PermissionSendMessages |
		discordgo.PermissionEmbedLinks
	state := discordgo.NewState() // it knows how roles and overwrites add up
	_ = state.GuildAdd(guild)     // it never fails
	for _, c := range guild.Channels {
		if c.Type != discordgo.ChannelTypeGuildText && c.Type != discordgo.ChannelTypeGuildNews {
			continue
		}
		f.Channels++
		c.GuildID = f.ID
		may, err := state.UserChannelPermissions(application, c.ID)
		if err != nil || needed&^may != 0 {
			f.Closed = append(f.Closed, c.Name)
		}
	}
	if f.Channels > 0 && len(f.Closed) == f.Channels {
		f.Hindrances = append(f.Hindrances, NoChannel)
	}
}

package discord

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"

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

// wireServer is what is asked about a server.
type wireServer struct {
	commands    json.RawMessage
	permissions []struct {
		ID      scalar `json:"id"` // of a command, or of the application: of all commands
		Entries []struct {
			ID      scalar `json:"id"`
			Type    int    `json:"type"`
			Allowed bool   `json:"permission"`
		} `json:"permissions"`
	}
	guild struct {
		Name  string     `json:"name"`
		Roles []wireRole `json:"roles"`
	}
	member struct {
		Roles []scalar `json:"roles"`
	}
	channels []wireChannel
}

type wireRole struct {
	ID      scalar `json:"id"`
	May     scalar `json:"permissions"`
	Managed bool   `json:"managed"` // of a bot
}

type wireChannel struct {
	Name       string `json:"name"`
	Type       int    `json:"type"`
	Overwrites []struct {
		ID    scalar `json:"id"` // of a role or a member
		Allow scalar `json:"allow"`
		Deny  scalar `json:"deny"`
	} `json:"permission_overwrites"`
}

// Server asks what keeps people on a server from playing.
func (i *Inspector) Server(ctx context.Context, application string,
	server Server) (ServerFacts, error) {
	facts := ServerFacts{Server: server}
	var w wireServer
	commands := "applications/" + application + "/guilds/" + server.ID + "/commands"
	if err := i.get(ctx, commands, &w.commands); missingAccess(err) {
		facts.Hindrances = []Hindrance{NoScope}
		return facts, nil
	} else if err != nil {
		return facts, err
	}
	group, ctx := errgroup.WithContext(ctx)
	for path, into := range map[string]any{
		commands + "/permissions":                         &w.permissions,
		"guilds/" + server.ID:                             &w.guild,
		"guilds/" + server.ID + "/members/" + application: &w.member,
		"guilds/" + server.ID + "/channels":               &w.channels,
	} {
		group.Go(func() error { return i.get(ctx, path, into) })
	}
	var global json.RawMessage
	group.Go(func() error { return i.get(ctx, i.c.registrarOf(application).path, &global) })
	if err := group.Wait(); err != nil {
		return facts, err
	}
	facts.Name = cmp.Or(w.guild.Name, facts.Name)
	facts.judgeCommands(w, application, global)
	facts.judgeRoles(w)
	facts.judgeChannels(w, application)
	return facts, nil
}

// missingAccess reports whether Discord refuses a question about a server for that the bot
// was added there without what is asked about.
func missingAccess(err error) bool {
	const code = 50001
	var no *gateway.Refusal
	return errors.As(err, &no) && no.Code == code
}

// Who an entry of the page Integrations is about.
const channelEntry = 3

// judgeCommands looks at what the page Integrations says.
func (f *ServerFacts) judgeCommands(w wireServer, application string, global []byte) {
	names := make(map[scalar]string)
	for name, id := range commandIDs(global) {
		names[scalar(id)] = name
	}
	everyone, _ := strconv.ParseUint(f.ID, 10, 64)
	allChannels := scalar(strconv.FormatUint(everyone-1, 10)) // Discord's constant
	for _, of := range w.permissions {
		forbidden, allowed := [2]bool{}, [2]bool{} // to people, in channels
		for _, e := range of.Entries {
			kind := 0
			if e.Type == channelEntry {
				kind = 1
			}
			if e.Allowed {
				allowed[kind] = true
			} else if e.ID == scalar(f.ID) || e.ID == allChannels {
				forbidden[kind] = true
			}
		}
		people, channels := forbidden[0] && !allowed[0], forbidden[1] && !allowed[1]
		switch name := names[of.ID]; {
		case of.ID == scalar(application) && people:
			f.Hindrances = append(f.Hindrances, EveryoneOff)
		case of.ID == scalar(application) && channels:
			f.Hindrances = append(f.Hindrances, ChannelsOff)
		case name != "" && (people || channels):
			f.Off = append(f.Off, name)
		}
	}
	slices.Sort(f.Off)
}

// judgeRoles looks for a role of people that may use commands.
func (f *ServerFacts) judgeRoles(w wireServer) {
	if len(w.guild.Roles) > 0 && !slices.ContainsFunc(w.guild.Roles, func(r wireRole) bool {
		return !r.Managed && bits(r.May)&(discordgo.PermissionUseApplicationCommands|discordgo.PermissionAdministrator) != 0
	}) {
		f.Hindrances = append(f.Hindrances, RolesOff)
	}
}

// The types of channels that a table can be opened in, except threads.
const (
	textChannel         = 0
	announcementChannel = 5
)

// judgeChannels looks for channels where the bot can open tables.
func (f *ServerFacts) judgeChannels(w wireServer, application string) {
	var base int64
	for _, r := range w.guild.Roles {
		if r.ID == scalar(f.ID) || slices.Contains(w.member.Roles, r.ID) {
			base |= bits(r.May)
		}
	}
	const needed = discordgo.PermissionViewChannel | discordgo.PermissionSendMessages |
		discordgo.PermissionEmbedLinks
	for _, c := range w.channels {
		if c.Type != textChannel && c.Type != announcementChannel {
			continue
		}
		f.Channels++
		may := c.permissions(base, scalar(f.ID), w.member.Roles, scalar(application))
		if base&discordgo.PermissionAdministrator == 0 && needed&^may != 0 {
			f.Closed = append(f.Closed, c.Name)
		}
	}
	if f.Channels > 0 && len(f.Closed) == f.Channels {
		f.Hindrances = append(f.Hindrances, NoChannel)
	}
}

// permissions returns those of a member in a channel: its overwrites are for everyone,
// then for all roles at once, then for the member. Source: Discord's "Permission
// Overwrites".
func (c wireChannel) permissions(base int64, everyone scalar, roles []scalar,
	member scalar) int64 {
	for _, of := range []func(id scalar) bool{
		func(id scalar) bool { return id == everyone },
		func(id scalar) bool { return slices.Contains(roles, id) && id != member },
		func(id scalar) bool { return id == member },
	} {
		var allow, deny int64
		for _, o := range c.Overwrites {
			if of(o.ID) {
				allow, deny = allow|bits(o.Allow), deny|bits(o.Deny)
			}
		}
		base = base&^deny | allow
	}
	return base
}

func bits(s scalar) int64 {
	n, _ := strconv.ParseInt(string(s), 10, 64) // none where it is not understood
	return n
}

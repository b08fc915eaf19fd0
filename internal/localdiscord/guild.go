package localdiscord

import (
	"maps"
	"slices"
	"strconv"
)

// What a bot may ask about the guild that it is in.

// ownGuild finds the guild of the path, if the bot is in it. The caller holds the lock.
func (s *Server) ownGuild(c *call) (*world, *apiError) {
	if c.id("guild") != s.world.guild || !s.world.in[s.world.guild] {
		return nil, errUnknownGuild
	}
	return s.world, nil
}

// listGuilds lists the guilds that the bot is in, from after an id on.
func (s *Server) listGuilds(c *call) (any, *apiError) {
	after, _ := ParseID(c.r.URL.Query().Get("after"))
	limit, err := strconv.Atoi(c.r.URL.Query().Get("limit"))
	if err != nil || limit < 1 || limit > mostGuilds {
		limit = mostGuilds
	}
	list := []any{}
	for _, id := range slices.Sorted(maps.Keys(s.world.in)) {
		if id > after && len(list) < limit {
			list = append(list, map[string]any{
				"id": id, "name": guildName, "icon": nil, "banner": nil, "owner": false,
				"permissions": permissionText(botPermissions), "features": []any{},
			})
		}
	}
	return list, nil
}

// mostGuilds is how many guilds are listed at a time.
const mostGuilds = 200

// Invite has the bot in a guild from now on: in the one where people are, after a [Server.Kick],
// or in another, of which Discord says nothing but that.
func (s *Server) Invite(guild ID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.world.in[guild] = true
	s.worldChanged()
}

// Kick takes the bot off a guild. Its commands are not offered there then, and its messages have
// no buttons that work.
func (s *Server) Kick(guild ID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.world.in, guild)
	s.worldChanged()
}

func (s *Server) showGuild(_ *call, w *world) (any, *apiError) {
	return map[string]any{
		"id": w.guild, "name": guildName, "owner_id": w.owner(), "icon": nil, "features": []any{},
		"preferred_locale": w.locale, "emojis": []any{}, "stickers": []any{},
		"roles": []any{
			role(w.guild, "@everyone", everyonesPermissions, false),
			role(w.app.ID, w.app.Name, botPermissions, true),
		},
	}, nil
}

// role is a role as the bot sees it. That of the bot has the bot's id here.
func role(id ID, name string, permissions uint64, managed bool) map[string]any {
	return map[string]any{"id": id, "name": name, "permissions": permissionText(permissions),
		"position": 0, "color": 0, "hoist": false, "managed": managed, "mentionable": false,
		"icon": nil, "unicode_emoji": nil, "flags": 0}
}

// listChannels lists the guild's channels, with what the bot is denied there.
func (s *Server) listChannels(_ *call, w *world) (any, *apiError) {
	list := []any{}
	for _, room := range w.channels {
		object := w.channelObject(room, Person{})
		object["permission_overwrites"] = []any{map[string]any{"id": w.app.ID, "type": 1,
			"allow": "0", "deny": strconv.FormatUint(w.denied[room.ID], 10)}}
		list = append(list, object)
	}
	return list, nil
}

func (s *Server) showMember(c *call, w *world) (any, *apiError) {
	id := c.id("user")
	if id == w.app.ID {
		member := w.member(Person{})
		member["user"], member["roles"] = w.bot(), []ID{w.app.ID}
		delete(member, "permissions")
		return member, nil
	}
	p, known := w.everyone[id]
	if !known || w.left[id] {
		return nil, errUnknownMember
	}
	member := w.member(p)
	delete(member, "permissions")
	return member, nil
}

// listCommandPermissions lists what the guild's administrators have restricted on the
// page Integrations: nothing, here.
func (s *Server) listCommandPermissions(c *call, _ *commandSet) (any, *apiError) {
	return []any{}, nil
}

package localdiscord

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// world is who and what there is. The lists are in order and only grow.
type world struct {
	ids      worldIDs
	app      Application
	guild    ID
	name     string
	made     time.Time
	channels []*Channel // of the guild
	people   []Person   // whom the page offers
	everyone map[ID]Person
	rooms    map[ID]*Channel // by id, direct messages too
	direct   map[ID]*Channel // by person
}

func newWorld(c Config, ids worldIDs) *world {
	guild := ids.next()
	w := &world{
		ids: ids, app: c.Application, guild: guild, name: c.Guild, made: guild.Time(),
		everyone: map[ID]Person{}, rooms: map[ID]*Channel{}, direct: map[ID]*Channel{},
	}
	for _, ch := range c.Channels {
		if ch.ID == 0 {
			ch.ID = w.ids.next()
		}
		w.channels = append(w.channels, &ch)
		w.rooms[ch.ID] = &ch
	}
	for _, p := range c.People {
		w.people = append(w.people, w.add(p))
	}
	return w
}

// add makes p known, with what is missing filled in.
func (w *world) add(p Person) Person {
	if p.ID == 0 {
		p.ID = w.ids.next()
	}
	if p.Username == "" {
		p.Username = strings.ToLower(strings.ReplaceAll(p.Name, " ", "_"))
	}
	if p.Color == "" {
		p.Color = fmt.Sprintf("#%06x", uint64(p.ID*2654435761)>>8&0xffffff)
	}
	if p.Locale == "" {
		p.Locale = "en-US"
	}
	dm := &Channel{ID: w.ids.next(), Name: w.app.Name, DM: true, With: p.ID}
	w.everyone[p.ID] = p
	w.rooms[dm.ID], w.direct[p.ID] = dm, dm
	return p
}

// sees tells whether person may read channel.
func (w *world) sees(person ID, channel *Channel) bool {
	return channel != nil && (!channel.DM || channel.With == person)
}

func (w *world) bot() User {
	return User{ID: w.app.ID, Username: w.app.Name, Discriminator: "0", Bot: true}
}

func (p Person) user() User {
	return User{ID: p.ID, Username: p.Username, GlobalName: &p.Name, Discriminator: "0"}
}

// permissions are the bits that p has in the guild's channels.
func (p Person) permissions() uint64 {
	switch {
	case p.Admin:
		return allPermissions
	case p.Permissions != 0:
		return p.Permissions
	}
	return everyonesPermissions
}

// member is the guild member that an interaction carries.
func (w *world) member(p Person) map[string]any {
	return map[string]any{
		"user": p.user(), "nick": nil, "avatar": nil, "banner": nil, "roles": []string{},
		"joined_at": stamp(w.made), "premium_since": nil, "deaf": false, "mute": false,
		"flags": 0, "pending": false, "communication_disabled_until": nil,
		"permissions": permissionText(p.permissions()),
	}
}

// channelObject is the channel as the bot sees it.
func (w *world) channelObject(c *Channel, p Person) map[string]any {
	if c.DM {
		return map[string]any{
			"id": c.ID, "type": 1, "flags": 0, "last_message_id": nil,
			"recipients": []User{w.everyone[c.With].user()},
		}
	}
	object := map[string]any{
		"id": c.ID, "type": 0, "guild_id": w.guild, "name": c.Name, "topic": c.Topic, "position": 0,
		"nsfw": false, "flags": 0, "last_message_id": nil, "parent_id": nil,
		"rate_limit_per_user": 0,
	}
	if p.ID != 0 {
		object["permissions"] = permissionText(p.permissions())
	}
	return object
}

// permissionText writes permission bits as Discord does.
func permissionText(bits uint64) string { return strconv.FormatUint(bits, 10) }

// owner is the guild's first administrator.
func (w *world) owner() ID {
	for _, p := range w.people {
		if p.Admin {
			return p.ID
		}
	}
	return w.app.ID - 1
}

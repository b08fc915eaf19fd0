package localdiscord

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

const (
	guildName = "The Card Room"
	botName   = "Holecard"
	english   = "en-US"
)

// world is the guild, its people and the bot. The lists are in order and only grow.
type world struct {
	made     int // ids
	app      Application
	guild    ID
	locale   string     // of the guild
	channels []*Channel // of the guild
	people   []Person   // whom the page offers
	everyone map[ID]Person
	left     map[ID]bool     // who is not on the guild any more
	in       map[ID]bool     // the guilds that the bot is in
	rooms    map[ID]*Channel // by id, direct messages too
	direct   map[ID]*Channel // by person
	denied   map[ID]uint64   // what the bot may not do, by channel
	archived map[ID]bool     // the threads in which nothing changes until they are reopened
}

func newWorld(people []Person) *world {
	w := &world{everyone: map[ID]Person{}, left: map[ID]bool{},
		rooms: map[ID]*Channel{}, direct: map[ID]*Channel{},
		denied: map[ID]uint64{}, archived: map[ID]bool{}, locale: english}
	w.app = Application{w.nextID(), botName}
	w.guild = w.nextID()
	w.in = map[ID]bool{w.guild: true}
	w.channels = []*Channel{
		w.room(Channel{Name: "blackjack", Topic: "Sit down and type /blackjack"}),
		w.room(Channel{Name: "lounge", Topic: "Talk, watch, compare chips"}),
	}
	for _, p := range people {
		w.people = append(w.people, w.add(p))
	}
	return w
}

func (w *world) room(c Channel) *Channel {
	c.ID = w.nextID()
	w.rooms[c.ID] = &c
	return &c
}

// add makes p known, and fills in missing fields.
func (w *world) add(p Person) Person {
	if p.ID == 0 {
		p.ID = w.nextID()
	}
	p.Locale = cmp.Or(p.Locale, english)
	p.Username = cmp.Or(p.Username, strings.ToLower(strings.ReplaceAll(p.Name, " ", "_")))
	p.Color = cmp.Or(p.Color, fmt.Sprintf("#%06x", uint64(p.ID*2654435761)>>8&0xffffff))
	w.everyone[p.ID] = p
	w.direct[p.ID] = w.room(Channel{Name: w.app.Name, DM: true, With: p.ID})
	return p
}

// sees reports whether person may read channel.
func (w *world) sees(person ID, channel *Channel) bool {
	return channel != nil && (!channel.DM || channel.With == person)
}

// offers reports whether the bot's commands and buttons work in a channel.
func (w *world) offers(channel *Channel) bool { return channel.DM || w.in[w.guild] }

func (w *world) bot() User {
	return User{ID: w.app.ID, Username: w.app.Name, Discriminator: "0", Bot: true}
}

func (p Person) user() User {
	return User{ID: p.ID, Username: p.Username, GlobalName: &p.Name, Discriminator: "0"}
}

// Permissions are the bits that p has in the guild's channels.
func (p Person) Permissions() uint64 {
	if p.Admin {
		return allPermissions
	}
	return everyonesPermissions
}

// botMay are the bits that the bot has in a channel.
func (w *world) botMay(channel *Channel) uint64 {
	if !w.offers(channel) {
		return 0
	}
	return botPermissions &^ w.denied[channel.ID]
}

// member is the guild member that an interaction carries.
func (w *world) member(p Person) map[string]any {
	return map[string]any{
		"user": p.user(), "nick": nil, "avatar": nil, "banner": nil, "roles": []string{},
		"joined_at": stamp(w.guild.Time()), "premium_since": nil, "deaf": false, "mute": false,
		"flags": 0, "pending": false, "communication_disabled_until": nil,
		"permissions": permissionText(p.Permissions()),
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
		object["permissions"] = permissionText(p.Permissions())
	}
	return object
}

// permissionText writes permission bits as Discord does.
func permissionText(bits uint64) string { return strconv.FormatUint(bits, 10) }

// owner is the guild's first administrator.
func (w *world) owner() ID {
	if i := slices.IndexFunc(w.people, func(p Person) bool { return p.Admin }); i >= 0 {
		return w.people[i].ID
	}
	return w.app.ID - 1
}

// What a bot asks about itself.

func (s *Server) getGateway(c *call) (any, *apiError) {
	return map[string]string{"url": gatewayURL(c.r)}, nil
}

func (s *Server) getGatewayBot(c *call) (any, *apiError) {
	return map[string]any{
		"url": gatewayURL(c.r), "shards": 1,
		"session_start_limit": map[string]int{"total": 1000, "remaining": 999,
			"reset_after": 86_400_000, "max_concurrency": 1},
	}, nil
}

func gatewayURL(r *http.Request) string { return "ws://" + r.Host + "/gateway" }

func (s *Server) getSelf(*call) (any, *apiError) { return s.world.bot(), nil }

func (s *Server) getApplication(*call) (any, *apiError) {
	app := s.world.app
	return map[string]any{
		"id": app.ID, "name": app.Name, "icon": nil, "description": "", "bot_public": true,
		"bot_require_code_grant": false, "verify_key": s.PublicKey(), "flags": 0, "team": nil,
		"owner": User{ID: app.ID - 1, Username: "owner", Discriminator: "0"},
		"bot":   s.world.bot(), "approximate_guild_count": 1,
	}, nil
}

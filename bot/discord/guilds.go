package discord

import (
	"context"
	"fmt"
	"net/http"

	"github.com/bwmarrin/discordgo"

	"holecard/bot/discord/gateway"
	"holecard/storage"
)

// guildsOfPage is how many guilds Discord lists at a time.
const guildsOfPage = 200

// Application returns whose bot it is. What runs beside the connection may ask.
func (c *Connection) Application() string { return c.application }

// Guilds lists all guilds that the bot is in. An answer that is not whole is an error.
func (c *Connection) Guilds(ctx context.Context) (list []storage.GuildID, err error) {
	for last := storage.GuildID(0); ; {
		path := fmt.Sprintf("users/@me/guilds?limit=%d&after=%d", guildsOfPage, uint64(last))
		var page []discordgo.UserGuild
		if err := c.get(ctx, path, &page); err != nil {
			return nil, err
		}
		if page == nil {
			return nil, fmt.Errorf("the answer to GET %s is not a list of servers", path)
		}
		for _, g := range page {
			id, err := parseID(g.ID)
			if err != nil || storage.GuildID(id) <= last {
				return nil, fmt.Errorf("the answer to GET %s has the server %q: %w", path, g.ID,
					err)
			}
			last = storage.GuildID(id)
			list = append(list, last)
		}
		if len(page) < guildsOfPage {
			return list, nil
		}
	}
}

// unknownMember is Discord's code for somebody who is not on a server.
const unknownMember = 10007

// Left reports whether a user is not on a server, as far as Discord says so in time. Any
// other answer counts as being there.
func (c *Connection) Left(ctx context.Context, guild storage.GuildID, user storage.UserID) bool {
	path := fmt.Sprintf("guilds/%d/members/%d", uint64(guild), uint64(user))
	_, err := c.api.Request(ctx, http.MethodGet, path, gateway.Content{})
	no := gateway.RefusalIn(err)
	return no.Status == http.StatusNotFound && no.Code == unknownMember
}

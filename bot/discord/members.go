package discord

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"holecard/bot/discord/gateway"
	"holecard/storage"
)

// unknownMember is Discord's code for somebody who is not on a server.
const unknownMember = 10007

// Left reports whether a user is not on a server, as far as Discord says so in time. Any
// other answer counts as being there.
func (c *Connection) Left(ctx context.Context, guild storage.GuildID, user storage.UserID) bool {
	path := fmt.Sprintf("guilds/%d/members/%d", uint64(guild), uint64(user))
	_, err := c.api.Request(ctx, http.MethodGet, path, gateway.Content{})
	no, refused := errors.AsType[*gateway.Refusal](err)
	return refused && no.Status == http.StatusNotFound && no.Code == unknownMember
}

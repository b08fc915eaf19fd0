package discord

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"

	"holecard/bot/discord/gateway"
)

// ErrBadToken is a bot token that Discord does not take, ErrMalformedToken a text that
// cannot be one.
var (
	ErrBadToken       = gateway.ErrBadToken
	ErrMalformedToken = gateway.ErrMalformedToken
)

// Inspector asks Discord what it knows of the bot, without connecting the bot. Each
// question is asked once, and again only where Discord asks to wait.
type Inspector struct{ c *Connection }

// Inspect returns an inspector of the bot whose commands should be those of specs.
// Its error is that of [Options.Check].
func Inspect(specs []*discordgo.ApplicationCommand, o Options) (*Inspector, error) {
	c, err := Connect(Routes{Specs: specs}, o)
	if err != nil {
		return nil, err
	}
	return &Inspector{c}, nil
}

// Close ends the connections of the inspector.
func (i *Inspector) Close() { i.c.api.Close() }

// Application asks who the bot is, which it must be asked first. The error is [ErrBadToken] when
// Discord does not take its token.
func (i *Inspector) Application(ctx context.Context) (Application, error) { return i.c.askOnce(ctx) }

// ClockError asks how far this machine's clock is ahead of Discord's, or behind it.
func (i *Inspector) ClockError(ctx context.Context) (time.Duration, error) {
	return i.c.api.ClockError(ctx, i.c.now)
}

// Registered asks whether the registered commands have the names of the bot's, and returns
// how many there are.
func (i *Inspector) Registered(ctx context.Context) (ours bool, n int, err error) {
	var listed json.RawMessage
	if err := i.c.get(ctx, i.c.path("commands"), &listed); err != nil {
		return false, 0, err
	}
	ids := commandIDs(listed)
	missing := func(c *discordgo.ApplicationCommand) bool { return ids[c.Name] == "" }
	specs := i.c.routes.Specs
	return len(ids) == len(specs) && !slices.ContainsFunc(specs, missing), len(ids), nil
}

// Starts asks how many sessions of the gateway may still be started. The total is 0 where the
// server does not say.
func (i *Inspector) Starts(ctx context.Context) (discordgo.SessionInformation, error) {
	var answer discordgo.GatewayBotResponse
	err := i.c.get(ctx, "gateway/bot", &answer)
	return answer.SessionStartLimit, err
}

// Server is a server that the bot is in.
type Server = discordgo.UserGuild

// Servers lists servers that the bot is in, up to so many.
func (i *Inspector) Servers(ctx context.Context, most int) (servers []Server, err error) {
	err = i.c.get(ctx, "users/@me/guilds?limit="+strconv.Itoa(min(most, 200)), &servers)
	for i, s := range servers {
		servers[i].Name = cmp.Or(s.Name, s.ID)
	}
	return servers, err
}

package discord

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"

	"holecard/bot/discord/backoff"
	"holecard/bot/discord/gateway"
)

// inviteLink returns the link that adds the bot to a server.
func inviteLink(application string) string {
	q := url.Values{"client_id": {application}, "scope": {"bot applications.commands"},
		"permissions": {fmt.Sprint(int64(invited))}}
	return "https://discord.com/oauth2/authorize?" + q.Encode()
}

// Application is the bot as Discord knows it.
type Application struct {
	ID      string `json:"id"`
	Name    string `json:"name"`                    // empty where the server does not say
	Invite  string `json:"-"`                       // the link that adds it to a server
	Servers int    `json:"approximate_guild_count"` // 0 where the server does not say
	// VerifyKey is the public key by which a post to Endpoint is checked, in hex digits; empty
	// where the server does not say.
	VerifyKey string `json:"verify_key"`
	// Endpoint is where Discord posts interactions to, empty when it tells the gateway.
	Endpoint string `json:"interactions_endpoint_url"`
}

// ErrOtherKey is a public key that is not the application's.
var ErrOtherKey = errors.New("DISCORD_PUBLIC_KEY is not the key of the application that " +
	"DISCORD_TOKEN belongs to: copy the one on its page General Information")

// whoAmI returns the bot's application. It asks until it is told; the error is
// [ErrBadToken], or that ctx has ended.
func (c *Connection) whoAmI(ctx context.Context) (me Application, err error) {
	err = c.api.Until(ctx, c.log, c.luck, func(ctx context.Context) error {
		me, err = c.askOnce(ctx)
		return err
	})
	return me, err
}

// askOnce asks once who the bot is, and notes its id.
func (c *Connection) askOnce(ctx context.Context) (me Application, err error) {
	// Not every server knows the first. The bot's user has the id of its
	// application unless it is as old as 2016.
	for _, path := range []string{"applications/@me", "users/@me"} {
		me = Application{}
		err = c.api.Ask(ctx, http.MethodGet, path, gateway.Content{}, &me)
		if id, odd := parseID(me.ID); err == nil && (odd != nil || id == 0) {
			err = fmt.Errorf("%s has no id", path)
		}
		if err == nil {
			me.Invite, c.application = inviteLink(me.ID), me.ID
			return me, nil
		}
	}
	return Application{}, err
}

// persist does again what has ended with an error, until there is none, the token is refused, or
// ctx ends. The error is the former's alone.
func (c *Connection) persist(ctx context.Context, what string, err error,
	do func(context.Context) error) error {
	for try := 0; err != nil && !errors.Is(err, ErrBadToken); try++ {
		wait := backoff.Asked(backoff.Register(try, c.luck()), err)
		if ctx.Err() == nil {
			c.log.Error(what, "retry_in", wait, "error", err)
		}
		if backoff.Sleep(ctx, wait) != nil {
			return nil
		}
		err = do(ctx)
	}
	return err
}

// path returns the path of something of the application's.
func (c *Connection) path(what string) string {
	return "applications/" + c.application + "/" + what
}

// visit does something at Discord without connecting the bot.
func visit(ctx context.Context, o Options, do func(*Connection) error) error {
	c, err := Connect(Routes{}, o)
	if err != nil {
		return err
	}
	defer c.api.Close()
	if _, err := c.whoAmI(ctx); err != nil {
		return err
	}
	return do(c)
}

// mostPatientTries bounds how often a request that may be granted later is repeated.
const mostPatientTries = 5

// ask sends a request that nobody on Discord waits for, and again where Discord asks to wait.
// It decodes the answer, unless into is nil.
func (c *Connection) ask(ctx context.Context, method, path string, body gateway.Content,
	into any) error {
	for try := 0; ; try++ {
		err := c.api.Ask(ctx, method, path, body, into)
		if !gateway.RefusalIn(err).Passing() || try == mostPatientTries ||
			backoff.Sleep(ctx, backoff.Asked(backoff.Send(try, c.luck()), err)) != nil {
			return err
		}
	}
}

// get asks for what a path holds.
func (c *Connection) get(ctx context.Context, path string, into any) error {
	return c.ask(ctx, http.MethodGet, path, gateway.Content{}, into)
}

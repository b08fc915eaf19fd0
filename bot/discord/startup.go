package discord

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"holecard/bot/discord/backoff"
	"holecard/bot/discord/gateway"
)

// inviteLink returns the link that adds the bot to a server.
func inviteLink(application string) string {
	q := url.Values{"client_id": {application}, "scope": {"bot applications.commands"},
		"permissions": {fmt.Sprint(invited)}}
	return "https://discord.com/oauth2/authorize?" + q.Encode()
}

// oneLine returns the errors as one that is a line.
func oneLine(errs []error) error {
	texts := make([]string, len(errs))
	for i, err := range errs {
		texts[i] = err.Error()
	}
	return errors.New(strings.Join(texts, "; "))
}

// self is what Discord says of the bot.
type self struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	// of the application; 0 where the server does not say
	Servers int `json:"approximate_guild_count"`
	// of the application, in hex digits; empty where the server does not say
	Key string `json:"verify_key"`
	// where Discord posts interactions to; empty for the gateway
	Endpoint string `json:"interactions_endpoint_url"`
}

// ErrOtherKey is a public key that is not the application's.
var ErrOtherKey = errors.New("DISCORD_PUBLIC_KEY is not the key of the application that " +
	"DISCORD_TOKEN belongs to: copy the one on its page General Information")

// warnEvery is how often a Discord that stays away is warned of.
const warnEvery = time.Minute

// whoAmI returns the bot's application. It asks until it is told; the error is
// [gateway.ErrBadToken], or that ctx has ended.
func (c *Connection) whoAmI(ctx context.Context) (self, error) {
	began, said := time.Now(), time.Time{}
	for {
		me, errs := c.askOnce(ctx)
		if errs == nil {
			return me, nil
		}
		if !slices.ContainsFunc(errs, func(err error) bool { return !gateway.Unauthorised(err) }) {
			return self{}, gateway.ErrBadToken
		}
		if ctx.Err() != nil {
			return self{}, ctx.Err()
		}
		wait := backoff.Asked(backoff.Dial(time.Since(began), backoff.LongestAsk, c.luck()),
			errs...)
		log := c.log.Debug
		if time.Since(said) >= warnEvery { // the tries come fast at first
			log, said = c.log.Error, time.Now()
		}
		log("Discord does not say who the bot is; trying again. If this lasts, check "+
			"DISCORD_API_URL and the network",
			"url", c.api.URL(), "retry_in", wait, "error", oneLine(errs))
		if err := backoff.Sleep(ctx, wait); err != nil {
			return self{}, err
		}
	}
}

// askOnce asks once who the bot is, and returns why no answer says so.
func (c *Connection) askOnce(ctx context.Context) (me self, errs []error) {
	// Not every server knows the first. The bot's user has the id of its
	// application unless it is as old as 2016.
	for _, path := range []string{"applications/@me", "users/@me"} {
		me, err := c.askSelf(ctx, path)
		if err == nil {
			return me, nil
		}
		errs = append(errs, err)
	}
	return self{}, errs
}

func (c *Connection) askSelf(ctx context.Context, path string) (me self, err error) {
	if err := c.api.Get(ctx, path, &me); err != nil {
		return self{}, err
	}
	if id, err := parseID(me.ID); err != nil || id == 0 {
		return self{}, fmt.Errorf("%s has no id", path)
	}
	return me, nil
}

package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
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
		"permissions": {fmt.Sprint(int64(invited))}}
	return "https://discord.com/oauth2/authorize?" + q.Encode()
}

// oneLine returns the errors as one that is a line.
func oneLine(errs []error) error {
	return errors.New(strings.ReplaceAll(errors.Join(errs...).Error(), "\n", "; "))
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

// warnEvery is how often a Discord that stays away is warned of.
const warnEvery = time.Minute

// whoAmI returns the bot's application. It asks until it is told; the error is
// [gateway.ErrBadToken], or that ctx has ended.
func (c *Connection) whoAmI(ctx context.Context) (Application, error) {
	began, said := time.Now(), time.Time{}
	for {
		me, errs := c.askOnce(ctx)
		if errs == nil {
			return me, nil
		}
		if !slices.ContainsFunc(errs, func(err error) bool { return !gateway.Unauthorised(err) }) {
			return Application{}, gateway.ErrBadToken
		}
		if ctx.Err() != nil {
			return Application{}, ctx.Err()
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
			return Application{}, err
		}
	}
}

// askOnce asks once who the bot is, and returns why no answer says so.
func (c *Connection) askOnce(ctx context.Context) (me Application, errs []error) {
	// Not every server knows the first. The bot's user has the id of its
	// application unless it is as old as 2016.
	for _, path := range []string{"applications/@me", "users/@me"} {
		me = Application{}
		err := c.api.Get(ctx, path, &me)
		if id, odd := parseID(me.ID); err == nil && (odd != nil || id == 0) {
			err = fmt.Errorf("%s has no id", path)
		}
		if err == nil {
			me.Invite = inviteLink(me.ID)
			return me, nil
		}
		errs = append(errs, err)
	}
	return Application{}, errs
}

// mostPatientTries bounds how often a request that may be granted later is repeated.
const mostPatientTries = 5

// ask sends a request that nobody on Discord waits for, and again where Discord asks to wait.
// It decodes the answer, unless into is nil.
func (c *Connection) ask(ctx context.Context, method, path string, body gateway.Content,
	into any) error {
	for try := 0; ; try++ {
		raw, err := c.api.Request(ctx, method, path, body)
		if err == nil && into != nil {
			if err = json.Unmarshal(raw, into); err != nil {
				err = fmt.Errorf("the answer to %s %s is not understood: %w", method, path, err)
			}
		}
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

package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"holecard/bot/discord"
)

const portal = "https://discord.com/developers/applications"

// unanswered is what to do when Discord does not answer a question.
const unanswered = "try again; if it lasts, check the network and DISCORD_API_URL"

// token looks whether Discord takes the token.
func (d *doctor) token(ctx context.Context) []finding {
	c := d.config // other checks read it at the same time
	if err := c.readToken(ctx); err != nil {
		return failure(err)
	}
	inspector, err := d.inspect(c.Token)
	if err != nil {
		return failure(err)
	}
	d.inspector = inspector
	app, err := inspector.Application(ctx)
	switch {
	case errors.Is(err, discord.ErrBadToken):
		return fail(tokenAdvice+"; then type holecard setup", "Discord does not take it.")
	case err != nil:
		return fail(unanswered, "Discord does not answer at %s: %v.", d.APIURL, err)
	}
	d.app = app
	return ok("Discord takes it. The bot is %s, %s.", shownName(app.Name), app.ID)
}

// mostClockError is how far the clock may be off: the countdowns of tables are shown by
// the clocks of players.
const mostClockError = 5 * time.Second

// clock compares this machine's clock with Discord's.
func (d *doctor) clock(ctx context.Context) []finding {
	inspector, err := d.inspect("nobody") // for this Discord needs no token
	if err != nil {
		return failure(err)
	}
	defer inspector.Close()
	ahead, err := inspector.ClockError(ctx)
	const do = "have it set by NTP, such as by timedatectl set-ntp true"
	switch {
	case err != nil:
		return fail(unanswered, "Discord does not answer at %s: %v.", d.APIURL, err)
	case ahead > mostClockError:
		return fail(do, "This machine's clock is %s ahead of Discord's.", span(ahead))
	case -ahead > mostClockError:
		return fail(do, "This machine's clock is %s behind Discord's.", span(-ahead))
	}
	return ok("This machine's clock agrees with Discord's.")
}

// endpoint looks where Discord sends interactions: to the gateway, or to an address.
func (d *doctor) endpoint(ctx context.Context) []finding {
	is, field := shownName(d.app.Endpoint), "Interactions Endpoint URL"
	page := fmt.Sprintf("%s/%s/information", portal, d.app.ID)
	switch {
	case d.PublicKey == "" && is == "":
		return ok("Discord sends what players do to the gateway.")
	case d.PublicKey == "":
		return fail(fmt.Sprintf("empty the field %s on %s; or, for holecard serve --http, set "+
			"DISCORD_PUBLIC_KEY", field, page), "Discord sends what players do to %s, so this bot "+
			"hears nothing.", is)
	case is == "":
		return fail(fmt.Sprintf("put the address of holecard serve --http into the field %s on %s; or "+
			"remove DISCORD_PUBLIC_KEY", field, page), "DISCORD_PUBLIC_KEY is set, but Discord "+
			"sends what players do to the gateway.")
	case d.app.VerifyKey != "" && !strings.EqualFold(d.app.VerifyKey, d.PublicKey):
		return fail(fmt.Sprintf("copy the Public Key on %s", page), "DISCORD_PUBLIC_KEY is not "+
			"the key of this application, so what Discord sends is refused.")
	}
	return d.knock(ctx, d.app.Endpoint)
}

// knock posts to the endpoint without a signature, which it must refuse.
func (d *doctor) knock(ctx context.Context, address string) []finding {
	const do = "see that holecard serve --http runs, and that the way there leads to it"
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, address,
		strings.NewReader(`{"type":1}`))
	if err != nil {
		return fail(do, "Discord has an address for interactions that is none.")
	}
	req.Header.Set("Content-Type", "application/json")
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse
	}}
	defer client.CloseIdleConnections()
	resp, err := client.Do(req)
	if err != nil {
		return fail(do, "Nobody answers at %s: %v.", shownName(address), errors.Unwrap(err))
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusUnauthorized {
		return fail(do, "At %s something answers HTTP %d to what Discord has not signed; the bot "+
			"answers 401.", shownName(address), resp.StatusCode)
	}
	return ok("Discord sends what players do to %s, which refuses what is not signed.",
		shownName(address))
}

// commands compares the registered commands with those of this version.
func (d *doctor) commands(ctx context.Context) []finding {
	ours, n, err := d.inspector.Registered(ctx)
	const do = "start the bot, or stop and start it: it registers them"
	switch {
	case err != nil:
		return fail(unanswered, "Discord does not say which are registered: %v.", err)
	case ours:
		return ok("All %d are registered.", n)
	case n == 0:
		return fail(do, "None are registered.")
	}
	are := "are"
	if n == 1 {
		are = "is"
	}
	return fail(do, "%s %s registered, but not those of this version.", quantity(n, "command"), are)
}

// starts looks how often the bot can still connect anew.
func (d *doctor) starts(ctx context.Context) []finding {
	s, err := d.inspector.Starts(ctx)
	again := span(time.Duration(s.ResetAfter) * time.Millisecond)
	const do = "see in the log why the bot connects anew so often"
	switch {
	case err != nil:
		return fail(unanswered, "Discord does not say how many sessions may be started: %v.", err)
	case s.Total == 0:
		return ok("This server does not limit how often the bot may connect.")
	case s.Remaining == 0:
		return fail(do+"; until then a bot that runs goes on, and one that is stopped stays away",
			"None of %d session starts are left; Discord gives new ones in %s.", s.Total, again)
	case s.Remaining < s.Total/10:
		return note(do, "Only %d of %d session starts are left for %s.", s.Remaining, s.Total, again)
	}
	return ok("%d of %d session starts are left.", s.Remaining, s.Total)
}

// mostServers is how many servers are looked at without being asked for.
const mostServers = 10

// servers looks at servers that the bot is on.
func (d *doctor) servers(ctx context.Context) []finding {
	list := []discord.Server{{ID: d.server, Name: d.server}}
	if d.server == "" {
		var err error
		if list, err = d.inspector.Servers(ctx, mostServers+1); err != nil {
			return fail(unanswered, "Discord does not say which there are: %v.", err)
		}
	}
	if len(list) == 0 {
		return fail("open "+d.app.Invite, "The bot is on no server.")
	}
	more := len(list) > mostServers
	list = list[:min(len(list), mostServers)]
	found := make([][]finding, len(list))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(4)
	for i, s := range list {
		group.Go(func() error {
			facts, err := d.inspector.Server(ctx, s)
			if err != nil {
				found[i] = note(unanswered, "%s: Discord does not say all about it: %v.",
					shownName(s.Name), err)
				return nil
			}
			found[i] = d.judge(facts)
			return nil
		})
	}
	group.Wait()
	all := slices.Concat(found...)
	if more {
		all = append(all, note("holecard doctor --server ID looks at another",
			"Only %d servers were looked at.", mostServers)...)
	}
	return all
}

// integrations is where a server's administrators say who may use commands.
const integrations = "an administrator of the server allows them at Server Settings, " +
	"Integrations"

// judge says what keeps people on a server from playing.
func (d *doctor) judge(s discord.ServerFacts) (found []finding) {
	name := shownName(s.Name)
	open, channels := "open "+d.app.Invite, quantity(s.Channels, "text channel")
	for _, h := range s.Hindrances {
		f := map[discord.Hindrance]finding{
			discord.NoScope: {Status: failed, Do: open,
				Says: "the bot is not there, or was added without its commands."},
			discord.EveryoneOff: {Status: failed, Do: integrations,
				Says: "the commands are off for everyone, and allowed to no role and no member."},
			discord.ChannelsOff: {Status: failed, Do: integrations,
				Says: "the commands are off in all channels."},
			discord.RolesOff: {Status: failed, Says: "no role may use commands.",
				Do: "give @everyone the permission Use Application Commands at Server Settings, Roles"},
			discord.NoChannel: {Status: noted,
				Says: "/table opens in none of the " + channels + "; all else works.",
				Do:   "give the bot's role View Channels, Send Messages and Embed Links; or " + open},
		}[h]
		f.Says = name + ": " + f.Says
		found = append(found, f)
	}
	if len(s.Off) > 0 {
		found = append(found, note(integrations, "%s: off for everyone are /%s.", name,
			strings.Join(s.Off, ", /"))...)
	}
	switch {
	case found != nil:
		return found
	case len(s.Closed) > 0:
		return ok("%s: everyone can play. /table opens in %d of %s.", name,
			s.Channels-len(s.Closed), channels)
	}
	return ok("%s: everyone can play.", name)
}

// asSentence writes an error as a sentence.
func asSentence(err error) string {
	text := strings.TrimSuffix(inLine(err), ".") + "."
	if postgresURL.MatchString(text) {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

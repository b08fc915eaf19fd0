package bot

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// inviteLink returns the link that adds the bot to a server. It asks for no
// permission: answers to interactions need none.
func inviteLink(application string) string {
	q := url.Values{"client_id": {application}, "scope": {"bot applications.commands"}, "permissions": {"0"}}
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
	ID      scalar `json:"id"`
	Servers int    `json:"approximate_guild_count"` // of the application; 0 where the server does not say
}

// whoAmI returns the bot's application. It asks until it is told; the
// error is [ErrBadToken], or that ctx has ended.
func (d *Discord) whoAmI(ctx context.Context, r *rest) (self, error) {
	began, said := time.Now(), time.Time{}
	for {
		var errs []error
		refusals := 0
		// Not every server knows the first. The bot's user has the id of its
		// application unless it is as old as 2016.
		for _, path := range []string{"applications/@me", "users/@me"} {
			me, err := askSelf(ctx, r, path)
			if err == nil {
				return me, nil
			}
			if unauthorised(err) {
				refusals++
			}
			errs = append(errs, err)
		}
		if refusals == len(errs) {
			return self{}, ErrBadToken
		}
		if ctx.Err() != nil {
			return self{}, ctx.Err()
		}
		wait := asked(dialBackoff(time.Since(began), longestAsk, d.luck()), errs...)
		log := d.log.Debug
		if time.Since(said) >= warnEvery { // the tries come fast at first
			log, said = d.log.Error, time.Now()
		}
		log("Discord does not say who the bot is; trying again. If this lasts, check DISCORD_API_URL and the network",
			"url", d.base.Redacted(), "retry_in", wait, "error", oneLine(errs))
		if err := sleep(ctx, wait); err != nil {
			return self{}, err
		}
	}
}

func askSelf(ctx context.Context, r *rest, path string) (me self, err error) {
	body, err := r.request(ctx, http.MethodGet, path, content{})
	if err != nil {
		return self{}, err
	}
	if err := decode(body, &me); err != nil {
		return self{}, err
	}
	if id, err := me.ID.id(); err != nil || id == 0 {
		return self{}, fmt.Errorf("%s has no id", path)
	}
	return me, nil
}

// shardPlan is how many gateway sessions there are to be.
type shardPlan struct {
	Shards int        `json:"shards"`
	Limit  startLimit `json:"session_start_limit"`
}

// startLimit is how often sessions may be started.
type startLimit struct {
	Total          int `json:"total"`
	Remaining      int `json:"remaining"`
	ResetAfter     int `json:"reset_after"` // milliseconds
	MaxConcurrency int `json:"max_concurrency"`
}

// mostShards is far more than any bot has, and few enough to be sane.
const mostShards = 4096

// planShards asks how many shards there are to be. A server that does not know
// the question has one; one that cannot answer now is asked again, because
// Discord takes no session of a large bot that has too few.
func (d *Discord) planShards(ctx context.Context, r *rest) (shardPlan, error) {
	began := time.Now()
	for {
		body, err := r.request(ctx, http.MethodGet, "gateway/bot", content{})
		var no *refusal
		switch {
		case err == nil:
			var plan shardPlan
			if err := decode(body, &plan); err != nil {
				d.log.Warn("cannot read how many shards to run", "error", err)
				plan = shardPlan{}
			}
			plan.Shards = min(max(plan.Shards, 1), mostShards)
			return plan, nil
		case unauthorised(err):
			return shardPlan{}, ErrBadToken
		case errors.As(err, &no) && !no.passing():
			d.log.Debug("the server does not say how many shards; taking one", "error", err)
			return shardPlan{Shards: 1}, nil
		}
		wait := asked(dialBackoff(time.Since(began), longestAsk, d.luck()), err)
		d.log.Warn("Discord does not say how many shards to run", "retry_in", wait, "error", err)
		if err := sleep(ctx, wait); err != nil {
			return shardPlan{}, err
		}
	}
}

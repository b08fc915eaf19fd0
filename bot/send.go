package bot

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"

	"holecard/bot/view"
)

// Discord waits 3 s for the first answer. What the bot does in it:
const (
	thinkTime   = 2 * time.Second         // for the handler
	answerTime  = 2500 * time.Millisecond // for everything, so that a late answer is not sent in vain
	attemptTime = time.Second             // for one request, so that another can be made in time
	followTime  = 10 * time.Second        // for a word after the answer
	workTime    = 5 * time.Minute         // for an answer that takes work: its token lives 15
)

// Codes of Discord's errors. Source: Discord's "JSON Error Codes".
const codeAnswered = 40060

// errAnsweredBefore is the answer to an interaction that another process has answered.
var errAnsweredBefore = errors.New("the interaction is answered already")

// sender delivers answers.
type sender struct {
	rest *rest
	log  *slog.Logger
}

// answer delivers the first answer to an interaction before ctx ends. It tries
// again when the request fails in a way that may pass; if an earlier try turns
// out to have arrived, all is well.
func (s *sender) answer(ctx context.Context, in *interaction, a wireAnswer, files []view.File) error {
	path := fmt.Sprintf("interactions/%d/%s/callback", in.caller.Interaction, url.PathEscape(in.token))
	body := withFiles(a, files)
	for try := 0; ; try++ {
		err := s.attempt(ctx, path, body)
		if err == nil {
			return nil
		}
		var no *refusal
		if errors.As(err, &no) {
			if no.code == codeAnswered && try > 0 {
				return nil
			}
			if no.code == codeAnswered {
				return errAnsweredBefore
			}
			if !no.passing() {
				return err
			}
		}
		s.log.Debug("an answer failed", "interaction", in.caller.Interaction, "try", try+1, "error", err)
		if !again(ctx, try, no) {
			return fmt.Errorf("no time left after %d tries: %w", try+1, err)
		}
	}
}

func (s *sender) attempt(ctx context.Context, path string, body content) error {
	ctx, cancel := context.WithTimeout(ctx, attemptTime)
	defer cancel()
	_, err := s.rest.request(ctx, http.MethodPost, path, body)
	return err
}

// follow posts a private message after the answer. Only what was surely not
// delivered is tried again: nobody wants to read a message twice.
func (s *sender) follow(ctx context.Context, application string, in *interaction, r view.Reply, encode encodeCustomID) error {
	path := fmt.Sprintf("webhooks/%s/%s", url.PathEscape(application), url.PathEscape(in.token))
	return s.persist(ctx, http.MethodPost, path, withFiles(message(r, true, encode), r.Files))
}

// edit puts another message in the place of the answer.
func (s *sender) edit(ctx context.Context, application string, in *interaction, r view.Reply, encode encodeCustomID) error {
	path := fmt.Sprintf("webhooks/%s/%s/messages/@original", url.PathEscape(application), url.PathEscape(in.token))
	return s.persist(ctx, http.MethodPatch, path, withFiles(message(r, false, encode), r.Files))
}

// persist sends a request, and again while Discord says that it may be granted later.
func (s *sender) persist(ctx context.Context, method, path string, body content) error {
	for try := 0; ; try++ {
		_, err := s.rest.request(ctx, method, path, body)
		var no *refusal
		if err == nil || !errors.As(err, &no) || !no.passing() || !again(ctx, try, no) {
			return err
		}
	}
}

// again waits before the next try of something quick, and reports false when
// the wait would last longer than ctx.
func again(ctx context.Context, try int, no *refusal) bool {
	wait := (50 * time.Millisecond) << min(try, 5)
	wait += rand.N(wait)
	if no != nil && no.retryAfter > wait {
		wait = no.retryAfter
	}
	if end, ok := ctx.Deadline(); ok && time.Until(end) <= wait {
		return false
	}
	return sleep(ctx, wait) == nil
}

// sleep waits, or returns the error of ctx when that ends first.
func sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

package bot

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"holecard/bot/view"
)

// Discord waits 3 s for the first answer. What the bot does in it:
const (
	thinkTime   = 2 * time.Second         // for the handler
	answerTime  = 2500 * time.Millisecond // for everything, so that a late answer is not sent in vain
	attemptTime = time.Second             // for one request
	besideTime  = 400 * time.Millisecond  // for one request, until another is made beside it
	followTime  = 10 * time.Second        // for a word after the answer
	workTime    = 5 * time.Minute         // for an answer that takes work: its token lives 15
)

// mostAttempts is how many requests try to deliver one answer at the same time.
const mostAttempts = 3

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
// again when a request fails in a way that may pass, and beside a request that
// takes long: Discord takes one of them, and tells the others that it has.
func (s *sender) answer(ctx context.Context, in *interaction, a wireAnswer, files []view.File) error {
	path := fmt.Sprintf("interactions/%d/%s/callback", in.caller.Interaction, url.PathEscape(in.token))
	body := withFiles(a, files)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // what still hangs when the answer has arrived
	outcomes := make(chan error)
	next := time.NewTimer(0)
	defer next.Stop()
	var last error
	tries, underWay := 0, 0
	for {
		select {
		case <-next.C:
			tries++
			underWay++
			go func() {
				err := s.attempt(ctx, path, body)
				select {
				case outcomes <- err:
				case <-ctx.Done():
				}
			}()
			if underWay < mostAttempts {
				next.Reset(besideTime)
			}
		case err := <-outcomes:
			underWay--
			over, verdict := settles(err, tries)
			if over {
				return verdict
			}
			last = err
			s.log.Debug("an answer failed", "interaction", in.caller.Interaction, "try", tries, "error", err)
			if wait, ok := patient(ctx, tries-1, err); ok {
				next.Reset(wait)
			} else if underWay == 0 {
				return fmt.Errorf("no time left after %d tries: %w", tries, err)
			}
		case <-ctx.Done():
			if last == nil {
				last = ctx.Err()
			}
			return fmt.Errorf("no time left after %d tries: %w", tries, last)
		}
	}
}

// settles tells whether the outcome of one of several tries to answer settles
// the matter, and how.
func settles(err error, tries int) (over bool, verdict error) {
	var no *refusal
	switch {
	case err == nil:
		return true, nil
	case !errors.As(err, &no):
		return false, nil
	case no.code == codeAnswered && tries > 1:
		return true, nil // by one of the other tries
	case no.code == codeAnswered:
		return true, errAnsweredBefore
	}
	return !no.passing(), err
}

func (s *sender) attempt(ctx context.Context, path string, body content) error {
	ctx, cancel := context.WithTimeout(ctx, attemptTime)
	defer cancel()
	_, err := s.rest.request(ctx, http.MethodPost, path, body)
	return err
}

// follow posts another message after the answer. Only what was surely not
// delivered is tried again: nobody wants to read a message twice.
func (s *sender) follow(ctx context.Context, application string, in *interaction, r view.Reply, encode encodeCustomID) error {
	path := fmt.Sprintf("webhooks/%s/%s", url.PathEscape(application), url.PathEscape(in.token))
	return s.persist(ctx, http.MethodPost, path, withFiles(message(r, r.Private, encode), r.Files))
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
		if err == nil || !errors.As(err, &no) || !no.passing() || !again(ctx, try, err) {
			return err
		}
	}
}

// again waits before the next try of something quick, and reports false when
// the wait would last longer than ctx.
func again(ctx context.Context, try int, err error) bool {
	wait, ok := patient(ctx, try, err)
	return ok && sleep(ctx, wait) == nil
}

// patient returns how long to wait before the next try of something quick after
// an error, and false when ctx will have ended by then.
func patient(ctx context.Context, try int, err error) (time.Duration, bool) {
	wait := asked(sendBackoff(try, anyLuck()), err)
	end, ok := ctx.Deadline()
	return wait, !ok || time.Until(end) > wait
}

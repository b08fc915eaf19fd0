package discord

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"time"

	"holecard/bot/discord/backoff"
	"holecard/bot/discord/gateway"
	"holecard/bot/message"
)

// Discord waits 3 s for the first answer. What the bot does in it:
const (
	waitTime  = time.Second     // in a queue: who waits longer is told so instead
	thinkTime = 2 * time.Second // for the handler, from when the interaction came
	// on the way here: later, the handler is not asked, for it would hardly have time
	mostWaited = 1500 * time.Millisecond
	wordsTime  = 250 * time.Millisecond // for the words of a refusal
	// for everything, so that a late answer is not sent in vain
	answerTime = 2500 * time.Millisecond
	repeatTime = 1200 * time.Millisecond // for one request, until another is sent beside it
	followTime = 10 * time.Second        // for a word after the answer
	// for an answer that takes work, once it has its turn: see workLimits
	workTime = 30 * time.Second
	stepTime = 1500 * time.Millisecond // between the steps of a reply
	// for a click about what several people share, until the next of them is handled
	sharedTime = 500 * time.Millisecond
)

// mostDoubtful is how many requests with one answer may have arrived at most: a
// server that is not Discord may take them all, and show a hand that often.
const mostDoubtful = 2

// Codes of Discord's errors. Source: Discord's "JSON Error Codes".
const codeAnswered = 40060

// unknownAnswers are the codes for a message and a webhook that do not exist.
var unknownAnswers = []int{10008, 10015}

// errAnsweredBefore is the answer to an interaction that another process has answered.
var errAnsweredBefore = errors.New("the interaction is answered already")

// requester is what a sender needs of Discord's API: see [gateway.API.Request].
type requester interface {
	Request(ctx context.Context, method, path string, c gateway.Content) ([]byte, error)
}

// responder delivers the first answer to an interaction before ctx ends. It returns what
// Discord says of the message, which is asked for where told is set: nothing where Discord
// does not say.
type responder interface {
	answer(ctx context.Context, in *interaction, a wireAnswer, files []message.File,
		told bool) ([]byte, error)
}

// sender delivers answers by requests.
type sender struct {
	api requester
	log *slog.Logger
	// until then Discord may not know of the answer yet, which is in a response
	settled time.Time
}

// answer implements [responder]. What surely did not arrive is sent again at once. What may
// have arrived, because it is under way or its connection broke, is sent once more after
// repeatTime: Discord takes one of the two, and tells the other that it has: then it does
// not say where the message is.
func (s *sender) answer(ctx context.Context, in *interaction, a wireAnswer,
	files []message.File, told bool) ([]byte, error) {
	path := fmt.Sprintf("interactions/%d/%s/callback", in.Interaction,
		url.PathEscape(in.token))
	if told {
		path += "?with_response=true"
	}
	body := withFiles(a, files...)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // what still hangs when the answer has arrived
	type outcome struct {
		said []byte
		err  error
	}
	outcomes := make(chan outcome, 16) // more than there are tries in the time
	next := time.NewTimer(0)
	// Requests: of those that were made some are under way, some doubtful, that is under way or
	// broken off, and some perhaps taken: a server error does not tell for certain.
	var made, underWay, doubtful, perhaps int
	last := errors.New("none came back")
	for {
		select {
		case <-next.C:
			made, underWay, doubtful, perhaps = made+1, underWay+1, doubtful+1, perhaps+1
			go func() {
				said, err := s.api.Request(ctx, http.MethodPost, path, body)
				outcomes <- outcome{said, err}
			}()
			if doubtful < mostDoubtful {
				next.Reset(repeatTime)
			}
		case o := <-outcomes:
			last = o.err
			no := gateway.RefusalIn(last)
			switch {
			case last == nil, no.Code == codeAnswered && perhaps > 1:
				return o.said, nil
			case no.Code == codeAnswered:
				return nil, errAnsweredBefore
			case no.Status != 0 && !no.Passing():
				return nil, last
			}
			underWay--
			if no.Status < 500 && undelivered(last) {
				perhaps--
			}
			if undelivered(last) {
				doubtful--
			}
			s.log.Debug("sending an answer failed", "interaction", in.Interaction, "try", made,
				"error", last)
			if wait, ok := patient(ctx, made-1, last); ok && undelivered(last) {
				next.Reset(wait)
			} else if underWay == 0 && (undelivered(last) || doubtful == mostDoubtful) {
				return nil, fmt.Errorf("no time left after %d tries: %w", made, last)
			}
		case <-ctx.Done():
			return nil, fmt.Errorf("no time left after %d tries: %w", made, last)
		}
	}
}

// undelivered reports whether a request that failed is to be taken for one that
// did not arrive.
func undelivered(err error) bool {
	return errors.Is(err, gateway.ErrUnsent) || gateway.RefusalIn(err).Passing()
}

// follow posts another message after the answer. Only what was surely not
// delivered is tried again: nobody wants to read a message twice.
func (s *sender) follow(ctx context.Context, in *interaction, r message.Reply) error {
	_, err := s.persist(ctx, http.MethodPost, webhook(in),
		withFiles(encodeMessage(r, r.Private), r.Files...))
	return err
}

// edit puts another message in the place of the answer.
func (s *sender) edit(ctx context.Context, in *interaction, r message.Reply) error {
	_, err := s.persist(ctx, http.MethodPatch, webhook(in)+original,
		withFiles(encodeMessage(r, false), r.Files...))
	return err
}

// webhook is the path of what follows an interaction.
func webhook(in *interaction) string {
	return fmt.Sprintf("webhooks/%s/%s", url.PathEscape(in.application), url.PathEscape(in.token))
}

// original is the message, below that path, that an answer has become.
const original = "/messages/@original"

// posted returns where the message is that an answer has become: as the answer's
// response says, or as Discord says when it is asked.
func (s *sender) posted(ctx context.Context, in *interaction, said []byte) (message.Place, error) {
	var response struct {
		Resource struct {
			Message message.Place `json:"message"`
		} `json:"resource"`
	}
	_ = json.Unmarshal(said, &response) // not every server has one
	at := response.Resource.Message
	if at.Message == 0 {
		raw, err := s.persist(ctx, http.MethodGet, webhook(in)+original, gateway.Content{})
		if err == nil {
			err = json.Unmarshal(raw, &at)
		}
		if err != nil {
			return message.Place{}, fmt.Errorf("message of an answer: %w", err)
		}
	}
	at.Channel = cmp.Or(at.Channel, in.Channel)
	if at.Channel == 0 || at.Message == 0 {
		return message.Place{}, errNowhere
	}
	return at, nil
}

// errNowhere is a message of which the server does not say where it is.
var errNowhere = errors.New("the message has no id")

// persist sends a request, and again while it did not arrive or may be granted later.
func (s *sender) persist(ctx context.Context, method, path string,
	body gateway.Content) ([]byte, error) {
	for try := 0; ; try++ {
		said, err := s.api.Request(ctx, method, path, body)
		if err == nil || !undelivered(err) && !s.early(err) {
			return said, err
		}
		if wait, ok := patient(ctx, try, err); !ok || backoff.Sleep(ctx, wait) != nil {
			return said, err
		}
	}
}

// early reports whether a request failed because Discord has not taken the answer yet.
func (s *sender) early(err error) bool {
	return slices.Contains(unknownAnswers, gateway.RefusalIn(err).Code) && time.Now().Before(s.settled)
}

// patient returns how long to wait before the next try of something quick after
// an error, and false when ctx will have ended by then.
func patient(ctx context.Context, try int, err error) (time.Duration, bool) {
	wait := backoff.Asked(backoff.Send(try, backoff.Luck()), err)
	end, ok := ctx.Deadline()
	return wait, !ok || time.Until(end) > wait
}

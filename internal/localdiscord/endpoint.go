package localdiscord

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net"
	"net/http"
	"slices"
	"strconv"
	"time"
)

// This file tells bots of interactions over HTTP.

// Delivery says which bots are told of an interaction: see [Server.SetDelivery]. With the
// zero Delivery all sessions of the gateway are, as on Discord.
type Delivery struct {
	// Endpoints are URLs that take interactions over HTTP. They take turns, as behind a
	// balancer, which also tries the next where nobody listens.
	Endpoints []string
	// Twice is the share of the interactions that go to two in turn, drawn from Seed.
	Twice float64
	Seed  uint64
	// Dial opens the connections to endpoints; nil dials the network.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
}

// delivery is the present [Delivery].
type delivery struct {
	Delivery
	turn   int
	chance *rand.Rand
	client *http.Client
}

// maxResponse is how large a response Discord takes. Source: issue 5250 of its documentation.
const maxResponse = 150_000

// SetDelivery has bots told of interactions by d from now on. It asks no endpoint whether it
// will do: see [Server.Probe].
func (s *Server) SetDelivery(d Delivery) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.delivery.client != nil {
		s.delivery.client.CloseIdleConnections()
	}
	s.delivery = delivery{Delivery: d, chance: rand.New(rand.NewPCG(d.Seed, 5250)),
		client: newClient(d.Dial)}
}

func newClient(dial func(context.Context, string, string) (net.Conn, error)) *http.Client {
	return &http.Client{Transport: &http.Transport{DialContext: dial, MaxIdleConnsPerHost: 1024,
		MaxResponseHeaderBytes: 1 << 16}}
}

// PublicKey returns the key that requests to endpoints are signed for, in hex digits.
func (s *Server) PublicKey() string {
	return hex.EncodeToString(s.key.Public().(ed25519.PublicKey))
}

// ErrEndpoint is an interactions endpoint that Discord does not accept.
var ErrEndpoint = errors.New("localdiscord: the interactions endpoint URL could not be verified")

// Probe asks an endpoint what Discord asks before it takes its URL: it must answer a PING,
// and refuse one whose signature is wrong.
func (s *Server) Probe(ctx context.Context, url string,
	dial func(ctx context.Context, network, address string) (net.Conn, error)) error {
	client := newClient(dial)
	defer client.CloseIdleConnections()
	s.mu.Lock()
	ping := marshal(map[string]any{"id": s.nextID(), "application_id": s.world.app.ID, "type": 1,
		"token": "aW50ZXJhY3Rpb246", "version": 1})
	s.mu.Unlock()
	resp, err := s.signed(ctx, client, url, ping, true)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrEndpoint, err)
	}
	defer resp.Body.Close()
	var pong struct{ Type int }
	err = json.NewDecoder(io.LimitReader(resp.Body, maxResponse)).Decode(&pong)
	if resp.StatusCode != http.StatusOK || err != nil || pong.Type != 1 {
		return fmt.Errorf("%w: a PING is answered with %s", ErrEndpoint, resp.Status)
	}
	refused, err := s.signed(ctx, client, url, ping, false)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrEndpoint, err)
	}
	defer refused.Body.Close()
	if refused.StatusCode != http.StatusUnauthorized {
		return fmt.Errorf("%w: a wrong signature is answered with %s", ErrEndpoint, refused.Status)
	}
	return nil
}

// signed sends a payload with a signature, which is right or wrong.
func (s *Server) signed(ctx context.Context, client *http.Client, url string, payload []byte,
	right bool) (*http.Response, error) {
	stamp := strconv.FormatInt(time.Now().Unix(), 10)
	signature := s.Sign(stamp, payload)
	if !right {
		signature[0] ^= 1
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(payload))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", "Discord-Interactions/1.0 (+https://discord.com)")
	r.Header.Set("X-Signature-Ed25519", hex.EncodeToString(signature))
	r.Header.Set("X-Signature-Timestamp", stamp)
	return client.Do(r)
}

// Sign signs a timestamp and a body as those of requests to endpoints are.
func (s *Server) Sign(timestamp string, body []byte) []byte {
	return ed25519.Sign(s.key, append([]byte(timestamp), body...))
}

// dispatch tells bots of i.
func (s *Server) dispatch(i *Interaction) {
	told := func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if i.told.IsZero() {
			i.told = time.Now()
		}
	}
	guild := s.world.guild
	if i.channel.DM {
		guild = 0
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	d := &s.delivery
	if len(d.Endpoints) == 0 {
		for _, id := range slices.Sorted(maps.Keys(s.sessions)) {
			if ss := s.sessions[id]; ss.wants(guild) {
				ss.tell("INTERACTION_CREATE", i.Raw, told)
			}
		}
		return
	}
	if s.life.Err() != nil {
		return
	}
	client, times := d.client, 1
	if len(d.Endpoints) > 1 && d.chance.Float64() < d.Twice {
		times = 2
	}
	for n := range times {
		first := (d.turn + n) % len(d.Endpoints)
		urls := slices.Concat(d.Endpoints[first:], d.Endpoints[:first])
		s.busy.Go(func() { s.deliver(i, client, urls, told) })
	}
	d.turn++
}

// deliver sends i to the first of the URLs where somebody listens, and takes the response.
func (s *Server) deliver(i *Interaction, client *http.Client, urls []string, told func()) {
	ctx, cancel := context.WithDeadline(s.life, i.created.Add(AnswerWithin))
	defer cancel()
	told()
	for _, url := range urls {
		resp, err := s.signed(ctx, client, url, i.Raw, true)
		var dial *net.OpError
		if errors.As(err, &dial) && dial.Op == "dial" {
			continue
		}
		if err == nil {
			err = s.respond(i, resp)
			resp.Body.Close()
		}
		if err != nil {
			s.log.Debug("an endpoint does not answer", "url", url, "error", err)
		}
		return
	}
}

// respond takes a response to i as its callback.
func (s *Server) respond(i *Interaction, resp *http.Response) error {
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxResponse+1))
	if err != nil {
		return err
	}
	if resp.StatusCode != http.StatusOK {
		return errors.New(resp.Status)
	}
	s.mu.Lock()
	c := &call{payload: body, base: s.base}
	s.mu.Unlock()
	refusal := s.take(c, http.MethodPost,
		fmt.Sprintf("/interactions/%v/%s/callback", i.ID, i.Token), resp.Header)
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case len(body) > maxResponse:
		refusal = errTooLarge
	case refusal != nil:
	case c.body == nil:
		refusal = errInvalidJSON
	default:
		refusal = s.accept(i, c)
	}
	if refusal != nil {
		s.log.Debug("a response is refused", "code", refusal.Code, "message", refusal.Message)
		s.fail(i, fmt.Errorf("%w: its response is refused: %s", ErrNoAnswer,
			marshal(refusal)))
	}
	return nil
}

// Package traffic plays blackjack over HTTP interactions at a rate that does not depend on the
// answers, and measures how long they take. It is for sizing: see docs/scale.md.
//
// A press that is due while the bot is slow is late, and its lateness is in the figures: a
// slow answer hides no other.
package traffic

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Traffic says what is played, and where.
type Traffic struct {
	URLs        []string // of the endpoints, which take turns
	Application uint64
	// Sign signs a timestamp and a body as Discord does.
	Sign   func(timestamp string, body []byte) []byte
	People int           // each in a server with nine others
	Rate   int           // interactions a second, of all people together
	For    time.Duration // how long
	Think  time.Duration // of each person at least, between an answer and the next press
}

// Report is what became of the presses.
type Report struct {
	Took     []time.Duration // of each answer, from the moment that its press was due; sorted
	Failures map[string]int  // other answers than those of a hand, by their first words
	Late     int             // presses that were due while everybody waited or thought
	Hands    int             // that were dealt
}

// Quantile returns the time that a share of the answers took at most.
func (r Report) Quantile(share float64) time.Duration {
	if len(r.Took) == 0 {
		return 0
	}
	return r.Took[min(int(share*float64(len(r.Took))), len(r.Took)-1)]
}

// epoch is where the times in Discord's ids begin, in milliseconds of Unix time.
const epoch = 1420070400000

// perServer is how many people play in one server.
const perServer = 10

// person is somebody who plays one hand after the other.
type person struct {
	user, guild uint64
	press       string // the custom ID of what is pressed next, empty for a command
}

// Play plays until the time is up or ctx ends, and waits for the last answers.
func (l Traffic) Play(ctx context.Context) Report {
	r := runner{Traffic: l, report: Report{Failures: make(map[string]int)},
		client: http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{
			MaxIdleConnsPerHost: 256, DisableCompression: true}}}
	idle := make(chan *person, l.People)
	base := uint64(time.Now().UnixMilli()-epoch) << 22 // people of this run alone
	for n := range uint64(l.People) {
		idle <- &person{user: base + 1<<20 + n, guild: base + 1<<21 + n/perServer}
	}
	var group sync.WaitGroup
	interval := time.Second / time.Duration(l.Rate)
	began := time.Now()
	for n := 0; ctx.Err() == nil; n++ {
		due := began.Add(time.Duration(n) * interval)
		if due.Sub(began) >= l.For {
			break
		}
		time.Sleep(time.Until(due))
		select {
		case p := <-idle:
			group.Go(func() {
				r.act(p, due)
				time.Sleep(l.Think)
				idle <- p
			})
		default:
			r.mu.Lock()
			r.report.Late++
			r.mu.Unlock()
		}
	}
	group.Wait()
	slices.Sort(r.report.Took)
	return r.report
}

// runner is traffic under way.
type runner struct {
	Traffic
	client http.Client
	sent   atomic.Uint64

	mu     sync.Mutex
	report Report
}

// act gives a person's command or presses their button, and notes what became of it.
func (r *runner) act(p *person, due time.Time) {
	n := r.sent.Add(1)
	body, err := json.Marshal(r.interaction(p, n))
	if err != nil {
		panic("traffic: " + err.Error()) // strings and numbers
	}
	said, err := r.post(r.URLs[n%uint64(len(r.URLs))], body)
	took := time.Since(due)
	next, ok := following(said)
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case err != nil:
		r.report.Failures[firstWords(err.Error())]++
	case !ok:
		r.report.Failures[firstWords(string(said))]++
	default:
		r.report.Took = append(r.report.Took, took)
		if strings.HasPrefix(next, "p:") && !strings.HasPrefix(p.press, "p:") {
			r.report.Hands++
		}
	}
	p.press = next
}

// interaction is one as Discord sends it.
func (r *runner) interaction(p *person, n uint64) map[string]any {
	now := uint64(time.Now().UnixMilli()-epoch)<<22 | n&(1<<22-1)
	in := map[string]any{
		"id": id(now), "application_id": id(r.Application), "type": 2, "version": 1,
		"token": "traffic-" + id(now), "guild_id": id(p.guild), "channel_id": id(p.guild + 1),
		"locale": "en-US", "guild_locale": "en-US", "app_permissions": "562949953803328",
		"member": map[string]any{"permissions": "2048", "user": map[string]any{
			"id": id(p.user), "username": "player" + id(p.user), "global_name": "Player"}},
		"data": map[string]any{"id": "1", "name": "blackjack", "type": 1,
			"options": []any{map[string]any{"name": "bet", "type": 3, "value": "1"}}},
	}
	if p.press != "" {
		in["type"] = 3
		in["data"] = map[string]any{"custom_id": p.press, "component_type": 2}
		in["message"] = map[string]any{"id": id(p.user + 1), "components": []any{}}
	}
	return in
}

func id(n uint64) string { return strconv.FormatUint(n, 10) }

// post sends a signed interaction and returns the answer.
func (r *runner) post(url string, body []byte) ([]byte, error) {
	at := strconv.FormatInt(time.Now().Unix(), 10)
	request, err := http.NewRequest(http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-Signature-Timestamp", at)
	request.Header.Set("X-Signature-Ed25519",
		hex.EncodeToString(r.Sign(at, body)))
	response, err := r.client.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	said, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("status %d: %s", response.StatusCode, said)
	}
	return said, err
}

// following returns what is pressed after an answer: Stand while a hand is open, and then
// Play again. It is false where the answer is no hand.
func following(said []byte) (customID string, ok bool) {
	for _, id := range customIDs(said) {
		if strings.HasSuffix(id, ":stand") || strings.HasSuffix(id, ":no insurance") ||
			strings.HasPrefix(id, "a:") && strings.HasSuffix(id, ":0") {
			return id, true
		}
	}
	return "", false
}

// customIDs returns the custom IDs in an answer, in their order.
func customIDs(said []byte) (ids []string) {
	d := json.NewDecoder(bytes.NewReader(said))
	key := ""
	for {
		token, err := d.Token()
		if err != nil {
			return ids
		}
		text, isText := token.(string)
		if isText && key == "custom_id" {
			ids = append(ids, text)
		}
		key = text
	}
}

// firstWords shortens what was said to what tells one failure from another.
func firstWords(text string) string {
	return strings.Map(func(c rune) rune {
		if c >= '0' && c <= '9' {
			return -1
		}
		return c
	}, text[:min(len(text), 120)])
}

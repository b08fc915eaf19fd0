package localdiscord

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"net"
	"time"
)

// Types of interactions.
const (
	InteractionCommand      = 2
	InteractionComponent    = 3
	InteractionAutocomplete = 4
)

// Types of first answers.
const (
	CallbackMessage        = 4
	CallbackDeferredAnswer = 5
	CallbackDeferredUpdate = 6
	CallbackUpdate         = 7
	CallbackChoices        = 8
)

const (
	// AnswerWithin is how long the bot has for its first answer.
	AnswerWithin = 3 * time.Second
	// TokenLife is how long an interaction's token is good for the rest.
	TokenLife = 15 * time.Minute
	// keepInteractions bounds how many tokens are remembered.
	keepInteractions = 4096
)

// ErrNoAnswer tells that the bot did not answer within [AnswerWithin]: the
// person reads "The application did not respond".
var ErrNoAnswer = errors.New("localdiscord: the application did not respond")

// Answer is the first answer to an interaction.
type Answer struct {
	Type    int      // one of the Callback constants
	Message *Message // the message made (4, 5) or changed (7); nil for the rest
	Choices []Choice // of an autocompletion
	Body    json.RawMessage
}

// Ephemeral tells that only the person sees the answer.
func (a Answer) Ephemeral() bool { return a.Message != nil && a.Message.Ephemeral() }

// Interaction is something that a person did with the bot.
type Interaction struct {
	s  *Server
	in *interaction

	ID    ID
	Token string
	// Raw is the interaction as the bot is told of it.
	Raw json.RawMessage
}

// Wait returns the bot's first answer, or [ErrNoAnswer] when there is none in time.
func (i *Interaction) Wait(ctx context.Context) (Answer, error) {
	select {
	case <-i.in.first:
		return i.in.answer, i.in.failure
	case <-i.s.done:
		return Answer{}, net.ErrClosed
	case <-ctx.Done():
		return Answer{}, ctx.Err()
	}
}

// Times are the moments of an interaction, zero for one that has not come.
type Times struct {
	Created  time.Time // the person pressed
	Told     time.Time // it was written to a gateway connection of the bot's
	Answered time.Time // the bot's first answer was taken
}

// Times returns the moments of i so far.
func (i *Interaction) Times() Times {
	i.s.mu.Lock()
	defer i.s.mu.Unlock()
	return Times{i.in.created, i.in.told, i.in.done}
}

// interaction is what the server knows of one; under its lock, but for first,
// answer and failure, which are fixed before first is closed.
type interaction struct {
	id       ID
	token    string
	kind     int
	person   Person
	channel  *Channel
	command  string
	source   ID  // the message with the pressed button
	focused  int // type of the option being completed
	created  time.Time
	told     time.Time // when the bot first heard of it, zero for never
	done     time.Time // when its first answer came, zero for never
	deadline *time.Timer

	answered bool
	dead     bool // not answered in time
	callback int
	original ID // the message made by the first answer
	followUp []ID

	first   chan struct{}
	answer  Answer
	failure error
}

// interactions remembers those whose token may still be good.
type interactions struct {
	byToken map[string]*interaction
	order   []*interaction // oldest first
}

func newInteractions() interactions {
	return interactions{byToken: map[string]*interaction{}}
}

// add remembers in, and forgets what is too old.
func (is *interactions) add(in *interaction) {
	is.byToken[in.token] = in
	is.order = append(is.order, in)
	for len(is.order) > keepInteractions || in.created.Sub(is.order[0].created) > TokenLife {
		old := is.order[0]
		is.order[0] = nil
		is.order = is.order[1:]
		if is.byToken[old.token] == old {
			delete(is.byToken, old.token)
		}
	}
}

// stop ends all deadlines.
func (is *interactions) stop() {
	for _, in := range is.order {
		in.deadline.Stop()
	}
}

// begin makes an interaction known and returns it; the caller holds the lock.
func (s *Server) begin(in *interaction) *interaction {
	in.created = time.Now()
	if in.id == 0 {
		in.id = s.nextID()
	}
	if in.token == "" {
		in.token = newToken()
	}
	in.first = make(chan struct{})
	in.deadline = time.AfterFunc(AnswerWithin, func() { s.expire(in) })
	s.interactions.add(in)
	return in
}

// expire ends the wait for a first answer.
func (s *Server) expire(in *interaction) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if in.answered || in.dead || s.closed {
		return
	}
	in.dead = true
	in.failure = ErrNoAnswer
	close(in.first)
	switch in.kind {
	case InteractionCommand:
		m := s.newAnswer(in, FlagEphemeral)
		m.Failed = true
		s.publish(m)
	case InteractionComponent:
		s.tell(Event{ClickFailed, &Message{ID: in.source}},
			func(viewer ID) bool { return viewer == in.person.ID })
	}
}

// payload is what the bot is told of in, whose data is given.
func (s *Server) payload(in *interaction, data any) map[string]any {
	w, p := s.world, in.person
	d := map[string]any{
		"id": in.id, "application_id": w.app.ID, "type": in.kind, "data": data,
		"token": in.token, "version": 1,
		"channel_id": in.channel.ID, "channel": w.channelObject(in.channel, p), "locale": p.Locale,
		"app_permissions": permissionText(botPermissions),
		"entitlements":    []any{}, "entitlement_sku_ids": []any{},
		"attachment_size_limit": maxFileBytes,
	}
	if in.channel.DM {
		d["user"] = p.user()
		d["context"] = 1
		d["authorizing_integration_owners"] = map[string]any{"0": "0"}
		return d
	}
	d["member"] = w.member(p)
	d["guild_id"] = w.guild
	d["guild"] = map[string]any{"id": w.guild, "locale": "en-US", "features": []string{}}
	d["guild_locale"] = "en-US"
	d["context"] = 0
	d["authorizing_integration_owners"] = map[string]any{"0": w.guild}
	return d
}

// send tells the bot of in and returns the handle of it. The caller does not
// hold the lock.
func (s *Server) send(in *interaction, payload map[string]any) *Interaction {
	raw, err := json.Marshal(payload)
	if err != nil {
		panic("localdiscord: an interaction is no JSON: " + err.Error())
	}
	s.dispatch(in, raw)
	return &Interaction{s: s, in: in, ID: in.id, Token: in.token, Raw: raw}
}

// shardKey is the guild that decides the shard, zero in direct messages.
func (in *interaction) shardKey(s *Server) ID {
	if in.channel == nil || in.channel.DM {
		return 0
	}
	return s.world.guild
}

// Redeliver tells the bot of i once more, as Discord may.
func (s *Server) Redeliver(i *Interaction) {
	s.dispatch(i.in, i.Raw)
}

// Inject tells the bot of an interaction just as it is: nothing is checked or
// added. The bot can answer it when raw has an id and a token; a channel that
// does not exist is taken for the first one. It is for payloads that Discord
// does not send, or that other servers do: see [Person] for how to get one to
// change.
func (s *Server) Inject(raw json.RawMessage) *Interaction {
	var d struct {
		ID        ID     `json:"id"`
		Type      int    `json:"type"`
		Token     string `json:"token"`
		ChannelID string `json:"channel_id"`
		Member    struct{ User struct{ ID ID } }
		User      struct{ ID ID }
		Message   struct{ ID ID }
		Data      struct{ Name string }
	}
	// What does not fit is left zero: raw may be anything.
	_ = json.Unmarshal(raw, &d)
	s.mu.Lock()
	channel, _ := ParseID(d.ChannelID)
	in := &interaction{
		id: d.ID, kind: d.Type, token: d.Token, channel: s.world.rooms[channel],
		source: d.Message.ID, command: d.Data.Name,
		person: s.world.everyone[max(d.Member.User.ID, d.User.ID)],
	}
	if in.channel == nil {
		in.channel = s.world.channels[0]
	}
	s.begin(in)
	s.mu.Unlock()
	s.dispatch(in, raw)
	return &Interaction{s: s, in: in, ID: in.id, Token: in.token, Raw: raw}
}

func (s *Server) nextID() ID { return s.ids.next(time.Now()) }

// newToken is as long as Discord's, and as hard to guess.
func newToken() string { return "aW50ZXJhY3Rpb246" + rand.Text() + rand.Text() }

package localdiscord

import (
	"cmp"
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
	InteractionModal        = 5
)

// Types of first answers.
const (
	CallbackMessage        = 4
	CallbackDeferredAnswer = 5
	CallbackDeferredUpdate = 6
	CallbackUpdate         = 7
	CallbackChoices        = 8
	CallbackModal          = 9
)

const (
	// AnswerWithin is how long the bot has for its first answer.
	AnswerWithin = 3 * time.Second
	// TokenLife is how long an interaction's token is good for the rest.
	TokenLife = 15 * time.Minute
	// keepInteractions bounds how many tokens are remembered.
	keepInteractions = 16_384
)

// ErrNoAnswer says that the bot did not answer within [AnswerWithin]: the
// person reads "The application did not respond".
var ErrNoAnswer = errors.New("localdiscord: the application did not respond")

// Answer is the first answer to an interaction.
type Answer struct {
	Type    int      // one of the Callback constants
	Message *Message // the message made (4, 5) or changed (7); nil for the rest
	Choices []Choice // of an autocompletion
	Modal   *Modal   // that the person is to fill in
	Body    json.RawMessage
}

// Ephemeral reports whether only the person sees the answer.
func (a Answer) Ephemeral() bool { return a.Message != nil && a.Message.Ephemeral() }

// Interaction is something that a person did with the bot.
type Interaction struct {
	ID    ID
	Token string
	// Raw is the interaction as the bot is told of it.
	Raw json.RawMessage

	s       *Server // whose lock guards what is below, except first, answer and failure
	kind    int
	person  Person
	channel *Channel
	command string
	source  ID  // the message with the pressed button
	focused int // type of the option being completed

	created  time.Time
	told     time.Time // when the bot first heard of it, zero for never
	done     time.Time // when its first answer came, zero for never
	deadline *time.Timer

	answered bool
	dead     bool // not answered in time
	original ID   // the message made by the first answer
	followUp []ID

	first   chan struct{} // closed when answer and failure are fixed
	answer  Answer
	failure error
}

// Wait returns the bot's first answer, or [ErrNoAnswer] when there is none in time.
func (i *Interaction) Wait(ctx context.Context) (Answer, error) {
	select {
	case <-i.first:
		return i.answer, i.failure
	case <-i.s.life.Done():
		return Answer{}, net.ErrClosed
	case <-ctx.Done():
		return Answer{}, ctx.Err()
	}
}

// wait is Wait, unless i could not be made.
func (i *Interaction) wait(ctx context.Context, err error) (Answer, error) {
	if err != nil {
		return Answer{}, err
	}
	return i.Wait(ctx)
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
	return Times{i.created, i.told, i.done}
}

// led returns the id of the message that i led to: the answer, or the message with
// the pressed button. The caller holds the lock.
func (i *Interaction) led() ID { return cmp.Or(i.original, i.source) }

// Latest returns the message that i led to as it is now: the answer with all
// its edits, or the message with the pressed button. It is false while there
// is none.
func (i *Interaction) Latest() (Message, bool) {
	i.s.mu.Lock()
	id := i.led()
	i.s.mu.Unlock()
	return i.s.Message(id)
}

// FollowUps returns the further messages of i as they are now.
func (i *Interaction) FollowUps() []Message {
	i.s.mu.Lock()
	defer i.s.mu.Unlock()
	var list []Message
	for _, id := range i.followUp {
		if m := i.s.store.messages[id]; m != nil {
			list = append(list, *m)
		}
	}
	return list
}

// interactions remembers those whose token may still be good.
type interactions struct {
	byToken map[string]*Interaction
	order   []*Interaction // oldest first
}

// add remembers i, and forgets those that are too old.
func (is *interactions) add(i *Interaction) {
	is.byToken[i.Token] = i
	is.order = append(is.order, i)
	for len(is.order) > keepInteractions || i.created.Sub(is.order[0].created) > TokenLife {
		old := is.order[0]
		is.order[0] = nil
		is.order = is.order[1:]
		if is.byToken[old.Token] == old {
			delete(is.byToken, old.Token)
		}
	}
}

// draft gives i an id and a token. The caller holds the lock.
func (s *Server) draft(i *Interaction) *Interaction {
	i.s, i.ID = s, cmp.Or(i.ID, s.nextID())
	if i.Token == "" { // as long as Discord's, and as hard to guess
		i.Token = "aW50ZXJhY3Rpb246" + rand.Text() + rand.Text()
	}
	return i
}

// begin makes an interaction known and returns it. The caller holds the lock.
func (s *Server) begin(i *Interaction) *Interaction {
	s.draft(i)
	delete(s.world.archived, i.channel.ID)
	i.created, i.first = time.Now(), make(chan struct{})
	i.deadline = time.AfterFunc(AnswerWithin, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.fail(i, ErrNoAnswer)
	})
	s.interactions.add(i)
	return i
}

// fail ends the wait for a first answer. The caller holds the lock.
func (s *Server) fail(i *Interaction, why error) {
	if i.answered || i.dead || s.life.Err() != nil {
		return
	}
	i.dead, i.failure = true, why
	close(i.first)
	switch i.kind {
	case InteractionCommand:
		m := s.newAnswer(i, FlagEphemeral)
		m.Failed = true
		s.show(m)
	case InteractionComponent, InteractionModal:
		s.tell(Event{Kind: ClickFailed, Message: &Message{ID: i.source}},
			func(viewer ID) bool { return viewer == i.person.ID })
	}
}

// payload is what the bot is told of i, whose data is given.
func (s *Server) payload(i *Interaction, data any) map[string]any {
	w, p := s.world, i.person
	d := map[string]any{
		"id": i.ID, "application_id": w.app.ID, "type": i.kind, "data": data,
		"token": i.Token, "version": 1,
		"channel_id": i.channel.ID, "channel": w.channelObject(i.channel, p),
		"locale":          w.everyone[p.ID].Locale,
		"app_permissions": permissionText(w.botMay(i.channel)),
		"entitlements":    []any{}, "entitlement_sku_ids": []any{},
		"attachment_size_limit": maxFileBytes,
	}
	if i.channel.DM {
		d["user"] = p.user()
		d["context"] = 1
		d["authorizing_integration_owners"] = map[string]any{"0": "0"}
		return d
	}
	d["member"] = w.member(p)
	d["guild_id"] = w.guild
	d["guild"] = map[string]any{"id": w.guild, "locale": w.locale, "features": []string{}}
	d["guild_locale"] = w.locale
	d["context"] = 0
	d["authorizing_integration_owners"] = map[string]any{"0": w.guild}
	return d
}

// Redeliver tells the bot of i once more, as Discord may.
func (s *Server) Redeliver(i *Interaction) { s.dispatch(i) }

// Inject tells the bot of an interaction just as it is: nothing is checked or
// added. The bot can answer it when raw has an id and a token; a channel that
// does not exist is taken for the first one. It is for payloads that Discord
// does not send, or that other servers do: see [Actor] for how to get one to
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
	id, _ := ParseID(d.ChannelID)
	i := s.begin(&Interaction{
		ID: d.ID, Token: d.Token, Raw: raw, kind: d.Type,
		channel: cmp.Or(s.world.rooms[id], s.world.channels[0]),
		source:  d.Message.ID, command: d.Data.Name,
		person: s.world.everyone[max(d.Member.User.ID, d.User.ID)],
	})
	s.mu.Unlock()
	s.dispatch(i)
	return i
}

package localdiscord

import (
	"cmp"
	"encoding/json"
	"slices"
	"time"
)

// This file takes the bot's first answers to interactions.

// callbacksFor are the types of answers that an interaction can get.
var callbacksFor = map[int][]int{
	InteractionCommand: {CallbackMessage, CallbackDeferredAnswer, CallbackModal},
	InteractionComponent: {
		CallbackMessage, CallbackDeferredAnswer, CallbackDeferredUpdate, CallbackUpdate,
		CallbackModal,
	},
	InteractionModal: {
		CallbackMessage, CallbackDeferredAnswer, CallbackDeferredUpdate, CallbackUpdate,
	},
	InteractionAutocomplete: {CallbackChoices},
}

func (s *Server) callback(c *call) (any, *apiError) {
	i := s.interactions.byToken[c.r.PathValue("token")]
	if i == nil || i.ID != c.id("interaction") {
		return nil, errUnknownInteraction
	}
	if err := s.accept(i, c); err != nil {
		return nil, err
	}
	if c.r.URL.Query().Get("with_response") == "true" {
		return s.response(i), nil
	}
	return nil, nil
}

// accept takes c as the first answer to i. The caller holds the lock.
func (s *Server) accept(i *Interaction, c *call) *apiError {
	switch {
	case i.dead || time.Since(i.created) > TokenLife:
		return errUnknownInteraction
	case i.answered:
		return errAcknowledged
	}
	a, err := s.readAnswer(i, c)
	if err != nil {
		return err
	}
	i.deadline.Stop()
	i.answered, i.done, i.answer = true, time.Now(), a
	close(i.first)
	if m := a.Message; m != nil {
		if a.Type != CallbackUpdate {
			i.original = m.ID
		}
		s.show(m)
	}
	if a.Modal != nil {
		s.tell(Event{Kind: ModalOpened, Interaction: i.ID, Modal: a.Modal},
			func(viewer ID) bool { return viewer == i.person.ID })
	}
	return nil
}

// response is what Discord says of an answer to a bot that asks.
func (s *Server) response(i *Interaction) any {
	about := map[string]any{"id": i.ID, "type": i.kind, "channel_id": i.channel.ID}
	if !i.channel.DM {
		about["guild_id"] = s.world.guild
	}
	response := map[string]any{"interaction": about}
	if m := i.answer.Message; m != nil {
		about["response_message_id"] = m.ID
		about["response_message_loading"] = m.Loading()
		about["response_message_ephemeral"] = m.Ephemeral()
		response["resource"] = map[string]any{"type": i.answer.Type, "message": m}
	}
	return response
}

// readAnswer examines the callback and makes the answer; it changes nothing.
func (s *Server) readAnswer(i *Interaction, c *call) (a Answer, err *apiError) {
	var answer struct {
		Type int             `json:"type" form:"need"`
		Data json.RawMessage `json:"data"`
	}
	var f form
	f.read("", c.body, &answer)
	allowed, known := callbacksFor[i.kind]
	if !known {
		allowed = slices.Concat(callbacksFor[InteractionComponent],
			callbacksFor[InteractionAutocomplete])
	}
	a.Type, a.Body = answer.Type, c.body
	f.must(slices.Contains(allowed, a.Type), "type", "BASE_TYPE_CHOICES",
		"Value must be one of %v.", allowed)
	if err := f.err(); err != nil {
		return a, err
	}
	switch a.Type {
	case CallbackModal:
		var m Modal
		if m, err = readModal(answer.Data); err == nil {
			a.Modal = &m
		}
		return a, err
	case CallbackChoices:
		var list struct {
			Choices []Choice `json:"choices" form:"need,0..25"`
		}
		f.read("data", answer.Data, &list)
		f.choices("data.choices", list.Choices, cmp.Or(i.focused, optionString))
		a.Choices = list.Choices
		return a, f.err()
	}
	form, err := c.message("data", answer.Data)
	old := s.store.messages[i.source]
	switch {
	case err != nil:
	case a.Type == CallbackMessage:
		a.Message, err = s.change(s.newAnswer(i, form.Flags), form, c)
	case a.Type == CallbackDeferredAnswer:
		a.Message = s.newAnswer(i, FlagLoading|form.Flags&FlagEphemeral)
	// Discord accepts an answer to a message that is forgotten or never was.
	case a.Type == CallbackUpdate && old != nil:
		a.Message, err = s.edited(old, form, c)
	}
	return a, err
}

package localdiscord

import (
	"cmp"
	"net/http"
	"slices"
	"time"
)

// This file takes the bot's first answers to interactions.

var (
	errUnknownInteraction = notFound(codeUnknownInteraction, "interaction")
	errAcknowledged       = refuse(http.StatusBadRequest, codeAcknowledged,
		"Interaction has already been acknowledged.")
)

// callbacksFor are the types of answers that an interaction can get.
var callbacksFor = map[int][]int64{
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
	kind, data := c.body.get("type"), c.body.get("data")
	allowed, known := callbacksFor[i.kind]
	if !known {
		allowed = slices.Concat(callbacksFor[InteractionComponent],
			callbacksFor[InteractionAutocomplete])
	}
	switch {
	case !c.body.object():
	case kind.null():
		kind.required()
	default:
		a.Type = int(kind.oneOf(allowed...))
	}
	if err := c.body.err(); err != nil {
		return a, err
	}
	a.Body = marshal(c.body.v)
	switch a.Type {
	case CallbackModal:
		var m Modal
		if m, err = readModal(data); err == nil {
			a.Modal = &m
		}
		return a, err
	case CallbackChoices:
		a.Choices = readAnswerChoices(data, i.focused)
		return a, data.err()
	}
	form, err := c.message(data)
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

// choicesForm is the answer to an autocompletion.
type choicesForm struct {
	Choices []Choice `json:"choices" form:"need,0..25"`
}

var choicesShape = shapeOf[choicesForm]()

// readAnswerChoices examines the choices of an autocompletion for an option
// of the given type.
func readAnswerChoices(data *value, kind int) []Choice {
	var form choicesForm
	if data.null() {
		data.get("choices").required()
	}
	data.read(choicesShape, &form)
	checkChoices(data.get("choices"), form.Choices, cmp.Or(kind, optionString))
	return form.Choices
}

package playground

import (
	"fmt"
	"net/http"
	"strconv"
	"time"

	"holecard/internal/localdiscord"
)

// This file tells the page what happens, as server-sent events.

// aliveEvery is how often a silent stream says that it lives.
const aliveEvery = 20 * time.Second

// message is a message as the page shows it.
type message struct {
	localdiscord.Message
	EphemeralFor string `json:"ephemeral_for"`
	State        string `json:"state"` // "thinking", "failed" or ""
}

func onPage(m localdiscord.Message) message {
	p := message{Message: m, EphemeralFor: m.EphemeralFor.String()}
	switch {
	case m.Failed:
		p.State = "failed"
	case m.Loading():
		p.State = "thinking"
	}
	return p
}

// events streams what happens to the page of the person named by "as". A page that
// falls behind is cut off and connects again, which tells it everything.
func (p page) events(w http.ResponseWriter, r *http.Request) {
	id, _ := localdiscord.ParseID(r.URL.Query().Get("as"))
	person, known := p.discord.Person(id)
	if !known {
		refuse(w, nobody)
		return
	}
	seen, happens, stop, err := p.discord.Watch(person)
	if err != nil {
		return // Discord is closing.
	}
	defer stop()
	messages := []message{}
	for _, m := range seen {
		messages = append(messages, onPage(m))
	}
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	say := func(e object) error {
		_, err := fmt.Fprintf(w, "data: %s\n\n", marshal(e))
		return err
	}
	err = say(p.worldEvent())
	if err == nil {
		err = say(object{"type": "messages", "messages": messages})
	}
	alive := time.NewTicker(aliveEvery)
	defer alive.Stop()
	for out := http.NewResponseController(w); err == nil; {
		if len(happens) == 0 {
			if out.Flush() != nil {
				return
			}
		}
		select {
		case e, more := <-happens:
			if !more {
				return
			}
			err = say(p.event(e))
		case <-alive.C:
			_, err = fmt.Fprint(w, ":\n\n")
		case <-r.Context().Done():
			return
		}
	}
}

// event is e as the page reads it.
func (p page) event(e localdiscord.Event) object {
	switch e.Kind {
	case localdiscord.MessagePut:
		return object{"type": "message", "message": onPage(*e.Message)}
	case localdiscord.MessageRemoved:
		return object{"type": "delete", "id": e.Message.ID}
	case localdiscord.ModalOpened:
		return object{"type": "modal", "interaction": e.Interaction, "modal": e.Modal}
	case localdiscord.ClickFailed:
		return object{"type": "interaction_failed", "message": e.Message.ID}
	}
	return p.worldEvent()
}

func (p page) worldEvent() object {
	world := p.world()
	world["type"] = "world"
	return world
}

// world is the guild, its people and the bot, as the page reads them.
func (p page) world() object {
	w := p.discord.World()
	channels, people := []object{}, []object{}
	for _, c := range w.Channels {
		channel := object{"id": c.ID, "name": c.Name, "topic": c.Topic, "dm": c.DM,
			"denied": w.Denied[c.ID]}
		if c.DM {
			channel["with"], channel["topic"] = c.With, "Only you and the bot read this"
		}
		channels = append(channels, channel)
	}
	for _, q := range w.People {
		people = append(people, object{"id": q.ID, "name": q.Name, "color": q.Color,
			"admin": q.Admin, "locale": q.Locale,
			"permissions": strconv.FormatUint(q.Permissions(), 10)})
	}
	return object{
		"guild":    object{"id": w.GuildID, "name": w.Guild, "locale": w.Locale},
		"bot":      object{"id": w.Application.ID, "name": w.Application.Name},
		"channels": channels, "people": people, "commands": w.Commands, "online": w.Online,
		"locales": localdiscord.Locales,
	}
}

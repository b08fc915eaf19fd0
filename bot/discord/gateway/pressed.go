package gateway

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

// cut keeps the data of the event of an interaction, and returns a frame of the event without
// them. discordgo decodes data in several passes on the one goroutine that reads, the pressed
// message with its embeds among them, which is most of what a burst costs there; and it drops a
// press of a message with a component that it does not know.
func (c *conn) cut(event []byte) {
	data := field(event, "d")
	if string(field(event, "t")) != `"INTERACTION_CREATE"` || data == nil {
		return
	}
	c.data = slices.Clone(data)
	event = bytes.Replace(event, data, []byte("{}"), 1)
	c.frame.Reset()
	c.frame.Write(frame(websocket.TextMessage, 0, event))
}

// interaction returns the interaction of the event that was read last, and its data; nil if it is
// of none. Of the pressed message it has the id alone.
func (c *conn) interaction(e *discordgo.Event) (*discordgo.Interaction, json.RawMessage) {
	if e.Type != "INTERACTION_CREATE" {
		return nil, nil
	}
	raw := c.data
	if raw == nil { // the event was short, or in parts
		raw = e.RawData
	}
	short := raw
	if pressed := field(raw, "message"); field(pressed, "id") != nil {
		id := slices.Concat([]byte(`{"id":`), field(pressed, "id"), []byte("}"))
		short = bytes.Replace(raw, pressed, id, 1)
	}
	i := new(discordgo.Interaction)
	_ = json.Unmarshal(short, i) // what cannot be read is absent
	return i, raw
}

// field returns the value of a field of a JSON object, nil where it has none.
func field(object []byte, name string) []byte {
	key := `"` + name + `":`
	depth, begin := 0, 0
	for i := 0; i < len(object); i++ {
		switch object[i] {
		case '"':
			if depth == 1 && begin == 0 && bytes.HasPrefix(object[i:], []byte(key)) {
				begin = i + len(key)
				i = begin - 1
				continue
			}
			for i++; i < len(object) && object[i] != '"'; i++ {
				if object[i] == '\\' {
					i++
				}
			}
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
		if begin > 0 && (depth == 0 || depth == 1 && object[i] == ',') {
			return object[begin:i]
		}
	}
	return nil
}

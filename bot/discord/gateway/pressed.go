package gateway

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

// cut keeps the data of the event of an interaction, and returns a frame of the event without
// them. discordgo decodes data in several passes on the one goroutine that reads, the pressed
// message with its embeds among them, which is most of what a burst costs there; and it drops a
// press of a message with a component that it does not know.
func (c *conn) cut(event []byte) {
	data := Field(event, "d")
	if string(bytes.TrimSpace(Field(event, "t"))) != `"INTERACTION_CREATE"` || data == nil {
		return
	}
	c.data = slices.Clone(data)
	seq, _ := strconv.ParseInt(string(bytes.TrimSpace(Field(event, "s"))), 10, 64)
	event = fmt.Appendf(nil, `{"op":0,"s":%d,"t":"INTERACTION_CREATE","d":{}}`, seq)
	c.frame.Reset()
	c.frame.Write(frame(websocket.TextMessage, 0, event))
}

// interaction returns the data of the event that was read last, nil unless it is an interaction.
func (c *conn) interaction(e *discordgo.Event) json.RawMessage {
	if c.data == nil && e.Type == "INTERACTION_CREATE" { // the event was short, or in parts
		return e.RawData
	}
	return c.data
}

// Field returns the value of a field of a JSON object, nil where it has none.
func Field(object []byte, name string) []byte {
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
			if i >= len(object) { // half an object
				return nil
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

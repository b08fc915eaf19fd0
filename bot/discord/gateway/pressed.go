package gateway

import (
	"encoding/json"
	"fmt"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

// cut keeps the data of the event of an interaction, and has discordgo read the event without
// them: it decodes data in several passes on the one goroutine that reads, the pressed message
// with its embeds among them, which is most of what a burst costs there; and it drops a press of
// a message with a component that it does not know.
func (c *conn) cut(event []byte) {
	var e struct {
		Type     string          `json:"t"`
		Sequence int64           `json:"s"`
		Data     json.RawMessage `json:"d"`
	}
	if json.Unmarshal(event, &e) != nil || e.Type != "INTERACTION_CREATE" || e.Data == nil {
		return
	}
	c.data = e.Data
	c.frame.Reset()
	c.frame.Write(frame(websocket.TextMessage, 0, fmt.Appendf(nil,
		`{"op":0,"s":%d,"t":"INTERACTION_CREATE","d":{}}`, e.Sequence)))
}

// interaction returns the data of the event that was read last, nil unless it is an interaction.
func (c *conn) interaction(e *discordgo.Event) json.RawMessage {
	if c.data == nil && e.Type == "INTERACTION_CREATE" { // the event was short, or in parts
		return e.RawData
	}
	return c.data
}

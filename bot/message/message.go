// Package message holds what people are shown: texts, and discordgo's embeds and
// components, with what belongs to no type of discordgo. The package view makes them of
// what happened, the package discord sends them.
package message

import (
	"context"

	"github.com/bwmarrin/discordgo"
)

// Reply is an answer to one command or press.
type Reply struct {
	Text string
	// Embeds hold Discord's markdown: what people chose themselves (names) has been escaped.
	Embeds  []*discordgo.MessageEmbed
	Rows    []discordgo.MessageComponent
	Private bool   // only the person who asked sees it
	Failed  bool   // it tells of a fault of ours, or of the machine's
	Update  bool   // redraws the message whose button was pressed, instead of posting
	Keep    bool   // leaves the message whose button was pressed as it is
	Files   []File // pictures, which embeds name
	Then    *Reply // another message after this answer, nil for none
	// Modal asks for input instead of answering with a message.
	Modal *discordgo.InteractionResponseData

	// Posted is called with the place of the message that the answer has become, before
	// the next interaction of the same queue. It is not called for an update, nor where
	// Discord does not say the place: a click on the message says it as well.
	Posted func(context.Context, Place)
	// Live, of an update, draws the message again: where the answer did not arrive, or
	// may have arrived after a newer one.
	Live *Live
	// Later, of an answer that arrived, is given what tells the person something in private,
	// once, for as long as Discord takes it.
	Later func(tell func(Reply))
	// Also are other messages that the interaction has changed.
	Also []Edit

	// Work, when set, makes the answer, which is a message of its own; that of a reply
	// with Update set replaces the reply, which is shown at once. Where that shows nothing,
	// the pressed message stays until work has a reply with Update; others follow it.
	// Instead answers when too much work is waiting already; nil refuses.
	Work    Work
	Instead *Reply

	// Steps replace a reply that work has shown, one after another, a
	// moment apart.
	Steps []Reply
}

// Work makes an answer that takes long: people see that the bot is thinking, or the
// reply itself, until it shows one, and each that it shows replaces the one before.
// Few can work at once, so it does not sleep. It ends when ctx does.
type Work func(ctx context.Context, show func(Reply))

// Place is where a message is. The zero Place is unknown.
type Place struct{ Channel, Message uint64 }

// Live is a message that several people share, and that the bot edits by itself.
type Live struct {
	// Draw returns the message as it is when the edit is sent, or false to send none.
	Draw func(context.Context) (Reply, bool)
	// Stale reports whether the message has changed since it was drawn: by a click that
	// another process handled. Nil reports nothing.
	Stale func(context.Context) bool
	// Behind lets the edits of other messages in the channel go first: nobody waits for this one.
	Behind bool
	// Lost is called when the message cannot be edited any more, and why. Nil tells nobody.
	Lost func(context.Context, error)
}

// Note returns a short private answer.
func Note(text string) Reply { return Reply{Text: text, Private: true} }

// Edit is a message of the bot's that has changed.
type Edit struct {
	At   Place
	Live Live
}

// File is a picture beside a message, or data.
type File struct {
	Name string // such as "chart.png"
	Alt  string // what it shows, for those who do not see it
	PNG  []byte
	JSON []byte // instead of a picture
}

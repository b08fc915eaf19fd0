// Package view turns what happened into what people see: embeds, buttons and
// words, as values. Its functions are pure and know no Discord library; the
// bot's Discord side turns a [Reply] into an API call.
package view

import (
	"context"

	"holecard/blackjack"
	"holecard/bot/session"
	"holecard/storage"
)

// Reply is an answer to one command or press.
type Reply struct {
	Text    string
	Embeds  []Embed
	Rows    [][]Button
	Private bool   // only the person who asked sees it
	Update  bool   // redraws the message whose button was pressed, instead of posting
	Files   []File // pictures, which embeds name
	Then    *Reply // another message after this answer, nil for none

	// Work, when set, makes the answer, which is a message of its own.
	Work Work

	// Steps take the place of a reply that work has shown, one after another, a
	// moment apart.
	Steps []Reply
}

// Work makes an answer that takes long: people see that the bot is thinking
// until it shows one, and each that it shows takes the place of the one before.
// Few can work at once, so it does not sleep. It ends when ctx does.
type Work func(ctx context.Context, show func(Reply))

// File is a picture beside a message.
type File struct {
	Name string // such as "chart.png"
	Alt  string // what it shows, for those who do not see it
	PNG  []byte
}

// Embed is a framed part of a message. Its texts are Discord's markdown; what
// people chose themselves (names) must have gone through [Escape].
type Embed struct {
	Title  string
	Text   string
	Colour Colour
	Fields []Field
	Footer string
	Image  string // the name of a file of the reply, or nothing
}

// Field is a titled part of an embed. Fields with Inline set share a line.
type Field struct {
	Name   string
	Value  string
	Inline bool
}

// Colour is 0xRRGGBB.
type Colour uint32

// Button does what its click says when it is pressed.
type Button struct {
	Label    string
	Emoji    string // one Unicode emoji before the label, or none
	Style    Style
	Disabled bool
	Click    Click
}

// Style is how much a button stands out.
type Style uint8

// The styles.
const (
	Secondary Style = iota
	Primary
	Success
	Danger
)

// Choice is one value that is offered for an option. The value is text whatever
// the option's type is: an integer in decimal.
type Choice struct {
	Name  string
	Value string
}

// Click is what a button does: one of the types below.
type Click interface{ click() }

// Press plays an action on a hand, as long as the hand still has the version.
type Press struct {
	Hand    storage.HandID
	Version uint32
	Action  blackjack.Action
}

// Again deals another hand after the one named.
type Again struct {
	Hand    storage.HandID
	Version uint32
	Stake   session.Stake
}

// Turn shows a page of a leaderboard.
type Turn struct {
	Order storage.Order
	Page  int // the first is 0
}

// Hint tells the best action for a hand as it is now.
type Hint struct{ Hand storage.HandID }

// Proof shows what proves the shuffle of a hand.
type Proof struct{ Hand storage.HandID }

// Give gives chips, as the question of a command asked: once, by the giver.
type Give struct {
	From  storage.Player
	To    storage.UserID
	Chips storage.Chips
	Asked storage.InteractionID
}

// Correct does what an admin was asked about: once, by that admin. The mark is
// that of the reason.
type Correct struct {
	By    storage.Player
	Do    session.Deed
	To    storage.UserID
	Chips storage.Chips
	Asked storage.InteractionID
	Mark  uint64
}

// Decline answers a question with no.
type Decline struct {
	By    storage.Player
	Asked storage.InteractionID
}

// Sort shows a leaderboard from its best in another order.
type Sort struct{ Order storage.Order }

func (Press) click()   {}
func (Again) click()   {}
func (Turn) click()    {}
func (Sort) click()    {}
func (Hint) click()    {}
func (Proof) click()   {}
func (Give) click()    {}
func (Correct) click() {}
func (Decline) click() {}

package view

import (
	"slices"

	"holecard/bot/lang"
	"holecard/bot/message"
	"holecard/bot/story"
	"holecard/bot/wallet"
	"holecard/storage"
)

// Profile shows a part of a player's profile.
type Profile struct {
	Part uint8 `id:"pp" of:"profile"` // by its place on the profile
	Of   storage.UserID
}

// Valid reports whether there is such a part.
func (p Profile) Valid() bool { return p.Part < profileParts }

// profileParts is how many buttons a profile has.
const profileParts = 6

// AtAGlance shows the essentials of a player's statistics, with buttons for the rest: of
// others the first two.
func AtAGlance(w *lang.Printer, a wallet.Account, story story.Story, own bool) message.Reply {
	r := Stats(w, a, story, false)
	r.Private = true
	r.Embeds[0].Title = w.Say("profile.title", Name(w, a.Name))
	r.Embeds[0].Fields = r.Embeds[0].Fields[:3]
	parts := []string{w.Say("profile.stats"), w.Say("profile.history"), w.Say("button.review"),
		w.Say("taste.title"), w.Say("limits.title"), w.Say("privacy.title")}
	if !own {
		parts = parts[:2]
	}
	buttons := line()
	for i, label := range parts {
		buttons = append(buttons, button(label, id(Profile{uint8(i), a.Player.User})))
	}
	r.Rows = rows(slices.Collect(slices.Chunk(buttons, 3))...)
	return r
}

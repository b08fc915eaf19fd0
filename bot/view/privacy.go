package view

import (
	"fmt"
	"strings"

	"github.com/bwmarrin/discordgo"

	"holecard/bot/guild"
	"holecard/bot/lang"
	"holecard/bot/message"
	"holecard/storage"
)

// Scope is where somebody's data is erased.
type Scope uint8

// The scopes.
const (
	EraseHere Scope = iota
	EraseEverywhere
	EraseNothing // the answer is no
	eraseScopes
)

// Valid reports whether there is such a scope.
func (s Scope) Valid() bool { return s < eraseScopes }

// Erase erases the caller's data.
type Erase struct {
	Asked storage.InteractionID `id:"z"`
	Where Scope
}

// Kept says what is kept of a player, and for how long.
func Kept(w *lang.Printer, k guild.Kept) message.Reply {
	cards := w.Say("privacy.ever")
	if k.Days > 0 {
		cards = w.Say("privacy.days", k.Days)
	}
	text := []string{w.Say("privacy.kept"), cards, w.Say("privacy.others"), w.Say("privacy.can")}
	switch {
	case k.Erased:
		text = []string{w.Say("privacy.gone"), w.Say("privacy.others")}
	case k.Known:
		hidden := w.Say("privacy.no")
		if k.Hidden {
			hidden = w.Say("privacy.yes")
		}
		line := func(name, value string) string { return "**" + name + "** · " + value }
		text = append(text, strings.Join([]string{
			line(w.Say("privacy.rounds"), counted(k.Rounds)),
			line(w.Say("privacy.transfers"), counted(k.Transfers)),
			line(w.Say("privacy.hidden"), hidden)}, "\n"))
	}
	return private(w.Say("privacy.title"), strings.Join(text, "\n\n"))
}

func counted(n int) string {
	if n >= guild.MostCounted {
		return fmt.Sprintf("%d+", guild.MostCounted)
	}
	return fmt.Sprint(n)
}

// Exported hands a player the data that is kept of them.
func Exported(w *lang.Printer, data []byte) message.Reply {
	r := private(w.Say("privacy.title"), w.Say("privacy.export"))
	r.Files = []message.File{{Name: "holecard.json", Alt: w.Say("privacy.title"), JSON: data}}
	return r
}

// AskErase asks whether to erase: what goes, what stays and why.
func AskErase(w *lang.Printer, where Scope, asked storage.InteractionID) message.Reply {
	scope, label := w.Say("privacy.erase.here"), w.Say("privacy.button")
	if where == EraseEverywhere {
		scope, label = w.Say("privacy.erase.all"), w.Say("privacy.button.all")
	}
	r := private(w.Say("privacy.erase.title"), strings.Join([]string{scope, w.Say("privacy.goes"),
		w.Say("privacy.stays"), w.Say("privacy.anew")}, "\n\n"))
	r.Embeds[0].Color = colourLost
	r.Rows = rows(line(styled(discordgo.DangerButton, label, id(Erase{asked, where})),
		button(w.Say("button.cancel"), id(Erase{asked, EraseNothing}))))
	return r
}

// Erasing shows how far an erasure is.
func Erasing(w *lang.Printer, done, of int) message.Reply {
	text := w.Say("privacy.erasing")
	if of > 1 {
		text = w.Say("privacy.erasing.of", done, of)
	}
	return redrawn(colourPlain, text)
}

// Erased says what came of an erasure.
func Erased(w *lang.Printer, e guild.Erased) message.Reply {
	text := w.Say("privacy.erased")
	if e.Playing > 0 {
		text += "\n" + w.Say("privacy.erased.playing", e.Playing)
	}
	if e.Failed > 0 {
		text += "\n" + w.Say("privacy.erased.failed", e.Failed)
	}
	return redrawn(colourPushed, text)
}

// Hidden says whether a player is hidden now.
func Hidden(w *lang.Printer, hidden bool) message.Reply {
	if hidden {
		return message.Note(w.Say("privacy.hides"))
	}
	return message.Note(w.Say("privacy.shows"))
}

package view

import (
	"slices"
	"time"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"holecard/blackjack/fair"
	"holecard/bot/lang"
	"holecard/bot/message"
	"holecard/bot/round"
)

// longestURL is the longest address of a button that Discord takes, in characters.
const longestURL = 512

// Fair shows the proof of a hand, where there is one, and what is promised of the next
// shuffle. Text around a proof that is copied with it does no harm. A button opens the
// page that checks proofs at the address verify, empty for none.
func Fair(w *lang.Printer, f round.Fairness, now time.Time, verify string) message.Reply {
	next := private(w.Say("fair.next"), promise(w, f)+"\n"+w.Say("fair.seed"))
	if f.Proof == nil {
		return next
	}
	text := proofResult(w, f, now)
	if !f.Open && !hidden(f) {
		text += "\n" + w.Say("fair.copy")
	}
	r := private(w.Say("fair.hand", f.Proof.Hand), text+"\n"+proofText(f.Proof))
	r.Embeds = append(r.Embeds, next.Embeds...)
	url := verify + "#" + f.Proof.Compact()
	if verify != "" && !f.Open && !hidden(f) && len(url) <= longestURL {
		r.Rows = rows([]discordgo.Button{{Label: w.Say("fair.verify"), URL: url,
			Style: discordgo.LinkButton}})
	}
	return r
}

// longestProof leaves room in an embed for the words around a proof, in characters.
const longestProof = 3500

// proofText returns the proof to be copied: in lines, or in short where the client seeds of a
// whole table are too long. Checkers read both. Nothing has room where even that is too long.
func proofText(p *fair.Proof) string {
	for _, text := range []string{p.Text(), p.Compact() + "\n"} {
		if utf8.RuneCountInString(text) <= longestProof {
			return "```\n" + text + "```"
		}
	}
	return ""
}

// Reseeded shows what a player's new client seed is mixed with.
func Reseeded(w *lang.Printer, f round.Fairness) message.Reply {
	return private(w.Say("fair.next"), w.Say("fair.saved")+"\n"+promise(w, f))
}

func promise(w *lang.Printer, f round.Fairness) string {
	return w.Say("fair.promise", "`"+f.Commitment+"`", "`"+fair.Quote(f.ClientSeed)+"`")
}

// proofResult says in a line what a proof shows.
func proofResult(w *lang.Printer, f round.Fairness, now time.Time) string {
	wrong := func(p fair.Problem) bool { return !p.Unrevealed }
	switch {
	case slices.ContainsFunc(f.Proof.Check(), wrong):
		return w.Say("fair.broken")
	case f.Open:
		return w.Say("fair.open")
	case hidden(f):
		return w.Say("fair.hidden")
	case f.Shown.IsZero():
		return w.Say("fair.unshown")
	case now.Sub(f.Shown) < 12*time.Hour:
		return w.Say("fair.kept.at", lang.Clock(f.Shown))
	}
	return w.Say("fair.kept.on", lang.Date(f.Shown))
}

// hidden reports whether a shuffle of the hand is still in play.
func hidden(f round.Fairness) bool {
	return slices.ContainsFunc(f.Proof.Shuffles, func(s fair.Shuffle) bool {
		return s.ServerSeed == ""
	})
}

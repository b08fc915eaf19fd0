package view

import (
	"fmt"
	"slices"

	"holecard/blackjack/fair"
	"holecard/bot/message"
	"holecard/bot/session"
)

// Fair shows what a player may know of the shuffles, and how to check them.
func Fair(f session.Fairness) message.Reply {
	r := private("Your next shuffle", promise(f)+" Choose a seed of your own with `/fair seed:`.")
	r.Embeds = append(r.Embeds, Proven(f).Embeds...)
	return r
}

// Reseeded shows what a player's new client seed is mixed with.
func Reseeded(f session.Fairness) message.Reply {
	return private("Your next shuffle", "Done. "+promise(f))
}

func promise(f session.Fairness) string {
	return fmt.Sprintf("Your next shuffle is drawn already, and this is its commitment:\n`%s`\n"+
		"It will be mixed with your client seed `%s` and with the number that Discord gives "+
		"to your next deal.", f.Commitment, fair.Quote(f.ClientSeed))
}

// Proven shows the proof of a hand; it has no embed where there is none. The
// proof comes last: text above it that is copied with it does no harm.
func Proven(f session.Fairness) message.Reply {
	if f.Proof == nil {
		return message.Reply{Private: true}
	}
	how := "Everything is revealed. Copy this as it is into `bot verify`, or into the page " +
		"verify.html of the project, and see whether it holds."
	switch {
	case f.Open:
		how = "You are playing this hand. Its cards and the server seed are shown when it is over."
	case hidden(f):
		how = "More cards of this shuffle are to come, so its server seed stays hidden until " +
			"the deck is shuffled anew. Press Proof again then."
	}
	return private("Hand "+f.Proof.Hand, how+"\n```\n"+f.Proof.Text()+"```")
}

// hidden reports whether a shuffle of the hand is still in play.
func hidden(f session.Fairness) bool {
	return slices.ContainsFunc(f.Proof.Shuffles, func(s fair.Shuffle) bool {
		return s.ServerSeed == ""
	})
}

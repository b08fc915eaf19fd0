package bot

import (
	"log/slog"

	"holecard/bot/view"
)

// named returns what somebody did, for the log: a command, what is typed of
// one, or a button. It holds no option and no text of theirs.
func (in *interaction) named() slog.Attr {
	switch in.kind {
	case commandKind:
		return slog.String("command", in.name)
	case completionKind:
		return slog.String("completion", in.name)
	case componentKind:
		return slog.String("button", buttonName(in.customID))
	}
	return slog.Int("kind", int(in.kind))
}

// buttonName returns what a button does in a word.
func buttonName(customID string) string {
	click, err := parseCustomID(customID)
	if err != nil {
		return "unknown"
	}
	switch c := click.(type) {
	case view.Press:
		return c.Action.String()
	case view.Again:
		return "play again"
	case view.Hint:
		return "hint"
	case view.Proof:
		return "proof"
	case view.Turn, view.Sort:
		return "leaderboard"
	case view.Give:
		return "give"
	case view.Correct:
		return "change chips"
	case view.Decline:
		return "decline"
	}
	return "unknown"
}

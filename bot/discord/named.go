package discord

import (
	"log/slog"
)

// named returns what somebody did, for the log: a command, what is typed of
// one, or a button. It holds no option and no text of theirs.
func (in *interaction) named(h Handler) slog.Attr {
	switch in.kind {
	case commandKind:
		return slog.String("command", in.name)
	case completionKind:
		return slog.String("completion", in.name)
	case componentKind, modalKind:
		return slog.String("button", h.ButtonName(in.customID))
	}
	return slog.Int("kind", int(in.kind))
}

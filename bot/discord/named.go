package discord

import (
	"log/slog"
)

// named returns what somebody did, for the log.
func (in *interaction) named(h Handler) slog.Attr {
	kind, name := in.what(h)
	if kind == unknown {
		return slog.Int("kind", int(in.kind))
	}
	return slog.String(kind, name)
}

const unknown = "unknown"

// what returns what somebody did: a command, what is typed of one, or a button. It holds
// no option and no text of theirs.
func (in *interaction) what(h Handler) (kind, name string) {
	switch in.kind {
	case commandKind:
		return "command", in.name
	case completionKind:
		return "completion", in.name
	case componentKind, modalKind:
		return "button", h.ButtonName(in.customID)
	case pingKind:
		return "ping", "ping"
	}
	return unknown, unknown
}

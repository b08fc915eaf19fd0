// Package discord is the wire: an interaction comes in, an answer goes out. It
// knows nothing about blackjack; what people are answered is up to its [Routes].
//
//	gateway ──raw──▶ decode ──▶ route ──▶ gate ──▶ queue ──Command, Click──▶ handler
//	                  once      parsed    limits   a player's                  │
//	                             once              in order                    │ message.Reply
//	    Discord ◀──callback, follow-up, edit── send ◀── wire ◀─────────────────┘
//	            ◀──edit── editor ◀── Connection.Edit: what changes without a click
//
// Instead of the gateway, an [Endpoint] takes interactions over HTTP (endpoint.go): there
// the first answer is the response.
//
// The gate lets each person do a limited amount (gate.go). What passes waits in
// its player's queue, or in that of a message that several people share (queue.go),
// is handled and answered (serve.go, send.go). Such messages the bot also edits by
// itself (editor.go).
// Commands are registered at the start (register.go).
//
// # Several processes
//
// Processes on one database know each other ([holecard/bot/fleet]). What each keeps in
// memory works as follows where several serve the same guild: over HTTP, or for the
// seconds of a release.
//
//	seen interactions   in the database: an interaction takes effect once, in whichever process,
//	                    and Discord takes one answer
//	gate                a person's allowance is each process's: with N processes up to N times it
//	queues              a player's interactions are in order within a process; across processes
//	                    the database decides, and an old button redraws the present state
//	messages of tables  a process that has drawn one looks whether it is the newest state, and
//	                    draws again if not (editor.go, [message.Live])
//	edits a second      each process has its share of what Discord takes
//	deadlines           each part of all guilds is one process's ([fleet.Work])
//	work                a person has one simulation in each process
//	figures, odds       each process computes its own; they are the same
//	alarms              each process logs its own
//	whispers            the process that took the bet tells its player, whichever process deals
//	commands, emojis    each process registers the same at its start
package discord

// Package discord is the wire: an interaction comes in, an answer goes out. It
// knows nothing about blackjack; what people are answered is up to its [Routes].
//
//	gateway ──▶ decode ──▶ route ──▶ gate ──▶ queue ──Call──▶ Handler
//	discordgo   once       parsed    limits   a player's        │ Responder
//	            (decode)   once      (gate)   in order (queue)  │ (responder)
//	                       (routes)                             ▼
//	    Discord ◀──callback, follow-up, edit── send ◀── wire: message.Reply as JSON
//	            ◀──edit── editor ◀── Connection.Edit: what changes without a click
//
// Hit on a hand, file by file: the gateway hands over an event that discordgo has read; [Connection]
// decodes what belongs to whom (decode.go) and parses the custom ID (routes.go): the one decode and
// the one parse of ours. The person has an allowance (gate.go), their queue a turn (queue.go), and
// the row of the click its handler, with a [Responder] (serve.go). The handler changes what is
// stored and calls Update: the answer is encoded (wire.go) and sent (send.go), before the handler
// returns. On this way nothing calls back up but the handler, and [Routes.Words] for its error.
//
// Instead of the gateway, an [Endpoint] takes interactions over HTTP (endpoint.go): there
// the first answer is the response.
//
// Messages that several people share the bot also edits by itself: the editor knows which version
// each surely shows, and draws a newer one (editor.go). Commands are registered at the start
// (register.go).
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
//	messages of tables  a process that has drawn one asks for the newest state, and draws that
//	                    if it is another ([Routes.Newest])
//	edits a second      each process has its share of what Discord takes
//	deadlines           a process claims those that are soon due ([storage.Claim])
//	work                a person has one simulation in each process
//	figures, odds       each process computes its own; they are the same
//	alarms              each process logs its own
//	whispers            the process that took the bet tells its player, whichever process deals
//	commands, emojis    each process registers the same at its start
package discord

// Package discord is the wire: an interaction comes in, an answer goes out. It
// knows nothing about blackjack; what people are answered is up to a [Handler].
//
//	gateway ──raw──▶ decode ──▶ gate ──▶ queue ──Command, Click──▶ Handler
//	                  once      limits   a player's                  │
//	                                     in order                    │ message.Reply
//	    Discord ◀──callback, follow-up, edit── send ◀── encode ◀─────┘
//	            ◀──edit── editor ◀── Connection.Edit: what changes without a click
//
// The gate lets each person do a limited amount (gate.go). What passes waits in
// its player's queue, or in that of a message that several people share (queue.go),
// is handled and answered (serve.go, send.go). Such messages the bot also edits by
// itself (editor.go).
// Commands are registered at the start (register.go), and another copy of the
// bot with the same token is noticed (copies.go).
package discord

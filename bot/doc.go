// Package bot translates: Discord in, Discord out. It decides nothing about
// blackjack or chips.
//
//	discord.go ──Command, Click──▶ route.go ──▶ play.go, wallet.go, …
//	    ▲                                            │
//	    │                                            ▼
//	    └────view.Reply────── view ◀──hand────── session ──▶ storage
//
// Only discord.go knows the Discord library. What it hears passes the gate first
// (gate.go), which lets each person do so much and no more, then waits in its
// player's line (dispatch.go), is handled and answered (visit.go, send.go). The
// connection is kept by supervise.go. A handler is a few lines: it calls
// the session and returns a view. What goes wrong comes back as an error, and
// words.go turns any error into words for people.
package bot

// Package bot translates: Discord in, Discord out. It decides nothing about
// blackjack or chips.
//
//	discord.go ──Command, Click──▶ route.go ──▶ play.go, wallet.go, …
//	    ▲                                            │
//	    │                                            ▼
//	    └────view.Reply────── view ◀──hand────── session ──▶ storage
//
// Only discord.go knows the Discord library. A handler is a few lines: it calls
// the session and returns a view. What goes wrong comes back as an error, and
// words.go turns any error into words for people.
package bot

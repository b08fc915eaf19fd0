// Package bot answers what players and admins ask for, one file for each family of
// commands. It decides nothing about blackjack or chips, and knows nothing of the
// wire.
//
//	discord ──Command, Click──▶ route.go ──▶ play.go, wallet.go, …
//	   ▲                                          │
//	   │                                          ▼
//	   └──message.Reply── view ◀──hand─────── session ──▶ storage
//
// A handler is a few lines: it calls the session and returns a view. What goes
// wrong comes back as an error, and words.go turns any error into words for people.
package bot

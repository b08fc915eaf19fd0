// Package bot answers what players and admins ask for, one file for each family of
// commands. It decides nothing about blackjack or chips, and knows nothing of the
// wire.
//
//	discord ──Call──▶ a route of a family ──▶ play.go, wallet.go, …
//	   ▲                                          │
//	   │                                          ▼
//	   └──Answer, Update── view ◀──hand────── a room ──▶ storage
//
// A route is a command or a kind of clicks, and stands beside its handler. A handler is a few lines: it
// calls a room and answers with a view. What goes wrong it returns as an error, and words.go
// turns any error into words for people.
package bot

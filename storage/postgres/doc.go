// Package postgres keeps holecard's ledger, hands and players in a database of PostgreSQL,
// which any number of processes may use at once.
//
// # Schema
//
// The records of [holecard/storage/engine] are rows of tables of their names; their keys are
// those of the engine, the guild first. See migrations.
//
//	records                                  of all kinds that no statement looks into
//	└─ guild, kind, id                       → version, value
//	seen transfers entries hands profiles confirmations seatings
//	└─ guild, id                             → version, value; columns for joins
//	journal                                  postings, by their own keys: made once
//	└─ guild, key                            → clock, what it adds to house or mint, value
//	balances                                 wallets and held stakes, no house and no mint
//	└─ guild, kind, seat and owner           → chips, never below zero; clock
//	due                                      deadlines
//	└─ guild, at, seating                    → number, until when a process has it
//	processes                                those that play
//	└─ id                                    → which parts of all guilds it has; its newest beat
//	leases, migrations
//	└─ number or name
//
// No two players change a row in common, and no statement of theirs needs two guilds.
//
// # A transaction
//
//	BEGIN, all that it reads ─▶ fn decides ─▶ all that it writes ─▶ COMMIT
//
// Each arrow is a round trip. A transaction changes a row only if it is still as it was read,
// and inserts a row only where there was none. What was read and is not written is locked
// until the commit, if it is still as it was, except a guild's settings, which may change
// just after. So the outcome is that of one transaction after the other, by REPEATABLE READ.
// SERIALIZABLE adds nothing, and locks what it reads by whole pages of an index: of 64 players
// of one server at once half failed, and of 200 interactions a second in 40 servers two thirds.
// Each transaction says so itself, whatever the database or a pooler have as their default.
//
// Where somebody was faster, or the connection breaks, fn runs again, for [patience] at most.
// A commit whose answer is lost may have been made: then fn finds its interaction seen.
package postgres

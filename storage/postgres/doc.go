// Package postgres keeps holecard's ledger, hands and players in a database of PostgreSQL,
// which any number of processes may use at once.
//
// # Schema
//
// A record of [holecard/storage/engine] is a row; its key is that of the engine, the guild first.
// See migrations.
//
//	records                                  of most kinds
//	passing                                  interactions and confirmations: forgotten soon
//	boards                                   the orders of players: counted
//	└─ guild, kind, id                       → value, which no statement looks into
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
// No two players change a row in common.
//
// # A batch
//
// Calls that come while all connections are in use wait in a queue. The next connection that is
// free takes many of them, and carries them out together:
//
//	BEGIN ─▶ their functions run ─▶ all that they ask for ─▶ they run on … ─▶ all changes, COMMIT
//
// The functions run at the same time, on one state, each on its caller's goroutine. A round trip is
// made when none of them can go on. A call that has read what another one of its batch changes is
// carried out again, in a later batch. A call that comes alone is a batch of one.
//
// What was read and is changed must still be there, and what was not there is inserted. What was
// read and is not changed is locked until the commit, except a guild's settings, which may change
// just after. So the outcome is that of one transaction after the other, by REPEATABLE READ.
// SERIALIZABLE adds nothing, and locks what it reads by whole pages of an index: of 64 players
// of one server at once half failed, and of 200 interactions a second in 40 servers two thirds.
// Each transaction says so itself, whatever the database or a pooler have as their default.
//
// Where somebody was faster, or the connection breaks, a call is carried out again, for [patience]
// at most: with others once more, and then alone. A commit whose answer is lost may have been made:
// then fn finds its interaction seen.
package postgres

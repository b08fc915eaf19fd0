// Package postgres keeps holecard's ledger, hands and players in a database of PostgreSQL,
// which any number of processes may use at once.
//
// # Isolation
//
// A transaction changes a row only if it is still as the transaction has read it, and inserts
// a row only where there was none: of two that decide by the same row, one is run again. All
// that a decision rests on is among those rows, but for a guild's settings, which may change
// just after. So REPEATABLE READ is enough, and nothing is gained by SERIALIZABLE, which locks
// what it reads by whole pages of an index: 200 interactions a second in 40 guilds made two
// thirds of the hands fail with 40001 for 2.5 s, where not one fails now. An address that ends
// with default_transaction_isolation=serializable asks for it all the same; the suite passes
// either way.
package postgres

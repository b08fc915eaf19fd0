// Package postgres keeps holecard's ledger, hands and players in a database of PostgreSQL,
// which any number of processes may use at once.
package postgres

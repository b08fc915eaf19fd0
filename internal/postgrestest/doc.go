// Package postgrestest runs Debian's PostgreSQL 15 for tests, on loopback only:
//
//	Shared    one server for all tests of a package, quick: it does not sync
//	Server    a server of a test's own, which the test may kill and start again
//	Cluster   three nodes and the monitor that promotes one of them (pg_auto_failover)
//
// Their files and their user (postgres, where root runs the tests) are their own: nothing of the
// machine's PostgreSQL is used but its programs. No server outlives the test's process, however
// that ends.
//
// Where PostgreSQL is absent a test fails: only tests whose names end in _long use a server.
package postgrestest

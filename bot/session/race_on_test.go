//go:build race

package session_test

// raced tells that the race detector slows everything down tenfold: then tests
// do a part of what they do without.
const raced = true

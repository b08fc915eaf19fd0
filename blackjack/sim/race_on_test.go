//go:build race

package sim

// raced tells that the race detector slows everything down tenfold. What is
// computed on one goroutine is then tried at a few tables: all are tried without.
const raced = true

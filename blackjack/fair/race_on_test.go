//go:build race

package fair

// raced tells that the race detector slows everything down tenfold.
const raced = true

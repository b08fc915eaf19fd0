//go:build race

package long

// Raced says that the race detector is on, which makes all that computes ten times as slow.
const Raced = true

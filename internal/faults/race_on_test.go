//go:build race

package faults

// raced reports that the race detector slows everything down: a few rounds are
// enough then, all are tried without.
const raced = true

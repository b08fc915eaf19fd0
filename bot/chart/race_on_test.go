//go:build race

package chart

// raced tells that the race detector slows everything down tenfold.
const raced = true

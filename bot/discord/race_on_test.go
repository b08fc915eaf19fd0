//go:build race

package discord_test

// raced tells that the race detector slows everything down tenfold: what is long
// is then a fifth as long.
const raced = true

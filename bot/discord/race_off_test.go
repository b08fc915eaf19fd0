//go:build !race

package discord_test

const raced = false

//go:build !race

package session_test

const raced = false

//go:build !race

package bot_test

const raced = false

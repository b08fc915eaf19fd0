//go:build !race

package odds

const raced = false

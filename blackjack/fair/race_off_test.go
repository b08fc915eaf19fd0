//go:build !race

package fair

const raced = false

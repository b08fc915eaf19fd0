//go:build !race

package docs_test

// every is how far apart the bytes are that are changed.
const every = 4

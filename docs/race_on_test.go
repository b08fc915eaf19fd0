//go:build race

package docs_test

// every is how far apart the bytes are that are changed. The page knows no
// races, so fewer are.
const every = 32

package discord

import "regexp"

// argumentsInStack finds the arguments of the functions in a stack, which a
// panic shows byte by byte: of an array, the first ten.
var argumentsInStack = regexp.MustCompile(`(?m)\((?:\{*0x|\{*\.\.\.)[^\n]*\)$`)

// bareStack returns the text of a stack without the functions' arguments.
func bareStack(stack []byte) string {
	return argumentsInStack.ReplaceAllString(string(stack), "(...)")
}

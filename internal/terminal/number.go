package terminal

import (
	"strings"

	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// Number formats a number as all commands write it: with separators, and a true minus.
func Number(format string, n any) string {
	text := message.NewPrinter(language.English).Sprintf(format, n)
	return strings.ReplaceAll(text, "-", "−")
}

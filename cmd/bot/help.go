package main

import (
	_ "embed"
	"go/doc/comment"
	"strings"

	"github.com/alecthomas/kong"

	"holecard/internal/typed"
)

//go:embed help.txt
var helpTexts string

// helps are the help texts that are longer than a line has room for: of help.txt, a line for each.
func helps() kong.Vars {
	texts := kong.Vars{}
	for line := range strings.Lines(helpTexts) {
		name, text, _ := strings.Cut(strings.TrimSpace(line), " = ")
		texts[name] = text
	}
	return texts
}

// withDefault returns the help of a flag and its default.
func withDefault(v *kong.Value) string {
	if v.HasDefault {
		return v.Help + " Default: " + v.Default + "."
	}
	return v.Help
}

// flagsFirst prints the help of a command, with what there is to say at length behind its
// flags.
func flagsFirst(o kong.HelpOptions, c *kong.Context) error {
	node := c.Selected()
	if node == nil || node.Detail == "" {
		return kong.DefaultHelpPrinter(o, c)
	}
	detail := node.Detail
	node.Detail = ""
	if err := kong.DefaultHelpPrinter(o, c); err != nil {
		return err
	}
	var parser comment.Parser
	printer := comment.Printer{TextCodePrefix: "    ", TextWidth: 80}
	_, err := c.Stdout.Write(append([]byte("\n"), printer.Text(parser.Parse(detail))...))
	return err
}

// plain returns arguments as the library takes them: without byte-order marks before them or
// their values. What begins with a minus and a digit is the value of the flag before it, and
// "help" first stands for --help last.
func plain(args []string) []string {
	if len(args) > 0 && args[0] == "help" {
		return append(plain(args[1:]), "--help")
	}
	var list []string
	for _, arg := range args {
		arg = typed.Text(arg)
		if flag, value, has := strings.Cut(arg, "="); has && strings.HasPrefix(flag, "--") {
			arg = flag + "=" + typed.Text(value)
		}
		last := len(list) - 1
		if last >= 0 && belowNought(arg) && lacksValue(list[last]) {
			list[last] += "=" + arg
			continue
		}
		list = append(list, arg)
	}
	return list
}

// belowNought reports whether an argument is a number below 0, or begins like one.
func belowNought(arg string) bool {
	return len(arg) > 1 && arg[0] == '-' && '0' <= arg[1] && arg[1] <= '9'
}

// lacksValue reports whether an argument is a flag whose value may be the next one.
func lacksValue(arg string) bool {
	return len(arg) > 2 && strings.HasPrefix(arg, "--") && !strings.Contains(arg, "=")
}

// Command bot runs holecard: on Discord, or against a local Discord in the
// browser.
//
// main only wires: it gives run the arguments, the environment and the streams
// of the process, and turns an error into a line and an exit status.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"reflect"
	"strings"
	"syscall"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
	"holecard/blackjack/tables"
	"holecard/bot/view"

	"github.com/alecthomas/kong"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.LookupEnv, stdio{os.Stdin, os.Stdout, os.Stderr}))
}

// stdio is the streams of the process.
type stdio struct {
	in       io.Reader
	out, err io.Writer
}

// The exit statuses.
const (
	exitOK     = 0
	exitFailed = 1 // it could not be done, or an audit is not ok
	exitUsage  = 2 // it was asked for wrongly
)

// usageError tells that the arguments or the configuration are wrong.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// usagef is [fmt.Errorf] for a usageError.
func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// errReported is returned by a command that has printed what is wrong.
var errReported = errors.New("already reported")

// cli is the command line.
type cli struct {
	Run        runCmd        `cmd:"" default:"1" help:"Run the bot on Discord (the default). It is configured by the environment and .env."`
	Playground playgroundCmd `cmd:"" help:"Play in the browser, against a local Discord: no token needed."`
	Play       playCmd       `cmd:"" help:"Play in the terminal."`
	Simulate   simulateCmd   `cmd:"" help:"Play many rounds with a strategy and count."`
	Odds       oddsCmd       `cmd:"" help:"Compute what a round is worth, exactly."`
	Watch      watchCmd      `cmd:"" help:"Watch a strategy play, step by step."`
	Tables     tablesCmd     `cmd:"" help:"List the tables with their house edge, or tell the rules of one."`
	Verify     verifyCmd     `cmd:"" help:"Check that the cards of hands are those that were committed to: paste what /fair shows."`
	Audit      auditCmd      `cmd:"" help:"Replay all postings of the ledger and report whether every chip is accounted for."`
	Backup     backupCmd     `cmd:"" help:"Copy the database to a file, while the bot runs or without it, and audit the copy."`
	Status     statusCmd     `cmd:"" help:"Ask the running bot how it is. The exit status is 1 when it needs attention, or none runs."`
	Version    versionCmd    `cmd:"" help:"Print the version."`

	ShowVersion kong.VersionFlag `name:"version" help:"Print the version."`
}

// process is what every subcommand gets.
type process struct {
	stdio
	lookup func(string) (string, bool)
}

// print prints the answer of a command, as JSON or by words.
func (p process) print(asJSON bool, answer any, words func(io.Writer)) error {
	out := bufio.NewWriter(p.out)
	if !asJSON {
		words(out)
	} else if err := json.NewEncoder(out).Encode(answer); err != nil {
		return err
	}
	return out.Flush()
}

// run carries out the command line and returns the exit status.
func run(ctx context.Context, args []string, lookup func(string) (string, bool), std stdio) int {
	err := dispatch(ctx, args, process{std, lookup})
	if err == nil {
		return exitOK
	}
	_, usage := errors.AsType[usageError](err)
	text := inLine(err)
	switch {
	case errors.Is(err, errReported):
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(std.err, "bot: stopped")
	case usage: // it may cite an argument with line breaks
		fmt.Fprintf(std.err, "bot: %s\n", strings.Join(strings.Fields(text), " "))
	default:
		fmt.Fprintf(std.err, "bot: %s\n", text)
	}
	if usage {
		return exitUsage
	}
	return exitFailed
}

// inLine is the text of an error, in the words of the package view where it has some.
func inLine(err error) string {
	text := err.Error()
	say := func(e error, line string) { text = strings.Replace(text, e.Error(), line, 1) }
	if e, ok := errors.AsType[*blackjack.RulesError](err); ok {
		say(e, fmt.Sprintf("%v: %s", blackjack.ErrRules, view.Fault(e)))
	}
	if e, ok := errors.AsType[*tables.SetError](err); ok {
		say(e, view.BadRuleLine(e))
	}
	if e, ok := errors.AsType[*strategy.SyntaxError](err); ok {
		say(e, view.SyntaxLine(e))
	}
	return text
}

// helpShown is how kong leaves after printing help.
type helpShown struct{}

func dispatch(ctx context.Context, args []string, p process) (err error) {
	defer func() {
		switch r := recover(); r.(type) {
		case nil, helpShown:
		default:
			panic(r)
		}
	}()
	parser, err := kong.New(&cli{},
		kong.Name("bot"),
		kong.Description("holecard: blackjack on Discord, in the browser, in the terminal and by "+
			"the million."),
		kong.Vars{"version": versionLine()},
		kong.Writers(p.out, p.err),
		kong.Exit(func(int) { panic(helpShown{}) }),
		kong.BindTo(ctx, (*context.Context)(nil)),
		kong.Bind(p),
		wholeNumbers(reflect.Int, reflect.Int64, reflect.Uint64),
	)
	if err != nil {
		return err
	}
	command, err := parser.Parse(args)
	if wrong, ok := errors.AsType[*numberError](err); ok {
		return usageError{wrong}
	}
	if err != nil {
		return usagef("%w; bot --help lists what there is", err)
	}
	return command.Run()
}

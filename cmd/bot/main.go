// Command bot runs holecard on Discord, in the browser and on the command line.
//
// main only wires: it gives run the arguments, environment and streams of the process.
package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"reflect"
	"strconv"
	"strings"
	"syscall"

	"holecard/blackjack"
	"holecard/blackjack/odds"
	"holecard/blackjack/strategy"
	"holecard/blackjack/tables"
	"holecard/bot/lang"
	"holecard/bot/view"
	"holecard/internal/terminal"
	"holecard/internal/typed"

	"github.com/alecthomas/kong"
)

func main() {
	ends := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // as nohup has it
		ends = append(ends, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), ends...)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.LookupEnv, stdio{os.Stdin, os.Stdout, os.Stderr},
		os.Environ()...))
}

type stdio struct {
	in       io.Reader
	out, err io.Writer
}

// The exit statuses.
const (
	exitOK     = 0
	exitFailed = 1 // it could not be done, or an audit or a status is not ok
	exitUsage  = 2 // the arguments or the configuration are wrong
)

// usageError reports wrong arguments or a wrong configuration.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// usagef is [fmt.Errorf] for a usageError.
func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// sentence is an error that is printed as it stands.
type sentence string

func (s sentence) Error() string { return string(s) }

// errReported is returned by a command that has printed its problem already.
var errReported = errors.New("already reported")

// judged is the error of a command that has printed what it found, which is well or not.
func judged(err error, well bool) error {
	if err == nil && !well {
		return errReported
	}
	return err
}

type cli struct {
	Run        runCmd         `cmd:"" default:"1" help:"${run}"`
	Serve      serveCmd       `cmd:"" help:"${serve}"`
	Setup      setupCmd       `cmd:"" help:"${setup}"`
	Doctor     doctorCmd      `cmd:"" help:"${doctor}"`
	Playground playgroundCmd  `cmd:"" help:"${playground}"`
	Play       playCmd        `cmd:"" help:"${play}"`
	Train      trainCmd       `cmd:"" help:"${train}"`
	Simulate   simulateCmd    `cmd:"" help:"${simulate}"`
	Odds       oddsCmd        `cmd:"" help:"${odds}"`
	Chart      chartCmd       `cmd:"" help:"${chart}"`
	Watch      watchCmd       `cmd:"" help:"${watch}"`
	Tables     tablesCmd      `cmd:"" help:"${tables}"`
	Verify     verifyCmd      `cmd:"" help:"${verify}"`
	Audit      auditCmd       `cmd:"" help:"${audit}"`
	Backup     backupCmd      `cmd:"" help:"${backup}"`
	Export     exportCmd      `cmd:"" help:"${export}"`
	Import     importCmd      `cmd:"" help:"${import}"`
	Erase      eraseServerCmd `cmd:"" name:"erase-server" help:"${erase}"`
	Emojis     emojisCmd      `cmd:"" help:"Manage the card emojis."`
	Commands   commandsCmd    `cmd:"" help:"Manage the slash commands."`
	Status     statusCmd      `cmd:"" help:"${status}"`
	Version    versionCmd     `cmd:"" help:"Print the version."`

	ShowVersion kong.VersionFlag `name:"version" help:"Print the version."`
}

// process is what every subcommand gets.
type process struct {
	stdio
	lookup  func(string) (string, bool)
	environ []string // NAME=value: who misspells a setting does not find it by lookup
}

// write prints an answer in words.
func (p process) write(words func(io.Writer)) error {
	out := bufio.NewWriter(p.out)
	words(out)
	return out.Flush()
}

// print prints an answer as JSON, or in words.
func (p process) print(asJSON bool, answer any, words func(io.Writer)) error {
	if asJSON {
		return json.NewEncoder(p.out).Encode(answer)
	}
	return p.write(words)
}

// colours reports whether the output is for a terminal, and its owner wants colours.
func (p process) colours() bool {
	no, _ := p.lookup("NO_COLOR")
	kind, _ := p.lookup("TERM")
	return terminalIs(p.out) && no == "" && kind != "dumb"
}

// run carries out the command line and returns the exit status.
func run(ctx context.Context, args []string, lookup func(string) (string, bool), std stdio,
	environ ...string) int {
	unmarked := func(name string) (string, bool) {
		value, set := lookup(name)
		return typed.Text(value), set
	}
	std = std.pipes(ctx)
	err := dispatch(ctx, args, process{std, unmarked, environ})
	if err == nil {
		return exitOK
	}
	_, usage := errors.AsType[usageError](err)
	text := inLine(err)
	wrong, misread := errors.AsType[*strategy.SyntaxError](err)
	switch {
	case errors.Is(err, errReported):
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(std.err, "holecard: stopped")
	case usage: // it may quote an argument with line breaks
		fmt.Fprintf(std.err, "holecard: %s\n", strings.Join(strings.Fields(text), " "))
		if misread {
			fmt.Fprintln(std.err, view.Caret(words(), wrong))
		}
	default:
		fmt.Fprintf(std.err, "holecard: %s\n", text)
	}
	if usage {
		return exitUsage
	}
	return exitFailed
}

// words are those of rules and strategies that the terminal shares with Discord.
func words() *lang.Printer { return lang.Must(lang.Load()).For("en") }

// inLine is the text of an error, in the words of the package view where it has some.
func inLine(err error) string {
	text := err.Error()
	say := func(e error, line string) { text = strings.Replace(text, e.Error(), line, 1) }
	if e, ok := errors.AsType[*blackjack.RulesError](err); ok {
		say(e, fmt.Sprintf("%v: %s", blackjack.ErrRules, view.Fault(words(), e)))
	}
	if e, ok := errors.AsType[*tables.SetError](err); ok {
		say(e, badRule(e))
	}
	if e, ok := errors.AsType[*odds.LimitError](err); ok {
		text = limitLine(e)
	}
	if e, ok := errors.AsType[*strategy.SyntaxError](err); ok {
		line := view.SyntaxLine(words(), e)
		switch e.Fault {
		case strategy.NoMemory, strategy.NoChance, strategy.NoBets:
			line = strings.Replace(line, `"/learn simulate"`, "holecard simulate", 1)
		}
		say(e, line)
	}
	return text
}

func dispatch(ctx context.Context, args []string, p process) error {
	answered := false // help or the version, which is all then
	parser, err := kong.New(&cli{},
		kong.Name("holecard"),
		kong.Description("holecard is a blackjack bot for Discord that you host yourself. "+
			"holecard run starts it, holecard playground opens it in your browser, and holecard "+
			"play deals a hand right here."),
		kong.Vars{"version": versionLine()},
		helps(),
		kong.Help(flagsFirst),
		kong.Writers(p.out, p.err),
		kong.Exit(func(int) { answered = true }),
		kong.BindTo(ctx, (*context.Context)(nil)),
		kong.Bind(p),
		kong.BindToProvider(p.config),
		kong.ValueFormatter(withDefault),
		kong.KindMapper(reflect.Int, kong.MapperFunc(wholeNumber)),
		kong.KindMapper(reflect.Int64, kong.MapperFunc(wholeNumber)),
		kong.KindMapper(reflect.Uint64, kong.MapperFunc(wholeNumber)),
	)
	if err != nil {
		return err
	}
	command, err := parser.Parse(plain(args))
	wrong, known := errors.AsType[usageError](err)
	switch {
	case answered:
		return nil
	case known:
		return wrong
	case err != nil:
		return usageError{errors.New(misused(err.Error()))}
	}
	return command.Run()
}

// misused says what is wrong with the arguments, in the words of the library or better.
func misused(says string) string {
	flag, _, wants := strings.Cut(says, ": expected ")
	if wants && strings.HasSuffix(says, "(<EOL>)") {
		return flag + " needs a value."
	}
	if strings.HasSuffix(says, "?") { // the library has found what was meant
		return says
	}
	return says + ". See holecard --help."
}

// whole writes a whole number.
func whole[N ~int | ~int64](n N) string { return terminal.Number("%d", n) }

// percent writes a share with two decimals.
func percent(share float64) string { return terminal.Number("%.2f%%", 100*share) }

// wholeNumber reads the number of a flag, in decimal digits. One with a tag "most" is from 1 to that.
func wholeNumber(c *kong.DecodeContext, target reflect.Value) error {
	token, err := c.Scan.PopValue("whole number")
	if err != nil {
		return err
	}
	text := fmt.Sprint(token.Value)
	name, most := c.Value.ShortSummary(), c.Value.Tag.Get("most")
	if target.CanUint() {
		var n uint64
		n, err = strconv.ParseUint(text, 10, 64)
		target.SetUint(n)
	} else {
		var n int64
		n, err = strconv.ParseInt(text, 10, target.Type().Bits())
		target.SetInt(n)
	}
	switch {
	case errors.Is(err, strconv.ErrRange):
		return usagef("%s is too large for %s.", text, name)
	case err != nil:
		return usagef("%s takes a whole number, not “%s”.", name, text)
	case most != "":
		limit, err := strconv.ParseInt(most, 10, 64)
		return cmp.Or(err, within(name, target.Int(), 1, limit))
	}
	return nil
}

func within[N ~int | ~int64](name string, n, least, most N) error {
	if n < least || n > most {
		return usagef("%s takes %s to %s, not %s.", name, whole(least), whole(most), whole(n))
	}
	return nil
}

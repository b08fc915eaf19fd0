package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"holecard/bot"
	"holecard/bot/discord"
)

type doctorCmd struct {
	JSON   bool   `help:"Print the findings as JSON." name:"json"`
	Server string `help:"${server}" placeholder:"ID"`
}

// Run looks for what keeps people from playing, and says what to do about each. The exit
// status is 1 when something has to be done.
func (cmd doctorCmd) Run(ctx context.Context, p process) error {
	c, err := p.readConfig()
	if err != nil {
		return err
	}
	d := doctor{config: c, now: time.Now, server: cmd.Server}
	findings := d.examine(ctx)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	healthy := !slices.ContainsFunc(findings, func(f finding) bool { return f.Status == failed })
	err = p.print(cmd.JSON, struct {
		Healthy bool      `json:"healthy"`
		Checks  []finding `json:"checks"`
	}{healthy, findings}, func(w io.Writer) {
		for _, f := range findings {
			f.print(w)
		}
	})
	return judged(err, healthy)
}

// finding is what a check has found.
type finding struct {
	Check  string     `json:"check"`
	Status healthWord `json:"status"`
	Says   string     `json:"says"`
	Do     string     `json:"do,omitempty"` // what to do about it
}

type healthWord string

const (
	fine    healthWord = "ok"
	noted   healthWord = "note"   // nothing has to be done
	failed  healthWord = "failed" // something has to
	skipped healthWord = "skipped"
)

func (f finding) print(w io.Writer) {
	status := string(f.Status)
	if f.Status == failed {
		status = "FAILED"
	}
	fmt.Fprintf(w, "%-7s  %-9s  %s", status, f.Check, f.Says)
	if f.Do != "" {
		fmt.Fprintf(w, " What to do: %s", f.Do)
	}
	fmt.Fprintln(w)
}

func (status healthWord) because(do, format string, args ...any) []finding {
	return []finding{{Status: status, Says: fmt.Sprintf(format, args...), Do: do}}
}

func ok(format string, args ...any) []finding       { return fine.because("", format, args...) }
func skip(format string, args ...any) []finding     { return skipped.because("", format, args...) }
func note(do, format string, args ...any) []finding { return noted.because(do, format, args...) }
func fail(do, format string, args ...any) []finding { return failed.because(do, format, args...) }

// failure is an error that says itself what to do.
func failure(err error) []finding { return fail("", "%s", asSentence(err)) }

// doctor looks at a bot from outside: at its settings, at what Discord knows of it, and
// at its database.
type doctor struct {
	config
	now    func() time.Time
	server string // the only one to look at, by its id; empty for the first few

	inspector *discord.Inspector // nil before there is a token
	app       discord.Application
	running   *status // what the bot says of itself; nil where none answers
}

// check is one thing that is looked at.
type check struct {
	name  string
	limit time.Duration
	find  func(context.Context) []finding
}

// How long checks may take.
const (
	checkTime = 15 * time.Second // of a question to Discord, a few of them, or a file
	auditTime = 2 * time.Minute
	graceTime = 2 * time.Second // for what does not end with its context
)

// examine makes all checks. Those that need nothing from one another are made at the same
// time.
func (d *doctor) examine(ctx context.Context) []finding {
	findings := together(ctx, []check{
		{"settings", checkTime, d.settings},
		{"clock", checkTime, d.clock},
		{"token", checkTime, d.token},
		{"bot", checkTime, d.bot},
	})
	if d.inspector != nil {
		defer d.inspector.Close()
	}
	return append(findings, together(ctx, append([]check{
		{"endpoint", checkTime, d.byToken(d.endpoint)},
		{"commands", checkTime, d.byToken(d.commands)},
		{"starts", checkTime, d.byToken(d.starts)},
		{"servers", 2 * checkTime, d.byToken(d.servers)},
	}, d.databaseChecks()...))...)
}

// byToken returns a check that is skipped where Discord does not take the token.
func (d *doctor) byToken(
	find func(context.Context) []finding,
) func(context.Context) []finding {
	if d.app.ID != "" {
		return find
	}
	return func(context.Context) []finding { return skip("Not checked: that takes the token.") }
}

// together makes checks at the same time, and returns what they find in their order.
func together(ctx context.Context, checks []check) []finding {
	found := make([][]finding, len(checks))
	var all sync.WaitGroup
	for i, c := range checks {
		all.Go(func() { found[i] = c.make(ctx) })
	}
	all.Wait()
	return slices.Concat(found...)
}

// make makes a check, which cannot hang: where it does not end with its context, as on a
// disk that is away, it is left behind.
func (c check) make(ctx context.Context) []finding {
	bounded, cancel := context.WithTimeout(ctx, c.limit)
	defer cancel()
	late, stop := context.WithTimeout(ctx, c.limit+graceTime)
	defer stop()
	found, err := unlessStopped(late, func() ([]finding, error) { return c.find(bounded), nil })
	if err != nil {
		found = fail("try again; if it lasts, look at the network and the disk",
			"There was no answer for %s.", span(c.limit))
	}
	for i := range found {
		found[i].Check = c.name
	}
	return found
}

// settings looks at the file .env.
func (d *doctor) settings(context.Context) (found []finding) {
	for _, warning := range d.warnings {
		found = append(found, note("correct or remove the line", "%s.", warning)...)
	}
	if len(d.proxies) > 0 {
		found = append(found, note("", "Discord is reached through the proxy of the environment: %s.",
			strings.Join(d.proxies, ", "))...)
	}
	info, err := os.Stat(dotEnv)
	switch {
	case err != nil:
		found = append(found, ok("There is no %s here: the environment has the settings.",
			dotEnv)...)
	case runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0:
		found = append(found, note("chmod 600 "+dotEnv,
			"Other users of this machine can read %s.", dotEnv)...)
	case found == nil:
		found = ok("%s is in order.", dotEnv)
	}
	return found
}

// inspect returns an inspector by a token.
func (d *doctor) inspect(token string) (*discord.Inspector, error) {
	options := d.discord(nil, nil)
	options.Token, options.Now = token, d.now
	return discord.Inspect(bot.Specs(), options)
}

// bot asks the bot that runs on the database, or the database how many do.
func (d *doctor) bot(ctx context.Context) []finding {
	db := d.database()
	if d.Database == inMemory {
		return ok("Whether it runs cannot be asked while DATABASE is %s.", inMemory)
	}
	s, err := db.status(ctx)
	switch {
	case err != nil && db.onServer():
		return note("", "Whether it runs is not known: %s", asSentence(err))
	case err != nil:
		return fail("stop and start it", "It does not say how it is: %v.", err)
	case !s.Running && s.Alarms[0] != noBot:
		return note("set DATABASE as that process has it, or look at its log", "%s",
			asSentence(errors.New(s.Alarms[0])))
	case !s.Running:
		return note("start it, if it should", "None runs on %s.", db.name())
	case db.onServer():
		return ok("%s on %s.", quantity(s.Processes, "bot"), db.name())
	}
	d.running = &s
	about := fmt.Sprintf("Process %d, version %s", s.PID, cmp.Or(s.Version, "unknown"))
	if len(s.Alarms) == 0 {
		return ok("%s, is connected and well.", about)
	}
	var found []finding
	for _, alarm := range s.Alarms {
		found = append(found, fail("look at its log", "%s: %s.", about, alarm)...)
	}
	return found
}

// span writes about how long a time is.
func span(d time.Duration) string {
	for _, unit := range []struct {
		name string
		long time.Duration
	}{{"day", 24 * time.Hour}, {"hour", time.Hour}, {"minute", time.Minute}} {
		if d >= 2*unit.long {
			return quantity(int(d/unit.long), unit.name)
		}
	}
	return quantity(int(d/time.Second), "second")
}

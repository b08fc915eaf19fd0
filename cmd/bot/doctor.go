package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
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
	healthy := true
	for _, f := range findings {
		healthy = healthy && f.Status != failed
	}
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

func ok(format string, args ...any) []finding {
	return []finding{{Status: fine, Says: fmt.Sprintf(format, args...)}}
}

func note(do, format string, args ...any) []finding {
	return []finding{{Status: noted, Says: fmt.Sprintf(format, args...), Do: do}}
}

func fail(do, format string, args ...any) []finding {
	return []finding{{Status: failed, Says: fmt.Sprintf(format, args...), Do: do}}
}

// doctor looks at a bot from outside: at its settings, at what Discord knows of it, and
// at its database.
type doctor struct {
	config
	now    func() time.Time
	server string // the only one to look at, by its id; empty for the first few

	inspector *discord.Inspector // nil before there is a token
	app       discord.Application
	running   *status // what the bot says of itself; nil where none answers
	deaf      error   // why none answers, nil where none runs
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
	findings := together(ctx, []check{{"settings", checkTime, d.settings}, {"clock", checkTime,
		d.clock}, {"token", checkTime, d.token}, {"bot", checkTime, d.bot}})
	if d.inspector != nil {
		defer d.inspector.Close()
	}
	checks := []check{
		{"endpoint", checkTime, d.endpoint},
		{"commands", checkTime, d.commands},
		{"starts", checkTime, d.starts},
		{"servers", 2 * checkTime, d.servers},
	}
	if d.app.ID == "" {
		for i := range checks {
			checks[i].find = func(context.Context) []finding {
				return []finding{{Status: skipped, Says: "Not checked: that takes the token."}}
			}
		}
	}
	return append(findings, together(ctx, append(checks, d.databaseChecks()...))...)
}

// together makes checks at the same time, and returns what they find in their order.
func together(ctx context.Context, checks []check) (all []finding) {
	found := make([]chan []finding, len(checks))
	for i, c := range checks {
		found[i] = make(chan []finding, 1)
		go func() { found[i] <- c.make(ctx) }()
	}
	for i, c := range checks {
		for _, f := range <-found[i] {
			f.Check = c.name
			all = append(all, f)
		}
	}
	return all
}

// make makes a check, which cannot hang: where it does not end with its context, as on a
// disk that is away, it is left behind.
func (c check) make(ctx context.Context) []finding {
	bounded, cancel := context.WithTimeout(ctx, c.limit)
	defer cancel()
	got := make(chan []finding, 1)
	go func() { got <- c.find(bounded) }()
	late := time.NewTimer(c.limit + graceTime)
	defer late.Stop()
	select {
	case f := <-got:
		return f
	case <-ctx.Done():
		return nil
	case <-late.C:
		return fail("try again; if it lasts, look at the network and the disk",
			"There was no answer for %s.", span(c.limit))
	}
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

// bot asks the bot that runs on the database.
func (d *doctor) bot(ctx context.Context) []finding {
	if d.Database == inMemory {
		return ok("Whether it runs cannot be asked while DATABASE is %s.", inMemory)
	}
	if db := d.database(); db.onServer() {
		return db.processes(ctx)
	}
	s, err := askForStatus(ctx, socketOf(d.Database))
	switch {
	case errors.Is(err, errNoBot):
		if unheard := d.database().unheard(ctx); unheard != nil {
			return note("set DATABASE as that process has it, or look at its log", "%s",
				asSentence(unheard))
		}
		return note("start it, if it should", "None runs on %s.", d.Database)
	case err != nil:
		d.deaf = err
		return fail("stop and start it", "It does not say how it is: %v.", err)
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

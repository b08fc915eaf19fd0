package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"holecard/internal/localdiscord"
)

// soakCmd plays on a bot for a long time.
type soakCmd struct {
	For     time.Duration `default:"10m" help:"How long. Default: ${default}." placeholder:"TIME"`
	Rate    int           `default:"200" help:"Commands and presses a second. Default: ${default}." placeholder:"N"`
	Players int           `default:"1000" help:"How many players do them in turn. Default: ${default}." placeholder:"N"`
}

// What a soak has to keep to.
const (
	soakP99    = 25 * time.Millisecond
	soakGrowth = 20          // percent, of the memory that the bot itself holds
	soakSettle = time.Minute // memory is judged of runs that last as long: a shorter one is all beginning
)

// Run starts a local Discord here and the bot in a process of its own, on a
// database that is thrown away, plays, and reports. It ends early, with a
// report, when ctx ends.
func (cmd soakCmd) Run(ctx context.Context, p process) error {
	const each = 5 // what the bot lets one player do in a second
	switch {
	case cmd.For < time.Second:
		return usageError{fmt.Errorf("--for %v: it is a second or more", cmd.For)}
	case cmd.Rate < 1 || cmd.Rate > 10_000:
		return usageError{fmt.Errorf("--rate %d: it goes from 1 to 10000", cmd.Rate)}
	case cmd.Players < 1 || cmd.Players > 100_000:
		return usageError{fmt.Errorf("--players %d: it goes from 1 to 100000", cmd.Players)}
	case cmd.Players*each < 2*cmd.Rate:
		return usageError{fmt.Errorf("--players %d: for %d a second it takes %d, because one player may do %d", cmd.Players, cmd.Rate, (2*cmd.Rate+each-1)/each, each)}
	}
	folder, err := os.MkdirTemp("", "holecard-soak-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	discord := localdiscord.New(localdiscord.Config{KeepMessages: 2*cmd.Players + 200, KeepRequests: -1})
	defer discord.Close()
	go discord.Serve(listener)

	child, err := startBot(folder, "http://"+listener.Addr().String()+"/api/v9", discord.Token(), p.err)
	if err != nil {
		return err
	}
	defer child.stop()
	if err := child.ready(ctx, discord); err != nil {
		return err
	}
	s := &soak{soakCmd: cmd, discord: discord, child: child, begun: time.Now()}
	s.play(ctx)
	if err := child.stop(); err != nil && ctx.Err() == nil {
		return fmt.Errorf("the bot did not end well: %w", err)
	}
	report, err := audit(context.WithoutCancel(ctx), database{filepath.Join(folder, "holecard.db"), "DATABASE"})
	if err != nil {
		return err
	}
	problems := s.report(p.out)
	fmt.Fprintf(p.out, "audit   %s, %d postings\n", map[bool]string{true: "ok", false: "NOT ok"}[report.OK], report.Postings)
	if !report.OK {
		problems = append(problems, report.Problems...)
	}
	for _, problem := range problems {
		fmt.Fprintln(p.out, "-", problem)
	}
	if len(problems) > 0 {
		return errSaid
	}
	return nil
}

// childBot is the bot in a process of its own.
type childBot struct {
	cmd  *exec.Cmd
	gone chan struct{} // closed when it has ended
	err  error         // how; valid once gone
}

func startBot(folder, url, token string, log io.Writer) (*childBot, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	c := &childBot{cmd: exec.Command(self, "run"), gone: make(chan struct{})}
	c.cmd.Args[0] = os.Args[0]
	c.cmd.Dir = folder // where there is no .env
	c.cmd.Env = append(os.Environ(), "DISCORD_TOKEN="+token, "DISCORD_API_URL="+url, "DATABASE=holecard.db",
		"STARTING_CHIPS=1000000", "LOG_LEVEL=warn")
	c.cmd.Stderr = log
	if err := c.cmd.Start(); err != nil {
		return nil, err
	}
	go func() {
		c.err = c.cmd.Wait()
		close(c.gone)
	}()
	return c, nil
}

// ready returns when the bot plays.
func (c *childBot) ready(ctx context.Context, discord *localdiscord.Server) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	go func() {
		select {
		case <-c.gone:
			cancel()
		case <-ctx.Done():
		}
	}()
	if err := errors.Join(discord.AwaitCommands(ctx, "blackjack"), discord.AwaitOnline(ctx)); err != nil {
		return fmt.Errorf("the bot does not get ready: %w", err)
	}
	return nil
}

// stop ends the bot, which finishes what is under way. Stopping again does nothing.
func (c *childBot) stop() error {
	c.cmd.Process.Signal(os.Interrupt)
	select {
	case <-c.gone:
	case <-time.After(20 * time.Second):
		c.cmd.Process.Kill()
		<-c.gone
	}
	return c.err
}

// memory is what a process holds, in KiB.
type memory struct {
	at   time.Duration // since the beginning
	own  int           // its own, not pages of a file
	file int           // pages of files, the database's, which the system takes back when it needs them
}

// memory returns what the bot holds now, nothing where that cannot be told.
func (c *childBot) memory() (m memory, ok bool) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", c.cmd.Process.Pid))
	for line := range strings.Lines(string(text)) {
		fmt.Sscanf(line, "RssAnon: %d kB", &m.own)
		fmt.Sscanf(line, "RssFile: %d kB", &m.file)
	}
	return m, err == nil && m.own > 0
}

// soak is one run.
type soak struct {
	soakCmd
	discord *localdiscord.Server
	child   *childBot
	begun   time.Time
	lasted  time.Duration

	mu         sync.Mutex
	idle       []*soaker
	took       []time.Duration
	unanswered int
	failed     error // a deed that could not be done
	held       []memory
}

// soaker is a player of a soak, who does one thing at a time.
type soaker struct {
	localdiscord.Actor
	discord *localdiscord.Server
	hand    localdiscord.ID
	turns   int
}

// play has the players do things in turn, until the time is over or ctx ends.
func (s *soak) play(ctx context.Context) {
	for n := range s.Players {
		who := s.discord.AddPerson(localdiscord.Person{Name: fmt.Sprint("Player ", n)})
		s.idle = append(s.idle, &soaker{Actor: s.discord.As(who), discord: s.discord, turns: n})
	}
	ctx, cancel := context.WithTimeout(ctx, s.For)
	defer cancel()
	tick := time.NewTicker(time.Second / time.Duration(s.Rate))
	defer tick.Stop()
	watch := time.NewTicker(min(time.Second, s.For/20))
	defer watch.Stop()
	var group sync.WaitGroup
	sent := 0
	defer func() {
		s.lasted = time.Since(s.begun)
		group.Wait()
	}()
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.child.gone:
			return
		case <-watch.C:
			if m, ok := s.child.memory(); ok {
				m.at = time.Since(s.begun)
				s.held = append(s.held, m)
			}
		case <-tick.C:
			s.mu.Lock()
			// A busy machine drops ticks; what is due is done all the same.
			due := int(time.Since(s.begun).Seconds() * float64(s.Rate))
			for ; sent < due && len(s.idle) > 0; sent++ {
				who := s.idle[0]
				s.idle = s.idle[1:]
				group.Go(func() { s.deed(ctx, who) })
			}
			s.mu.Unlock()
		}
	}
}

// deed has a player do one thing, and notes how long the answer took.
func (s *soak) deed(ctx context.Context, who *soaker) {
	begun := time.Now()
	err := who.acts()
	took := time.Since(begun)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.idle = append(s.idle, who)
	switch {
	case err == nil:
		s.took = append(s.took, took)
	case ctx.Err() != nil: // the bot may be ending as well
	case errors.Is(err, localdiscord.ErrNoAnswer):
		s.unanswered++
	case s.failed == nil:
		s.failed = err
	}
}

// acts does the next thing: plays the hand, and looks about now and then.
func (w *soaker) acts() error {
	w.turns++
	channel := w.discord.Channel("blackjack").ID
	if other := map[int]string{3: "balance", 7: "stats", 11: "leaderboard", 15: "daily"}[w.turns%16]; other != "" {
		_, err := w.Do(context.Background(), channel, other)
		return err
	}
	var a localdiscord.Answer
	var err error
	if button := w.button(); button != "" {
		a, err = w.Press(context.Background(), w.hand, button)
	} else {
		a, err = w.Do(context.Background(), channel, "blackjack", localdiscord.Given{Name: "bet", Value: 10})
	}
	if err == nil && a.Message != nil && len(a.Message.Buttons()) > 0 {
		w.hand = a.Message.ID
	}
	return err
}

// button returns the custom id of what to press, empty for nothing.
func (w *soaker) button() string {
	m, _ := w.discord.Message(w.hand)
	wanted := []string{"Stand", "No insurance", "Play again"}
	if w.turns%3 == 0 {
		wanted = []string{"Hit", "No insurance"}
	}
	for _, b := range m.Buttons() {
		if slices.Contains(wanted, b.Label) && !b.Disabled {
			return b.CustomID
		}
	}
	return ""
}

// report prints the figures, and returns what is wrong with them.
func (s *soak) report(w io.Writer) (problems []string) {
	fmt.Fprintf(w, "soak    %d commands and presses in %v, %.0f a second, %d players\n",
		len(s.took), s.lasted.Round(time.Second), float64(len(s.took))/s.lasted.Seconds(), s.Players)
	if s.failed != nil {
		problems = append(problems, fmt.Sprintf("something could not be done: %v", s.failed))
	}
	if s.unanswered > 0 {
		problems = append(problems, fmt.Sprintf("%d were not answered", s.unanswered))
	}
	if len(s.took) == 0 {
		return append(problems, "nothing was answered")
	}
	slices.Sort(s.took)
	last := len(s.took) - 1
	p99 := s.took[last*99/100]
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	fmt.Fprintf(w, "answers p50 %.1f ms, p99 %.1f ms, max %.1f ms\n", ms(s.took[last/2]), ms(p99), ms(s.took[last]))
	if p99 >= soakP99 {
		problems = append(problems, fmt.Sprintf("99 of 100 are answered within %v, and %v is too long", p99.Round(time.Microsecond), soakP99))
	}
	return append(problems, s.reportMemory(w)...)
}

// reportMemory prints what the bot held at a tenth of the run, at its half and
// at its end, each the median of a tenth of the run about that.
func (s *soak) reportMemory(w io.Writer) (problems []string) {
	about := func(share float64) (m memory) {
		var own, file []int
		for _, h := range s.held {
			if off := h.at.Seconds()/s.lasted.Seconds() - share; off >= -0.05 && off <= 0.05 {
				own, file = append(own, h.own), append(file, h.file)
			}
		}
		if len(own) == 0 {
			return m
		}
		slices.Sort(own)
		slices.Sort(file)
		return memory{own: own[len(own)/2], file: file[len(file)/2]}
	}
	first, half, end := about(0.10), about(0.50), about(0.95)
	if first.own == 0 || end.own == 0 {
		fmt.Fprintln(w, "memory  not measured: this system does not say, or the run was too short")
		return nil
	}
	grown := 100 * (end.own - first.own) / first.own
	const mib = 1024.0
	fmt.Fprintf(w, "memory  %.1f MiB at a tenth, %.1f MiB at half, %.1f MiB in the end: %+d %%; pages of files %.1f, %.1f, %.1f MiB\n",
		float64(first.own)/mib, float64(half.own)/mib, float64(end.own)/mib, grown, float64(first.file)/mib, float64(half.file)/mib, float64(end.file)/mib)
	if grown > soakGrowth && s.lasted >= soakSettle {
		problems = append(problems, fmt.Sprintf("the memory that the bot itself holds has grown by %d %% since a tenth of the run, and %d %% is too much", grown, soakGrowth))
	}
	return problems
}

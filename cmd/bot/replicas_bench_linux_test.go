package main

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"holecard/internal/localdiscord"
	"holecard/internal/postgrestest"
	"holecard/internal/traffic"
)

// BenchmarkReplicas plays at a rate against bots that are processes of their own, over HTTP,
// and says how long answers take from the moment that a press is due. HOLECARD_RATE is how
// many interactions there are a second; without it there are few, for 2 s. Everybody works on
// the same cores: the bots, the database and who plays.
func BenchmarkReplicas(b *testing.B) {
	for _, c := range []struct {
		name      string
		processes int
		database  func(b *testing.B) (url, process string)
	}{
		{"file/1", 1, func(b *testing.B) (string, string) {
			return filepath.Join(b.TempDir(), "holecard.db"), ""
		}},
		{"postgres/1", 1, freshPostgres},
		{"postgres/2", 2, freshPostgres},
		{"postgres/3", 3, freshPostgres},
	} {
		b.Run(c.name, func(b *testing.B) {
			url, process := c.database(b)
			for b.Loop() {
				benchReplicas(b, c.processes, url, process)
			}
		})
	}
}

// freshPostgres returns the URL of an empty database and what the server's processes are called.
func freshPostgres(b *testing.B) (url, process string) {
	return postgrestest.Server(b).Database(b), "postgres"
}

func benchReplicas(b *testing.B, processes int, database, server string) {
	rate, lasts := 50, 2*time.Second
	if text := os.Getenv("HOLECARD_RATE"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			b.Fatalf("HOLECARD_RATE takes a number of interactions a second, not %q", text)
		}
		rate, lasts = n, 20*time.Second
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	discord := localdiscord.New(localdiscord.Config{})
	go discord.Serve(listener)
	b.Cleanup(func() { discord.Close() })
	env := append(os.Environ(), "DISCORD_TOKEN="+discord.Token(), "DATABASE="+database,
		"DISCORD_API_URL=http://"+listener.Addr().String()+"/api/v9",
		"DISCORD_PUBLIC_KEY="+discord.PublicKey(),
		"STARTING_CHIPS=1000000", "LOG_LEVEL=warn", "BACKUP_EVERY=0")
	l := traffic.Traffic{Sign: discord.Sign, Application: uint64(discord.Application().ID),
		People: 2 * rate, Rate: rate, For: lasts, Think: time.Second}
	pids := []int{}
	for range processes {
		url, pid := startReplica(b, env)
		l.URLs, pids = append(l.URLs, url), append(pids, pid)
	}
	warm := l
	warm.For = lasts / 4
	warm.Play(b.Context())
	before := readCPU(server, pids...)
	r := l.Play(b.Context())
	used := readCPU(server, pids...).since(before)
	for what, times := range r.Failures {
		b.Errorf("%d times: %s", times, what)
	}
	each := func(d time.Duration) float64 {
		return float64(d.Microseconds()) / float64(max(1, len(r.Took)))
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(len(r.Took))/lasts.Seconds(), "answers/s")
	b.ReportMetric(float64(r.Quantile(0.5).Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(r.Quantile(0.99).Microseconds())/1000, "p99-ms")
	b.ReportMetric(float64(r.Late), "late")
	b.ReportMetric(each(used.bots), "bot-µs/answer")
	b.ReportMetric(each(used.server), "database-µs/answer")
	b.ReportMetric(each(used.self), "player-µs/answer")
}

// startReplica starts a bot that ends with the benchmark, and returns the URL of its endpoint.
func startReplica(b *testing.B, env []string) (url string, pid int) {
	b.Helper()
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	at := free.Addr().String()
	free.Close()
	self, err := os.Executable()
	if err != nil {
		b.Fatal(err)
	}
	cmd := exec.Command(self, "serve", "--http", at, "--leave", "0s")
	cmd.Args[0], cmd.Dir, cmd.Env, cmd.Stderr = "holecard", b.TempDir(), env, os.Stderr
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		cmd.Process.Signal(os.Interrupt)
		cmd.Wait()
	})
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		if status, text := get("http://" + at + "/readyz"); status == http.StatusOK {
			return "http://" + at + "/interactions", cmd.Process.Pid
		} else if time.Now().After(deadline) {
			b.Fatalf("the bot does not get ready: %s", text)
		}
	}
}

// cpu is the processor time that each has used.
type cpu struct{ bots, server, self time.Duration }

func (c cpu) since(before cpu) cpu {
	return cpu{c.bots - before.bots, c.server - before.server, c.self - before.self}
}

// readCPU reads the processor time of the bots, of all processes with the server's name that
// descend from this one, and of this one.
func readCPU(server string, bots ...int) (c cpu) {
	parents, times := make(map[int]int), make(map[int]time.Duration)
	names, _ := filepath.Glob("/proc/[0-9]*/stat")
	var servers []int
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			continue // it has ended
		}
		head, rest, _ := strings.Cut(string(text), ") ")
		pidText, command, _ := strings.Cut(head, " (")
		pid, _ := strconv.Atoi(pidText)
		var parent int
		var state string
		var user, system int64
		fmt.Sscanf(rest, "%s %d", &state, &parent)
		if fields := strings.Fields(rest); len(fields) > 13 {
			user, _ = strconv.ParseInt(fields[11], 10, 64)
			system, _ = strconv.ParseInt(fields[12], 10, 64)
		}
		parents[pid] = parent
		times[pid] = time.Duration(user+system) * 10 * time.Millisecond // at 100 Hz
		if server != "" && strings.HasPrefix(command, server) {
			servers = append(servers, pid)
		}
	}
	for _, pid := range bots {
		c.bots += times[pid]
	}
	c.self = times[os.Getpid()]
	for _, pid := range servers {
		for up := pid; up > 1; up = parents[up] {
			if up == os.Getpid() {
				c.server += times[pid]
				break
			}
		}
	}
	return c
}

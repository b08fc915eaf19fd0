// Package scale says how many processes and database nodes a bot in so many Discord servers
// needs, what they cost and what breaks first: by a simulation of queues with the service
// times that a benchmark has measured (times.txt).
//
//	presses ──▶ cores of the processes ──▶ 3 × (network ──▶ cores of a database node) ──▶ answer
//	                                                             └─ the last waits for the disk
//
// docs/scale.md shows its table, and a test holds both together:
//
//	go test ./internal/scale -run Document -update -long     writes the table into the document
//	go test ./internal/scale -run Measured -measure -long    measures the service times, then that
package scale

import (
	_ "embed"
	"fmt"
	"math"
	"strings"
	"time"
)

//go:embed times.txt
var measured string

// Times are what an interaction costs: processor time, and waiting for disks.
type Times struct {
	FileBot, FileDisk           time.Duration // one process on a file
	Bot, Database, DatabaseDisk time.Duration // a process on PostgreSQL, and the server
	fileMiddle, databaseMiddle  time.Duration // half of the answers of the benchmark take less
}

// Measured returns the service times of times.txt. What half of the answers took beyond
// processor time was waiting for the disk.
func Measured() (t Times, err error) {
	for line := range strings.Lines(measured) {
		var of, metric string
		var n float64
		if _, err := fmt.Sscan(line, &of, &metric, &n); err != nil {
			return t, fmt.Errorf("times.txt has %q: %w", line, err)
		}
		micros := time.Duration(n * float64(time.Microsecond))
		switch of + " " + metric {
		case "file/1 bot-µs/answer":
			t.FileBot = micros
		case "file/1 p50-ms":
			t.fileMiddle = 1000 * micros
		case "postgres/1 bot-µs/answer":
			t.Bot = micros
		case "postgres/1 database-µs/answer":
			t.Database = micros
		case "postgres/1 p50-ms":
			t.databaseMiddle = 1000 * micros
		}
	}
	t.FileDisk = max(0, t.fileMiddle-t.FileBot)
	t.DatabaseDisk = max(0, t.databaseMiddle-t.Bot-t.Database)
	if t.FileBot == 0 || t.Bot == 0 || t.Database == 0 {
		return t, fmt.Errorf("times.txt lacks a service time: %+v", t)
	}
	return t, nil
}

// What is assumed, and not measured. None of it is published by Discord.
const (
	perDay       = 30   // interactions a day in a server, on average
	busiest      = 5    // the busiest second of a day, as a multiple of the average one
	perHand      = 3    // interactions of a hand
	handBytes    = 1100 // a hand kept for ever: measured, see docs/storage.md
	copies       = 3    // of a database: a primary and two standbys
	atTables     = 0.05 // the share of interactions that make the bot edit a message by itself
	network      = 500 * time.Microsecond
	mostBusy     = 0.6 // of all cores in the busiest second: room for a process or a minute lost
	mostTime     = 100 * time.Millisecond
	processCores = 2
	nodeCores    = 32 // the largest database node that is rented without ado

	botCoreHour  = 0.04 // US dollars
	nodeCoreHour = 0.08 // with its memory
	gigabyteHour = 0.12 / 730
)

// What Discord publishes: its gateway and rate limit documentation.
const (
	serversPerShard = 2500
	identifyEvery   = 5 * time.Second
	requestsPerSec  = 50 // of a bot; answers to interactions do not count
)

// Peak returns how many interactions come in the busiest second of a bot in so many servers.
func Peak(servers int) float64 { return float64(servers) * perDay / 86400 * busiest }

// Plan is what a bot runs on.
type Plan struct {
	Processes int // of processCores each
	Nodes     int // primaries of PostgreSQL; 0 for a file
	Cores     int // of each
}

// Result is how a plan does in the busiest second.
type Result struct {
	Plan
	Middle, Most  time.Duration // 50 and 99 of 100 answers take at most
	Bots, Servers float64       // the busy share of their cores
}

func (r Result) holds() bool {
	return r.Most <= mostTime && r.Bots <= mostBusy && r.Servers <= mostBusy
}

// Smallest returns the smallest plan on PostgreSQL that holds, when one process is gone too.
func Smallest(t Times, servers int) Result {
	peak := Peak(servers)
	// The simulation is asked from the first plan on that has enough cores at all.
	least := func(cost time.Duration, cores int) int {
		return max(1, int(math.Ceil(peak*cost.Seconds()/mostBusy/float64(cores))))
	}
	p := Plan{Processes: least(t.Bot, processCores), Nodes: 1, Cores: 2}
	for cores := least(t.Database, 1); p.Cores < cores && p.Cores < nodeCores; {
		p.Cores *= 2
	}
	p.Nodes = least(t.Database, p.Cores)
	for {
		r := Simulate(t, p, peak)
		switch {
		case r.holds():
			r.Processes = max(r.Processes+1, 2) // one may be gone, or be replaced
			return r
		case r.Servers > mostBusy && p.Cores < nodeCores:
			p.Cores *= 2
		case r.Servers > mostBusy:
			p.Nodes++
		default:
			p.Processes++
		}
	}
}

// Most returns the most servers for which a plan holds, to a hundred.
func Most(t Times, p Plan) int {
	low, high := 0, 1
	for Simulate(t, p, Peak(100*high)).holds() {
		low, high = high, 2*high
	}
	for high-low > 1 {
		if middle := (low + high) / 2; Simulate(t, p, Peak(100*middle)).holds() {
			low = middle
		} else {
			high = middle
		}
	}
	return 100 * low
}

// gigabytes is what the hands of a year take, once.
func gigabytes(servers int) float64 {
	return float64(servers) * perDay / perHand * 365 * handBytes / 1e9
}

// perMillion is what a million interactions cost in a month, with the hands of a year.
func (r Result) perMillion(servers int) float64 {
	hourly := float64(r.Processes)*processCores*botCoreHour +
		copies*(float64(r.Nodes*r.Cores)*nodeCoreHour+gigabytes(servers)*gigabyteHour)
	return hourly * 24 / (float64(servers) * perDay) * 1e6
}

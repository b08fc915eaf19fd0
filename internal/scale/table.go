package scale

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
)

// sizes are the bots that the table shows.
var sizes = [...]int{10_000, 100_000, 1_000_000}

// limit is what ends, at some size, and what to do then.
type limit struct {
	servers int
	what    string
	then    string
}

// limits returns what ends, the smallest size first.
func limits(t Times) []limit {
	large := Plan{Processes: 1000, Nodes: 1, Cores: nodeCores} // of processes there are enough
	starts := 10 * time.Minute
	all := []limit{
		{Most(t, Plan{Processes: 1}),
			"One process on a file is busy for more than 60 % of two cores.",
			"Move to PostgreSQL and run two processes or more: " +
				"[operations.md](operations.md#postgresql)."},
		{Most(t, large), fmt.Sprintf("One PostgreSQL of %d cores is busy for more than 60 %%.",
			nodeCores), "Spread the tables over several by the column `guild` that begins every " +
			"key: Citus, CockroachDB or YugabyteDB."},
		{int(requestsPerSec / atTables / perDay * 86400 / busiest),
			"Tables edit their messages more than 50 times a second, Discord's limit for a bot.",
			"Ask Discord for a higher one, as it offers bots in more than 150,000 servers; until " +
				"then edits wait, presses do not."},
		{int(starts/identifyEvery) * serversPerShard,
			"All shards need more than 10 minutes to start, one in 5 s.",
			"Start them once, and update processes one after the other; in more than 150,000 " +
				"servers Discord lets several start together. Over HTTP there are none."},
		{int(2000 / gigabytes(1)), "The hands of a year take more than 2 TB.",
			"Export and archive old hands, or spread the tables as above."},
	}
	slices.SortFunc(all, func(a, b limit) int { return cmp.Compare(a.servers, b.servers) })
	return all
}

// number writes a number with its thousands apart.
func number(n float64) string {
	digits := fmt.Sprintf("%.0f", n)
	for at := len(digits) - 3; at > 0; at -= 3 {
		digits = digits[:at] + "," + digits[at:]
	}
	return digits
}

// round rounds to two digits: more of them nobody knows.
func round(n float64) float64 {
	if n < 100 {
		return math.Round(n)
	}
	unit := math.Pow(10, math.Floor(math.Log10(n))-1)
	return math.Round(n/unit) * unit
}

// Document returns what docs/scale.md shows of the simulation.
func Document(t Times) string {
	var b strings.Builder
	var plans [len(sizes)]Result
	for i, servers := range sizes {
		plans[i] = Smallest(t, servers)
	}
	row := func(name string, cell func(int, Result) string) {
		fmt.Fprintf(&b, "| %s |", name)
		for i, servers := range sizes {
			fmt.Fprintf(&b, " %s |", cell(servers, plans[i]))
		}
		b.WriteString("\n")
	}
	row("Discord servers", func(n int, _ Result) string { return number(float64(n)) })
	b.WriteString("|---" + strings.Repeat("|---:", len(sizes)) + "|\n")
	row("interactions in the busiest second",
		func(n int, _ Result) string { return number(round(Peak(n))) })
	row("shards on the gateway, or none over HTTP", func(n int, _ Result) string {
		return number(math.Ceil(float64(n) / serversPerShard))
	})
	row("processes of two cores, one of them to spare",
		func(_ int, r Result) string { return fmt.Sprint(r.Processes) })
	row("primaries of PostgreSQL × cores, each with two standbys",
		func(_ int, r Result) string { return fmt.Sprintf("%d × %d", r.Nodes, r.Cores) })
	row("50 of 100 answers within", func(_ int, r Result) string { return millis(r.Middle) })
	row("99 of 100 answers within", func(_ int, r Result) string { return millis(r.Most) })
	row("hands of a year, once", func(n int, _ Result) string {
		return number(round(gigabytes(n))) + " GB"
	})
	row("cost of a million interactions", func(n int, r Result) string {
		return fmt.Sprintf("$%.2f", r.perMillion(n))
	})
	b.WriteString("\n| servers | what breaks first | what then |\n|---:|---|---|\n")
	for _, l := range limits(t)[:3] {
		fmt.Fprintf(&b, "| %s | %s | %s |\n", number(round(float64(l.servers))), l.what, l.then)
	}
	return b.String()
}

func millis(d time.Duration) string { return fmt.Sprintf("%.1f ms", d.Seconds()*1000) }

// Package metrics says of a running bot what Prometheus wants to know.
//
//	bot/discord ── Observer ──▶ Metrics ◀── storage.Store ── the rooms of bot
//	                               ▲ ▲
//	          at each scrape ──────┘ └────── once a minute
//	     queues, shards, readiness           players, open hands, chips, backups, the disk
//
// Labels have few values: names of commands, of kinds of buttons and of outcomes. None
// is what a person typed, and no server and no person has a series.
package metrics

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strings"
	"time"

	"github.com/VictoriaMetrics/metrics"

	"holecard/bot/discord"
	"holecard/storage"
)

// seconds are the bounds of all histograms: from a commit that is made in memory to
// Discord's three seconds.
var seconds = []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 1.5, 2, 2.5, 3}

// Metrics are those of one bot. Make them with [New].
type Metrics struct {
	set    *metrics.Set
	panics *metrics.Counter // each is in the log
}

// New returns the metrics of a version, built from a commit, that has these commands.
func New(version, commit string, commands []string) *Metrics {
	set := metrics.NewSet()
	m := &Metrics{set: set, panics: set.NewCounter(series("panics_total"))}
	m.gauge("build_info", "version", version, "commit", commit, "go", runtime.Version()).Set(1)
	// A series that is not there is no zero: no rate and no alert could tell that nothing comes.
	for _, name := range commands {
		m.interactions("command", name, discord.Answered)
	}
	for _, kind := range []string{"command", "button", "completion"} {
		m.histogram("first_answer_seconds", "kind", kind)
	}
	for _, call := range []string{update, view} {
		m.call(call)
	}
	return m
}

// Handler answers scrapes.
func (m *Metrics) Handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		var page bytes.Buffer
		m.set.WritePrometheus(&page)
		metrics.WriteProcessMetrics(&page)
		metrics.WriteFDMetrics(&page)
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		w.Write(page.Bytes())
	})
}

// interactions counts interactions by how they ended.
func (m *Metrics) interactions(kind, name string, o discord.Outcome) *metrics.Counter {
	return m.set.GetOrCreateCounter(
		series("interactions_total", "kind", kind, "name", name, "outcome", string(o)))
}

// Ended implements [discord.Observer]. The time is that until Discord had taken the answer.
func (m *Metrics) Ended(e discord.End) {
	m.interactions(e.Kind, e.Name, e.Outcome).Inc()
	if e.Outcome == discord.Answered {
		m.histogram("first_answer_seconds", "kind", e.Kind).Update(e.Took.Seconds())
	}
}

// Panicked implements [discord.Observer].
func (m *Metrics) Panicked() { m.panics.Inc() }

// Health is asked at each scrape, and must answer at once.
type Health struct {
	Ready   func() bool // the bot answers people
	Trouble func() bool // the database takes no changes
}

// Watch says at each scrape how the bot is.
func (m *Metrics) Watch(h Health) {
	m.set.NewGauge(series("ready"), func() float64 { return number(h.Ready()) })
	m.set.NewGauge(series("database_trouble"), func() float64 { return number(h.Trouble()) })
}

// Counted notes what there is in the database.
func (m *Metrics) Counted(c storage.Counts) {
	m.gauge("things", "thing", "players").Set(float64(c.Players))
	m.gauge("things", "thing", "open_hands").Set(float64(c.OpenHands))
	m.gauge("things", "thing", "open_tables").Set(float64(c.Seatings))
}

// Summed notes the chips of each kind of account: together they are zero.
func (m *Metrics) Summed(s storage.Sums) {
	for kind, chips := range s {
		m.gauge("chips", "account", kind.String()).Set(float64(chips))
	}
}

// BackedUp notes when the newest automatic backup was made, and whether the last try
// failed. It is called where such backups are made, with how often.
func (m *Metrics) BackedUp(last time.Time, failed bool) {
	if !last.IsZero() {
		m.gauge("backup_timestamp_seconds").Set(float64(last.Unix()))
	}
	m.gauge("backup_failed").Set(number(failed))
}

// Backups says how often automatic backups are made: there is none yet.
func (m *Metrics) Backups(every time.Duration) {
	m.gauge("backup_interval_seconds").Set(every.Seconds())
	m.gauge("backup_timestamp_seconds")
	m.gauge("backup_failed")
}

// Disk notes how much room the disk of the database has, and how large that is.
func (m *Metrics) Disk(size, free, database uint64) {
	m.gauge("disk_bytes", "of", "size").Set(float64(size))
	m.gauge("disk_bytes", "of", "free").Set(float64(free))
	m.gauge("disk_bytes", "of", "database").Set(float64(database))
}

// Fleet says at each scrape how many processes play on the database, this one included.
func (m *Metrics) Fleet(size func() int) {
	m.set.NewGauge(series("processes"), func() float64 { return float64(size()) })
}

// gauge returns a gauge, 0 at first.
func (m *Metrics) gauge(name string, labels ...string) *metrics.Gauge {
	return m.set.GetOrCreateGauge(series(name, labels...), nil)
}

func (m *Metrics) histogram(name string, labels ...string) *metrics.PrometheusHistogram {
	return m.set.GetOrCreatePrometheusHistogramExt(series(name, labels...), seconds)
}

// series returns the name of a series with its labels, each a name and a value.
func series(name string, labels ...string) string {
	var b strings.Builder
	b.WriteString("holecard_" + name)
	for i := 0; i < len(labels); i += 2 {
		fmt.Fprintf(&b, "%c%s=%q", "{,"[min(i, 1)], labels[i], labels[i+1])
	}
	if labels != nil {
		b.WriteByte('}')
	}
	return b.String()
}

// say writes what is known only at a scrape.
func say(to io.Writer, value float64, name string, labels ...string) {
	metrics.WriteGaugeFloat64(to, series(name, labels...), value)
}

func number(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// Package metrics says of a running bot what Prometheus wants to know.
//
//	bot/discord ── Observer ──▶ Metrics ◀── storage.Store ── bot/session
//	                               ▲ ▲
//	          at each scrape ──────┘ └────── once a minute
//	     queues, shards, readiness           players, open hands, chips, backups, the disk
//
// Labels have few values: names of commands, of kinds of buttons and of outcomes. None
// is what a person typed, and no server and no person has a series.
package metrics

import (
	"net/http"
	"runtime"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"holecard/bot/discord"
	"holecard/bot/discord/gateway"
	"holecard/storage"
	"holecard/storage/postgres"
)

const namespace = "holecard"

// seconds are the bounds of all histograms: from a commit that is made in memory to
// Discord's three seconds.
var seconds = []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 1.5, 2, 2.5, 3}

// Metrics are those of one bot. Make them with [New].
type Metrics struct {
	registry *prometheus.Registry

	interactions *prometheus.CounterVec
	answered     *prometheus.HistogramVec
	panics       prometheus.Counter
	calls        *prometheus.CounterVec
	called       *prometheus.HistogramVec

	counts       *prometheus.GaugeVec
	chips        *prometheus.GaugeVec
	backup       prometheus.Gauge
	backupFailed prometheus.Gauge
	disk         *prometheus.GaugeVec
}

// New returns the metrics of a version, built from a commit, that has these commands.
func New(version, commit string, commands []string) *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		interactions: counters("interactions_total", "Interactions by how they ended.",
			"kind", "name", "outcome"),
		answered: histograms("first_answer_seconds",
			"Time from the arrival of an interaction until Discord had taken the first answer.",
			"kind"),
		panics: prometheus.NewCounter(prometheus.CounterOpts{Namespace: namespace,
			Name: "panics_total", Help: "Panics of handlers. Each is in the log."}),
		calls: counters("database_calls_total", "Calls of the database by how they ended.",
			"call", "outcome"),
		called: histograms("database_seconds",
			"Time of a call of the database: an update includes its commit.", "call"),
		counts: gauges("things", "What the database has, counted once a minute.", "thing"),
		chips: gauges("chips", "Chips by kind of account, summed up once a minute. "+
			"Together they are zero.", "account"),
		backup: gauge("backup_timestamp_seconds",
			"When the newest automatic backup was made, 0 before the first."),
		backupFailed: gauge("backup_failed", "1 when the last automatic backup failed."),
		disk:         gauges("disk_bytes", "The disk that the database is on.", "of"),
	}
	build := prometheus.NewGauge(prometheus.GaugeOpts{Namespace: namespace, Name: "build_info",
		Help: "Always 1.", ConstLabels: prometheus.Labels{"version": version, "commit": commit,
			"go": runtime.Version()}})
	build.Set(1)
	m.registry.MustRegister(collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}), build,
		m.interactions, m.answered, m.panics, m.calls, m.called, m.counts, m.chips,
		m.disk)
	// A series that is not there is no zero: no rate and no alert could tell that nothing comes.
	for _, name := range commands {
		m.interactions.WithLabelValues("command", name, string(discord.Answered))
	}
	for _, kind := range []string{"command", "button", "completion"} {
		m.answered.WithLabelValues(kind)
	}
	for _, call := range []string{update, view} {
		for _, outcome := range []string{ok, refused, failed} {
			m.calls.WithLabelValues(call, outcome)
		}
	}
	return m
}

// Handler answers scrapes.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{MaxRequestsInFlight: 4})
}

// Ended implements [discord.Observer].
func (m *Metrics) Ended(e discord.End) {
	m.interactions.WithLabelValues(e.Kind, e.Name, string(e.Outcome)).Inc()
	if e.Outcome == discord.Answered {
		m.answered.WithLabelValues(e.Kind).Observe(e.Took.Seconds())
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
	for _, f := range []struct {
		name, help string
		is         func() bool
	}{
		{"ready", "1 while the bot answers people, as /readyz says.", h.Ready},
		{"database_trouble", "1 while the database takes no changes.", h.Trouble},
	} {
		m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Namespace: namespace, Name: f.name, Help: f.help},
			func() float64 { return number(f.is()) }))
	}
}

// Counted notes what there is in the database.
func (m *Metrics) Counted(c storage.Counts) {
	m.counts.WithLabelValues("players").Set(float64(c.Players))
	m.counts.WithLabelValues("open_hands").Set(float64(c.OpenHands))
	m.counts.WithLabelValues("open_tables").Set(float64(c.Seatings))
}

// Summed notes the chips of each kind of account.
func (m *Metrics) Summed(s storage.Sums) {
	for kind, chips := range s {
		m.chips.WithLabelValues(kind.String()).Set(float64(chips))
	}
}

// BackedUp notes when the newest automatic backup was made, and whether the last try
// failed. It is called where such backups are made, with how often.
func (m *Metrics) BackedUp(last time.Time, failed bool) {
	if !last.IsZero() {
		m.backup.Set(float64(last.Unix()))
	}
	m.backupFailed.Set(number(failed))
}

// Backups says how often automatic backups are made.
func (m *Metrics) Backups(every time.Duration) {
	interval := gauge("backup_interval_seconds", "How often automatic backups are made.")
	interval.Set(every.Seconds())
	m.registry.MustRegister(m.backup, m.backupFailed, interval)
}

// Disk notes how much room the disk of the database has, and how large that is.
func (m *Metrics) Disk(size, free, database uint64) {
	m.disk.WithLabelValues("size").Set(float64(size))
	m.disk.WithLabelValues("free").Set(float64(free))
	m.disk.WithLabelValues("database").Set(float64(database))
}

// Fleet says at each scrape how many processes play on the database, this one included.
func (m *Metrics) Fleet(size func() int) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Namespace: namespace,
		Name: "processes", Help: "Processes that play on the database, this one included."},
		func() float64 { return float64(size()) }))
}

// Pool says at each scrape how the connections to a database server are used.
func (m *Metrics) Pool(s *postgres.Store) { m.registry.MustRegister(&pool{s}) }

// Connection says at each scrape how the connection to Discord is.
func (m *Metrics) Connection(c Connection) { m.registry.MustRegister(&wire{c}) }

// Connection is what a scrape asks of the connection to Discord.
type Connection interface {
	Queues() []discord.Queue
	Shards() []gateway.Shard
}

func counters(name, help string, labels ...string) *prometheus.CounterVec {
	return prometheus.NewCounterVec(prometheus.CounterOpts{Namespace: namespace, Name: name,
		Help: help}, labels)
}

func histograms(name, help string, labels ...string) *prometheus.HistogramVec {
	return prometheus.NewHistogramVec(prometheus.HistogramOpts{Namespace: namespace, Name: name,
		Help: help, Buckets: seconds}, labels)
}

func gauges(name, help string, labels ...string) *prometheus.GaugeVec {
	return prometheus.NewGaugeVec(prometheus.GaugeOpts{Namespace: namespace, Name: name,
		Help: help}, labels)
}

func gauge(name, help string) prometheus.Gauge {
	return prometheus.NewGauge(prometheus.GaugeOpts{Namespace: namespace, Name: name, Help: help})
}

func number(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

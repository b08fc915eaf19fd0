package metrics

import (
	"github.com/prometheus/client_golang/prometheus"

	"holecard/storage/postgres"
)

// pool collects what the connections to a database server count themselves.
type pool struct{ store *postgres.Store }

var (
	pooled = describe("pool_connections", "Connections to the database server: busy, idle, and "+
		"the most there may be.", "of")
	waits = describe("pool_waits_total",
		"Transactions that had to wait for a connection to the database server.")
	waited = describe("pool_wait_seconds_total", "Time that they waited.")
	again  = describe("database_retries_total", "Transactions that were tried again: somebody "+
		"else was faster (conflict), or the database server failed (trouble).", "why")
)

// Describe implements [prometheus.Collector].
func (*pool) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{pooled, waits, waited, again} {
		to <- d
	}
}

// Collect implements [prometheus.Collector].
func (p *pool) Collect(to chan<- prometheus.Metric) {
	say := func(d *prometheus.Desc, kind prometheus.ValueType, value float64, labels ...string) {
		to <- prometheus.MustNewConstMetric(d, kind, value, labels...)
	}
	u := p.store.Usage()
	say(pooled, prometheus.GaugeValue, float64(u.Busy), "busy")
	say(pooled, prometheus.GaugeValue, float64(u.Idle), "idle")
	say(pooled, prometheus.GaugeValue, float64(u.Most), "most")
	say(waits, prometheus.CounterValue, float64(u.Waits))
	say(waited, prometheus.CounterValue, u.Waited.Seconds())
	say(again, prometheus.CounterValue, float64(u.Conflicts), "conflict")
	say(again, prometheus.CounterValue, float64(u.Troubles), "trouble")
}

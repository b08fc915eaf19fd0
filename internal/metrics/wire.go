package metrics

import (
	"strconv"

	"github.com/prometheus/client_golang/prometheus"
)

// wire collects what the connection to Discord counts itself.
type wire struct{ Connection }

func describe(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc(prometheus.BuildFQName(namespace, "", name), help, labels, nil)
}

var (
	waiting = describe("queue_waiting", "Jobs that wait for a worker.", "queue")
	running = describe("queue_running", "Workers that are busy.", "queue")
	oldest  = describe("queue_oldest_seconds",
		"How long the job that waits longest has waited, 0 where none waits.", "queue")

	shards    = describe("shard_count", "Shards that there are, in all processes together.")
	connected = describe("gateway_connected", "1 while the shard's session is open.", "shard")
	heard     = describe("gateway_heard_timestamp_seconds",
		"When the shard's gateway was last heard; it is at least at each heartbeat.", "shard")
	came = describe("gateway_interactions_total", "Interactions that came over the gateway.",
		"shard")
	connections = describe("gateway_connections_total",
		"Connections to the gateway: started a session, resumed one, or failed.", "shard", "how")
)

// Describe implements [prometheus.Collector].
func (w *wire) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{waiting, running, oldest, shards, connected, heard, came,
		connections} {
		to <- d
	}
}

// Collect implements [prometheus.Collector].
func (w *wire) Collect(to chan<- prometheus.Metric) {
	say := func(d *prometheus.Desc, kind prometheus.ValueType, value float64, labels ...string) {
		to <- prometheus.MustNewConstMetric(d, kind, value, labels...)
	}
	for _, q := range w.Queues() {
		say(waiting, prometheus.GaugeValue, float64(q.Waiting), q.Name)
		say(running, prometheus.GaugeValue, float64(q.Running), q.Name)
		say(oldest, prometheus.GaugeValue, q.Oldest.Seconds(), q.Name)
	}
	for i, s := range w.Shards() {
		if i == 0 {
			say(shards, prometheus.GaugeValue, float64(s.Of))
		}
		shard := strconv.Itoa(s.Number)
		say(connected, prometheus.GaugeValue, number(s.Open), shard)
		say(came, prometheus.CounterValue, float64(s.Interactions), shard)
		say(connections, prometheus.CounterValue, float64(s.Started), shard, "started")
		say(connections, prometheus.CounterValue, float64(s.Resumed), shard, "resumed")
		say(connections, prometheus.CounterValue, float64(s.Failed), shard, "failed")
		if !s.Heard.IsZero() {
			say(heard, prometheus.GaugeValue, float64(s.Heard.UnixMilli())/1000, shard)
		}
	}
}

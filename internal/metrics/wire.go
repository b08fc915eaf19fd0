package metrics

import (
	"io"
	"strconv"

	"holecard/bot/discord"
	"holecard/bot/discord/gateway"
	"holecard/storage/postgres"
)

// Connection is what a scrape asks of the connection to Discord.
type Connection interface {
	Queues() []discord.Queue
	Shards() []gateway.Shard
}

// Connection says at each scrape how the connection to Discord is: the jobs of each queue and
// how long the oldest has waited, and of each shard when its gateway was last heard, which is
// at least at each heartbeat, and what came. The count of shards is that of all processes.
func (m *Metrics) Connection(c Connection) {
	m.set.RegisterMetricsWriter(func(to io.Writer) {
		for _, q := range c.Queues() {
			say(to, float64(q.Waiting), "queue_waiting", "queue", q.Name)
			say(to, float64(q.Running), "queue_running", "queue", q.Name)
			say(to, q.Oldest.Seconds(), "queue_oldest_seconds", "queue", q.Name)
		}
		for i, s := range c.Shards() {
			if i == 0 {
				say(to, float64(s.Of), "shard_count")
			}
			shard := strconv.Itoa(s.Number)
			say(to, number(s.Open), "gateway_connected", "shard", shard)
			say(to, float64(s.Interactions), "gateway_interactions_total", "shard", shard)
			for _, how := range []struct {
				name string
				n    int64
			}{{"started", s.Started}, {"resumed", s.Resumed}, {"failed", s.Failed}} {
				say(to, float64(how.n), "gateway_connections_total", "shard", shard, "how", how.name)
			}
			if !s.Heard.IsZero() {
				say(to, float64(s.Heard.UnixMilli())/1000, "gateway_heard_timestamp_seconds",
					"shard", shard)
			}
		}
	})
}

// Pool says at each scrape how the connections to a database server are used, how many
// transactions had to wait for one and how long, and how many were tried again: somebody else
// was faster (conflict), or the server failed (trouble).
func (m *Metrics) Pool(s *postgres.Store) {
	m.set.RegisterMetricsWriter(func(to io.Writer) {
		u := s.Usage()
		say(to, float64(u.Busy), "pool_connections", "of", "busy")
		say(to, float64(u.Idle), "pool_connections", "of", "idle")
		say(to, float64(u.Most), "pool_connections", "of", "most")
		say(to, float64(u.Waits), "pool_waits_total")
		say(to, u.Waited.Seconds(), "pool_wait_seconds_total")
		say(to, float64(u.Conflicts), "database_retries_total", "why", "conflict")
		say(to, float64(u.Troubles), "database_retries_total", "why", "trouble")
	})
}

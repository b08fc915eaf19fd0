package postgrestest

import (
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// Group is a cluster of three nodes and the monitor that promotes one of them. Its methods are
// for one goroutine, but for URL.
type Group struct {
	*home
	monitor *node
	nodes   [3]*node
}

// node is pg_autoctl and the PostgreSQL below it.
type node struct {
	name string
	port int
	*process
}

// Cluster starts a cluster of pg_auto_failover, which ends with the test. A commit is
// acknowledged when two nodes have it.
func Cluster(t testing.TB) *Group {
	t.Helper()
	as := needServer(t)
	need(t, "postgresql-15-auto-failover", "/usr/lib/postgresql/15/lib/pgautofailover.so")
	need(t, "pg-auto-failover-cli", autoctl)
	h, err := newHome(as)
	g := &Group{home: h, monitor: newNode("monitor"),
		nodes: [3]*node{newNode("node0"), newNode("node1"), newNode("node2")}}
	t.Cleanup(g.remove)
	if err == nil {
		err = errors.Join(g.createMonitor(), g.createNodes())
	}
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func newNode(name string) *node { return &node{name: name, port: freePort()} }

// impatient lets the monitor notice within seconds that a node has gone. It is meant for nodes
// on one machine: between machines its own half minute spares promotions that nobody needs.
var impatient = []string{
	"pgautofailover.health_check_period=300ms",
	"pgautofailover.health_check_timeout=1s",
	"pgautofailover.health_check_max_retries=1",
	"pgautofailover.health_check_retry_delay=200ms",
	"pgautofailover.node_considered_unhealthy_timeout=2s",
	"pgautofailover.primary_demote_timeout=1s",
	"pgautofailover.startup_grace_period=1s",
}

// light is for servers of which four share a machine; those that follow one copy its settings.
var light = []string{
	"shared_buffers=16MB",
	"logging_collector=off",
	"checkpoint_completion_target=0", // nobody waits for a copy to begin
	Fast,
}

func (g *Group) createMonitor() error {
	m := g.monitor
	if err := g.initialize(g.path(m.name), append(light, impatient...)...); err != nil {
		return err
	}
	if err := g.create(m, "monitor").Run(); err != nil {
		return fmt.Errorf("the monitor cannot be made: %w\n%s", err, g.logged(m.name))
	}
	// There is no flag for it.
	_, err := g.run(autoctl, "config", "set", "postgresql.listen_addresses", "127.0.0.1",
		"--pgdata", g.path(m.name))
	if err != nil {
		return err
	}
	if err := g.start(m); err != nil {
		return err
	}
	return g.until(func() bool { return g.states() == "" }, "the monitor is not ready")
}

// create returns the command that makes a node.
func (g *Group) create(n *node, role string, more ...string) *exec.Cmd {
	return g.command(autoctl, append([]string{"create", role, "--pgdata", g.path(n.name),
		"--pgport", strconv.Itoa(n.port), "--hostname", "127.0.0.1", "--auth", "trust",
		"--no-ssl"}, more...)...)
}

// createNodes makes the nodes and waits until two follow the third.
func (g *Group) createNodes() error {
	if err := g.initialize(g.path(g.nodes[0].name), light...); err != nil {
		return err
	}
	for i, n := range g.nodes {
		cmd := g.create(n, "postgres", "--name", n.name, "--listen", "127.0.0.1",
			"--pghost", g.folder, "--username", superuser, "--dbname", database,
			"--monitor", g.monitorURL(), "--run")
		var err error
		if n.process, err = begin(cmd, g.path(n.name)+".log"); err != nil {
			return err
		}
		if i > 0 {
			continue
		}
		err = g.until(func() bool { return g.states() == "single" }, "the first node is not ready")
		if err != nil {
			return err
		}
	}
	return g.settle()
}

// database is what the cluster is for.
const database = "bot"

// start starts a node that was made.
func (g *Group) start(n *node) (err error) {
	n.process, err = begin(g.command(autoctl, "run", "--pgdata", g.path(n.name)),
		g.path(n.name)+".log")
	return err
}

func (g *Group) monitorURL() string {
	return fmt.Sprintf("postgres://autoctl_node@127.0.0.1:%d/pg_auto_failover?sslmode=disable",
		g.monitor.port)
}

// ask returns what the monitor knows of its nodes.
func (g *Group) ask(what string) (string, error) {
	return g.query(g.monitorURL(), "SELECT "+what+" FROM pgautofailover.node")
}

// states returns the states of all nodes that do not change, or why it cannot.
func (g *Group) states() string {
	out, err := g.ask("string_agg(reportedstate::text, ' ') " +
		"FILTER (WHERE reportedstate = goalstate)")
	if err != nil {
		return err.Error()
	}
	return out
}

// settle waits until one node is the primary and two follow it.
func (g *Group) settle() error {
	return g.until(func() bool {
		s := strings.Fields(g.states())
		slices.Sort(s)
		return slices.Equal(s, []string{"primary", "secondary", "secondary"})
	}, "the cluster is not whole")
}

func (g *Group) until(ready func() bool, not string) error {
	for end := time.Now().Add(patience); !ready(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			err := fmt.Errorf("%s after %v: %s", not, patience, g.states())
			for _, n := range append(g.nodes[:], g.monitor) {
				err = fmt.Errorf("%w\n%s:\n%s", err, n.name, g.logged(n.name))
			}
			return err
		}
	}
	return nil
}

// URL returns where the cluster's database is: at all nodes, of which the client finds the one
// that writes.
func (g *Group) URL() string {
	hosts := make([]string, len(g.nodes))
	for i, n := range g.nodes {
		hosts[i] = fmt.Sprint("127.0.0.1:", n.port)
	}
	return fmt.Sprintf("postgres://%s@%s/%s?sslmode=disable&target_session_attrs=read-write",
		superuser, strings.Join(hosts, ","), database)
}

// Primary returns the number of the node that writes.
func (g *Group) Primary(t testing.TB) int {
	t.Helper()
	name, err := g.ask("max(nodename) FILTER (WHERE goalstate IN ('wait_primary', 'primary'))")
	for i, n := range g.nodes {
		if n.name == name {
			return i
		}
	}
	t.Fatalf("no node is the primary: %q, %v", name, err)
	return 0
}

// KillPrimary crashes the node that writes, which nobody starts again, and returns its number.
// For a moment before, what it writes does not reach the others, as when a network is slow.
func (g *Group) KillPrimary(t testing.TB) int {
	t.Helper()
	primary := g.Primary(t)
	n := g.nodes[primary]
	n.hold("walsender")
	time.Sleep(100 * time.Millisecond)
	n.kill()
	return primary
}

// Revive starts a node that was killed. It follows the primary of now.
func (g *Group) Revive(t testing.TB, number int) {
	t.Helper()
	if err := g.start(g.nodes[number]); err != nil {
		t.Fatal(err)
	}
}

// Settle waits until one node is the primary and two follow it.
func (g *Group) Settle(t testing.TB) {
	t.Helper()
	if err := g.settle(); err != nil {
		t.Fatal(err)
	}
}

// remove ends all nodes and deletes their files.
func (g *Group) remove() {
	for _, n := range append(g.nodes[:], g.monitor) {
		if n.process != nil {
			n.kill()
		}
	}
	g.home.remove()
}

package scale

import (
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"
)

var (
	update  = flag.Bool("update", false, "write the table into docs/scale.md; read the diff")
	measure = flag.Bool("measure", false, "measure the service times of times.txt: some minutes")
)

const document = "../../docs/scale.md"

func times(t *testing.T) Times {
	t.Helper()
	all, err := Measured()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// The document shows what the simulation says.
func TestTheDocumentShowsTheSimulation_long(t *testing.T) {
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	const begins, ends = "<!-- simulated -->\n", "<!-- end -->"
	head, rest, ok := strings.Cut(string(text), begins)
	shown, tail, ok2 := strings.Cut(rest, ends)
	if !ok || !ok2 {
		t.Fatalf("%s has no place for the table", document)
	}
	want := Document(times(t))
	switch {
	case *update:
		all := head + begins + want + ends + tail
		if err := os.WriteFile(document, []byte(all), 0o644); err != nil {
			t.Fatal(err)
		}
	case shown != want:
		t.Errorf("%s shows another table: go test ./internal/scale -run Document -update -long\n%s",
			document, want)
	}
}

// With -measure the service times of times.txt are those of this machine.
func TestServiceTimesAreMeasured_long(t *testing.T) {
	if !*measure {
		t.Log("not measured: -measure does it, in some minutes on a quiet machine")
		return
	}
	cmd := exec.CommandContext(t.Context(), "go", "test", "./cmd/bot", "-run", "^$", "-bench",
		"Replicas/(file|postgres)/1$", "-benchtime", "1x")
	cmd.Dir, cmd.Env = "../..", append(os.Environ(), "HOLECARD_RATE=100")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	was, err := os.ReadFile("times.txt")
	if err != nil {
		t.Fatal(err)
	}
	var is strings.Builder
	for line := range strings.Lines(string(was)) {
		of, metric := strings.Fields(line)[0], strings.Fields(line)[1]
		value := regexp.MustCompile(fmt.Sprintf(`(?m)^BenchmarkReplicas/%s-\d.*\s([0-9.]+) %s\b`,
			regexp.QuoteMeta(of), regexp.QuoteMeta(metric))).FindSubmatch(out)
		if value == nil {
			t.Fatalf("the benchmark says nothing of %s %s:\n%s", of, metric, out)
		}
		fmt.Fprintf(&is, "%s %s %s\n", of, metric, value[1])
	}
	if err := os.WriteFile("times.txt", []byte(is.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Logf("now write the table: go test ./internal/scale -run Document -update -long\n%s", is.String())
}

// The simulation is as the theory of queues says where that has an answer: presses that come
// by chance to cores whose service times are by chance wait as Erlang has computed.
func TestQueuesAreAsLongAsErlangSays(t *testing.T) {
	const service = 10 * time.Millisecond
	for _, load := range []float64{0.3, 0.6, 0.8} {
		// A file whose disk takes no time is one queue for two cores.
		r := Simulate(Times{FileBot: service}, Plan{Processes: 1},
			load*processCores/service.Seconds())
		// Erlang C for two servers, and how long those wait who do.
		offered := load * processCores
		waits := offered * offered / 2 / (1 - load) /
			(1 + offered + offered*offered/2/(1-load))
		drain := processCores * (1 - load) / service.Seconds()
		within := func(at float64) float64 { // the share that is answered within a time
			mu := 1 / service.Seconds()
			return 1 - math.Exp(-mu*at) -
				waits*mu/(mu-drain)*(math.Exp(-drain*at)-math.Exp(-mu*at))
		}
		for share, got := range map[float64]time.Duration{0.5: r.Middle, 0.99: r.Most} {
			if is := within(got.Seconds()); math.Abs(is-share) > 0.02 {
				t.Errorf("at a load of %v %v of the presses are answered within %v, want %v", load,
					is, got, share)
			}
		}
		if math.Abs(r.Bots-load) > 0.01 {
			t.Errorf("cores are busy %v of the time, want %v", r.Bots, load)
		}
	}
}

// Those who wait for the disk share the next commit, so that it is no queue.
func TestWaitingPressesShareACommit(t *testing.T) {
	var d disk
	const takes = 10
	for i, c := range []struct{ at, want time.Duration }{
		{0, 10}, {1, 20}, {2, 20}, {9, 20}, {11, 30}, {25, 40}, {100, 110}} {
		if got := d.commit(c.at, takes); got != c.want {
			t.Errorf("press %d at %d is safe at %d, want %d", i, c.at, got, c.want)
		}
	}
}

// A plan is the smallest: it holds without the process to spare, and nothing less does.
func TestAPlanIsTheSmallestThatHolds(t *testing.T) {
	all := times(t)
	before := 0
	for _, servers := range sizes {
		r := Smallest(all, servers)
		p := r.Plan
		if p.Processes--; !Simulate(all, p, Peak(servers)).holds() {
			t.Errorf("%d servers: %+v does not hold when a process is gone", servers, r.Plan)
		}
		if fewer := p; p.Processes > 1 {
			fewer.Processes--
			if Simulate(all, fewer, Peak(servers)).holds() {
				t.Errorf("%d servers: %+v would do", servers, fewer)
			}
		}
		if cores := r.Nodes * r.Cores; cores < before {
			t.Errorf("%d servers need %d database cores, and fewer servers %d", servers, cores,
				before)
		} else {
			before = cores
		}
	}
}

// Package watch has a real Prometheus scrape the bot, and asks it what the dashboard and the alerts
// ask.
package watch

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"holecard/e2e/stage"
	"holecard/internal/localdiscord"
	"holecard/scripts"
)

const (
	dashboardFile = "grafana.json"
	alertsFile    = "alerts.yml"
	alertsTests   = "alerts_test.yml"
)

func TestMain(m *testing.M) { stage.Main(m) }

// read returns a file that Prometheus or Grafana needs.
func read(t *testing.T, name string) string {
	t.Helper()
	text, err := scripts.Watching.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// unpack writes those files into a folder.
func unpack(t *testing.T) (folder string) {
	t.Helper()
	folder = t.TempDir()
	if err := os.CopyFS(folder, scripts.Watching); err != nil {
		t.Fatal(err)
	}
	return folder
}

func TestEachAlertFiresForItsReasonOnly(t *testing.T) {
	t.Parallel()
	promtool, folder := stage.Needs(t, "promtool", "prometheus"), unpack(t)
	for verb, file := range map[string]string{"check": alertsFile, "test": alertsTests} {
		if out, err := exec.Command(promtool, verb, "rules",
			filepath.Join(folder, file)).CombinedOutput(); err != nil {
			t.Errorf("promtool %s: %v\n%s", verb, err, out)
		}
	}
}

var ourMetric = regexp.MustCompile(`\bholecard_\w+`)

// prometheus is a server that scrapes a bot four times a second.
type prometheus struct {
	t   *testing.T
	url string
}

// startPrometheus starts one, on a free port, that has the alerts.
func startPrometheus(t *testing.T, bot string) prometheus {
	t.Helper()
	program, folder := stage.Needs(t, "prometheus", "prometheus"), unpack(t)
	file := filepath.Join(folder, "prometheus.yml")
	if err := os.WriteFile(file, fmt.Appendf(nil, `
global: {scrape_interval: 250ms, evaluation_interval: 250ms}
rule_files: [alerts.yml]
scrape_configs: [{job_name: bot, static_configs: [{targets: [%q]}]}]
`, bot), 0o600); err != nil {
		t.Fatal(err)
	}
	for range 3 { // somebody else may take the port before it does
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		address := listener.Addr().String()
		listener.Close()
		log := &stage.Log{}
		cmd := exec.Command(program, "--config.file="+file, "--web.listen-address="+address,
			"--storage.tsdb.path="+t.TempDir(), "--log.level=warn")
		cmd.Stdout, cmd.Stderr = log, log
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		p := prometheus{t, "http://" + address}
		if p.comesUp(ended) {
			t.Cleanup(func() { cmd.Process.Kill(); <-ended })
			return p
		}
		t.Logf("Prometheus ends: %s", log)
	}
	t.Fatal("Prometheus does not start")
	return prometheus{}
}

// comesUp waits until Prometheus is ready, or has ended.
func (p prometheus) comesUp(ended chan error) bool {
	for {
		resp, err := http.Get(p.url + "/-/ready")
		if err == nil {
			resp.Body.Close()
			if resp.StatusCode == http.StatusOK {
				return true
			}
		}
		select {
		case <-ended:
			return false
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// get asks Prometheus' API.
func (p prometheus) get(path string, data any) {
	p.t.Helper()
	resp, err := http.Get(p.url + "/api/v1/" + path)
	if err != nil {
		p.t.Fatal(err)
	}
	defer resp.Body.Close()
	var answer struct {
		Status, Error string
		Data          json.RawMessage
	}
	if err := json.NewDecoder(resp.Body).Decode(&answer); err != nil {
		p.t.Fatalf("%s: %v", path, err)
	}
	if answer.Status != "success" {
		p.t.Fatalf("%s: %s", path, answer.Error)
	}
	if err := json.Unmarshal(answer.Data, data); err != nil {
		p.t.Fatalf("%s: %v", path, err)
	}
}

// ask returns the values of a query that are numbers.
func (p prometheus) ask(query string) (values []float64) {
	p.t.Helper()
	var data struct {
		Result []struct {
			Value [2]any
		}
	}
	p.get("query?query="+url.QueryEscape(query), &data)
	for _, r := range data.Result {
		value, err := strconv.ParseFloat(fmt.Sprint(r.Value[1]), 64)
		if err == nil && value == value { // not NaN
			values = append(values, value)
		}
	}
	return values
}

// queries returns those of the dashboard by their panels, as Grafana asks them of all jobs.
func queries(t *testing.T) map[string]string {
	t.Helper()
	var board struct {
		Panels []struct {
			Title   string
			Type    string
			Targets []struct{ RefID, Expr string }
		}
	}
	if err := json.Unmarshal([]byte(read(t, dashboardFile)), &board); err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, p := range board.Panels {
		for _, q := range p.Targets {
			found[p.Title+" "+q.RefID] = strings.NewReplacer("$job", ".*",
				"$__rate_interval", "20s").Replace(q.Expr)
		}
		if p.Type != "row" && len(p.Targets) == 0 {
			t.Errorf("%s asks nothing", p.Title)
		}
	}
	return found
}

// A hosted bot is played on, scraped by a real Prometheus, and each query of the dashboard
// has data.
func TestEveryQueryOfTheDashboardIsAnswered(t *testing.T) {
	t.Parallel()
	discord := stage.OpenDiscord(t)
	h := &hosted{t, discord.Server}
	bot := stage.Start(t, "The bot is ready.", append(discord.Settings(),
		"METRICS_ADDR=127.0.0.1:0", "BACKUP_EVERY=1h"), "run")
	_, address, _ := strings.Cut(bot.Log.String(), `msg="serving metrics" url=http://`)
	address, _, _ = strings.Cut(address, "/")
	p := startPrometheus(t, address)
	helps := 0
	missing := queries(t)
	if len(missing) < 20 {
		t.Errorf("the dashboard has only %d queries", len(missing))
	}
	for begun := time.Now(); len(missing) > 0; {
		h.play(&helps)
		for name, query := range missing {
			if len(p.ask(query)) > 0 {
				delete(missing, name)
			}
		}
		if time.Since(begun) > time.Minute {
			t.Fatalf("no data for %v", missing)
		}
		time.Sleep(300 * time.Millisecond) // a player who is quicker is refused
	}
	h.isCounted(p, helps)
	for _, name := range ourMetric.FindAllString(read(t, alertsFile), -1) {
		if len(p.ask("count("+name+")")) == 0 {
			t.Errorf("the alerts ask for %s, which the bot does not have", name)
		}
	}
	var alerts struct {
		Groups []struct {
			Rules []struct{ Name, Health, State, LastError string }
		}
	}
	p.get("rules", &alerts)
	for _, r := range alerts.Groups[0].Rules {
		// The first backup is made while the backups are first looked at.
		waits := r.Name == "HolecardBackupOld" && r.State == "pending"
		if r.Health != "ok" || r.State != "inactive" && !waits {
			t.Errorf("of a bot that is well %s is %s, %s: %s", r.Name, r.State, r.Health,
				r.LastError)
		}
	}
	want := strings.Count(read(t, alertsFile), "- alert: ")
	if got := len(alerts.Groups[0].Rules); got != want {
		t.Errorf("%d of %d alerts are evaluated", got, want)
	}
}

// hosted is a bot that people play on.
type hosted struct {
	t       *testing.T
	discord *localdiscord.Server
}

// play lets somebody act, and adds to how often /help was answered.
func (h *hosted) play(helps *int) {
	h.t.Helper()
	ada, hall := h.discord.As(h.discord.People()[0]), h.discord.Channel("blackjack").ID
	if _, err := ada.Do(h.t.Context(), hall, "help"); err != nil {
		h.t.Fatal(err)
	}
	*helps++
	answer, err := ada.Do(h.t.Context(), hall, "blackjack",
		localdiscord.Given{Name: "bet", Value: 1})
	if err != nil {
		h.t.Fatal(err)
	}
	for _, button := range []string{"Stand", "Hint"} {
		ada.Press(h.t.Context(), answer.Message.ID, button) // if it is there
	}
	if _, err := ada.Autocomplete(h.t.Context(), hall, "learn rules",
		localdiscord.Given{Name: "table", Value: "v", Focused: true}); err != nil {
		h.t.Fatal(err)
	}
}

// isCounted checks that Prometheus comes to know what was done.
func (h *hosted) isCounted(p prometheus, helps int) {
	h.t.Helper()
	for query, want := range map[string]float64{
		`sum(holecard_interactions_total{name="help", outcome="answered"})`: float64(helps),
		`sum(holecard_ready)`:                                    1,
		`sum(holecard_gateway_connected)`:                        1,
		`sum(holecard_gateway_connections_total{how="started"})`: 1,
		`sum(holecard_chips)`:                                    0,
		`sum(holecard_build_info)`:                               1,
	} {
		for begun := time.Now(); ; time.Sleep(100 * time.Millisecond) {
			got := p.ask(query)
			if len(got) == 1 && got[0] == want {
				break
			}
			if time.Since(begun) > time.Minute {
				h.t.Fatalf("%s is %v, want %v", query, got, want)
			}
		}
	}
}

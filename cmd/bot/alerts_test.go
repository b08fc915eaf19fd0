package main

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"holecard/scripts"
)

func TestEachAlertIsTestedAndSaysWhatToDo(t *testing.T) {
	tests := watching(t, "alerts_test.yml")
	text, err := os.ReadFile("../../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	manual := string(text)
	if !strings.Contains(manual, "\n## What to watch\n") {
		t.Error("docs/operations.md has no section “What to watch”, where the alerts lead")
	}
	alerts := strings.Split(watching(t, "alerts.yml"), "- alert: ")[1:]
	for _, alert := range alerts {
		name, _, _ := strings.Cut(alert, "\n")
		for _, want := range []string{"summary: ", "what_to_do: ", "severity: ",
			"docs/operations.md#what-to-watch"} {
			if !strings.Contains(alert, want) {
				t.Errorf("%s has no %q", name, want)
			}
		}
		fires := regexp.MustCompile(`alertname: ` + name + `\n\s+exp_alerts`)
		if !fires.MatchString(tests) {
			t.Errorf("no test sees %s fire", name)
		}
		if !strings.Contains(manual, "| `"+name+"` |") {
			t.Errorf("docs/operations.md does not say what to do about %s", name)
		}
	}
	if len(alerts) < 8 {
		t.Errorf("only %d alerts", len(alerts))
	}
}

// watching returns a file that Prometheus or Grafana needs.
func watching(t *testing.T, name string) string {
	t.Helper()
	text, err := scripts.Watching.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

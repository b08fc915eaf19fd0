package main

import (
	"context"
	"strings"
	"testing"
	"time"

	"holecard/internal/long"
)

// A password is never printed, wherever somebody puts one.
func TestNoPasswordIsPrinted(t *testing.T) {
	long.Unraced(t)
	t.Chdir(t.TempDir())
	for variable, values := range map[string][]string{
		"DATABASE": {
			"postgres://holecard:hun/hunter2@db.example/holecard",
			"POSTGRESQL://holecard:hunter2@db/holecard?sslmode=disable",
			" mysql://u:hunter2@h/d",
			"host=db user=holecard password=hunter2", "host=db Password = hunter2",
			"server=db;pwd=hunter2", "holecard:hunter2@tcp(db:3306)/holecard",
			"postgres://%zz:hunter2@db", "postgres:/holecard:hunter2@db/holecard",
			`"postgres://holecard:hunter2@db/holecard"`,
		},
		"DISCORD_API_URL": {
			"https://user:hunter2@proxy.example/api", "https://user:hunter2/x@proxy/",
			"https://user:hunter2@proxy:port/api", "http://us er:hunter2@proxy",
			"user:hunter2@proxy",
		},
	} {
		for _, value := range values {
			for _, args := range [][]string{{"run"}, {"audit", "--json"}} {
				if variable == "DISCORD_API_URL" && args[0] == "audit" {
					continue // which calls nobody
				}
				set := map[string]string{"DISCORD_TOKEN": "x.y.z", "LOG_LEVEL": "debug",
					variable: value}
				status, out, said := holecard(t, set, args...)
				if status != exitUsage || strings.Contains(out+said, "hunter2") ||
					strings.Count(out+said, "\n") != 1 {
					t.Errorf("holecard %v with %s=%s ends with %d and says %s%s", args, variable,
						value, status, out, said)
				}
			}
		}
	}
	if left := names(t, "."); len(left) > 0 {
		t.Errorf("it leaves %q behind", left)
	}
}

func TestNoPasswordOfADatabaseServerThatIsAwayIsPrinted(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"run"}, {"audit"}, {"status"}, {"export"}, {"import"},
		{"backup", "copy"}, {"emojis", "sync"}} {
		ctx, stop := context.WithTimeout(t.Context(), 300*time.Millisecond)
		defer stop()
		status, out, said := fed(ctx, map[string]string{"DISCORD_TOKEN": "x.y.z",
			"LOG_LEVEL": "debug", "DISCORD_API_URL": "http://127.0.0.1:1",
			"DATABASE": "postgres://x:hunter2@127.0.0.1:1/holecard"}, "", args...)
		if status == exitOK || strings.Contains(out+said, "hunter2") {
			t.Errorf("holecard %v ends with %d and says %s%s", args, status, out, said)
		}
	}
}

func TestNoPasswordOfAProxyIsShown(t *testing.T) {
	for value, want := range map[string]string{
		"http://proxy:3128": "http://proxy:3128", "proxy:3128": "proxy:3128",
		"http://ada:hunter2@proxy:3128": "http://proxy:3128",
		"ada:hunter2@proxy:3128":        "proxy:3128",
		"http://ada:hun@ter2@proxy":     "http://proxy", "http://hunter2@proxy": "http://proxy",
	} {
		got := proxies(lookup(map[string]string{"https_proxy": value}))
		if len(got) != 1 || got[0] != "https_proxy is "+want {
			t.Errorf("%s is shown as %q", value, got)
		}
	}
}

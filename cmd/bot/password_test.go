package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
)

// A password is never printed, wherever somebody puts one.
func TestNoPasswordIsPrinted(t *testing.T) {
	withoutRaceDetector(t)
	const password = "hunter2"
	t.Chdir(t.TempDir())
	for variable, values := range map[string][]string{
		"DATABASE": {
			"postgres://holecard:hun/hunter2@db.example/holecard",
			"POSTGRESQL://holecard:hunter2@db/holecard?sslmode=disable",
			" mysql://u:hunter2@h/d",
			"host=db user=holecard password=hunter2", "host=db Password = hunter2",
			"server=db;pwd=hunter2", "holecard:hunter2@tcp(db:3306)/holecard",
			"postgres://%zz:hunter2@db", "postgres:/holecard:hunter2@db/holecard",
			`"postgres://holecard:hunter2@db/holecard"`, "'mysql://u:hunter2@h/d'",
		},
		"DISCORD_API_URL": {
			"https://user:hunter2@proxy.example/api", "https://user:hunter2/x@proxy/",
			"https://user:hunter2@proxy:port/api", "http://us er:hunter2@proxy",
			"user:hunter2@proxy",
		},
	} {
		for _, value := range values {
			for _, args := range [][]string{{"run"}, {}, {"audit"}, {"audit", "--json"}} {
				if variable == "DISCORD_API_URL" && len(args) > 0 && args[0] == "audit" {
					continue // which calls nobody
				}
				set := map[string]string{"DISCORD_TOKEN": "x.y.z", "LOG_LEVEL": "debug",
					variable: value}
				var out, err bytes.Buffer
				status := run(t.Context(), args,
					func(key string) (string, bool) { v, ok := set[key]; return v, ok },
					stdio{strings.NewReader(""), &out, &err})
				if said := out.String() + err.String(); status != exitUsage ||
					strings.Contains(said, password) || strings.Count(said, "\n") != 1 {
					t.Errorf("bot %v with %s=%s ends with %d and says %s", args, variable, value,
						status, said)
				}
			}
		}
	}
	if left, err := filepath.Glob("*"); err != nil || len(left) > 0 {
		t.Errorf("it leaves %v behind (%v)", left, err)
	}
}

func TestPathsAreNoAddressesOfServers(t *testing.T) {
	for _, path := range []string{"data/holecard.db", "/var/lib/hole@card/a:b.db",
		"C:\\data\\holecard.db", "./user:me@here/x.db", "holecard.db",
		"/srv/host=db/x.db"} {
		if databaseServer.MatchString(path) {
			t.Errorf("%s is taken for the address of a server", path)
		}
	}
}

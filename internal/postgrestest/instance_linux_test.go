package postgrestest

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"holecard/internal/long"
)

// panicVariable makes this binary a process that starts a server, says where, and panics.
const panicVariable = "HOLECARD_POSTGRESTEST_PANIC"

var shared Shared

func TestMain(m *testing.M) {
	defer shared.Stop()
	long.Parse()
	m.Run()
}

func TestACrashKeepsWhatWasCommitted_long(t *testing.T) {
	t.Parallel()
	i := Server(t)
	i.Database(t)
	ask := func(sql string) string {
		t.Helper()
		out, err := i.query(i.URL("test1"), sql)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	ask("CREATE TABLE chips (n int)")
	for n := range 3 {
		ask("INSERT INTO chips VALUES (1)")
		if all := tree(i.server.pid(), stop); len(all) < 5 { // its writers and launchers
			t.Errorf("only the processes %v", all)
		}
		i.Kill()
		i.Start(t)
		if got := ask("SELECT sum(n) FROM chips"); got != strconv.Itoa(n+1) {
			t.Errorf("after %d crashes there are %s chips", n+1, got)
		}
	}
	i.Stop()
	i.Start(t)
	ask("CREATE EXTENSION pg_stat_statements")
}

func TestEachTestHasADatabaseOfItsOwn_long(t *testing.T) {
	t.Parallel()
	var urls []string
	t.Run("made", func(t *testing.T) {
		urls = append(urls, shared.Database(t), shared.Database(t))
	})
	if urls[0] == urls[1] {
		t.Errorf("two databases at %s", urls[0])
	}
	i := shared.Instance(t)
	names, err := i.query(i.URL("postgres"), "SELECT datname FROM pg_database")
	if err != nil || strings.Contains(names, "test") {
		t.Errorf("%v, still there after their test: %s", err, names)
	}
}

// A panic or a time limit ends a test's process without any cleaning.
func TestNoServerOutlivesItsProcess_long(t *testing.T) {
	t.Parallel()
	if os.Getenv(panicVariable) != "" {
		i := Server(t)
		what := i.folder + " " + strconv.Itoa(i.server.pid())
		os.WriteFile(os.Getenv(panicVariable), []byte(what), 0o600)
		panic("on purpose")
	}
	needServer(t)
	told := filepath.Join(t.TempDir(), "told")
	cmd := exec.Command(os.Args[0], "-test.run", t.Name(), "-long")
	cmd.Env = append(os.Environ(), panicVariable+"="+told)
	cmd.Run()
	text, err := os.ReadFile(told)
	folder, pid, _ := strings.Cut(string(text), " ")
	if err != nil || pid == "" {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	n, _ := strconv.Atoi(pid)
	for end := time.Now().Add(patience); !gone(n); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("process %d is still there", n)
		}
	}
}

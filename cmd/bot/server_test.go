package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"holecard/internal/localdiscord"
	"holecard/internal/postgrestest"
	"holecard/storage/postgres"
)

var postgres15 postgrestest.Shared

// A bot that has outgrown its file goes to PostgreSQL by two commands, and back.
func TestABotMovesToPostgreSQLAndBack_long(t *testing.T) {
	url := postgres15.Database(t)
	store, path := openTemp(t)
	play, stop := load(t, store, 8)
	play(100)
	stop()
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	command := func(database string, args ...string) string {
		t.Helper()
		status, said, complaint := holecard(t, map[string]string{"DATABASE": database}, args...)
		if status != exitOK || complaint != "" {
			t.Fatalf("bot %v on %s ends with %d: %s%s", args, database, status, said, complaint)
		}
		_, sums, _ := strings.Cut(said, " is ok: every chip is accounted for.\n")
		sums, _, _ = strings.Cut(sums, "It is ")
		return sums
	}
	there, back := filepath.Join(folder, "there"), filepath.Join(folder, "back")
	file := filepath.Join(folder, "new.db")
	sums := command(path, "export", there)
	for what, got := range map[string]string{
		"imported": command(url, "import", there), "audited": command(url, "audit"),
		"exported": command(url, "export", back), "imported again": command(file, "import", back),
		"in the new file": command(file, "audit"),
	} {
		if got != sums || !strings.Contains(got, "accounts and ") {
			t.Errorf("the sums are\n%s%s\n%s", sums, what, got)
		}
	}
	if one, _ := os.ReadFile(there); len(one) < 10_000 {
		t.Errorf("an export of %d bytes tries nothing", len(one))
	}
	for args, says := range map[string]string{
		"import " + there: "there is a database already at postgres://",
		"backup copy":     "write all into a file with holecard export FILE",
		"status":          "No bot runs on postgres://",
	} {
		status, said, complaint := holecard(t, map[string]string{"DATABASE": url},
			strings.Fields(args)...)
		if status == exitOK || !strings.Contains(said+complaint, says) {
			t.Errorf("holecard %s ends with %d: %s%s", args, status, said, complaint)
		}
	}
}

func TestWhyADatabaseServerCannotBeOpenedIsSaid_long(t *testing.T) {
	url := postgres15.Database(t)
	as := func(was, is string) string { return strings.Replace(url, was, is, 1) }
	name := url[strings.LastIndex(url, "/")+1 : strings.IndexAny(url+"?", "?")]
	const write = "write postgres://USER:PASSWORD@HOST:5432/NAME"
	for database, says := range map[string]string{
		as("/"+name, "/nowhere"):                     "make it, such as with createdb",
		url + "&sslmod=require":                      "correct what stands behind the ?",
		url + "&timezone=nowhere":                    "correct what stands behind the ?",
		as("postgres@", "x:hunter2@"):                "check both in DATABASE",
		"postgres://x:hunter2@127.0.0.1:1/holecard":  "postgres://127.0.0.1:1/holecard: ",
		"postgres://x:hunter2@[::1/holecard":         write,
		"postgres://x:hun@ter2:5432:5432/?sslmode=x": write,
		"postgres://x:a/hunter2@127.0.0.1/holecard":  "with %40 for an @",
		url + "&sslmode=verify-full":                 "correct sslmode and sslrootcert in DATABASE",
		"postgres://x:hunter2@nowhere.invalid/hole":  "check the address in DATABASE",
	} {
		var log bytes.Buffer
		d := databaseAt(database)
		_, err := d.openServer(t.Context(), postgres.Options{
			Logger: config{}.logger(&log), Patience: 300 * time.Millisecond})
		if err == nil || !strings.Contains(err.Error(), says) ||
			strings.Contains(err.Error()+log.String(), "hunter2") ||
			strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, and the log is\n%s", database, err, log.String())
		}
	}
	if old := errors.Join(postgres.ErrOld); databaseAt(url).explainServer(old).Error() ==
		old.Error() {
		t.Error("nothing is said of an old server")
	}
}

func databaseAt(path string) database { return database{path, "DATABASE"} }

// Bots share a database, and what asks about bots asks it. A bot makes a backup soon after its
// start, and says so.
func TestABotRunsOnPostgreSQL_long(t *testing.T) {
	t.Chdir(t.TempDir()) // its backups are made there
	h := host(t, map[string]string{"DATABASE": postgres15.Database(t)})
	ada := h.discord.As(h.discord.AddPerson(localdiscord.Person{Name: "Ada", Admin: true}))
	room := h.discord.Channel("blackjack").ID
	if _, err := ada.Do(t.Context(), room, "blackjack"); err != nil {
		t.Fatal(err)
	}
	h.log.says(t, "made a backup")
	made, err := filepath.Glob(filepath.Join("data", "backups", "*.export"))
	if err != nil || len(made) != 1 {
		t.Errorf("it has made %q, %v", made, err)
	}
	for range 100 { // it is noted a moment later
		if _, out, _ := holecard(t, h.env, "status"); strings.Contains(out, "last backup  20") {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	for command, says := range map[string]string{
		"status":        "processes    1\nplayers      1\nopen hands   ",
		"status --json": `"processes":1`,
		"audit":         "is ok: every chip is accounted for.\n",
		"doctor":        "every chip is accounted for in",
	} {
		status, out, said := holecard(t, h.env, strings.Fields(command)...)
		if status != exitOK || !strings.Contains(out, says) ||
			command == "status" && !strings.Contains(out, "last backup  20") {
			t.Errorf("holecard %s ends with %d: %s%s", command, status, out, said)
		}
	}
	about, err := ada.Do(t.Context(), room, "settings", localdiscord.Given{Name: "about"})
	const when = `"Last backup","value":"\u003ct:`
	if err != nil || !strings.Contains(string(about.Body), when) {
		t.Errorf("%s, %v", about.Body, err)
	}
	if code := h.stop(); code != exitOK {
		t.Errorf("it ends with %d: %s", code, h.log)
	}
	if log := h.log.String(); !strings.Contains(log, "database=postgres://127.0.0.1:") {
		t.Error(log)
	}
}

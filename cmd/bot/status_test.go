package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	standard "log"
	"net/http"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"holecard/bot/fleet"
	"holecard/storage"
)

func (h *hosted) status() (code int, s status) {
	h.t.Helper()
	code, out, said := holecard(h.t, h.env, "status", "--json")
	if err := json.Unmarshal([]byte(out), &s); err != nil {
		h.t.Fatalf("%v: %s%s", err, out, said)
	}
	return code, s
}

// A running bot says how it is: to status, doctor, audit, and to whatever watches its health.
func TestARunningBotIsAskedHowItIs(t *testing.T) {
	t.Parallel()
	h := host(t, map[string]string{"METRICS_ADDR": "127.0.0.1:0"})
	code, s := h.status()
	version, commit := build()
	if code != exitOK || !s.Healthy || !s.Running || !s.Connected || s.Servers != 1 ||
		s.PID != os.Getpid() || s.Version != version || s.Commit != commit ||
		s.Database != h.path || len(s.Alarms) > 0 || time.Since(s.Since) > time.Hour {
		t.Errorf("exit status %d, %+v", code, s)
	}
	for command, says := range map[string][]string{
		"status": {"version      " + version, "Discord      connected, about 1 server\n",
			"players      0", "open hands   0", "open tables  0", "healthy"},
		"audit":  {"ok: every chip is accounted for", "Players have 0 chips"},
		"doctor": {"ok       settings   "},
	} {
		code, out, said := holecard(t, h.env, command)
		for _, want := range says {
			if code != exitOK || said != "" || !strings.Contains(out, want) {
				t.Errorf("holecard %s ends with %d and prints\n%s%swithout %q", command, code, out,
					said, want)
			}
		}
	}
	code, found := doctored(t, h.env)
	for name, f := range found {
		if f.Status != fine && name != "backups" { // of which the first may still be made
			t.Errorf("%s: %+v", name, f)
		}
	}
	if code != exitOK || len(found) != 11 {
		t.Errorf("doctor ends with %d and %d checks", code, len(found))
	}
	found["token"].is(t, fine, "The bot is Holecard", "")
	found["bot"].is(t, fine, fmt.Sprintf("Process %d", os.Getpid()), "")
	found["commands"].is(t, fine, "are registered", "")
	found["servers"].is(t, fine, "The Card Room: everyone can play", "")
	found["database"].is(t, fine, "audited there: every chip is accounted for", "")
	_, at, _ := strings.Cut(h.log.String(), `msg="serving metrics" url=`)
	at, _, _ = strings.Cut(at, "/metrics")
	for path, want := range map[string]string{"/healthz": "ok\n", "/readyz": "ready\n",
		"/metrics": "\nholecard_ready 1\n"} {
		if code, said := get(at + path); code != http.StatusOK || !strings.Contains(said, want) {
			t.Errorf("%s is %d: %s", path, code, said)
		}
	}
}

func TestABotWithoutItsDatabaseIsAnAlarmAndNoBotIsOneToo(t *testing.T) {
	t.Parallel()
	h := host(t, nil)
	if err := os.Remove(h.path); err != nil {
		t.Fatal(err)
	}
	if code, s := h.status(); code != exitFailed || s.Healthy ||
		!strings.Contains(strings.Join(s.Alarms, "\n"), "was removed or moved away") {
		t.Errorf("without its database: exit status %d, %+v", code, s)
	}
	if code, out, _ := holecard(t, h.env, "status"); code != exitFailed ||
		!strings.Contains(out, "ALARM        the database was replaced") {
		t.Errorf("without its database it ends with %d and prints\n%s", code, out)
	}
	code, found := doctored(t, h.env)
	found["bot"].is(t, failed, "was removed or moved away", "look at its log")
	if code != exitFailed {
		t.Errorf("without its database doctor ends with %d", code)
	}
	h.stop()
	if n := strings.Count(h.log.String(), "level=ERROR"); n != 1 {
		t.Errorf("the log has %d errors:\n%s", n, h.log)
	}
	if strings.Contains(h.log.String(), "serving metrics") {
		t.Errorf("metrics are served though nobody asked for them:\n%s", h.log)
	}
	if code, s := h.status(); code != exitFailed || s.Running || s.Healthy {
		t.Errorf("without a bot: exit status %d, %+v", code, s)
	}
	if code, out, _ := holecard(t, h.env, "status"); code != exitFailed ||
		out != "No bot runs on "+h.path+".\n" {
		t.Errorf("without a bot it ends with %d and prints %s", code, out)
	}
}

// troubled is a store that has something to tell.
type troubled struct{ err error }

func (s troubled) Count(context.Context) (storage.Counts, error) {
	return storage.Counts{Players: 3, OpenHands: 2, Seatings: 1}, nil
}
func (s troubled) Trouble() error { return s.err }

// link is a way to Discord.
type link struct{ connected bool }

func (l link) Connected() bool { return l.connected }
func (l link) Sessions() (mine, open fleet.Parts) {
	return fleet.Parts{Of: 16, Numbers: []int{0, 1, 2, 9}},
		fleet.Parts{Of: 16, Numbers: []int{0, 1, 9}}
}

var well = linked(link{true})

func TestAStatusTellsEachAlarm(t *testing.T) {
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	i := &instance{store: troubled{errors.New("the disk is full")},
		backups: func() (time.Time, error) { return at, errors.New("no room") }}
	s := i.status(t.Context())
	want := []string{"not connected to Discord", "the disk is full",
		"the last automatic backup failed: no room"}
	if s.Healthy || strings.Join(s.Alarms, "\n") != strings.Join(want, "\n") || s.Players != 3 ||
		s.OpenHands != 2 || s.OpenTables != 1 || !s.LastBackup.Equal(at) {
		t.Errorf("%+v", s)
	}
	i.connection.Store(&well)
	i.store, i.backups = troubled{}, nil
	if s := i.status(t.Context()); !s.Healthy || len(s.Alarms) > 0 || s.LastBackup != nil {
		t.Errorf("%+v", s)
	}
}

// checkedStore counts how often it is checked, and is lost at the third time.
type checkedStore struct{ times *int }

func (c checkedStore) Check() error {
	if *c.times++; *c.times == 3 {
		return errors.New("it is gone")
	}
	return nil
}

func TestTheDatabaseIsCheckedEveryHalfMinuteUntilItIsLost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		times, begun := 0, time.Now()
		lookAfter(t.Context(), checkedStore{&times})
		if took := time.Since(begun); times != 3 || took != 90*time.Second {
			t.Errorf("%d times in %v", times, took)
		}
	})
}

func TestNoBackupIsMadeOfADatabaseThatWasReplaced(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := keepIn(t, time.Hour, 1)
		k.has(0, "20000101T000000Z")
		if err := os.Remove(k.path); err != nil {
			t.Fatal(err)
		}
		k.has(time.Hour, "20000101T000000Z")
		last, failed := k.state()
		if failed == nil || !strings.Contains(failed.Error(), "was removed") ||
			last.Format(backupTime) != "20000101T000000Z" {
			t.Errorf("%v, %v", last, failed)
		}
		k.stop()
	})
}

func TestEveryLineOfTheLogIsJSON(t *testing.T) {
	h := host(t, map[string]string{"LOG_FORMAT": "json", "LOG_LEVEL": "debug"})
	standard.Print("as libraries log")
	if status := h.stop(); status != exitOK {
		t.Errorf("it ends with %d", status)
	}
	if out := h.out.String(); out != "" {
		t.Errorf("it prints %s", out)
	}
	var messages []string
	for line := range strings.Lines(h.log.String()) {
		var entry map[string]any
		if err := json.Unmarshal([]byte(line), &entry); err != nil {
			t.Errorf("%v: %s", err, line)
			continue
		}
		messages = append(messages, entry["msg"].(string))
		_, counted := entry["players"] // which takes long where there are many servers
		if entry["msg"] == "starting" && (entry["database"] != h.path || counted ||
			entry["version"] == nil) {
			t.Errorf("it starts with %s", line)
		}
		if entry["msg"] == "ready" && entry["servers"] != 1.0 {
			t.Errorf("it is ready with %s", line)
		}
	}
	stopping := slices.Index(messages, "stopping") // what is under way may end between the two
	if !slices.Contains(messages, "as libraries log") {
		t.Error("what the standard library logs goes elsewhere")
	}
	if stopping < 0 || messages[len(messages)-1] != "stopped" {
		t.Errorf("it ends with %s", strings.Join(messages[max(0, len(messages)-3):], ", "))
	}
}

func TestAStartThatFailsIsALineOfJSONToo(t *testing.T) {
	for _, env := range []map[string]string{
		{"LOG_FORMAT": "json"},
		{"LOG_FORMAT": "json", "DISCORD_TOKEN": "x", "MAX_BET": "many"},
		{"LOG_FORMAT": "json", "DISCORD_TOKEN": "x", "LOG_LEVEL": "loud"},
		{"LOG_FORMAT": "json", "DISCORD_TOKEN": "x", "DATABASE": t.TempDir()},
		{"LOG_FORMAT": "json", "DISCORD_TOKEN": "x", "DISCORD_API_URL": "ftp://x"},
	} {
		status, out, said := holecard(t, env, "run")
		var entry map[string]any
		err := json.Unmarshal([]byte(said), &entry)
		if err != nil || status != exitUsage || out != "" || entry["level"] != "ERROR" ||
			entry["error"] == "" || strings.Contains(said, "already reported") {
			t.Errorf("with %v it ends with %d, prints %q and says %s", env, status, out, said)
		}
	}
}

func TestTheVersionHasItsCommit(t *testing.T) {
	info := &debug.BuildInfo{Main: debug.Module{Version: "v1.2.3"},
		Settings: []debug.BuildSetting{{Key: "vcs.revision", Value: "abc"},
			{Key: "vcs.modified", Value: "true"}}}
	if version, commit := buildOf(info); version+" "+commit != "v1.2.3 abc with changes" {
		t.Errorf("%q %q", version, commit)
	}
	for _, command := range []string{"version", "--version"} {
		if status, out, _ := holecard(t, nil, command); status != exitOK ||
			out != versionLine()+"\n" {
			t.Errorf("holecard %s ends with %d and prints %s", command, status, out)
		}
	}
}

// A bot is asked by the file that it plays on, however long its path is and whatever names it.
func TestABotIsAskedByAnyNameOfItsDatabase(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	deep := filepath.Join(folder, strings.Repeat("deep", 50), "data")
	file := filepath.Join(deep, "holecard.db")
	link, far := filepath.Join(folder, "link.db"), filepath.Join(folder, "far.db")
	if err := errors.Join(os.MkdirAll(deep, 0o700), os.Symlink(file, link),
		os.Symlink("link.db", far)); err != nil {
		t.Fatal(err)
	}
	h := host(t, map[string]string{"DATABASE": file})
	for _, path := range []string{file, far} {
		h.env["DATABASE"] = path
		if code, s := h.status(); code != exitOK || !s.Healthy || s.PID != os.Getpid() {
			t.Errorf("by %s it ends with %d: %+v", path, code, s)
		}
		for _, command := range []string{"backup", "export"} {
			copied := filepath.Join(folder, command+filepath.Base(path))
			if code, _, said := holecard(t, h.env, command, copied); code != exitOK {
				t.Errorf("by %s holecard %s ends with %d: %s", path, command, code, said)
			}
		}
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if code, s := h.status(); code != exitFailed || !s.Running {
		t.Errorf("without its file the bot is not asked by a link: %d, %+v", code, s)
	}
	h.stop()
	if left := names(t, deep); len(left) > 1 { // the folder of its backups
		t.Errorf("%q are left", left)
	}
	if log := h.log.String(); strings.Contains(log, "will not work") {
		t.Errorf("the log says\n%s", log)
	}
}

// A bot that was started with another path to the same file has its socket elsewhere.
func TestAProcessThatHasTheFileAndCannotBeAskedIsSaidToHaveIt(t *testing.T) {
	t.Parallel()
	h := host(t, nil)
	other := filepath.Join(t.TempDir(), "other.db")
	if err := os.Link(h.path, other); err != nil {
		t.Fatal(err)
	}
	h.env["DATABASE"] = other
	for _, args := range [][]string{{"status"}, {"status", "--json"}, {"audit"},
		{"backup", other + ".copy"}, {"export", other + ".export"}} {
		code, out, said := holecard(t, h.env, args...)
		for _, want := range []string{"the database is in use by another process",
			"and nobody answers at " + other + ".sock: "} {
			if code != exitFailed || !strings.Contains(out+said, want) ||
				strings.Contains(out, "No bot runs") {
				t.Errorf("holecard %v ends with %d and says %s%s", args, code, out, said)
			}
		}
	}
}

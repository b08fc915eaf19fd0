package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"holecard/storage"
)

func TestASeasonIsWrittenAndRecomputed(t *testing.T) {
	store, path := openTemp(t)
	const guild = storage.GuildID(77)
	err := store.Update(t.Context(), guild, func(tx storage.Tx) error {
		return tx.SaveSeason(storage.Season{Guild: guild, Number: 1, Name: "Autumn\x1b[2J",
			Began: time.Date(2026, 9, 1, 0, 0, 0, 0, time.UTC)})
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	env := map[string]string{"DATABASE": path}
	file := filepath.Join(filepath.Dir(path), "season.json")
	status, out, text := inFolder(t, env, "season", "77", "--out", file)
	if status != exitOK || !strings.Contains(out, "holecard verify "+file) {
		t.Fatal(status, out, text)
	}
	status, out, text = inFolder(t, env, "verify", file)
	if status != exitOK || out != "Season 1, Autumn\\x1b[2J, of server 77 holds.\n"+
		"Published rounds that hold: 0 of 0.\nAll rounds are published, as the file says.\n" {
		t.Error(status, out, text)
	}
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"77", "--out", file}, "is there already"},
		{[]string{"77", "2", "--out", "-"}, "server 77 has no season 2"},
		{[]string{"78", "--out", "-"}, "server 78 has had no season"},
		{[]string{"Autumn"}, "not the id of a server"},
		{nil, "expected"},
	} {
		status, out, text := inFolder(t, env, append([]string{"season"}, c.args...)...)
		if status != exitUsage || !strings.Contains(text, c.says) {
			t.Errorf("%v: %d %s%s", c.args, status, out, text)
		}
	}
}

func TestWhatDoesNotHoldOfASeasonIsSaid(t *testing.T) {
	whole, err := os.ReadFile("../../blackjack/season/testdata/season.json")
	if err != nil {
		t.Fatal(err)
	}
	status, out, text := command(t.Context(), string(whole), "verify")
	if status != exitOK || text != "" ||
		!strings.Contains(out, "of server 77 holds as far as its rounds are published.\n"+
			"Published rounds that hold: 132 of 132.\n") ||
		!strings.Contains(out, "- 7 of shuffles that are still in play\n1. ") ||
		!strings.Contains(out, " in 31 rounds holds.\n2. ") ||
		!strings.Contains(out, "cannot be recomputed: 107 are published, with a net of −1,077.\n") {
		t.Errorf("%d %s\n%s", status, text, out)
	}
	changed := strings.Replace(string(whole), `"net":-355`, `"net":-354`, 1)
	changed = strings.Replace(changed, `"commitment":"`, `"commitment":"0`, 30)
	status, out, text = command(t.Context(), changed, "verify")
	if status != exitFailed || text != "" ||
		!strings.Contains(out, "does NOT hold.\nPublished rounds that hold: 10") ||
		!strings.Contains(out, "commitment: it must be 64 digits of lower-case hex.\n") ||
		!strings.Contains(out, "- net: the board says -354, the rounds say -355.\n") {
		t.Errorf("%d %s\n%s", status, text, out)
	}
	status, out, text = command(t.Context(), string(whole)[:2000], "verify")
	if status != exitUsage || out != "" || strings.Count(text, "\n") != 1 ||
		!strings.Contains(text, "too early. holecard season writes one") {
		t.Errorf("%d %s\n%s", status, text, out)
	}
}

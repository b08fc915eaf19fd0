package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"
)

// withDotEnv runs a command line beside a file .env.
func withDotEnv(t *testing.T, file string, args ...string) (status int, stderr string) {
	t.Helper()
	t.Chdir(t.TempDir())
	if err := os.WriteFile(dotEnv, []byte(file), 0o600); err != nil {
		t.Fatal(err)
	}
	status, _, stderr = inFolder(t, nil, args...)
	return status, stderr
}

// utf16Of returns a text as an editor on Windows writes it.
func utf16Of(text string, littleEndian bool) string {
	var b strings.Builder
	for _, unit := range utf16.Encode([]rune("\ufeff" + text)) {
		high, low := byte(unit>>8), byte(unit)
		if littleEndian {
			high, low = low, high
		}
		b.Write([]byte{high, low})
	}
	return b.String()
}

func TestADotEnvOfAnyEditorIsRead(t *testing.T) {
	const text = "# für Zoë\r\nDATABASE=nowhere/x.db\r\n"
	for name, file := range map[string]string{
		"plain": text, "with a mark": "\ufeff" + text,
		"UTF-16": utf16Of(text, true), "UTF-16, the other way": utf16Of(text, false),
	} {
		status, said := withDotEnv(t, file, "audit")
		if want := "holecard: there is no database at nowhere/x.db: set DATABASE to the file that the " +
			"bot plays on\n"; status != exitUsage || said != want {
			t.Errorf("%s: it ends with %d and says\n%swant\n%s", name, status, said, want)
		}
	}
}

func TestTheTokenIsReadFromADotEnvOfAnyEditor(t *testing.T) {
	const text = "LOG_FORMAT=json\r\nDISCORD_TOKEN=\"abc.DEF-123_x\"\r\n"
	for name, file := range map[string]string{
		"UTF-8": text, "UTF-8 with a mark": "\ufeff" + text,
		"UTF-16": utf16Of(text, true), "UTF-16, the other way": utf16Of(text, false),
	} {
		t.Chdir(t.TempDir())
		if err := os.WriteFile(dotEnv, []byte(file), 0o600); err != nil {
			t.Fatal(err)
		}
		p := process{lookup: func(string) (string, bool) { return "", false }}
		if c, err := p.readConfig(); err != nil || c.Token != "abc.DEF-123_x" ||
			c.LogFormat != "json" || len(c.warnings) > 0 {
			t.Errorf("%s: the token is %q, the log's format %q; warnings %q, error %v", name,
				c.Token, c.LogFormat, c.warnings, err)
		}
	}
}

func TestWhatIsWrongInDotEnvIsSaidWithItsLine(t *testing.T) {
	const secret = "hunter2"
	const misread = " of .env is not understood: a line is NAME=value, and a quote that is " +
		"opened is closed"
	for _, f := range []struct{ file, want string }{
		{"A=1\nB=2\nDISCORD_TOKEN hunter2\nC=3\n", "line 3" + misread},
		{"A=1\n\n# more\nDISCORD_TOKEN=\"hunter2\nC=3\n", "line 4" + misread},
		{"A=1\nhunter2.x.y=\n", "line 2" + misread},
		{"hunter2", "line 1" + misread},
		{utf16Of("DISCORD_TOKEN=hunter2\n", true)[2:],
			".env is not text, or is UTF-16 without its mark: save it as UTF-8"},
		{"DISCORD_TOKEN=hunter2\nNAME=Zo\xeb\n", ".env is not UTF-8: save it as UTF-8"},
		{"MAX_BET=99999999999999999999\n", "99999999999999999999 is too large for MAX_BET."},
		{"STARTING_CHIPS=-99999999999999999999\n",
			"-99999999999999999999 is too small for STARTING_CHIPS."},
		{"BACKUP_EVERY=9999999999h\n", "9999999999h is too large for BACKUP_EVERY."},
		{"BACKUP_KEEP=99999999999999999999\n",
			"99999999999999999999 is too large for BACKUP_KEEP."},
		{"MAX_BET=1e6\n", "MAX_BET takes a whole number, not “1e6”."},
		{"DISCORD_TOKEN=x\nDISCORD_API_URL=discord.com\n", "DISCORD_API_URL takes http or https " +
			"with a host, without user, query and fragment, such as https://discord.com/api/v9"},
	} {
		status, said := withDotEnv(t, f.file, "run")
		if status != exitUsage || said != "holecard: "+f.want+"\n" || strings.Contains(said, secret) {
			t.Errorf("with %q it ends with %d and says\n%swant\n%s", f.file, status, said, f.want)
		}
	}
}

func TestADollarInDotEnvStandsForItself(t *testing.T) {
	for line, want := range map[string]string{
		"pa$Word1.db":         "pa$Word1.db",
		"$DISCORD_TOKEN.db":   "$DISCORD_TOKEN.db",
		"a${LOG_LEVEL}b.db":   "a${LOG_LEVEL}b.db",
		"$(rm).db":            "$(rm).db",
		"a$$b$.db":            "a$$b$.db",
		`"a $HOME.db"`:        "a $HOME.db",
		`'a $HOME.db'`:        "a $HOME.db",
		"a$B.db # not $this":  "a$B.db",
		`"a\$B.db" # escaped`: "a$B.db",
	} {
		_, said := withDotEnv(t, "LOG_LEVEL=debug\nDISCORD_TOKEN=x\nDATABASE="+line+"\n", "audit")
		if !strings.Contains(said, "there is no database at "+want+": ") {
			t.Errorf("DATABASE=%s is read as %s", line, said)
		}
	}
}

func TestWhatTheEnvironmentSetsToNothingIsNotReadFromDotEnv(t *testing.T) {
	const file = "DATABASE=file.db\nDISCORD_TOKEN=abc.def.ghi\nDISCORD_API_URL=ftp://x\n"
	t.Chdir(t.TempDir())
	if err := os.WriteFile(dotEnv, []byte(file), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		env  map[string]string
		args string
		want string
	}{
		{nil, "audit", "there is no database at file.db:"},
		{map[string]string{"DATABASE": "set.db"}, "audit", "there is no database at set.db:"},
		{map[string]string{"DATABASE": ""}, "audit", "there is no database at data/holecard.db:"},
		{map[string]string{"DISCORD_TOKEN": ""}, "run", "there is no DISCORD_TOKEN:"},
		{map[string]string{"DISCORD_TOKEN": ""}, "setup", "DISCORD_TOKEN is set in the environment"},
	} {
		_, _, said := inFolder(t, c.env, c.args)
		if !strings.Contains(filepath.ToSlash(said), c.want) {
			t.Errorf("with %v holecard %s says %s", c.env, c.args, said)
		}
	}
}

func TestUnknownNamesInDotEnvAreWarnedOf(t *testing.T) {
	file := "STARTING_CHIP=5\nDISCORD_TOKEN=x\nmax_bet=7\nDATABSE=x\nTZ=UTC\n" +
		"DATABASE=nowhere/x.db\n"
	want := ""
	for _, line := range []string{
		"DATABSE in .env is not a setting, so it changes nothing: do you mean DATABASE?",
		"STARTING_CHIP in .env is not a setting, so it changes nothing: " +
			"do you mean STARTING_CHIPS?",
		"TZ in .env is not a setting, so it changes nothing",
		"max_bet in .env is not a setting, so it changes nothing: do you mean MAX_BET?",
		"there is no database at nowhere/x.db: set DATABASE to the file that the bot plays on",
	} {
		want += fmt.Sprintf("holecard: %s\n", line)
	}
	if status, said := withDotEnv(t, file, "audit"); status != exitUsage || said != want {
		t.Errorf("it ends with %d and says\n%swant\n%s", status, said, want)
	}
}

func TestNamesInTheEnvironmentThatAreAlmostSettingsAreWarnedOf(t *testing.T) {
	set := map[string]string{"DATABASE": "nowhere/x.db"}
	lookup := func(name string) (string, bool) { v, ok := set[name]; return v, ok }
	var said strings.Builder
	run(t.Context(), []string{"audit"}, lookup, stdio{strings.NewReader(""), io.Discard, &said},
		"PATH=/bin", "HOME=/", "TERM=xterm", "LANG=C", "USER=ada", "SHELL=/bin/sh", "PWD=/",
		"HOSTNAME=db", "LOGNAME=ada", "MAIL=/x", "INVOCATION_ID=1", "DATABASE=nowhere/x.db",
		"DATABASE_URL=x", // DATABASE is set
		"STARTING_CHIP=5", "discord_token=secret", "BACKUP_KEPT=x=y", "NONSENSE")
	want := "holecard: BACKUP_KEPT in the environment is not a setting, so it changes nothing: " +
		"do you mean BACKUP_KEEP?\n" +
		"holecard: STARTING_CHIP in the environment is not a setting, so it changes nothing: " +
		"do you mean STARTING_CHIPS?\n" +
		"holecard: discord_token in the environment is not a setting, so it changes nothing: " +
		"do you mean DISCORD_TOKEN?\n" +
		"holecard: there is no database at nowhere/x.db: set DATABASE to the file that the bot " +
		"plays on\n"
	if said.String() != want {
		t.Errorf("it says\n%swant\n%s", &said, want)
	}
}

package main

import (
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"
)

// withDotEnv runs a command line beside a file .env.
func withDotEnv(t *testing.T, file string, args ...string) (status int, stderr string) {
	t.Helper()
	t.Chdir(t.TempDir())
	write(t, ".", dotEnv, file)
	status, _, stderr = holecard(t, nil, args...)
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
	const text = "# für Zoë\r\nLOG_FORMAT=json\r\nDISCORD_TOKEN=\"abc.DEF-123_x\"\r\n"
	for name, file := range map[string]string{
		"plain": text, "with a mark": "\ufeff" + text,
		"UTF-16": utf16Of(text, true), "UTF-16, the other way": utf16Of(text, false),
	} {
		t.Chdir(t.TempDir())
		write(t, ".", dotEnv, file)
		c, err := process{lookup: lookup(nil)}.readConfig()
		if err != nil || c.Token != "abc.DEF-123_x" || c.LogFormat != "json" ||
			len(c.warnings) > 0 {
			t.Errorf("%s: the token is %q, the log's format %q; warnings %q, error %v", name,
				c.Token, c.LogFormat, c.warnings, err)
		}
	}
}

func TestWhatIsWrongInDotEnvIsSaidWithItsLine(t *testing.T) {
	const misread = " of .env is not understood: a line is NAME=value, and a quote that is " +
		"opened is closed"
	for _, f := range []struct{ file, want string }{
		{"A=1\nB=2\nDISCORD_TOKEN hunter2\nC=3\n", "line 3" + misread},
		{"A=1\n\n# more\nDISCORD_TOKEN=\"hunter2\nC=3\n", "line 4" + misread},
		{"A=1\nhunter2.x.y=\n", "line 2" + misread},
		{utf16Of("DISCORD_TOKEN=hunter2\n", true)[2:],
			".env is not text, or is UTF-16 without its mark: save it as UTF-8"},
		{"DISCORD_TOKEN=hunter2\nNAME=Zo\xeb\n", ".env is not UTF-8: save it as UTF-8"},
		{"MAX_BET=99999999999999999999\n", "99999999999999999999 is too large for MAX_BET."},
		{"STARTING_CHIPS=-99999999999999999999\n",
			"-99999999999999999999 is too small for STARTING_CHIPS."},
		{"MAX_BET=1e6\n", "MAX_BET takes a whole number, not “1e6”."},
		{"BACKUP_EVERY=9999999999h\n", "9999999999h is too large for BACKUP_EVERY."},
		{"BACKUP_EVERY=daily\n",
			"BACKUP_EVERY takes a time such as 24h or 90m, or 0 for none, not “daily”."},
		{"BACKUP_EVERY=1s\n", "BACKUP_EVERY takes 1m or more, or 0 for no backups, not 1s."},
		{"BACKUP_EVERY=-1h\n", "BACKUP_EVERY takes 1m or more, or 0 for no backups, not -1h0m0s."},
		{"BACKUP_KEEP=0\n",
			"BACKUP_KEEP takes 1 or more, not 0. For no backups, set BACKUP_EVERY=0."},
		{"DISCORD_TOKEN=x\nDISCORD_API_URL=discord.com\n", "DISCORD_API_URL takes http or https " +
			"with a host, without user, query and fragment, such as https://discord.com/api/v9"},
	} {
		status, said := withDotEnv(t, f.file, "run")
		if status != exitUsage || said != "holecard: "+f.want+"\n" {
			t.Errorf("with %q it ends with %d and says\n%swant\n%s", f.file, status, said, f.want)
		}
	}
}

func TestADollarInDotEnvStandsForItself(t *testing.T) {
	for line, want := range map[string]string{
		"$DISCORD_TOKEN.db":   "$DISCORD_TOKEN.db",
		"a${LOG_LEVEL}b.db":   "a${LOG_LEVEL}b.db",
		"$(rm).db":            "$(rm).db",
		"a$$b$.db":            "a$$b$.db",
		`"a $HOME.db"`:        "a $HOME.db",
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
	t.Chdir(t.TempDir())
	write(t, ".", dotEnv, "DATABASE=file.db\nDISCORD_TOKEN=abc.def.ghi\nDISCORD_API_URL=ftp://x\n")
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
		_, _, said := holecard(t, c.env, c.args)
		if !strings.Contains(filepath.ToSlash(said), c.want) {
			t.Errorf("with %v holecard %s says %s", c.env, c.args, said)
		}
	}
}

func TestNamesThatAreAlmostSettingsAreWarnedOf(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, ".", dotEnv, "max_bet=7\nDATABSE=x\nTZ=UTC\nDATABASE=nowhere/x.db\n")
	var said shared
	run(t.Context(), []string{"audit"}, lookup(nil), stdio{strings.NewReader(""), &said, &said},
		"PATH=/bin", "HOME=/", "TERM=xterm", "LANG=C", "USER=ada", "SHELL=/bin/sh", "PWD=/",
		"HOSTNAME=db", "LOGNAME=ada", "MAIL=/x", "INVOCATION_ID=1", "STARTING_CHIP=5",
		"discord_token=secret", "BACKUP_KEPT=x=y", "NONSENSE")
	const nothing = " is not a setting, so it changes nothing"
	var want strings.Builder
	for _, line := range []string{
		"DATABSE in .env" + nothing + ": do you mean DATABASE?",
		"TZ in .env" + nothing,
		"max_bet in .env" + nothing + ": do you mean MAX_BET?",
		"BACKUP_KEPT in the environment" + nothing + ": do you mean BACKUP_KEEP?",
		"STARTING_CHIP in the environment" + nothing + ": do you mean STARTING_CHIPS?",
		"discord_token in the environment" + nothing + ": do you mean DISCORD_TOKEN?",
		"there is no database at nowhere/x.db: set DATABASE to the file that the bot plays on",
	} {
		want.WriteString("holecard: " + line + "\n")
	}
	if said.String() != want.String() {
		t.Errorf("it says\n%swant\n%s", &said, &want)
	}
}

package main

import (
	"context"
	"errors"
	"io/fs"
	"net/http"
	"os"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"holecard/internal/localdiscord"
)

// dotEnvIs checks what is in .env, who can read it, and that nothing else is there.
func dotEnvIs(t *testing.T, want string) {
	t.Helper()
	got, err := os.ReadFile(dotEnv)
	if err != nil || string(got) != want {
		t.Errorf(".env is\n%s(%v), want\n%s", got, err, want)
	}
	if info, err := os.Stat(dotEnv); err != nil || runtime.GOOS != "windows" &&
		info.Mode().Perm() != 0o600 {
		t.Errorf("its mode is %v, %v", info.Mode(), err)
	}
	if left := names(t, "."); len(left) != 1 {
		t.Errorf("there are %q", left)
	}
}

// noDotEnv checks that nothing was written.
func noDotEnv(t *testing.T) {
	t.Helper()
	if left := names(t, "."); len(left) != 0 {
		t.Errorf("there are %q", left)
	}
}

func TestSetupKeepsATokenFromAPipe(t *testing.T) {
	t.Chdir(t.TempDir())
	server, env := atDiscord(t, localdiscord.Config{})
	for _, input := range []string{server.Token(), " Bot " + server.Token() + "\r\n"} {
		status, out, said := fed(t.Context(), env, input, "setup", "--force")
		if status != exitOK || said != "" || strings.Contains(out, server.Token()) {
			t.Errorf("it ends with %d and says %s%s", status, out, said)
		}
		for _, want := range []string{"The bot is Holecard", "https://discord.com/oauth2/authorize",
			"client_id=" + server.Application().ID.String(), "The bot is on The Card Room.\n",
			"type /blackjack on The Card Room.\n"} {
			if !strings.Contains(out, want) {
				t.Errorf("it does not say %q:\n%s", want, out)
			}
		}
		dotEnvIs(t, newDotEnv+"DISCORD_TOKEN="+server.Token()+"\n")
	}
	bot := start(t, env, "run") // by that token
	bot.log.says(t, "msg=ready")
	if status := bot.stop(); status != exitOK {
		t.Errorf("it ends with %d and says %s", status, bot.log)
	}
}

// onNoServer is a Discord that says that the bot is on no server while asked returns true.
func onNoServer(asked func() bool) localdiscord.Config {
	return localdiscord.Config{Fault: func(r *http.Request) (f localdiscord.Fault) {
		if strings.HasSuffix(r.URL.Path, "/users/@me/guilds") && asked() {
			f = json200("[]")
		}
		return f
	}}
}

func TestSetupWaitsForTheFirstServer(t *testing.T) {
	t.Chdir(t.TempDir())
	var asked atomic.Int64
	server, env := atDiscord(t, onNoServer(func() bool { return asked.Add(1) == 1 }))
	status, out, said := fed(t.Context(), env, server.Token(), "setup", "--no-wait")
	if status != exitOK || said != "" || asked.Load() != 0 ||
		!strings.Contains(out, "type /blackjack on your server.\n") {
		t.Errorf("without waiting it ends with %d and says %s%s", status, out, said)
	}
	status, out, said = fed(t.Context(), env, server.Token(), "setup")
	if status != exitOK || said != "" || asked.Load() != 2 ||
		!strings.Contains(out, "Waiting until the bot is on a server.") ||
		!strings.Contains(out, "The bot is on The Card Room.\n") {
		t.Errorf("it ends with %d, asks %d times and says %s%s", status, asked.Load(), out, said)
	}
}

func TestSetupThatIsStoppedWhileItWaitsIsDone(t *testing.T) {
	t.Chdir(t.TempDir())
	ctx, stop := context.WithCancel(t.Context())
	server, env := atDiscord(t, onNoServer(func() bool { stop(); return true }))
	status, out, said := fed(ctx, env, server.Token(), "setup")
	if status != exitOK || said != "" || !strings.Contains(out, "type /blackjack on your server") {
		t.Errorf("it ends with %d and says %s%s", status, out, said)
	}
	dotEnvIs(t, newDotEnv+"DISCORD_TOKEN="+server.Token()+"\n")
}

func TestSetupWritesNothingThatDiscordRefuses(t *testing.T) {
	t.Chdir(t.TempDir())
	_, env := atDiscord(t, localdiscord.Config{Token: "right"})
	_, failing := atDiscord(t, localdiscord.Config{Token: "right",
		Fault: func(*http.Request) localdiscord.Fault { return localdiscord.Fault{Status: 403} }})
	away := map[string]string{"DISCORD_API_URL": "http://127.0.0.1:1/api"}
	for _, test := range []struct {
		env         map[string]string
		input, want string
		status      int
	}{
		{env, "wrong", "the token is refused by Discord, so nothing was written: get one from " +
			"your application's page Bot at https://discord.com/developers/applications", 1},
		{env, "with a space", "this cannot be a bot's token, so nothing was written: get one", 1},
		{env, "", "there is no token on standard input: pipe it in, or type holecard setup", 2},
		{away, "right", "there is no answer from Discord at http://127.0.0.1:1/api, so nothing " +
			"was written: check the network and DISCORD_API_URL", 1},
		{failing, "right", "so nothing was written", 1},
		{map[string]string{"DISCORD_API_URL": "ftp://x"}, "right", "DISCORD_API_URL takes", 2},
		{map[string]string{"DISCORD_TOKEN": "x"}, "right", "DISCORD_TOKEN is set in the " +
			"environment, which goes before .env", 2},
		{map[string]string{"DISCORD_TOKEN_FILE": "x"}, "right", "DISCORD_TOKEN_FILE is set in " +
			"the environment, which goes before .env", 2},
	} {
		status, out, said := fed(t.Context(), test.env, test.input, "setup", "--no-wait")
		if status != test.status || !strings.Contains(said, test.want) || out != "" ||
			test.input == "wrong" && strings.Contains(said, "wrong") {
			t.Errorf("%q: it ends with %d and says %s%s, want %s", test.input, status, out, said,
				test.want)
		}
		noDotEnv(t)
	}
}

func TestSetupKeepsWhatIsInTheFile(t *testing.T) {
	for name, test := range map[string]struct{ before, after string }{
		"as the example": {"# A comment.\n\nDISCORD_TOKEN=\n\n# More.\nMAX_BET=5\n",
			"# A comment.\n\nDISCORD_TOKEN=new\n\n# More.\nMAX_BET=5\n"},
		"without one":  {"MAX_BET=5", "MAX_BET=5\nDISCORD_TOKEN=new\n"},
		"in a comment": {"# DISCORD_TOKEN=old\n", "# DISCORD_TOKEN=old\nDISCORD_TOKEN=new\n"},
		"quoted, exported, with a comment": {"export DISCORD_TOKEN=\"old\" # mine\nA=1\n",
			"export DISCORD_TOKEN=new # mine\nA=1\n"},
		"twice": {"DISCORD_TOKEN=a\nDISCORD_TOKEN: b\n",
			"DISCORD_TOKEN=new\nDISCORD_TOKEN: new\n"},
		"by Windows":    {"\ufeffMAX_BET=5\r\n", "MAX_BET=5\r\nDISCORD_TOKEN=new\n"},
		"another name":  {"MY_DISCORD_TOKEN=a\n", "MY_DISCORD_TOKEN=a\nDISCORD_TOKEN=new\n"},
		"an empty file": {"", "DISCORD_TOKEN=new\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			write(t, ".", dotEnv, test.before)
			if err := errors.Join(os.Chmod(dotEnv, 0o644), saveToken("new")); err != nil {
				t.Error(err)
			}
			dotEnvIs(t, test.after)
		})
	}
}

func TestSetupLeavesAFileThatItDoesNotUnderstand(t *testing.T) {
	t.Chdir(t.TempDir())
	const before = "DISCORD_TOKEN=\"old\nmore\"\n"
	write(t, ".", dotEnv, before)
	err := saveToken("new")
	if err == nil || !strings.Contains(err.Error(), "put it there yourself") {
		t.Error(err)
	}
	dotEnvIs(t, before)
}

func TestSetupWritesThroughALink(t *testing.T) {
	t.Chdir(t.TempDir())
	elsewhere := write(t, t.TempDir(), "settings", "MAX_BET=5\n")
	if err := os.Symlink(elsewhere, dotEnv); err != nil {
		t.Skip(err) // Windows lets administrators only
	}
	if err := saveToken("new"); err != nil {
		t.Fatal(err)
	}
	info, err := os.Lstat(dotEnv)
	text, errRead := os.ReadFile(elsewhere)
	if err != nil || info.Mode().Type() != fs.ModeSymlink || errRead != nil ||
		string(text) != "MAX_BET=5\nDISCORD_TOKEN=new\n" {
		t.Errorf("%v %v, %q %v", info, err, text, errRead)
	}
}

func TestSetupReplacesNoTokenWithoutBeingTold(t *testing.T) {
	t.Chdir(t.TempDir())
	_, env := atDiscord(t, localdiscord.Config{Token: "new"})
	const before = "# mine\nDISCORD_TOKEN=old\n"
	write(t, ".", dotEnv, before)
	const after = "# mine\nDISCORD_TOKEN=new\n"
	for _, step := range []struct {
		args       string
		status     int
		says, file string
	}{
		{"setup --no-wait", exitUsage, ".env has another token: replace it with --force", before},
		{"setup --no-wait --force", exitOK, "", after},
		{"setup --no-wait", exitOK, ".env has its token", after},
	} {
		status, out, said := fed(t.Context(), env, "new", strings.Fields(step.args)...)
		if status != step.status || !strings.Contains(out+said, step.says) {
			t.Errorf("holecard %s ends with %d and says %s%s", step.args, status, out, said)
		}
		dotEnvIs(t, step.file)
	}
}

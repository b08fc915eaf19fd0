package main

import (
	"context"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"holecard/internal/localdiscord"
)

// atDiscord starts a local Discord, and returns it and its settings but the token.
func atDiscord(t *testing.T, c localdiscord.Config) (*localdiscord.Server, map[string]string) {
	t.Helper()
	listener, err := listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := localdiscord.New(c)
	go server.Serve(listener)
	t.Cleanup(func() { server.Close() })
	return server, map[string]string{
		"DISCORD_API_URL": "http://" + listener.Addr().String() + "/api/v9"}
}

// piped runs a command line with a text on standard input, which is no terminal.
func piped(t *testing.T, ctx context.Context, env map[string]string, input string,
	args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, err shared
	lookup := func(name string) (string, bool) { value, set := env[name]; return value, set }
	status = run(ctx, args, lookup, stdio{strings.NewReader(input), &out, &err})
	return status, out.String(), err.String()
}

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
	if left, err := os.ReadDir("."); len(left) != 1 || err != nil {
		t.Errorf("there are %v, %v", left, err)
	}
}

// noDotEnv checks that nothing was written.
func noDotEnv(t *testing.T) {
	t.Helper()
	if left, err := os.ReadDir("."); len(left) != 0 || err != nil {
		t.Errorf("there are %v, %v", left, err)
	}
}

func TestSetupKeepsATokenFromAPipe(t *testing.T) {
	t.Chdir(t.TempDir())
	server, env := atDiscord(t, localdiscord.Config{})
	for _, input := range []string{server.Token(), " Bot " + server.Token() + "\r\n"} {
		status, out, said := piped(t, t.Context(), env, input, "setup", "--force")
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
	t.Run("the bot then starts by it", func(t *testing.T) {
		ctx, end := context.WithCancel(t.Context())
		defer end()
		said := &endsAt{text: "msg=ready", end: end}
		lookup := func(name string) (string, bool) { value, set := env[name]; return value, set }
		if status := run(ctx, []string{"run"}, lookup,
			stdio{strings.NewReader(""), &shared{}, said}); status != exitOK ||
			!strings.Contains(said.String(), "msg=ready") {
			t.Errorf("it ends with %d and says %s", status, said)
		}
	})
}

func TestSetupWaitsForTheFirstServer(t *testing.T) {
	t.Chdir(t.TempDir())
	var asked atomic.Int64
	server, env := atDiscord(t, localdiscord.Config{
		Fault: func(r *http.Request) (f localdiscord.Fault) {
			if strings.HasSuffix(r.URL.Path, "/users/@me/guilds") && asked.Add(1) == 1 {
				f.Status, f.Body = 200, "[]"
			}
			return f
		}})
	status, out, said := piped(t, t.Context(), env, server.Token(), "setup", "--no-wait")
	if status != exitOK || said != "" || asked.Load() != 0 ||
		!strings.Contains(out, "type /blackjack on your server.\n") {
		t.Errorf("without waiting it ends with %d and says %s%s", status, out, said)
	}
	status, out, said = piped(t, t.Context(), env, server.Token(), "setup")
	if status != exitOK || said != "" || asked.Load() != 2 ||
		!strings.Contains(out, "Waiting until the bot is on a server.") ||
		!strings.Contains(out, "The bot is on The Card Room.\n") {
		t.Errorf("it ends with %d, asks %d times and says %s%s", status, asked.Load(), out, said)
	}
}

func TestSetupThatIsStoppedWhileItWaitsIsDone(t *testing.T) {
	t.Chdir(t.TempDir())
	ctx, stop := context.WithCancel(t.Context())
	server, env := atDiscord(t, localdiscord.Config{
		Fault: func(r *http.Request) (f localdiscord.Fault) {
			if strings.HasSuffix(r.URL.Path, "/users/@me/guilds") {
				f.Status, f.Body = 200, "[]"
				stop()
			}
			return f
		}})
	status, out, said := piped(t, ctx, env, server.Token(), "setup")
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
		{env, "\n", "there is no token on standard input", 2},
		{away, "right", "there is no answer from Discord at http://127.0.0.1:1/api, so nothing " +
			"was written: check the network and DISCORD_API_URL", 1},
		{failing, "right", "so nothing was written", 1},
		{map[string]string{"DISCORD_API_URL": "ftp://x"}, "right", "DISCORD_API_URL takes", 2},
		{map[string]string{"DISCORD_TOKEN": "x"}, "right", "DISCORD_TOKEN is set in the " +
			"environment, which goes before .env", 2},
		{map[string]string{"DISCORD_TOKEN_FILE": "x"}, "right", "DISCORD_TOKEN_FILE is set in " +
			"the environment, which goes before .env", 2},
	} {
		status, out, said := piped(t, t.Context(), test.env, test.input, "setup", "--no-wait")
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
		"quoted, the other way": {" DISCORD_TOKEN = 'old' \r\nA=1\r\n",
			" DISCORD_TOKEN = new \r\nA=1\r\n"},
		"twice": {"DISCORD_TOKEN=a\nDISCORD_TOKEN: b\n",
			"DISCORD_TOKEN=new\nDISCORD_TOKEN: new\n"},
		"by Windows":    {"\ufeffMAX_BET=5\r\n", "MAX_BET=5\r\nDISCORD_TOKEN=new\n"},
		"another name":  {"MY_DISCORD_TOKEN=a\n", "MY_DISCORD_TOKEN=a\nDISCORD_TOKEN=new\n"},
		"an empty file": {"", "DISCORD_TOKEN=new\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			if err := os.WriteFile(dotEnv, []byte(test.before), 0o644); err != nil {
				t.Fatal(err)
			}
			if err := saveToken("new"); err != nil {
				t.Error(err)
			}
			dotEnvIs(t, test.after)
		})
	}
}

func TestSetupLeavesAFileThatItDoesNotUnderstand(t *testing.T) {
	for name, before := range map[string]string{
		"over two lines": "DISCORD_TOKEN=\"old\nmore\"\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			if err := os.WriteFile(dotEnv, []byte(before), 0o600); err != nil {
				t.Fatal(err)
			}
			err := saveToken("new")
			if err == nil || !strings.Contains(err.Error(), "put it there yourself") {
				t.Error(err)
			}
			dotEnvIs(t, before)
		})
	}
}

func TestSetupWritesThroughALink(t *testing.T) {
	t.Chdir(t.TempDir())
	elsewhere := filepath.Join(t.TempDir(), "settings")
	if err := os.WriteFile(elsewhere, []byte("MAX_BET=5\n"), 0o600); err != nil {
		t.Fatal(err)
	}
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
	if err := os.WriteFile(dotEnv, []byte(before), 0o600); err != nil {
		t.Fatal(err)
	}
	status, _, said := piped(t, t.Context(), env, "new", "setup", "--no-wait")
	if status != exitUsage || !strings.Contains(said, ".env has another token: replace it with "+
		"--force") {
		t.Errorf("it ends with %d and says %s", status, said)
	}
	dotEnvIs(t, before)
	if status, _, said := piped(t, t.Context(), env, "new", "setup", "--no-wait",
		"--force"); status != exitOK {
		t.Errorf("it ends with %d and says %s", status, said)
	}
	dotEnvIs(t, "# mine\nDISCORD_TOKEN=new\n")
	if status, out, said := piped(t, t.Context(), env, "new", "setup",
		"--no-wait"); status != exitOK || !strings.Contains(out, ".env has its token") {
		t.Errorf("with the same it ends with %d and says %s%s", status, out, said)
	}
}

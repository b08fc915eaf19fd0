package main

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"holecard/internal/localdiscord"
)

func TestATokenComesFromAFile(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "token")
	for _, content := range []string{"the.token", " Bot the.token\r\n\n", "\ufeffthe.token\n",
		"\xff\xfet\x00h\x00e\x00.\x00t\x00o\x00k\x00e\x00n\x00"} {
		write(t, folder, "token", content)
		c := config{TokenFile: path}
		if err := c.readToken(t.Context()); err != nil || c.Token != "the.token" {
			t.Errorf("of %q: %q, %v", content, c.Token, err)
		}
	}
	_, env := atDiscord(t, localdiscord.Config{Token: "the.token"})
	env["DISCORD_TOKEN_FILE"], env["DATABASE"] = path, filepath.Join(folder, "x.db")
	_, found := doctored(t, env)
	found["token"].is(t, fine, "Discord takes it.", "")
}

func TestATokenThatAFileDoesNotGiveIsSaid(t *testing.T) {
	folder := t.TempDir()
	file := func(name, content string) string { return write(t, folder, name, content) }
	const secret = "hunter2"
	for _, test := range []struct{ token, path, want string }{
		{secret, file("both", secret), "DISCORD_TOKEN and DISCORD_TOKEN_FILE are both set: " +
			"remove one of them"},
		{"", filepath.Join(folder, "missing"), "missing, which cannot be read (no such file"},
		{"", folder, "which cannot be read (is a directory): let the user that the bot runs as"},
		{"", file("empty", " \n"), "is empty: put the bot's token into it"},
		{"", file("bytes", "hunter2\xff\x00"), "is UTF-16 without its mark: save it as UTF-8"},
		{"", file("two", secret+" "+secret), "holds no bot token: get one from"},
		{"", file("long", strings.Repeat(secret+" ", 1000)), "holds no bot token"},
	} {
		c := config{Token: test.token, TokenFile: test.path, APIURL: "http://127.0.0.1:1/api"}
		err := c.readToken(t.Context())
		if _, usage := errors.AsType[usageError](err); !usage ||
			!strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), secret) {
			t.Errorf("it says %v, want %s", err, test.want)
		}
	}
	// What needs no token does not read the file.
	env := map[string]string{"DISCORD_TOKEN_FILE": folder,
		"DATABASE": filepath.Join(folder, "x.db")}
	if status, _, said := holecard(t, env, "status"); status != exitFailed || said != "" {
		t.Errorf("holecard status ends with %d and says %s", status, said)
	}
}

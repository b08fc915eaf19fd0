package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"holecard/bot/discord"
	"holecard/internal/durable"
	"holecard/internal/localdiscord"
	"holecard/storage"
	"holecard/storage/bolt"
)

// doctored runs holecard doctor and returns its exit status and findings by their checks.
func doctored(t *testing.T, env map[string]string, args ...string) (int, map[string]finding) {
	t.Helper()
	code, out, said := holecard(t, env, append([]string{"doctor", "--json"}, args...)...)
	var answer struct {
		Healthy bool
		Checks  []finding
	}
	if err := json.Unmarshal([]byte(out), &answer); err != nil ||
		answer.Healthy != (code == exitOK) || said != "" {
		t.Fatalf("it ends with %d: %s%s (%v)", code, out, said, err)
	}
	if secret := env["DISCORD_TOKEN"]; secret != "" && strings.Contains(out, secret) {
		t.Errorf("the token is in what it prints: %s", out)
	}
	found := make(map[string]finding)
	for _, f := range answer.Checks {
		if found[f.Check].Status != failed { // of several of a check, one that failed
			found[f.Check] = f
		}
	}
	return code, found
}

// is checks a finding by parts of what it says.
func (f finding) is(t *testing.T, status healthWord, says, do string) {
	t.Helper()
	if f.Status != status || !strings.Contains(f.Says, says) || !strings.Contains(f.Do, do) {
		t.Errorf("%s: %s\nthe finding is %+v, want %s, %q and %q", f.Check, f.Says, f, status,
			says, do)
	}
}

// faults answers the requests whose paths end so.
type faults map[string]localdiscord.Fault

func (f faults) at(r *http.Request) localdiscord.Fault {
	for end, fault := range f {
		if strings.HasSuffix(r.URL.Path, end) {
			return fault
		}
	}
	return localdiscord.Fault{}
}

func json200(format string, args ...any) localdiscord.Fault {
	return localdiscord.Fault{Status: http.StatusOK, Body: fmt.Sprintf(format, args...)}
}

func TestDoctorFindsWhatIsWrongAtDiscord(t *testing.T) {
	s := localdiscord.New(localdiscord.Config{}) // whose ids are the same in every run
	app, guild := s.Application().ID, s.GuildID()
	s.Close()
	answers := func(status int) string {
		server := httptest.NewServer(http.HandlerFunc(
			func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(status) }))
		t.Cleanup(server.Close)
		return server.URL
	}
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	me := func(fields string) faults {
		return faults{"/applications/@me": json200(`{"id":"%v","name":"Holecard"%s}`, app, fields)}
	}
	posts := func(to string) faults {
		return me(fmt.Sprintf(`,"interactions_endpoint_url":%q,"verify_key":"AB"`, to))
	}
	page := func(of localdiscord.ID, id localdiscord.ID, kind int) faults {
		return faults{"/commands/permissions": json200(`[{"id":"%v","permissions":[
			{"id":"%v","type":%d,"permission":false}]}]`, of, id, kind)}
	}
	starts := func(left int) faults {
		return faults{"/gateway/bot": json200(`{"session_start_limit":{"total":1000,
			"remaining":%d,"reset_after":7200000}}`, left)}
	}
	commands := fmt.Sprintf("%v/commands", app)
	busy := localdiscord.Fault{Status: 403}
	for _, test := range []struct {
		name     string
		faults   faults
		set      string // NAME=value
		check    string
		status   healthWord
		says, do string
	}{
		{"no token", nil, "DISCORD_TOKEN=", "token", failed,
			"There is no DISCORD_TOKEN: type holecard setup", ""},
		{"no token either", nil, "DISCORD_TOKEN=", "starts", skipped, "the token", ""},
		{"no possible token", nil, "DISCORD_TOKEN=a b", "token", failed,
			"DISCORD_TOKEN holds no bot token", ""},
		{"a token refused", nil, "DISCORD_TOKEN=other.token", "token", failed,
			"Discord does not take it.", "page Bot at https://discord.com/developers"},
		{"Discord away", nil, "DISCORD_API_URL=http://127.0.0.1:1/api", "token", failed,
			"Discord does not answer at http://127.0.0.1:1/api", "check the network"},
		{"no URL", nil, "DISCORD_API_URL=ftp://x", "clock", failed, "DISCORD_API_URL takes", ""},
		{"an endpoint", posts("https://x.example/i"), "", "endpoint", failed,
			"to https://x.example/i, so this bot hears nothing", "empty the field Interactions"},
		{"no endpoint", me(""), "DISCORD_PUBLIC_KEY=ab", "endpoint", failed,
			"Discord sends what players do to the gateway", "put the address of holecard serve --http"},
		{"another's key", posts("https://x.example/i"), "DISCORD_PUBLIC_KEY=cd", "endpoint", failed,
			"is not the key of this application", "copy the Public Key"},
		{"an endpoint that is gone", posts(gone.URL), "DISCORD_PUBLIC_KEY=ab", "endpoint", failed,
			"Nobody answers at " + gone.URL, "see that holecard serve --http runs"},
		{"an endpoint that is another's", posts(answers(200)), "DISCORD_PUBLIC_KEY=ab", "endpoint",
			failed, "answers HTTP 200", "see that holecard serve --http runs"},
		{"an endpoint that is ours", posts(answers(401)), "DISCORD_PUBLIC_KEY=ab", "endpoint", fine,
			"which refuses what is not signed", ""},
		{"no commands", nil, "", "commands", failed, "None are registered.", "start the bot"},
		{"other commands", faults{commands: json200(
			`[{"id":"7","type":1,"name":"x","description":"x"}]`)}, "", "commands", failed,
			"1 command is registered, but not those of this version", "start the bot"},
		{"commands unsaid", faults{commands: busy}, "", "commands", failed,
			"does not say which are registered", "try again"},
		{"no starts", starts(0), "", "starts", failed,
			"None of 1000 session starts are left; Discord gives new ones in 2 hours", "log"},
		{"few starts", starts(50), "", "starts", noted, "Only 50 of 1000", "log"},
		{"no server", faults{"/users/@me/guilds": json200(`[]`)}, "", "servers", failed,
			"The bot is on no server.", "open https://discord.com/oauth2/authorize?"},
		{"servers unsaid", faults{"/users/@me/guilds": busy}, "", "servers", failed,
			"does not say which there are", "try again"},
		{"a server unsaid", faults{"/channels": busy}, "", "servers", noted,
			"Discord does not say all about it", "try again"},
		{"no scope", faults{fmt.Sprintf("%v/commands", guild): {Status: 403,
			Body: `{"code":50001}`}}, "", "servers", failed,
			"The Card Room: the bot is not there, or was added without its commands", "open https"},
		{"off", page(app, guild, 1), "", "servers", failed,
			"The Card Room: the commands are off for everyone", "Server Settings, Integrations"},
		{"off in channels", page(app, guild-1, 3), "", "servers", failed,
			"the commands are off in all channels", "Server Settings, Integrations"},
		{"no role", faults{fmt.Sprintf("/guilds/%v", guild): json200(
			`{"roles":[{"id":"%v","permissions":"0"}]}`, guild)}, "", "servers", failed,
			"no role may use commands", "give @everyone the permission"},
		{"a name that clears the screen", faults{fmt.Sprintf("/guilds/%v", guild): json200(
			`{"name":"a\u001b[2Jb"}`)}, "", "servers", noted,
			"a[2Jb: /table opens in none of the 2 text channels", "give the bot's role"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			_, env := atDiscord(t, localdiscord.Config{Token: "the.token", Fault: test.faults.at})
			env["DISCORD_TOKEN"] = "the.token"
			name, value, _ := strings.Cut(test.set, "=")
			env[name] = value
			code, found := doctored(t, env)
			found[test.check].is(t, test.status, test.says, test.do)
			if test.status == failed && code != exitFailed {
				t.Errorf("it ends with %d", code)
			}
		})
	}
}

func TestDoctorLooksAtOneServerOrAtTheFirst(t *testing.T) {
	s := localdiscord.New(localdiscord.Config{})
	guild := s.GuildID()
	s.Close()
	list := make([]string, mostServers+1)
	for i := range list {
		list[i] = fmt.Sprintf(`{"id":"%v","name":"S"}`, guild)
	}
	_, env := atDiscord(t, localdiscord.Config{Token: "the.token", Fault: faults{
		"/users/@me/guilds": json200("[%s]", strings.Join(list, ","))}.at})
	env["DISCORD_TOKEN"], env["DATABASE"] = "the.token", filepath.Join(t.TempDir(), "x.db")
	_, found := doctored(t, env)
	found["servers"].is(t, noted, "Only 10 servers were looked at.", "holecard doctor --server ID")
	_, found = doctored(t, env, "--server", guild.String())
	found["servers"].is(t, fine, "The Card Room: everyone can play", "")
	_, found = doctored(t, env, "--server", "7")
	found["servers"].is(t, failed, "7: the bot is not there", "open https://discord.com")
}

func TestDoctorSaysWhereNotEverythingWorks(t *testing.T) {
	d := &doctor{}
	s := discord.ServerFacts{Server: discord.Server{Name: "S"}, Channels: 3, Closed: []string{"a"}}
	d.judge(s)[0].is(t, fine, "S: everyone can play. /table opens in 2 of 3 text channels.", "")
	s.Off = []string{"daily", "give"}
	d.judge(s)[0].is(t, noted, "S: off for everyone are /daily, /give.", "Integrations")
}

func TestDoctorSeesAClockThatIsWrong(t *testing.T) {
	_, env := atDiscord(t, localdiscord.Config{})
	is := func(off time.Duration, status healthWord, says, do string) {
		t.Helper()
		d := doctor{config: config{APIURL: env["DISCORD_API_URL"]},
			now: func() time.Time { return time.Now().Add(off) }}
		d.clock(t.Context())[0].is(t, status, says, do)
	}
	is(time.Minute, failed, "ahead of Discord's", "NTP")
	is(-time.Minute, failed, "behind Discord's", "NTP")
	is(-2*time.Second, fine, "agrees", "")
}

func TestDoctorSeesWhatIsWrongWithSettings(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, ".", dotEnv, "MAX_BETS=5\n")
	_, found := doctored(t, map[string]string{"DISCORD_API_URL": "http://127.0.0.1:1/api"})
	found["settings"].is(t, noted, "do you mean MAX_BET?", "correct or remove the line")
	if err := os.Chmod(dotEnv, 0o644); err != nil || runtime.GOOS == "windows" {
		t.Skip(err)
	}
	d := doctor{}
	d.settings(t.Context())[0].is(t, noted, "Other users of this machine can read .env",
		"chmod 600 .env")
}

func TestDoctorSeesWhatIsWrongWithTheDatabase(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	path := filepath.Join(folder, "holecard.db")
	d := &doctor{config: config{Database: path, BackupEvery: 24 * time.Hour}, now: time.Now}
	d.file(t.Context())[0].is(t, noted, "There is none at "+path+" yet.", "start the bot")
	d.bot(t.Context())[0].is(t, noted, "None runs on "+path, "start it")
	d.backups(t.Context())[0].is(t, noted, "There is none in", "")

	store, err := bolt.Open(t.Context(), path, bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	d.file(t.Context())[0].is(t, failed, "The database is in use by another process",
		"stop that process")
	err = store.Update(t.Context(), 0, func(tx storage.Tx) error {
		return storage.EmojisOf.Save(tx, storage.Emojis{Application: "1"})
	})
	whole, errRead := os.ReadFile(path) // as a crash would leave it
	if err = errors.Join(err, errRead, store.Close()); err != nil {
		t.Fatal(err)
	}
	d.file(t.Context())[0].is(t, fine, "It is not in use, and was audited now: every chip", "")
	of := func(content []byte, status healthWord, says string) {
		t.Helper()
		d.Database = write(t, t.TempDir(), "x.db", string(content))
		d.file(t.Context())[0].is(t, status, says, "")
	}
	of(whole, fine, "It is not in use, and was audited now: every chip")
	of([]byte("This is no database."), failed, "this is not a holecard database")
	of(whole[:len(whole)/2], failed, "the database is damaged")

	d.audited(storage.Audit{Problems: []string{"A chip is missing.", "Another."}}, nil, "")[0].is(t,
		failed, "NOT ok, 2 problems, first: A chip is missing.", "restore a backup")
	d.audited(storage.Audit{}, context.DeadlineExceeded, "")[0].is(t, noted,
		"does not end within 2 minutes", "holecard audit")
	d.audited(storage.Audit{}, errNoAnswer, "")[0].is(t, failed, "It cannot be audited",
		"stop and start the bot")

	_, found := doctored(t, map[string]string{"DATABASE": inMemory,
		"DISCORD_API_URL": "http://127.0.0.1:1/api"})
	found["database"].is(t, noted, "so nothing is kept", "set it to a file")
	_, found = doctored(t, map[string]string{"DATABASE": "~/x.db",
		"DISCORD_API_URL": "http://127.0.0.1:1/api"})
	found["database"].is(t, failed, "only a shell turns ~", "")
}

func TestDoctorSeesABotThatDoesNotAnswer(t *testing.T) {
	path := filepath.Join(shortTemp(t), "holecard.db")
	listener, err := listenBeside(socketOf(path))
	if err != nil {
		t.Fatal(err)
	}
	hangsUp := func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }
	defer answerOn(listener, http.HandlerFunc(hangsUp), slog.New(slog.DiscardHandler))()
	d := &doctor{config: config{Database: path}}
	d.bot(t.Context())[0].is(t, failed, "It does not say how it is", "stop and start it")
}

func TestDoctorSeesADiskWithoutRoom(t *testing.T) {
	path := filepath.Join(t.TempDir(), "holecard.db")
	d := &doctor{config: config{Database: path}}
	if _, _, err := durable.Room(filepath.Dir(path)); err != nil {
		t.Skip(err)
	}
	d.disk(t.Context())[0].is(t, fine, "MB are left in "+filepath.Dir(path), "")
	d.Database = filepath.Join(filepath.Dir(path), "no", "folder", "x.db")
	d.disk(t.Context())[0].is(t, fine, "MB are left in "+filepath.Dir(path), "")
	d.Database = path
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if err := file.Truncate(8 << 40); err != nil { // without a byte on the disk
		t.Skip(err)
	}
	d.disk(t.Context())[0].is(t, failed, "and a backup takes 8,796,094 MB.", "make room")
}

func TestDoctorSeesBackupsThatAreNotMade(t *testing.T) {
	folder := t.TempDir()
	now := time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)
	d := &doctor{now: func() time.Time { return now },
		config: config{Database: filepath.Join(folder, "x.db")}}
	is := func(running time.Duration, word healthWord, says, do string) {
		t.Helper()
		if d.running = nil; running > 0 {
			d.running = &status{Since: now.Add(-running)}
		}
		d.backups(t.Context())[0].is(t, word, says, do)
	}
	is(0, noted, "None are made automatically.", "BACKUP_EVERY")
	d.BackupEvery = 24 * time.Hour
	is(time.Hour, failed, "There is none in", "log")
	is(time.Minute, noted, "There is none in", "")
	folder = filepath.Join(folder, "backups")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	made := d.database().backups().prefix
	old := write(t, folder, made+"20260308T120000Z.db", "")
	is(time.Hour, failed, "The last is 2 days old, and one is due every 24 hours.", "log")
	is(0, fine, "The last is 2 days old, of 1 in", "")
	write(t, folder, made+"20260310T090000Z.db", "")
	is(time.Hour, fine, "The last is 3 hours old, of 2 in", "")
	d.Database = filepath.Join(old, "y.db")
	is(time.Hour, failed, "Look for the backups", "read that folder")
}

// On a server the bots share the mark of their newest backup: doctor says when that is older than
// twice its interval, and what to do.
func TestDoctorSeesTheAgeOfTheMarkThatBackupsOfAServerShare_long(t *testing.T) {
	url := postgres15.Database(t)
	now := time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)
	k := exporting(t, url, func() time.Time { return now })
	d := &doctor{config: config{Database: url}, now: func() time.Time { return now }}
	d.exports(t.Context())[0].is(t, noted, "None are made automatically.", "holecard export FILE")
	d.BackupEvery = time.Hour
	d.exports(t.Context())[0].is(t, noted, "There is none yet", "")
	if err := k.takeTurn(t.Context()); err != nil {
		t.Fatal(err)
	}
	now = now.Add(2 * time.Hour)
	d.exports(t.Context())[0].is(t, fine, "The last is 2 hours old.", "")
	now = now.Add(time.Second)
	d.exports(t.Context())[0].is(t, noted, "The last is 2 hours old, and no bot runs", "start")
	ago := func(long time.Duration) *time.Time { at := now.Add(-long); return &at }
	d.exported(ago(3*time.Hour), true)[0].is(t, failed,
		"The last is 3 hours old, and one is due every 60 minutes.", "make one by holecard export FILE")
	d.exported(ago(-time.Hour), true)[0].is(t, fine, "The last is 0 seconds old.", "")
}

func TestNoCheckCanHang(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begun, forever := time.Now(), make(chan struct{})
		found := together(t.Context(), []check{
			{"deaf", checkTime, func(context.Context) []finding { <-forever; return nil }},
			{"slow", checkTime, func(ctx context.Context) []finding {
				<-ctx.Done()
				return fail("wait", "%v", ctx.Err())
			}},
			{"quick", checkTime, func(context.Context) []finding { return ok("well") }},
		})
		close(forever)
		want := []finding{
			{"deaf", failed, "There was no answer for 15 seconds.",
				"try again; if it lasts, look at the network and the disk"},
			{"slow", failed, "context deadline exceeded", "wait"}, {"quick", fine, "well", ""}}
		if took := time.Since(begun); !slices.Equal(found, want) || took != checkTime+graceTime {
			t.Errorf("after %v: %+v", took, found)
		}
	})
}

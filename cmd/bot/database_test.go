package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// saysOfPath runs each command that opens a database, and compares what it says.
func saysOfPath(t *testing.T, path string, status int, said map[string]string) {
	t.Helper()
	copied := filepath.Join(t.TempDir(), "copy.db")
	for _, args := range [][]string{{"run"}, {"audit"}, {"backup", copied},
		{"playground", "--listen", "127.0.0.1:0", "--data", path}} {
		want, ok := said[args[0]]
		if !ok {
			want = said["others"]
		}
		got, out, text := inFolder(t, map[string]string{"DISCORD_TOKEN": "token", "DATABASE": path},
			args...)
		if got != status || out != "" || text != "holecard: "+want+"\n" {
			t.Errorf("holecard %s at %s ends with %d, prints %q and says\n%swant\n%s", args[0], path,
				got, out, text, want)
		}
	}
}

// settings returns a sentence as each command says it, with the name of what sets the path.
func settings(says string) map[string]string {
	return map[string]string{"playground": fmt.Sprintf(says, "--data"),
		"others": fmt.Sprintf(says, "DATABASE")}
}

func TestAFolderIsNoDatabaseButNotDamaged(t *testing.T) {
	folder := t.TempDir()
	is := folder + " is a folder, and everything is kept in one file: set %s to a file, such as " +
		filepath.Join(folder, "holecard.db")
	saysOfPath(t, folder, exitUsage, settings(is))
}

func TestAPathThroughAFileIsNoPlaceForADatabase(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(file, "holecard.db")
	not := "the path " + path + " leads through a file that is not a folder: set %s to another path"
	saysOfPath(t, path, exitUsage, settings(not))
}

func TestWhatToDoAboutADatabaseIsSaid(t *testing.T) {
	d := database{"/srv/bot/holecard.db", "DATABASE"}
	for errno, want := range map[syscall.Errno]string{
		syscall.EROFS: "the database /srv/bot/holecard.db cannot be opened or made (" +
			syscall.EROFS.Error() + "): " +
			"let the user that this runs as write that file and its folder, or set DATABASE to a " +
			"file elsewhere",
		syscall.EACCES: "the database /srv/bot/holecard.db cannot be opened or made (" +
			syscall.EACCES.Error() + "): " +
			"let the user that this runs as write that file and its folder, or set DATABASE to a " +
			"file elsewhere",
		syscall.ENOTDIR: "the path /srv/bot/holecard.db leads through a file that is not a " +
			"folder: set DATABASE to another path",
	} {
		err := fmt.Errorf("make the database: %w",
			&fs.PathError{Op: "open", Path: "/srv/bot/.holecard.db.123.new", Err: errno})
		if got := d.explain(err); got.Error() != want || strings.Contains(got.Error(), ".new") {
			t.Errorf("of %v it says\n%v\nwant\n%s", errno, got, want)
		}
	}
	if err := fmt.Errorf("other: %w", syscall.EIO); d.explain(err) != err || d.explain(nil) != nil {
		t.Error("another error is changed")
	}
}

func TestAPathThatOnlyAShellUnderstandsIsRefused(t *testing.T) {
	t.Chdir(t.TempDir())
	for path, whole := range map[string]string{"~/holecard.db": "holecard.db",
		"~ada/data/holecard.db": "data/holecard.db"} {
		user, _, _ := strings.Cut(path, "/")
		want := "holecard: DATABASE is " + path +
			", and only a shell turns ~ into your home folder: write the whole path, such as " +
			"/home/you/" + whole +
			" (or ./" + path + " for a folder that is called " + user + ")\n"
		for _, args := range [][]string{{"run"}, {"audit"}, {"backup", "copy.db"}} {
			status, _, said := inFolder(t, map[string]string{"DISCORD_TOKEN": "token",
				"DATABASE": path}, args...)
			if status != exitUsage || said != want {
				t.Errorf("holecard %s ends with %d and says\n%swant\n%s", args[0], status, said, want)
			}
		}
	}
	if left := names(t, "."); len(left) > 0 {
		t.Errorf("it makes %q", left)
	}
}

// Where it is almost the address of a server, or almost memory:, a file of that name is not
// what was meant.
func TestAnAddressThatIsAlmostRightIsNoFile(t *testing.T) {
	t.Chdir(t.TempDir())
	const server = "postgres://USER:PASSWORD@HOST:5432/NAME"
	for path, says := range map[string]string{
		"host=db dbname=holecard":       server,
		"dbname=holecard":               server,
		"service = holecard":            server,
		"Host=db;Database=holecard":     server,
		"jdbc:postgresql://db/holecard": server,
		"localhost:5432/holecard":       server,
		"postgres:holecard":             server,
		"sqlite:holecard.db":            server,
		"file:holecard.db":              server,
		" ":                             "with spaces at its end",
		"holecard.db ":                  "with spaces at its end",
		"memory":                        "write memory: for one that is gone when the bot ends",
		":memory:":                      "write memory: for",
		"Memory:":                       "write memory: for",
		"file::memory:?cache=shared":    "write memory: for",
	} {
		for _, args := range [][]string{{"run"}, {"audit"}, {"backup", "copy.db"}} {
			status, _, said := inFolder(t, map[string]string{"DISCORD_TOKEN": "x.y.z",
				"DATABASE": path, "DISCORD_API_URL": "http://127.0.0.1:1"}, args...)
			if status != exitUsage || !strings.Contains(said, says) {
				t.Errorf("holecard %s with DATABASE=%s ends with %d and says\n%swant\n%s", args[0], path,
					status, said, says)
			}
		}
	}
	if left := names(t, "."); len(left) > 0 {
		t.Errorf("it makes %q", left)
	}
}

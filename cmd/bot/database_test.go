package main

import (
	"path/filepath"
	"testing"
)

// cannotBe has each command that opens a database refuse one at a path, in one line.
func cannotBe(t *testing.T, path string, status int, says string) {
	t.Helper()
	env := map[string]string{"DISCORD_TOKEN": "x.y.z", "DATABASE": path,
		"DISCORD_API_URL": "http://127.0.0.1:1"}
	copied := filepath.Join(t.TempDir(), "copy.db")
	for _, args := range [][]string{{"run"}, {"audit"}, {"backup", copied}} {
		fails(t, env, status, says, args...)
	}
}

func TestAPathThatIsNoPlaceForADatabaseIsNotTakenForADamagedOne(t *testing.T) {
	folder := t.TempDir()
	cannotBe(t, folder, exitUsage, folder+" is a folder, and everything is kept in one file: set "+
		"DATABASE to a file, such as "+filepath.Join(folder, "holecard.db"))
	through := filepath.Join(write(t, folder, "file", ""), "holecard.db")
	cannotBe(t, through, exitUsage, "the path "+through+" leads through a file that is not a "+
		"folder: set DATABASE to another path")
	fails(t, nil, exitUsage, "set --data to another path", "playground", "--listen", "127.0.0.1:0",
		"--data", through)
}

// Where it is almost the address of a server, or almost memory:, or a path that only a shell
// understands, a file of that name is not what was meant.
func TestADatabaseThatCannotBeMeantIsRefusedAndNotMade(t *testing.T) {
	t.Chdir(t.TempDir())
	const server = "postgres://USER:PASSWORD@HOST:5432/NAME"
	for path, says := range map[string]string{
		"~/holecard.db": "DATABASE is ~/holecard.db, and only a shell turns ~ into your home " +
			"folder: write the whole path, such as /home/you/holecard.db (or ./~/holecard.db for " +
			"a folder that is called ~)",
		"~ada/data/holecard.db":         "such as /home/you/data/holecard.db (or ./~ada/",
		"host=db dbname=holecard":       server,
		"service = holecard":            server,
		"Host=db;Database=holecard":     server,
		"jdbc:postgresql://db/holecard": server,
		"localhost:5432/holecard":       server,
		"postgres:holecard":             server,
		"file:holecard.db":              server,
		"holecard.db ":                  "with spaces at its end",
		":memory:":                      "write memory: for one that is gone when the bot ends",
		"Memory:":                       "write memory: for",
		"file::memory:?cache=shared":    "write memory: for",
	} {
		cannotBe(t, path, exitUsage, says)
	}
	if left := names(t, "."); len(left) > 0 {
		t.Errorf("it makes %q", left)
	}
}

func TestPathsAreNoAddressesOfServers(t *testing.T) {
	for _, path := range []string{"data/holecard.db", "/var/lib/hole@card/a:b.db",
		"C:\\data\\holecard.db", "./user:me@here/x.db", "/srv/host=db/x.db"} {
		if databaseServer.MatchString(path) {
			t.Errorf("%s is taken for the address of a server", path)
		}
	}
}

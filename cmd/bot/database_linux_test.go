package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
)

// readOnly returns a folder in which nobody can make a file, with a database in
// it that cannot be written. Root could: until the test ends, what it does with
// files it does as somebody else.
func readOnly(t *testing.T) (folder string) {
	folder = t.TempDir()
	made := database{filepath.Join(folder, "there.db"), "DATABASE"}
	store, err := made.open(t.Context(), config{LogFormat: "text"}.logger(t.Output()))
	if err != nil {
		t.Fatal(err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	for path, mode := range map[string]os.FileMode{made.path: 0o444, folder: 0o555,
		filepath.Dir(folder): 0o755} {
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { os.Chmod(folder, 0o755) })
	if os.Getuid() == 0 {
		const nobody = 65534
		runtime.LockOSThread()
		syscall.Setfsuid(nobody)
		t.Cleanup(func() {
			syscall.Setfsuid(0)
			runtime.UnlockOSThread()
		})
	}
	return folder
}

func TestAFolderThatIsReadOnlyIsSaidToBe(t *testing.T) {
	folder := readOnly(t)
	env := map[string]string{"DISCORD_TOKEN": "token"}
	for _, name := range []string{"new.db", "there.db", "sub/new.db"} {
		env["DATABASE"] = filepath.Join(folder, filepath.FromSlash(name))
		fails(t, env, exitFailed, fmt.Sprintf("the database %s cannot be opened or made (permission "+
			"denied): let the user that this runs as write that file and its folder, or set "+
			"DATABASE to a file elsewhere", env["DATABASE"]), "run")
	}
	env["DATABASE"] = filepath.Join(folder, "there.db")
	fails(t, env, exitFailed, "no file can be made in the folder "+folder+": permission denied",
		"backup", filepath.Join(folder, "copy.db"))
}

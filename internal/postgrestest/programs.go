package postgrestest

import (
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// programs are PostgreSQL's, and who runs them.
type programs struct {
	at   string // the folder that has them
	user *user.User
}

// find finds what runs PostgreSQL here, or skips the test and says why.
func find(t testing.TB) programs {
	t.Helper()
	p, err := look()
	if err == nil {
		return p
	}
	if _, ci := os.LookupEnv("CI"); ci {
		t.Fatal(err)
	}
	t.Skip("SKIPPED: ", err)
	return p
}

func look() (programs, error) {
	const at = "/usr/lib/postgresql/15/bin"
	if _, err := os.Stat(filepath.Join(at, "initdb")); err != nil {
		return programs{}, fmt.Errorf("this test runs PostgreSQL 15: "+
			"install Debian's postgresql-15: %w", err)
	}
	as, err := user.Current()
	if err == nil && as.Uid == "0" { // as which PostgreSQL does not run
		as, err = user.Lookup("postgres")
	}
	return programs{at, as}, err
}

// newFolder makes a folder of the user's.
func (p programs) newFolder() (string, error) {
	folder, err := os.MkdirTemp("", "holecard-postgres-")
	if err != nil {
		return "", err
	}
	if os.Geteuid() != 0 {
		return folder, nil
	}
	uid, _ := strconv.Atoi(p.user.Uid)
	gid, _ := strconv.Atoi(p.user.Gid)
	return folder, os.Chown(folder, uid, gid)
}

// command returns a command of the user's in one of the user's folders.
func (p programs) command(in, name string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(p.at, name), args...)
	cmd.Dir = in
	cmd.Env = []string{"PATH=" + p.at + ":/usr/bin:/bin", "HOME=" + in, "LC_ALL=C.UTF-8"}
	as(cmd, p.user)
	return cmd
}

// output runs a program to its end and returns what it says.
func (p programs) output(in, name string, args ...string) (string, error) {
	out, err := p.command(in, name, args...).CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(string(out)), nil
}

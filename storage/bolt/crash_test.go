package bolt

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"testing"

	"go.etcd.io/bbolt"

	"holecard/storage"
)

// A process that says each posting it was told is kept is killed in the middle
// of its work. It is this test's binary, told to do so by its environment.
func TestKilledProcessHasKeptAllItWasToldIsKept(t *testing.T) {
	const variable = "HOLECARD_TEST_KILLED"
	if path := os.Getenv(variable); path != "" {
		postForEver(t, path)
	}
	path := newPath(t)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	told := 0
	for range 3 {
		cmd := exec.Command(self, "-test.run=^"+t.Name()+"$")
		cmd.Env = append(os.Environ(), variable+"="+path)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		for n := 0; n < 40 && lines.Scan(); n++ {
			if told, err = strconv.Atoi(lines.Text()); err != nil {
				t.Errorf("the process says %q", lines.Text())
			}
		}
		cmd.Process.Kill()
		cmd.Wait()

		s := openAt(t, path)
		a, err := s.Audit(context.Background())
		if err != nil || !a.OK || a.Postings < told {
			t.Fatalf("%d postings were told: %+v, %v", told, a, err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if told < 3*40 {
		t.Errorf("only %d postings were told", told)
	}
}

// postForEver posts, and prints how many postings are kept after each.
func postForEver(t *testing.T, path string) {
	s := openAt(t, path)
	player := storage.Player{Guild: 7, User: 1}
	var n uint64
	s.db.View(func(tx *bbolt.Tx) error {
		n = uint64(journalOf(tx).Stats().KeyN)
		return nil
	})
	for {
		n++
		update(t, s, func(tx storage.Tx) error {
			err := tx.Post(storage.Posting{Key: fmt.Sprint(n), From: storage.MintOf(7),
				To:    storage.WalletOf(player),
				Chips: 1, Reason: storage.DailyChips, At: noon})
			if err != nil {
				return err
			}
			return storage.Profiles.Save(tx, storage.Profile{Player: player,
				LastBet: storage.Chips(n)})
		})
		fmt.Println(n)
	}
}

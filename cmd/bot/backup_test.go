package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"holecard/blackjack"
	"holecard/blackjack/fair"
	"holecard/bot/figures"
	"holecard/bot/guild"
	"holecard/bot/interact"
	"holecard/bot/round"
	"holecard/bot/wallet"
	"holecard/storage"
	"holecard/storage/bolt"
)

// load plays hands of so many players on a store until stop is called. play waits until some steps
// of hands more are made.
func load(t *testing.T, store storage.Store, players int) (play func(steps int), stop func()) {
	t.Helper()
	rounds := round.New(wallet.New(guild.New(&interact.Desk{Store: store, Now: time.Now},
		guild.Config{StartingChips: 1_000_000, DailyChips: 50, MaxBet: 1000})),
		round.Config{Seed: interact.NewSeed, Shuffle: fair.Inputs.Cards,
			Basic: figures.New().Basic, Edge: figures.New().Edge})
	ctx, cancel := context.WithCancel(context.Background())
	var group sync.WaitGroup
	taken := make(chan struct{})
	for i := range players {
		group.Go(func() {
			v := interact.By{Player: storage.Player{Guild: 7, User: storage.UserID(i + 1)},
				Name: fmt.Sprint("player ", i)}
			for n := 0; ctx.Err() == nil; n++ {
				v.ID = 1<<60 + storage.InteractionID(n<<8+i)
				h, err := rounds.Start(context.Background(), v, round.Deal{Bet: 10})
				if err == nil && h.Open && rand.N(4) > 0 { // else left open: shown again
					a := blackjack.Stand
					if !h.Legal().Has(a) {
						a = blackjack.Decline
					}
					n++
					v.ID = 1<<60 + storage.InteractionID(n<<8+i)
					_, err = rounds.Act(context.Background(), v, h.ID, h.Version, a)
				}
				if err != nil {
					t.Errorf("player %d: %v", i, err)
					return
				}
				select {
				case taken <- struct{}{}:
				case <-ctx.Done():
				default:
				}
			}
		})
	}
	play = func(steps int) {
		t.Helper()
		for range steps {
			select {
			case <-taken:
			case <-time.After(time.Minute):
				t.Fatal("nobody plays")
			}
		}
	}
	return play, func() {
		cancel()
		group.Wait()
	}
}

func TestBackupsUnderLoadAreRestoredWhole_long(t *testing.T) {
	store, path := openTemp(t)
	stopServing := socketServer{backup: store.Backup, log: slog.New(slog.DiscardHandler)}.serve(path)
	play, stop := load(t, store, 8)
	const backups = 20
	folder, postings := t.TempDir(), 0
	for n := range backups {
		play(50) // at least, since the backup before
		file := filepath.Join(folder, fmt.Sprint(n, ".db"))
		status, said, complaint := holecard(t, map[string]string{"DATABASE": path}, "backup", file)
		if status != exitOK || !strings.HasSuffix(said, "postings; audited: ok\n") {
			t.Fatalf("backup %d ends with %d: %s%s", n, status, said, complaint)
		}
	}
	stop()
	stopServing()
	for n := range backups {
		postings = restores(t, filepath.Join(folder, fmt.Sprint(n, ".db")), postings)
	}
	if postings < 10*backups {
		t.Errorf("only %d postings in %d backups: this tries nothing", postings, backups)
	}
	t.Logf("the last of %d backups has %d postings", backups, postings)
}

// restores puts a backup into the place of a database, audits it, and lets
// somebody play on. It returns how many postings there are, at least so many.
func restores(t *testing.T, backup string, atLeast int) int {
	t.Helper()
	path := filepath.Join(t.TempDir(), "holecard.db")
	data, err := os.ReadFile(backup)
	if err == nil {
		err = os.WriteFile(path, data, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	status, said, complaint := holecard(t, map[string]string{"DATABASE": path}, "audit")
	if status != exitOK {
		t.Fatalf("the audit of %s ends with %d: %s%s", backup, status, said, complaint)
	}
	store, err := bolt.Open(t.Context(), path, bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	before, err := store.Audit(t.Context())
	if err != nil || !before.OK || before.Postings < atLeast {
		t.Fatalf("%s: %+v, %v, after one with %d postings", backup, before, err, atLeast)
	}
	err = store.Update(t.Context(), 7, func(tx storage.Tx) error {
		return tx.Post(storage.Posting{Key: "on it goes", From: storage.MintOf(7),
			To:    storage.WalletOf(storage.Player{Guild: 7, User: 1}),
			Chips: 1, Reason: storage.DailyChips, At: time.Now()})
	})
	if after, errAudit := store.Audit(t.Context()); err != nil || errAudit != nil || !after.OK ||
		after.Postings != before.Postings+1 {
		t.Fatalf("%s, played on: %+v, %v, %v", backup, after, err, errAudit)
	}
	return before.Postings
}

// failing is a store that fails in the middle of a copy.
type failing struct{ after int }

func (f failing) Backup(_ context.Context, w io.Writer) error {
	var err error
	if f.after > 0 {
		_, err = w.Write(make([]byte, f.after))
	}
	return errors.Join(err, errors.New("the disk has a hole"))
}

func TestAnUnfinishedCopyIsNotKept(t *testing.T) {
	t.Parallel()
	store, path := openTemp(t)
	var whole bytes.Buffer
	if err := store.Backup(t.Context(), &whole); err != nil {
		t.Fatal(err)
	}
	sends := func(format string, values ...any) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			conn, _, err := http.NewResponseController(w).Hijack()
			if err == nil {
				fmt.Fprintf(conn, format, values...)
				conn.Close()
			}
		}
	}
	fails := func(after int) http.HandlerFunc {
		return socketServer{log: slog.New(slog.DiscardHandler)}.sends(failing{after}.Backup)
	}
	const head = "HTTP/1.1 200 OK\r\nTrailer: " + failedTrailer +
		"\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n"
	half := whole.Bytes()[:whole.Len()/2]
	for _, f := range []struct {
		fact  string
		sends http.HandlerFunc
		says  string
	}{
		{"the bot's disk fails", fails(1 << 20), "cannot make the copy: the disk has a hole"},
		{"the bot cannot begin", fails(0), "cannot do it: the disk has a hole"},
		{"the bot is killed", sends(head, whole.Len(), &whole), "cut off"},
		{"a part is missing", sends(head+"0\r\n\r\n", len(half), half), "damaged"},
		{"it is another program", sends("HTTP/1.1 200 OK\r\n\r\n"), "another version"},
		{"it says nothing", sends(""), "does not answer"},
	} {
		listener, err := listenBeside(socketOf(path))
		if err != nil {
			t.Fatal(err)
		}
		before := names(t, filepath.Dir(path))
		hangUp := answerOn(listener, f.sends, slog.New(slog.DiscardHandler))
		status, out, said := holecard(t, map[string]string{"DATABASE": path}, "backup",
			path+".copy")
		if left := names(t, filepath.Dir(path)); status != exitFailed || out != "" ||
			!strings.Contains(said, f.says) || !slices.Equal(left, before) {
			t.Errorf("when %s, it ends with %d, prints %q, says %q and leaves %q", f.fact, status, out,
				said, left)
		}
		hangUp()
	}
}

// once is a listener of one connection.
type once struct{ conns chan net.Conn }

func (l once) Accept() (net.Conn, error) {
	if conn, ok := <-l.conns; ok {
		return conn, nil
	}
	return nil, net.ErrClosed
}

func (l once) Close() error   { return nil }
func (l once) Addr() net.Addr { return &net.UnixAddr{} }

func TestNobodyHoldsUpACopy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		here, there := net.Pipe()
		l := once{make(chan net.Conn, 1)}
		l.conns <- here
		stop := socketServer{backup: failing{1 << 20}.Backup, log: slog.New(slog.DiscardHandler)}.serveOn(l)
		io.WriteString(there, "GET /backup HTTP/1.1\r\nHost: bot\r\nConnection: close\r\n\r\n")
		bufio.NewReader(there).ReadString('\n') // the first line, and no more
		time.Sleep(10 * stuckTime)
		synctest.Wait()
		if _, err := there.Write([]byte("x")); err == nil {
			t.Error("it is not hung up")
		}
		there.Close()
		close(l.conns)
		stop()
	})
}

func TestTheSocketIsItsOwnersAndReplacesWhatACrashLeft(t *testing.T) {
	store, path := openTemp(t)
	var log bytes.Buffer
	for range 2 {
		left, err := listenBeside(socketOf(path))
		if err != nil {
			t.Fatal(err)
		}
		left = left.(besideListener).UnixListener // as after a crash
		left.Close()
		stop := socketServer{backup: store.Backup,
			log: slog.New(slog.NewTextHandler(&log, nil))}.serve(path)
		info, err := os.Lstat(socketOf(path))
		if err != nil || info.Mode() != fs0600Socket {
			t.Errorf("the socket is %v, %v", info, err)
		}
		var copied bytes.Buffer
		err = askBot(t.Context(), socketOf(path), backupPath, &copied)
		if n := copied.Len(); err != nil || n == 0 {
			t.Errorf("%d bytes, %v", n, err)
		}
		stop()
		if _, err := os.Lstat(socketOf(path)); err == nil {
			t.Error("the socket is left")
		}
	}
	if strings.Contains(log.String(), "ERROR") {
		t.Error(log.String())
	}
}

const fs0600Socket = os.ModeSocket | 0o600

func TestABotThatCannotServeBackupsSaysSoAndGoesOn(t *testing.T) {
	t.Parallel()
	store, path := openTemp(t)
	if err := os.WriteFile(socketOf(path), []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	for database, want := range map[string]string{
		path:                              "move it away",
		path + strings.Repeat("long", 30): "set DATABASE to a file with a shorter name",
	} {
		var log bytes.Buffer
		socketServer{backup: store.Backup, log: slog.New(slog.NewTextHandler(&log, nil))}.serve(database)()
		if !strings.Contains(log.String(), "level=ERROR") || !strings.Contains(log.String(), want) {
			t.Errorf("the log says\n%s, without %q", &log, want)
		}
	}
	if mine, err := os.ReadFile(socketOf(path)); string(mine) != "mine" {
		t.Errorf("what was there is now %q, %v", mine, err)
	}
	_, _, said := holecard(t, map[string]string{"DATABASE": path}, "backup", path+".copy")
	if !strings.Contains(said, "ask the running bot") &&
		!strings.Contains(said, "nobody answers at "+socketOf(path)) {
		t.Errorf("holecard backup says %s", said)
	}
}

func TestABackupOfADatabaseThatDoesNotAddUpIsNotKept(t *testing.T) {
	store, path := openTemp(t)
	if err := store.Update(t.Context(), 7, func(tx storage.Tx) error {
		// there is no such hand
		return storage.Profiles.Save(tx, storage.Profile{OpenHand: 99,
			Player: storage.Player{Guild: 7, User: 1}})
	}); err != nil {
		t.Fatal(err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	status, _, said := holecard(t, map[string]string{"DATABASE": path}, "backup", path+".copy")
	if status != exitFailed || !strings.Contains(said,
		"the backup is not kept: its audit is NOT ok") {
		t.Errorf("it ends with %d and says %s", status, said)
	}
	if _, err := os.Stat(path + ".copy"); err == nil {
		t.Error("the backup is kept")
	}
}

func TestAFileThatAppearsMeanwhileStays(t *testing.T) {
	store, path := openTemp(t)
	file := path + ".copy"
	write := func(ctx context.Context, w io.Writer) error {
		if err := os.WriteFile(file, []byte("mine"), 0o600); err != nil {
			t.Fatal(err)
		}
		return store.Backup(ctx, w)
	}
	_, err := saveBackup(t.Context(), file, write, backupCmd{}.place)
	if mine, errRead := os.ReadFile(file); err == nil || !strings.Contains(err.Error(), "is there already") || string(mine) != "mine" {
		t.Errorf("%v; the file has %d bytes, %v", err, len(mine), errRead)
	}
}

package postgres_test

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"testing"
	"time"

	"holecard/storage"
)

// While the only connection is in use calls wait. The next transaction is theirs together, and each
// of them succeeds, is refused, panics or is given up alone.
func TestCallsThatComeTogetherShareATransaction_long(t *testing.T) {
	url := server.Database(t)
	s := open(t, url+"&pool_max_conns=1")
	var all sync.WaitGroup
	waiting := int64(0)
	queue := func(call func()) {
		all.Go(call)
		for waiting++; s.Usage().Waits < waiting; {
			time.Sleep(time.Millisecond)
		}
	}
	given, giveUp := context.WithCancel(t.Context())
	refused := errors.New("refused")
	gives := func(user storage.UserID, key string) func(storage.Tx) error {
		return func(tx storage.Tx) error {
			return tx.Post(storage.Posting{Key: key, From: storage.MintOf(guild), Chips: 100,
				To:     storage.WalletOf(storage.Player{Guild: guild, User: user}),
				Reason: storage.Opening})
		}
	}
	const players = 20
	err := s.Update(t.Context(), guild, func(tx storage.Tx) error {
		if waiting > 0 { // it runs again
			return nil
		}
		if _, err := tx.Balance(storage.WalletOf(ada)); err != nil {
			return err
		}
		for n := range storage.UserID(players) {
			queue(func() {
				if err := s.Update(t.Context(), guild, gives(100+n, "of "+strconv.Itoa(int(n)))); err != nil {
					t.Errorf("player %d: %v", n, err)
				}
			})
		}
		queue(func() {
			if err := s.Update(t.Context(), guild, gives(100, "again")); err != nil {
				t.Errorf("two for one wallet: %v", err)
			}
		})
		queue(func() {
			err := s.Update(t.Context(), guild, func(tx storage.Tx) error {
				return errors.Join(gives(200, "refused")(tx), refused)
			})
			if !errors.Is(err, refused) {
				t.Errorf("one that is refused: %v", err)
			}
		})
		queue(func() {
			defer func() {
				if recover() != "panic" {
					t.Error("one that panics does not")
				}
			}()
			_ = s.Update(t.Context(), guild, func(tx storage.Tx) error {
				_ = gives(201, "panics")(tx)
				panic("panic")
			})
		})
		queue(func() {
			err := s.View(t.Context(), guild, func(r storage.Reader) error {
				chips, err := r.Balance(storage.WalletOf(ada))
				if chips != 0 {
					t.Errorf("a view finds %d chips", chips)
				}
				return err
			})
			if err != nil {
				t.Errorf("a view: %v", err)
			}
		})
		queue(func() {
			if err := s.Update(given, guild, gives(202, "given up")); !errors.Is(err, context.Canceled) {
				t.Errorf("one that is given up: %v", err)
			}
		})
		giveUp()
		return nil
	})
	if all.Wait(); err != nil {
		t.Fatal(err)
	}
	const made = "SELECT count(DISTINCT xmin::text) FROM balances"
	if n := query(t, url, made); n != "1" && n != "2" { // the wallet of two calls was changed again
		t.Errorf("%d calls have taken %s transactions", players, n)
	}
	a, err := s.Audit(t.Context())
	if err != nil || !a.OK || a.Postings != players+1 || a.Wallets != 100*(players+1) {
		t.Errorf("%+v, %v", a, err)
	}
}

// A call that cannot be carried out does not fail those that share its transaction.
func TestACallThatCannotBeCarriedOutFailsAlone_long(t *testing.T) {
	s := open(t, server.Database(t)+"&pool_max_conns=1")
	var all sync.WaitGroup
	first := true
	err := s.Update(t.Context(), guild, func(tx storage.Tx) error {
		if !first {
			return nil
		}
		first = false
		all.Go(func() {
			err := s.Update(t.Context(), guild, func(tx storage.Tx) error {
				_, err := tx.Posted("text has no zero: \x00")
				return err
			})
			if err == nil {
				t.Error("a key that PostgreSQL cannot read is looked up")
			}
		})
		all.Go(func() {
			if err := s.Update(t.Context(), guild, opening("a")); err != nil {
				t.Error(err)
			}
		})
		for s.Usage().Waits < 2 {
			time.Sleep(time.Millisecond)
		}
		return nil
	})
	if all.Wait(); err != nil {
		t.Fatal(err)
	}
}

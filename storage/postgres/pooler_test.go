package postgres_test

import (
	"errors"
	"testing"

	"holecard/internal/postgrestest"
	"holecard/storage"
	"holecard/storage/postgres"
)

// A pooler that keeps sessions changes nothing; one that does not is refused by name.
func TestAPoolerKeepsSessionsOrIsRefused_long(t *testing.T) {
	url := server.Database(t)
	_, err := postgres.Open(t.Context(), postgrestest.Pooler(t, url, "transaction"),
		postgres.Options{})
	if !errors.Is(err, postgres.ErrPooled) {
		t.Errorf("a pooler by transactions: %v", err)
	}
	s := open(t, postgrestest.Pooler(t, url, "session"))
	if err := s.Update(t.Context(), guild, opening("a")); err != nil {
		t.Error(err)
	}
	err = s.View(t.Context(), guild, func(r storage.Reader) error {
		chips, err := r.Balance(storage.WalletOf(ada))
		if chips != 100 {
			t.Errorf("the wallet has %d chips", chips)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

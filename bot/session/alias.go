package session

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"holecard/storage"
)

// aliasMark names the secret that aliases are made with. It is the bot's own.
const aliasMark = "alias"

// alias returns what stands for a user in a guild where nobody may be found by it; guild 0
// is all guilds.
func (s *Sessions) alias(ctx context.Context, g storage.GuildID,
	u storage.UserID) (storage.Alias, error) {
	secret, err := s.aliasSecret(ctx)
	if err != nil {
		return storage.Alias{}, err
	}
	return aliasOf(secret, g, u), nil
}

func aliasOf(secret *storage.Secret, g storage.GuildID, u storage.UserID) storage.Alias {
	mac := hmac.New(sha256.New, secret[:])
	who := binary.BigEndian.AppendUint64(nil, uint64(g))
	mac.Write(binary.BigEndian.AppendUint64(who, uint64(u)))
	return storage.Alias(mac.Sum(nil)[:len(storage.Alias{})])
}

// aliasSecret returns the secret that aliases are made with. It is drawn once for a store, and
// read once by a process.
func (s *Sessions) aliasSecret(ctx context.Context) (*storage.Secret, error) {
	if secret := s.secret.Load(); secret != nil {
		return secret, nil
	}
	var kept []byte
	err := s.Store.View(ctx, botsOwn, func(r storage.Reader) (err error) {
		kept, err = storage.Marks.Read(r, aliasMark)
		return err
	})
	if err == nil && kept == nil {
		err = s.Store.Update(ctx, botsOwn, func(tx storage.Tx) (err error) {
			if kept, err = storage.Marks.Read(tx, aliasMark); err != nil || kept != nil {
				return err // another process was faster
			}
			drawn := NewSeed()
			kept = drawn[:]
			return storage.Marks.Put(tx, aliasMark, kept)
		})
	}
	if err != nil {
		return nil, err
	}
	var secret storage.Secret
	if len(kept) != len(secret) {
		return nil, fmt.Errorf("the secret of aliases has %d bytes: %w", len(kept),
			storage.ErrCorrupt)
	}
	copy(secret[:], kept)
	s.secret.Store(&secret)
	return &secret, nil
}

package session

import (
	"context"
	"errors"
	"time"

	"holecard/storage"
)

// Transfer is a change of a wallet other than by play.
type Transfer struct {
	Chips  storage.Chips // below zero for those that left
	Reason storage.Reason
	With   storage.UserID // the other player of a gift, or the admin; 0 for nobody
	Why    string         // in the admin's words: hostile text
	At     time.Time
}

// LastTransfers is how many transfers are shown.
const LastTransfers = 10

// Transfers returns the last transfers of a player, newest first, and what is
// kept of the player, as [Sessions.Account] does.
func (s *Sessions) Transfers(ctx context.Context, v Interaction, of storage.UserID) (a Account,
	list []Transfer, err error) {
	a, err = s.Account(ctx, v, of)
	if errors.Is(err, ErrHidden) { // from players, not from who looks after the wallets
		err = s.read(ctx, v, func(r storage.Reader) (err error) {
			a, err = account(r, storage.Player{Guild: v.Player.Guild, User: of}, v)
			return err
		})
	}
	if err != nil {
		return a, nil, err
	}
	err = s.read(ctx, v, func(r storage.Reader) error {
		postings, err := r.Transfers(a.Player, "", LastTransfers)
		for _, p := range postings {
			list = append(list, transferOf(a.Player, p))
		}
		return err
	})
	return a, list, err
}

// transferOf returns what a posting was to a player.
func transferOf(player storage.Player, p storage.Posting) Transfer {
	t := Transfer{Chips: p.Chips, Reason: p.Reason, With: p.Who, Why: p.Note, At: p.At}
	other := p.From
	if p.From == storage.WalletOf(player) {
		t.Chips, other = -p.Chips, p.To
	}
	if p.Reason == storage.Gift {
		t.With = storage.UserID(other.Owner)
	}
	return t
}

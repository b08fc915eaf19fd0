package round

import (
	"context"

	"holecard/blackjack"
	"holecard/bot/interact"
	"holecard/bot/wallet"
	"holecard/storage"
)

// StandBroken stands in a hand whose round is changed before, or before it is kept: the steps
// of [Rounds.Act] in one transaction.
func (s *Rounds) StandBroken(ctx context.Context, v interact.By, id storage.RoundID,
	before, after func(*blackjack.Round)) error {
	return s.Desk.Store.Update(ctx, v.Player.Guild, func(tx storage.Tx) error {
		k, err := readHand(tx, id)
		if err != nil {
			return err
		}
		w, err := s.Wallets.Of(tx, v)
		if err != nil {
			return err
		}
		before(&k.Game)
		stand := blackjack.Stand
		if k.Game, err = asking().advance(k.Game, &stand, w.Stakes()); err != nil {
			return err
		}
		after(&k.Game)
		return s.keep(tx, v.ID, k, []*wallet.Wallet{&w}, &w.Profile.Fair, s.Desk.Now())
	})
}

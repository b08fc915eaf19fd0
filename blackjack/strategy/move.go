package strategy

import "holecard/blackjack"

// Move is an entry of a chart: what to do, and what else where that is not
// allowed. Splitting has no else: a pair that cannot be split is played by its
// total.
type Move uint8

// The moves.
const (
	Unset Move = iota // the chart does not say: it stands; a pair is played by its total
	Hit
	Stand
	DoubleElseHit
	DoubleElseStand
	Split
	SurrenderElseHit
	SurrenderElseStand
	SurrenderElseSplit
	moves
)

// wishes is what each move does, the first of them that is legal.
var wishes = [moves][]blackjack.Action{
	Unset:              {blackjack.Stand},
	Hit:                {blackjack.Hit, blackjack.Stand},
	Stand:              {blackjack.Stand},
	DoubleElseHit:      {blackjack.Double, blackjack.Hit, blackjack.Stand},
	DoubleElseStand:    {blackjack.Double, blackjack.Stand},
	Split:              {blackjack.Split, blackjack.Hit, blackjack.Stand},
	SurrenderElseHit:   {blackjack.Surrender, blackjack.Hit, blackjack.Stand},
	SurrenderElseStand: {blackjack.Surrender, blackjack.Stand},
	SurrenderElseSplit: {blackjack.Surrender, blackjack.Split, blackjack.Hit, blackjack.Stand},
}

// signs are how people write moves in charts.
var signs = [moves]string{"·", "H", "S", "Dh", "Ds", "P", "Rh", "Rs", "Rp"}

// playing is the mask of the actions with which a hand is played, which are the
// first: the others answer insurance.
const playing = 1<<(blackjack.Surrender+1) - 1

// played answers each move where these actions of playing a hand are legal.
// The rows have an entry for each byte below 16, so that looking up is cheap.
var played = func() (t [16][playing + 1]blackjack.Action) {
	for m := range t {
		list := wishes[Unset]
		if m < len(wishes) {
			list = wishes[m]
		}
		for set := range blackjack.Actions(playing + 1) {
			t[m][set] = blackjack.Decline // nothing of playing a hand: insurance is asked
			for _, a := range list {
				if set.Has(a) {
					t[m][set] = a
					break
				}
			}
		}
	}
	return t
}()

// In returns what the move does where these actions are legal. Insurance and
// even money are declined. It allocates nothing.
func (m Move) In(legal blackjack.Actions) blackjack.Action {
	return played[m&15][legal&playing]
}

// String returns the move as charts have it: H, S, Dh, Ds, P, Rh, Rs, Rp.
func (m Move) String() string {
	if m < moves {
		return signs[m]
	}
	return "?"
}

package blackjack

import "fmt"

// Chips counts whole chips. Money is never a float.
type Chips int64

// MaxStake is the largest stake that any table takes. It leaves room: with
// four hands doubled and insured, a round moves less than 2^51 chips, which
// Discord and JSON still carry exactly.
const MaxStake Chips = 1 << 47

// Ratio is what a bet pays: Win chips for every Per staked.
type Ratio struct {
	Win, Per Chips
}

// Of returns the winnings on a stake, rounded down: the house keeps the odd chip.
func (r Ratio) Of(stake Chips) Chips { return stake * r.Win / r.Per }

// String returns the ratio as tables print it: "3:2".
func (r Ratio) String() string { return fmt.Sprintf("%d:%d", r.Win, r.Per) }

// half is what a surrender gives back and what insurance costs, rounded down.
var half = Ratio{1, 2}

// insurancePays is the usual payment on insurance.
var insurancePays = Ratio{2, 1}

package blackjack

import "fmt"

// Fault is why rules cannot be played.
type Fault uint8

// The faults.
const (
	_ Fault = iota
	// Of cards.
	DecksRange
	JokersRange
	UnknownAces
	UnknownPack
	NumbersWithJokersOrAces
	JokersNeedAces
	FortyDecks
	EndlessDecks
	EndlessNotFresh
	FreshGetsLow
	ReshuffleRange

	// Of the deal and the dealer.
	UnknownStart
	UnknownHoleCard
	SeatOrderStart
	HoleCardStart
	UpcardStart
	BankStart
	StandsRange
	Soft17Start
	HouseStart
	HouseStands
	HouseSoft17

	// Of actions.
	UnknownDouble
	HandsRange
	AceHandsRange
	ActionsStart
	DoubleAfterNothing
	HitAcesUnsplit
	SplitsNeedAces
	SurrenderWithoutPeek
	InsuranceWithoutNatural
	EvenMoneyWithoutInsurance

	// Of winning and chips.
	HeartsWithoutSuits
	TieWinsTwice
	NaturalPaysRange
	NaturalNeedsAces
	BetsCrossed
	BetsRange

	// Of side bets.
	UnknownPayTable
	SidesStart
	SidesWithoutSuits
	SidesWithJokers
	SidesEmptied
	SidesDecks

	faults
)

// RulesError says why rules cannot be played. It wraps [ErrRules].
type RulesError struct {
	Fault Fault
	Rules Rules
}

func (e *RulesError) Error() string { return fmt.Sprintf("%v (fault %d)", ErrRules, e.Fault) }

// Unwrap returns [ErrRules].
func (e *RulesError) Unwrap() error { return ErrRules }

// Refusal returns the key of the words for players, who are told the fault.
func (e *RulesError) Refusal() (string, []any) { return "said", []any{e} }

// Faults yields every fault.
func Faults(yield func(Fault) bool) {
	for f := Fault(1); f < faults && yield(f); f++ {
	}
}

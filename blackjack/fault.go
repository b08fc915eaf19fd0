package blackjack

import "fmt"

// Fault is why rules cannot be played: a name that never changes with the words for it.
type Fault string

// The faults.
const (
	// Of cards.
	DecksRange              Fault = "decks"
	JokersRange             Fault = "jokers"
	UnknownAces             Fault = "aces"
	UnknownPack             Fault = "pack"
	NumbersWithJokersOrAces Fault = "numbers"
	JokersNeedAces          Fault = "jokers.aces"
	FortyDecks              Fault = "forty"
	EndlessDecks            Fault = "endless.decks"
	EndlessNotFresh         Fault = "endless.fresh"
	FreshGetsLow            Fault = "fresh.low"
	ReshuffleRange          Fault = "reshuffle"

	// Of the deal and the dealer.
	UnknownStart    Fault = "start"
	UnknownHoleCard Fault = "hole.card"
	SeatOrderStart  Fault = "seat.order.start"
	HoleCardStart   Fault = "hole.card.start"
	UpcardStart     Fault = "upcard.start"
	BankStart       Fault = "bank.start"
	StandsRange     Fault = "stands"
	Soft17Start     Fault = "soft.17.start"
	HouseStart      Fault = "house.start"
	HouseStands     Fault = "house.stands"
	HouseSoft17     Fault = "house.soft.17"

	// Of actions.
	UnknownDouble             Fault = "double"
	HandsRange                Fault = "hands"
	AceHandsRange             Fault = "ace.hands"
	ActionsStart              Fault = "actions.start"
	DoubleAfterNothing        Fault = "double.after"
	HitAcesUnsplit            Fault = "hit.aces"
	SplitsNeedAces            Fault = "splits.aces"
	SurrenderWithoutPeek      Fault = "surrender.peek"
	InsuranceWithoutNatural   Fault = "insurance.natural"
	EvenMoneyWithoutInsurance Fault = "even.insurance"

	// Of winning and chips.
	HeartsWithoutSuits Fault = "hearts.suits"
	TieWinsTwice       Fault = "tie.21"
	NaturalPaysRange   Fault = "natural.pays"
	NaturalNeedsAces   Fault = "natural.aces"
	BetsCrossed        Fault = "bets.crossed"
	BetsRange          Fault = "bets"

	// Of side bets.
	UnknownPayTable   Fault = "side.pays"
	SidesStart        Fault = "side.start"
	SidesWithoutSuits Fault = "side.suits"
	SidesWithJokers   Fault = "side.jokers"
	SidesEmptied      Fault = "side.emptied"
	SidesDecks        Fault = "side.decks"
)

// RulesError says why rules cannot be played. It wraps [ErrRules].
type RulesError struct {
	Fault Fault
	Rules Rules
}

func (e *RulesError) Error() string { return fmt.Sprintf("%v (%s)", ErrRules, e.Fault) }

// Unwrap returns [ErrRules].
func (e *RulesError) Unwrap() error { return ErrRules }

// Refusal returns the key of the words for players, who are told the fault.
func (e *RulesError) Refusal() (string, []any) { return "said", []any{e} }

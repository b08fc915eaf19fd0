package blackjack

// Rules say how a table plays. They are plain data, comparable with ==; what
// cannot be played is refused by [Rules.Validate].
type Rules struct {
	// The cards.
	Decks          int  // 1 to 8
	Jokers         int  // in all; a joker counts 1 to 11, whatever is best
	Pack           Pack // which cards a deck has
	Aces           Aces
	Fresh          bool // shuffled for each round; else the shoe goes on until it is low
	ReshuffleBelow int  // cards left before a round, below which a shoe that goes on is shuffled
	EmptyWins      bool // who empties the shoe wins the round; else a new shoe continues it

	// The deal and the dealer.
	Start            Start
	SeatBySeat       bool     // each is dealt its cards at once; else one card after the other
	LastUp           bool     // the dealer's later card is the upcard; else the earlier
	BankShows        bool     // where nothing is dealt: the dealer draws and shows a first card
	HoleCard         HoleCard // when the dealer takes the second card
	DealerStands     int      // the total the dealer stands on, 16 or 17
	DealerHitsSoft17 bool     // else soft 17 is a 17 like any other
	HouseDecides     bool     // the dealer has no rule, but decides like a player
	DealerWins21     bool     // a dealer's 21 wins, even against 21
	TieLoses         bool     // equal totals are the dealer's; else they push
	BothBustTie      bool     // the dealer plays for who is bust, too, and pushes where bust itself

	// What players may do.
	AskedAt21        bool     // a hand of 21 is asked too; else it stands by itself
	Double           DoubleOn // which first two cards may be doubled
	DoubleAfterSplit bool     // also on the first two cards of a split hand
	MaxHands         int      // hands a seat may have after splits, 1 to 4: 1 for no splits
	MaxAceHands      int      // the same for aces, 1 to MaxHands
	HitSplitAces     bool     // else split aces get one card each
	LateSurrender    bool     // half the stake back, as first action, after the peek
	Insurance        bool     // half the stake against an ace, pays 2:1
	EvenMoney        bool     // a natural may take 1:1 against an ace

	// The chips.
	NaturalPays    Ratio    // 3:2, or 6:5 at a worse table; zero where a natural is nothing special
	HeartsDouble   bool     // a win with a heart in the hand pays 2:1
	Pairs          PayTable // of Perfect Pairs
	Poker          PayTable // of 21+3
	Bust           PayTable // of the dealer's bust
	MinBet, MaxBet Chips    // the first stake of a hand
}

// Pack is which cards a deck has.
type Pack uint8

// The packs. All but the first have numbers for cards: no suits, no aces.
const (
	French  Pack = iota // 52 cards of four suits
	Endless             // no deck: every card is 1 to 10, each equally likely
	Numbers             // the values of the 52 cards: ace 1, pictures 10
	Forty               // four each of 1 to 10
	packs
)

// Aces is how the aces of a hand count.
type Aces uint8

// The ways to count them.
const (
	AcesBest   Aces = iota // each 1 or 11, whatever is best
	AcesSame               // all 11, or all 1 where that exceeds 21
	AcesEleven             // all 11
	AcesOne                // all 1
	aceRules
)

// Start is what is dealt before anyone plays.
type Start uint8

// The ways to start.
const (
	TwoEach Start = iota
	OneEach
	Nothing
)

// Cards returns how many cards each seat is dealt.
func (s Start) Cards() int { return [...]int{TwoEach: 2, OneEach: 1, Nothing: 0}[s] }

// HoleCard is when the dealer takes the second card.
type HoleCard uint8

// The ways to take it.
const (
	Peek       HoleCard = iota // dealt face down; the dealer looks for a natural before anyone acts
	NoHoleCard                 // drawn after the players: a natural takes all stakes
)

// DoubleOn is the set of totals on which the first two cards may be doubled.
type DoubleOn uint8

// The sets.
const (
	DoubleAny     DoubleOn = iota
	DoubleNine             // hard 9, 10 and 11
	DoubleTen              // hard 10 and 11
	DoubleNothing          // no doubling
)

// The limits of what any table has.
const (
	MaxDecks      = 8
	MaxJokers     = 8
	MaxSplitHands = 4
)

// Naturals reports whether an ace and a ten-value as first two cards are more
// than a 21.
func (r Rules) Naturals() bool { return r.NaturalPays != Ratio{} }

// Suits reports whether the cards have suits; else they are numbers from 1 to 10.
func (r Rules) Suits() bool { return r.Pack == French }

// Soft reports whether hands can be soft: whether an ace counts 1 or 11.
func (r Rules) Soft() bool { return r.Aces == AcesBest || r.Aces == AcesSame }

// Endless reports whether there is no deck: cards never run out.
func (r Rules) Endless() bool { return r.Pack == Endless }

// Cards returns the number of cards in a full shoe.
func (r Rules) Cards() int {
	if r.Pack == Forty {
		return FortySize
	}
	return r.Decks*DeckSize + r.Jokers
}

// check is a fault that rules may have.
type check struct {
	has   bool
	fault Fault
}

// first returns a [*RulesError] for the first fault that the rules have.
func (r Rules) first(checks []check) error {
	for _, c := range checks {
		if c.has {
			return &RulesError{c.fault, r}
		}
	}
	return nil
}

// PerDeck returns the number of cards in one deck of the shoe, with its share of the jokers.
func (r Rules) PerDeck() float64 { return float64(r.Cards()) / float64(r.Decks) }

// Validate returns a [*RulesError] that says what cannot be played and why.
func (r Rules) Validate() error {
	pays := r.NaturalPays
	actions := r.Double != DoubleNothing || r.MaxHands > 1 || r.LateSurrender || r.Insurance ||
		r.Naturals()
	err := r.first([]check{
		// Of cards.
		{r.Decks < 1 || r.Decks > MaxDecks, DecksRange},
		{r.Jokers < 0 || r.Jokers > MaxJokers, JokersRange},
		{r.Aces >= aceRules, UnknownAces},
		{r.Pack >= packs, UnknownPack},
		{!r.Suits() && (r.Jokers > 0 || r.Aces != AcesOne), NumbersWithJokersOrAces},
		{r.Jokers > 0 && (r.Aces != AcesBest || r.Naturals()), JokersNeedAces},
		{r.Pack == Forty && r.Decks != 1, FortyDecks},
		{r.Endless() && !r.Fresh, EndlessNotFresh},
		{r.Fresh && (r.ReshuffleBelow != 0 || r.EmptyWins), FreshGetsLow},
		{r.ReshuffleBelow < 0 || r.ReshuffleBelow >= r.Cards(), ReshuffleRange},

		// Of the deal and the dealer.
		{r.Start > Nothing, UnknownStart},
		{r.HoleCard > NoHoleCard, UnknownHoleCard},
		{r.DealerStands != 16 && r.DealerStands != 17, StandsRange},
		{r.DealerHitsSoft17 && (r.DealerStands != 17 || r.Aces != AcesBest), Soft17Start},
		{r.LastUp && (r.Start != TwoEach || r.HoleCard == NoHoleCard), UpcardStart},
		{r.BankShows && r.Start != Nothing, BankStart},

		// Of actions.
		{r.Double > DoubleNothing, UnknownDouble},
		{r.MaxHands < 1 || r.MaxHands > MaxSplitHands, HandsRange},
		{r.MaxAceHands < 1 || r.MaxAceHands > r.MaxHands, AceHandsRange},
		{r.Start != TwoEach && actions, ActionsStart},
		{r.DoubleAfterSplit && (r.MaxHands == 1 || r.Double == DoubleNothing), DoubleAfterNothing},
		{r.HitSplitAces && r.MaxAceHands == 1, HitAcesUnsplit},
		{r.MaxHands > 1 && r.Aces != AcesBest, SplitsNeedAces},
		{r.LateSurrender && r.HoleCard == NoHoleCard, SurrenderWithoutPeek},
		{r.Insurance && !r.Naturals(), InsuranceWithoutNatural},
		{r.EvenMoney && !r.Insurance, EvenMoneyWithoutInsurance},

		// Of winning and chips.
		{r.Naturals() && (pays.Per < 1 || pays.Per > 100), NaturalPaysRange},
		{r.Naturals() && (pays.Win < pays.Per || pays.Win > 10*pays.Per), NaturalPaysRange},
		{r.Naturals() && r.Aces == AcesOne, NaturalNeedsAces},
		{r.MinBet >= 1 && r.MaxBet < r.MinBet, BetsCrossed},
		{r.MinBet < 1 || r.MaxBet < r.MinBet || r.MaxBet > MaxStake, BetsRange},
	})
	if err != nil || !r.hasSides() {
		return err
	}
	return r.first([]check{
		{!r.knowsSides(), UnknownPayTable},
		{r.Start != TwoEach, SidesStart},
		{!r.Suits(), SidesWithoutSuits},
		{r.Jokers > 0, SidesWithJokers},
		{r.EmptyWins, SidesEmptied},
		{r.knowsSides() && r.Decks < r.SideDecks(), SidesDecks},
	})
}

// ValidateChoice is [Rules.Validate] for rules that somebody chooses now: it also
// refuses a rule on which another leaves nothing to decide. Rules that were chosen
// in an earlier version may have such a rule, and are played.
func (r Rules) ValidateChoice() error {
	if err := r.Validate(); err != nil {
		return err
	}
	return r.first([]check{
		{r.HeartsDouble && !r.Suits(), HeartsWithoutSuits},
		{r.Endless() && r.Decks != 1, EndlessDecks},
		{r.HouseDecides && r.Start != OneEach, HouseStart},
		{r.HouseDecides && r.DealerStands != 17, HouseStands},
		{r.HouseDecides && r.DealerHitsSoft17, HouseSoft17},
		{r.Start != TwoEach && r.SeatBySeat, SeatOrderStart},
		{r.Start != TwoEach && r.HoleCard == NoHoleCard, HoleCardStart},
		{r.TieLoses && r.DealerWins21, TieWinsTwice},
	})
}

// Ever reports whether the rules allow an action at some time.
func (r Rules) Ever(a Action) bool {
	switch a {
	case Double:
		return r.Double != DoubleNothing
	case Split:
		return r.MaxHands > 1
	case Surrender:
		return r.LateSurrender
	case Insure, Decline:
		return r.Insurance
	case EvenMoney:
		return r.EvenMoney
	}
	return true
}

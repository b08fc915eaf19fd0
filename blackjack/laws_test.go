package blackjack_test

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"holecard/blackjack"
	"holecard/blackjack/tables"
)

// anyRules draws rules that can be played, with a shoe for seven seats.
func anyRules(t *rapid.T) blackjack.Rules {
	list := tables.All()
	r := list[rapid.IntRange(0, len(list)-1).Draw(t, "table")].Rules
	r.Decks = rapid.IntRange(4, 8).Draw(t, "decks")
	if r.MaxHands > 1 {
		r.DealerHitsSoft17 = rapid.Bool().Draw(t, "H17")
		r.MaxHands = rapid.IntRange(2, 4).Draw(t, "hands")
		r.MaxAceHands = rapid.IntRange(2, r.MaxHands).Draw(t, "ace hands")
		r.HitSplitAces = rapid.Bool().Draw(t, "hit split aces")
	}
	if r.Start == blackjack.Nothing {
		r.BankShows = rapid.Bool().Draw(t, "bank shows")
	}
	if !r.Fresh {
		r.EmptyWins = rapid.Bool().Draw(t, "empty wins")
	}
	with := r
	with.Pairs = blackjack.PayTable(rapid.IntRange(0, 4).Draw(t, "pairs"))
	with.Poker = blackjack.PayTable(rapid.IntRange(0, 3).Draw(t, "poker"))
	with.Bust = blackjack.PayTable(rapid.IntRange(0, 2).Draw(t, "bust"))
	if with.Validate() == nil {
		return with
	}
	return r
}

// anySides draws side bets beside a bet, of those that the rules offer.
func anySides(t *rapid.T, r blackjack.Rules, bet blackjack.Chips) (s blackjack.Sides) {
	for b := range s {
		if r.PayTable(blackjack.SideBet(b)) > 0 {
			s[b] = blackjack.Chips(rapid.Int64Range(0, min(20, int64(bet))).Draw(t,
				"side bet"))
		}
	}
	return s
}

// anyShoe draws a shuffled shoe, sometimes of few values first, so that pairs,
// naturals and long hands are common; where a shoe goes on from round to round,
// sometimes the end of one shuffle and another behind it.
func anyShoe(t *rapid.T, r blackjack.Rules) blackjack.Shoe {
	full := r.Full()
	if r.Endless() {
		full = slices.Repeat(full, 40)
	}
	cards := rapid.Permutation(full).Draw(t, "cards")
	if rapid.Bool().Draw(t, "rich") {
		keep := rapid.SliceOfNDistinct(rapid.IntRange(0, 12), 2, 3, rapid.ID[int]).Draw(t, "ranks")
		poor := func(c blackjack.Card) int {
			if slices.Contains(keep, int(c.Rank())) || c.Joker() {
				return 0
			}
			return 1
		}
		slices.SortStableFunc(cards, func(a, b blackjack.Card) int { return poor(a) - poor(b) })
	}
	var next []blackjack.Card
	if !r.Fresh {
		next = full
		if r.EmptyWins {
			next = nil
		}
		cards = cards[:rapid.IntRange(0, len(cards)).Draw(t, "left")]
	}
	shoe, err := blackjack.NewShoeThen(cards, next)
	if err != nil {
		t.Fatal(err)
	}
	return shoe
}

func anyRound(t *rapid.T) blackjack.Round {
	r := anyRules(t)
	bets := make([]blackjack.Bet, rapid.IntRange(1, blackjack.MaxSeats).Draw(t, "seats"))
	for i := range bets {
		bets[i].Stake = blackjack.Chips(rapid.Int64Range(int64(r.MinBet), 50).Draw(t, "stake"))
		bets[i].Purse = blackjack.Chips(rapid.Int64Range(0, 300).Draw(t, "purse"))
		bets[i].Sides = anySides(t, r, bets[i].Stake)
	}
	round, err := blackjack.Deal(r, anyShoe(t, r), bets...)
	if err != nil {
		t.Fatal(err)
	}
	return round
}

// walk plays a round to its end by actions drawn from the legal ones, with a
// check at every state.
func walk(t *rapid.T, r blackjack.Round, check func(blackjack.Round)) blackjack.Round {
	check(r)
	for r.Phase() != blackjack.Over {
		legal := slices.Collect(r.Legal(r.Turn()).All())
		if len(legal) == 0 {
			t.Fatalf("nothing is legal, yet the round goes on: %+v", r.View())
		}
		next, err := r.Play(r.Turn(), legal[rapid.IntRange(0, len(legal)-1).Draw(t, "action")])
		if err != nil {
			t.Fatal(err)
		}
		r = next
		check(r)
	}
	return r
}

func TestPlayAcceptsExactlyWhatLegalOffers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		walk(t, anyRound(t), func(r blackjack.Round) {
			before := r.Record()
			for who := blackjack.House; int(who) < r.Seats(); who++ {
				for a := range blackjack.EvenMoney + 3 {
					if who != r.Turn() && r.Phase() != blackjack.Over && !r.Legal(who).Empty() {
						t.Fatalf("seat %d may act in the turn of %d", who, r.Turn())
					}
					next, err := r.Play(who, a)
					if r.Legal(who).Has(a) != (err == nil) {
						t.Fatalf("%v by seat %d: legal are %v, Play says %v", a, who,
							r.Legal(who), err)
					}
					if err != nil && !bytes.Equal(next.Record(), before) {
						t.Fatalf("a refused %v changed the round", a)
					}
				}
			}
			if !bytes.Equal(r.Record(), before) {
				t.Fatal("playing changed the round it was played on")
			}
		})
	})
}

func TestEveryChipAndCardIsAccountedFor(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		start := anyRound(t)
		shoe := countCards(start)
		chips := make([]blackjack.Chips, start.Seats())
		for who := range chips {
			chips[who] = start.Purse(blackjack.Seat(who)) + start.Staked(blackjack.Seat(who))
		}
		r := walk(t, start, func(r blackjack.Round) {
			for who, s := range r.View().Seats {
				staked := s.Insurance + sidesOf(s)
				for _, h := range s.Hands {
					staked += h.Stake
					checkHand(t, r.Rules().Aces, h)
				}
				if left := chips[who] - staked; left != r.Purse(blackjack.Seat(who)) {
					t.Fatalf("seat %d could add %d, of which %d are left", who, left,
						r.Purse(blackjack.Seat(who)))
				}
				if staked != r.Staked(blackjack.Seat(who)) {
					t.Fatalf("seat %d has staked %d, its hands say %d", who,
						r.Staked(blackjack.Seat(who)), staked)
				}
			}
			if got := countCards(r); got != shoe {
				t.Fatalf("%d cards, of %d", got, shoe)
			}
		})
		for who := range blackjack.Seat(r.Seats()) {
			p := r.Payout(who)
			if p.Lost < 0 || p.Won < 0 || p.Lost > p.Staked || p.Staked != r.Staked(who) {
				t.Fatalf("seat %d: %+v", who, p)
			}
		}
	})
}

func sidesOf(s blackjack.SeatView) (staked blackjack.Chips) {
	for _, side := range s.Sides {
		staked += side.Stake
	}
	return staked
}

// countCards counts the cards in all hands and in the shoe.
func countCards(r blackjack.Round) int {
	v := r.View()
	n := r.Left() + len(v.Dealer.Cards) + v.Dealer.Hidden
	for _, s := range v.Seats {
		for _, h := range s.Hands {
			n += len(h.Cards)
		}
	}
	return n
}

func checkHand(t *rapid.T, a blackjack.Aces, h blackjack.HandView) {
	if total := slowTotal(a, h.Cards); total != h.Total ||
		(h.Outcome == blackjack.Busted) != (total > 21) {
		t.Fatalf("%v is %d and %v, the slow way says %d", h.Cards, h.Total, h.Outcome, total)
	}
}

// slowTotal tries every way to count the aces and jokers that the rules allow,
// and takes the largest total up to 21, or else the smallest.
func slowTotal(a blackjack.Aces, cards []blackjack.Card) int {
	ways := []int{0}
	for _, c := range cards {
		var counts []int
		switch {
		case c.Joker():
			counts = []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}
		case c.Ace() && a == blackjack.AcesBest:
			counts = []int{1, 11}
		case c.Ace() && a == blackjack.AcesEleven:
			counts = []int{11}
		default:
			counts = []int{min(int(c.Rank())+1, 10)}
		}
		var next []int
		for _, sum := range ways {
			for _, n := range counts {
				next = append(next, sum+n)
			}
		}
		slices.Sort(next)
		ways = slices.Compact(next)
	}
	if a == blackjack.AcesSame {
		eleven := ways[0]
		for _, c := range cards {
			if c.Ace() {
				eleven += 10
			}
		}
		ways = append(ways, eleven)
	}
	best, least := -1, ways[0]
	for _, sum := range ways {
		if sum <= 21 && sum > best {
			best = sum
		}
		least = min(least, sum)
	}
	if best < 0 {
		return least
	}
	return best
}

func TestTotalsAgreeWithTrial(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := blackjack.Aces(rapid.IntRange(0, 3).Draw(t, "aces"))
		most := 51
		if a == blackjack.AcesBest {
			most = 53
		}
		cards := rapid.SliceOfN(rapid.Map(rapid.IntRange(0, most),
			func(n int) blackjack.Card { return blackjack.Card(n) }), 0, 12).Draw(t, "cards")
		if total, _ := a.Total(cards...); total != slowTotal(a, cards) {
			t.Fatalf("%v: %d, the slow way says %d", cards, total, slowTotal(a, cards))
		}
	})
}

func TestARecordReadsBackAtEveryState(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		walk(t, anyRound(t), func(r blackjack.Round) {
			record := r.Record()
			back, err := blackjack.ReadRecord(record)
			if err != nil {
				t.Fatal(err)
			}
			if !blackjack.Same(r, back) {
				t.Fatalf("read back:\n%+v\nwas:\n%+v", back.View(), r.View())
			}
			if !bytes.Equal(back.Record(), record) {
				t.Fatal("the record of what was read differs")
			}
		})
	})
}

func TestARecordThatIsCutOrLongerIsNone(t *testing.T) {
	for _, table := range tables.All() {
		shoe, err := blackjack.NewShoe(blackjack.Decks(table.Rules.Decks)...)
		if err != nil {
			t.Fatal(err)
		}
		round, err := blackjack.Deal(table.Rules, shoe, blackjack.Bet{Stake: 10, Purse: 90})
		if err != nil {
			continue // a deck that is not of whole cards
		}
		if next, err := round.Play(round.Turn(), blackjack.Hit); err == nil {
			round = next // hits are zeros in the record, as what is cut off must not be
		}
		record := round.Record()
		for n := range record {
			if _, err := blackjack.ReadRecord(record[:n]); !errors.Is(err, blackjack.ErrRecord) {
				t.Errorf("%s: the first %d of %d bytes: %v", table.Name, n, len(record), err)
			}
		}
		if _, err := blackjack.ReadRecord(append(record, 0)); !errors.Is(err, blackjack.ErrRecord) {
			t.Errorf("%s: a byte more: %v", table.Name, err)
		}
	}
}

func TestAPurseThatChangesMeanwhileIsNoMatterToTheRecord(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := anyRound(t)
		for r.Phase() != blackjack.Over {
			purse := blackjack.Chips(rapid.Int64Range(0, 100).Draw(t, "purse"))
			if r.Turn() != blackjack.House {
				r = r.Fund(r.Turn(), purse)
			}
			legal := slices.Collect(r.Legal(r.Turn()).All())
			r, _ = r.Play(r.Turn(), legal[rapid.IntRange(0, len(legal)-1).Draw(t, "action")])
			back, err := blackjack.ReadRecord(r.Record())
			if err != nil || !blackjack.Same(r, back) {
				t.Fatalf("read back differs: %v", err)
			}
		}
	})
}

func FuzzReadRecord(f *testing.F) {
	for _, table := range tables.All() {
		shoe, _ := blackjack.NewShoe(blackjack.Decks(table.Rules.Decks)...)
		r, err := blackjack.Deal(table.Rules, shoe, blackjack.Bet{Stake: 10, Purse: 90},
			blackjack.Bet{Stake: 1})
		if err != nil {
			f.Fatal(err)
		}
		f.Add(r.Record())
	}
	shoe, _ := blackjack.NewShoe(blackjack.Decks(6)...)
	r, err := blackjack.Deal(withSides(rules(f, "vegas")), shoe, blackjack.Bet{Stake: 10},
		blackjack.Bet{Stake: 300, Purse: 5, Sides: blackjack.Sides{1, 2, 300}})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(r.Record())
	f.Fuzz(func(t *testing.T, b []byte) {
		r, err := blackjack.ReadRecord(b)
		if err != nil {
			return
		}
		back, err := blackjack.ReadRecord(r.Record())
		if err != nil || !blackjack.Same(r, back) {
			t.Fatalf("read twice: %v", err)
		}
	})
}

package blackjack_test

import (
	"bytes"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"holecard/blackjack"
	"holecard/blackjack/tables"
)

// anyRules draws rules that can be played.
func anyRules(t *rapid.T) blackjack.Rules {
	list := tables.All()
	r := list[rapid.IntRange(0, len(list)-1).Draw(t, "table")].Rules
	r.Decks = rapid.IntRange(4, 8).Draw(t, "decks") // enough for seven seats
	r.DealerHitsSoft17 = rapid.Bool().Draw(t, "H17")
	r.MaxHands = rapid.IntRange(2, 4).Draw(t, "hands")
	r.MaxAceHands = rapid.IntRange(2, r.MaxHands).Draw(t, "ace hands")
	r.HitSplitAces = rapid.Bool().Draw(t, "hit split aces")
	return r
}

// anyShoe draws a shuffled shoe, sometimes of few values, so that pairs,
// naturals and long hands are common.
func anyShoe(t *rapid.T, decks int) blackjack.Shoe {
	cards := rapid.Permutation(blackjack.Decks(decks)).Draw(t, "cards")
	if rapid.Bool().Draw(t, "rich") {
		keep := rapid.SliceOfNDistinct(rapid.IntRange(0, 12), 2, 3, rapid.ID[int]).Draw(t, "ranks")
		slices.SortStableFunc(cards, func(a, b blackjack.Card) int {
			in := func(c blackjack.Card) int {
				if slices.Contains(keep, int(c.Rank())) {
					return 0
				}
				return 1
			}
			return in(a) - in(b)
		})
	}
	shoe, err := blackjack.NewShoe(cards...)
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
	}
	round, err := blackjack.Deal(r, anyShoe(t, r.Decks), bets...)
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
			for who := range blackjack.Seat(r.Seats()) {
				for a := range blackjack.EvenMoney + 3 {
					next, err := r.Play(who, a)
					if r.Legal(who).Has(a) != (err == nil) {
						t.Fatalf("%v by seat %d: legal are %v, Play says %v", a, who, r.Legal(who), err)
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
		shoe := start.Left()
		for _, s := range start.View().Seats {
			shoe += len(s.Hands[0].Cards)
		}
		d := start.View().Dealer
		shoe += len(d.Cards) + d.Hidden
		r := walk(t, start, func(r blackjack.Round) {
			v := r.View()
			left := r.Left() + len(v.Dealer.Cards) + v.Dealer.Hidden
			for who, s := range v.Seats {
				staked := s.Insurance
				for _, h := range s.Hands {
					left += len(h.Cards)
					staked += h.Stake
					checkHand(t, h)
				}
				if staked != r.Staked(blackjack.Seat(who)) {
					t.Fatalf("seat %d has staked %d, its hands say %d", who, r.Staked(blackjack.Seat(who)), staked)
				}
			}
			if left != shoe {
				t.Fatalf("%d cards, of %d", left, shoe)
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

func checkHand(t *rapid.T, h blackjack.HandView) {
	total, soft := slowTotal(h.Cards)
	if total != h.Total || soft != h.Soft {
		t.Fatalf("%v is %d (soft %v), the slow way says %d (soft %v)", h.Cards, h.Total, h.Soft, total, soft)
	}
	if (h.Outcome == blackjack.Busted) != (total > 21) {
		t.Fatalf("%v is %v at %d", h.Cards, h.Outcome, total)
	}
}

// slowTotal tries every way to count the aces.
func slowTotal(cards []blackjack.Card) (total int, soft bool) {
	ways := map[int]int{0: 0} // total -> most aces at 11 that give it
	for _, c := range cards {
		next := map[int]int{}
		for sum, elevens := range ways {
			v := min(int(c.Rank())+1, 10)
			next[sum+v] = max(next[sum+v], elevens)
			if v == 1 {
				next[sum+11] = max(next[sum+11], elevens+1)
			}
		}
		ways = next
	}
	best, lowest := 0, 1<<30
	for sum := range ways {
		if sum <= 21 && sum > best {
			best = sum
		}
		lowest = min(lowest, sum)
	}
	if best == 0 {
		best = lowest
	}
	return best, len(cards) > 0 && ways[best] > 0
}

func TestTotalsAgreeWithTrial(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cards := rapid.SliceOfN(rapid.Map(rapid.IntRange(0, 51), func(n int) blackjack.Card { return blackjack.Card(n) }), 0, 12).Draw(t, "cards")
		total, soft := blackjack.Total(cards...)
		slow, slowSoft := slowTotal(cards)
		if len(cards) > 0 && (total != slow || soft != slowSoft) {
			t.Fatalf("%v: %d (soft %v), the slow way says %d (soft %v)", cards, total, soft, slow, slowSoft)
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

func TestAPurseThatChangesMeanwhileIsNoMatterToTheRecord(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := anyRound(t)
		for r.Phase() != blackjack.Over {
			purse := blackjack.Chips(rapid.Int64Range(0, 100).Draw(t, "purse"))
			r = r.Fund(r.Turn(), purse)
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
		r, err := blackjack.Deal(table.Rules, shoe, blackjack.Bet{Stake: 10, Purse: 90}, blackjack.Bet{Stake: 1})
		if err != nil {
			f.Fatal(err)
		}
		f.Add(r.Record())
	}
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

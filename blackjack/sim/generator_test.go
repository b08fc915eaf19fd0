package sim

import (
	"math/big"
	"testing"
)

// The first numbers of SplitMix64 from the seed 1234567, as its users publish them.
func TestStatesAreDrawnBySplitMix64(t *testing.T) {
	at := uint64(1234567)
	for _, want := range []uint64{
		6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431,
		16408922859458223821,
	} {
		at += golden
		if got := mix(at); got != want {
			t.Errorf("%d, want %d", got, want)
		}
	}
}

// The first numbers of xoroshiro128++ from the state 1 and 2, by the authors' own code.
func TestNumbersAreThoseOfXoroshiro(t *testing.T) {
	g := generator{1, 2}
	var ahead [lotsAhead]uint64
	drawn := g
	drawn.fill(&ahead)
	for i, want := range []uint64{
		393217, 669327710093319, 1732421326133921491, 11394790081659126983, 9555452776773192676,
		3586421180005889563, 1691397964866707553, 10735626796753111697, 15216282715349408991,
		14247243556711267923,
	} {
		if got := g.Uint64(); got != want || ahead[i] != want {
			t.Errorf("number %d is %d, and %d drawn ahead; want %d", i, got, ahead[i], want)
		}
	}
	for range lotsAhead - 10 {
		g.Uint64()
	}
	if g != drawn {
		t.Errorf("after %d numbers the state is %v, and %v drawn ahead", lotsAhead, g, drawn)
	}
}

// Of 2^64 random numbers so many make a lot that each order gets as many of them
// as any other: the rest is thrown away. The twin reckons with whole numbers, at
// the numbers where the digits of a lot change.
func TestALotIsThrownAwayWhereItsOrderWouldBeLikelier(t *testing.T) {
	all := new(big.Int).Lsh(big.NewInt(1), 64)
	for _, cards := range []int{52, 54, 104, 312, 416} {
		orders := new(big.Int).SetUint64(ways(cards))
		likelier := new(big.Int).Mod(all, orders)
		kept := 0
		for k := range int64(2000) {
			// the first number of the k-th order, rounded up
			first := new(big.Int).Mul(big.NewInt(k), all)
			first.Add(first, orders).Sub(first, big.NewInt(1)).Div(first, orders)
			for after := range uint64(2) {
				random := first.Uint64() + after
				rest := new(big.Int).Mul(new(big.Int).SetUint64(random), orders)
				want := rest.Mod(rest, all).Cmp(likelier) >= 0
				var l lot
				if got := l.draw(random, 0, cards, ways(cards)); got != want {
					t.Fatalf("of %d cards the number %d is kept: %v, want %v", cards,
						random, got, want)
				}
				if want {
					kept++
				}
			}
		}
		if kept == 0 || kept == 4000 {
			t.Errorf("of %d cards %d of 4000 are kept: nothing is shown", cards, kept)
		}
	}
}

package review

import (
	"context"
	"math"

	"holecard/blackjack"
	"holecard/blackjack/odds"
	"holecard/blackjack/strategy"
)

// micro rounds chips to millionths.
func micro(chips float64) blackjack.Micro {
	return blackjack.Micro(math.Round(chips * float64(blackjack.Chips(1).Micro())))
}

// expected returns what best play nets in the mean before any card.
func expected(
	ctx context.Context, a Adviser, r blackjack.Round, seat blackjack.Seat, house strategy.Strategy,
) (blackjack.Micro, error) {
	rules, stake := r.Rules(), r.Bet(seat)
	best, err := a.Best(ctx, rules, house)
	if err != nil {
		return 0, err
	}
	mean := inChips(best, rules, stake)
	if rules.LateSurrender && stake%2 != 0 {
		// The house keeps half a chip more of a surrender, so that none may be better.
		never := rules
		never.LateSurrender = false
		if best, err = a.Best(ctx, never, house); err != nil {
			return 0, err
		}
		mean = max(mean, inChips(best, never, stake))
	}
	sum := micro(mean)
	for b, stake := range r.Sides(seat) {
		if stake > 0 {
			sum -= micro(a.Side(rules, blackjack.SideBet(b)).Edge * float64(stake))
		}
	}
	return sum, nil
}

// inChips returns the mean net of a stake in whole chips: of a natural's pay and of half a
// stake the house keeps the odd chip.
func inChips(of odds.Result, r blackjack.Rules, stake blackjack.Chips) float64 {
	mean := of.EV * float64(stake)
	pays := r.NaturalPays
	for _, n := range of.Nets {
		kept := 0.0
		switch {
		case r.Naturals() && n.Net == float64(pays.Win)/float64(pays.Per):
			kept = n.Net*float64(stake) - float64(pays.Of(stake))
		case n.Net == -0.5: // best play nets this by a surrender alone
			kept = float64(stake%2) / 2
		}
		mean -= n.Chance * kept
	}
	return mean
}

// sides returns what a seat's side bets are worth once the first cards are dealt.
func sides(v blackjack.View, seat blackjack.Seat, before []blackjack.Card) (sum blackjack.Micro) {
	for _, b := range v.Seats[seat].Sides {
		if b.Decided {
			sum += (b.Won - b.Lost).Micro()
			continue
		}
		var out []blackjack.Card
		if !v.Reshuffled {
			out = append(out, before...)
			for _, s := range v.Seats {
				for _, h := range s.Hands {
					out = append(out, h.Cards...)
				}
			}
		}
		peeked := v.Phase != blackjack.Insuring && v.Rules.HoleCard == blackjack.Peek
		sum += micro(odds.Bust(v.Rules, v.Dealer.Cards[0], out, peeked) * float64(b.Stake))
	}
	return sum
}

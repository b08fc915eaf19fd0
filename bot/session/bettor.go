package session

import (
	"errors"
	"math/rand/v2"
	"slices"

	"holecard/blackjack/strategy"
	"holecard/blackjack/tables"
	"holecard/bot/refuse"
	"holecard/storage"
)

// ErrNoLimit means that a strategy is to bet, and the player did not say how much at most.
var ErrNoLimit = refuse.New("bet.limit", "a strategy bets without a limit")

// lots returns what strategies draw lots from.
func lots() strategy.Random { return rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64())) }

// player returns the strategy that plays for the player, nil for none.
func (p *autoplay) player() strategy.Strategy { return p.Of(0) }

// bets reports whether the strategy of the player says how much to bet.
func (p *autoplay) bets() bool {
	a := p.player()
	return a != nil && strategy.NeedsOf(a).Bets
}

// remember shows the strategy of the player the cards that were dealt before a hand.
func (s *Sessions) remember(p *autoplay, k *stored) {
	if a := p.player(); a != nil && strategy.NeedsOf(a).Memory {
		p.Earlier = s.earlier(k)
	}
}

// limit returns the most that a strategy may bet: the bet that the player named. The
// button of the player's last hand keeps the limit that this was dealt with.
func (p setup) limit(w wallet) (storage.Chips, error) {
	switch {
	case p.Bet == 0:
		return 0, ErrNoLimit
	case p.again && !p.named && !p.Practice && p.after == w.profile.LastHand:
		return w.profile.LastBet, nil
	}
	return p.Bet, nil
}

// wished returns what a strategy bets within a limit. Where that is no bet at all it is
// the limit, which is refused in the words of any bet.
func (s *Sessions) wished(r storage.Reader, v Interaction, p setup, w wallet,
	limit storage.Chips) (storage.Chips, error) {
	rules := p.table.Rules
	memory, err := s.memory(r, v.Player, p.table)
	if err != nil {
		return 0, err
	}
	chips := purse(p.Practice, w.balance-p.Sides.Sum())
	stands := strategy.Standing{Bankroll: chips, First: chips, Unit: rules.MinBet,
		Min: rules.MinBet, Max: min(rules.MaxBet, limit), Memory: &memory, Random: lots()}
	if w.profile.LastHand != 0 {
		last, err := readHand(r, w.profile.LastHand)
		switch {
		case err == nil:
			stands.LastBet, stands.Last = last.round.Bet(0), last.Seats[0].Net
		case !errors.Is(err, ErrDropped) && !errors.Is(err, ErrNoHand):
			return 0, err
		}
	}
	if bet := strategy.Stake(p.autoplay.player(), &stands); bet > 0 {
		return bet, nil
	}
	return limit, nil
}

// memory returns what a player saw of the cards that the next hand is dealt from.
func (s *Sessions) memory(r storage.Reader, player storage.Player,
	t tables.Table) (strategy.Memory, error) {
	m := strategy.NewMemory(&t.Rules)
	deck, err := readDeck(r, player, t)
	if err != nil || deck == nil {
		return m, err
	}
	left := cardsOf(deck)
	if t.Rules.Low(left) || deck.Shuffle.Server.Zero() {
		return m, nil
	}
	cards := s.Shuffle(inputs(deck.Shuffle), t.Rules)
	if deck.Dealt > len(cards) || !slices.Equal(cards[deck.Dealt:], left) {
		return m, nil
	}
	for _, c := range cards[:deck.Dealt] {
		m.See(c)
	}
	return m, nil
}

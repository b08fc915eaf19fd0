package storage

import "math"

// Order is a way to rank the players of a guild.
type Order uint8

// The orders. Their numbers are stored.
const (
	ByChips Order = iota
	ByNet
	ByWinRate
	ByBiggestWin
	ByStreak     // the most rounds won in a row
	BySkill      // what mistakes cost in a hundred decisions, the least first
	Orders   = 6 // how many there are
)

// Ever returns the board of the order for all time.
func (by Order) Ever() Board { return Board{By: by} }

// What it takes to be ranked: one round that was won would be the best rate of all.
const (
	RatedHands     = 10  // by win rate
	RatedDecisions = 200 // by skill
)

// Board ranks the players of a guild by their play in a period, the best first; equals share a
// position and come in the order of their ids. Those whose [Profile.Ranked] is false are on none.
type Board struct {
	By Order
	In Period
}

// Exists reports whether there is such a board: chips are counted only as they are now.
func (b Board) Exists() bool {
	return b.By < Orders && b.In.Span < Spans && (b.By != ByChips || b.In.Span == Ever) &&
		(b.In.Span != Ever || b.In.Number == 0)
}

// OfProfile reports whether the board follows from wallets and profiles; the others follow
// from tallies.
func (b Board) OfProfile() bool { return b.In == Period{} && b.By <= ByBiggestWin }

// rated is added to the score of a win rate that is ranked. Rates are compared in
// millionths, so those of too few hands come behind all others.
const rated = 2 * million

const million = 1_000_000

// Score returns what ranks a player: the higher, the better the position. A net of 0 would be
// better than one below, so nobody is ranked by it before the first round.
func (b Board) Score(s Standing) int64 {
	t := s.Tally
	if b.OfProfile() {
		t = Tally{Rounds: s.Stats.Hands, Wins: s.Stats.Wins, Net: s.Stats.Net,
			BiggestWin: s.Stats.BiggestWin}
	}
	switch b.By {
	case ByChips:
		return int64(s.Balance)
	case ByNet:
		if t.Rounds > 0 {
			return int64(t.Net)
		}
	case ByWinRate:
		rate := int64(t.Wins) * million / int64(max(t.Rounds, 1))
		if t.Rounds >= RatedHands {
			rate += rated
		}
		return rate
	case ByBiggestWin:
		return int64(t.BiggestWin)
	case ByStreak:
		return int64(t.BestRun)
	case BySkill:
		if t.Decisions >= RatedDecisions {
			return -int64(t.CostPer100())
		}
	}
	return math.MinInt64
}

// Least returns the lowest score that is ranked: players below it have no position.
func (b Board) Least() int64 {
	switch {
	case b.By == ByWinRate:
		return rated
	case b.By == ByStreak, b.By == ByBiggestWin:
		return 1
	case b.By == BySkill, b.By == ByNet:
		return math.MinInt64 + 1
	}
	return math.MinInt64
}

// Standing is a player's line on a board.
type Standing struct {
	Player   Player
	Name     string
	Position int // 1 is the best; equals have the same
	Balance  Chips
	Stats    Stats
	Tally    Tally // of the board's period, where the board follows from it
}

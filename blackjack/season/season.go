// Package season writes and checks a season's board as a file that anyone can recompute: from
// the seeds, bets and actions of the rounds whose players all agreed to publish them.
//
//	{"holecard_season": 1,
//	 "season":   {"server", "number", "name", "began", "ended"},
//	 "withheld": how many rounds of the season are not in the file, and why,
//	 "rules":    [the rules that rounds were played by],
//	 "players":  [the board of those who publish, by net],
//	 "rounds":   [in the order in which they were settled]}
//
// The parts come in this order, so a reader needs no more room than a round, the players and
// what was dealt of each shuffle.
package season

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"holecard/blackjack"
	"holecard/blackjack/fair"
)

// version is that of the form of the file.
const version = 1

// What a file may have at most.
const (
	MaxRounds  = 1 << 20
	maxPlayers = 100_000
	maxRules   = 1_000
)

// ErrTooLarge refuses a season that does not fit a file.
var ErrTooLarge = errors.New("a file has room for 1,048,576 rounds, 100,000 players and 1,000 " +
	"sets of rules")

// The names of the parts.
const (
	partVersion  = "holecard_season"
	partSeason   = "season"
	partWithheld = "withheld"
	partRules    = "rules"
	partPlayers  = "players"
	partRounds   = "rounds"
)

// Head is all of a file but its rounds. The names of fields are for programs, so they stay.
type Head struct {
	Season   Season
	Withheld Withheld
	Rules    []blackjack.Rules
	Players  []Player // the best net first
}

// Season is a time with a board of its own.
type Season struct {
	Server string     `json:"server"`
	Number uint32     `json:"number"`
	Name   string     `json:"name"`
	Began  time.Time  `json:"began"`
	Ended  *time.Time `json:"ended"` // null while it lasts
}

// Withheld counts the rounds of a season that are not published.
type Withheld struct {
	Disagreed  int `json:"not_agreed"`      // somebody at the table did not agree
	Unrevealed int `json:"not_revealed"`    // cards of the shuffle are still in play
	Uncounted  int `json:"not_counted_yet"` // on the board
	Unkept     int `json:"not_kept"`        // without seeds, or forgotten
}

// Sum returns all of them together.
func (w Withheld) Sum() int { return w.Disagreed + w.Unrevealed + w.Uncounted + w.Unkept }

// Player is a line of the board.
type Player struct {
	Name      string `json:"name"`
	Published int    `json:"published"` // of the rounds
	Score
}

// Score is what a player's rounds add up to.
type Score struct {
	Rounds     int             `json:"rounds"`
	Wins       int             `json:"wins"`
	Net        blackjack.Chips `json:"net"`
	BiggestWin blackjack.Chips `json:"biggest_win"`
	BestRun    int             `json:"best_streak"` // rounds won in a row; a push changes nothing
}

// Round is a settled round.
type Round struct {
	ID       uint64    `json:"id,string"`
	Settled  time.Time `json:"settled"`
	Table    string    `json:"table"`
	Rules    int       `json:"rules"` // among those of the file, from 0
	Seats    []Seat    `json:"seats"`
	Before   int       `json:"dealt_before"` // cards of the first shuffle, in earlier rounds
	Shuffles []Shuffle `json:"shuffles"`     // one, or two where the first was dealt out
	Actions  []string  `json:"actions"`      // of all seats, in their order
	Cards    string    `json:"cards"`        // that were dealt, in their order: see [Names]
}

// Seat is what a player staked and won.
type Seat struct {
	Player int                 `json:"player"` // among those of the file, from 0
	Stake  blackjack.Chips     `json:"stake"`
	Sides  *[3]blackjack.Chips `json:"side_bets,omitempty"` // perfect pairs, 21+3, dealer's bust
	Net    blackjack.Chips     `json:"net"`
}

// Shuffle is all that the order of the cards follows from.
type Shuffle struct {
	Commitment  string   `json:"commitment"`
	Server      string   `json:"server_seed"`
	Client      string   `json:"client_seed"`
	Seats       []string `json:"client_seeds,omitempty"` // of which it is made at a table
	Interaction uint64   `json:"interaction_id,string"`
}

// Names writes cards, such as "A♠ 10♥".
func Names(cards []blackjack.Card) string {
	names := make([]string, len(cards))
	for i, c := range cards {
		names[i] = c.String()
	}
	return strings.Join(names, " ")
}

// inputs returns what the cards follow from, and false where the server seed is none.
func (s Shuffle) inputs() (in fair.Inputs, ok bool) {
	raw, err := hex.DecodeString(s.Server)
	if err != nil || len(raw) != len(in.Server) {
		return in, false
	}
	return fair.Inputs{Server: fair.Seed(raw), Client: s.Client, Interaction: s.Interaction}, true
}

// Write writes a file. rounds calls its argument for each round, in the order in which they
// were settled; rounds of the same moment come by their ids.
func Write(w io.Writer, h Head, rounds func(add func(Round) error) error) error {
	if len(h.Players) > maxPlayers || len(h.Rules) > maxRules {
		return ErrTooLarge
	}
	out := bufio.NewWriter(w)
	var failed error
	put := func(before string, value any) {
		raw, err := json.Marshal(value)
		failed = errors.Join(failed, err)
		fmt.Fprintf(out, "%s%s", before, raw)
	}
	put(`{"`+partVersion+`":`, version)
	put(",\n\""+partSeason+`":`, h.Season)
	put(",\n\""+partWithheld+`":`, h.Withheld)
	list := func(name string) func(any) {
		fmt.Fprintf(out, ",\n%q:[", name)
		before := "\n"
		return func(value any) {
			put(before, value)
			before = ",\n"
		}
	}
	add := list(partRules)
	for _, r := range h.Rules {
		add(r)
	}
	out.WriteString("]")
	add = list(partPlayers)
	for _, p := range h.Players {
		add(p)
	}
	out.WriteString("]")
	add = list(partRounds)
	n := 0
	err := rounds(func(r Round) error {
		if n++; n > MaxRounds {
			return ErrTooLarge
		}
		add(r)
		return failed
	})
	out.WriteString("]}\n")
	return errors.Join(failed, err, out.Flush())
}

package season

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"time"

	"holecard/blackjack"
	"holecard/blackjack/fair"
)

// MostProblems is how many problems a report lists.
const MostProblems = 20

// Report is what recomputing a season found.
type Report struct {
	Head
	Rounds   int // in the file
	Hold     int // of these
	Players  []Checked
	Problems []string // sentences without full stops, of rounds and of the whole
	More     int      // problems that are not listed
}

// OK reports whether all holds.
func (r Report) OK() bool {
	return len(r.Problems) == 0 && !slices.ContainsFunc(r.Players, func(c Checked) bool {
		return len(c.Problems) > 0
	})
}

// Whole reports whether the file has all rounds of everybody on its board.
func (r Report) Whole() bool {
	return !slices.ContainsFunc(r.Players, func(c Checked) bool {
		return c.Found.Rounds < c.Score.Rounds
	})
}

// Checked is a line of the board with what the rounds of the file add up to.
type Checked struct {
	Player
	Found    Score
	Problems []string

	run    int
	broken int // rounds that could not be played again
}

// Verify recomputes a season. The error is [ErrUnreadable], or that of the source.
func Verify(from io.Reader) (Report, error) {
	r := newReader(from)
	h, err := r.head()
	if err != nil {
		return Report{}, err
	}
	v := verifier{Report: Report{Head: h}, dealt: make(map[shoe]int)}
	for _, p := range h.Players {
		v.Players = append(v.Players, Checked{Player: p})
	}
	if err := list(r, partRounds, MaxRounds, v.round); err != nil {
		return Report{}, err
	}
	if err := r.expect(json.Delim('}')); err != nil {
		return Report{}, err
	}
	if _, err := r.json.Token(); !errors.Is(err, io.EOF) {
		return Report{}, fmt.Errorf("%w: something comes after its end", ErrUnreadable)
	}
	v.withheld()
	v.compare()
	return v.Report, nil
}

// shoe is a part of the digest of what a shuffle follows from.
type shoe [16]byte

type verifier struct {
	Report
	settled time.Time // of the last round
	id      uint64
	dealt   map[shoe]int // cards of each shuffle, so far
}

func (v *verifier) say(format string, args ...any) {
	if len(v.Problems) == MostProblems {
		v.More++
		return
	}
	v.Problems = append(v.Problems, fmt.Sprintf(format, args...))
}

// round adds a round of the file up.
func (v *verifier) round(r Round) error {
	v.Rounds++
	problem := v.order(r)
	seated, wrong := v.seats(r)
	if wrong != "" {
		v.say("round %d: %s", r.ID, wrong)
		return nil
	}
	played, wrong := v.play(r)
	if problem == "" {
		problem = wrong
	}
	for i, c := range seated {
		if played == nil {
			c.broken++
			continue
		}
		net := played.Payout(blackjack.Seat(i)).Net()
		if net != r.Seats[i].Net && problem == "" {
			problem = fmt.Sprintf("seat %d has won %d, not %d", i+1, net, r.Seats[i].Net)
		}
		c.add(net)
	}
	if problem != "" {
		v.say("round %d: %s", r.ID, problem)
		return nil
	}
	v.Hold++
	return nil
}

// order checks when a round was settled.
func (v *verifier) order(r Round) (problem string) {
	s := v.Season
	switch {
	case r.Settled.Before(s.Began) || s.Ended != nil && !r.Settled.Before(*s.Ended):
		problem = "it was not settled in the season"
	case r.Settled.Before(v.settled) || r.Settled.Equal(v.settled) && r.ID <= v.id:
		problem = "it is not in the order in which rounds were settled"
	}
	v.settled, v.id = r.Settled, r.ID
	return problem
}

// seats returns whose round it is.
func (v *verifier) seats(r Round) (list []*Checked, problem string) {
	if n := len(r.Seats); n < 1 || n > blackjack.MaxSeats {
		return nil, fmt.Sprintf("it has %d seats", n)
	}
	for i, s := range r.Seats {
		if s.Player < 0 || s.Player >= len(v.Players) {
			return nil, fmt.Sprintf("seat %d is nobody's on the board", i+1)
		}
		c := &v.Players[s.Player]
		if slices.Contains(list, c) {
			return nil, "a player has two seats"
		}
		list = append(list, c)
	}
	return list, ""
}

// play plays a round again, and checks its cards. It returns nil where that cannot be done.
func (v *verifier) play(r Round) (*blackjack.Round, string) {
	if r.Rules < 0 || r.Rules >= len(v.Rules) {
		return nil, "its rules are not in the file"
	}
	rules := v.Rules[r.Rules]
	if err := rules.Validate(); err != nil {
		return nil, fmt.Sprintf("its rules cannot be played: %v", err)
	}
	cards, problem := cardsOf(r, rules)
	if problem != "" {
		return nil, problem
	}
	var bets []blackjack.Bet
	for _, s := range r.Seats {
		b := blackjack.Bet{Stake: s.Stake}
		if s.Sides != nil {
			b.Sides = *s.Sides
		}
		bets = append(bets, b)
	}
	var actions []blackjack.Action
	for i, name := range r.Actions {
		a, ok := blackjack.ParseAction(name)
		if !ok {
			return nil, fmt.Sprintf("action %d is none", i+1)
		}
		actions = append(actions, a)
	}
	played, err := blackjack.Replay(rules, cards[0], cards[1], bets, actions)
	switch {
	case err != nil:
		return nil, fmt.Sprintf("it cannot be played again: %v", err)
	case played.Phase() != blackjack.Over:
		return nil, "it is not over after its last action"
	}
	return &played, v.shuffles(r, rules, played)
}

// cardsOf returns the cards that follow from the seeds: those left of the first shuffle, and
// those of a second.
func cardsOf(r Round, rules blackjack.Rules) (cards [2][]blackjack.Card, problem string) {
	if n := len(r.Shuffles); n < 1 || n > 2 {
		return cards, fmt.Sprintf("it has %d shuffles", n)
	}
	for i, s := range r.Shuffles {
		in, ok := s.inputs()
		if !ok {
			return cards, "a server seed must be 64 digits of lower-case hex"
		}
		cards[i] = in.Cards(rules)
	}
	if r.Before < 0 || r.Before > len(cards[0]) {
		return cards, fmt.Sprintf("%d cards cannot have been dealt before it", r.Before)
	}
	cards[0] = cards[0][r.Before:]
	return cards, ""
}

// shuffles checks what the cards of a round follow from, and that none was dealt before.
func (v *verifier) shuffles(r Round, rules blackjack.Rules, played blackjack.Round) string {
	first, behind := played.Dealt()
	proof := fair.Proof{Hand: strconv.FormatUint(r.ID, 10), Table: r.Table}
	for i, s := range r.Shuffles {
		before, cards := r.Before, first
		if i == 1 {
			before, cards = 0, behind
		}
		of := fair.Shuffle{Commitment: s.Commitment, ServerSeed: s.Server, ClientSeed: s.Client,
			Seats: s.Seats, Interaction: strconv.FormatUint(s.Interaction, 10),
			Decks: rules.Decks, Jokers: rules.Jokers, Endless: rules.Endless(),
			Forty: rules.Pack == blackjack.Forty, Before: before, Cards: cards}
		if of.Endless {
			of.Decks, of.Jokers = 0, 0
		}
		proof.Shuffles = append(proof.Shuffles, of)
	}
	if problems := proof.Check(); len(problems) > 0 {
		return fmt.Sprintf("%s: %s", problems[0].Label, problems[0].Text)
	}
	if dealt := Names(slices.Concat(first, behind)); dealt != r.Cards {
		return "the cards that follow from the seeds and the actions are " + dealt
	}
	for _, s := range proof.Shuffles {
		sum := sha256.Sum256([]byte(s.ServerSeed + s.Interaction + ":" + s.ClientSeed))
		so := shoe(sum[:16])
		if v.dealt[so] > s.Before {
			return fmt.Sprintf("card %d of its shuffle was dealt in an earlier round", s.Before+1)
		}
		v.dealt[so] = s.Before + len(s.Cards)
	}
	return ""
}

// add adds a round.
func (c *Checked) add(net blackjack.Chips) {
	c.Found.Rounds++
	c.Found.Net += net
	c.Found.BiggestWin = max(c.Found.BiggestWin, net)
	switch {
	case net > 0:
		c.Found.Wins++
		c.run++
		c.Found.BestRun = max(c.Found.BestRun, c.run)
	case net < 0:
		c.run = 0
	}
}

// mostWithheld is more rounds than any server plays in a season.
const mostWithheld = 1_000_000_000

// withheld checks that the rounds that the file leaves out can be those that the board has
// beside it.
func (v *verifier) withheld() {
	w := v.Withheld
	for _, n := range []int{w.Disagreed, w.Unrevealed, w.Uncounted, w.Unkept} {
		if n < 0 || n > mostWithheld {
			v.say("%d rounds cannot be withheld", n)
			return
		}
	}
	for i, c := range v.Players {
		if n, left := c.Score.Rounds-c.Found.Rounds-c.broken, w.Sum()-w.Uncounted; n > left {
			v.say("line %d of the board has %d rounds that are not in the file, "+
				"which leaves out %d", i+1, n, left)
			return
		}
	}
}

// compare compares the board with what the rounds add up to.
func (v *verifier) compare() {
	for i := range v.Players {
		c := &v.Players[i]
		if i > 0 && c.Net > v.Players[i-1].Net {
			c.Problems = append(c.Problems, "this line is not in the order of the net")
		}
		c.compare()
	}
}

func (c *Checked) compare() {
	say := func(what string, says, is any) {
		c.Problems = append(c.Problems, fmt.Sprintf("%s: the board says %v, the rounds say %v",
			what, says, is))
	}
	if n := c.Found.Rounds + c.broken; n != c.Published {
		c.Problems = append(c.Problems, fmt.Sprintf(
			"%d rounds are said to be published, and the file has %d", c.Published, n))
	}
	if c.broken > 0 {
		c.Problems = append(c.Problems, fmt.Sprintf("%d rounds cannot be played again", c.broken))
		return
	}
	said, found := c.Score, c.Found
	if found.Rounds < said.Rounds {
		c.bound(say)
		return
	}
	for _, f := range []struct {
		what     string
		says, is blackjack.Chips
	}{
		{"rounds", blackjack.Chips(said.Rounds), blackjack.Chips(found.Rounds)},
		{"rounds won", blackjack.Chips(said.Wins), blackjack.Chips(found.Wins)},
		{"net", said.Net, found.Net},
		{"biggest win", said.BiggestWin, found.BiggestWin},
		{"streak", blackjack.Chips(said.BestRun), blackjack.Chips(found.BestRun)},
	} {
		if f.says != f.is {
			say(f.what, f.says, f.is)
		}
	}
}

// bound compares the board with the rounds of the file where these are only some of the
// player's: the others bound the score.
func (c *Checked) bound(say func(what string, says, is any)) {
	said, found := c.Score, c.Found
	won := said.Wins - found.Wins // in rounds that are not in the file
	if won < 0 || won > said.Rounds-found.Rounds {
		say("rounds won", said.Wins, found.Wins)
		return
	}
	if said.BiggestWin < found.BiggestWin || won == 0 && said.BiggestWin != found.BiggestWin {
		say("biggest win", said.BiggestWin, found.BiggestWin)
	}
	// In floating point, which no sum of a forged file overflows.
	if float64(said.Net)-float64(found.Net) > float64(won)*float64(said.BiggestWin) {
		say("net", said.Net, found.Net)
	}
	if said.BestRun < 0 || said.BestRun > said.Wins {
		say("streak", said.BestRun, found.BestRun)
	}
}

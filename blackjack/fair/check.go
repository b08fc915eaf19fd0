package fair

import (
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"holecard/blackjack"
)

// Check returns what does not hold, in the order of the lines. Where nothing is
// returned, each server seed is the one that was committed to, and the cards are
// those that follow from it, in their order.
//
// A shuffle that begins in the hand must have the hand's own id among its
// inputs, and one that began before must not.
func (p Proof) Check() []Problem {
	if p.read.damaged > 0 {
		return []Problem{{Line: p.read.damaged, Text: "is not as the bot writes it"}}
	}
	c := checker{Proof: p}
	c.hand()
	for i := range p.Shuffles {
		c.shuffle(i)
	}
	inOrder(c.problems)
	return c.problems
}

type checker struct {
	Proof
	problems []Problem
}

// say adds a problem, unless the line has one already.
func (c *checker) say(shuffle, label int, format string, args ...any) {
	c.sayAt(lineAt(shuffle, label), format, args...)
}

func (c *checker) sayAt(where place, format string, args ...any) {
	if c.fine(where) {
		c.problems = append(c.problems, c.at(where, fmt.Sprintf(format, args...)))
	}
}

// fine reports whether nothing is wrong with a line so far.
func (c *checker) fine(where place) bool {
	return !slices.ContainsFunc(c.problems, func(p Problem) bool { return p.place == where })
}

// wantHex says what a seed and a commitment are.
const wantHex = "it must be 64 digits of lower-case hex"

// wantID says what ids are.
const wantID = "it must be an id: a whole number below 2^64, in digits"

// hand checks what is above the shuffles, and how many there are.
func (c *checker) hand() {
	if !id(c.Hand) {
		c.say(0, labelHand, "%s", wantID)
	}
	if !tableName(c.Table) {
		c.say(0, labelHand, "the name of the table must be 1 to 32 letters, digits and hyphens")
	}
	if len(c.Shuffles) == 0 || len(c.Shuffles) > 2 {
		c.say(0, labelHand, "a hand is of one shuffle or two, and this is of %d", len(c.Shuffles))
	}
}

// id reports whether a text is an id as Discord writes it.
func id(text string) bool {
	n, err := strconv.ParseUint(text, 10, 64)
	return err == nil && strconv.FormatUint(n, 10) == text
}

// tableName reports whether a text can be the name of a table.
func tableName(text string) bool {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-"
	return text != "" && len(text) <= 32 && strings.Trim(text, letters) == ""
}

func seed(text string) (s Seed, ok bool) {
	raw, err := hex.DecodeString(text)
	if err != nil || len(raw) != len(s) || hex.EncodeToString(raw) != text {
		return s, false
	}
	return Seed(raw), true
}

func (c *checker) shuffle(i int) {
	s := c.Shuffles[i]
	if _, ok := seed(s.Commitment); !ok {
		c.say(i, labelCommitment, "%s", wantHex)
	}
	if i == 1 && s.Commitment == c.Shuffles[0].Commitment {
		c.say(i, labelCommitment,
			"it is that of the first shuffle, but each shuffle has a seed of its own")
	}
	server, ok := seed(s.ServerSeed)
	switch {
	case s.ServerSeed == "":
		c.say(i, labelServerSeed, "the server seed is not revealed yet, so the cards cannot be "+
			"checked; it is when the last hand of its shuffle is over")
		c.problems[len(c.problems)-1].Unrevealed = true
	case !ok:
		c.say(i, labelServerSeed, "%s", wantHex)
	case server.Commitment() != s.Commitment:
		c.say(i, labelCommitment, "it is not that of the server seed, whose SHA-256 is %s",
			server.Commitment())
	}
	c.clientSeeds(i)
	c.interaction(i)
	c.size(i)
	c.cards(i, server)
}

// clientSeeds checks the client seed, and those of the seats that it is made of.
func (c *checker) clientSeeds(i int) {
	s := c.Shuffles[i]
	if err := CheckClientSeed(s.ClientSeed); err != nil {
		c.say(i, labelClientSeed, "%v", err)
	}
	if i == 1 && (len(c.Shuffles[0].Seats) == 0) != (len(s.Seats) == 0) {
		c.say(i, labelClientSeed, "both shuffles of a hand have seats, or neither has")
	}
	if len(s.Seats) > blackjack.MaxSeats {
		c.sayAt(seatAt(i, blackjack.MaxSeats), "a table has no more than %d seats",
			blackjack.MaxSeats)
	}
	for k, client := range s.Seats {
		if err := CheckClientSeed(client); err != nil {
			c.sayAt(seatAt(i, k), "%v", err)
		}
	}
	ofSeats := func(p Problem) bool { return p.place.shuffle == i && p.place.label == labelSeats }
	if len(s.Seats) == 0 || slices.ContainsFunc(c.problems, ofSeats) {
		return
	}
	if together := Combine(s.Seats); s.ClientSeed != together {
		c.say(i, labelClientSeed, "it is not that of the seats, which together give %s", together)
	}
}

// interaction checks the id among the inputs.
func (c *checker) interaction(i int) {
	s := c.Shuffles[i]
	switch {
	case !id(s.Interaction):
		c.say(i, labelInteraction, "%s", wantID)
	case !c.fine(lineAt(0, labelHand)) || !c.fine(lineAt(i, labelBefore)):
	case s.Before == 0 && s.Interaction != c.Hand:
		c.say(i, labelInteraction,
			"the shuffle begins in this hand, so it must be the id of the hand, %s", c.Hand)
	case s.Before > 0 && s.Interaction == c.Hand:
		c.say(i, labelInteraction,
			"it is the id of this hand, but %d cards were dealt before it", s.Before)
	}
}

// size checks how many cards there are, and how many of them were dealt.
func (c *checker) size(i int) {
	s := c.Shuffles[i]
	if !s.Endless && (s.Decks < 1 || s.Decks > blackjack.MaxDecks) {
		c.say(i, labelDecks, "it must be 1 to %d, %s or %s", blackjack.MaxDecks, endless, forty)
	}
	if s.Endless && len(c.Shuffles) > 1 {
		c.say(i, labelDecks, "where the cards are without end, no hand is of two shuffles")
	}
	most := blackjack.MaxJokers
	if s.Endless || s.Forty {
		most = 0
	}
	if s.Jokers < 0 || s.Jokers > most {
		c.say(i, labelJokers, "it must be 0 to %d", most)
	}
	if !c.fine(lineAt(i, labelDecks)) || !c.fine(lineAt(i, labelJokers)) {
		return
	}
	all := s.size()
	switch {
	case i == 1 && s.Before != 0:
		c.say(i, labelBefore, "it must be 0: the hand is the first of its second shuffle")
	case s.Endless && s.Before != 0:
		c.say(i, labelBefore,
			"it must be 0: where the cards are without end, each hand has a shuffle of its own")
	case s.Before < 0 || s.Before > all:
		c.say(i, labelBefore, "it must be 0 to %d", all)
	}
	if !c.fine(lineAt(i, labelBefore)) {
		return
	}
	left := all - s.Before
	switch dealt := len(s.Cards); {
	case dealt > left:
		c.say(i, labelCards, "there are %d, but the shoe has no more than %d", dealt, left)
	case i == 0 && len(c.Shuffles) == 2 && dealt != left:
		c.say(i, labelCards, "there are %d, but the hand goes on in a second shuffle, so it must "+
			"be the %d left of the first", dealt, left)
	case dealt == 0 && s.ServerSeed != "" && i == len(c.Shuffles)-1: // an open hand shows none
		c.say(i, labelCards, "there are none, but a hand is dealt at least one")
	}
}

// cards checks the cards, where all that they follow from is there.
func (c *checker) cards(i int, server Seed) {
	s := c.Shuffles[i]
	if slices.ContainsFunc(c.problems, func(p Problem) bool {
		return p.place.shuffle == i && p.place.label >= labelServerSeed
	}) {
		return
	}
	interaction, _ := strconv.ParseUint(s.Interaction, 10, 64) // which is an id
	want := Inputs{server, s.ClientSeed, interaction}.Cards(s.rules())[s.Before:][:len(s.Cards)]
	for k, card := range want {
		if s.Cards[k] == card {
			continue
		}
		c.say(i, labelCards,
			"card %d is %s, but %s follows from the inputs; all should be %s",
			k+1, s.name(s.Cards[k]), s.name(card), s.names(want))
		return
	}
}

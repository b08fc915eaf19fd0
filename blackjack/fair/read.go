package fair

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"holecard/blackjack"
)

// ErrUnreadable reports that the input is not a proof at all.
var ErrUnreadable = errors.New("not a proof")

// The most that is read at once.
const (
	MaxBytes  = 1 << 20
	MaxProofs = 1000
)

// ReadProofs reads proofs as [Proof.Text] writes them, also out of a block of code or a
// quotation, with indentation or blank lines, and with words around them; or one in short, as
// [Proof.Compact] writes it, also within an address. The error wraps [ErrUnreadable] where
// there is no proof. [Proof.Check] reports the first line that is not as it was written.
func ReadProofs(from io.Reader) ([]Proof, error) {
	input, err := io.ReadAll(io.LimitReader(from, MaxBytes+1))
	if err != nil {
		return nil, err
	}
	if len(input) > MaxBytes {
		return nil, fmt.Errorf("%w: it is longer than %d bytes", ErrUnreadable, MaxBytes)
	}
	text := string(input)
	if short := compactIn.FindStringSubmatch(text); short != nil && !titled(text) {
		p, err := readCompact(short[1], short[2])
		if err != nil {
			return nil, fmt.Errorf("%w: it is %w", ErrUnreadable, err)
		}
		text = p.Text()
	}
	return readText(text)
}

// titled reports whether a proof begins somewhere in the text.
func titled(text string) bool {
	for line := range strings.Lines(text) {
		if strings.HasPrefix(bare(line), family) {
			return true
		}
	}
	return false
}

// bare returns a line without what copying puts around it, "> " or the fence of a block of
// code, and cards without the selector that makes a suit an emoji. No line of a proof begins or
// ends so itself.
func bare(line string) string {
	const spaces, fence = " \t\r\n\uFEFF", "```"
	line = strings.Trim(strings.TrimPrefix(strings.Trim(line, spaces), ">"), spaces)
	line = strings.Trim(strings.TrimSuffix(strings.TrimPrefix(line, fence), fence), spaces)
	if strings.HasPrefix(line, labels[labelCards]) {
		line = strings.ReplaceAll(line, "\uFE0F", "")
	}
	return line
}

func readText(text string) (proofs []Proof, err error) {
	var r *textReader // of the proof that has begun and not ended
	end := func() {
		if r != nil {
			proofs, r = append(proofs, r.proof()), nil
		}
	}
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = bare(line)
		switch {
		case line == title, line == seatedTitle:
			if end(); len(proofs) == MaxProofs {
				return nil, fmt.Errorf("%w: they are more than %d", ErrUnreadable, MaxProofs)
			}
			r = &textReader{}
		case strings.HasPrefix(line, family):
			return nil, fmt.Errorf("%w: line %d is not %q, and no other version is known",
				ErrUnreadable, number, seatedTitle)
		case r == nil || line == "":
			continue
		}
		r.lines, r.numbers = append(r.lines, line), append(r.numbers, number)
		if line == ending {
			end()
		}
	}
	if end(); len(proofs) == 0 {
		return nil, fmt.Errorf("%w: it has no line %q", ErrUnreadable, title)
	}
	return proofs, nil
}

// textReader reads the lines of a proof, from its title on.
type textReader struct {
	lines   []string
	numbers []int // of the lines, in the text
	next    int   // the line to come
}

// proof reads values wherever the labels are those that [Proof.Text] writes, and takes any
// that it can: what was read is written again, and a line that is not the same is damaged.
func (r *textReader) proof() (p Proof) {
	r.next = 1
	p.Hand, p.Table, _ = strings.Cut(r.value(labels[labelHand]), at)
	for len(p.Shuffles) == 0 || len(p.Shuffles) == 1 && r.sees(labels[labelCommitment]) {
		p.Shuffles = append(p.Shuffles, r.shuffle())
	}
	p.read.lines = r.numbers
	want := strings.Split(strings.TrimSuffix(p.Text(), "\n"), "\n")
	for i := 1; i <= len(want); i++ {
		i := i % len(want) // the title is the last: it follows from the seats
		switch {
		case i >= len(r.lines):
			p.read.damaged = r.numbers[len(r.numbers)-1] + 1
		case r.lines[i] != want[i]:
			p.read.damaged = r.numbers[i]
		default:
			continue
		}
		break
	}
	return p
}

func (r *textReader) shuffle() (s Shuffle) {
	s.Commitment, s.First = strings.CutSuffix(r.value(labels[labelCommitment]), first)
	if s.ServerSeed = r.value(labels[labelServerSeed]); s.ServerSeed == notRevealed {
		s.ServerSeed = ""
	}
	s.ClientSeed = r.quoted(labels[labelClientSeed])
	for len(s.Seats) < blackjack.MaxSeats && r.sees(seatAt(0, len(s.Seats)).String()) {
		s.Seats = append(s.Seats, r.quoted(seatAt(0, len(s.Seats)).String()))
	}
	s.Interaction = r.value(labels[labelInteraction])
	switch decks := r.value(labels[labelDecks]); decks {
	case endless:
		s.Endless = true
	case forty:
		s.Forty, s.Decks = true, 1
	default:
		s.Decks, _ = strconv.Atoi(decks)
	}
	s.Jokers, _ = strconv.Atoi(r.value(labels[labelJokers]))
	s.Before, _ = strconv.Atoi(r.value(labels[labelBefore]))
	for word := range strings.FieldsSeq(r.value(labels[labelCards])) {
		if c, ok := s.readCard(word); ok {
			s.Cards = append(s.Cards, c)
		}
	}
	return s
}

// sees reports whether the line to come has a label.
func (r *textReader) sees(label string) bool {
	return r.next < len(r.lines) && strings.HasPrefix(r.lines[r.next], label+":")
}

// value returns what is behind a label, and goes on, or "" where the line has another one.
func (r *textReader) value(label string) string {
	if !r.sees(label) {
		return ""
	}
	r.next++
	return strings.TrimPrefix(r.lines[r.next-1][len(label)+1:], " ")
}

// quoted returns a text in quotes. What [Quote] escapes depends on its version of Unicode, so
// the line is the same whatever of it is escaped.
func (r *textReader) quoted(label string) (text string) {
	value := r.value(label)
	if strings.HasPrefix(value, `"`) && json.Unmarshal([]byte(value), &text) == nil &&
		r.lines[r.next-1] == label+": "+value {
		r.lines[r.next-1] = label + ": " + Quote(text)
	}
	return text
}

func (s Shuffle) readCard(word string) (blackjack.Card, bool) {
	if s.Endless {
		n, err := strconv.Atoi(word)
		return blackjack.Card(n - 1), err == nil && n >= 1 && n <= int(blackjack.Ten)+1
	}
	if joker, is := strings.CutPrefix(word, blackjack.Joker.String()); is {
		n, err := strconv.Atoi(joker)
		return blackjack.Joker + blackjack.Card(n-1), err == nil && n >= 1 && n <= 2
	}
	c, err := blackjack.ParseCard(word)
	return c, err == nil && !c.Joker()
}

package fair

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
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

// ReadProofs reads proofs as [Proof.Text] writes them, also when they were
// copied with the fence of their block of code, with indentation or blank lines,
// or with each line as a quotation or a block of its own, and with words around
// them; as JSON: a proof or a vector, or an array of them; or in short, as
// [Proof.Compact] writes them, also within an address. The error wraps
// [ErrUnreadable] where there is no proof. [Proof.Check] reports the lines of a proof
// that cannot be read.
func ReadProofs(from io.Reader) ([]Proof, error) {
	input, err := io.ReadAll(io.LimitReader(from, MaxBytes+1))
	if err != nil {
		return nil, err
	}
	if len(input) > MaxBytes {
		return nil, fmt.Errorf("%w: it is longer than %d bytes", ErrUnreadable, MaxBytes)
	}
	text := strings.TrimPrefix(string(input), "\uFEFF")
	body := strings.TrimSpace(unfenced(text))
	if (strings.HasPrefix(body, "{") || strings.HasPrefix(body, "[")) && !titled(text) {
		return readJSON(body)
	}
	if short := compactIn.FindStringSubmatch(text); short != nil && !titled(text) {
		p, err := readCompact(short[1], short[2])
		if err != nil {
			return nil, fmt.Errorf("%w: it is %w", ErrUnreadable, err)
		}
		return readText(p.Text())
	}
	return readText(text)
}

// titled reports whether a proof begins somewhere in the text. JSON has no such
// line, but what stands above a proof may begin like JSON.
func titled(text string) bool {
	for line := range strings.Lines(text) {
		if line, _ := unwrapped(line); strings.HasPrefix(bare(line), family) {
			return true
		}
	}
	return false
}

// bare returns a line without the fence before it.
func bare(line string) string { return strings.TrimSpace(strings.TrimPrefix(line, fence)) }

// fence begins and ends a block of code.
const fence = "```"

// unfenced returns the inside of the block of code, where the text is one.
func unfenced(text string) string {
	inside, fenced := strings.CutPrefix(strings.TrimSpace(text), fence)
	if !fenced {
		return text
	}
	return strings.TrimSuffix(strings.TrimPrefix(inside, "json"), fence)
}

// wrapping is how people on Discord set off a line.
type wrapping struct {
	quoted bool // "> " before it
	fenced bool // in a block of code of its own
}

// unwrapped returns the inside of a line, without spaces around it.
func unwrapped(line string) (string, wrapping) {
	var w wrapping
	line = strings.TrimSpace(line)
	if inner, cut := strings.CutPrefix(line, ">"); cut && (inner == "" || inner[0] == ' ') {
		line, w.quoted = strings.TrimSpace(inner), true
	}
	if inner, cut := strings.CutPrefix(line, fence); cut {
		if inner, cut = strings.CutSuffix(inner, fence); cut && inner != "" {
			line, w.fenced = strings.TrimSpace(inner), true
		}
	}
	return line, w
}

type textReader struct {
	proofs  []Proof
	inside  bool     // a proof has begun and not ended
	version int      // of it
	wrapped wrapping // all its lines are
	next    place    // the line to come
	line    int
	last    int // line of the proof that was read last
}

func readText(text string) ([]Proof, error) {
	var r textReader
	for line := range strings.Lines(text) {
		r.line++
		if err := r.read(unwrapped(line)); err != nil {
			return nil, err
		}
	}
	r.end()
	if len(r.proofs) == 0 {
		return nil, fmt.Errorf("%w: it has no line %q", ErrUnreadable, title)
	}
	return r.proofs, nil
}

// read takes the next line. A proof ends where its lines are wrapped otherwise.
func (r *textReader) read(line string, w wrapping) error {
	if line != "" && w != r.wrapped {
		r.end()
		r.wrapped = w
	}
	bare := bare(line)
	version := 1 + slices.Index([]string{oldTitle, title, seatedTitle}, bare)
	switch {
	case version > 0 && len(r.proofs) == MaxProofs:
		return fmt.Errorf("%w: they are more than %d", ErrUnreadable, MaxProofs)
	case version > 0:
		r.end()
		r.proofs = append(r.proofs, Proof{read: reading{lines: map[place]int{}}})
		r.inside, r.version, r.next, r.last = true, version, place{}, r.line
	case strings.HasPrefix(bare, family):
		return fmt.Errorf("%w: line %d is not %q, and no later version is known",
			ErrUnreadable, r.line, seatedTitle)
	case strings.HasPrefix(line, fence):
		r.end()
	case r.inside && line != "":
		line, closed := strings.CutSuffix(line, fence)
		r.take(strings.TrimSpace(line))
		if closed {
			r.end()
		}
	}
	return nil
}

func (r *textReader) proof() *Proof { return &r.proofs[len(r.proofs)-1] }

// ends reports whether the last line is the ending, as in all but old proofs.
func (r *textReader) ends() bool { return r.version > 1 }

func (r *textReader) end() {
	if r.inside && (r.ends() || r.next.label != allLabels) {
		r.stop(r.last, fmt.Sprintf("the text ends here, and %s is to come", named(r.next)))
	}
	r.inside = false
}

// stop ends the proof with a problem, after which no line has a meaning.
func (r *textReader) stop(line int, text string) {
	p := &r.proof().read
	p.broken = append(p.broken, Problem{Line: line, Text: text, place: r.next})
	p.part, r.inside = true, false
}

func (r *textReader) take(line string) {
	p := r.proof()
	if r.next.label == allLabels {
		second := strings.HasPrefix(line, labels[labelCommitment]+":")
		switch {
		case r.ends() && line == ending:
			r.inside = false
			return
		case second && r.next.shuffle == 0:
			r.next = lineAt(1, labelCommitment)
		case r.ends():
			r.stop(r.line, "here must be "+named(r.next))
			return
		default:
			r.stop(r.line, "the proof is over here, and this line belongs to none")
			return
		}
	}
	where := r.where(line)
	value, ok := strings.CutPrefix(line, where.String()+":")
	if !ok {
		r.stop(r.line, "here must be "+named(where))
		return
	}
	p.read.lines[where], r.last = r.line, r.line
	if where.label == labelCommitment {
		p.Shuffles = append(p.Shuffles, Shuffle{})
	}
	if problem := p.set(where, strings.TrimSpace(value)); problem != "" {
		p.read.broken = append(p.read.broken, p.at(where, problem))
	}
	switch {
	case where.label == labelClientSeed && r.version < 3:
		r.next = lineAt(where.shuffle, labelInteraction)
	case where.label == labelClientSeed:
		r.next = seatAt(where.shuffle, 0)
	default:
		r.next = lineAt(where.shuffle, where.label+1)
	}
}

// where returns the place of a line: that of one more seat, or else of the line to come.
func (r *textReader) where(line string) place {
	if r.version >= 3 && r.next.label == labelInteraction {
		seats := len(r.proof().Shuffles[r.next.shuffle].Seats)
		more := seatAt(r.next.shuffle, seats)
		if seats < blackjack.MaxSeats && strings.HasPrefix(line, more.String()+":") {
			return more
		}
	}
	return r.next
}

// named returns how a line begins. After all labels comes the ending.
func named(where place) string {
	if where.label == allLabels {
		return fmt.Sprintf("the line %q", ending)
	}
	return fmt.Sprintf(`the line "%v: …"`, where)
}

// set reads the value of a line. It returns the problem with it.
func (p *Proof) set(where place, value string) (problem string) {
	var s *Shuffle
	if where.label != labelHand {
		s = &p.Shuffles[where.shuffle]
	}
	switch where.label {
	case labelHand:
		var ok bool
		if p.Hand, p.Table, ok = strings.Cut(value, at); !ok {
			return "it must be the id of the hand, \"at\" and the name of the table"
		}
	case labelCommitment:
		s.Commitment, s.First = strings.CutSuffix(value, strings.TrimSpace(first))
		s.Commitment = strings.TrimSpace(s.Commitment)
	case labelServerSeed:
		if s.ServerSeed = value; value == notRevealed {
			s.ServerSeed = ""
		} else if value == "" {
			return wantHex
		}
	case labelClientSeed:
		s.ClientSeed, problem = quotedText(value)
	case labelSeats:
		var client string
		client, problem = quotedText(value)
		s.Seats = append(s.Seats, client)
	case labelInteraction:
		s.Interaction = value
	case labelDecks:
		switch value {
		case endless:
			s.Endless = true
		case forty:
			s.Forty, s.Decks = true, 1
		default:
			s.Decks, problem = number(value)
		}
	case labelJokers:
		s.Jokers, problem = number(value)
	case labelBefore:
		s.Before, problem = number(value)
	case labelCards:
		s.Cards, problem = s.readCards(value)
	}
	return problem
}

func quotedText(value string) (text, problem string) {
	if !strings.HasPrefix(value, `"`) || json.Unmarshal([]byte(value), &text) != nil {
		return "", "it must be a text in quotes, as JSON has it"
	}
	return text, ""
}

func number(text string) (n int, problem string) {
	n, err := strconv.Atoi(text)
	if err != nil || strconv.Itoa(n) != text {
		return 0, fmt.Sprintf("%s is not a whole number", brief(text))
	}
	return n, ""
}

// brief quotes a text, but not all of a long one.
func brief(text string) string {
	if len(text) > 100 {
		return fmt.Sprintf("%+q…", text[:100])
	}
	return fmt.Sprintf("%+q", text)
}

func (s Shuffle) readCards(text string) (cards []blackjack.Card, problem string) {
	for i, word := range strings.Fields(text) {
		c, ok := s.readCard(word)
		if !ok {
			return nil, fmt.Sprintf("card %d, %s, is none that the shoe can have", i+1, brief(word))
		}
		cards = append(cards, c)
	}
	return cards, ""
}

func (s Shuffle) readCard(word string) (blackjack.Card, bool) {
	if s.Endless {
		n, problem := number(word)
		return blackjack.Card(n - 1), problem == "" && n >= 1 && n <= int(blackjack.Ten)+1
	}
	if joker, is := strings.CutPrefix(word, blackjack.Joker.String()); is {
		n, problem := number(strings.TrimPrefix(joker, "\uFE0F")) // a selector that marks an emoji
		return blackjack.Joker + blackjack.Card(n-1), problem == "" && n >= 1 && n <= 2
	}
	c, err := blackjack.ParseCard(word)
	return c, err == nil && !c.Joker()
}

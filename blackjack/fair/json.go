package fair

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"holecard/blackjack"
)

// The fields of a proof that are not lines of the text.
const (
	fieldShuffles = "shuffles"
	fieldFirst    = "first"
)

// MarshalJSON writes the proof as ReadProofs reads it. The cards are numbers.
func (p Proof) MarshalJSON() ([]byte, error) {
	shuffles := []map[string]any{}
	for _, s := range p.Shuffles {
		cards := []int{}
		for _, c := range s.Cards {
			cards = append(cards, int(c))
		}
		all := map[string]any{
			fields[labelCommitment]:  s.Commitment,
			fields[labelServerSeed]:  s.ServerSeed,
			fields[labelClientSeed]:  s.ClientSeed,
			fields[labelInteraction]: s.Interaction,
			fields[labelDecks]:       s.Decks,
			fields[labelJokers]:      s.Jokers,
			fields[labelBefore]:      s.Before,
			fields[labelCards]:       cards,
		}
		if s.First {
			all[fieldFirst] = true
		}
		if s.ServerSeed == "" {
			all[fields[labelServerSeed]] = nil
		}
		if s.Endless || s.Forty {
			all[fields[labelDecks]] = s.decks()
		}
		shuffles = append(shuffles, all)
	}
	return json.Marshal(map[string]any{fields[labelHand]: p.Hand, fieldTable: p.Table, fieldShuffles: shuffles})
}

// readJSON reads a proof or a vector, or an array of them.
func readJSON(text string) ([]Proof, error) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var all any
	if err := d.Decode(&all); err != nil {
		return nil, fmt.Errorf("%w: it is no JSON, %w", ErrUnreadable, err)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, fmt.Errorf("%w: there is something behind the JSON", ErrUnreadable)
	}
	list, many := all.([]any)
	if !many {
		list = []any{all}
	}
	if len(list) == 0 || len(list) > MaxProofs {
		return nil, fmt.Errorf("%w: the array has %d elements, and it may have 1 to %d", ErrUnreadable, len(list), MaxProofs)
	}
	var proofs []Proof
	for i, one := range list {
		path := ""
		if many {
			path = fmt.Sprintf("[%d]", i)
		}
		object, ok := one.(map[string]any)
		if !ok {
			return nil, fmt.Errorf("%w: element %d of the JSON is no object", ErrUnreadable, i)
		}
		proofs = append(proofs, readObject(object, path))
	}
	return proofs, nil
}

// readObject reads a proof, or a vector.
func readObject(o map[string]any, path string) Proof {
	p := Proof{read: reading{json: true, path: path}}
	if _, whole := o[fieldShuffles]; !whole {
		p.read.vector = true
		p.Shuffles = make([]Shuffle, 1)
		p.readFields(0, o, vectorLabels, fieldShoe)
		return p
	}
	p.readFields(0, o, []int{labelHand}, fieldTable, fieldShuffles)
	if value, there := o[fieldTable]; !there {
		p.lacks(fieldTable, "it is missing")
	} else if p.Table, there = value.(string); !there {
		p.lacks(fieldTable, "it must be a text")
	}
	shuffles, _ := o[fieldShuffles].([]any)
	if len(shuffles) != 1 && len(shuffles) != 2 {
		p.stop(fieldShuffles, "it must be an array of one shuffle or two")
		return p
	}
	for i, one := range shuffles {
		object, ok := one.(map[string]any)
		if !ok {
			p.stop(fmt.Sprintf("%s[%d]", fieldShuffles, i), "it must be an object")
			break
		}
		p.Shuffles = append(p.Shuffles, Shuffle{})
		p.readFields(i, object, shuffleLabels, fieldFirst)
	}
	return p
}

// The lines of a shuffle, and those of them that a vector has.
var (
	shuffleLabels = []int{labelCommitment, labelServerSeed, labelClientSeed, labelInteraction, labelDecks, labelJokers, labelBefore, labelCards}
	vectorLabels  = []int{labelCommitment, labelServerSeed, labelClientSeed, labelInteraction, labelDecks, labelJokers, labelCards}
)

// lacks adds the problem of a field that is no line.
func (p *Proof) lacks(field, text string) {
	p.read.broken = append(p.read.broken, Problem{Field: p.read.below(field), Text: text, place: place{0, placeTable}})
}

// stop marks the proof as one that cannot be read to its end.
func (p *Proof) stop(field, text string) {
	p.lacks(field, text)
	p.read.part = true
}

// readFields reads the fields of these labels. There may be others by the names
// given, but no more.
func (p *Proof) readFields(shuffle int, o map[string]any, of []int, others ...string) {
	known := slices.Clone(others)
	for _, label := range of {
		where := place{shuffle, label}
		name := p.read.field(where)
		name = name[strings.LastIndexByte(name, '.')+1:]
		known = append(known, name)
		value, there := o[name]
		problem := "it is missing"
		if there {
			problem = p.setJSON(where, value)
		}
		if problem != "" {
			p.read.broken = append(p.read.broken, p.read.at(where, problem))
		}
	}
	if value, there := o[fieldFirst]; there && slices.Contains(known, fieldFirst) {
		var ok bool
		if p.Shuffles[shuffle].First, ok = value.(bool); !ok {
			p.stop(p.read.inShuffle(shuffle, fieldFirst), "it must be true or false")
		}
	}
	for _, name := range slices.Sorted(maps.Keys(o)) {
		if !slices.Contains(known, name) {
			field := brief(name)
			if len(p.Shuffles) > 0 {
				field = p.read.inShuffle(shuffle, field)
			}
			p.stop(field, "there is no such field")
		}
	}
}

// setJSON reads the value of a field. It returns what is wrong with it.
func (p *Proof) setJSON(where place, value any) (problem string) {
	if where.label == labelServerSeed && value == nil {
		return ""
	}
	switch v := value.(type) {
	case string:
		switch where.label {
		case labelHand:
			p.Hand = v
			return ""
		case labelClientSeed:
			p.Shuffles[where.shuffle].ClientSeed = v
			return ""
		case labelCommitment:
			p.Shuffles[where.shuffle].Commitment = v
			return ""
		case labelServerSeed, labelInteraction:
			return p.set(where, v)
		case labelDecks:
			if v == endless || v == forty {
				return p.set(where, v)
			}
		}
	case json.Number:
		switch where.label {
		case labelDecks, labelJokers, labelBefore:
			return p.set(where, v.String())
		}
	case []any:
		if where.label == labelCards {
			p.Shuffles[where.shuffle].Cards, problem = cardsOf(v)
			return problem
		}
	}
	switch where.label {
	case labelDecks, labelJokers, labelBefore:
		return "it must be a number"
	case labelCards:
		return "it must be an array of numbers"
	}
	return "it must be a text"
}

// lastCard is the highest number of a card.
const lastCard = blackjack.Joker + 1

// cardsOf reads the numbers of cards.
func cardsOf(list []any) (cards []blackjack.Card, problem string) {
	for i, one := range list {
		n, problem := 0, "no number"
		if text, ok := one.(json.Number); ok {
			n, problem = number(text.String())
		}
		if problem != "" || n < 0 || n > int(lastCard) {
			return nil, fmt.Sprintf("element %d is not the number of a card, 0 to %d", i, lastCard)
		}
		cards = append(cards, blackjack.Card(n))
	}
	return cards, ""
}

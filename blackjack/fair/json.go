package fair

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"holecard/blackjack"
)

// The fields of a proof that are not lines of the text.
const (
	fieldTable    = "table"
	fieldShuffles = "shuffles"
	fieldFirst    = "first"
	fieldShoe     = "shoe" // the cards of a vector
)

// fields are the names of the lines in the JSON.
var fields = [allLabels]string{
	"hand", "commitment", "server_seed", "client_seed", "seats", "interaction_id", "decks",
	"jokers", "dealt_before", "cards",
}

// MarshalJSON writes the proof as ReadProofs reads it. The cards are numbers.
func (p Proof) MarshalJSON() ([]byte, error) {
	shuffles := make([]map[string]any, len(p.Shuffles))
	for i, s := range p.Shuffles {
		all := map[string]any{
			fields[labelCommitment]:  s.Commitment,
			fields[labelServerSeed]:  s.ServerSeed,
			fields[labelClientSeed]:  s.ClientSeed,
			fields[labelInteraction]: s.Interaction,
			fields[labelDecks]:       s.Decks,
			fields[labelJokers]:      s.Jokers,
			fields[labelBefore]:      s.Before,
			fields[labelCards]:       numbers(s.Cards),
		}
		if len(s.Seats) > 0 {
			all[fields[labelSeats]] = s.Seats
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
		shuffles[i] = all
	}
	return json.Marshal(map[string]any{
		fields[labelHand]: p.Hand, fieldTable: p.Table, fieldShuffles: shuffles})
}

// object is an object of the JSON. What is read of it is deleted.
type object map[string]json.RawMessage

func readObject(raw []byte) (o object, ok bool) {
	return o, json.Unmarshal(raw, &o) == nil && o != nil
}

// readString reads a string, which null is not.
func readString(raw []byte) (text string, ok bool) {
	return text, json.Unmarshal(raw, &text) == nil && raw[0] == '"'
}

// readJSON reads a proof or a vector, or an array of them.
func readJSON(text string) ([]Proof, error) {
	list, many := []json.RawMessage{nil}, text[0] == '['
	into := any(&list[0])
	if many {
		into = &list
	}
	if err := json.Unmarshal([]byte(text), into); err != nil {
		return nil, fmt.Errorf("%w: it is not JSON: %w", ErrUnreadable, err)
	}
	asItIs := func(key string) string { return key }
	if key, is := RepeatedKey([]byte(text), asItIs); is {
		return nil, fmt.Errorf("%w: an object of the JSON has the key %q twice", ErrUnreadable, key)
	}
	if len(list) == 0 || len(list) > MaxProofs {
		return nil, fmt.Errorf("%w: the array has %d elements, and it may have 1 to %d",
			ErrUnreadable, len(list), MaxProofs)
	}
	var proofs []Proof
	for i, raw := range list {
		o, ok := readObject(raw)
		if !ok {
			return nil, fmt.Errorf("%w: element %d of the JSON is not an object", ErrUnreadable, i)
		}
		p := Proof{read: reading{json: true}}
		if many {
			p.read.path = fmt.Sprintf("[%d]", i)
		}
		if _, whole := o[fieldShuffles]; whole {
			p.readProof(o)
		} else {
			p.readVector(o)
		}
		proofs = append(proofs, p)
	}
	return proofs, nil
}

// readVector reads a whole shoe and its inputs.
func (p *Proof) readVector(o object) {
	p.read.vector = true
	p.Shuffles = make([]Shuffle, 1)
	for label := labelCommitment; label < allLabels; label++ {
		if label != labelBefore {
			p.readField(o, lineAt(0, label))
		}
	}
	p.unknown(o)
}

func (p *Proof) readProof(o object) {
	p.readField(o, lineAt(0, labelHand))
	var ok bool
	if value, there := o[fieldTable]; !there {
		p.lacks(fieldTable, "it is missing")
	} else if p.Table, ok = readString(value); !ok {
		p.lacks(fieldTable, "it must be a text")
	}
	var shuffles []json.RawMessage
	err := json.Unmarshal(o[fieldShuffles], &shuffles)
	delete(o, fieldTable)
	delete(o, fieldShuffles)
	p.unknown(o)
	if err != nil || len(shuffles) != 1 && len(shuffles) != 2 {
		p.stop(fieldShuffles, "it must be an array of one shuffle or two")
		return
	}
	for i, raw := range shuffles {
		o, ok := readObject(raw)
		if !ok {
			p.stop(fmt.Sprintf("%s[%d]", fieldShuffles, i), "it must be an object")
			return
		}
		p.Shuffles = append(p.Shuffles, Shuffle{})
		for label := labelCommitment; label < allLabels; label++ {
			p.readField(o, lineAt(i, label))
		}
		if raw, there := o[fieldFirst]; there {
			p.Shuffles[i].First = string(raw) == "true"
			if string(raw) != "true" && string(raw) != "false" {
				p.stop(p.read.inShuffle(i, fieldFirst), "it must be true or false")
			}
			delete(o, fieldFirst)
		}
		p.unknown(o)
	}
}

func (p *Proof) readField(o object, where place) {
	name := p.read.field(where)
	name = name[strings.LastIndexByte(name, '.')+1:]
	problem := "it is missing"
	if raw, there := o[name]; there {
		problem = p.setJSON(where, raw)
	} else if where.label == labelSeats {
		return
	}
	delete(o, name)
	if problem != "" {
		p.read.broken = append(p.read.broken, p.at(where, problem))
	}
}

// unknown adds a problem for each field that is left of an object.
func (p *Proof) unknown(o object) {
	for _, name := range slices.Sorted(maps.Keys(o)) {
		field := brief(name)
		if n := len(p.Shuffles); n > 0 {
			field = p.read.inShuffle(n-1, field)
		}
		p.stop(field, "there is no such field")
	}
}

// lacks adds the problem of a field that is not a line.
func (p *Proof) lacks(field, text string) {
	p.read.broken = append(p.read.broken,
		Problem{Field: p.read.below(field), Text: text, place: lineAt(0, placeTable)})
}

// stop marks the proof as one that cannot be read to its end.
func (p *Proof) stop(field, text string) {
	p.lacks(field, text)
	p.read.part = true
}

// setJSON reads the value of a field. It returns the problem with it.
func (p *Proof) setJSON(where place, raw []byte) (problem string) {
	text, isText := readString(raw)
	switch where.label {
	case labelDecks, labelJokers, labelBefore:
		switch {
		case raw[0] == '-' || raw[0] >= '0' && raw[0] <= '9':
			return p.set(where, string(raw))
		case where.label == labelDecks && (text == endless || text == forty):
			return p.set(where, text)
		}
		return "it must be a number"
	case labelCards:
		p.Shuffles[where.shuffle].Cards, problem = cardsOf(raw)
		return problem
	case labelSeats:
		p.Shuffles[where.shuffle].Seats, problem = seatsOf(raw)
		return problem
	case labelServerSeed:
		if string(raw) == "null" {
			return ""
		}
	}
	if !isText {
		return "it must be a text"
	}
	switch where.label {
	case labelHand:
		p.Hand = text
	case labelCommitment:
		p.Shuffles[where.shuffle].Commitment = text
	case labelClientSeed:
		p.Shuffles[where.shuffle].ClientSeed = text
	default:
		return p.set(where, text)
	}
	return ""
}

func seatsOf(raw []byte) (seats []string, problem string) {
	problem = fmt.Sprintf("it must be an array of 1 to %d texts", blackjack.MaxSeats)
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) != nil || len(list) < 1 || len(list) > blackjack.MaxSeats {
		return nil, problem
	}
	for _, one := range list {
		client, ok := readString(one)
		if !ok {
			return nil, problem
		}
		seats = append(seats, client)
	}
	return seats, ""
}

const lastCard = blackjack.Joker + 1

func cardsOf(raw []byte) (cards []blackjack.Card, problem string) {
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) != nil || raw[0] != '[' {
		return nil, "it must be an array of numbers"
	}
	for i, one := range list {
		n, problem := number(string(one))
		if problem != "" || n < 0 || n > int(lastCard) {
			return nil, fmt.Sprintf("element %d is not the number of a card, 0 to %d", i, lastCard)
		}
		cards = append(cards, blackjack.Card(n))
	}
	return cards, ""
}

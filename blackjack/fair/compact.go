package fair

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"regexp"
	"strconv"
	"unicode/utf8"

	"holecard/blackjack"
)

// A proof in short, which has room in an address, begins with its form: that of a table
// of several people has the client seeds of the seats.
const (
	compactForm   = "hp2."
	compactSeated = "hp3."
)

var compactIn = regexp.MustCompile(`(hp[23]\.)([A-Za-z0-9_-]*)`)

// Compact returns the proof in short, for the end of an address: after "hp2." bytes in
// base64 of URLs. Numbers are varints, a text has its length before it:
//
//	hand, table, then for each shuffle
//	flags (1 first, 2 endless, 4 forty), commitment (32 bytes), server seed (32 bytes),
//	client seed, interaction, decks, jokers, dealt before, how many cards, a byte for each
//
// After "hp3." how many seats there are and the client seed of each stand in place of the
// client seed, which follows from them. It is empty for a proof that does not fit the
// form, as while a seed is not revealed.
func (p Proof) Compact() string {
	var b []byte
	id := func(text string) bool {
		n, err := strconv.ParseUint(text, 10, 64)
		b = binary.AppendUvarint(b, n)
		return err == nil
	}
	text := func(text string) {
		b = append(binary.AppendUvarint(b, uint64(len(text))), text...)
	}
	ok, form := id(p.Hand), compactForm
	if p.seated() {
		form = compactSeated
	}
	text(p.Table)
	for _, s := range p.Shuffles {
		b = append(b, bit(s.First, 1)|bit(s.Endless, 2)|bit(s.Forty, 4))
		for _, digits := range []string{s.Commitment, s.ServerSeed} {
			raw, whole := seed(digits)
			b, ok = append(b, raw[:]...), ok && whole
		}
		if form == compactSeated {
			b = binary.AppendUvarint(b, uint64(len(s.Seats)))
			for _, client := range s.Seats {
				text(client)
			}
			ok = ok && s.ClientSeed == Combine(s.Seats)
		} else {
			text(s.ClientSeed)
		}
		ok = id(s.Interaction) && ok
		for _, n := range []int{s.Decks, s.Jokers, s.Before, len(s.Cards)} {
			b = binary.AppendUvarint(b, uint64(n))
		}
		for _, c := range s.Cards {
			b = append(b, byte(c))
		}
	}
	if !ok {
		return ""
	}
	return form + base64.RawURLEncoding.EncodeToString(b)
}

func bit(is bool, value byte) byte {
	if is {
		return value
	}
	return 0
}

var errCompact = errors.New("a proof in short that is cut off or changed")

// readCompact returns the proof of a text that [Proof.Compact] wrote, after its form.
func readCompact(form, code string) (p Proof, err error) {
	raw, err := base64.RawURLEncoding.DecodeString(code)
	if err != nil {
		return p, errCompact
	}
	r := compactReader{b: raw}
	p.Hand, p.Table = r.id(), r.text()
	for len(r.b) > 0 && !r.bad && len(p.Shuffles) < 2 {
		flags := r.bytes(1)
		s := Shuffle{Commitment: hex.EncodeToString(r.bytes(32)),
			ServerSeed: hex.EncodeToString(r.bytes(32))}
		if form == compactSeated {
			s.Seats = r.seats()
			s.ClientSeed = Combine(s.Seats)
		} else {
			s.ClientSeed = r.text()
		}
		s.Interaction, s.Decks, s.Jokers, s.Before = r.id(), r.small(), r.small(), r.small()
		if len(flags) == 1 {
			s.First, s.Endless, s.Forty = flags[0]&1 > 0, flags[0]&2 > 0, flags[0]&4 > 0
		}
		for _, c := range r.bytes(r.small()) {
			r.bad = r.bad || c > byte(blackjack.Joker)+1
			s.Cards = append(s.Cards, blackjack.Card(c))
		}
		p.Shuffles = append(p.Shuffles, s)
	}
	if r.bad || len(r.b) > 0 || len(p.Shuffles) == 0 {
		return Proof{}, errCompact
	}
	return p, nil
}

// compactReader takes a proof in short apart; after the first part that is not there it
// is bad.
type compactReader struct {
	b   []byte
	bad bool
}

func (r *compactReader) number() uint64 {
	n, size := binary.Uvarint(r.b)
	if size <= 0 {
		r.bad, r.b = true, nil
		return 0
	}
	r.b = r.b[size:]
	return n
}

func (r *compactReader) id() string { return strconv.FormatUint(r.number(), 10) }

// small returns a number that counts cards or decks.
func (r *compactReader) small() int {
	n := r.number()
	r.bad = r.bad || n > 1000
	return int(min(n, 1000))
}

func (r *compactReader) bytes(n int) []byte {
	if r.bad || n > len(r.b) {
		r.bad, r.b = true, nil
		return nil
	}
	part := r.b[:n]
	r.b = r.b[n:]
	return part
}

func (r *compactReader) text() string {
	text := string(r.bytes(r.small()))
	r.bad = r.bad || !utf8.ValidString(text)
	return text
}

func (r *compactReader) seats() (all []string) {
	n := r.small()
	r.bad = r.bad || n < 1 || n > blackjack.MaxSeats
	for !r.bad && len(all) < n {
		all = append(all, r.text())
	}
	return all
}

package fair

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"strconv"
	"strings"

	"holecard/blackjack"
)

// compactForm begins a proof in short, which has room in an address.
const compactForm = "hp2."

// Compact returns the proof in short, for the end of an address: after "hp2." bytes in
// base64 of URLs. Numbers are varints, a text has its length before it:
//
//	hand, table, then for each shuffle
//	flags (1 first, 2 endless, 4 forty), commitment (32 bytes), server seed (32 bytes),
//	client seed, interaction, decks, jokers, dealt before, how many cards, a byte for each
//
// It is empty for a proof that does not fit the form, as while a seed is not revealed.
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
	ok := id(p.Hand)
	text(p.Table)
	for _, s := range p.Shuffles {
		b = append(b, bit(s.First, 1)|bit(s.Endless, 2)|bit(s.Forty, 4))
		for _, digits := range []string{s.Commitment, s.ServerSeed} {
			raw, whole := seed(digits)
			b, ok = append(b, raw[:]...), ok && whole
		}
		text(s.ClientSeed)
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
	return compactForm + base64.RawURLEncoding.EncodeToString(b)
}

func bit(is bool, value byte) byte {
	if is {
		return value
	}
	return 0
}

// compactIn returns what follows the mark of the first proof in short in a text.
func compactIn(text string) (code string, ok bool) {
	_, code, ok = strings.Cut(text, compactForm)
	end := strings.IndexFunc(code, func(r rune) bool {
		return !strings.ContainsRune("-_", r) && !(r < 128 && (r >= '0' && r <= '9' ||
			r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z'))
	})
	if end >= 0 {
		code = code[:end]
	}
	return code, ok
}

var errCompact = errors.New("a proof in short that is cut off or changed")

// readCompact returns the proof of a text that [Proof.Compact] wrote, after its mark.
func readCompact(code string) (p Proof, err error) {
	raw, err := base64.RawURLEncoding.DecodeString(code)
	if err != nil {
		return p, errCompact
	}
	r := compactReader{b: raw}
	p.Hand, p.Table = r.id(), r.text()
	for len(r.b) > 0 && !r.bad && len(p.Shuffles) < 2 {
		flags := r.bytes(1)
		s := Shuffle{Commitment: hex.EncodeToString(r.bytes(32)),
			ServerSeed: hex.EncodeToString(r.bytes(32)), ClientSeed: r.text(),
			Interaction: r.id(), Decks: r.small(), Jokers: r.small(), Before: r.small()}
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

func (r *compactReader) text() string { return string(r.bytes(r.small())) }

package fair

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"math/big"

	"holecard/blackjack"
)

// slow is the scheme word by word, as dull as can be: HMAC from SHA-256, all
// words in a list, numbers without a limit on their size.
type slow struct {
	key   []byte
	text  string
	block int
	words []*big.Int
}

// hmac is RFC 2104 for a key of at most a block.
func (s *slow) hmac(message string) []byte {
	key := append(bytes.Clone(s.key), make([]byte, 64-len(s.key))...)
	inner, outer := []byte{}, []byte{}
	for _, b := range key {
		inner, outer = append(inner, b^0x36), append(outer, b^0x5c)
	}
	digest := sha256.Sum256(append(inner, message...))
	digest = sha256.Sum256(append(outer, digest[:]...))
	return digest[:]
}

func (s *slow) word() *big.Int {
	if len(s.words) == 0 {
		digest := s.hmac(fmt.Sprint(s.text, ":", s.block))
		s.block++
		for at := 0; at < 32; at += 4 {
			s.words = append(s.words, new(big.Int).SetBytes(digest[at:at+4]))
		}
	}
	w := s.words[0]
	s.words = s.words[1:]
	return w
}

func (s *slow) below(n int) int {
	for {
		w, big2, bigN := s.word(), new(big.Int).Lsh(big.NewInt(1), 32), big.NewInt(int64(n))
		bound := new(big.Int).Mul(new(big.Int).Div(big2, bigN), bigN)
		if w.Cmp(bound) < 0 {
			return int(new(big.Int).Mod(w, bigN).Int64())
		}
	}
}

// slowCombine is [Combine] byte by byte.
func slowCombine(seeds []string) string {
	message := []byte("holecard seats 1")
	for _, seed := range seeds {
		for place := 7; place >= 0; place-- {
			message = append(message, byte(len(seed)>>(8*place)))
		}
		message = append(message, []byte(seed)...)
	}
	return fmt.Sprintf("%064x", new(big.Int).SetBytes(sum256(message)))
}

func sum256(message []byte) []byte {
	sum := sha256.Sum256(message)
	return sum[:]
}

// slowCards returns the shoe of a table, by its number of decks (0 where the
// cards are without end) and jokers.
func slowCards(in Inputs, decks, jokers int) []blackjack.Card {
	s := &slow{key: in.Server[:], text: fmt.Sprintf("%s:%d", in.Client, in.Interaction)}
	shoe := []blackjack.Card{}
	if decks == 0 {
		for len(shoe) < 176 {
			shoe = append(shoe, blackjack.Card(s.below(10)))
		}
		return shoe
	}
	for range decks {
		for c := range 52 {
			shoe = append(shoe, blackjack.Card(c))
		}
	}
	for i := range jokers {
		shoe = append(shoe, blackjack.Card(52+i%2))
	}
	for k := len(shoe) - 1; k >= 1; k-- {
		j := s.below(k + 1)
		shoe[k], shoe[j] = shoe[j], shoe[k]
	}
	return shoe
}

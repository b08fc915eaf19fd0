package sim

import "math/bits"

// generator is xoroshiro128++ of Blackman and Vigna: a period of 2^128-1, and no
// weakness that a test of randomness is known to see. The generators of
// math/rand/v2 would do as well, but ChaCha8 is slower here, and PCG multiplies
// five times for a number, where this one only adds and shifts. It implements
// [math/rand/v2.Source].
type generator struct{ a, b uint64 }

// newGenerator returns the generator of a chunk. Its state is drawn from the
// seed by SplitMix64, as the authors advise: chunks whose numbers differ in one
// bit get states that differ in half of them.
func newGenerator(seed uint64, chunk int64) generator {
	at := mix(seed) + 2*uint64(chunk)*golden
	return generator{mix(at + golden), mix(at+golden+golden) | 1} // not all zeros
}

const golden = 0x9e3779b97f4a7c15

// mix is the output function of SplitMix64.
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Uint64 returns a number of 64 bits, each number with the same probability.
func (g *generator) Uint64() uint64 {
	n, a, b := step(g.a, g.b)
	g.a, g.b = a, b
	return n
}

// fill draws numbers in a row, for which its state stays in registers.
func (g *generator) fill(numbers *[lotsAhead]uint64) {
	a, b := g.a, g.b
	for i := range numbers {
		numbers[i], a, b = step(a, b)
	}
	g.a, g.b = a, b
}

func step(a, b uint64) (n, nextA, nextB uint64) {
	n = bits.RotateLeft64(a+b, 17) + a
	b ^= a
	return n, bits.RotateLeft64(a, 49) ^ b ^ b<<21, bits.RotateLeft64(b, 28)
}

// Package fair makes shuffles that a player can check with a program of their
// own. docs/fairness.md tells it to a player.
//
//	server seed ── SHA-256 ──▶ commitment, shown before the other inputs exist
//	     │
//	     ├── client seed, which the player sets; at a table of several people [Combine]
//	     │   makes it from those of all who are dealt
//	     ├── id of the interaction that starts the hand, which Discord sets; where time
//	     │   starts it, the number that was stored with the deadline
//	     ▼
//	HMAC-SHA256(server seed, client seed ":" interaction id ":" i), i = 0, 1, 2, …
//	     │ eight big-endian words each
//	     ▼
//	number below n: the next word w below floor(2^32 / n) * n, mod n
//	     │
//	     ▼
//	Fisher-Yates, k = N-1 down to 1: swap k and the number below k+1
//
// The seed is revealed when the last hand of its shuffle is over. A [Proof] is
// what is then shown of a hand: [Proof.Text] writes it, [ReadProofs] reads it,
// and [Proof.Check] follows it from the seed to the cards.
//
// The package is pure: its callers draw each [Seed].
package fair

// Package blackjack plays blackjack by any rule set, and does nothing else: it
// knows no clock, no logger, no random source and no file. Cards come in as a
// [Shoe] that somebody shuffled; what players do comes in as an [Action]; what
// follows goes out as the next [Round].
//
//	                 ace up              nobody to ask, or all have answered
//	Deal ──▶ Insuring ──▶ each seat: insurance, no insurance, even money
//	  │                               │
//	  │ no ace up                     ▼
//	  └───────────────────────────▶ peek ──▶ dealer's natural ──────────┐
//	                                  │                                 │
//	                                  ▼                                 │
//	          ┌──▶ Playing: each hand of each seat in turn              │
//	          │      hit, stand, double, split, surrender               │
//	          └───────────────┘       │                                 ▼
//	                                  └──▶ dealer draws ──▶ Over: every hand has an outcome
//
// A Round is a value. [Round.Play] returns the round that follows and leaves
// its receiver as it was; a step allocates nothing. [Round.Legal] is the only
// place that knows what may be done: buttons, strategies and Play ask it.
//
// Side bets are settled with the hand, by pay tables that are data too: see [SideBet].
//
// What a table does differently is a field of [Rules]. No code here asks for a
// table's name.
package blackjack

// Package blackjack plays blackjack by any rule set, and does nothing else: it
// knows no clock, no logger, no random source and no file. Cards come in as a
// [Shoe] that somebody shuffled; what players do comes in as an [Action]; what
// follows goes out as the next [Round].
//
// A [Course] is the round without its shoe. It goes from phase to phase, and stops
// wherever it wants a card or an action:
//
//	Dealing  ──▶ cards go around the table ─────────────────────────── card, card, …
//	   │ ace up, and the table insures
//	   ├──▶ Insuring  each seat: insurance, no insurance, even money ── action
//	   │        │
//	   ▼        ▼
//	  peek: the dealer's natural ends the round ──────────────────────▶ Over
//	   │
//	   ▼
//	Playing  each hand of each seat in turn:
//	   │     hit, stand, double, split, surrender ────────────────────── action, card
//	   │
//	   ├──▶ Drawing   the dealer, by rule, if a hand stands ──────────── card
//	   └──▶ Deciding  the house, where it has no rule ────────────────── action, card
//	            │
//	            ▼
//	          Over    every hand has an outcome
//
// A Round is a course and a shoe, which gives it the cards. It is a value:
// [Round.Play] returns the round that follows and leaves its receiver as it was; a
// step allocates nothing, and is checked before and after: every card and every chip
// is accounted for, or nothing is played.
//
// # Where the rules are told
//
//	who gets which of the first cards            deal.go       nextDealt
//	total, soft, natural; aces and jokers        hand.go       Total, natural
//	what may be done now                         legal.go      MayPlay
//	who is asked next, and who is not            play.go       play
//	hit, stand, double, surrender                play.go       Act
//	21 in more cards, or after a split           play.go       play: it stands by itself
//	a split; split aces; splitting again         split.go      split, splits, HandsOf
//	doubling after a split                       legal.go      MayPlay
//	insurance and even money                     insurance.go  legalInsurance, insured
//	the dealer peeks                             insurance.go  peek
//	when the dealer draws, and until when        dealer.go     awaited, DealerDraws
//	no hole card: the dealer's late natural      dealer.go     draw
//	who wins: each hand by itself                outcome.go    outcome, Outcome
//	payment; hearts; half back                   outcome.go    Pays
//	the shoe runs out                            course.go     RunOut; deck.go NextShoe
//	side bets                                    side.go       PairOf, PokerOf, BustOf
//	what must always hold                        invariants.go Check
//
// [Course.Legal] is the only place that knows what may be done: buttons, strategies and
// Play ask it. What a table does differently is a field of [Rules], and the tables are rules in
// [holecard/blackjack/tables]. No code here asks for a table's name, and none is written for
// speed: the simulator compiles tables out of courses, whose [Course.State] says which of them
// are alike.
package blackjack

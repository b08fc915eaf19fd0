// Package odds computes what a round is worth: of a strategy, of best play, of
// each action with the cards in hand. It plays no rounds and draws no lots; it
// goes through every hand once. All is of a round dealt from a full shoe, or from one of which
// some cards are gone.
//
//	                     deck: kinds of cards, and how many
//	                       │
//	   newTree             ▼                    asked, best
//	dealer's ends ──▶ scene (an upcard) ◀── policy: what to do with a hand
//	                       │
//	     ┌─────────────────┼──────────────────────┐
//	     ▼                 ▼                      ▼
//	Strategy, Best: round ─▶ tally ─▶ ledger   Basic: chart   Advise: hint ─▶ options
//
// A [Table] keeps the graph of hands, the dealer's trees and, of a full shoe, the worth of each
// hand, so that a hint takes no more than what is new in its question.
//
// # Limits
//
// A player may ask for a strategy of millions of hands, so each computation has
// a [meter]: everything that takes memory or time counts on it first. A
// computation that would take more than its [Limits] returns a [*LimitError], and
// one whose context ends returns the context's error within milliseconds. Memory
// is counted as the bytes of the hands, sets and results that are kept; time as
// steps, because a clock would refuse on one day what it grants on another.
//
// # Method
//
// A player's hands are a graph: sets of cards are nodes, the card that makes one
// of another is an edge. Cards that nobody tells apart are one kind, so that
// suits make more hands only where a rule or the strategy minds them, and order
// only where the strategy minds the last card. The probability of each hand is
// carried forward along the edges ([walker]). Where a hand stands, the dealer's
// ends are computed from exactly what is left: every set of cards that ends the
// dealer's hand is known beforehand with the number of its orders, and its probability
// is a product. Sets of one end that begin alike share their sums ([tree]), and the shoes of a
// scene are asked for in the order in which most of these sums stay as they are: by how many
// cards are out, then by how many aces, twos and so on ([held]). So without
// splits all values are exact but for rounding, which is below 1e-12.
//
// Best play and charts compute upcards on up to four processors at once ([inLanes]), with the
// same result on any number. Most of best play's time goes into splits.
//
// A suit matters until a hand holds it, unless a strategy counts how many cards of it there are.
// So all hands that hold one are told apart by value alone ([hands.merge]).
//
// The dealer's peek divides nothing. All probabilities in a scene are of what
// happens and no natural ending the round before: the unconditional ones less
// those of the natural. They add up without a condition on anything.
//
// # Best play
//
// Best play is found hand by hand, more cards first. It minds every card of the
// hand in play. What it does after a split is what it does with the same cards
// where none was split, so far as that is allowed then, and it splits again
// whatever it split, as often as the table lets it: analysts call that CDZ-. [Advise] also
// tells what a split is worth that should not be: then none of its hands is split again. It
// takes no insurance and no even money, as is the analysts' custom. From a full
// shoe insurance is never worth taking, but even money is where a natural pays
// 6:5; [Advise] says so to a player who is asked.
//
// # Splits
//
// The cards of the shoe are exchangeable, so the hands of a split may be taken to
// have got their second cards first, and each hand to be played before all the
// others. Then what a split is worth is a sum of single hands, each drawn from a
// shoe that lacks the cards of the split value which came for others, and of
// which some other second cards are not of that value. The latter condition is
// resolved by taking away: the value of a hand while another card is not of the
// value is its value anyway, less the chance that it is, times its value then.
// That is exact for any number of hands, for best play as well as for strategies,
// as long as these go by the cards of the hand alone; one that counts the hands
// of its seat is asked as if it had two.
//
// So a hand of a split is evaluated for a few shoes that differ in how many cards of the pair's
// value are out. What it may come to ([finals]), and in how many orders, is found once for all
// of them, and what that nets by the dealer's end is one of about a dozen classes.
//
// The mean needs no more. What a round nets in all, and so the probabilities to
// win, push and lose, needs the hands jointly. Two hands are played out against
// each other (to 1e-9, see [rare]). Three hands and four, less than one round in
// a hundred, are taken for independent once the dealer's end is given, and so
// are two where suits matter: that leaves these probabilities within 1e-5. From
// a deck without end it is exact.
//
// # Hints
//
// A hint needs only means, of one hand and what comes of it ([hint]). So the dealer's ends are
// not computed one by one: of each hand one sum is kept, by how many cards the dealer draws and
// how many of the pair's value ([openTree]). Whatever the shoe lacks of that value, what the hand
// is worth that stands is one product with it. Hands of a split are found in all shoes at once,
// from the hands that come of them, and only those that best play comes to.
package odds

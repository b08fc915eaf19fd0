package strategy

import (
	"errors"
	"fmt"
	"strings"
)

// Fault is a reason to refuse an expression: a name that never changes with the words for it.
type Fault string

// The faults.
const (
	Unexpected     Fault = "unexpected"    // Found stands where Want is expected
	UnknownName    Fault = "unknown"       // Name is unknown; Meant is the nearest known
	TakesNothing   Fault = "takes.nothing" // Name takes nothing in parentheses
	TakesArguments Fault = "alone"         // Name stands alone, but takes arguments
	ArgumentCount  Fault = "count"         // Name takes another number of arguments than Count
	UnseenUpcard   Fault = "unseen.upcard" // Name goes by the upcard, and this table shows none
	NoSuits        Fault = "no.suits"      // Name goes by suits, and this table's cards have none
	FixedAces      Fault = "fixed.aces"    // Name goes by how an ace counts, which never changes here
	NoPerson       Fault = "nobody"        // nobody can be asked; the cause is ErrNobody
	NoTable        Fault = "no.table"      // basic belongs to a table, and there is none
	NoBasic        Fault = "no.basic"      // basic is not to be had, for the cause
	TooLong        Fault = "long"          // more than MaxLength bytes, Count
	TooLongCharts  Fault = "chart.long"    // more than MaxChart bytes of charts, Count
	TooManyTokens  Fault = "tokens"        // more than MaxTokens
	TooDeep        Fault = "deep"          // more than MaxDepth parentheses in one another
	TooCostly      Fault = "costly"        // more than MaxCost with names written out
	NoMemory       Fault = "no.memory"     // Name goes by cards seen before, which is not to be had here
	NoChance       Fault = "no.chance"     // Name goes by chance, likewise
	NoBets         Fault = "no.bets"       // nothing is bet here
	EndlessCards   Fault = "endless"       // Name goes by cards seen, and the table's never run out
	OnlyBets       Fault = "only.bets"     // Name is known when a bet is made, not when a hand is played
	OnlyPlays      Fault = "only.plays"    // Name is known when a hand is played, not when a bet is made
	NotTen         Fault = "not.ten"       // a count has Count numbers, not one for each of ten values
	NameTaken      Fault = "taken"         // Name has a meaning already
	NeverReached   Fault = "unreached"     // the rule before the one of Name decides all that is left
	NeverHolds     Fault = "never"         // the comparison Piece, for the number Name has a Reach
	AlwaysHolds    Fault = "always"        // likewise
	Contradicts    Fault = "contradicts"   // the limits of Piece leave no number between them
	DividesByZero  Fault = "zero"          // Piece is always 0
	TooLikely      Fault = "likely"        // the chance Name is above 100%
	NoBet          Fault = "no.bet"        // the bet Piece is never above 0: no round is sat out
	Commented      Fault = "commented"     // a comment in the only line is all the rest
	TooLongWritten Fault = "long.written"  // one of these, once it is in its canonical form
	WrongChart     Fault = "chart"         // the cause is a [*ChartError]
)

// Part is a part of an expression, as it is wanted or found.
type Part string

// The parts.
const (
	PartCondition Part = "condition" // or any other strategy
	PartNumber    Part = "number"
	PartWhole     Part = "whole" // a number up to MaxNumber in digits, with up to four decimals
	PartStop      Part = "stop"  // a number from 0 to MaxStop
	PartSuit      Part = "suit"  // the name of a suit, or its first letter
	PartText      Part = "text"  // in quotes
	PartOpen      Part = "open"  // "("
	PartComma     Part = "comma" // "," or an operator
	PartClose     Part = "close" // ")" or an operator
	PartEnd       Part = "end"   // the end or an operator
	PartRank      Part = "rank"  // the value of a card from 1, an ace, to 10
	PartCount     Part = "count" // the name of a count, or its ten numbers
	PartValue     Part = "value" // a number or a condition
	PartName      Part = "name"  // that let gives
	PartIs        Part = "is"    // "="
	PartPlay      Part = "play"  // a rule to play by
	PartAction    Part = "action"
	PartRuleEnd   Part = "rule.end" // "if", "else", ";" or the end
	PartToken     Part = "token"    // whatever it is
)

// SyntaxError says why an expression is refused, and where. Which of the
// facts there are depends on the fault.
type SyntaxError struct {
	Fault  Fault
	Text   string // the whole expression
	Column int    // counted in characters from 1; 0 where it is the whole
	Name   string // with its form, such as "both(a, b)"; one that is not known is as it was typed
	Meant  string // with its form; empty where none is near
	Count  int
	Want   Part
	Found  Part
	Piece  string // what is found, as it is written
	Reach  Reach  // of a comparison: Whole alone where a limit that is not whole is the mistake
	Write  string // the operator that people mean who know another language; else empty
	Cause  error  // of an expression that is right, but cannot be had here; else nil
}

// Examples are three expressions that could stand where this is refused.
func (e *SyntaxError) Examples() []string {
	switch {
	case e.Fault == WrongChart:
		return e.ofCharts()
	case e.Fault == NeverHolds || e.Fault == AlwaysHolds || e.Fault == Contradicts:
		return []string{"total < 17", "12 <= total <= 16", "upcard == 1"}
	case e.Fault == TooLikely:
		return []string{"hit if 40%", "stand if total == 16 && 50%", "total < 16 || 25%"}
	case e.Fault == DividesByZero:
		return []string{"total / 2", "cards / 2", "count(hilo) / decksLeft"}
	case e.Fault == OnlyPlays || e.Fault == NoBet || e.Fault == NoBets && e.Name != "bet":
		return []string{"bet 2", "bet 4 if won", "bet 1 if bankroll < 50"}
	case e.Fault == NotTen || (e.Fault == TakesArguments || e.Fault == ArgumentCount) &&
		strings.HasSuffix(e.Name, "ount(c)"):
		return (&SyntaxError{Fault: Unexpected, Want: PartCount}).Examples()
	case e.Fault != Unexpected:
		return []string{"stopAt(17)", "total < 17", "hit if total < 12"}
	}
	switch e.Want {
	case PartNumber, PartWhole:
		return []string{"17", "total", "cards + 1"}
	case PartStop:
		return []string{"stopAt(17)", "stopAt(12)", "stopAt(19)"}
	case PartRank:
		return []string{"has(1)", "has(8)", "has(10)"}
	case PartSuit:
		return []string{`suit("hearts", stopAt(17), stopAt(19))`, "suit(s, stopAt(17), true)",
			"suit(clubs, stopAt(12), stopAt(16))"}
	case PartCount:
		return []string{"count(hilo)", "trueCount(ko)",
			"count(-1, 1, 1, 1, 1, 1, 0, 0, 0, -1)"}
	case PartValue, PartName, PartIs:
		return []string{"let low = total < 12", "let tc = trueCount(hilo)", "let n = cards - 2"}
	case PartPlay, PartAction, PartRuleEnd:
		return []string{"hit if total < 17", "double else hit if total == 11",
			"split if aces == 2"}
	case PartOpen, PartClose, PartComma:
		return []string{"stopAt(17)", "both(stopAt(19), stopAt(17))", "(total < 12)"}
	case PartEnd:
		return []string{"total < 12 && cards < 4", "total < 12 || cards < 3",
			"split if aces == 2; basic"}
	}
	return []string{"stopAt(17)", "total < 17", "hit if total < 12"}
}

// ofCharts are three examples of the part of a chart that is wrong.
func (e *SyntaxError) ofCharts() []string {
	wrong, _ := errors.AsType[*ChartError](e.Cause)
	switch wrong.Fault {
	case ChartMove, ChartEmpty:
		return []string{"H", "Ds", "Rh"}
	case ChartColumn, ChartLacksColumn, ChartNoUpcard:
		return []string{"2 3 4 5 6 7 8 9 10 A", "2 3 4 5 6 7 8 9 10 A Jo", "-"}
	case ChartWithin:
		return []string{"insure; chart(…)", "stand if total == 12; chart(…)",
			"bet 2 if won; chart(…)"}
	}
	return []string{"hard 12-16", "soft 18", "pair 8"}
}

func (e *SyntaxError) Error() string {
	text := fmt.Sprintf("not a strategy: %s at column %d", e.Fault, e.Column)
	if e.Cause != nil {
		text += ": " + e.Cause.Error()
	}
	return text
}

// Refusal returns the key of the words for players, who are told what is wrong and where.
func (e *SyntaxError) Refusal() (string, []any) { return "said", []any{e} }

// Unwrap returns the cause.
func (e *SyntaxError) Unwrap() error { return e.Cause }

// ErrNobody is the cause of the error where an expression asks a person and
// nobody can be asked.
var ErrNobody = errors.New("nobody can be asked")

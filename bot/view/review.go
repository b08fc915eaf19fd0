package view

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"holecard/bot/lang"
	"holecard/bot/message"
	"holecard/bot/story"
	"holecard/storage"
)

// longestReview is how many characters the decisions of a review have at most.
const longestReview = 3500

// ReviewOf shows what the decisions of a round were worth, by what could be known then.
func ReviewOf(w *lang.Printer, r story.ReviewedRound, past Past) message.Reply {
	reply := private(w.Say("review.title", r.Table.Title), "")
	e := reply.Embeds[0]
	e.Color = colourOf(r.Line.Net)
	s := momentOf(w, r, Cards{}).at(int(r.Seat))
	lines := []string{s.headline(), ""}
	if r.Line.Worth.State == storage.Reviewed {
		lines = append(lines, decisions(w, r)...)
		lines = append(lines, verdict(w, r)...)
	} else {
		lines = append(lines, w.Say("review.unreviewable"))
	}
	if r.Practice {
		lines = append(lines, w.Say("review.practice"))
	}
	e.Description = strings.Join(lines, "\n")
	reply.Rows = rows(line(
		button(w.Say("button.steps"), id(StepTo{r.ID, 0, 0, past})),
		button(w.Say("button.history"), id(TurnHistory{past})),
	))
	return reply
}

// decisions lists what was decided: where all of it is too long for a message, without the
// cards of what was right, and then only as much as fits.
func decisions(w *lang.Printer, r story.ReviewedRound) (lines []string) {
	for _, brief := range []bool{false, true} {
		lines = nil
		for i := range r.Review.Steps {
			lines = append(lines, decision(w, r, i, brief))
		}
		if utf8.RuneCountInString(strings.Join(lines, "\n")) <= longestReview {
			return lines
		}
	}
	for n := range lines {
		if utf8.RuneCountInString(strings.Join(lines[:n+1], "\n")) > longestReview {
			return append(lines[:n], w.Say("review.more", len(lines)-n))
		}
	}
	return lines
}

// decision says what a player saw and did, and what was best.
func decision(w *lang.Printer, r story.ReviewedRound, i int, brief bool) string {
	s, line := r.Review.Steps[i], judged(w, r, i)
	if brief && !s.Mistake() {
		return fmt.Sprintf("%d. %s", i+1, line)
	}
	hand, dealer := s.View.Seats[r.Seat].Hands[s.Hand], s.View.Dealer
	held := cards(w, r.Table.Rules, hand.Cards, 0)
	counts := total(w, hand.Total, hand.Soft, hand.Natural)
	saw := w.Say("review.saw.alone", held, counts)
	if len(dealer.Cards) > 0 {
		saw = w.Say("review.saw", held, counts, cards(w, r.Table.Rules, dealer.Cards, 0))
	}
	return fmt.Sprintf("%d. %s\n%s", i+1, saw, line)
}

// judged says what was done, and what was best where that was something else.
func judged(w *lang.Printer, r story.ReviewedRound, i int) string {
	s := r.Review.Steps[i]
	line := w.Say("review.right", actionName(w, s.Did))
	if s.Mistake() {
		line = w.Say("review.wrong", actionName(w, s.Did), actionName(w, s.Options[0].Action),
			cost(w, s.Cost))
	}
	switch {
	case r.Players[r.Seat].Plays != "":
		line += " · " + w.Say("review.autopilot")
	case r.Helped[i] && r.Line.Seated: // by the clock, a strategy, or because they have left
		line += " · " + w.Say("review.played")
	case r.Helped[i]:
		line += " · " + w.Say("review.hinted")
	}
	return line
}

// verdict says what all mistakes of a round have cost, and that the rest was luck: of the
// cards dealt, and of those after.
func verdict(w *lang.Printer, r story.ReviewedRound) []string {
	worth, all := r.Line.Worth, w.Fact(lang.Net(r.Line.Net))
	luck, n := r.Line.Net.Micro(), 1
	said := ""
	switch {
	case len(r.Review.Steps) == 0:
		return []string{w.Say("review.nothing", all)}
	case worth.Decisions == 0:
		said = w.Say("review.uncounted", all)
	case worth.Mistakes == 0:
		said = w.Say("review.clean", all)
	default:
		n = decimals(worth.Cost)
		luck += rounded(worth.Cost, n)
		said = w.Say("review.total", cost(w, worth.Cost), gain(w, luck, n))
	}
	// rounded so that the two add up to the luck as they are shown
	dealt := rounded(worth.Value, n)
	parts := w.Say("review.parts", gain(w, dealt, n), gain(w, luck-dealt, n))
	lines := []string{"", said, "-# " + parts}
	if !r.Table.Rules.Fresh {
		lines = append(lines, "-# "+w.Say("review.kept"))
	}
	return lines
}

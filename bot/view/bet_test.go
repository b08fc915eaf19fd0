package view_test

import (
	"testing"
	"time"

	"holecard/blackjack"
	"holecard/bot/lang"
	"holecard/bot/message"
	"holecard/bot/session"
	"holecard/bot/view"
)

func TestWhatComesAfterAHandIsInTheLanguageOfTheReader(t *testing.T) {
	at := time.Unix(1_772_366_400, 0)
	over := hand(t, "vegas", "T♠ 6♣ 7♦ T♥ 4♣", 10, 1_000_000, blackjack.Stand)
	later := session.Relief{Daily: session.Due{Chips: 55, At: at},
		Refill: session.Due{Chips: 10, At: at}}
	now := session.Relief{Daily: session.Due{Chips: 55}, Refill: session.Due{Chips: 10}}
	inEachLanguage(t, func(w *lang.Printer) []message.Reply {
		short := func(e session.ShortError) message.Reply {
			r := message.Note(view.Short(w, &e))
			r.Rows = view.Remedies(w, &e, 2)
			return r
		}
		bold := session.BoldError{Balance: 1_900_000, Meant: session.Deal{Bet: 999_999,
			Sides: blackjack.Sides{5}}}
		return []message.Reply{
			{Text: view.Bold(w, &bold), Rows: view.SureOf(w, &bold, 2)},
			view.Refilled(w, session.Refill{Given: true, Chips: 10}),
			view.Refilled(w, session.Refill{Chips: 10, Next: at}),
			short(session.ShortError{Relief: &later}), short(session.ShortError{Relief: &now}),
			short(session.ShortError{Balance: 150, Instead: &session.Deal{Bet: 150}}),
			short(session.ShortError{Balance: 150, Instead: &session.Deal{Bet: 1_000_000 - 1}}),
			short(session.ShortError{Balance: 2_000_000, Instead: &session.Deal{Bet: 1_000_000}}),
			short(session.ShortError{Balance: 150, Held: 5}), short(session.ShortError{}),
			{Rows: view.Sure(over, over.Table.Rules.MaxBet,
				view.Frame{Words: w, Name: "Ada"}).Rows},
		}
	})
	books := lang.Must(lang.Load())
	for _, code := range lang.Codes {
		edge := view.HouseEdge{Share: 0.1234, Known: true}
		m := view.AskBet(books.For(code), over, withSides(t).Rules,
			view.SideEdges{edge, edge, edge}).Modal
		if len(m.Inputs) != 4 || !m.Inputs[3].Optional {
			t.Errorf("%s: %+v", code, m.Inputs)
		}
		texts := []string{m.Title}
		for _, in := range m.Inputs {
			texts = append(texts, in.Label)
			if n := len([]rune(in.Hint)); n == 0 || n > 100 {
				t.Errorf("%s: the hint %q has %d characters", code, in.Hint, n)
			}
		}
		for _, text := range texts {
			if n := len([]rune(text)); n == 0 || n > 45 {
				t.Errorf("%s: %q has %d characters", code, text, n)
			}
		}
	}
}

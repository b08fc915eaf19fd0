package view_test

import (
	"testing"

	"holecard/blackjack"
	"holecard/blackjack/drill"
	"holecard/blackjack/review"
	"holecard/bot/lang"
	"holecard/bot/story"
	"holecard/bot/view"
	"holecard/storage"
)

// drillOf returns a drill at a question from 1, or after its last, in which every third
// answer was wrong.
func drillOf(t *testing.T, table string, kind drill.Kind, question int) story.Drill {
	t.Helper()
	tab := tableOf(t, table)
	d := story.Drill{ID: 42, Kind: kind, Table: tab, Seed: 5}
	hands := drill.HandsOf(tab.Rules)
	var last review.Cell
	for n := 1; n <= min(question, drill.Length); n++ {
		q := storage.DrillQuestion{Answered: n < question, Right: n%3 > 0, Best: int(blackjack.Hit)}
		if q.Answer = q.Best; !q.Right {
			q.Answer, q.Cost = int(blackjack.Surrender), storage.Micro(n*n*1234)
		}
		if kind == drill.Count {
			var err error
			if d.Shoe, err = drill.Shoe(tab.Rules, d.Seed); err != nil {
				t.Fatal(err)
			}
			q.Best = drill.Ask(d.Shoe, n).Answer()
			q.Answer, q.Cost = q.Best+n%3/2, 0
		} else {
			r, err := hands.Draw(drill.Random(d.Seed, n), kind, last,
				func(review.Cell) float64 { return 1 })
			if err != nil {
				t.Fatal(err)
			}
			d.View, last = r.View(), review.CellOf(r.View())
			q.Cell = storage.LessonCell{Kind: storage.LessonKind(last.Kind),
				Total: uint8(last.Total), Upcard: uint8(last.Upcard)}
			for _, c := range d.View.Seats[0].Hands[0].Cards {
				q.Cards = append(q.Cards, byte(c))
			}
			if last.Upcard > 0 {
				q.Upcard = uint8(d.View.Dealer.Cards[0])
			}
		}
		d.Asked = append(d.Asked, q)
	}
	return d
}

// drills are questions of each kind, at the beginning, on the way and in the end.
func drills(t *testing.T, w *lang.Printer, cards view.Cards) (all []shown) {
	faultless := drillOf(t, "vegas", drill.Soft, 21)
	for i := range faultless.Asked {
		faultless.Asked[i].Right, faultless.Asked[i].Cost = true, 0
	}
	faultless.Award = true
	for _, f := range []struct {
		title string
		drill story.Drill
	}{
		{"the first question", drillOf(t, "vegas", drill.Pairs, 1)},
		{"after a right answer", drillOf(t, "vegas", drill.All, 3)},
		{"after a mistake", drillOf(t, "vegas", drill.All, 4)},
		{"cards without suits", drillOf(t, "mit", drill.Hard, 4)},
		{"no upcard", drillOf(t, "chalmers", drill.All, 4)},
		{"soft hands", drillOf(t, "vegas", drill.Soft, 5)},
		{"the end", drillOf(t, "vegas", drill.All, 21)},
		{"the end of hard hands alone", drillOf(t, "chalmers", drill.Hard, 21)},
		{"the end of pairs", drillOf(t, "vegas", drill.Pairs, 21)},
		{"the end without a fault", faultless},
		{"counting", drillOf(t, "vegas", drill.Count, 1)},
		{"the true count", drillOf(t, "single-deck", drill.Count, 4)},
		{"after a wrong count", drillOf(t, "atlantic-city", drill.Count, 4)},
		{"the end of counting", drillOf(t, "vegas", drill.Count, 21)},
	} {
		all = append(all, shown{f.title, view.Drill(w, f.drill, cards)})
	}
	for _, kind := range drill.Kinds() {
		all = append(all, shown{"another is open", view.OpenDrill(w,
			drillOf(t, "atlantic-city", drill.Hard, 7), story.Training{Kind: kind})},
			shown{"there is none", refused(w,
				&story.NoDrillError{Kind: kind, Title: "Vegas"})})
	}
	return all
}

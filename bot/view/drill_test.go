package view_test

import (
	"fmt"
	"strings"
	"testing"

	"holecard/blackjack"
	"holecard/blackjack/drill"
	"holecard/blackjack/review"
	"holecard/blackjack/tables"
	"holecard/bot/draw"
	"holecard/bot/lang"
	"holecard/bot/message"
	"holecard/bot/session"
	"holecard/bot/view"
	"holecard/storage"
)

// drillOf returns a drill at a question from 1, or after its last, in which every third
// answer was wrong.
func drillOf(t *testing.T, table string, kind drill.Kind, question int) session.Drill {
	t.Helper()
	tab, err := tables.Named(table)
	if err != nil {
		t.Fatal(err)
	}
	d := session.Drill{ID: 42, Kind: kind, Table: tab, Seed: 5}
	hands := drill.HandsOf(tab.Rules)
	var last review.Cell
	for n := 1; n <= min(question, drill.Length); n++ {
		q := storage.DrillQuestion{Answered: n < question, Right: n%3 > 0, Best: int(blackjack.Hit)}
		if q.Answer = q.Best; !q.Right {
			q.Answer, q.Cost = int(blackjack.Surrender), storage.Micro(n*n*1234)
		}
		if kind == drill.Count {
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

func clean(d session.Drill) session.Drill {
	for i := range d.Asked {
		d.Asked[i].Right, d.Asked[i].Cost = true, 0
	}
	d.Award = true
	return d
}

func TestDrillsReadWell(t *testing.T) {
	for _, code := range []string{"en", "de", "ja"} { // German has the longest words
		var b strings.Builder
		w := lang.Must(lang.Load()).For(code)
		for _, f := range []struct {
			title string
			drill session.Drill
		}{
			{"the first question", drillOf(t, "vegas", drill.Pairs, 1)},
			{"after a right answer", drillOf(t, "vegas", drill.All, 3)},
			{"after a mistake", drillOf(t, "vegas", drill.All, 4)},
			{"cards without suits", drillOf(t, "mit", drill.Hard, 4)},
			{"no upcard", drillOf(t, "chalmers", drill.All, 4)},
			{"the end", drillOf(t, "vegas", drill.All, 21)},
			{"the end of hard hands alone", drillOf(t, "chalmers", drill.Hard, 21)},
			{"the end without a fault", clean(drillOf(t, "vegas", drill.Soft, 21))},
			{"counting", drillOf(t, "vegas", drill.Count, 1)},
			{"the true count", drillOf(t, "single-deck", drill.Count, 4)},
			{"after a wrong count", drillOf(t, "atlantic-city", drill.Count, 4)},
			{"the end of counting", drillOf(t, "vegas", drill.Count, 21)},
		} {
			fmt.Fprintf(&b, "# %s\n%s\n", f.title, print(view.Drill(w, f.drill, view.Cards{})))
		}
		fmt.Fprintf(&b, "# another is open\n%s\n", print(view.OpenDrill(w,
			drillOf(t, "atlantic-city", drill.Hard, 7), session.Training{Kind: drill.Soft})))
		golden(t, "drills-"+code, b.String())
	}
}

func TestDrillsAreInTheLanguageOfTheReader(t *testing.T) {
	emojis := make(map[string]string)
	for _, e := range draw.Emojis(draw.NewFaces()) {
		emojis[e.Key] = "<:" + e.Name + ":1234567890123456789>"
	}
	inEachLanguage(t, func(w *lang.Printer) (all []message.Reply) {
		for _, kind := range drill.Kinds() {
			for _, n := range []int{1, 2, 4, 5, 20, 21} {
				d := drillOf(t, "vegas", kind, n)
				all = append(all, view.Drill(w, d, view.Cards{}),
					view.Drill(w, d, view.Cards{Painter: newPainter()}),
					view.Drill(w, d, view.Cards{Emojis: emojis}),
					view.OpenDrill(w, d, session.Training{Kind: kind}))
			}
			all = append(all, view.Drill(w, clean(drillOf(t, "vegas", kind, 21)), view.Cards{}))
			all = append(all, message.Note(view.NoDrill(w,
				&session.NoDrillError{Kind: kind, Title: "Vegas"})))
		}
		return all
	})
}

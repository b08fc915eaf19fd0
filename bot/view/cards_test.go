package view_test

import (
	"strings"
	"testing"

	"holecard/bot/draw"
	"holecard/bot/view"
)

// Who does not see the picture is told all that it shows.
func TestAPictureStandsForTheCardsAndSaysThemToo(t *testing.T) {
	h := hand(t, "vegas", "T♠ 6♣ 7♦ T♥", 10, 90)
	frame := view.Frame{Words: words, Name: "Ada"}
	text := view.Hand(h, frame).Embeds[0]
	frame.Cards.Painter = draw.NewPainter(draw.NewFaces())
	r := view.Hand(h, frame)
	e := r.Embeds[0]
	if len(r.Files) != 1 || e.Image != r.Files[0].Name || len(r.Files[0].PNG) == 0 {
		t.Fatalf("the message has %d files and shows %q", len(r.Files), e.Image)
	}
	for _, f := range text.Fields[:2] { // the dealer's cards, and the player's
		want := f.Name + ": " + strings.ReplaceAll(f.Value, "`", "")
		if !strings.Contains(r.Files[0].Alt, want) {
			t.Errorf("the picture is described as %q, without %q", r.Files[0].Alt, want)
		}
	}
	if len(e.Fields) != len(text.Fields)-2 {
		t.Errorf("beside the picture it says %+v, want %+v", e.Fields, text.Fields[2:])
	}
	said := text.Text + "\n-# " + strings.ReplaceAll(r.Files[0].Alt, ". ", "\n-# ")
	if e.Text != said { // Discord shows no description of a picture in an embed
		t.Errorf("above the picture it says\n%s\nwant\n%s", e.Text, said)
	}
}

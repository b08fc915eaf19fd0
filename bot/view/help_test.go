package view_test

import (
	"bytes"
	"image/png"
	"strings"
	"sync"
	"testing"

	"holecard/bot/draw"
	"holecard/bot/view"
)

// newPainter draws the pictures of tests, with fonts that are read once.
var newPainter = sync.OnceValue(func() *draw.Painter { return draw.NewPainter(draw.NewFaces()) })

// The page about playing together shows a table, and says in words what it shows.
func TestTheHelpShowsATableOfThreePeople(t *testing.T) {
	r := view.Help(words, view.HelpTogether, false, nil, nil, newPainter, "")
	if len(r.Files) != 1 || r.Embeds[0].Image != r.Files[0].Name {
		t.Fatalf("%d files, and the image %q", len(r.Files), r.Embeds[0].Image)
	}
	picture := r.Files[0]
	if _, err := png.Decode(bytes.NewReader(picture.PNG)); err != nil || len(picture.PNG) > 45_000 {
		t.Errorf("%d bytes, %v", len(picture.PNG), err)
	}
	for _, said := range []string{"Ada · 18", "▶ Ben · 11", "Cleo · 18"} {
		if !strings.Contains(picture.Alt, said) {
			t.Errorf("the picture is said to be %q, without %q", picture.Alt, said)
		}
	}
}

package draw

import (
	"bytes"
	"flag"
	"image/color"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

var update = flag.Bool("update", false, "draw the golden pictures anew")

// scenes are the tables of the golden pictures.
func scenes() map[string]Table {
	hole := Card{}
	hand := func(total string, bet int64, cards string) Hand {
		h := Hand{Total: total, Bet: bet}
		for card := range strings.FieldsSeq(cards) {
			h.Cards = append(h.Cards, parseCard(card))
		}
		return h
	}
	active := func(h Hand) Hand { h.Active = true; return h }
	ended := func(t Tone, h Hand) Hand { h.Tone = t; return h }
	one := func(dealer Hand, hands ...Hand) Table {
		return Table{Line: "Blackjack pays 3:2", Dealer: dealer, Seats: []Seat{{Hands: hands}}}
	}
	shows := func(h Hand) Hand { h.Cards = append(h.Cards, hole); return h }
	four := one(hand("Dealer · Blackjack", 0, "KD AS"),
		ended(Losing, hand("Bust 28", 1250, "2S 3H 4D 5C 6S * 8H")))
	four.Deck = FourColours
	beside := one(hand("Dealer · 26, bust", 0, "6C 10H KD"),
		ended(Winning, hand("15", 10, "10C 5C")))
	beside.Seats[0].Sides, beside.Seats[0].SidesTone = "+50", Winning
	seats := Table{Line: "Blackjack pays 3:2", Dealer: shows(hand("Dealer K", 0, "KH")),
		Seats: []Seat{
			{Name: "Ada", Hands: []Hand{hand("16", 10, "9S 7H")}},
			{Name: "Grace", Hands: []Hand{ended(Winning, hand("Blackjack", 25, "AC KD"))},
				Sides: "+60", SidesTone: Winning},
			{Name: "Edward the Confessor of Wessex", Sides: "5",
				Hands: []Hand{active(hand("15", 10, "5S 6D 4H"))}},
			{Name: "アラン\nEvil", Hands: []Hand{hand("20", 50, "10C QC"), hand("12", 50, "10C 2C")}},
			{Name: "Joan", Hands: []Hand{ended(Even, hand("Push 20", 5, "JD QS"))}},
			{Name: "Ken", Hands: nil},
			{Name: "Radia", Hands: []Hand{ended(Losing, hand("24, überkauft", 100, "JS 7C 7D"))},
				Sides: "−5", SidesTone: Losing},
		}}
	crowd := Table{Dealer: hand("Dealer 17", 0, "2H 3H 4H 2D 3D 3C"), Deck: FourColours}
	for i := range 7 {
		seat := Seat{Name: "Wolfeschlegelsteinhausen", Sides: "1.2k"}
		for j := range 4 {
			h := hand("24, überkauft", 1<<53-1, "JS 4C 7D 2H AH")
			h.Short, h.Active = "24", i+j == 4
			seat.Hands = append(seat.Hands, ended(Losing, h))
		}
		crowd.Seats = append(crowd.Seats, seat)
	}
	return map[string]Table{
		"dealt": one(shows(hand("Dealer 6", 0, "6C")), hand("20", 10, "QS 10H")),
		"natural": one(hand("Dealer 16", 0, "9C 7D"),
			ended(Winning, hand("Blackjack", 10, "AS KH"))),
		"split": one(shows(hand("Dealer A", 0, "AD")), hand("21", 10, "8S 3H KD"),
			active(hand("17", 10, "8C 9D")), hand("18", 20, "8H 4C 2C AC 3S"), hand("8", 10, "8D")),
		"four-colours": four,
		"side-bets":    beside,
		"long": one(hand("Dealer", 0, ""), hand("21", 1<<53-1,
			strings.Repeat("AS ", 21))),
		"numbers": one(hand("Dealer 7", 0, "=7"), hand("11", 1, "=1 =10")),
		"seats":   seats,
		"two": {Dealer: seats.Dealer, Seats: []Seat{seats.Seats[1],
			{Name: "名前", Place: "Seat 2", Hands: seats.Seats[2].Hands}}},
		"four":  {Dealer: seats.Dealer, Seats: seats.Seats[1:5]},
		"crowd": crowd,
	}
}

func parseCard(text string) Card {
	switch {
	case text == "*":
		return Card{Suit: Star}
	case text[0] == '=':
		return Card{Rank: text[1:]}
	}
	last := len(text) - 1
	return Card{text[:last], Suit(strings.Index("CDHS", text[last:])) + Clubs}
}

// Drawing is deterministic, so that pictures are compared byte by byte.
func TestPicturesAreThoseInTestdata(t *testing.T) {
	p := NewPainter()
	for name, scene := range scenes() {
		golden(t, name+".png", p.Table(scene))
	}
	for _, e := range Emojis() {
		switch e.Key {
		case "card_ten_red", "card_hearts", "card_ace_black", "card_spades", "card_back_top",
			"card_clubs_green", "card_star":
			golden(t, "emoji-"+e.Key+".png", e.PNG)
		}
	}
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is drawn in other bytes; look at it with -update", name)
	}
}

// Whatever was drawn before, and beside it: the same bytes.
func TestAPictureDoesNotDependOnOthers(t *testing.T) {
	p, all := NewPainter(), scenes()
	want := make(map[string][]byte)
	for name, scene := range all {
		want[name] = NewPainter().Table(scene)
	}
	var group sync.WaitGroup
	for range 4 {
		for name, scene := range all {
			group.Go(func() {
				if !bytes.Equal(p.Table(scene), want[name]) {
					t.Errorf("%s is drawn in other bytes beside others", name)
				}
			})
		}
	}
	group.Wait()
}

func TestCardsKeepTheirPlaces(t *testing.T) {
	const room = OneWidth - 2*margin
	for n := 1; n < 10; n++ {
		for i := range n {
			if was, is := offset(i, n, room, large), offset(i, n+1, room, large); was != is {
				t.Errorf("card %d of %d moves from %d to %d", i, n, was, is)
			}
		}
	}
	for n := 1; n <= 30; n++ {
		for _, place := range []struct{ room, width int }{
			{room, large}, {132, medium}, {78, small}, {53, 50}} {
			if end := offset(n-1, n, place.room, place.width) + place.width; end > place.room {
				t.Errorf("%d cards in %d pixels end at %d", n, place.room, end)
			}
		}
	}
}

func TestChipsShowShortAmounts(t *testing.T) {
	for n, want := range map[int64]string{1: "1", 999: "999", 1000: "1k", 1250: "1.2k",
		99_999: "99.9k", 100_000: "100k", 1_000_000: "1M", 1<<53 - 1: "9P"} {
		if got := short(n); got != want {
			t.Errorf("%d is %q, want %q", n, got, want)
		}
	}
}

// Words and what is behind them, by the formula of WCAG 2.
func TestWordsCanBeRead(t *testing.T) {
	for _, pair := range [][2]Ink{{words, dark}, {words, felt}, {black, yellow}, {black, won},
		{words, lost}, {black, even}, {black, paper}} {
		if c := contrast(tableColours[pair[0]], tableColours[pair[1]]); c < 6 {
			t.Errorf("ink %d on %d has a contrast of %.1f", pair[0], pair[1], c)
		}
	}
}

func contrast(a, b color.NRGBA) float64 {
	luminance := func(c color.NRGBA) float64 {
		part := func(v uint8) float64 {
			if x := float64(v) / 255; x > 0.03928 {
				return math.Pow((x+0.055)/1.055, 2.4)
			}
			return float64(v) / 255 / 12.92
		}
		return 0.2126*part(c.R) + 0.7152*part(c.G) + 0.0722*part(c.B)
	}
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func TestEmojisHaveNamesThatDiscordTakes(t *testing.T) {
	seen := make(map[string]bool)
	for _, e := range Emojis() {
		valid := strings.Trim(e.Name, "abcdefghijklmnopqrstuvwxyz0123456789_") == ""
		if !valid || len(e.Name) > 32 || seen[e.Key] || len(e.PNG) > 256<<10 {
			t.Errorf("%s: %s of %d bytes", e.Key, e.Name, len(e.PNG))
		}
		seen[e.Key] = true
		m, err := png.Decode(bytes.NewReader(e.PNG))
		if err != nil || m.Bounds().Dx() != EmojiSize || m.Bounds().Dy() != EmojiSize {
			t.Errorf("%s: %v", e.Key, err)
		}
	}
	for suit := Clubs; suit <= Star; suit++ {
		for _, deck := range []Deck{TwoColours, FourColours} {
			if upper, lower := deck.Halves(Card{"10", suit}); !seen[upper] || !seen[lower] {
				t.Errorf("no emojis %q and %q", upper, lower)
			}
		}
	}
}

// Two halves are one card with a line around it, which a light page shows: the line is at the
// outer edges, and not where the halves meet.
func TestAnEmojiCardHasALineAtItsOuterEdges(t *testing.T) {
	line := color.NRGBA{0xae, 0xb4, 0xbd, 0xff}
	for _, e := range Emojis() {
		m, err := png.Decode(bytes.NewReader(e.PNG))
		if err != nil {
			t.Fatal(err)
		}
		at := func(x, y int) color.Color { return color.NRGBAModel.Convert(m.At(x, y)) }
		const last = EmojiSize - 1
		outer, joint := at(64, 1), at(64, last)
		if outer != line { // a lower half
			outer, joint = joint, outer
		}
		if outer != line || joint == line || at(5, 64) != line || at(last-5, 64) != line ||
			at(9, 64) == line {
			t.Errorf("%s: %v at the outer edge, %v at the joint, %v at the side", e.Key, outer, joint,
				at(5, 64))
		}
	}
}

func TestASeatWhoseNameHasNoLetterOfTheFontShowsItsPlace(t *testing.T) {
	p := NewPainter()
	shown := func(name string) []byte {
		return p.Table(Table{Seats: []Seat{{Name: "Ada"}, {Name: name, Place: "Seat 2"}}})
	}
	for _, name := range []string{"名前", "プレイヤー。", "🌸", "花 · 🌸!", "\u200b", "???", ""} {
		if !bytes.Equal(shown(name), shown("Seat 2")) {
			t.Errorf("%q is not Seat 2", name)
		}
	}
	for _, name := range []string{"名前 2", "花 Hana", "Zoe\u0308"} {
		if bytes.Equal(shown(name), shown("Seat 2")) {
			t.Errorf("%q is Seat 2", name)
		}
	}
}

func TestNamesAreDrawnWithLettersThatTheFontHas(t *testing.T) {
	for name, want := range map[string]string{"Zoe\u0308": "Zoë", "Nguyễn": "Nguyen", "Ana 🌸": "Ana",
		"🌸 Ana 🌸 B": "Ana B", "プレイヤー": "", "a?b": "a?b"} {
		if got := Line(name); got != want {
			t.Errorf("%q is drawn as %q, want %q", name, got, want)
		}
	}
}

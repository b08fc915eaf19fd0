package lang

import (
	"testing"
	"time"
	"unicode"

	"golang.org/x/text/feature/plural"
)

func books(t *testing.T) Books {
	t.Helper()
	b, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestFactsAreWrittenAsTheLanguageDoes(t *testing.T) {
	b := books(t)
	for _, f := range []struct {
		locale string
		fact   any
		want   string
	}{
		{"en-GB", 1234567, "1,234,567"}, {"de", 1234567, "1.234.567"}, {"fr", 12345, "12\u00a0345"},
		{"es-419", 12345, "12.345"}, {"pt", 1234, "1.234"}, {"ja", 1234, "1,234"},
		{"xx", Chips(1), "1 chip"}, {"en-US", Chips(0), "0 chips"}, {"fr", Chips(0), "0 jeton"},
		{"ja", Chips(7), "7チップ"}, {"en", Net(15), "+15"}, {"en", Net(-1000), "−1,000"},
		{"en", Net(0), "0"}, {"en", Net(-1 << 63), "−9223372036854775808"},
		{"en", -3, "−3"}, {"en", Share(0.0026), "0.26%"},
		{"de", Share(-0.1831), "−18,31 %"}, {"en", Mean(-2.84), "−2.8"}, {"en", Mean(0.01), "0.0"},
		{"en", Gain(-0.0027), "−0.27%"}, {"de", Gain(0.1), "+10,00 %"},
		{"en", Gain(-1e-5), "0.00%"},
		{"en", Rate(0), "0%"}, {"en", Rate(1e-9), "<0.01%"}, {"en", Rate(0.00123), "0.12%"},
		{"en", Rate(0.0123), "1.2%"}, {"fr", Rate(0.4321), "43,2 %"},
		{"en", Rate(0.9995), "99.95%"},
		{"en", Rate(0.999999), ">99.99%"}, {"en", Rate(1), "100%"},
		{"en", 1.5, "1.5"}, {"en", 15 * time.Hour, "15 hours"}, {"en", time.Second, "1 minute"},
		{"en", 61 * time.Minute, "2 hours"}, {"en", 49 * time.Hour, "3 days"},
		{"fr", time.Unix(1_700_000_000, 0), "<t:1700000000:R>"},
	} {
		if got := b.For(f.locale).Fact(f.fact); got != f.want {
			t.Errorf("%v in %s is %q, want %q", f.fact, f.locale, got, f.want)
		}
	}
}

func TestCommandsAreAClickAway(t *testing.T) {
	b := books(t)
	p := b.For("de")
	parts, err := parse("Weiter mit </settings panel>, {name}.", []string{"name"})
	if err != nil {
		t.Fatal(err)
	}
	p.texts = catalogue{"x": {plural.Other: parts}}
	for _, want := range []string{"Weiter mit `/settings panel`, Ada.",
		"Weiter mit </settings panel:77>, Ada."} {
		if got := p.Say("x", "Ada"); got != want {
			t.Errorf("%q, want %q", got, want)
		}
		b.Commands(map[string]string{"settings": "77"})
	}
}

func TestWhatIsDrawnHasLatinLetters(t *testing.T) {
	b := books(t)
	for _, code := range Codes {
		for _, key := range []string{"hand.dealer.none", "total.natural", "felt.pays"} {
			for _, letter := range b.For(code).Latin().Say(key, "3:2") {
				if letter > unicode.MaxLatin1 {
					t.Errorf("%s: %s has the letter %q", code, key, letter)
				}
			}
		}
	}
	if de := b.For("de"); de.Latin() != de {
		t.Error("German is drawn in another language")
	}
}

func TestListsHaveTheirConjunction(t *testing.T) {
	en := books(t).For("en")
	for _, f := range []struct {
		items []string
		want  string
	}{{nil, ""}, {[]string{"a"}, "a"}, {[]string{"a", "b"}, "a or b"},
		{[]string{"a", "b", "c"}, "a, b or c"}} {
		if got := en.Or(f.items); got != f.want {
			t.Errorf("%q, want %q", got, f.want)
		}
	}
}

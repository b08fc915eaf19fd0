// Package lang is what people read, in their language: a catalogue of texts for
// each language, and printers that put facts into them.
//
//	view ──Say("daily.done", chips, wait)──▶ Printer ──▶ catalogue "fr" ──▶ text
//	                                                     (English where it lacks one)
//
// A catalogue is a file of lines
//
//	key = Text with {names} for facts.
//	key|one = {n} hand
//	key|other = {n} hands
//
// where \n begins a new line and # a comment; a text of = alone is the English one.
// </daily> and </settings panel> are commands: a click away once Discord has told
// their ids ([Books.Commands]), until then their names. The facts of a key are
// numbered by where they first stand in its English text; a translation names
// them in any order. A key with plural forms (those of CLDR, as golang.org/x/text knows them)
// chooses one by its first fact that is a whole number.
//
// Facts are formatted by their type and the language: whole numbers get their
// separators, a [Net] its sign, a [Share] its percent, a duration its words; a time
// is one that clients show as "in 3 hours" and keep up to date. A string is
// inserted as it is: hostile text must have been escaped.
//
// Write what a dealer would say, informally and shortly: a button has room for some 20 characters
// on a phone. Names of commands and options are English everywhere, because people copy them to
// each other. Each catalogue begins with the terms it uses and where they are from.
package lang

import (
	"embed"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
	"golang.org/x/text/number"
)

//go:embed *.txt
var files embed.FS

// Codes are the languages that there are, by Discord's codes without a region
// where one will do. English is first.
var Codes = [...]string{"en", "es", "fr", "de", "pt-BR", "ja"}

// Net is chips won, or lost if negative: "+15", "−10", "0".
type Net int64

// Chips is an amount with its noun: "1 chip", "1,234 chips".
type Chips int64

// Share is a part of a whole, in percent with two decimals: "0.26%".
type Share float64

// Rate is a Share in two or three digits, where only nothing is 0% and only
// everything 100%: "0.26%", "42.4%", "<0.01%".
type Rate float64

// Gain is a Share that is won, or lost if negative: "+0.26%", "−0.27%".
type Gain float64

// Mean is a number with one decimal and its sign: "−2.8".
type Mean float64

// Clock is a moment of today or yesterday, which clients show as "8:36".
type Clock time.Time

// Date is a moment long ago, which clients show with its day.
type Date time.Time

// Books are the catalogues of all languages.
type Books map[string]*Printer

// catalogues are read once: they are a part of the program, and nobody changes them.
var catalogues = sync.OnceValues(readCatalogues)

func readCatalogues() (map[string]catalogue, error) {
	all, names := make(map[string]catalogue), make(map[string][]string)
	for _, code := range Codes { // English first, which the others fall back on
		texts, err := readCatalogue(code, all["en"], names)
		if err != nil {
			return nil, err
		}
		all[code] = texts
	}
	return all, nil
}

// Load returns the catalogues. The error is a fault of a catalogue.
func Load() (Books, error) {
	texts, err := catalogues()
	if err != nil {
		return nil, err
	}
	books := Books{}
	commands := new(atomic.Pointer[map[string]string])
	for _, code := range Codes {
		tag := language.MustParse(code)
		p := &Printer{tag: tag, numbers: message.NewPrinter(tag), texts: texts[code],
			commands: commands}
		p.latin = p
		if script, _ := tag.Script(); script.String() != "Latn" {
			p.latin = books["en"]
		}
		books[code] = p
	}
	return books, nil
}

// Must returns books that were loaded: catalogues are a part of the program.
func Must(books Books, err error) Books {
	if err != nil {
		panic("lang: " + err.Error())
	}
	return books
}

// Commands tells which ids the commands have at Discord, by their names: from then
// on texts mention them.
func (b Books) Commands(ids map[string]string) { b["en"].commands.Store(&ids) }

// Texts returns the text of a key, if there is one, by Discord's locales: English, which is for
// all others, has none.
func (b Books) Texts(key string) map[string]string {
	all := make(map[string]string)
	if b["en"].texts[key] == nil {
		return all
	}
	for code, p := range b {
		for _, locale := range locales[code] {
			all[locale] = p.write(p.texts[key], nil)
		}
	}
	return all
}

// locales are those of Discord that a language is for.
var locales = map[string][]string{"en": {""}, "es": {"es-ES", "es-419"}, "fr": {"fr"},
	"de": {"de"}, "pt-BR": {"pt-BR"}, "ja": {"ja"}}

// For returns the printer for a locale as Discord names it, such as "de" or
// "en-GB": English for a language that there is no catalogue of.
func (b Books) For(locale string) *Printer {
	if p, ok := b[locale]; ok {
		return p
	}
	short, _, _ := strings.Cut(locale, "-")
	if short == "pt" {
		short = "pt-BR"
	}
	if p, ok := b[short]; ok {
		return p
	}
	return b["en"]
}

// Printer writes texts in one language. It may be used by many goroutines at once.
type Printer struct {
	tag      language.Tag
	numbers  *message.Printer
	texts    catalogue
	commands *atomic.Pointer[map[string]string] // ids by name, of all languages
	latin    *Printer
}

// Latin returns the printer itself, or English for a language in other letters: what
// is drawn has Latin letters only.
func (p *Printer) Latin() *Printer { return p.latin }

// Code returns the language, as [Codes] has it.
func (p *Printer) Code() string { return p.tag.String() }

// Say returns the text of a key with its facts in it. A key that is in no
// catalogue is its own text: a test sees to it that there is none.
func (p *Printer) Say(key string, facts ...any) string {
	forms, ok := p.texts[key]
	if !ok {
		return key
	}
	return p.write(forms, facts)
}

func (p *Printer) write(forms forms, facts []any) string {
	var b strings.Builder
	for _, part := range forms.form(p.tag, facts) {
		b.WriteString(part.text)
		if part.command != "" {
			b.WriteString(p.Command(part.command))
		}
		if part.fact >= 0 && part.fact < len(facts) {
			b.WriteString(p.Fact(facts[part.fact]))
		}
	}
	return b.String()
}

// Command writes the name of a command so that a click gives it.
func (p *Printer) Command(name string) string {
	base, _, _ := strings.Cut(name, " ")
	if ids := p.commands.Load(); ids != nil && (*ids)[base] != "" {
		return "</" + name + ":" + (*ids)[base] + ">"
	}
	return "`/" + name + "`"
}

// Fact writes a fact as it stands in texts.
func (p *Printer) Fact(fact any) string {
	switch fact := fact.(type) {
	case string:
		return fact
	case int:
		return p.Number(int64(fact))
	case int64:
		return p.Number(fact)
	case Chips:
		return p.Say("chips", int64(fact))
	case Net:
		if fact > 0 {
			return "+" + p.Number(int64(fact))
		}
		return p.Number(int64(fact))
	case Share:
		return p.Say("percent", p.Decimal(float64(fact)*100, 2, 2))
	case Rate:
		return p.rate(float64(fact) * 100)
	case Gain:
		text := p.Decimal(math.Abs(float64(fact))*100, 2, 2)
		return sign(float64(fact), 0.00005) + p.Say("percent", text)
	case Mean:
		return sign(float64(fact), 0.05) + p.Decimal(math.Abs(float64(fact)), 1, 1)
	case float64:
		return sign(fact, 0) + p.Decimal(math.Abs(fact), 0, 2)
	case time.Duration:
		return p.duration(fact)
	case Clock:
		return fmt.Sprintf("<t:%d:t>", time.Time(fact).Unix())
	case Date:
		return fmt.Sprintf("<t:%d:f>", time.Time(fact).Unix())
	case time.Time:
		return fmt.Sprintf("<t:%d:R>", fact.Unix())
	}
	return fmt.Sprint(fact)
}

// sign returns the sign of a number that is not nearly zero, and a true minus.
func sign(x, nearly float64) string {
	switch {
	case x < -nearly:
		return "−"
	case x > nearly && nearly > 0:
		return "+"
	}
	return ""
}

// Number writes a whole number with the language's separators and a true minus.
func (p *Printer) Number(n int64) string {
	if n < 0 {
		if n == math.MinInt64 {
			return "−" + strconv.FormatUint(1<<63, 10)
		}
		return "−" + p.Number(-n)
	}
	return p.numbers.Sprint(number.Decimal(n))
}

// rate writes a percentage from 0 to 100.
func (p *Printer) rate(x float64) string {
	less, decimals := "", 0
	switch {
	case x <= 0 || x >= 100-1e-9:
	case x < 0.01:
		less, x, decimals = "<", 0.01, 2
	case x > 99.99:
		less, x, decimals = ">", 99.99, 2
	case x < 0.995, x >= 99.95:
		decimals = 2
	default:
		decimals = 1
	}
	return less + p.Say("percent", p.Decimal(min(max(x, 0), 100), decimals, decimals))
}

// Decimal writes a number with at least and at most that many decimals, and a true
// minus.
func (p *Printer) Decimal(x float64, least, most int) string {
	if x < 0 {
		return "−" + p.Decimal(-x, least, most)
	}
	return p.numbers.Sprint(number.Decimal(x, number.MinFractionDigits(least),
		number.MaxFractionDigits(most)))
}

// duration writes about how long something is, in its largest unit, rounded up:
// what is awaited is there by then.
func (p *Printer) duration(d time.Duration) string {
	for _, unit := range []struct {
		key  string
		long time.Duration
	}{{"days", 24 * time.Hour}, {"hours", time.Hour}, {"minutes", time.Minute}} {
		if d > unit.long || unit.long == time.Minute {
			return p.Say("time."+unit.key, max(1, int64((d+unit.long-1)/unit.long)))
		}
	}
	return ""
}

// Or joins alternatives: "a, b or c".
func (p *Printer) Or(items []string) string { return p.join("or", items) }

// And joins things: "a, b and c".
func (p *Printer) And(items []string) string { return p.join("and", items) }

func (p *Printer) join(last string, items []string) string {
	if len(items) == 0 {
		return ""
	}
	joined := items[0]
	for i, item := range items[1:] {
		if i == len(items)-2 {
			return p.Say("list."+last, joined, item)
		}
		joined = p.Say("list.more", joined, item)
	}
	return joined
}

// part is literal text, and the command or the fact that follows it.
type part struct {
	text    string
	command string // empty for none
	fact    int    // -1 for none
}

// forms are those of a key's text: that of "other" is always there.
type forms map[plural.Form][]part

func (f forms) form(tag language.Tag, facts []any) []part {
	if len(f) == 1 || len(facts) == 0 {
		return f[plural.Other]
	}
	var n int64
	for _, fact := range slices.Backward(facts) { // the first whole number has the last word
		switch fact := fact.(type) {
		case int:
			n = int64(fact)
		case int64:
			n = fact
		}
	}
	n = max(n, -n)
	chosen := plural.Cardinal.MatchPlural(tag, int(n%10_000_000), 0, 0, 0, 0)
	if n >= 10_000_000 && n%10_000_000 < 100 {
		chosen = plural.Other // the rules see the last digits only
	}
	if parts, ok := f[chosen]; ok {
		return parts
	}
	return f[plural.Other]
}

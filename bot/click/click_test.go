package click

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"holecard/internal/long"
)

func TestMain(m *testing.M) { long.Main(m) }

type colour uint8

func (c colour) Valid() bool { return c < 3 }

type verb string

func (v verb) MarshalText() ([]byte, error) { return []byte("to " + v), nil }

func (v *verb) UnmarshalText(text []byte) error {
	rest, ok := strings.CutPrefix(string(text), "to ")
	if *v = verb(rest); !ok {
		return errors.New("no verb")
	}
	return nil
}

type spot struct {
	Line int
	At   [2]int16
}

type paint struct {
	Wall uint64 `id:"p"`
	In   colour
	spot
	Wet  bool
	Does verb
	Note string
}

type look struct {
	Wall uint64 `id:"l" is:"shared"`
}

type sign struct {
	Name string `id:"s" of:"itself"`
}

type menu struct {
	_ struct{} `id:"m" of:"house" is:"choice"`
}

type enter struct {
	Room uint8 `id:"e" of:"house"`
}

func (e enter) Valid() bool { return e.Room != 13 }

var grammar = NewGrammar(reflect.TypeFor[paint](), reflect.TypeFor[look](), reflect.TypeFor[sign](),
	reflect.TypeFor[menu](), reflect.TypeFor[enter]())

func TestACustomIDSaysWhatAClickIs(t *testing.T) {
	for want, args := range map[string]any{
		"p:a:2:5:-1:z:1:to go:a:b": paint{10, 2, spot{5, [2]int16{-1, 35}}, true, "go", "a:b"},
		"p:0:0:0:0:0:0:to :":       paint{},
		"l:3w5e11264sgsf":          look{1<<64 - 1},
		"m":                        menu{},
		"e:1":                      enter{1},
	} {
		if got := ID(args); got != want {
			t.Errorf("%+v is %q, want %q", args, got, want)
		}
		if back, ok := grammar.Parse(want); !ok || back != args {
			t.Errorf("%q is %+v, %v, want %+v", want, back, ok, args)
		}
	}
}

func TestWhatNoButtonHasIsNoClick(t *testing.T) {
	for _, id := range []string{
		"", ":", "x", "x:1", "l", "l:", "l:1:", "l:01", "l:+1", "l:1_0", "l:A", "l:-1", "l:１", "ｌ:1",
		"l:3w5e11264sgsg", "l:1\x00", "m:", "m:1", "e:13" + "x", "e:d", "e:78", "e:-1",
		"p:0:3:0:0:0:0:to :", "p:0:0:-1:0:0:0:to :", "p:0:0:0:pa8:0:0:to :", "p:0:0:0:-0:0:0:to :",
		"p:0:0:0:0:0:2:to :", "p:0:0:0:0:0:0:go:", "p:0:0:0:0:0:0:to ", "s:" + strings.Repeat("x", 99),
	} {
		if args, ok := grammar.Parse(id); ok || args != nil && ID(args) == id && len(id) <= longest &&
			id != "e:d" && id != "p:0:3:0:0:0:0:to :" {
			t.Errorf("%q is %+v", id, args)
		}
	}
}

func TestAClickCountsOnAMessageAboutTheSame(t *testing.T) {
	for _, f := range []struct {
		id             string
		beside, values []string
		want           any
	}{
		{"l:5", nil, nil, look{5}},
		{"l:5", []string{"x", "l:5"}, nil, look{5}},
		{"l:5", []string{"p:5:0:0:0:0:0:to :"}, nil, look{5}}, // redrawn meanwhile
		{"l:5", []string{"l:6", "e:5"}, nil, nil},
		{"s:a", []string{"s:b"}, nil, nil}, // of itself alone
		{"s:a", []string{"s:a"}, nil, sign{"a"}},
		{"e:1", []string{"m"}, nil, enter{1}},
		{"m", []string{"m"}, []string{"e:2"}, enter{2}},
		{"m", nil, nil, nil},
		{"m", nil, []string{"e:1", "e:2"}, nil},
		{"m", nil, []string{"l:1"}, nil}, // about another thing
		{"m", nil, []string{"m"}, nil},
		{"m", nil, []string{"e:d"}, nil},
	} {
		got, ok := grammar.Click(f.id, f.beside, f.values)
		if ok != (f.want != nil) || ok && got != f.want {
			t.Errorf("%+v is %+v, %v", f, got, ok)
		}
	}
	if !Shared(look{}) || Shared(paint{}) || About(look{5}) == About(look{6}) {
		t.Error("looks of a wall do not take turns, or those of different walls do")
	}
}

func TestEachTypeHasACodeOfItsOwn(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("two types have one code")
		}
	}()
	NewGrammar(reflect.TypeFor[look](), reflect.TypeFor[look]())
}

func BenchmarkParse(b *testing.B) {
	for b.Loop() {
		if _, ok := grammar.Parse("p:a:2:5:-1:z:1:to go:a:b"); !ok {
			b.Fatal("no click")
		}
	}
}

package bot

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"holecard/blackjack"
	"holecard/bot/click"
	"holecard/bot/view"
	"holecard/internal/long"
	"holecard/storage"
)

// anyClick returns a click of a type with random values, many of them large.
func anyClick(of reflect.Type, luck *rand.Rand) any {
	v := reflect.New(of).Elem()
	var fill func(reflect.Value)
	fill = func(v reflect.Value) {
		switch {
		case v.Kind() == reflect.Struct:
			for i := range v.NumField() {
				if v.Field(i).CanSet() {
					fill(v.Field(i))
				}
			}
		case v.Kind() == reflect.Array:
			for i := range v.Len() { // side bets
				v.Index(i).SetInt(luck.Int64N(int64(blackjack.MaxSide) + 1))
			}
		case v.Kind() == reflect.String:
			texts := []string{"", "atlantic-city", "count"}
			v.SetString(texts[luck.IntN(len(texts))])
		case v.Kind() == reflect.Bool:
			v.SetBool(luck.IntN(2) == 1)
		case v.Type() == reflect.TypeFor[storage.Chips]():
			v.SetInt(luck.Int64N(int64(storage.MaxChips)))
		case v.CanInt():
			v.SetInt(int64(luck.Uint64()) >> (64 - v.Type().Bits()))
		case v.Kind() == reflect.Uint8:
			v.SetUint(luck.Uint64N(12))
		default:
			v.SetUint(luck.Uint64() >> (64 - v.Type().Bits()))
		}
	}
	fill(v)
	return v.Interface()
}

// AllClicks is the grammar of all clicks.
func AllClicks() click.Grammar {
	return (*Bot)(nil).routes().Grammar()
}

// Discord takes up to 100 characters.
func TestEveryClickFitsIntoACustomID(t *testing.T) {
	long.Unraced(t)
	luck := rand.New(rand.NewPCG(1, 2))
	all := AllClicks()
	for code, of := range all {
		read := 0
		for range 3000 {
			c := anyClick(of, luck)
			id := click.ID(c)
			if len(id) > 100 {
				t.Errorf("%+v is %q, of %d characters", c, id, len(id))
			}
			if back, ok := all.Parse(id); ok {
				if read++; back != c {
					t.Fatalf("%+v is %q, which is %+v", c, id, back)
				}
			}
		}
		if read == 0 {
			t.Errorf("no click of the kind %s can be read", code)
		}
	}
}

// FuzzCustomID reads custom IDs as servers send them: whatever is read as a click is written the
// same again, and nothing panics.
func FuzzCustomID(f *testing.F) {
	luck := rand.New(rand.NewPCG(1, 2))
	all := AllClicks()
	for _, of := range all {
		f.Add(click.ID(reflect.New(of).Elem().Interface()))
		f.Add(click.ID(anyClick(of, luck)))
	}
	f.Fuzz(func(t *testing.T, id string) {
		if c, ok := all.Parse(id); ok && click.ID(c) != id {
			t.Fatalf("%q is read as %#v and written %q", id, c, click.ID(c))
		}
	})
}

func TestClicksThatChangeATableTakeTurns(t *testing.T) {
	for _, c := range []any{view.Sit{}, view.Leave{}, view.SeatBet{}, view.SameBet{}, view.Ready{},
		view.Move{}} {
		if !click.Shared(c) || click.About(c) != click.About(view.Sit{}) {
			t.Errorf("%T does not wait for the others of its table", c)
		}
	}
	if click.Shared(view.ChangeSeatBet{}) || click.Shared(view.Press{}) {
		t.Error("a click that changes no table waits for others")
	}
}

func TestChipsOfAButtonAreThoseOfAWallet(t *testing.T) {
	for _, c := range []any{view.Rebet{Chips: storage.MaxChips + 1}, view.Rebet{Chips: -1},
		view.Bet{Chips: storage.MaxChips + 1}, view.Bet{Sides: [3]storage.Chips{1, -1, 1}}} {
		if _, ok := AllClicks().Parse(click.ID(c)); ok {
			t.Errorf("%+v can be pressed", c)
		}
	}
}

// On connects a bot to a wire of a test.
func (b *Bot) On(wire Wire) { b.wire = wire }

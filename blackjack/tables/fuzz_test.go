package tables_test

import (
	"errors"
	"strings"
	"testing"

	"holecard/blackjack/tables"
)

// FuzzSet changes a table as admins do, by several "key=value", one after the
// other: no text makes a panic, a refusal says why and changes nothing, and
// whatever a rule is told to be it can be set to, which changes nothing.
func FuzzSet(f *testing.F) {
	for i := range tables.All() {
		for _, key := range tables.Keys() {
			f.Add(i, key+"=true;"+key+"=1;"+key+"=none")
		}
	}
	for i, text := range []string{
		"fresh=true", "fresh=false;penetration=0.5;fresh=true", "deck=finite",
		"deck=infinite;fresh=false", "maxHands=1;maxHands=4;das=true",
		"natural=6:5;natural=none", "aces=11;jokers=8", "penetration=1e-1",
		"penetration=NaN;penetration=Inf;penetration=0x1p-1", "minBet=9223372036854775807",
		"maxBet=+1", "decks= 8 ;decks=０", "=;==;key", strings.Repeat("decks=", 300),
		"\x00=\xff;penetration=0.30000000000000004;decks=8",
	} {
		f.Add(i, text)
	}
	f.Fuzz(func(t *testing.T, table int, text string) {
		all := tables.All()
		plain := all[uint(table)%uint(len(all))].Rules
		r := plain
		for _, change := range strings.Split(text, ";") {
			changed, err := tables.Set(r, change)
			e, refused := errors.AsType[*tables.SetError](err)
			if refused != (err != nil) || refused &&
				(changed != r || e.Key == "" && e.Fault == tables.WrongValue) {
				t.Fatalf("%q: %v", change, err)
			}
			if changed.Validate() == nil {
				r = changed
			}
		}
		for _, v := range tables.Values(r) { // what a rule is told to be, it can be set to
			if same, err := tables.Set(r, v.Key+"="+v.Value); err != nil || same != r {
				t.Fatalf("after %q %s is told to be %s: set to that the rules\n%+v\nare\n%+v\n%v",
					text, v.Key, v.Value, r, same, err)
			}
		}
	})
}

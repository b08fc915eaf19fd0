package view

import "testing"

func TestALongNameOfAFieldHasALineOfItsOwn(t *testing.T) {
	for name, shares := range map[string]bool{"Biggest loss": true, "Plus gros gain": true,
		"Rounds an hour!": false, "ブラックジャ": true, "ブラックジャック": false} {
		if f := figure(name, "1"); f.Inline != shares {
			t.Errorf("%q shares its line: %t", name, f.Inline)
		}
	}
}

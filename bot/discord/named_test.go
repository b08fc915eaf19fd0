package discord

import "testing"

func TestTheLogNamesWhatSomebodyDid(t *testing.T) {
	for want, in := range map[string]*interaction{
		"command=settings rules": {kind: commandKind, name: "settings rules"},
		"completion=blackjack":   {kind: completionKind, name: "blackjack"},
		"button=button":          {kind: componentKind, customID: "p:what\n:somebody:typed"},
		"kind=99":                {kind: 99},
	} {
		if got := in.named(stub{}).String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

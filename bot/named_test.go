package bot

import (
	"testing"

	"holecard/blackjack"
	"holecard/bot/view"
)

func TestTheLogNamesWhatSomebodyDid(t *testing.T) {
	for want, in := range map[string]*interaction{
		"command=settings rules": {kind: commandKind, name: "settings rules"},
		"completion=blackjack":   {kind: completionKind, name: "blackjack"},
		"button=hit":             {kind: componentKind, customID: customID(view.Press{Hand: 1, Version: 2, Action: blackjack.Hit})},
		"button=play again":      {kind: componentKind, customID: customID(view.Again{Hand: 1, Version: 2})},
		"button=hint":            {kind: componentKind, customID: customID(view.Hint{Hand: 1})},
		"button=proof":           {kind: componentKind, customID: customID(view.Proof{Hand: 1})},
		"button=leaderboard":     {kind: componentKind, customID: customID(view.Turn{})},
		"button=give":            {kind: componentKind, customID: customID(view.Give{Chips: 1})},
		"button=decline":         {kind: componentKind, customID: customID(view.Decline{})},
		"button=unknown":         {kind: componentKind, customID: "p:what\n:somebody:typed"},
		"kind=99":                {kind: 99},
	} {
		if got := in.named().String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

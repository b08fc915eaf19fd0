package bot

import "testing"

func TestTheLogNamesEachButton(t *testing.T) {
	for id, want := range map[string]string{
		"p:1:2:hit": "hit", "a:1:2:0": "play again", "h:1": "hint", "f:1": "proof",
		"l:0:0:0": "leaderboard", "q:1": "help",
		"y:1": "give", "k:1": "change chips", "d:1": "decline",
		"g:1:2:3:4:5": "unknown", "p:what\n:somebody:typed": "unknown",
	} {
		if got := (&Bot{}).ButtonName(id); got != want {
			t.Errorf("%s is called %q, want %q", id, got, want)
		}
	}
}

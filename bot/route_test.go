package bot

import "testing"

func TestTheLogNamesEachButton(t *testing.T) {
	for id, want := range map[string]string{
		"p:1:2:hit": "hit", "a:1:2": "play again", "h:1": "hint", "f:1": "proof",
		"l:0:0:0": "leaderboard", "q:1": "help",
		"y:1": "give", "k:1": "change chips", "d:1": "decline",
		"g:1:2:3:4:5": "unknown", "p:what\n:somebody:typed": "unknown",
	} {
		if got := (&Bot{}).ButtonName(id); got != want {
			t.Errorf("%s is called %q, want %q", id, got, want)
		}
	}
}

func TestClicksThatChangeATableAreInItsQueue(t *testing.T) {
	for id, shared := range map[string]bool{"us:1": true, "ul:1": true, "ue:1": true, "ua:1": true,
		"ur:1": true, "up:1:2:hit": true, "ub:1": false, "us:2": false, "p:1:2:hit": false,
		"q:1": false, "?": false} {
		if queue := (&Bot{}).Shared(id); (queue == "table 1") != shared {
			t.Errorf("%s is in the queue %q", id, queue)
		}
	}
}

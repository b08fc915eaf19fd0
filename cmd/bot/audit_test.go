package main

import (
	"strings"
	"testing"

	"holecard/storage"
)

func TestAnAuditSaysWhoseTheChipsAre(t *testing.T) {
	for want, found := range map[string]storage.Audit{
		"7 accounts and 1,234 postings.\nAll accounts add up to 0. Players have 1,095 chips, and " +
			"5 more are held for 1 open hand.\n": {
			OK: true, Accounts: 7, Postings: 1234, Wallets: 1095, Held: 5, OpenHands: 1,
		},
		"1 account and 1 posting.\nAll accounts add up to −3. Players have 1 chip, and 1,020 " +
			"more are held for 2 open hands.\n": {
			Accounts: 1, Postings: 1, Total: -3, Wallets: 1, Held: 1020, OpenHands: 2, Seatings: 2,
			Problems: []string{"All balances add up to −3, not to zero."},
		},
		"0 accounts and 0 postings.\nAll accounts add up to 0. Players have 0 chips, and no hand " +
			"is open.\n": {OK: true},
	} {
		var out strings.Builder
		printAudit(&out, "game.db", found)
		if !strings.Contains(out.String(), want) {
			t.Errorf("of %+v it says\n%swant\n%s", found, &out, want)
		}
	}
}

func TestTheJSONOfAnAuditStaysAsScriptsKnowIt(t *testing.T) {
	store, path := openTemp(t)
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	status, out, _ := holecard(t, map[string]string{"DATABASE": path}, "audit", "--json")
	const want = `{"ok":true,"accounts":0,"postings":0,"total":0,"held":0,"open_hands":0,` +
		`"open_tables":0,"problems":null}`
	if status != exitOK || !strings.HasPrefix(out, want) {
		t.Errorf("it ends with %d and prints\n%swant\n%s…", status, out, want)
	}
}

package tables_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"holecard/blackjack"
	"holecard/blackjack/tables"
)

// set returns the rules of a table with some changed.
func set(t testing.TB, table string, changes ...string) blackjack.Rules {
	t.Helper()
	found, err := tables.Named(table)
	if err != nil {
		t.Fatal(err)
	}
	r := found.Rules
	for _, c := range changes {
		if r, err = tables.Set(r, c); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

func TestEveryTableCanBeChosen(t *testing.T) {
	for _, table := range tables.All() {
		if err := table.Rules.ValidateChoice(); err != nil {
			t.Errorf("%s: %v", table.Name, err)
		}
	}
}

// TestEveryFieldOfTheRulesHasAKey changes one field at a time: some key must
// show it, and set it back.
func TestEveryFieldOfTheRulesHasAKey(t *testing.T) {
	fields := reflect.TypeFor[blackjack.Rules]()
	for i := range fields.NumField() {
		name, reached := fields.Field(i).Name, false
		for _, table := range tables.All() {
			for _, changed := range Others(table.Rules, i) {
				reached = reached || setBack(table.Rules, changed, i)
			}
		}
		if !reached {
			t.Errorf("no key shows and sets %s", name)
		}
	}
}

// setBack reports whether what a key shows of the changed rules brings the field
// of the plain ones to the same.
func setBack(plain, changed blackjack.Rules, field int) bool {
	was := tables.Values(plain)
	for i, v := range tables.Values(changed) {
		if v.Value == was[i].Value {
			continue
		}
		again, err := tables.Set(plain, v.Key+"="+v.Value)
		if err == nil &&
			reflect.ValueOf(again).Field(field).Equal(reflect.ValueOf(changed).Field(field)) {
			return true
		}
	}
	return false
}

// Others returns rules that differ in one field, by any value that it can have
// and that makes them rules that can be chosen.
func Others(r blackjack.Rules, field int) (list []blackjack.Rules) {
	for n := range 53 {
		changed := r
		switch f := reflect.ValueOf(&changed).Elem().Field(field); f.Kind() {
		case reflect.Bool:
			f.SetBool(n == 1)
		case reflect.Int, reflect.Int64:
			f.SetInt(int64(n))
		case reflect.Uint8:
			f.SetUint(uint64(n))
		case reflect.Struct:
			f.Set(reflect.ValueOf([]blackjack.Ratio{{}, {Win: 3, Per: 2}, {Win: 6, Per: 5},
				{Win: 1, Per: 1}}[n%4]))
		}
		if changed != r && changed.ValidateChoice() == nil {
			list = append(list, changed)
		}
	}
	return list
}

func TestARuleWithoutEffectIsRefused(t *testing.T) {
	for _, f := range []struct {
		table, change string
		want          blackjack.Fault
	}{
		{"mit", "hearts=true", blackjack.HeartsWithoutSuits},
		{"mit", "decks=8", blackjack.EndlessDecks},
		{"mit", "dealerStands=16", blackjack.HouseStands},
		{"mit", "hitSoft17=true", blackjack.Soft17Start},
		{"mit", "jokers=2", blackjack.NumbersWithJokersOrAces},
		{"mit", "aces=best", blackjack.NumbersWithJokersOrAces},
		{"mit", "holeCard=none", blackjack.HoleCardStart},
		{"mit", "deal=player-first", blackjack.SeatOrderStart},
		{"vegas", "houseDecides=true", blackjack.HouseStart},
		{"chalmers", "houseDecides=true", blackjack.HouseStart},
		{"mit", "start=none", blackjack.HouseStart},
		{"chalmers", "dealerWins21=true", blackjack.TieWinsTwice},
		{"chalmers", "upcard=last", blackjack.UpcardStart},
		{"berkeley", "bankShows=true", blackjack.BankStart},
		{"amherst", "hitSoft17=true", blackjack.Soft17Start},
		{"amherst", "maxHands=2", blackjack.SplitsNeedAces},
		{"european", "surrender=late", blackjack.SurrenderWithoutPeek},
		{"vegas", "hitSplitAces=true;maxAceHands=1;hitSplitAces=true", blackjack.HitAcesUnsplit},
		{"vegas", "double=none;das=true", blackjack.DoubleAfterNothing},
		{"vegas", "insurance=false;evenMoney=true", blackjack.EvenMoneyWithoutInsurance},
		{"vegas", "deck=infinite", blackjack.NumbersWithJokersOrAces},
		{"mit", "deck=forty;decks=2", blackjack.FortyDecks},
		{"chalmers", "pairs=25-12-6", blackjack.SidesStart},
		{"mit", "bust=250-50-12-4-2-2", blackjack.SidesStart},
		{"berkeley", "aces=1;deck=finite;poker=9-9-9-9-9", blackjack.SidesWithoutSuits},
		{"joker", "bust=250-50-12-4-2-2", blackjack.SidesWithJokers},
		{"downen", "emptyWins=true;bust=250-50-12-4-2-2", blackjack.SidesEmptied},
		{"single-deck", "pairs=25-12-6", blackjack.SidesDecks},
		{"vegas", "decks=2;pairs=25-12-6;poker=100-40-30-10-5", blackjack.SidesDecks},
	} {
		r := set(t, f.table)
		for change := range strings.SplitSeq(f.change, ";") {
			r, _ = tables.Set(r, change)
		}
		err, ok := errors.AsType[*blackjack.RulesError](r.ValidateChoice())
		if !ok || err.Fault != f.want {
			t.Errorf("%s with %s: %v, want fault %s", f.table, f.change, err, f.want)
		}
	}
}

// What was chosen by an earlier version can still be played, and read.
func TestRulesOfEarlierVersionsAreStillPlayed(t *testing.T) {
	for _, change := range []string{"hearts=true", "dealerStands=16"} {
		r := set(t, "mit", change)
		if err := r.Validate(); err != nil {
			t.Errorf("%s: %v", change, err)
		}
	}
}

func TestAChangeBringsWithItWhatHasNoEffectWithoutIt(t *testing.T) {
	for _, f := range []struct {
		changes []string
		same    []string // changes that make the same
	}{
		{[]string{"double=none"}, []string{"das=false", "double=none"}},
		{[]string{"maxHands=1"}, []string{"das=false", "maxAceHands=1", "maxHands=1"}},
		{[]string{"hitSplitAces=true", "maxAceHands=1"}, []string{"maxAceHands=1"}},
		{[]string{"insurance=false"}, []string{"evenMoney=false", "insurance=false"}},
		{[]string{"natural=none"}, []string{"evenMoney=false", "insurance=false", "natural=none"}},
	} {
		r := set(t, "vegas", f.changes...)
		if same := set(t, "vegas", f.same...); r != same || r.ValidateChoice() != nil {
			t.Errorf("%v makes\n%+v\nand %v\n%+v", f.changes, r, f.same, same)
		}
	}
}

func TestTheShareOfAShoeIsRoundedToWholeCards(t *testing.T) {
	for _, f := range []struct {
		table, change, shown string
		below                int
	}{
		{"vegas", "penetration=0.75", "78 cards", 78},
		{"vegas", "penetration=75%", "78 cards", 78},
		{"vegas", "penetration=75 %", "78 cards", 78},
		{"vegas", "penetration=100%", "0 cards", 0},
		{"vegas", "penetration=1", "0 cards", 0},
		{"amherst", "penetration=20 cards", "20 cards", 20},
		{"amherst", "penetration=0.62", "20 cards", 20}, // 19.76 cards
		{"amherst", "penetration=1 card", "1 card", 1},
		{"vegas", "penetration=0", "0", 0},
	} {
		r := set(t, f.table, f.change)
		shown := ""
		for _, v := range tables.Values(r) {
			if v.Key == "penetration" {
				shown = v.Value
			}
		}
		if r.ReshuffleBelow != f.below || shown != f.shown {
			t.Errorf("%s with %s: below %d cards, shown as %q",
				f.table, f.change, r.ReshuffleBelow, shown)
		}
	}
	if shown := tables.Values(set(t, "amherst"))[5]; shown.Value != "20 cards" {
		t.Errorf("amherst shows %+v", shown)
	}
	for _, change := range []string{"penetration=0.05", "penetration=-1 cards",
		"penetration=x cards", "penetration=1.5",
		"penetration=5%", "penetration=101%", "penetration=-1%", "penetration=%"} {
		if _, err := tables.Set(set(t, "amherst"), change); err == nil {
			t.Errorf("%s is taken", change)
		}
	}
}

package session_test

import (
	"errors"
	"slices"
	"testing"

	"holecard/blackjack"
	"holecard/blackjack/tables"
	"holecard/bot/session"
	"holecard/storage"
)

func TestAllowedTablesAreThoseOfTheGuildAndTheFirstIsPlayed(t *testing.T) {
	b := newBench(t)
	// without valentine
	if all, err := b.Tables(t.Context(), guild); err != nil || len(all) != len(tables.All())-1 {
		t.Errorf("%d tables, %v", len(all), err)
	}
	if _, err := b.Allow(t.Context(), b.visit(ada),
		[]string{"downen", "mit", "downen"}); err != nil {
		t.Fatal(err)
	}
	list, err := b.Tables(t.Context(), guild)
	if err != nil || len(list) != 2 || list[0].Name != "downen" {
		t.Errorf("%v, %v", list, err)
	}
	if first, err := b.Table(t.Context(), guild, ""); err != nil || first.Name != "downen" {
		t.Errorf("first %v, %v", first.Name, err)
	}
	_, err = b.Table(t.Context(), guild, "vegas")
	if no, ok := errors.AsType[*session.TableError](err); !ok ||
		!slices.Equal(no.Allowed, []string{"downen", "mit"}) {
		t.Errorf("error: %v", err)
	}
	if other, err := b.Table(t.Context(), guild+1, ""); err != nil || other.Name != tables.Default {
		t.Errorf("in another guild %v, %v", other.Name, err)
	}
}

func TestTheLeastBetIsWithinTheBotsLargest(t *testing.T) {
	b := newBench(t)
	if _, err := b.Change(t.Context(), b.visit(ada), "vegas", "minBet=501"); !errors.Is(err,
		blackjack.ErrRules) {
		t.Errorf("501 where the bot takes 500: %v", err)
	}
	if _, err := b.Change(t.Context(), b.visit(ada), "vegas", "minBet=500"); err != nil {
		t.Error(err)
	}
	if vegas, err := b.Table(t.Context(), guild, "vegas"); err != nil ||
		vegas.Rules.MinBet != 500 || vegas.Rules.MaxBet != 500 {
		t.Errorf("%+v, %v", vegas.Rules, err)
	}
	b.MaxBet = 499 // as the bot is started again
	if _, err := b.Table(t.Context(), guild, "vegas"); !errors.Is(err, blackjack.ErrRules) {
		t.Errorf("500 where the bot takes 499: %v", err)
	}
}

func TestARuleIsKeptAsTheFewestChanges(t *testing.T) {
	b := newBench(t)
	for _, f := range []struct {
		change string
		want   []storage.RuleChange
	}{
		{"decks=8", []storage.RuleChange{{Table: "vegas", Change: "decks=8"}}},
		{"decks=4", []storage.RuleChange{{Table: "vegas", Change: "decks=4"}}},
		{"decks=6", nil},
	} {
		if _, err := b.Change(t.Context(), b.visit(ada), "vegas", f.change); err != nil {
			t.Fatal(err)
		}
		if s, err := b.Settings(t.Context(), guild); err != nil || !slices.Equal(s.Rules, f.want) {
			t.Errorf("after %s: %v, %v", f.change, s.Rules, err)
		}
	}
}

func TestAChangeDeliveredAgainOrRefusedChangesNothing(t *testing.T) {
	b := newBench(t)
	first := b.visit(ada)
	for _, f := range []struct {
		v      session.Interaction
		change string
		ok     bool
	}{{first, "decks=8", true}, {first, "decks=8", true}, {b.visit(ada), "decks=9", false},
		{b.visit(ada), "bankShows=true", false}} {
		if _, err := b.Change(t.Context(), f.v, "vegas", f.change); (err == nil) != f.ok {
			t.Errorf("%s: %v", f.change, err)
		}
		if now, err := b.Table(t.Context(), guild, "vegas"); err != nil || now.Rules.Decks != 8 {
			t.Errorf("after %s: %d decks, %v", f.change, now.Rules.Decks, err)
		}
	}
}

// Whatever else was changed since, a change that is still in force changes nothing.
func TestAChangeDeliveredAgainAfterAnotherChangesNothing(t *testing.T) {
	b := newBench(t)
	first, second := b.visit(ada), b.visit(ada)
	for _, f := range []struct {
		v      session.Interaction
		change string
	}{{first, "decks=8"}, {second, "maxHands=2"}, {first, "decks=8"}} {
		if _, err := b.Change(t.Context(), f.v, "vegas", f.change); err != nil {
			t.Errorf("%s: %v", f.change, err)
		}
	}
	want := []storage.RuleChange{{Table: "vegas", Change: "decks=8"},
		{Table: "vegas", Change: "maxHands=2"}}
	if s, err := b.Settings(t.Context(), guild); err != nil || !slices.Equal(s.Rules, want) {
		t.Errorf("the changes are %v, %v", s.Rules, err)
	}
}

func TestNoTableTakesMoreThanTheBotsLargestBet(t *testing.T) {
	b := newBench(t)
	if _, err := b.Change(t.Context(), b.visit(ada), "vegas", "maxBet=501"); kind(err) != "limit" {
		t.Errorf("a bet above the limit is allowed: %v", err)
	}
	b.MaxBet = 1000
	b.change("maxBet=1000", "minBet=5")
	b.MaxBet = 500 // the bot was restarted with another limit
	b.change("minBet=6")
	if now, err := b.Table(t.Context(), guild, "vegas"); err != nil || now.Rules.MaxBet != 500 {
		t.Errorf("up to %d, %v", now.Rules.MaxBet, err)
	}
}

func TestADeckThatNoLongerFitsItsTableDoesNotStopPlay(t *testing.T) {
	b := newBench(t)
	deal := func(cards string) session.Hand {
		t.Helper()
		b.cards = cards
		h, err := b.Start(t.Context(), b.visit(ada), session.Deal{Bet: 10, Table: "berkeley"})
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	change := func(c string) {
		t.Helper()
		if _, err := b.Change(t.Context(), b.visit(ada), "berkeley", c); err != nil {
			t.Fatal(err)
		}
	}
	change("fresh=false")
	change("jokers=2")
	b.act(deal("TS TC 9D 9H joker 2C joker 3C"), blackjack.Stand)
	change("jokers=0")
	h := deal("TS TC 8D 9H")
	if first := h.View.Seats[0].Hands[0].Cards[0]; first.Joker() {
		t.Errorf("a joker at a table without: %v", h.View)
	}
}

func TestRulesOfATableAreKeptAsTheyWereMade(t *testing.T) {
	for _, f := range []struct {
		name    string
		changes []string
	}{
		{"downen", []string{"fresh=true"}}, // which has no penetration
		{"downen", []string{"fresh=true", "penetration=0.5", "fresh=false"}},
		{"amherst", []string{"decks=2", "penetration=0.6154"}}, // the share it has, of more cards
		{"amherst", []string{"penetration=0.1"}},
		// an empty shoe is nobody's any more
		{"mit", []string{"deck=finite", "fresh=true", "fresh=false"}},
		{"vegas", []string{"maxHands=1", "maxHands=3", "tie=house", "tie=push"}},
	} {
		b := newBench(t)
		for _, c := range f.changes {
			if _, err := b.Change(t.Context(), b.visit(ada), f.name, c); err != nil {
				t.Fatal(err)
			}
		}
		plain, _ := tables.Named(f.name)
		want := plain.Rules
		want.MaxBet = b.MaxBet
		for _, c := range f.changes {
			want, _ = tables.Set(want, c)
		}
		is, err := b.Table(t.Context(), guild, f.name)
		if err != nil || is.Rules != want {
			t.Errorf("%s after %v: %v, the rules are\n%+v\nwant\n%+v", f.name, f.changes, err,
				is.Rules, want)
		}
		if _, err := b.Start(t.Context(), b.visit(ada), session.Deal{Table: f.name}); err != nil {
			t.Errorf("%s after %v: %v", f.name, f.changes, err)
		}
	}
}

func TestATableAtWhichPlayersHaveTheEdgeIsClosedUntilAnAdminOpensIt(t *testing.T) {
	b := newBench(t)
	b.cards = "TS TC 7D TH"
	deal := func(guild storage.GuildID, table string) (session.Hand, error) {
		v := b.visit(ada)
		v.Player.Guild = guild
		return b.Start(t.Context(), v, session.Deal{Bet: 10, Table: table})
	}
	closed := func(guild storage.GuildID, err error) {
		t.Helper()
		no, ok := errors.AsType[*session.ClosedError](err)
		if !ok || no.Title != "Valentine" || no.Guild != guild || no.Edge < 0.1831 ||
			no.Edge > 0.1832 {
			t.Errorf("error: %v", err)
		}
	}
	for _, g := range []storage.GuildID{guild, storage.DirectMessages(ada)} {
		_, err := deal(g, "valentine")
		closed(g, err)
		if list, err := b.Tables(t.Context(), g); err != nil ||
			slices.ContainsFunc(list, func(t tables.Table) bool {
				return t.Name == "valentine"
			}) {
			t.Errorf("the tables of guild %d are %v, %v", g, list, err)
		}
	}
	b.allow("vegas", "valentine")
	open, err := deal(guild, "valentine")
	if err != nil {
		t.Fatal(err)
	}
	// the admins take the choice back: the open hand is played to its end, and no other begins
	b.allow()
	over := b.act(open, blackjack.Stand)
	for _, stake := range []session.Stake{session.SameStake, session.DoubleStake} {
		_, err := b.Again(t.Context(), b.visit(ada), over.ID, over.Version, stake)
		closed(guild, err)
	}
	b.allow("vegas") // and who is not asked about it does not offer it
	if _, err := deal(guild, "valentine"); kind(err) != "table" {
		t.Errorf("error: %v", err)
	}
}

func TestANewServerHasTheTablesOfCasinosUntilAnAdminOpensThoseOfCourses(t *testing.T) {
	b := newBench(t)
	b.ClassTables = false
	has := func(want int, last string) {
		t.Helper()
		list, err := b.Tables(t.Context(), guild)
		if err != nil || len(list) != want || list[want-1].Name != last {
			t.Errorf("%d tables, %v; want %d up to %s", len(list), err, want, last)
		}
	}
	has(6, "six-five")
	for range 2 {
		if _, err := b.OpenClass(t.Context(), b.visit(ada), true); err != nil {
			t.Fatal(err)
		}
		has(12, "joker") // without valentine, where players have the edge
	}
	if _, err := b.Open(t.Context(), b.visit(ada), []string{"valentine"}, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := b.OpenClass(t.Context(), b.visit(ada), false); err != nil {
		t.Fatal(err)
	}
	has(6, "six-five")
}

package view_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"holecard/blackjack"
	"holecard/blackjack/tables"
	"holecard/bot/click"
	"holecard/bot/lang"
	"holecard/bot/round"
	"holecard/bot/view"
	"holecard/storage"
)

// people are who sits at the tables below.
var people = []string{"Ada", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus"}

// table opens a table in a channel, at which people sit.
func table(sitting ...string) round.Seating {
	vegas, _ := tables.Named("vegas")
	vegas.Rules.MinBet, vegas.Rules.MaxBet = 10, 500
	v := round.Seating{ID: 42, Guild: 1, Place: storage.Place{Channel: 2, Message: 3},
		Table: vegas, By: 1, ByName: "Ada", Size: storage.MostSeats, Turn: 7,
		Until: time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC), Commitment: strings.Repeat("0451", 16)}
	for i, name := range sitting {
		v.Chairs = append(v.Chairs, storage.Chair{User: storage.UserID(i + 1), Name: name})
	}
	return v
}

// dealt deals a round to all who sit, each with a bet, and plays it: as its room shows it.
func dealt(t *testing.T, v round.Seating, order string, bets []blackjack.Bet,
	moves ...move) round.Seating {
	t.Helper()
	r := played(t, v.Table.Rules, order, bets, moves...)
	v.Stage = round.Playing
	k := &round.SeatedRound{ID: 99, Open: r.Phase() != blackjack.Over, View: r.View()}
	for i := range bets {
		p := round.SeatedPlayer{User: v.Chairs[i].User, Name: v.Chairs[i].Name,
			Bet: bets[i].Stake}
		seat := blackjack.Seat(i)
		asked, ok := r, r.Turn() == seat
		if r.Phase() == blackjack.Insuring {
			v.Stage = round.Insuring
			asked, ok = r.AskedOf(seat)
		}
		k.View.Seats[i].Legal = 0
		if p.Asked = ok && k.Open; p.Asked {
			k.View.Seats[i].Legal = asked.Legal(seat)
			p.Lacks = lacks(asked, seat)
		}
		k.Players = append(k.Players, p)
	}
	if v.Round = k; !k.Open {
		v.Stage = round.Waiting
	}
	return v
}

func stakes(chips ...blackjack.Chips) (list []blackjack.Bet) {
	for _, n := range chips {
		list = append(list, blackjack.Bet{Stake: n, Purse: 1000})
	}
	return list
}

// offering offers all side bets.
func offering(v round.Seating) round.Seating {
	r := &v.Table.Rules
	r.Pairs, r.Poker, r.Bust = 1, 2, 1
	return v
}

// seated are the states of a table, each with a title.
func seated(t *testing.T) (titles []string, list []round.Seating) {
	const hit, stand, double, split = blackjack.Hit, blackjack.Stand, blackjack.Double,
		blackjack.Split
	add := func(title string, v round.Seating) {
		titles, list = append(titles, title), append(list, v)
	}
	private := table("Ada")
	private.Invited = []storage.UserID{2}
	waiting := offering(table("Ada", "Ben"))
	betting := offering(table("Ada", "Ben", "Cleo", "Dan"))
	for i, stake := range []storage.Chips{10, 25, 50} {
		betting.Chairs[i].Bet.Stake = stake
	}
	betting.Stage = round.Betting
	betting.Chairs[0].Ready, betting.Chairs[1].Bet.Sides = true, blackjack.Sides{5, 0, 5}
	betting.Chairs[2].Plays, betting.Chairs[2].Ready = "both(stopAt(17), basic) && total < 15", true
	const three = "TS TH TD 9C 9S 8H 7D 8C 2S KH" // 19, 18 and 17 against 17
	first := dealt(t, table("Ada", "Ben", "Cleo"), three, stakes(10, 25, 50))
	first.Round.Shuffled = true
	second := dealt(t, table("Ada", "Ben", "Cleo", "Dan", "Eve"), three, stakes(10, 25, 50),
		move{0, stand})
	second.News = []storage.News{{What: storage.Slept, User: 1, Name: "Ada"}}
	second.Chairs[0].Leaving, second.Chairs[4].Bet.Stake = true, 20
	second.Round.Players[2].Plays, second.Closing = "basic", true
	ace := dealt(t, table("Ada", "Ben", "Cleo"), "TS AH TD AC 9S KH 7D 8C", stakes(10, 25, 50))
	ace.Round.Players[2].Asked, ace.Round.View.Seats[2].Legal = false, 0
	poor := dealt(t, table("Ada", "Ben"), "8S TH 9C 8H 8D 8C", []blackjack.Bet{
		{Stake: 10, Purse: 5}, {Stake: 10}})
	splitting := dealt(t, table("Ada", "Ben"), "8S TH 9C 8H 9D 8C 3D 2C TC", stakes(10, 25),
		move{0, split}, move{0, double})
	splitBefore := dealt(t, table("Ada", "Ben"), "8S TH 9C 8H 9D 8C 3D 2C TC", stakes(10, 25),
		move{0, split}, move{0, double}, move{0, stand})
	over := dealt(t, table("Ada", "Ben", "Cleo"), three, stakes(10, 25, 50), move{0, stand},
		move{1, stand}, move{2, hit}, move{2, stand})
	again := over
	again.Chairs = slices.Clone(over.Chairs)
	again.Chairs[1].Bet.Stake, again.Stage = 25, round.Betting
	again.News = []storage.News{{What: storage.Declined, User: 1, Name: "Ada"},
		{What: storage.Asleep, User: 9, Name: "Zoë"}, {What: storage.Idle, User: 8, Name: "Yan"},
		{What: storage.Short, User: 7, Name: "Xu"}}
	sides := stakes(10, 10)
	sides[0].Sides, sides[1].Sides = blackjack.Sides{5, 5, 5}, blackjack.Sides{5, 0, 2}
	won := dealt(t, offering(table("Ada", "Ben")), "8S TH 6C 8C 9D TC KD", sides,
		move{0, stand}, move{1, stand})
	pending := dealt(t, offering(table("Ada", "Ben")), "8S TH 6C 8C 9D TC KD", sides)
	splits := dealt(t, table("Ada", "Ben"), "8S TH 9C 8H 9D 8C 3D 2C TC", stakes(10, 25),
		move{0, split}, move{0, double}, move{0, stand}, move{1, blackjack.Surrender})
	closed := over
	closed.Stage, closed.Closing = round.Closed, true
	seven := dealt(t, table(people...), "TS TH TD 9C 9S 8H 7D 6C "+
		"2S 7H AD KC 5S 8D 9D TC", stakes(10, 25, 50, 100, 10, 250, 10), move{0, stand},
		move{1, stand})
	add("just opened", table())
	add("private", private)
	add("two sit, with side bets", waiting)
	add("bets", betting)
	add("the first turn", first)
	add("the second turn; two wait, one leaves, a strategy plays", second)
	add("an ace: insurance for two of three", ace)
	add("a wallet too small to double and split", poor)
	add("a split, second hand", splitting)
	add("a split before the seat in turn", splitBefore)
	add("side bets that wait for the dealer", pending)
	add("over", over)
	add("over, the next bets, news", again)
	add("over, with side bets", won)
	add("over, with a split and a surrender", splits)
	add("seven", seven)
	add("closed", closed)
	return titles, list
}

// seatings are tables in all their states.
func seatings(t *testing.T, w *lang.Printer, cards view.Cards) (all []shown) {
	titles, list := seated(t)
	f := view.SeatingFrame{Words: w, Cards: cards,
		Edge: view.HouseEdge{Share: 0.0026, Known: true}}
	f.Sides[blackjack.PerfectPairs] = view.HouseEdge{Share: 0.041, Known: true}
	for i, title := range titles {
		all = append(all, shown{title, view.Seating(list[i], f)})
	}
	return all
}

// tablesTold are what those are told who look for tables, sit down, invite or close.
func tablesTold(_ *testing.T, w *lang.Printer, _ view.Cards) []shown {
	v, full := table("Ada", "Ben"), table(people...)
	full.Invited = []storage.UserID{2}
	return []shown{{"the list", view.SeatingList(w, []round.Seating{v, full})},
		{"no table", view.SeatingList(w, nil)},
		{"ended", view.Ended(w, v)}, {"invited", view.Invited(w, v, 2)},
		{"seated", view.Seated(w, v, "")}, {"a strategy seated", view.Seated(w, v, "basic")}}
}

// crowded is a table with as much to say as there can be: seven seats of four hands, of so
// many cards each, and everybody's name as long as names are shown, which are all escaped.
func crowded(t *testing.T, cards int) round.Seating {
	t.Helper()
	names := make([]string, storage.MostSeats)
	for i := range names {
		names[i] = strings.Repeat("*_[א", 30)
	}
	var bets []blackjack.Bet
	for range names {
		bets = append(bets, blackjack.Bet{Stake: 500, Purse: 1_000_000,
			Sides: blackjack.Sides{500, 500, 500}})
	}
	v := dealt(t, offering(table(names...)), "8S 8S 8S 8S 8S 8S 9S AC "+
		"8H 8H 8H 8H 8H 8H 9H TS", bets)
	v.ByName, v.Closing, v.Round.Shuffled = names[0], true, true
	for i := range v.Round.View.Seats {
		seat := &v.Round.View.Seats[i]
		hand := seat.Hands[0]
		hand.Cards, hand.Doubled = slices.Repeat(hand.Cards[:1], cards), true
		hand.Stake = 1_000_000
		seat.Hands, seat.Insurance = slices.Repeat([]blackjack.HandView{hand}, 4), 250
		for j := range seat.Sides {
			s := &seat.Sides[j]
			s.Decided, s.Won, s.Result = true, 500_000, blackjack.SuitedTrips
		}
		v.Round.Players[i].Plays = strings.Repeat("both(", 40)
		v.Chairs[i].Plays, v.Chairs[i].Leaving = v.Round.Players[i].Plays, true
		v.Chairs[i].Bet = storage.Bet{Stake: 1_000_000, Sides: blackjack.Sides{500, 500, 500}}
	}
	for i := range storage.MostNews {
		v.News = append(v.News, storage.News{What: storage.NewsKind(i%storage.NewsKinds) + 1,
			Name: names[0]})
	}
	return v
}

// A press carries the turn it was drawn for, and no button that bets or leaves stands
// where Hit and Stand were.
func TestTheButtonsOfATableKeepOutOfEachOthersWay(t *testing.T) {
	titles, list := seated(t)
	moves := click.NewGrammar(reflect.TypeFor[view.Move](), reflect.TypeFor[view.Leave](),
		reflect.TypeFor[view.SameBet](), reflect.TypeFor[view.Ready]())
	for i, v := range list {
		r := view.Seating(v, view.SeatingFrame{Words: words})
		lines, _ := components(r)
		for line, row := range lines {
			for at, b := range row {
				args, _ := moves.Parse(b.CustomID)
				switch c := args.(type) {
				case view.Move:
					if c.Turn != v.Turn || c.Seating != v.ID {
						t.Errorf("%s: %s is %+v", titles[i], b.Label, c)
					}
				case view.Leave, view.SameBet, view.Ready:
					if line == 0 && at < 2 {
						t.Errorf("%s: %s stands where Hit or Stand was", titles[i], b.Label)
					}
				}
			}
		}
	}
}

// Whatever people are called, a table says the same of them.
func TestNamesAtATableAreOnlyNames(t *testing.T) {
	said := func(name string) string {
		v := dealt(t, table(name, name, name), "TS TH TD 9C 9S 8H 7D 8C 2S KH", stakes(10, 25, 50),
			move{0, blackjack.Stand})
		for what := storage.NewsKind(1); what <= storage.NewsKinds; what++ {
			v.News = append(v.News, storage.News{What: what, User: 1, Name: name})
		}
		r := view.Seating(v, view.SeatingFrame{Words: words})
		fits(t, name, r)
		return strings.Join(texts(r), "\n")
	}
	for _, name := range hostileNames() {
		turn, _, ok := strings.Cut(said(name), "'s turn** · ends")
		at := strings.LastIndex(turn, "\n**")
		if !ok || at < 0 {
			t.Fatalf("nobody's turn: %q", turn)
		}
		shown := turn[at+len("\n**"):]
		if found := misread(shown); len(found) > 0 || utf8.RuneCountInString(shown) > 2*21+2 {
			t.Errorf("%q is shown as %q, in which Discord reads %v", name, shown, found)
		}
		want := strings.ReplaceAll(said("Bob"), "Bob", shown)
		if got := said(name); got != want {
			t.Errorf("a table says of %q\n%s\nwant\n%s", name, got, want)
		}
	}
}

package view_test

import (
	"errors"
	"strings"
	"testing"

	"holecard/blackjack"
	"holecard/blackjack/tables"
	"holecard/bot/lang"
	"holecard/bot/message"
	"holecard/bot/round"
	"holecard/bot/view"
	"holecard/bot/wallet"
	"holecard/storage"
)

// words are English.
var words = lang.Must(lang.Load()).For("en")

// hand plays cards in the order drawn and returns the hand as its room does.
func hand(
	t *testing.T, table, order string, bet, balance storage.Chips, actions ...blackjack.Action,
) round.Hand {
	t.Helper()
	return handAt(t, tableOf(t, table), order, blackjack.Bet{Stake: bet, Purse: balance},
		actions...)
}

func tableOf(t *testing.T, name string) tables.Table {
	t.Helper()
	table, err := tables.Named(name)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// sideHand is a hand at vegas with a stake of 10 and side bets.
func sideHand(
	t *testing.T, order string, sides blackjack.Sides, actions ...blackjack.Action,
) round.Hand {
	t.Helper()
	return handAt(t, withSides(t), order,
		blackjack.Bet{Stake: 10, Purse: 90 - sides.Sum(), Sides: sides}, actions...)
}

// withSides is vegas with all side bets.
func withSides(t *testing.T) tables.Table {
	t.Helper()
	tab := tableOf(t, "vegas")
	for _, change := range []string{"pairs=25-12-6", "poker=9-9-9-9-9", "bust=250-50-12-4-2-2"} {
		var err error
		if tab.Rules, err = tables.Set(tab.Rules, change); err != nil {
			t.Fatal(err)
		}
	}
	return tab
}

// move is what a seat does.
type move struct {
	seat   blackjack.Seat
	action blackjack.Action
}

// played deals a round at a table, of cards in the order drawn, and plays it.
func played(t *testing.T, r blackjack.Rules, order string, bets []blackjack.Bet,
	moves ...move) blackjack.Round {
	t.Helper()
	first, second, _ := strings.Cut(order, " | ") // where the shoe goes on to another shuffle
	left, errLeft := blackjack.ParseCards(first)
	next, errNext := blackjack.ParseCards(second)
	shoe, err := blackjack.NewShoeThen(left, next)
	if err := errors.Join(errLeft, errNext, err); err != nil {
		t.Fatal(err)
	}
	round, err := blackjack.Deal(r, shoe, bets...)
	for _, m := range moves {
		if err == nil {
			round, err = round.Play(m.seat, m.action)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return round
}

// lacks are the actions of a seat that only its wallet forbids.
func lacks(r blackjack.Round, seat blackjack.Seat) round.Lacks {
	list := round.Lacks{}
	for a := range r.LegalWith(seat, storage.MaxChips).All() {
		if !r.Legal(seat).Has(a) {
			list[a] = r.Cost(a)
		}
	}
	return list
}

func handAt(
	t *testing.T, tab tables.Table, order string, b blackjack.Bet, actions ...blackjack.Action,
) round.Hand {
	t.Helper()
	var moves []move
	for _, a := range actions {
		moves = append(moves, move{0, a})
	}
	r := played(t, tab.Rules, order, []blackjack.Bet{b}, moves...)
	balance := b.Purse - r.Staked(0) + b.Stake + b.Sides.Sum()
	over := r.Phase() == blackjack.Over
	if p := r.Payout(0); over {
		balance += p.Staked - p.Lost + p.Won
	}
	r = r.Fund(0, balance)
	return round.Hand{ID: 42, Version: 3, Player: storage.Player{Guild: 1, User: 2}, Table: tab,
		Lacks: lacks(r, 0), View: r.View(), Bet: b.Stake, Balance: balance, Open: !over}
}

// hands are hands in all their states.
func hands(t *testing.T, w *lang.Printer, cards view.Cards) (all []shown) {
	const hit, stand, double, split = blackjack.Hit, blackjack.Stand, blackjack.Double,
		blackjack.Split
	as := func(h round.Hand, change func(*round.Hand)) round.Hand {
		change(&h)
		return h
	}
	first := hand(t, "vegas", "T♠ 6♣ 7♦ T♥", 10, 90)
	natural := hand(t, "vegas", "A♠ 6♣ K♦ T♥", 10, 90)
	hidden := as(hand(t, "vegas", "T♠ T♣ K♦ 9♥", 10, 90, stand),
		func(h *round.Hand) { h.Hidden = true })
	followed := as(natural, func(h *round.Hand) { h.Next = 43 })
	broke := func(daily, refill wallet.Due) round.Hand {
		h := hand(t, "vegas", "T♠ 6♣ 7♦ T♥ 4♣", 10, 0, stand)
		h.Relief = &wallet.Relief{Daily: daily, Refill: refill}
		return h
	}
	stories := []struct {
		title string
		hand  round.Hand
	}{
		{"a first hand", first},
		{"a card drawn", hand(t, "vegas", "T♠ 6♣ 2♦ T♥ 3♣", 10, 90, hit)},
		{"a soft hand", hand(t, "vegas", "A♠ T♣ 6♦ 9♥", 10, 90)},
		{"a pair", hand(t, "vegas", "8♠ 6♣ 8♦ T♥", 10, 90)},
		{"a wallet too small to double", hand(t, "vegas", "8♠ 6♣ 8♦ T♥", 10, 9)},
		{"a wallet emptied by the bet",
			broke(wallet.Due{Chips: 55, At: day}, wallet.Due{Chips: 10, At: day})},
		{"a wallet emptied, with more to come now",
			broke(wallet.Due{Chips: 55}, wallet.Due{Chips: 10})},
		{"a wallet emptied, without refills", broke(wallet.Due{Chips: 55, At: day}, wallet.Due{})},
		{"a wallet too small for the same bet",
			hand(t, "vegas", "T♠ 6♣ 7♦ T♥ 4♣", 1000, 999, stand)},
		{"a wallet too small for the table",
			as(hand(t, "vegas", "T♠ 6♣ 7♦ T♥ 4♣", 100, 20, stand),
				func(h *round.Hand) { h.Table.Rules.MinBet = 25 })},
		{"practice", as(first, func(h *round.Hand) { h.Practice = true })},
		{"practice, over",
			as(natural, func(h *round.Hand) { h.Practice, h.Proven = true, true })},
		{"an ace: insurance", hand(t, "vegas", "T♠ A♣ 7♦ T♥", 10, 90)},
		{"an ace and a natural: even money", hand(t, "vegas", "A♠ A♣ K♦ T♥", 10, 90)},
		{"insured, no natural", hand(t, "vegas", "T♠ A♣ 7♦ 5♥", 10, 90, blackjack.Insure)},
		{"insurance won", hand(t, "vegas", "T♠ A♣ 7♦ T♥", 10, 90, blackjack.Insure)},
		{"insurance lost, hand won",
			hand(t, "vegas", "T♠ A♣ 9♦ 7♥", 10, 90, blackjack.Insure, stand)},
		{"even money", hand(t, "vegas", "A♠ A♣ K♦ T♥", 10, 90, blackjack.EvenMoney)},
		{"a natural", hand(t, "vegas", "A♠ 6♣ K♦ T♥", 1001, 90)},
		{"two naturals", hand(t, "vegas", "A♠ T♣ K♦ A♥", 10, 90)},
		{"the dealer's natural", hand(t, "vegas", "9♠ T♣ K♦ A♥", 10, 90)},
		{"won", hand(t, "vegas", "T♠ T♣ K♦ 9♥", 10, 90, stand)},
		{"won by the dealer's bust", hand(t, "vegas", "T♠ T♣ 3♦ 6♥ K♥", 10, 90, stand)},
		{"lost", hand(t, "vegas", "T♠ T♣ 8♦ 9♥", 10, 90, stand)},
		{"lost a single chip", hand(t, "vegas", "T♠ T♣ 8♦ 9♥", 1, 90, stand)},
		{"push", hand(t, "vegas", "T♠ T♣ 9♦ 9♥", 10, 90, stand)},
		{"push on soft hands", hand(t, "vegas", "A♠ T♣ 8♦ 9♥", 10, 90, stand)},
		{"bust", hand(t, "vegas", "T♠ T♣ 6♦ 9♥ K♠", 10, 90, hit)},
		{"surrender", hand(t, "vegas", "T♠ T♣ 6♦ 9♥", 15, 90, blackjack.Surrender)},
		{"doubled and won", hand(t, "vegas", "6♠ T♣ 5♦ 9♥ T♠", 10, 90, double)},
		{"split, first hand to play", hand(t, "vegas", "8♠ 6♣ 8♦ T♥ 3♠", 10, 90, split)},
		{"split, second hand to play",
			hand(t, "vegas", "8♠ 6♣ 8♦ T♥ 3♠ T♠ 9♠", 10, 90, split, double)},
		{"split, over",
			hand(t, "vegas", "8♠ 6♣ 8♦ T♥ 3♠ T♠ 9♠ 2♣", 10, 90, split, double, stand)},
		{"split, bust and won",
			hand(t, "vegas", "8♠ 6♣ 8♦ T♥ 4♠ T♠ T♦ 2♣", 10, 90, split, hit, stand)},
		{"split aces", hand(t, "vegas", "A♠ 6♣ A♦ T♥ K♠ 5♠ T♣", 10, 90, split)},
		{"no hole card: before", hand(t, "european", "T♠ A♣ 7♦ T♥", 10, 90, blackjack.Decline)},
		{"no hole card: after", hand(t, "european", "T♠ T♣ 7♦ A♥", 10, 90, stand)},
		{"chalmers: nothing dealt yet", hand(t, "chalmers", "T♠", 10, 90)},
		{"chalmers: the bank ties and wins",
			hand(t, "chalmers", "T♠ 9♠ T♥ 9♥", 10, 90, hit, hit, stand)},
		{"downen: a new deck in mid-hand", hand(t, "downen", "T♠ 7♦ | 6♣ T♥", 10, 90)},
		{"amherst: shuffled before the hand", as(hand(t, "amherst", "T♠ 6♣ 7♦ T♥", 10, 90),
			func(h *round.Hand) { h.Shuffled = true })},
		{"amherst: two aces", hand(t, "amherst", "A♠ 6♣ A♦ T♥", 10, 90)},
		{"mit: numbers, and the house to come", hand(t, "mit", "6♣ T♣ 4♣", 10, 90, hit)},
		{"valentine: hearts pay double", hand(t, "valentine", "T♥ T♣ K♦ 9♥", 10, 90, stand)},
		{"joker: a joker in each hand", hand(t, "joker", "joker T♣ 4♦ joker 6♣", 10, 90)},
		{"side bets: a perfect pair, and the dealer to come",
			sideHand(t, "T♠ 6♣ T♠ 9♥", blackjack.Sides{5, 5, 5})},
		{"side bets: the hand lost, a pair won, the dealer stood",
			sideHand(t, "8♠ T♣ 8♦ 9♥", blackjack.Sides{5, 0, 5}, stand)},
		{"side bets: a flush, the hand won by the dealer's bust",
			sideHand(t, "T♣ 6♣ 5♣ T♥ K♦", blackjack.Sides{5, 5, 5}, stand)},
		{"side bets: insured, and all lost",
			sideHand(t, "T♠ A♣ 9♦ 9♥", blackjack.Sides{5, 5, 5}, blackjack.Insure, stand)},
		{"side bets: a natural that they cost more than it wins",
			sideHand(t, "A♠ 6♣ K♦ T♥ 5♣", blackjack.Sides{10, 10, 10})},
		{"played by a strategy", as(hand(t, "vegas", "T♠ 6♣ 9♦ T♥", 10, 90),
			func(h *round.Hand) { h.Plays = "both(stopAt(20), ask)" })},
		{"shown again", as(first, func(h *round.Hand) { h.Resumed = true })},
		{"private", as(first, func(h *round.Hand) { h.Private = true })},
		{"of who is hidden", hidden},
		{"played on from", followed},
	}
	frame := view.Frame{Words: w, Name: "Ada", Cards: cards,
		Edge: view.HouseEdge{Share: 0.003305, Known: true}}
	for _, story := range stories {
		all = append(all, shown{story.title, view.Hand(story.hand, frame)})
	}
	return append(all,
		shown{"all in?", view.Sure(hand(t, "vegas", "T♠ 6♣ 7♦ T♥ 4♣", 10, 140, stand),
			1_000_000, frame)},
		shown{"all in, of who is hidden?", view.Sure(hidden, 1_000_000, frame)},
		shown{"pressed too late", view.Moved(w, first)},
		shown{"pressed too late, over", view.Moved(w, natural)},
		shown{"pressed too late, played on", view.Moved(w, followed)})
}

// refused is how a refusal is told to user 2.
func refused(w *lang.Printer, err error) message.Reply {
	text, rows, _ := view.Refusal(w, err, 2)
	r := message.Note(text)
	r.Rows = rows
	return r
}

// aboutBets is what is said and asked about bets, and the chips of who has none.
func aboutBets(t *testing.T, w *lang.Printer, _ view.Cards) []shown {
	at := day
	edge := view.HouseEdge{Share: 0.1234, Known: true}
	edges := view.SideEdges{edge, edge, edge}
	over := hand(t, "vegas", "T♠ 6♣ 7♦ T♥ 4♣", 10, 1_000_000, blackjack.Stand)
	later := wallet.Relief{Daily: wallet.Due{Chips: 55, At: day},
		Refill: wallet.Due{Chips: 10, At: day}}
	now := wallet.Relief{Daily: wallet.Due{Chips: 55}, Refill: wallet.Due{Chips: 10}}
	bold := round.BoldError{Balance: 1_900_000, Meant: round.Deal{Bet: 999_999,
		Sides: blackjack.Sides{5}}}
	all := []shown{
		{"a bold bet", refused(w, &bold)},
		{"a refill", view.Refilled(w, wallet.Refill{Given: true, Chips: 10})},
		{"a refill too early", view.Refilled(w, wallet.Refill{Chips: 10, Next: at})},
		{"another bet", form(t, view.AskBet(w, over, withSides(t).Rules, edges))},
		{"a bet at a table", form(t, view.AskSeatBet(w, offering(table()), storage.Bet{}, edges))},
		{"a bet at a table without side bets", form(t, view.AskSeatBet(w, table(),
			storage.Bet{Stake: 1500, Sides: blackjack.Sides{5}}, edges))},
	}
	type short = wallet.ShortError
	instead := func(of, bet storage.Chips) error {
		return &round.InsteadError{ShortError: &short{Balance: of}, Instead: round.Deal{Bet: bet}}
	}
	for _, e := range []error{
		&short{}, &short{Relief: &later}, &short{Relief: &now}, &short{Balance: 150, Held: 5},
		instead(150, 150), instead(150, 1_000_000-1), instead(2_000_000, 1_000_000),
	} {
		all = append(all, shown{"too few chips", refused(w, e)})
	}
	return all
}

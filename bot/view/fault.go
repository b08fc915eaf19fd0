package view

import (
	"fmt"
	"slices"

	"holecard/blackjack"
	"holecard/blackjack/fair"
	"holecard/blackjack/tables"
	"holecard/bot/lang"
	"holecard/bot/refuse"
	"holecard/bot/session"
	"holecard/internal/nearest"
	"holecard/storage"
)

// Refusal returns what people read of a refusal that has a key.
func Refusal(w *lang.Printer, err error) (string, bool) {
	key, facts, ok := refuse.Of(err)
	if !ok {
		return "", false
	}
	said := make([]any, len(facts))
	for i, f := range facts {
		switch f := f.(type) {
		case storage.Chips:
			said[i] = lang.Chips(f)
		case storage.UserID:
			said[i] = Mention(f)
		case refuse.Share:
			said[i] = lang.Share(f)
		case string:
			said[i] = Escape(f)
		default:
			said[i] = f
		}
	}
	return w.Say("error."+key, said...), true
}

// Illegal says what can be done instead.
func Illegal(w *lang.Printer, e *blackjack.IllegalError) string {
	var legal []string
	for a := range e.Legal.All() {
		legal = append(legal, verb(w, a))
	}
	return w.Say("error.illegal", verb(w, e.Action), w.Or(legal))
}

// verb is an action in a sentence.
func verb(w *lang.Printer, a blackjack.Action) string { return w.Say("verb." + actionKey(a)) }

// NoTable names the table that was meant instead of one that is not played, or
// some to try.
func NoTable(w *lang.Printer, e *session.TableError) string {
	var titles []string
	for _, name := range e.Allowed {
		t, err := tables.Named(name)
		if err != nil {
			t.Title = name
		}
		titles = append(titles, t.Title)
	}
	if meant := meant(e.Name, titles, e.Allowed); meant != "" {
		return w.Say("error.table.meant", Escape(e.Name), meant)
	}
	return w.Say("error.table", Escape(e.Name), w.Or(titles[:min(len(titles), 3)]))
}

// meant returns the title that was most likely meant by a text that is near it or
// its name.
func meant(typed string, titles, names []string) string {
	all := slices.Concat(titles, names)
	i := slices.Index(all, nearest.Of(typed, all))
	if i < 0 {
		return ""
	}
	return titles[i%len(titles)]
}

// BadRule says why a rule is not changed.
func BadRule(w *lang.Printer, e *tables.SetError) string {
	if e.Fault == tables.WrongValue {
		return w.Say("rule.takes", RuleName(w, e.Key), takes(w, e.Key, e.Takes))
	}
	var titles []string
	for _, key := range tables.Keys() {
		titles = append(titles, RuleName(w, key))
	}
	if meant := meant(e.Key, titles, tables.Keys()); meant != "" {
		return w.Say("rule.meant", Escape(e.Key), meant)
	}
	return w.Say("rule.none", Escape(e.Key))
}

// BadLimit says which limits of bets a table may have.
func BadLimit(w *lang.Printer, e *session.AmountError) string {
	return w.Say("rule.takes", RuleName(w, e.Key), w.Say("takes.chips", 1, int64(e.Most)))
}

// BadRules says why rules cannot be played.
func BadRules(w *lang.Printer, e *blackjack.RulesError) string {
	return w.Say("sentence", capital(Fault(w, e)))
}

// Fault says why rules cannot be played, as a part of a sentence.
func Fault(w *lang.Printer, e *blackjack.RulesError) string {
	r := e.Rules
	var facts []any
	switch e.Fault {
	case blackjack.DecksRange:
		facts = []any{r.Decks, blackjack.MaxDecks}
	case blackjack.JokersRange:
		facts = []any{r.Jokers, blackjack.MaxJokers}
	case blackjack.UnknownAces:
		facts = []any{int(r.Aces)}
	case blackjack.UnknownPack:
		facts = []any{int(r.Pack)}
	case blackjack.FortyDecks:
		facts = []any{r.Decks}
	case blackjack.ReshuffleRange:
		facts = []any{r.ReshuffleBelow, r.Cards()}
	case blackjack.UnknownStart:
		facts = []any{int(r.Start)}
	case blackjack.UnknownHoleCard:
		facts = []any{int(r.HoleCard)}
	case blackjack.StandsRange:
		facts = []any{r.DealerStands}
	case blackjack.UnknownDouble:
		facts = []any{int(r.Double)}
	case blackjack.HandsRange:
		facts = []any{r.MaxHands, blackjack.MaxSplitHands}
	case blackjack.AceHandsRange:
		facts = []any{r.MaxAceHands, r.MaxHands}
	case blackjack.NaturalPaysRange:
		facts = []any{r.NaturalPays.String()}
	case blackjack.BetsCrossed:
		facts = []any{int64(r.MinBet), int64(r.MaxBet)}
	case blackjack.BetsRange:
		facts = []any{int64(r.MinBet), int64(r.MaxBet), int64(blackjack.MaxStake)}
	case blackjack.SidesDecks:
		facts = []any{r.SideDecks()}
	}
	key, ok := faults[e.Fault]
	if !ok {
		panic(fmt.Sprintf("view: no words for fault %d", e.Fault)) // a test tries all
	}
	return w.Say("fault."+key, facts...)
}

// faults are the keys of their words.
var faults = map[blackjack.Fault]string{
	blackjack.DecksRange:       "decks",
	blackjack.JokersRange:      "jokers",
	blackjack.UnknownAces:      "aces",
	blackjack.UnknownPack:      "pack",
	blackjack.FortyDecks:       "forty",
	blackjack.ReshuffleRange:   "reshuffle",
	blackjack.UnknownStart:     "start",
	blackjack.UnknownHoleCard:  "hole.card",
	blackjack.StandsRange:      "stands",
	blackjack.UnknownDouble:    "double",
	blackjack.HandsRange:       "hands",
	blackjack.AceHandsRange:    "ace.hands",
	blackjack.NaturalPaysRange: "natural.pays",
	blackjack.BetsCrossed:      "bets.crossed",
	blackjack.BetsRange:        "bets",

	blackjack.JokersNeedAces: "jokers.aces",
	blackjack.EndlessDecks:   "endless.decks",
	blackjack.FreshGetsLow:   "fresh.low",
	blackjack.SeatOrderStart: "seat.order.start",
	blackjack.HoleCardStart:  "hole.card.start",
	blackjack.UpcardStart:    "upcard.start",
	blackjack.BankStart:      "bank.start",
	blackjack.Soft17Start:    "soft.17.start",
	blackjack.HouseStart:     "house.start",
	blackjack.HouseStands:    "house.stands",
	blackjack.HouseSoft17:    "house.soft.17",
	blackjack.ActionsStart:   "actions.start",
	blackjack.HitAcesUnsplit: "hit.aces",
	blackjack.SplitsNeedAces: "splits.aces",
	blackjack.TieWinsTwice:   "tie.21",

	blackjack.EndlessNotFresh:    "endless.fresh",
	blackjack.DoubleAfterNothing: "double.after",
	blackjack.HeartsWithoutSuits: "hearts.suits",
	blackjack.NaturalNeedsAces:   "natural.aces",

	blackjack.NumbersWithJokersOrAces:   "numbers",
	blackjack.SurrenderWithoutPeek:      "surrender.peek",
	blackjack.InsuranceWithoutNatural:   "insurance.natural",
	blackjack.EvenMoneyWithoutInsurance: "even.insurance",

	blackjack.UnknownPayTable:   "side.pays",
	blackjack.SidesStart:        "side.start",
	blackjack.SidesWithoutSuits: "side.suits",
	blackjack.SidesWithJokers:   "side.jokers",
	blackjack.SidesEmptied:      "side.emptied",
	blackjack.SidesDecks:        "side.decks",
}

// BadClientSeed says why a text cannot be a client seed.
func BadClientSeed(w *lang.Printer, e *fair.ClientSeedError) string {
	switch e.Fault {
	case fair.ClientSeedEmpty:
		return w.Say("seed.empty")
	case fair.ClientSeedTooLong:
		return w.Say("seed.long", fair.MaxClientSeed, e.Length)
	case fair.ClientSeedControl:
		return w.Say("seed.control")
	case fair.ClientSeedEdge:
		return w.Say("seed.edge")
	}
	return w.Say("seed.text") // not UTF-8
}

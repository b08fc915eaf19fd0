package view

import (
	"errors"

	"github.com/bwmarrin/discordgo"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
	"holecard/blackjack/tables"
	"holecard/bot/care"
	"holecard/bot/guild"
	"holecard/bot/lang"
	"holecard/bot/refuse"
	"holecard/bot/round"
	"holecard/bot/wallet"
	"holecard/internal/nearest"
	"holecard/storage"
)

// Refusal returns the words for a refusal, and the buttons below them for who was refused. It is
// not ok for an error that is none, or has no words.
func Refusal(w *lang.Printer, err error, by storage.UserID) (text string,
	rows []discordgo.MessageComponent, ok bool) {
	wrong, ok := errors.AsType[*strategy.SyntaxError](err)
	if ok && wrong.Cause != nil && wrong.Fault != strategy.WrongChart {
		return Refusal(w, wrong.Cause, by) // the expression is right
	}
	e, ok := errors.AsType[refuse.Error](err)
	if !ok {
		return "", nil, false
	}
	key, facts := e.Refusal()
	if key == "" {
		return "", nil, false
	}
	shown := make([]any, len(facts))
	for i, f := range facts {
		shown[i] = fact(w, f)
	}
	text = w.Say("error."+key, shown...)
	switch e := e.(type) {
	case *wallet.ShortError:
		if rows = remedies(w, e, nil, by); e.Relief != nil && e.Held == 0 {
			text = broke(w, *e.Relief)
		}
	case *round.InsteadError:
		rows = remedies(w, e.ShortError, &e.Instead, by)
	case *round.BoldError:
		rows = sureOf(w, e, by)
	}
	return text, rows, true
}

// Fact is a fact of a refusal that writes itself.
type Fact interface{ Words(*lang.Printer) string }

// fact is a fact of a refusal as it stands in its text. A string was typed by somebody, or might
// have been.
func fact(w *lang.Printer, f any) any {
	switch f := f.(type) {
	case string:
		return Escape(f)
	case []string:
		return w.Or(f)
	case storage.Chips:
		return lang.Chips(f)
	case storage.UserID:
		return Mention(f)
	case storage.Setting:
		return settingName(w, f)
	case guild.Rule:
		return RuleName(w, string(f))
	case refuse.Code:
		return code(string(f))
	case refuse.Share:
		return lang.Share(f)
	case care.Kind:
		return w.Say("limits." + limitKeys[f])
	case care.Where:
		return w.Say("limits.where." + scopeKey(f.Scope, f.Direct))
	case care.Day:
		return lang.Date(f)
	case blackjack.Action:
		return verb(w, f)
	case blackjack.Actions:
		var verbs []string
		for a := range f.All() {
			verbs = append(verbs, verb(w, a))
		}
		return w.Or(verbs)
	case blackjack.SideBet:
		return SideName(w, f)
	case *blackjack.RulesError:
		return badRules(w, f)
	case *tables.SetError:
		return badRule(w, f)
	case *strategy.SyntaxError:
		return wrongStrategy(w, f)
	case Fact:
		return f.Words(w)
	}
	return f
}

// verb is an action in a sentence.
func verb(w *lang.Printer, a blackjack.Action) string { return w.Say("verb." + actionKey(a)) }

// badRule says why a rule is not changed, and which was meant in the language of the reader.
func badRule(w *lang.Printer, e *tables.SetError) string {
	if e.Fault == tables.WrongValue {
		return w.Say("rule.takes", RuleName(w, e.Key), takes(w, e.Key, e.Takes))
	}
	var titles []string
	for _, key := range tables.Keys() {
		titles = append(titles, RuleName(w, key))
	}
	if meant := nearest.Title(e.Key, titles, tables.Keys()); meant != "" {
		return w.Say("rule.meant", Escape(e.Key), meant)
	}
	return w.Say("rule.none", Escape(e.Key))
}

// badRules says why rules cannot be played.
func badRules(w *lang.Printer, e *blackjack.RulesError) string {
	return w.Say("sentence", capital(Fault(w, e)))
}

// Fault says why rules cannot be played, as a part of a sentence.
func Fault(w *lang.Printer, e *blackjack.RulesError) string {
	r := e.Rules
	var facts []any
	switch e.Fault {
	case blackjack.DecksRange, blackjack.FortyDecks:
		facts = []any{r.Decks, blackjack.MaxDecks}
	case blackjack.JokersRange:
		facts = []any{r.Jokers, blackjack.MaxJokers}
	case blackjack.UnknownAces:
		facts = []any{int(r.Aces)}
	case blackjack.UnknownPack:
		facts = []any{int(r.Pack)}
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
	case blackjack.BetsCrossed, blackjack.BetsRange:
		facts = []any{int64(r.MinBet), int64(r.MaxBet), int64(blackjack.MaxStake)}
	case blackjack.SidesDecks:
		facts = []any{r.SideDecks()}
	}
	return w.Say("fault."+string(e.Fault), facts...)
}

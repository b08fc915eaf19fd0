package view

import (
	"strings"

	"github.com/bwmarrin/discordgo"

	"holecard/blackjack"
	"holecard/blackjack/tables"
	"holecard/bot/lang"
)

// SideEdges are the edges of the side bets that a table offers, and unknown of the others.
type SideEdges [blackjack.SideBets]HouseEdge

// SideName is what players call a side bet.
func SideName(w *lang.Printer, b blackjack.SideBet) string {
	return w.Say("side.name." + tables.SideKey(b))
}

// pricedSide is a side bet that a table offers, with its pay table and its edge:
// "Perfect Pairs 25-12-6: house edge 4.10%".
func pricedSide(w *lang.Printer, r blackjack.Rules, b blackjack.SideBet, edge string) string {
	return w.Say("side.priced", SideName(w, b), payTable(r, b), edge)
}

// payTable is the name of the pay table of a side bet: "25-12-6".
func payTable(r blackjack.Rules, b blackjack.SideBet) string {
	return b.PayTables()[r.PayTable(b)]
}

// offered are the side bets that a table offers.
func offered(r blackjack.Rules) (list []blackjack.SideBet) {
	for b := range blackjack.SideBet(blackjack.SideBets) {
		if r.PayTable(b) > 0 {
			list = append(list, b)
		}
	}
	return list
}

// pricedSides are all side bets that a table offers.
func pricedSides(w *lang.Printer, r blackjack.Rules, edges SideEdges) (lines []string) {
	for _, b := range offered(r) {
		lines = append(lines, pricedSide(w, r, b, edges[b].Words(w)))
	}
	return lines
}

// sideChanges says whose edges side bets of a table have now that were others, or none.
func sideChanges(w *lang.Printer, r blackjack.Rules, before, after SideEdges) (lines []string) {
	for _, b := range offered(r) {
		if before[b] == after[b] {
			continue
		}
		lines = append(lines, pricedSide(w, r, b, edgeChange(w, before[b], after[b])))
		if after[b].Players() {
			lines = append(lines, w.Say("side.player", SideName(w, b)))
		}
	}
	return lines
}

// askBets are the texts that ask for a bet and for the side bets that a table offers, with
// those of the bet before.
func askBets(w *lang.Printer, r blackjack.Rules, edges SideEdges, stake blackjack.Chips,
	last blackjack.Sides) []discordgo.TextInput {
	list := []discordgo.TextInput{{CustomID: BetInput, Label: w.Say("bet.label"),
		Placeholder: w.Say("bet.hint"), MaxLength: 40, Required: true}}
	if stake > 0 {
		list[0].Value = w.Number(int64(stake))
	}
	for _, b := range offered(r) {
		in := discordgo.TextInput{CustomID: tables.SideKey(b), Label: SideName(w, b), MaxLength: 40,
			Placeholder: w.Say("side.hint", payTable(r, b))}
		if edge := edges[b]; edge.Known && !edge.Players() {
			in.Label = w.Say("side.label", in.Label, lang.Share(max(edge.Share, 0)))
		}
		if last[b] > 0 {
			in.Value = w.Number(int64(last[b]))
		}
		list = append(list, in)
	}
	return list
}

// sideResult is how a side bet has ended: "Mixed pair".
func (s shown) sideResult(v blackjack.SideView) string {
	if v.Result >= blackjack.BustOfEight {
		return s.Words.Say("side.busted", len(s.View.Dealer.Cards))
	}
	return s.Words.Say("side.result." + strings.ReplaceAll(v.Result.String(), " ", "."))
}

// sideFields show the side bets of a hand: "5 · Mixed pair +30".
func (s shown) sideFields() (list []*discordgo.MessageEmbedField) {
	for _, v := range s.seat().Sides {
		value := s.Words.Number(int64(v.Stake))
		if v.Decided {
			value = s.Words.Say("side.value", value, s.sideResult(v), lang.Net(v.Won-v.Lost))
		}
		list = append(list, figure(SideName(s.Words, v.Bet), value))
	}
	return list
}

// sideNews says what side bets the first cards have won.
func (s shown) sideNews() (parts []string) {
	for _, v := range s.seat().Sides {
		if v.Won > 0 {
			parts = append(parts, s.Words.Say("side.news", s.sideResult(v), lang.Net(v.Won)))
		}
	}
	return parts
}

// withSides adds to the reason of a result what the bet and each side bet brought.
func (s shown) withSides(why string) string {
	for _, v := range s.seat().Sides {
		why = s.Words.Say("why.side", why, s.sideEnd(v), lang.Net(v.Won-v.Lost))
	}
	return why
}

// sideEnd is what a side bet that is decided is called: by its result where that says more.
func (s shown) sideEnd(v blackjack.SideView) string {
	if v.Won > 0 && v.Bet != blackjack.DealerBust {
		return s.sideResult(v)
	}
	return SideName(s.Words, v.Bet)
}

// sidesOf are the stakes of the side bets of a seat.
func sidesOf(seat blackjack.SeatView) (sides blackjack.Sides) {
	for _, v := range seat.Sides {
		sides[v.Bet] = v.Stake
	}
	return sides
}

// isSideKey reports whether a rule is the pay table of a side bet.
func isSideKey(key string) bool {
	for b := range blackjack.SideBet(blackjack.SideBets) {
		if key == tables.SideKey(b) {
			return true
		}
	}
	return false
}

package view

import (
	"strings"

	"github.com/bwmarrin/discordgo"

	"holecard/blackjack"
	"holecard/blackjack/tables"
	"holecard/bot/lang"
	"holecard/bot/message"
	"holecard/storage"
)

// SideOffer is a pay table that a table could offer a side bet by.
type SideOffer struct {
	Edge  HouseEdge
	Fault *blackjack.RulesError // why it cannot, nil where it can
}

// SideOffers are the offers of side bets by the numbers of their pay tables; the first of
// each is none.
type SideOffers [blackjack.SideBets][]SideOffer

// SidesTable returns the table whose side bets the page shows: the first one, if it names
// none.
func (p Panel) SidesTable() tables.Table {
	if p.at(p.Table) < 0 {
		return p.table(p.Allowed[0])
	}
	return p.table(p.Table)
}

// sides shows the side bets of a table, with the edge of every pay table.
func (p Panel) sides(w *lang.Printer, r *message.Reply) {
	t := p.SidesTable()
	r.Embeds[0].Description = w.Say("panel.sides", t.Title)
	pick := discordgo.SelectMenu{CustomID: id(Pick{1}), Placeholder: w.Say("panel.sides.table")}
	for _, other := range p.Tables {
		offer(&pick, w.Say("panel.sides.of", other.Title), offeredInWords(w, other.Rules),
			Page{Of: SidesPage, Table: other.Name}, other.Name == t.Name)
	}
	r.Rows = append(r.Rows, selects(pick)...)
	for b := range blackjack.SideBet(blackjack.SideBets) {
		now := RuleValue(w, tables.SideKey(b), tables.Takes{}, payTable(t.Rules, b))
		if n := t.Rules.PayTable(b); n > 0 && int(n) < len(p.Offers[b]) {
			now += " · " + p.Offers[b][n].Edge.Words(w)
		}
		r.Embeds[0].Fields = append(r.Embeds[0].Fields, field(SideName(w, b), now))
		r.Rows = append(r.Rows, selects(p.payTables(w, t, b))...)
	}
}

// payTables is a select of the pay tables of a side bet.
func (p Panel) payTables(w *lang.Printer, t tables.Table,
	b blackjack.SideBet) discordgo.SelectMenu {
	key, name := tables.SideKey(b), SideName(w, b)
	s := discordgo.SelectMenu{CustomID: id(Pick{uint8(2 + b)}), Placeholder: name}
	for n, value := range b.PayTables() {
		about := ""
		if n > 0 && n < len(p.Offers[b]) {
			if could := p.Offers[b][n]; could.Fault != nil {
				about = shortened(badRules(w, could.Fault), 99)
			} else {
				about = could.Edge.Words(w)
			}
		}
		offer(&s, w.Say("panel.option", name, RuleValue(w, key, tables.Takes{}, value)), about,
			Set{storage.SetRule, t.Name, key, value}, blackjack.PayTable(n) == t.Rules.PayTable(b))
	}
	return s
}

// offeredInWords names the side bets that a table offers.
func offeredInWords(w *lang.Printer, r blackjack.Rules) string {
	var names []string
	for _, b := range offered(r) {
		names = append(names, SideName(w, b))
	}
	if names == nil {
		return w.Say("value.off")
	}
	return strings.Join(names, " · ")
}

package bot

import (
	"context"
	"errors"

	"holecard/blackjack"
	"holecard/blackjack/tables"
	"holecard/bot/discord"
	"holecard/bot/message"
	"holecard/bot/view"
)

// edge returns whose edge a table's is, of best play. Of rules that are changed
// it takes a computation, for which edge waits as long as ctx lasts.
func (b *Bot) edge(ctx context.Context, t tables.Table) (view.HouseEdge, error) {
	if share, known := t.HouseEdge(); known {
		return view.HouseEdge{Share: share, Known: true}, nil
	}
	best, err := b.figures.Best(ctx, t.Rules, nil)
	return view.HouseEdge{Share: -best.EV, Known: err == nil}, err
}

// edgeNow is edge for those who do not wait, and show a table without it where it is not known.
// The first who asks sets the computation off.
func (b *Bot) edgeNow(t tables.Table) view.HouseEdge {
	edges, _ := b.edgesNow([]tables.Table{t})
	return edges[0]
}

// withEdges answers privately with the edges of tables: at once if
// all are known, else as work. Those that cannot be computed stay unknown, and so
// do those for which there is no room now: the change itself is made already.
func (b *Bot) withEdges(c *call, list []tables.Table,
	reply func([]view.HouseEdge) message.Reply) error {
	edges, final := b.edgesNow(list)
	if !final {
		err := c.Work(discord.Privately, func(ctx context.Context, s discord.Shower) error {
			edges, _ := b.edges(ctx, list)
			s.Show(reply(edges))
			return nil
		})
		if err == nil {
			return nil
		}
	}
	c.Answer(reply(edges))
	return nil
}

// edgesNow is edges for those who do not wait.
func (b *Bot) edgesNow(list []tables.Table) (edges []view.HouseEdge, final bool) {
	over, cancel := context.WithCancel(context.Background())
	cancel()
	return b.edges(over, list)
}

// edges returns the edges of tables, and whether they are final: known, or not to be computed.
func (b *Bot) edges(ctx context.Context, list []tables.Table) (
	edges []view.HouseEdge, final bool) {
	final = true
	for _, t := range list {
		edge, err := b.edge(ctx, t)
		edges, final = append(edges, edge), final && !errors.Is(err, context.Canceled)
	}
	return edges, final
}

// sideEdges returns the edges of the side bets that a table offers.
func (b *Bot) sideEdges(r blackjack.Rules) (edges view.SideEdges) {
	for bet := range blackjack.SideBet(blackjack.SideBets) {
		if r.PayTable(bet) > 0 {
			edges[bet] = view.HouseEdge{Share: b.figures.Side(r, bet).Edge, Known: true}
		}
	}
	return edges
}

// sideOffers returns the side bets that a table could offer, each beside those that it does.
func (b *Bot) sideOffers(r blackjack.Rules) (offers view.SideOffers) {
	for bet := range blackjack.SideBet(blackjack.SideBets) {
		for _, value := range bet.PayTables() {
			var offer view.SideOffer
			rules, err := tables.Set(r, tables.SideKey(bet)+"="+value)
			if err == nil {
				err = rules.ValidateChoice()
			}
			if fault, ok := errors.AsType[*blackjack.RulesError](err); ok {
				offer.Fault = fault
			} else {
				offer.Edge = b.sideEdges(rules)[bet]
			}
			offers[bet] = append(offers[bet], offer)
		}
	}
	return offers
}

package bot

import (
	"context"
	"errors"
	"slices"

	"holecard/blackjack/tables"
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

// edgeNow is edge for those who do not wait. The first who asks sets the
// computation off.
func (b *Bot) edgeNow(t tables.Table) (edge view.HouseEdge, err error) {
	over, cancel := context.WithCancel(context.Background())
	cancel()
	return b.edge(over, t)
}

// withEdges returns a private reply with the edges of tables: at once if
// all are known, else as work. Those that cannot be computed stay unknown, and so
// do those for which there is no room now: the change itself is made already.
func (b *Bot) withEdges(
	list []tables.Table, reply func([]view.HouseEdge) message.Reply,
) message.Reply {
	edges := make([]view.HouseEdge, len(list))
	wait := false
	for i, t := range list {
		var err error
		edges[i], err = b.edgeNow(t)
		wait = wait || errors.Is(err, context.Canceled) // else it is known, or cannot be
	}
	if !wait {
		return reply(edges)
	}
	instead := reply(slices.Clone(edges))
	work := func(ctx context.Context, show func(message.Reply)) {
		for i, t := range list {
			if !edges[i].Known {
				edges[i], _ = b.edge(ctx, t)
			}
		}
		show(reply(edges))
	}
	return message.Reply{Private: true, Instead: &instead, Work: work}
}

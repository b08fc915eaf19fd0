package bot

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"sync"

	"holecard/blackjack/tables"
	"holecard/bot/discord"
	"holecard/bot/guild"
	"holecard/bot/lang"
	"holecard/bot/view"
	"holecard/internal/typed"
	"holecard/storage"
)

func (b *Bot) panelRoutes(to *discord.Routes) {
	onClick(to, "panel", b.turnPanel)
	chosen[view.Pick](to)
	onClick(to, "tables", onPanel(b, b.admit))
	onClick(to, "setting", onPanel(b, b.set))
	onClick(to, "panel", b.askSetting)
	onClick(to, "setting", onPanel(b, b.enterSetting))
}

// panel shows a server's settings, to be changed by selects, buttons and modals.
func (b *Bot) panel(ctx context.Context, c *call) error {
	p, err := b.readPanel(ctx, c.Player.Guild, view.Page{})
	if err == nil {
		c.Answer(p.Reply(b.own(ctx, c)))
	}
	return err
}

func (b *Bot) readPanel(ctx context.Context, g storage.GuildID,
	page view.Page) (p view.Panel, err error) {
	p.Page = page
	if p.Server, err = b.guilds.Server(ctx, g); err != nil {
		return p, err
	}
	p.Edges, _ = b.edgesNow(p.Tables) // the page is there before those that take computing
	if page.Of == view.SidesPage {
		p.Offers = b.sideOffers(p.SidesTable().Rules)
	}
	if page.Of == view.LogPage {
		p.Log, err = b.guilds.Log(ctx, g, page.Before, view.LogEntries+1)
		p.Older = len(p.Log) > view.LogEntries
		p.Log = p.Log[:min(len(p.Log), view.LogEntries)]
	}
	return p, err
}

func (b *Bot) turnPanel(ctx context.Context, c *call, page view.Page) error {
	if err := admin(c); err != nil {
		return err
	}
	p, err := b.readPanel(ctx, c.Player.Guild, page)
	if err == nil {
		b.redraw(c, b.own(ctx, c), p, nil)
	}
	return err
}

func (b *Bot) askSetting(ctx context.Context, c *call, a view.Ask) error {
	if err := admin(c); err != nil {
		return err
	}
	p, err := b.readPanel(ctx, c.Player.Guild, view.Page{})
	if err == nil {
		c.Ask(p.AskSetting(b.own(ctx, c), a))
	}
	return err
}

// onPanel changes the settings as they are now, and shows how they are then, or why nothing was
// changed, on the page that the change returns.
func onPanel[A any](b *Bot, change func(context.Context, *call, A) (guild.Changed, view.Page,
	error)) func(context.Context, *call, A) error {
	return func(ctx context.Context, c *call, args A) error {
		if err := admin(c); err != nil {
			return err
		}
		done, page, err := change(ctx, c, args)
		w, refusal := b.own(ctx, c), ""
		if err != nil {
			r, _, ok := words(w, err, c.Player.User)
			if !ok {
				return err
			}
			refusal, done = r.Text, guild.Changed{} // of which nothing came about
			b.alarm.ring(err)
		}
		p, changed, err := b.panelAfter(ctx, c.Player.Guild, page, done)
		if err != nil {
			return err
		}
		if refusal != "" {
			p.Refusal, p.Saved = refusal, false
		}
		b.redraw(c, w, p, changed)
		return nil
	}
}

// panelAfter reads what a page shows after a change, and returns the table whose edge may
// have changed as it was and is.
func (b *Bot) panelAfter(ctx context.Context, g storage.GuildID, page view.Page,
	done guild.Changed) (p view.Panel, changed []tables.Table, err error) {
	if p, err = b.readPanel(ctx, g, page); err != nil {
		return p, nil, err
	}
	p.Changes, p.Saved = done.Changes, true
	if done.Before.Rules == done.After.Rules {
		return p, nil, nil
	}
	p.Sides = view.SideChange{Rules: done.After.Rules, Before: b.sideEdges(done.Before.Rules),
		After: b.sideEdges(done.After.Rules)}
	if done.Before.Rules.WithoutSides() != done.After.Rules.WithoutSides() {
		changed = []tables.Table{done.Before, done.After}
	}
	return p, changed, nil
}

// withChange adds the edges of a table before and after a change, if there are any.
func (b *Bot) withChange(p view.Panel, edges []view.HouseEdge, pending bool) view.Panel {
	if len(edges) == 2 {
		p.Edges, _ = b.edgesNow(p.Tables) // which may be known by now
		p.Change = &view.EdgeChange{Before: edges[0], After: edges[1], Pending: pending}
	}
	return p
}

// admit changes the tables that may be played.
func (b *Bot) admit(ctx context.Context, c *call, click view.Admit) (
	done guild.Changed, page view.Page, err error) {
	more, less := click.Changes(c.Values)
	done.Changes, err = b.guilds.Open(ctx, c.by, more, less)
	return done, page, err
}

// enterSetting changes a setting to what was entered.
func (b *Bot) enterSetting(ctx context.Context, c *call, click view.Enter) (
	done guild.Changed, page view.Page, err error) {
	if click.What == storage.SetRule {
		return b.enterRule(ctx, c, click)
	}
	page.Of = view.PageOf(click.What, "")
	var amount int64 // that of nothing leaves it to the bot
	if amount, err = entered(c); err == nil {
		done.Changes, err = b.guilds.Set(ctx, c.by, click.What,
			strconv.FormatInt(amount, 10))
	}
	return done, page, err
}

// set changes a setting to the choice of a select or a button.
func (b *Bot) set(ctx context.Context, c *call, click view.Set) (
	done guild.Changed, page view.Page, err error) {
	v := c.by
	page.Of = view.PageOf(click.What, click.Rule)
	switch {
	case click.What == storage.SetTables && click.Value != "":
		done.Changes, err = b.guilds.OpenClass(ctx, v, click.Value == "on")
	case click.What == storage.SetTables && click.Table == "":
		done.Changes, err = b.guilds.Allow(ctx, v, nil)
	case click.What == storage.SetTables:
		done.Changes, err = b.guilds.First(ctx, v, click.Table)
	case click.What == storage.SetRule:
		page.Table, page.Rule = click.Table, click.Rule
		if click.Rule == "" {
			done, err = b.guilds.Reset(ctx, v, click.Table)
		} else {
			done, err = b.guilds.Change(ctx, v, click.Table, click.Rule+"="+click.Value)
		}
	case click.What == storage.SetLanguage && click.Value != "" &&
		!slices.Contains(lang.Codes[:], click.Value):
		err = discord.ErrNoButton
	default:
		done.Changes, err = b.guilds.Set(ctx, v, click.What, click.Value)
	}
	return done, page, err
}

// enterRule changes a rule of a table to what was entered, or both limits of its bets.
func (b *Bot) enterRule(ctx context.Context, c *call, click view.Enter) (
	done guild.Changed, page view.Page, err error) {
	v := c.by
	if click.Rule != "" {
		page = view.Page{Of: view.RulesPage, Table: click.Table, Rule: click.Rule}
		done, err = b.guilds.Change(ctx, v, click.Table,
			click.Rule+"="+strings.TrimSpace(c.Inputs[click.Rule]))
		return done, page, err
	}
	page = view.Page{Of: view.LimitsPage, Table: click.Table}
	var changes []string
	for _, key := range []string{view.InputLeast, view.InputMost} {
		amount, ok := typed.Amount(c.Inputs[key])
		if !ok {
			return done, page, errAmount.With(c.Inputs[key])
		}
		changes = append(changes, key+"="+strconv.FormatInt(int64(amount), 10))
	}
	done, err = b.guilds.Change(ctx, v, click.Table, changes...)
	return done, page, err
}

// redraw shows the panel in its message: at once, and again when the edges of a table
// before and after a change are known, unless it has been redrawn since.
func (b *Bot) redraw(c *call, w *lang.Printer, p view.Panel, changed []tables.Table) {
	edges, known := b.edgesNow(changed)
	b.redrawn.draw(c.At.Message, c.Interaction, !known)
	if !known {
		known = c.Work(discord.Shown, func(ctx context.Context, s discord.Shower) error {
			edges, _ := b.edges(ctx, changed)
			if b.redrawn.last(c.At.Message, c.Interaction) {
				s.Show(b.withChange(p, edges, false).Reply(w))
			}
			return nil
		}) != nil
	}
	c.Update(b.withChange(p, edges, !known).Reply(w))
}

// drawings know the interaction that drew a message last, of those with work to do.
type drawings struct {
	mu sync.Mutex
	by map[uint64]storage.InteractionID // by message
}

// draw notes that an interaction draws a message, and whether it will do so again.
func (d *drawings) draw(message uint64, by storage.InteractionID, again bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if delete(d.by, message); again {
		d.by[message] = by
	}
}

// last reports whether no other interaction has drawn a message since, and forgets it.
func (d *drawings) last(message uint64, by storage.InteractionID) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.by[message] != by {
		return false
	}
	delete(d.by, message)
	return true
}

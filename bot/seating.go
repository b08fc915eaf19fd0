package bot

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/bwmarrin/discordgo"

	"holecard/bot/discord"
	"holecard/bot/lang"
	"holecard/bot/message"
	"holecard/bot/session"
	"holecard/bot/view"
	"holecard/internal/typed"
	"holecard/storage"
)

// An open table in a channel, of which players say table, is a seating in the code.

// errNoTableHere refuses a command about the open table of a channel that has none.
var errNoTableHere = errors.New("no table is open in the channel")

// elsewhereError refuses a command in a channel without an open table, of which there are
// some elsewhere.
type elsewhereError struct{ channels []uint64 }

func (e *elsewhereError) Error() string { return fmt.Sprintf("tables are open in %v", e.channels) }

// permissionsError tells what the bot may not do in a channel and has to.
type permissionsError struct{ missing int64 }

func (e *permissionsError) Error() string {
	return fmt.Sprintf("the bot lacks the permissions %b", e.missing)
}

// permissions are those that a message that the bot edits needs, as people are told of them.
var permissions = []struct {
	bit int64
	key string
}{
	{discordgo.PermissionViewChannel, "view"},
	{discordgo.PermissionSendMessages, "send"},
	{discordgo.PermissionSendMessagesInThreads, "threads"},
	{discordgo.PermissionEmbedLinks, "embed"},
	{discordgo.PermissionAttachFiles, "files"},
}

func (e *permissionsError) words(w *lang.Printer) string {
	var names []string
	for _, p := range permissions {
		if e.missing&p.bit != 0 {
			names = append(names, "**"+w.Say("error.permission."+p.key)+"**")
		}
	}
	return w.Say("error.permissions", strings.Join(names, ", "))
}

func (e *elsewhereError) words(w *lang.Printer) string {
	var mentions []string
	for _, channel := range e.channels {
		mentions = append(mentions, fmt.Sprintf("<#%d>", channel))
	}
	return w.Say("error.seating.elsewhere", strings.Join(mentions, ", "))
}

// paces are those that a seating can be opened with, by their numbers.
var paces = [storage.Paces]string{storage.Normal: "normal", storage.Fast: "fast",
	storage.Slow: "slow"}

// guests are the options that name who may sit.
var guests = []string{"player1", "player2", "player3", "player4", "player5", "player6"}

func (b *Bot) tableRoutes() []command {
	least, most := textOption("min"), textOption("max")
	least.MaxLength, most.MaxLength = longestBet, longestBet
	open := []*option{tableOption, numberOption("seats", 2, storage.MostSeats), least, most,
		choice("pace", paces[:]...), switchOption("private")}
	for _, name := range guests {
		open = append(open, personOption(name))
	}
	list := []command{
		on(serverSpec("table open", open...), b.openTable, b.completers()),
		on(serverSpec("table close"), b.closeTable, nil),
		on(serverSpec("table list"), b.listTables, nil),
		on(serverSpec("table invite", required(personOption("player"))), b.invite, nil),
		on(serverSpec("table sit", completed("strategy")), b.sitDown,
			map[string]completer{"strategy": b.completeAtTable}),
	}
	for i := range list {
		list[i].Handle = inServers(list[i].Handle)
	}
	return list
}

// inServers answers in servers only.
func inServers(answer answerer) answerer {
	return func(ctx context.Context, c discord.Command) (message.Reply, error) {
		if c.Player.Guild.Direct() {
			return message.Reply{}, errNeedsServer
		}
		return answer(ctx, c)
	}
}

// openTable opens a table in the channel.
func (b *Bot) openTable(ctx context.Context, c discord.Command) (message.Reply, error) {
	here, err := b.sessions.Look(ctx, storage.Player{Guild: c.Player.Guild})
	if err != nil {
		return message.Reply{}, err
	}
	missing := c.Missing()
	if here.Cards != storage.PictureCards {
		missing &^= discordgo.PermissionAttachFiles
	}
	if missing != 0 {
		return message.Reply{}, &permissionsError{missing}
	}
	o, err := opening(c)
	if err != nil {
		return message.Reply{}, err
	}
	v, err := b.sessions.OpenSeating(ctx, interaction(c.Caller), o)
	if err != nil {
		return message.Reply{}, err
	}
	r := b.showSeating(v)
	r.Posted = func(ctx context.Context, at message.Place) { b.place(ctx, v, at) }
	return r, nil
}

// opening reads what a table is to be.
func opening(c discord.Command) (o session.Opening, err error) {
	o = session.Opening{Table: c.Option("table"), Channel: c.Channel, Locale: c.GuildLocale,
		Size: storage.MostSeats,
		Pace: storage.Pace(max(0, slices.Index(paces[:], c.Option("pace"))))}
	if n, err := strconv.Atoi(c.Option("seats")); err == nil {
		o.Size = n
	}
	for name, limit := range map[string]*storage.Chips{"min": &o.Min, "max": &o.Max} {
		if text := c.Option(name); text != "" {
			n, ok := typed.Amount(text)
			if !ok || n <= 0 {
				return o, &amountError{text}
			}
			*limit = n
		}
	}
	if c.Option("private") == "true" {
		o.Invited = []storage.UserID{}
	}
	for _, name := range guests {
		if c.Option(name) == "" {
			continue
		}
		guest, _, err := member(c, name)
		if err != nil {
			return o, err
		}
		o.Invited = append(o.Invited, guest)
	}
	return o, nil
}

// closeTable closes the table of the channel.
func (b *Bot) closeTable(ctx context.Context, c discord.Command) (message.Reply, error) {
	v, err := b.tableHere(ctx, c)
	if err != nil {
		return message.Reply{}, err
	}
	v, err = b.sessions.CloseSeating(ctx, interaction(c.Caller), v.ID, admin(c.Caller) == nil)
	return b.changed(ctx, c.Caller, v, err, view.Ended(b.own(ctx, c.Caller), v))
}

// listTables lists the open tables of the server.
func (b *Bot) listTables(ctx context.Context, c discord.Command) (message.Reply, error) {
	return reply(with(b.own(ctx, c.Caller), view.SeatingList))(
		b.sessions.Seatings(ctx, c.Player.Guild))
}

// invite lets a player sit at the table of the channel.
func (b *Bot) invite(ctx context.Context, c discord.Command) (message.Reply, error) {
	player, _, err := member(c, "player")
	if err != nil {
		return message.Reply{}, err
	}
	v, err := b.tableHere(ctx, c)
	if err != nil {
		return message.Reply{}, err
	}
	w := b.own(ctx, c.Caller)
	v, err = b.sessions.Invite(ctx, interaction(c.Caller), v.ID, player)
	return b.changed(ctx, c.Caller, v, err, view.Invited(w, v, player))
}

// sitDown gives the caller a chair at the table of the channel, and lets a strategy play
// for them.
func (b *Bot) sitDown(ctx context.Context, c discord.Command) (message.Reply, error) {
	v, err := b.tableHere(ctx, c)
	if err != nil {
		return message.Reply{}, err
	}
	plays := strings.TrimSpace(c.Option("strategy"))
	v, err = b.sessions.Sit(ctx, interaction(c.Caller), v.ID, plays)
	return b.changed(ctx, c.Caller, v, err, view.Seated(b.own(ctx, c.Caller), v, plays))
}

// completeAtTable offers strategies for the table of the channel.
func (b *Bot) completeAtTable(ctx context.Context, c discord.Command) (discord.Choices, error) {
	v, err := b.tableHere(ctx, c)
	if err != nil {
		return nil, err
	}
	return strategies(c.Option("strategy"), "strategy", &v.Table.Rules), nil
}

// tableHere returns the table that is open in the channel: of several the caller's, or else one
// where they may sit; of several of these the liveliest.
func (b *Bot) tableHere(ctx context.Context, c discord.Command) (found session.Seating, err error) {
	list, elsewhere, err := b.sessions.SeatingsIn(ctx, c.Player.Guild, c.Channel)
	if err != nil {
		return found, err
	}
	best := 0
	for _, v := range list {
		fits := 1
		if _, sits := v.Chair(c.Player.User); sits || v.By == c.Player.User {
			fits = 3
		} else if v.MaySit(c.Player.User) == nil {
			fits = 2
		}
		if fits > best {
			found, best = v, fits
		}
	}
	switch {
	case best > 0:
		return found, nil
	case len(elsewhere) > 0:
		return found, &elsewhereError{elsewhere[:min(len(elsewhere), mostElsewhere)]}
	}
	return found, errNoTableHere
}

// mostElsewhere is how many channels with open tables a refusal names.
const mostElsewhere = 10

// changed answers a command that has changed a table, and redraws the table.
func (b *Bot) changed(ctx context.Context, c discord.Caller, v session.Seating, err error,
	r message.Reply) (message.Reply, error) {
	if err != nil {
		return message.Reply{}, err
	}
	if v.Unchanged {
		return r, nil
	}
	b.whispers.dealt(v)
	r.Also = b.redrawn(v)
	if v.Played > 0 {
		r.Then = b.reminder(ctx, c, v.Played)
	}
	return r, nil
}

// redrawn are the edits that draw tables again.
func (b *Bot) redrawn(tables ...session.Seating) (list []message.Edit) {
	for _, v := range tables {
		list = append(list, message.Edit{At: message.Place(v.Place), Live: b.live(v)})
	}
	return list
}

// showSeating shows a table to all who see its message.
func (b *Bot) showSeating(v session.Seating) message.Reply {
	f := view.SeatingFrame{Words: b.books.For(cmp.Or(v.Look.Here, v.Locale)),
		Cards: b.cards(v.Look), Sides: b.sideEdges(v.Table.Rules)}
	f.Edge, _ = b.edgeNow(v.Table) // where it is not known the table is shown without
	return view.Seating(v, f)
}

// closedVersion stands for a table that has closed: those that have not count from 1.
const closedVersion = 0

// live draws the message of a table whenever it is to be edited. One that has closed is
// drawn as it was last known.
func (b *Bot) live(known session.Seating) message.Live {
	var drawn atomic.Uint32 // the version
	if drawn.Store(known.Version); known.Stage == session.Closed {
		drawn.Store(closedVersion)
	}
	return message.Live{
		Behind: known.Stage == session.Closed, // nobody can press there any more
		Draw: func(ctx context.Context) (message.Reply, bool) {
			if known.Stage != session.Closed {
				v, err := b.sessions.Seating(ctx, known.Guild, known.ID)
				switch {
				case err == nil:
					drawn.Store(v.Version)
					return b.showSeating(v), true
				case !errors.Is(err, session.ErrNoSeating):
					b.log.Warn("a table is not drawn", "table", known.ID, "error", err)
					return message.Reply{}, false
				}
				known.Stage = session.Closed
			}
			drawn.Store(closedVersion)
			return b.showSeating(known), true
		},
		Stale: func(ctx context.Context) bool {
			v, err := b.sessions.Seating(ctx, known.Guild, known.ID)
			if errors.Is(err, session.ErrNoSeating) {
				return drawn.Load() != closedVersion
			}
			return err == nil && v.Version != drawn.Load()
		},
		Lost: func(ctx context.Context, _ error) {
			if err := b.sessions.Gone(ctx, known.Guild, known.ID); err != nil {
				b.log.Warn("a table whose message is gone is not closed", "table", known.ID,
					"error", err)
			}
		},
	}
}

// place keeps where the message of a table is, unless that is known.
func (b *Bot) place(ctx context.Context, v session.Seating, at message.Place) {
	if v.Place.Message != 0 || at.Message == 0 {
		return
	}
	if err := b.sessions.Placed(ctx, v.Guild, v.ID, storage.Place(at)); err != nil {
		b.log.Warn("the place of a table is not kept", "table", v.ID, "error", err)
	}
}

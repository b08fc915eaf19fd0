package bot

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"holecard/bot/discord"
	"holecard/bot/lang"
	"holecard/bot/message"
	"holecard/bot/refuse"
	"holecard/bot/round"
	"holecard/bot/view"
	"holecard/internal/typed"
	"holecard/storage"
)

func (b *Bot) tableRoutes(to *discord.Routes) {
	options := []*option{tableOption, numberOption("seats", 2, storage.MostSeats),
		textOption("min", longestBet), textOption("max", longestBet),
		choice("pace", paces[:]...), switchOption("private")}
	for _, name := range guests {
		options = append(options, personOption(name))
	}
	b.on(to, serverSpec("table open", options...), b.openTable)
	b.on(to, serverSpec("table close"), b.closeTable)
	b.on(to, serverSpec("table list"), b.listTables)
	b.on(to, serverSpec("table invite", required(personOption("player"))), b.invite)
	b.on(to, serverSpec("table sit", completed("strategy")), b.sitDown)
}

// An open table in a channel, of which players say table, is a seating in the code.

// What is refused of the open table of a channel.
var (
	errNoTableHere = refuse.New("seating.none", "no table is open in the channel")
	errElsewhere   = refuse.New("seating.elsewhere", "tables are open elsewhere", "channels")
	errPermissions = refuse.New("permissions", "the bot lacks permissions", "permissions")
)

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

// missing are permissions that the bot lacks, as bits.
type missing int64

// Words implements [view.Fact].
func (m missing) Words(w *lang.Printer) string {
	var names []string
	for _, p := range permissions {
		if int64(m)&p.bit != 0 {
			names = append(names, "**"+w.Say("error.permission."+p.key)+"**")
		}
	}
	return strings.Join(names, ", ")
}

// channels are those of tables.
type channels []uint64

// Words implements [view.Fact].
func (c channels) Words(*lang.Printer) string {
	var mentions []string
	for _, channel := range c {
		mentions = append(mentions, fmt.Sprintf("<#%d>", channel))
	}
	return strings.Join(mentions, ", ")
}

// paces are those that a seating can be opened with, by their numbers.
var paces = [storage.Paces]string{storage.Normal: "normal", storage.Fast: "fast",
	storage.Slow: "slow"}

// guests are the options that name who may sit.
var guests = []string{"player1", "player2", "player3", "player4", "player5", "player6"}

func (b *Bot) openTable(ctx context.Context, c *call) error {
	here, err := b.desk.Look(ctx, storage.Player{Guild: c.Player.Guild})
	if err != nil {
		return err
	}
	lacks := c.Missing()
	if here.Cards != storage.PictureCards {
		lacks &^= discordgo.PermissionAttachFiles
	}
	if lacks != 0 {
		return errPermissions.With(missing(lacks))
	}
	o, err := opening(c)
	if err != nil {
		return err
	}
	v, err := b.rounds.OpenSeating(ctx, c.by, o)
	if err != nil {
		return err
	}
	if at, ok := c.Post(b.showSeating(v)); ok {
		b.place(ctx, v, at)
	}
	return nil
}

// opening reads what a table is to be.
func opening(c *call) (o round.Opening, err error) {
	o = round.Opening{Table: c.Option("table"), Channel: c.Channel, Locale: c.GuildLocale,
		Size: storage.MostSeats,
		Pace: storage.Pace(max(0, slices.Index(paces[:], c.Option("pace"))))}
	if n, err := strconv.Atoi(c.Option("seats")); err == nil {
		o.Size = n
	}
	for name, limit := range map[string]*storage.Chips{"min": &o.Min, "max": &o.Max} {
		if text := c.Option(name); text != "" {
			n, ok := typed.Amount(text)
			if !ok || n <= 0 {
				return o, errAmount.With(text)
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

func (b *Bot) closeTable(ctx context.Context, c *call) error {
	return b.changeHere(ctx, c, func(id storage.SeatingID) (round.Seating, error) {
		return b.rounds.CloseSeating(ctx, c.by, id, admin(c) == nil)
	}, view.Ended)
}

// changeHere changes the table of the channel, and answers with what there is to say of it.
func (b *Bot) changeHere(ctx context.Context, c *call,
	change func(storage.SeatingID) (round.Seating, error),
	say func(*lang.Printer, round.Seating) message.Reply) error {
	v, err := b.tableHere(ctx, c)
	if err == nil {
		v, err = change(v.ID)
	}
	if err != nil {
		return err
	}
	c.Answer(say(b.own(ctx, c), v))
	b.changed(ctx, c, v)
	return nil
}

func (b *Bot) listTables(ctx context.Context, c *call) error {
	list, err := b.rounds.Seatings(ctx, c.Player.Guild)
	if err == nil {
		c.Answer(view.SeatingList(b.own(ctx, c), list))
	}
	return err
}

// invite lets a player sit at the table of the channel.
func (b *Bot) invite(ctx context.Context, c *call) error {
	player, _, err := member(c, "player")
	if err != nil {
		return err
	}
	return b.changeHere(ctx, c, func(id storage.SeatingID) (round.Seating, error) {
		return b.rounds.Invite(ctx, c.by, id, player)
	}, func(w *lang.Printer, v round.Seating) message.Reply {
		return view.Invited(w, v, player)
	})
}

// sitDown gives the caller a chair at the table of the channel, and lets a strategy play
// for them.
func (b *Bot) sitDown(ctx context.Context, c *call) error {
	plays := strings.TrimSpace(c.Option("strategy"))
	return b.changeHere(ctx, c, func(id storage.SeatingID) (round.Seating, error) {
		return b.rounds.Sit(ctx, c.by, id, plays)
	}, func(w *lang.Printer, v round.Seating) message.Reply {
		return view.Seated(w, v, plays)
	})
}

// tableHere returns the table that is open in the channel: of several the caller's, or else one
// where they may sit; of several of these the liveliest.
func (b *Bot) tableHere(ctx context.Context, c *call) (found round.Seating, err error) {
	list, elsewhere, err := b.rounds.SeatingsIn(ctx, c.Player.Guild, c.Channel)
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
		return found, errElsewhere.With(channels(elsewhere[:min(len(elsewhere), mostElsewhere)]))
	}
	return found, errNoTableHere
}

// mostElsewhere is how many channels with open tables a refusal names.
const mostElsewhere = 10

// changed redraws a table that a command has changed.
func (b *Bot) changed(ctx context.Context, c *call, v round.Seating) {
	if v.Unchanged {
		return
	}
	b.drawn(v)
	b.remind(ctx, c, v)
}

// drawn has the messages of tables show them as they are now, and tells who was not dealt.
func (b *Bot) drawn(tables ...round.Seating) {
	for _, v := range tables {
		b.whispers.dealt(v)
		b.wire.Edit(liveOf(v))
	}
}

// showSeating shows a table to all who see its message.
func (b *Bot) showSeating(v round.Seating) message.Reply {
	f := view.SeatingFrame{Words: b.books.For(cmp.Or(v.Look.Here, v.Locale)),
		Cards: b.cards(v.Look), Sides: b.sideEdges(v.Table.Rules), Edge: b.edgeNow(v.Table)}
	r := view.Seating(v, f)
	r.Version = liveOf(v).Version
	return r
}

// liveOf is the message of a table, as it is.
func liveOf(v round.Seating) discord.Live {
	l := discord.Live{At: message.Place(v.Place), Guild: v.Guild, Version: v.Version, Of: v}
	if v.Stage == round.Closed { // nobody can press there any more
		l.Version, l.Behind = math.MaxUint32, true
	}
	return l
}

func (b *Bot) draw(l discord.Live) message.Reply { return b.showSeating(l.Of.(round.Seating)) }

// newest returns the message of a table as it is now. One that has closed is drawn as it was last
// known.
func (b *Bot) newest(ctx context.Context, l discord.Live) (discord.Live, bool) {
	known := l.Of.(round.Seating)
	v, err := b.rounds.Seating(ctx, l.Guild, known.ID)
	if errors.Is(err, round.ErrNoSeating) {
		v, err = known, nil
		v.Stage = round.Closed
	}
	v.Place = storage.Place(l.At)
	return liveOf(v), err == nil
}

// lost closes a table whose message is gone.
func (b *Bot) lost(ctx context.Context, l discord.Live, _ error) {
	id := l.Of.(round.Seating).ID
	if err := b.rounds.Gone(ctx, l.Guild, id); err != nil {
		b.log.Warn("a table whose message is gone is not closed", "table", id, "error", err)
	}
}

// place keeps where the message of a table is, unless that is known.
func (b *Bot) place(ctx context.Context, v round.Seating, at message.Place) {
	if v.Place.Message != 0 || at.Message == 0 {
		return
	}
	if err := b.rounds.Placed(ctx, v.Guild, v.ID, storage.Place(at)); err != nil {
		b.log.Warn("the place of a table is not kept", "table", v.ID, "error", err)
	}
}

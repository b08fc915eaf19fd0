package bot

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"holecard/blackjack"
	"holecard/blackjack/odds"
	"holecard/blackjack/strategy"
	"holecard/bot/discord"
	"holecard/bot/draw"
	"holecard/bot/fleet"
	"holecard/bot/guild"
	"holecard/bot/interact"
	"holecard/bot/lang"
	"holecard/bot/message"
	"holecard/bot/round"
	"holecard/bot/story"
	"holecard/bot/view"
	"holecard/bot/wallet"
	"holecard/storage"
)

// Bot answers commands and presses.
type Bot struct {
	desk     *interact.Desk
	guilds   *guild.Guilds
	limits   guild.Limits
	privacy  guild.Privacy
	wallets  *wallet.Wallets
	rounds   *round.Rounds
	stories  *story.Stories
	figures  Figures
	turns    turns
	alarm    alarm
	log      *slog.Logger
	instance func() view.Instance
	verify   string
	books    lang.Books
	emojis   *emojis
	redrawn  drawings
	painter  func() *draw.Painter
	whispers whispers
	fleet    *fleet.Fleet
	members  members
	wire     Wire // once the bot is connected
}

// Figures knows the exact figures of tables: what the package figures computes.
// A method returns when they are known or its ctx ends.
type Figures interface {
	// Best is against a house that was chosen, nil for the table's own.
	Best(_ context.Context, _ blackjack.Rules, house strategy.Strategy) (odds.Result, error)
	Basic(context.Context, blackjack.Rules) (strategy.Chart, error)
	// Odds is of best play where the player is nil.
	Odds(_ context.Context, _ odds.Game, player, house strategy.Strategy) (odds.Result, error)
	// Advise is of a seat that is asked; seen is the cards dealt before from the same shuffle.
	Advise(_ context.Context, _ blackjack.View, _ blackjack.Seat, seen []blackjack.Card,
		house strategy.Strategy) ([]odds.Option, error)
	Side(blackjack.Rules, blackjack.SideBet) odds.SideOdds // known in a moment
}

// Config is what a bot works with.
type Config struct {
	Stories  *story.Stories // the highest of the rooms
	Figures  Figures
	Log      *slog.Logger
	Instance func() view.Instance // what /settings about shows
	Verify   string               // the address of a page that checks proofs, empty for none
	Fleet    *fleet.Fleet         // this process among those on the database
}

// New returns a bot.
func New(c Config) *Bot {
	if c.Fleet == nil {
		c.Fleet = fleet.New(nil, c.Log)
	}
	rounds := c.Stories.Rounds
	return &Bot{
		desk: rounds.Desk, guilds: rounds.Guilds, limits: rounds.Wallets.Limits,
		privacy: guild.Privacy{Guilds: rounds.Guilds}, wallets: rounds.Wallets,
		rounds: rounds, stories: c.Stories, figures: c.Figures, log: c.Log, instance: c.Instance,
		verify: c.Verify, fleet: c.Fleet, books: lang.Must(lang.Load()),
		turns:    newTurns(),
		alarm:    alarm{now: rounds.Desk.Now, log: c.Log, rung: make(map[error]time.Time)},
		emojis:   newEmojis(rounds.Desk, c.Log),
		redrawn:  drawings{by: make(map[uint64]storage.InteractionID)},
		painter:  sync.OnceValue(draw.NewPainter),
		whispers: whispers{at: make(map[storage.SeatingID]whispered)},
	}
}

// Registered tells the bot the ids of its commands by name, so that texts mention them.
func (b *Bot) Registered(ids map[string]string) { b.books.Commands(ids) }

type (
	option    = discordgo.ApplicationCommandOption
	answerer  = func(context.Context, *call) error
	completer = func(context.Context, *call) (discord.Choices, error)
)

// on adds a command. The last of several words of its name is a subcommand, one between them
// a group. It answers only where its description offers it, and only those it is offered to: a
// server can show it to others as well.
func (b *Bot) on(to *discord.Routes, s *discordgo.ApplicationCommand, answer answerer) {
	added := discord.CommandRoute{ApplicationCommand: s,
		Complete: make(map[string]discord.Completer)}
	added.Handle = func(ctx context.Context, r discord.Responder, c *discord.Call) error {
		call := newCall(r, c)
		err := offered(s, call)
		if err == nil {
			err = answer(ctx, call)
		}
		if err != nil {
			err = fmt.Errorf("/%s: %w", c.Name, inOption(c, err))
		}
		return err
	}
	for _, o := range s.Options {
		if complete := b.completers()[o.Name]; o.Autocomplete {
			added.Complete[o.Name] = func(ctx context.Context, c *discord.Call) (
				discord.Choices, error) {
				return complete(ctx, newCall(nil, c))
			}
		}
	}
	to.Commands = append(to.Commands, added)
}

// offered returns an error unless a command is offered to the caller.
func offered(s *discordgo.ApplicationCommand, c *call) error {
	switch {
	case s.DefaultMemberPermissions != nil:
		return admin(c)
	case c.Player.Guild.Direct() && len(*s.Contexts) == 1:
		return errNeedsServer
	}
	return nil
}

// onClick adds the clicks of a type, which is declared beside the button that has them. Logs
// have the name.
func onClick[A any](to *discord.Routes, name string,
	answer func(context.Context, *call, A) error) {
	to.Clicks = append(to.Clicks, discord.On(name, func(ctx context.Context, r discord.Responder,
		c *discord.Call, args A) error {
		err := answer(ctx, newCall(r, c), args)
		if err != nil {
			err = fmt.Errorf("button %s: %w", name, err)
		}
		return err
	}))
}

// chosen adds a select whose values are clicks.
func chosen[A any](to *discord.Routes) { to.Clicks = append(to.Clicks, discord.Chosen[A]()) }

// routes returns the commands in the order of /help, and all clicks. A family of them stands in one
// file.
func (b *Bot) routes() (to discord.Routes) {
	for _, add := range []func(*discord.Routes){b.playRoutes, b.walletRoutes, b.boardRoutes,
		b.fairRoutes, b.giveRoutes, b.tableRoutes, b.seatRoutes, b.profileRoutes, b.historyRoutes,
		b.preferencesRoutes, b.limitsRoutes, b.privacyRoutes, b.trainRoutes, b.learnRoutes,
		b.settingsRoutes, b.panelRoutes, b.chipsRoutes, b.helpRoutes} {
		add(&to)
	}
	return to
}

func spec(name string, options ...*option) *discordgo.ApplicationCommand {
	return &discordgo.ApplicationCommand{Name: name, Options: options,
		Contexts: &[]discordgo.InteractionContextType{discordgo.InteractionContextGuild,
			discordgo.InteractionContextBotDM}}
}

// serverSpec describes a command that is of no use in direct messages, and not offered there.
func serverSpec(name string, options ...*option) *discordgo.ApplicationCommand {
	s := spec(name, options...)
	*s.Contexts = (*s.Contexts)[:1]
	return s
}

// textOption is a text; longest is in characters, 0 for no bound.
func textOption(name string, longest int) *option {
	return &option{Type: discordgo.ApplicationCommandOptionString, Name: name, MaxLength: longest}
}

// completed is a text that is completed while it is typed.
func completed(name string) *option {
	return &option{Type: discordgo.ApplicationCommandOptionString, Name: name, Autocomplete: true}
}

// numberOption is a whole number; most is 0 for no bound.
func numberOption(name string, least, most float64) *option {
	return &option{Type: discordgo.ApplicationCommandOptionInteger, Name: name,
		MinValue: &least, MaxValue: most}
}

func switchOption(name string) *option {
	return &option{Type: discordgo.ApplicationCommandOptionBoolean, Name: name}
}

func personOption(name string) *option {
	return &option{Type: discordgo.ApplicationCommandOptionUser, Name: name}
}

// choice is one of some values, which have names in every language.
func choice[T ~string](name string, values ...T) *option {
	o := textOption(name, 0)
	for _, v := range values {
		o.Choices = append(o.Choices, &discordgo.ApplicationCommandOptionChoice{Value: string(v)})
	}
	return o
}

func required(o *option) *option {
	needed := *o
	needed.Required = true
	return &needed
}

// Connect returns a connection on which the bot answers: see [discord.Connect].
func (b *Bot) Connect(o discord.Options) (*discord.Connection, error) {
	to := b.routes()
	to.Specs, to.Draw, to.Newest, to.Lost = specs(b.books), b.draw, b.newest, b.lost
	to.Words = func(ctx context.Context, c *discord.Call, why error) (message.Reply, bool) {
		return b.refuse(ctx, newCall(nil, c), why)
	}
	wire, err := discord.Connect(to, o)
	b.wire = wire
	return wire, err
}

// Commands returns the names of all commands, as people type them: "table open".
func Commands() (names []string) {
	for _, c := range (*Bot)(nil).routes().Commands {
		names = append(names, c.Name)
	}
	return names
}

// Specs returns the commands as Discord is told of them, in every language.
func Specs() []*discordgo.ApplicationCommand { return specs(lang.Must(lang.Load())) }

// specs describes the commands. The texts of a command, and of a group of them, have the key
// "command.NAME".
func specs(books lang.Books) (list []*discordgo.ApplicationCommand) {
	for _, c := range (*Bot)(nil).routes().Commands {
		path := strings.Fields(c.Name)
		if last := len(list) - 1; last < 0 || list[last].Name != path[0] {
			s := *c.ApplicationCommand
			s.Type, s.Name, s.Options = discordgo.ChatApplicationCommand, path[0], []*option{}
			// in a server: without the bot in it there are no chips
			s.IntegrationTypes = &[]discordgo.ApplicationIntegrationType{
				discordgo.ApplicationIntegrationGuildInstall}
			text, texts := inAll(books.Texts("command." + path[0]))
			s.Description, s.DescriptionLocalizations = text, &texts
			list = append(list, &s)
		}
		inside := &list[len(list)-1].Options
		for i, word := range path[1:] {
			if last := len(*inside) - 1; last < 0 || (*inside)[last].Name != word {
				o := option{Type: discordgo.ApplicationCommandOptionSubCommand, Name: word}
				if i+2 < len(path) {
					o.Type = discordgo.ApplicationCommandOptionSubCommandGroup
				}
				o.Description, o.DescriptionLocalizations = inAll(
					books.Texts("command." + strings.Join(path[:i+2], ".")))
				*inside = append(*inside, &o)
			}
			inside = &(*inside)[len(*inside)-1].Options
		}
		for _, o := range c.Options {
			*inside = append(*inside, described(books, path, *o))
		}
	}
	return list
}

// described describes an option of a command. Its texts have the key "option.COMMAND.NAME", or
// that of its groups, or "option.NAME" for all other commands, and a choice
// "choice.OPTION.VALUE".
func described(books lang.Books, path []string, o option) *option {
	key := strings.TrimRight(o.Name, "123456789") // player1 and player2 are alike
	for i := range len(path) + 1 {
		of := strings.Join(append(slices.Clone(path[:i]), key), ".")
		if text, texts := inAll(books.Texts("option." + of)); text != "" {
			o.Description, o.DescriptionLocalizations = text, texts
		}
	}
	for _, c := range o.Choices {
		c.Name, c.NameLocalizations = inAll(
			books.Texts("choice." + o.Name + "." + fmt.Sprint(c.Value)))
	}
	return &o
}

// inAll returns a text in English, and in the other languages.
func inAll(all map[string]string) (string, map[discordgo.Locale]string) {
	others := make(map[discordgo.Locale]string)
	for locale, text := range all {
		if locale != "" {
			others[discordgo.Locale(locale)] = text
		}
	}
	return all[""], others
}

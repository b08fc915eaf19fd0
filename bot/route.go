package bot

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"sync"

	"holecard/blackjack"
	"holecard/blackjack/odds"
	"holecard/blackjack/strategy"
	"holecard/bot/discord"
	"holecard/bot/draw"
	"holecard/bot/fleet"
	"holecard/bot/lang"
	"holecard/bot/message"
	"holecard/bot/session"
	"holecard/bot/view"
	"holecard/storage"
)

// Bot answers commands and presses.
type Bot struct {
	sessions *session.Sessions
	figures  Figures
	studies  *studies
	alarm    *alarm
	log      *slog.Logger
	instance func() view.Instance
	verify   string
	books    lang.Books
	emojis   *emojis
	drawn    drawings
	painter  func() *draw.Painter
	whispers *whispers
	fleet    *fleet.Fleet
	members  members
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
	Sessions *session.Sessions
	Figures  Figures
	Log      *slog.Logger
	Instance func() view.Instance // what /settings about shows
	Verify   string               // the address of a page that checks proofs, empty for none
	Fleet    *fleet.Fleet         // this process among those on the database
}

// New returns a bot.
func New(c Config) *Bot {
	if c.Fleet == nil {
		c.Fleet = fleet.New(c.Sessions.Store, c.Log)
	}
	return &Bot{sessions: c.Sessions, figures: c.Figures, studies: newStudies(),
		alarm: newAlarm(c.Sessions.Now, c.Log), log: c.Log, instance: c.Instance,
		verify: c.Verify,
		books:  lang.Must(lang.Load()), emojis: newEmojis(c.Sessions, c.Log),
		drawn:    drawings{by: make(map[uint64]storage.InteractionID)},
		painter:  sync.OnceValue(func() *draw.Painter { return draw.NewPainter(draw.NewFaces()) }),
		whispers: newWhispers(), fleet: c.Fleet,
	}
}

// Registered tells the bot the ids of its commands by name, so that texts mention them.
func (b *Bot) Registered(ids map[string]string) { b.books.Commands(ids) }

type (
	command   = discord.CommandRoute
	answerer  = func(context.Context, discord.Command) (message.Reply, error)
	completer = discord.Completer
)

// reply shows what a session has returned, unless that is an error.
func reply[T any](show func(T) message.Reply) func(T, error) (message.Reply, error) {
	return func(what T, err error) (message.Reply, error) {
		if err != nil {
			return message.Reply{}, err
		}
		return show(what), nil
	}
}

// commands lists the commands in the order of /help.
func (b *Bot) commands() []command {
	player := discord.OptionSpec{Name: "player", Kind: discord.Person}
	list := []command{
		on(spec("blackjack", betOption, tableOption,
			discord.OptionSpec{Name: "private", Kind: discord.Boolean}),
			b.blackjack, b.completers()),
		on(spec("balance", player), b.balance, nil),
		on(spec("daily"), b.daily, nil),
		b.leaderboardRoute(),
		on(spec("fair", discord.OptionSpec{Name: "hand"}, discord.OptionSpec{Name: "seed"}),
			b.fairness, nil),
		b.giveRoute(),
	}
	list = slices.Concat(list, b.tableRoutes(), b.profileRoutes(), b.learnRoutes(),
		b.settingsRoutes(), b.chipsRoutes())
	return append(list, on(spec("help"), b.help, nil))
}

// on routes a command.
func on(s discord.Spec, answer answerer, complete map[string]completer) command {
	return command{Spec: s, Handle: answer, Complete: complete}
}

func spec(name string, options ...discord.OptionSpec) discord.Spec {
	return discord.Spec{Name: name, Options: options}
}

func choices(values ...string) (list []discord.ChoiceSpec) {
	for _, value := range values {
		list = append(list, discord.ChoiceSpec{Value: value})
	}
	return list
}

// Routes returns who answers what.
func (b *Bot) Routes() discord.Routes {
	commands := b.commands()
	for i := range commands {
		describe(b.books, &commands[i].Spec)
		commands[i].Handle = inOptions(commands[i].Handle)
	}
	return discord.Routes{Commands: commands, Clicks: b.clicks(), Words: b.refuse}
}

// Specs returns the commands as Discord is told of them, in every language.
func Specs() (specs []discord.Spec) {
	books := lang.Must(lang.Load())
	for _, c := range (*Bot)(nil).commands() {
		describe(books, &c.Spec)
		specs = append(specs, c.Spec)
	}
	return specs
}

// describe describes a command in every language. The texts of a command, and of a group of
// them, have the key "command.NAME". An option has "option.COMMAND.NAME", or that of its groups,
// or "option.NAME" for all other commands, and a choice "choice.OPTION.VALUE".
func describe(books lang.Books, s *discord.Spec) {
	path := strings.Fields(s.Name)
	names := []string{""} // of all commands, and down to this one
	for i := range path {
		names = append(names, strings.Join(path[:i+1], ".")+".")
		s.Groups = append(s.Groups, s.Description)
		s.Description = books.Texts("command." + strings.Join(path[:i+1], "."))
	}
	s.Groups = s.Groups[1:]
	s.Options = slices.Clone(s.Options)
	for i := range s.Options {
		o := &s.Options[i]
		key := strings.TrimRight(o.Name, "123456789") // player1 and player2 are alike
		for _, name := range names {
			if texts := books.Texts("option." + name + key); len(texts) > 0 {
				o.Description = texts
			}
		}
		o.Choices = slices.Clone(o.Choices)
		for j := range o.Choices {
			c := &o.Choices[j]
			c.Name = books.Texts("choice." + o.Name + "." + c.Value)
		}
	}
}

// interaction is the caller's, as sessions know it.
func interaction(c discord.Caller) session.Interaction {
	return session.Interaction{ID: c.Interaction, Player: c.Player, Name: c.DisplayName}
}

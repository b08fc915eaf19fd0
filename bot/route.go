package bot

import (
	"context"
	"fmt"
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
	answerer  = func(*Bot, context.Context, discord.Command) (message.Reply, error)
	completer = func(*Bot, context.Context, discord.Command) ([]message.Choice, error)
)

// route is a slash command: how Discord shows it, who answers it, and who
// completes its options while they are typed.
type route struct {
	discord.Spec
	answer   answerer
	complete completer
}

// reply shows what a session has returned, unless that is an error.
func reply[T any](show func(T) message.Reply) func(T, error) (message.Reply, error) {
	return func(what T, err error) (message.Reply, error) {
		if err != nil {
			return message.Reply{}, err
		}
		return show(what), nil
	}
}

// routes lists the commands in the order of /help.
func routes() []route {
	player := discord.OptionSpec{Name: "player", Kind: discord.Person}
	list := []route{
		{spec("blackjack", betOption, tableOption,
			discord.OptionSpec{Name: "private", Kind: discord.Boolean}),
			(*Bot).blackjack, (*Bot).completeAny},
		{spec("balance", player), (*Bot).balance, nil},
		{spec("daily"), (*Bot).daily, nil},
		leaderboardRoute(),
		{spec("fair", discord.OptionSpec{Name: "hand"}, discord.OptionSpec{Name: "seed"}),
			(*Bot).fairness, nil},
		giveRoute(),
	}
	list = slices.Concat(list, tableRoutes(), profileRoutes(), learnRoutes(), settingsRoutes(),
		chipsRoutes())
	return append(list, route{spec("help"), (*Bot).help, nil})
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

// Specs returns the commands as Discord is told of them, in every language. The
// texts of a command, and of a group of them, have the key "command.NAME". An option has
// "option.COMMAND.NAME", or that of its groups, or "option.NAME" for all other commands, and a
// choice "choice.OPTION.VALUE".
func Specs() []discord.Spec {
	books := lang.Must(lang.Load())
	var specs []discord.Spec
	for _, r := range routes() {
		s := r.Spec
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
		specs = append(specs, s)
	}
	return specs
}

func find(name string) (route, bool) {
	list := routes()
	i := slices.IndexFunc(list, func(r route) bool { return r.Name == name })
	if i < 0 {
		return route{}, false
	}
	return list[i], true
}

// Command implements [discord.Handler].
func (b *Bot) Command(ctx context.Context, c discord.Command) message.Reply {
	r, ok := find(c.Name)
	if !ok {
		return b.unknown(ctx, c)
	}
	reply, err := r.answer(b, ctx, c)
	if err != nil {
		return b.explain(ctx, fmt.Errorf("/%s: %w", c.Name, inOption(c, err)), c.Caller)
	}
	return reply
}

// Complete implements [discord.Handler].
func (b *Bot) Complete(ctx context.Context, c discord.Command) []message.Choice {
	r, ok := find(c.Name)
	if !ok || r.complete == nil {
		return nil
	}
	choices, err := r.complete(b, ctx, c)
	if err != nil {
		b.log.Warn("an option is not completed", "command", c.Name, "error", err)
	}
	return choices
}

// Click implements [discord.Handler].
func (b *Bot) Click(ctx context.Context, c discord.Click) message.Reply {
	reply, err := b.route(ctx, c)
	if err != nil {
		return b.explain(ctx, fmt.Errorf("button %s: %w", c.CustomID, err), c.Caller)
	}
	return reply
}

func (b *Bot) route(ctx context.Context, c discord.Click) (message.Reply, error) {
	click, err := view.ParseID(c.CustomID)
	if err != nil {
		return message.Reply{}, err
	}
	if !view.Belongs(click, c.Beside) {
		return message.Reply{}, view.ErrCustomID
	}
	switch click.(type) {
	case view.PickBoard, view.OpenRound, view.Pick:
		if click, err = chosen(click, c.Values); err != nil {
			return message.Reply{}, err
		}
	}
	switch click := click.(type) {
	case view.Press:
		return b.press(ctx, c.Caller, click)
	case view.Again:
		return b.again(ctx, c.Caller, click)
	case view.Rebet:
		return b.rebet(ctx, c.Caller, click.Hand, click.Version, storage.Bet{Stake: click.Chips})
	case view.AllIn:
		return b.allIn(ctx, c.Caller, click)
	case view.Cancel:
		return b.cancel(ctx, c.Caller, click)
	case view.ChangeBet:
		return b.changeBet(ctx, c.Caller, click)
	case view.NewBet:
		return b.newBet(ctx, c, click)
	case view.Bet:
		return b.betAll(ctx, c.Caller, click)
	case view.Claim:
		return b.claim(ctx, c.Caller, click)
	case view.Refill:
		return b.refill(ctx, c.Caller, click)
	case view.Hint:
		return b.hint(ctx, c.Caller, click)
	case view.Proof:
		return b.proof(ctx, c.Caller, click)
	case view.Review:
		return b.review(ctx, c.Caller, click.Hand, view.Past{Of: c.Player.User})
	case view.TurnHistory, view.StepTo, view.ReviewPast:
		return b.lookBack(ctx, c.Caller, click)
	case view.Turn:
		return b.turn(ctx, c.Caller, click)
	case view.Prefer:
		return b.prefer(ctx, c, click.What)
	case view.Profile:
		return b.onProfile(ctx, c.Caller, click)
	case view.ShowHelp:
		return b.turnHelp(ctx, c.Caller, click.Page)
	case view.Page, view.Admit, view.Set, view.Ask, view.Enter:
		return b.onPanel(ctx, c, click)
	case view.ShowLimits, view.AskLimit, view.EnterLimit, view.KeepLimits, view.AskSpan,
		view.AskLock, view.LockOut:
		return b.onLimits(ctx, c, click)
	case view.Give:
		return b.give(ctx, c.Caller, click.Asked)
	case view.Adjust:
		return b.adjust(ctx, c.Caller, click.Asked)
	case view.Decline:
		return b.decline(ctx, c.Caller, click.Asked)
	case view.Sit, view.Leave, view.ChangeSeatBet, view.SeatBet, view.SameBet, view.Ready,
		view.Move:
		return b.atTable(ctx, c, click)
	case view.Tell, view.Resume, view.Retrain:
		return b.onDrill(ctx, c.Caller, click)
	case view.Erase:
		return b.erase(ctx, c.Caller, click)
	}
	return message.Reply{}, view.ErrCustomID // a select that was chosen in a select
}

// chosen returns what was chosen in a select, which is a click as well: of the same subject.
func chosen(in view.Click, values []string) (view.Click, error) {
	if len(values) != 1 {
		return nil, view.ErrCustomID
	}
	click, err := view.ParseID(values[0])
	if err != nil || view.Subject(click) != view.Subject(in) {
		return nil, view.ErrCustomID
	}
	return click, nil
}

// Shared implements [discord.Handler]: the clicks that change a table are about it.
func (b *Bot) Shared(customID string) string {
	click, err := view.ParseID(customID)
	if err != nil {
		return ""
	}
	switch click.(type) {
	case view.Sit, view.Leave, view.SeatBet, view.SameBet, view.Ready, view.Move:
		return fmt.Sprint("table ", view.Subject(click))
	}
	return ""
}

// ButtonName implements [discord.Handler].
func (b *Bot) ButtonName(customID string) string {
	if click, err := view.ParseID(customID); err == nil {
		return view.ClickName(click)
	}
	return "unknown"
}

// interaction is the caller's, as sessions know it.
func interaction(c discord.Caller) session.Interaction {
	return session.Interaction{ID: c.Interaction, Player: c.Player, Name: c.DisplayName}
}

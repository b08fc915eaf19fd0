package discord

import (
	"cmp"
	"context"
	"fmt"
	"reflect"

	"github.com/bwmarrin/discordgo"

	"holecard/bot/click"
	"holecard/bot/message"
	"holecard/bot/refuse"
)

// Routes say who answers what. A handler's context ends when an answer would come too late.
type Routes struct {
	Commands []CommandRoute
	Specs    []*discordgo.ApplicationCommand // the commands as Discord is told of them
	Clicks   []ClickRoute
	// Words says to a player why their interaction was not handled: a handler's error,
	// [ErrTooMuch], [ErrQueueFull], [ErrBusy], [ErrOverload], [ErrNoButton], a
	// [*NoCommandError] or a [*PanicError]; and whether it is a fault of ours, or of the
	// machine's. It never fails.
	Words func(context.Context, *Call, error) (_ message.Reply, fault bool)

	Draw func(Live) message.Reply           // draws a live message: nothing is read
	Lost func(context.Context, Live, error) // it cannot be edited any more, and why
	// Newest returns a live message as it is now. It is asked where several processes may have
	// drawn it; it is not ok where that is not known.
	Newest func(context.Context, Live) (_ Live, ok bool)
}

// Handler answers a call. Where it has answered nothing, the words for its error are the answer.
type Handler func(context.Context, Responder, *Call) error

// CommandRoute is a slash command, who answers it, and who completes its options while they are
// typed, by their names. Of a subcommand the name is all words that people type.
type CommandRoute struct {
	*discordgo.ApplicationCommand
	Handle   Handler
	Complete map[string]Completer
}

// Completer offers values for the option that is being typed.
type Completer func(context.Context, *Call) (Choices, error)

// ClickRoute is a kind of click, and who answers it.
type ClickRoute struct {
	name   string // for the log
	args   reflect.Type
	handle func(args any) Handler // nil for a select of clicks
}

// On routes the clicks of a type, which [click] describes. In logs they have the name, or
// that of their own method Name.
func On[A any](name string, handle func(context.Context, Responder, *Call, A) error) ClickRoute {
	return ClickRoute{name, reflect.TypeFor[A](), func(args any) Handler {
		return func(ctx context.Context, r Responder, c *Call) error {
			return handle(ctx, r, c, args.(A))
		}
	}}
}

// Chosen routes a select whose values are clicks: to what is chosen.
func Chosen[A any]() ClickRoute { return ClickRoute{args: reflect.TypeFor[A]()} }

// ErrNoButton refuses a click that is none of ours, or not on a message of its own.
var ErrNoButton = refuse.New("button", "not a button of ours")

// NoCommandError refuses a command of another version, which Discord may still show.
type NoCommandError struct{ Name string }

func (e *NoCommandError) Error() string { return fmt.Sprintf("there is no command %q", e.Name) }

// routes are [Routes], made into maps.
type routes struct {
	Routes
	commands map[string]CommandRoute
	clicks   map[reflect.Type]ClickRoute
	grammar  click.Grammar
}

func newRoutes(of Routes) *routes {
	r := &routes{Routes: of, commands: make(map[string]CommandRoute),
		clicks: make(map[reflect.Type]ClickRoute), grammar: of.Grammar()}
	for _, c := range of.Commands {
		r.commands[c.Name] = c
	}
	for _, c := range of.Clicks {
		r.clicks[c.args] = c
	}
	return r
}

// Grammar returns the grammar of the custom IDs of all clicks.
func (r Routes) Grammar() click.Grammar {
	var types []reflect.Type
	for _, c := range r.Clicks {
		types = append(types, c.args)
	}
	return click.NewGrammar(types...)
}

// route is where an interaction goes.
type route struct {
	name   string // for the log: nothing that a person typed
	queue  string // of what several people share, empty for the player's
	handle Handler
}

// find returns where an interaction goes.
func (r *routes) find(in *interaction) route {
	switch in.kind {
	case discordgo.InteractionApplicationCommand, discordgo.InteractionApplicationCommandAutocomplete:
		if c, ok := r.commands[in.Name]; ok {
			return route{name: c.Name, handle: c.Handle}
		}
		return route{name: unknown, handle: no(&NoCommandError{in.Name})}
	case discordgo.InteractionMessageComponent, discordgo.InteractionModalSubmit:
		args, ok := r.grammar.Click(in.customID, in.beside, in.Values)
		if !ok {
			return route{name: unknown, handle: no(ErrNoButton)}
		}
		c := r.clicks[reflect.TypeOf(args)]
		to := route{name: c.name, handle: c.handle(args)}
		if named, ok := args.(interface{ Name() string }); ok {
			to.name = named.Name()
		}
		if click.Shared(args) {
			to.queue = click.About(args)
		}
		return to
	}
	return route{name: cmp.Or(kinds[in.kind], unknown)}
}

// no answers by an error.
func no(why error) Handler { return func(context.Context, Responder, *Call) error { return why } }

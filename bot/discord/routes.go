package discord

import (
	"context"
	"errors"
	"fmt"
	"reflect"

	"github.com/bwmarrin/discordgo"

	"holecard/bot/click"
	"holecard/bot/message"
)

// Routes say who answers what. A handler's context ends when an answer would come too late.
type Routes struct {
	Commands []CommandRoute
	Specs    []*discordgo.ApplicationCommand // the commands as Discord is told of them
	Clicks   []ClickRoute
	// Words says to a player why their interaction was not handled: a handler's error,
	// [ErrTooMuch], [ErrQueueFull], [ErrBusy], [ErrOverload], [ErrNoButton], a
	// [*NoCommandError] or a [*PanicError]. It never fails.
	Words func(context.Context, Caller, error) message.Reply
}

// CommandRoute is a slash command, who answers it, and who completes its options while they are
// typed, by their names. Of a subcommand the name is all words that people type.
type CommandRoute struct {
	*discordgo.ApplicationCommand
	Handle   func(context.Context, Command) (message.Reply, error)
	Complete map[string]Completer
}

// Completer offers values for the option that is being typed.
type Completer func(context.Context, Command) (Choices, error)

// ClickRoute is a kind of click, and who answers it.
type ClickRoute struct {
	name   string // for the log
	args   reflect.Type
	handle func(context.Context, Click, any) (message.Reply, error) // nil for a select of clicks
}

// On routes the clicks of a type, which [click] describes. In logs they have the name, or
// that of their own method Name.
func On[A any](name string,
	handle func(context.Context, Click, A) (message.Reply, error)) ClickRoute {
	return ClickRoute{name, reflect.TypeFor[A](),
		func(ctx context.Context, c Click, args any) (message.Reply, error) {
			return handle(ctx, c, args.(A))
		}}
}

// Chosen routes a select whose values are clicks: to what is chosen.
func Chosen[A any]() ClickRoute { return ClickRoute{args: reflect.TypeFor[A]()} }

// ErrNoButton refuses a click that is none of ours, or not on a message of its own.
var ErrNoButton = errors.New("not a button of ours")

// NoCommandError refuses a command of another version, which Discord may still show.
type NoCommandError struct{ Name string }

func (e *NoCommandError) Error() string { return fmt.Sprintf("there is no command %q", e.Name) }

// routes are [Routes], made into maps.
type routes struct {
	commands map[string]CommandRoute
	clicks   map[reflect.Type]ClickRoute
	grammar  click.Grammar
	words    func(context.Context, Caller, error) message.Reply
}

func newRoutes(of Routes) *routes {
	r := &routes{commands: make(map[string]CommandRoute), clicks: make(map[reflect.Type]ClickRoute),
		grammar: of.Grammar(), words: of.Words}
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

// route is where an interaction goes: known is false where nobody answers it.
type route struct {
	name   string // for the log: what a person typed is none
	known  bool
	queue  string // of what several people share, empty for the player's
	answer func(context.Context) (message.Reply, error)
}

// find returns where an interaction goes.
func (r *routes) find(in *interaction) route {
	switch in.kind {
	case discordgo.InteractionApplicationCommand, discordgo.InteractionApplicationCommandAutocomplete:
		c, ok := r.commands[in.name]
		if !ok {
			return route{name: unknown, answer: no(&NoCommandError{in.name})}
		}
		return route{name: c.Name, known: true,
			answer: func(ctx context.Context) (message.Reply, error) {
				return c.Handle(ctx, in.command())
			}}
	case discordgo.InteractionMessageComponent, discordgo.InteractionModalSubmit:
		args, ok := r.grammar.Click(in.customID, in.beside, in.values)
		if !ok {
			return route{name: unknown, answer: no(ErrNoButton)}
		}
		c := r.clicks[reflect.TypeOf(args)]
		to := route{name: c.name, known: true,
			answer: func(ctx context.Context) (message.Reply, error) {
				r, err := c.handle(ctx, in.click(), args)
				if err != nil {
					err = fmt.Errorf("button %s: %w", in.customID, err)
				}
				return r, err
			}}
		if named, ok := args.(interface{ Name() string }); ok {
			to.name = named.Name()
		}
		if click.Shared(args) {
			to.queue = click.About(args)
		}
		return to
	case discordgo.InteractionPing:
		return route{name: "ping", known: true}
	}
	return route{name: unknown}
}

// no answers by an error.
func no(why error) func(context.Context) (message.Reply, error) {
	return func(context.Context) (message.Reply, error) { return message.Reply{}, why }
}

// complete offers values for the option of a command that is being typed.
func (r *routes) complete(ctx context.Context, in *interaction) (Choices, error) {
	typed := in.command()
	completer := r.commands[in.name].Complete[typed.Focused()]
	if completer == nil {
		return nil, nil
	}
	return completer(ctx, typed)
}

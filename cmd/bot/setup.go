package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode"

	"golang.org/x/term"

	"holecard/bot"
	"holecard/bot/discord"
	"holecard/internal/typed"
)

type setupCmd struct {
	NoWait bool `help:"Do not wait until the bot is on a server."`
	Force  bool `help:"Replace the token in .env without asking."`
}

// Run asks for the token, or reads it from standard input where that is no terminal,
// checks it at Discord and keeps it in .env. Whenever it is stopped, .env is as it was
// or has the whole token.
func (cmd setupCmd) Run(ctx context.Context, p process, c config) error {
	for _, name := range []string{"DISCORD_TOKEN", "DISCORD_TOKEN_FILE"} {
		if set, is := p.lookup(name); set != "" || is && name == "DISCORD_TOKEN" {
			return usagef("%s is set in the environment, which goes before %s: unset it and type "+
				"holecard setup again, or start the bot as it is", name, dotEnv)
		}
	}
	if c.TokenFile != "" {
		return usagef("%s has DISCORD_TOKEN_FILE=%s: put the token into that file, or remove the "+
			"line and type holecard setup again", dotEnv, c.TokenFile)
	}
	s := setup{process: p, config: c, force: cmd.Force, every: 2 * time.Second}
	application, inspector, err := s.settle(ctx)
	if err != nil {
		return err
	}
	defer inspector.Close()
	fmt.Fprintf(p.out, "\nAdd the bot to your server with this link:\n%s\n\n", application.Invite)
	server := "your server"
	if !cmd.NoWait {
		if server, err = s.await(ctx, inspector); err != nil {
			return err
		}
	}
	fmt.Fprintf(p.out, "Now start the bot: the same command without setup. Then type /blackjack "+
		"on %s.\nIf something does not work, holecard doctor says why.\n", server)
	return nil
}

// setup is a conversation with an operator.
type setup struct {
	process
	config
	force bool
	every time.Duration // how often Discord is asked for servers
}

// mostTries is how many tokens that are refused a person may paste.
const mostTries = 3

// settle gets a token that Discord takes into .env.
func (s *setup) settle(ctx context.Context) (discord.Application, *discord.Inspector, error) {
	had := s.Token
	for try := 1; ; try++ {
		token, err := s.token(ctx, had, try)
		if err != nil {
			return discord.Application{}, nil, err
		}
		s.Token = token
		a, i, err := s.check(ctx)
		switch {
		case err == nil && token == had:
			fmt.Fprintf(s.out, "The bot is %s, and %s has its token.\n", shownName(a.Name), dotEnv)
			return a, i, nil
		case err == nil:
			if err := saveToken(token); err != nil {
				i.Close()
				return a, nil, err
			}
			fmt.Fprintf(s.out, "The bot is %s. Its token is in %s now, which only you can read.\n",
				shownName(a.Name), dotEnv)
			return a, i, nil
		case !errors.Is(err, errToken) || !interactive(s.in) || try == mostTries:
			return a, nil, err
		}
		fmt.Fprintln(s.out, asSentence(err))
	}
}

// errToken is wrapped where another token may do.
var errToken = errors.New("nothing was written")

// check asks Discord whether it takes the token.
func (s *setup) check(ctx context.Context) (a discord.Application, i *discord.Inspector,
	err error) {
	i, err = discord.Inspect(bot.Specs(), s.discord(nil, nil))
	if err == nil {
		asking, cancel := context.WithTimeout(ctx, checkTime)
		defer cancel()
		if a, err = i.Application(asking); err == nil {
			return a, i, nil
		}
		i.Close()
	}
	switch {
	case ctx.Err() != nil:
		err = ctx.Err()
	case errors.Is(err, discord.ErrBadToken):
		err = fmt.Errorf("the token is refused by Discord, so %w: %s", errToken, tokenAdvice)
	case errors.Is(err, discord.ErrMalformedToken):
		err = fmt.Errorf("this cannot be a bot's token, so %w: %s", errToken, tokenAdvice)
	case i == nil: // the URL
		err = usageError{err}
	default:
		err = fmt.Errorf("there is no answer from Discord at %s, so nothing was written: check "+
			"the network and DISCORD_API_URL (%w)", s.APIURL, err)
	}
	return a, nil, err
}

const whereToken = `This keeps your bot's token in .env, in this folder. If you have no bot yet:
  1. Open https://discord.com/developers/applications and press New Application.
  2. On its page Bot, press Reset Token and copy the token.
`

// token returns the token to be kept: the one in .env, or another.
func (s *setup) token(ctx context.Context, had string, try int) (string, error) {
	if !interactive(s.in) {
		token, err := bufio.NewReader(io.LimitReader(s.in, mostToken)).ReadString('\n')
		token = bare(token)
		switch {
		case token == "" && (err == nil || errors.Is(err, io.EOF)):
			return "", usagef("there is no token on standard input: pipe it in, or type holecard " +
				"setup in a terminal, where it asks for one")
		case token == "":
			return "", fmt.Errorf("read the token from standard input: %w", err)
		case had != "" && token != had && !s.force:
			return "", usagef("%s has another token: replace it with --force", dotEnv)
		}
		return token, nil
	}
	if had != "" && try == 1 && !s.force {
		fmt.Fprintf(s.out, "There is a token in %s. Replace it with another? [y/N] ", dotEnv)
		answer, err := s.typed(ctx, true)
		if err != nil || !strings.HasPrefix(strings.ToLower(answer), "y") {
			return had, err
		}
	} else if try == 1 {
		fmt.Fprint(s.out, whereToken)
	}
	fmt.Fprint(s.out, "Paste the token, which is not shown, and press Enter: ")
	token, err := s.typed(ctx, false)
	fmt.Fprintln(s.out)
	return token, err
}

// bare returns a token as it was pasted without what is around it.
func bare(token string) string {
	return strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(typed.Text(token)), "Bot "))
}

// interactive reports whether somebody can be asked on a stream.
func interactive(stream any) bool {
	file := fileOf(stream)
	return file != nil && term.IsTerminal(int(file.Fd()))
}

// typed returns what a person types at the terminal, shown or not, and leaves that as it was when
// ctx ends first.
func (s *setup) typed(ctx context.Context, shown bool) (string, error) {
	file := fileOf(s.in)
	fd := int(file.Fd()) // now: the file may be closed while it is read
	before, err := term.GetState(fd)
	if err != nil {
		return "", err
	}
	text, err := unlessStopped(ctx, func() (string, error) {
		if shown {
			return bufio.NewReader(file).ReadString('\n')
		}
		secret, err := term.ReadPassword(fd)
		return string(secret), err
	})
	switch {
	case ctx.Err() != nil:
		fmt.Fprintln(s.out)
		return "", errors.Join(ctx.Err(), term.Restore(fd, before))
	case errors.Is(err, io.EOF): // Ctrl+D
		err = fmt.Errorf("stopped, and %w", errToken)
	}
	return bare(text), err
}

// await returns the name of the first server that the bot is on.
func (s *setup) await(ctx context.Context, i *discord.Inspector) (string, error) {
	fmt.Fprintln(s.out, "Waiting until the bot is on a server. Ctrl+C ends this; the link stays "+
		"good.")
	told := false
	for {
		asking, cancel := context.WithTimeout(ctx, checkTime)
		servers, err := i.Servers(asking, 1)
		cancel()
		switch {
		case ctx.Err() != nil:
			return "your server", nil
		case errors.Is(err, discord.ErrBadToken):
			return "", fmt.Errorf("the token is refused by Discord now: %s, and type holecard setup "+
				"again", tokenAdvice)
		case err != nil && !told:
			told = true
			fmt.Fprintf(s.out, "Discord does not answer now, and is asked again: %v\n", err)
		case len(servers) > 0:
			name := shownName(servers[0].Name)
			fmt.Fprintf(s.out, "The bot is on %s.\n", name)
			return name, nil
		}
		pause(ctx, s.every)
	}
}

// shownName takes from a name that others chose what a terminal would act on.
func shownName(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return -1
	}, name)
}

package main

import (
	"context"
	"errors"
	"io"
	"io/fs"

	"holecard/bot/discord"
)

// tokenAdvice says where a token comes from.
const tokenAdvice = "get one from your application's page Bot at " +
	"https://discord.com/developers/applications"

// readToken reads the token from the file that DISCORD_TOKEN_FILE names, if it does, and
// refuses a token that is missing or cannot be one. Commands that need no token do not
// call it: the file may be the service's alone.
func (c *config) readToken(ctx context.Context) error {
	switch {
	case c.Token != "" && c.TokenFile != "":
		return usagef("DISCORD_TOKEN and DISCORD_TOKEN_FILE are both set: remove one of them, " +
			"from the environment or from .env")
	case c.TokenFile != "":
		token, err := tokenIn(ctx, c.TokenFile)
		if err != nil {
			return err
		}
		c.Token = token
	case c.Token == "":
		return usagef("there is no DISCORD_TOKEN: type holecard setup, which asks for it, or play " +
			"without one: holecard playground")
	}
	err := c.discord(nil, nil).Check()
	switch {
	case err == nil:
		return nil
	case c.TokenFile != "" && errors.Is(err, discord.ErrMalformedToken):
		return usagef("the file %s, which DISCORD_TOKEN_FILE names, holds no bot token: %s",
			c.TokenFile, tokenAdvice)
	}
	return usageError{err}
}

// mostToken is more bytes than any token has.
const mostToken = 4 << 10

// tokenIn returns the token in a file. What is in the file is never quoted.
func tokenIn(ctx context.Context, path string) (string, error) {
	file, err := openPipe(ctx, path)
	var raw []byte
	if err == nil {
		defer file.Close()
		raw, err = io.ReadAll(io.LimitReader(file, mostToken))
	}
	if named, ok := errors.AsType[*fs.PathError](err); ok {
		return "", usagef("DISCORD_TOKEN_FILE names %s, which cannot be read (%w): let the user "+
			"that the bot runs as read it, or name another file", path, named.Err)
	}
	if err != nil {
		return "", err
	}
	text, err := decodeText(raw)
	if err != nil {
		return "", usagef("the file %s, which DISCORD_TOKEN_FILE names, %w: save it as UTF-8",
			path, err)
	}
	token := bare(string(text))
	if token == "" {
		return "", usagef("the file %s, which DISCORD_TOKEN_FILE names, is empty: put the bot's "+
			"token into it; %s", path, tokenAdvice)
	}
	return token, nil
}

package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"holecard/bot/guild"
	"holecard/internal/typed"
	"holecard/storage"
)

// eraseServerCmd erases a server that the bot never sees again.
type eraseServerCmd struct {
	Server string `arg:"" help:"The server, by its id."`
	Yes    bool   `help:"Do not ask."`
}

// Run erases it from the configured database, once its id is typed again.
func (cmd eraseServerCmd) Run(ctx context.Context, p process, c config) error {
	g, err := strconv.ParseUint(cmd.Server, 10, 63)
	if err != nil {
		return usagef("“%s” is not the id of a server, which is a number: Discord copies it in "+
			"developer mode", cmd.Server)
	}
	if err := c.database().onDisk(); err != nil {
		return err
	}
	if !cmd.Yes {
		fmt.Fprintf(p.out, "Wallets, rounds and settings of server %d go for good. A backup is "+
			"made by holecard backup.\nType its id again to erase it: ", g)
		again, err := bufio.NewReader(typed.Input(p.in)).ReadString('\n')
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if strings.TrimSpace(again) != cmd.Server {
			fmt.Fprintln(p.out)
			return usagef("nothing is erased: the id was not typed again")
		}
		if err != nil {
			fmt.Fprintln(p.out)
		}
	}
	store, err := c.database().open(ctx, c.logger(p.err))
	if err != nil {
		return err
	}
	err = errors.Join(guild.EraseServer(ctx, store, storage.GuildID(g), time.Now()),
		store.Close())
	if errors.Is(err, guild.ErrNoServer) {
		return usagef("nothing is kept of server %d", g)
	}
	if err == nil {
		_, err = fmt.Fprintf(p.out, "Server %d is erased.\n", g)
	}
	return err
}

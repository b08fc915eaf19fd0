package main

import (
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"net/http"
	"time"

	"holecard/bot/discord"
)

type serveCmd struct {
	HTTP  string        `required:"" name:"http" help:"${http}" placeholder:"ADDRESS"`
	Leave time.Duration `default:"5s" help:"${leave}" placeholder:"TIME"`
}

// mostLeave is longer than any proxy takes to notice that a process leaves.
const mostLeave = 10 * time.Minute

// Run runs until ctx ends, and then as long as it takes to leave.
func (cmd serveCmd) Run(ctx context.Context, p process) error {
	if cmd.Leave < 0 || cmd.Leave > mostLeave {
		return usagef("--leave takes 0s to %v, not %v.", mostLeave, cmd.Leave)
	}
	if !isAddress(cmd.HTTP) {
		return usagef("--http takes an address with a port, such as 127.0.0.1:8080, not “%s”.",
			cmd.HTTP)
	}
	return runBot(ctx, p, &cmd)
}

// publicKey returns the key that DISCORD_PUBLIC_KEY holds.
func (c config) publicKey() (ed25519.PublicKey, error) {
	key, err := hex.DecodeString(c.PublicKey)
	switch {
	case c.PublicKey == "":
		return nil, usagef("there is no DISCORD_PUBLIC_KEY. Put the public key of your " +
			"application into .env: its page General Information has it")
	case err != nil || len(key) != ed25519.PublicKeySize:
		return nil, usagef("DISCORD_PUBLIC_KEY takes the 64 hex digits of the public key on your "+
			"application's page General Information, not “%s”.", c.PublicKey)
	}
	return key, nil
}

// endpoint opens the endpoint on the command's address.
func (cmd serveCmd) endpoint(c config, leaving <-chan struct{}, about *instance) (
	*discord.Endpoint, error) {
	key, err := c.publicKey()
	if err != nil {
		return nil, err
	}
	listener, err := listenOn("--http", cmd.HTTP, "give a free address of this machine, such as "+
		"127.0.0.1:8080")
	if err != nil {
		return nil, err
	}
	health := http.NewServeMux()
	about.healthRoutes(health, true)
	return &discord.Endpoint{Listener: listener, Key: key, Leaving: leaving, Other: health}, nil
}

// after returns a context that ends a while after ctx.
func after(ctx context.Context, while time.Duration) (context.Context, context.CancelFunc) {
	later, cancel := context.WithCancel(context.WithoutCancel(ctx))
	forget := context.AfterFunc(ctx, func() { time.AfterFunc(while, cancel) })
	return later, func() {
		forget()
		cancel()
	}
}

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os/exec"
	"os/signal"
	"runtime"
	"syscall"

	"golang.org/x/sync/errgroup"

	"holecard/bot/discord"
	"holecard/docs"
	"holecard/internal/localdiscord"
	"holecard/internal/playground"
)

type playgroundCmd struct {
	Listen string `default:"127.0.0.1:8421" help:"${listen}" placeholder:"ADDRESS"`
	Data   string `help:"${data}" placeholder:"FILE"`
	Open   bool   `help:"${open}"`
}

// Run serves the page, and the bot behind it, until ctx ends.
func (cmd playgroundCmd) Run(ctx context.Context, p process) error {
	signal.Ignore(syscall.SIGPIPE)                    // as in runBot
	c, err := loadConfig(p.lookup, nil, p.environ...) // .env is the real bot's
	if err != nil {
		return err
	}
	c.warn(p)
	if _, set := p.lookup("LOG_LEVEL"); !set {
		c.LogLevel = slog.LevelWarn
	}
	log := c.logger(p.err)
	listener, err := listen(cmd.Listen)
	if err != nil {
		return err
	}
	server := localdiscord.New(localdiscord.Config{Log: log})
	server.Handle("/", playground.New(server, docs.VerifyPage))
	url, open := reachable(listener.Addr())
	c.Token, c.APIURL, c.VerifyURL = server.Token(), url+"/api/v9", url+"/verify"
	c.Database, c.BackupEvery, c.MetricsAddr = cmp.Or(cmd.Data, inMemory), 0, ""
	c.playground = true

	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return server.Serve(listener) })
	group.Go(func() error {
		defer server.Close()
		d := database{c.Database, "--data"}
		return c.host(ctx, d, nil, log, func(discord.Connected) {
			fmt.Fprintf(p.out, "The playground is open: %s\nPress Ctrl+C to close it.\n", url)
			if open {
				fmt.Fprintln(p.err,
					"Anyone who reaches this port from elsewhere can play as anybody here.")
			}
			if cmd.Open {
				group.Go(func() error { return browse(ctx, p, url) })
			}
		})
	})
	return group.Wait()
}

// browse opens a page in the browser, or says on standard error that it cannot.
func browse(ctx context.Context, p process, url string) error {
	opener := []string{"xdg-open"}
	switch runtime.GOOS {
	case "darwin":
		opener = []string{"open"}
	case "windows":
		opener = []string{"rundll32", "url.dll,FileProtocolHandler"}
	}
	err := exec.CommandContext(ctx, opener[0], append(opener[1:], url)...).Run()
	if err != nil && ctx.Err() == nil {
		_, err = fmt.Fprintf(p.err, "Can't open your browser (%s: %v). Open %s yourself.\n",
			opener[0], cmp.Or(errors.Unwrap(err), err), url)
		return err
	}
	return nil
}

// reachable returns the URL of the playground on this machine, and whether
// other machines reach it as well.
func reachable(at net.Addr) (url string, open bool) {
	host, port, err := net.SplitHostPort(at.String())
	if ip := net.ParseIP(host); err != nil || ip == nil || !ip.IsUnspecified() {
		return "http://" + at.String(), false
	}
	return "http://" + net.JoinHostPort("127.0.0.1", port), true
}

// listen takes the address, or a free port on it when the port is busy. Local
// Discord answers at loopback addresses only, so another address is refused;
// that of every interface is for containers, which forward a port of their own.
func listen(address string) (net.Listener, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, usagef("--listen %s is not an address: give a host and a port, such as "+
			"127.0.0.1:8421", address)
	}
	if ip := net.ParseIP(host); host != "" && host != "localhost" &&
		(ip == nil || !ip.IsLoopback() && !ip.IsUnspecified()) {
		return nil, usagef("--listen %s: the playground is for this machine only: give a "+
			"loopback address, such as 127.0.0.1:8421", address)
	}
	listener, err := listenOn("--listen", address, "give a loopback address, such as "+
		"127.0.0.1:8421")
	if err == nil || !errors.Is(err, syscall.EADDRINUSE) {
		return listener, err
	}
	free, errFree := net.Listen("tcp", net.JoinHostPort(host, "0"))
	if errFree != nil {
		return nil, err
	}
	return free, nil
}

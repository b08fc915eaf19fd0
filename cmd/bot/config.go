package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/caarlos0/env/v11"

	"holecard/blackjack"
	"holecard/bot/discord"
	"holecard/storage"
)

// config is read from the environment, and from .env for what is not set there.
// .env.example says what each variable is for.
type config struct {
	Token         string        `env:"DISCORD_TOKEN"`
	PublicKey     string        `env:"DISCORD_PUBLIC_KEY"`
	TokenFile     string        `env:"DISCORD_TOKEN_FILE"`
	APIURL        string        `env:"DISCORD_API_URL" envDefault:"https://discord.com/api/v9"`
	Database      string        `env:"DATABASE" envDefault:"data/holecard.db"`
	ShardCount    int           `env:"SHARD_COUNT"`
	ShardIDs      string        `env:"SHARD_IDS"`
	StartingChips storage.Chips `env:"STARTING_CHIPS" envDefault:"1000"`
	DailyChips    storage.Chips `env:"DAILY_CHIPS" envDefault:"100"`
	RefillChips   storage.Chips `env:"REFILL_CHIPS" envDefault:"25"`
	MaxBet        storage.Chips `env:"MAX_BET" envDefault:"1000000"`
	GiveDaily     storage.Chips `env:"GIVE_DAILY" envDefault:"1000"`
	GiveMinAge    time.Duration `env:"GIVE_MIN_AGE" envDefault:"168h"`
	HistoryDays   int           `env:"HISTORY_DAYS"`
	BackupEvery   time.Duration `env:"BACKUP_EVERY" envDefault:"24h"`
	BackupKeep    int           `env:"BACKUP_KEEP" envDefault:"7"`
	VerifyURL     string        `env:"VERIFY_URL"`
	MetricsAddr   string        `env:"METRICS_ADDR"`
	LogLevel      slog.Level    `env:"LOG_LEVEL" envDefault:"info"`
	LogFormat     string        `env:"LOG_FORMAT" envDefault:"text"`

	warnings   []string          // about names of settings, a sentence each
	proxies    []string          // of the environment, without passwords
	endpoint   *discord.Endpoint // nil for the gateway
	shards     []int             // those of SHARD_IDS, nil for all
	playground bool              // class tables are open, and any house may be chosen
}

// mostChips is the most that a wallet may start with, collect or give away in a day.
const mostChips = storage.MaxChips / 2

// config returns the configuration of the bot that runs here, for a command about it, which takes
// it as an argument of Run. It prints the warnings.
func (p process) config() (config, error) {
	c, err := p.readConfig()
	c.warn(p)
	return c, err
}

func (c config) warn(p process) {
	for _, warning := range c.warnings {
		fmt.Fprintf(p.err, "holecard: %s\n", warning)
	}
}

// readConfig reads the environment and the file .env. With an error the
// configuration has at least the format of the log.
func (p process) readConfig() (config, error) {
	file, err := readDotEnv()
	if err != nil {
		format, _ := p.lookup("LOG_FORMAT")
		return config{LogFormat: format}, err
	}
	return loadConfig(p.lookup, file, p.environ...)
}

// loadConfig reads the configuration from the environment, and what is not set there, not even
// to nothing, from the file. Its errors are for operators. It warns of names in the file, and in
// environ, that are no settings.
func loadConfig(lookup func(string) (string, bool), file map[string]string,
	environ ...string) (config, error) {
	var c config
	fields, err := env.GetFieldParams(&c)
	if err != nil {
		return c, err
	}
	var known []string
	values := map[string]string{}
	for _, f := range fields {
		if f.Key == "" {
			continue
		}
		known = append(known, f.Key)
		set, is := lookup(f.Key)
		if !is {
			set = file[f.Key]
		}
		if set != "" { // else it has its default
			values[f.Key] = set
		}
	}
	err = env.ParseWithOptions(&c, env.Options{Environment: values})
	c.warnings = noSettings(file, environ, known, values)
	c.proxies = proxies(lookup)
	if err != nil {
		c.LogFormat = values["LOG_FORMAT"]
		return c, usageError{unreadable(err, values)}
	}
	if c.shards, err = readShards(c.ShardCount, c.ShardIDs); err != nil {
		return c, err
	}
	return c, c.check()
}

// credentials finds what stands before the host in the address of a proxy.
var credentials = regexp.MustCompile(`^([^@/]*://)?.*@`)

// proxies returns what the environment says of proxies, by which Discord is reached, as
// sentences without a password.
func proxies(lookup func(string) (string, bool)) (found []string) {
	for _, name := range []string{"HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY"} {
		value, _ := lookup(name)
		if value == "" { // as in Go, the first of the two counts
			name = strings.ToLower(name)
			value, _ = lookup(name)
		}
		if value != "" {
			found = append(found, name+" is "+credentials.ReplaceAllString(value, "$1"))
		}
	}
	return found
}

// longTime finds times that are written well, and so are longer than a program
// can count if they are not understood: about 290 years.
var longTime = regexp.MustCompile(`^[+-]?([0-9]+(\.[0-9]*)?(ns|us|µs|ms|s|m|h))+$`)

// unreadable says which variable cannot be read, and what it takes.
func unreadable(err error, values map[string]string) error {
	var parse env.ParseError
	if !errors.As(err, &parse) {
		return fmt.Errorf("the configuration is wrong: %w", err)
	}
	field, _ := reflect.TypeFor[config]().FieldByName(parse.Name)
	key := field.Tag.Get("env")
	number := strings.TrimSpace(values[key])
	if errors.Is(parse.Err, strconv.ErrRange) || longTime.MatchString(number) {
		size := "large"
		if strings.HasPrefix(number, "-") {
			size = "small"
		}
		return sentence(fmt.Sprintf("%s is too %s for %s.", number, size, key))
	}
	takes := map[string]string{
		"GIVE_MIN_AGE": "a time such as 168h or 30m",
		"BACKUP_EVERY": "a time such as 24h or 90m, or 0 for none",
		"LOG_LEVEL":    "debug, info, warn or error",
	}
	return sentence(fmt.Sprintf("%s takes %s, not “%s”.", key,
		cmp.Or(takes[key], "a whole number"), values[key]))
}

// webPage finds addresses that a button can open and that take a fragment.
var webPage = regexp.MustCompile(`^https?://[^\s#]{1,100}$`)

func (c config) check() error {
	switch {
	case c.GiveMinAge < 0:
		return usagef("GIVE_MIN_AGE takes 0 or more, such as 168h, not %v.", c.GiveMinAge)
	case c.HistoryDays < 0:
		return usagef("HISTORY_DAYS takes how many days the cards of hands are kept, such as 365, "+
			"or 0 for ever, not %s.", whole(c.HistoryDays))
	case c.BackupEvery != 0 && c.BackupEvery < time.Minute:
		return usagef("BACKUP_EVERY takes 1m or more, or 0 for no backups, not %v.", c.BackupEvery)
	case c.BackupKeep < 1:
		return usagef("BACKUP_KEEP takes 1 or more, not %s. For no backups, set BACKUP_EVERY=0.",
			whole(c.BackupKeep))
	case c.VerifyURL != "" && !webPage.MatchString(c.VerifyURL):
		return usagef("VERIFY_URL takes the address of a page, such as "+
			"https://example.org/verify.html, not “%s”.", c.VerifyURL)
	case c.MetricsAddr != "" && !isAddress(c.MetricsAddr):
		return usagef("METRICS_ADDR takes an address with a port, such as 127.0.0.1:9464, not "+
			"“%s”.", c.MetricsAddr)
	case c.LogFormat != "text" && c.LogFormat != "json":
		return usagef("LOG_FORMAT takes text or json, not “%s”.", c.LogFormat)
	}
	return cmp.Or(
		c.database().checkAddress(),
		within("STARTING_CHIPS", c.StartingChips, 0, mostChips),
		within("DAILY_CHIPS", c.DailyChips, 1, mostChips/2),
		within("REFILL_CHIPS", c.RefillChips, 0, mostChips),
		within("MAX_BET", c.MaxBet, 1, blackjack.MaxStake),
		within("GIVE_DAILY", c.GiveDaily, 0, mostChips),
	)
}

func isAddress(text string) bool {
	_, port, err := net.SplitHostPort(text)
	return err == nil && port != ""
}

func (c config) logger(w io.Writer) *slog.Logger {
	options := &slog.HandlerOptions{Level: c.LogLevel}
	if c.LogFormat == "json" {
		options.ReplaceAttr = func(_ []string, a slog.Attr) slog.Attr {
			if a.Value.Kind() == slog.KindDuration { // else a number of nanoseconds
				a.Value = slog.StringValue(a.Value.Duration().String())
			}
			return a
		}
		return slog.New(slog.NewJSONHandler(w, options))
	}
	return slog.New(slog.NewTextHandler(w, options))
}

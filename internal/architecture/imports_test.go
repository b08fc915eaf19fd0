// Package architecture holds no code: its test says who may import whom. The module e2e may import
// everything, and nothing imports it.
package architecture

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// may lists, for each package, the packages of this module that it may import,
// not counting its tests. What is not listed may import none.
//
//	cmd/bot ─▶ bot ─▶ bot/view ─▶ bot/story ─▶ bot/round ─▶ bot/wallet ─▶ bot/guild ─▶ bot/interact
//	   │        │                      │                                                  └─▶ storage
//	   │        │                      ├─▶ blackjack/strategy ─▶ blackjack
//	   │        ├─▶ bot/figures ───────┼─▶ blackjack/odds, blackjack/sim
//	   │        └─▶ bot/discord ─▶ bot/discord/gateway ─▶ discordgo
//	   ├─▶ internal/terminal ──────────┘
//	   ├─▶ storage/bolt, storage/memory ─▶ storage/engine ─▶ storage
//	   └─▶ internal/playground (the page) ─▶ internal/localdiscord (Discord on loopback)
//
// The wire (bot/discord) and what people see (bot/view) meet in bot/message.
var may = map[string][]string{
	"blackjack":          {},
	"blackjack/tables":   {"blackjack", "internal/nearest", "internal/typed"},
	"blackjack/strategy": {"blackjack", "internal/nearest"},
	"blackjack/sim":      {"blackjack", "blackjack/strategy", "internal/nearest"},
	"blackjack/odds":     {"blackjack", "blackjack/strategy"},
	"blackjack/review":   {"blackjack", "blackjack/odds", "blackjack/strategy"},
	"blackjack/drill":    {"blackjack", "blackjack/review"},
	"blackjack/fair":     {"blackjack"},

	"storage":             {"blackjack"}, // for chips and bets alone
	"storage/engine":      {"storage"},
	"storage/memory":      {"storage", "storage/engine"},
	"storage/bolt":        {"internal/durable", "storage", "storage/bolt/pages", "storage/engine"},
	"storage/bolt/pages":  {"storage"},
	"storage/postgres":    {"storage", "storage/engine"},
	"storage/storagetest": {"internal/long", "storage"},

	"bot/care":     {"storage"},
	"bot/interact": {"blackjack", "bot/refuse", "storage"},
	"bot/guild": {"blackjack", "blackjack/tables", "bot/care", "bot/interact", "bot/refuse",
		"internal/nearest", "storage"},
	"bot/wallet": {"blackjack", "bot/care", "bot/guild", "bot/interact", "bot/refuse", "storage"},
	"bot/round": {"blackjack", "blackjack/fair", "blackjack/strategy", "blackjack/tables",
		"bot/care", "bot/guild", "bot/interact", "bot/refuse", "bot/wallet", "storage"},
	"bot/story": {"blackjack", "blackjack/drill", "blackjack/odds", "blackjack/review",
		"blackjack/tables", "bot/care", "bot/guild", "bot/interact", "bot/refuse", "bot/round",
		"bot/wallet", "storage"},
	"bot/figures": {"blackjack", "blackjack/odds", "blackjack/strategy", "blackjack/tables"},
	"bot/chart":   {"blackjack/strategy", "bot/draw", "bot/lang"},
	"bot/draw":    {},
	"bot/lang":    {},
	"bot/message": {},
	"bot/click":   {},
	"bot/refuse":  {},

	"bot/fleet": {"storage"},
	"bot/discord": {"bot/click", "bot/discord/backoff", "bot/discord/gateway", "bot/fleet",
		"bot/message", "bot/refuse", "internal/typed", "storage"},
	"bot/discord/gateway": {"bot/discord/backoff"},
	"bot/discord/backoff": {},

	"bot/view": {"blackjack", "blackjack/drill", "blackjack/fair", "blackjack/odds",
		"blackjack/sim", "blackjack/strategy", "blackjack/tables", "bot/care", "bot/chart",
		"bot/click", "bot/draw", "bot/guild", "bot/lang", "bot/message", "bot/refuse",
		"bot/round", "bot/story", "bot/wallet", "internal/nearest", "storage"},
	"bot": {"blackjack", "blackjack/drill", "blackjack/fair", "blackjack/odds",
		"blackjack/sim", "blackjack/strategy", "blackjack/tables", "bot/care", "bot/click",
		"bot/discord", "bot/draw", "bot/figures", "bot/fleet", "bot/guild", "bot/interact",
		"bot/lang", "bot/message", "bot/refuse", "bot/round", "bot/story", "bot/view", "bot/wallet",
		"internal/nearest", "internal/typed", "storage"},

	"docs":    {},
	"scripts": {},

	"internal/durable":      {},
	"internal/faults":       {},
	"internal/localdiscord": {},
	"internal/long":         {},
	"internal/metrics": {"bot/discord", "bot/discord/gateway", "storage",
		"storage/postgres"},
	"internal/nearest":              {},
	"internal/playground":           {"internal/localdiscord"},
	"internal/postgrestest":         {},
	"internal/localdiscord/wirelog": {},
	"internal/terminal": {"blackjack", "blackjack/drill", "blackjack/odds", "blackjack/review",
		"blackjack/strategy", "blackjack/tables", "internal/typed"},
	"internal/typed": {"blackjack"},

	"cmd/bot": {"blackjack", "blackjack/drill", "blackjack/fair", "blackjack/odds",
		"blackjack/sim", "blackjack/strategy", "blackjack/tables", "bot",
		"bot/discord",
		"bot/figures", "bot/fleet", "bot/guild", "bot/interact", "bot/lang", "bot/round", "bot/story",
		"bot/view", "bot/wallet", "docs",
		"internal/durable", "internal/localdiscord", "internal/metrics", "internal/nearest",
		"internal/playground", "internal/terminal", "internal/typed", "storage", "storage/bolt",
		"storage/memory", "storage/postgres"},
}

// onlyIn lists what may be imported from outside, and by which packages.
var onlyIn = map[string][]string{
	"github.com/bwmarrin/discordgo": {"bot", "bot/discord", "bot/discord/gateway", "bot/message",
		"bot/view", "internal/localdiscord"},
	"go.etcd.io/bbolt":         {"storage/bolt"},
	"github.com/google/btree":  {"storage/memory"},
	"github.com/joho/godotenv": {"cmd/bot"},
	"net/http": {"bot/discord", "bot/discord/gateway", "cmd/bot", "internal/localdiscord",
		"internal/metrics", "internal/playground"},
	"github.com/VictoriaMetrics/metrics": {"internal/metrics"},
	"math/rand/v2": {"blackjack/drill", "blackjack/sim", "bot", "bot/discord/backoff",
		"bot/round", "cmd/bot", "internal/localdiscord", "internal/postgrestest",
		"storage/postgres", "storage/storagetest"},
	"crypto/rand": {"bot", "bot/discord", "bot/fleet", "bot/interact", "cmd/bot",
		"internal/localdiscord", "storage"},
	"time": {"bot", "bot/care",
		"bot/discord", "bot/discord/backoff", "bot/discord/gateway", "bot/figures",
		"bot/fleet", "bot/guild", "bot/interact", "bot/lang", "bot/round", "bot/story", "bot/view",
		"bot/wallet", "cmd/bot", "internal/localdiscord", "internal/metrics", "internal/playground", "internal/postgrestest",
		"storage", "storage/bolt", "storage/engine",
		"storage/memory", "storage/postgres", "storage/storagetest"},
}

const module = "holecard/"

type listed struct {
	ImportPath string
	Dir        string
	GoFiles    []string
	Imports    []string
}

func packages(t *testing.T) []listed {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=ImportPath,Dir,GoFiles,Imports", module+"...")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var all []listed
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

func TestImportsFollowTheTable(t *testing.T) {
	for _, p := range packages(t) {
		if len(p.GoFiles) == 0 {
			continue
		}
		name := strings.TrimPrefix(p.ImportPath, module)
		allowed, known := may[name]
		if !known {
			t.Errorf("%s is not in the table: say what it may import", name)
		}
		for _, path := range p.Imports {
			inside, ok := strings.CutPrefix(path, module)
			if ok && !slices.Contains(allowed, inside) {
				t.Errorf("%s imports %s, which the table does not allow", name, inside)
			}
			if homes, limited := onlyIn[path]; limited && !slices.Contains(homes, name) {
				t.Errorf("%s imports %s, which belongs in %v", name, path, homes)
			}
		}
	}
}

package bot_test

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"log"
	"log/slog"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"holecard/blackjack"
	"holecard/blackjack/odds"
	"holecard/blackjack/strategy"
	"holecard/bot"
	"holecard/bot/discord"
	"holecard/bot/discord/gateway"
	"holecard/internal/localdiscord"
	"holecard/internal/long"
	"holecard/storage"
)

// diary is everything that is logged.
type diary struct {
	mu   sync.Mutex
	text strings.Builder
}

func (d *diary) Write(p []byte) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.text.Write(p)
}

func (d *diary) String() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.text.String()
}

// bursting figures panic.
type bursting struct{ noFigures }

func (bursting) Advise(
	_ context.Context, v blackjack.View, _ blackjack.Seat, _ []blackjack.Card, _ strategy.Strategy,
) ([]odds.Option, error) {
	panic(fmt.Errorf("figures of %+v", v))
}

// What is logged at the most talkative level, in a session that has everything
// in it that goes wrong, has no secret in it: neither the bot's token, nor one
// of an interaction, nor a server seed in any form.
func TestNoSecretIsLogged(t *testing.T) {
	aboutGateway(t)
	var said diary
	log.SetOutput(&said) // where discordgo writes if it is let
	defer log.SetOutput(os.Stderr)
	tellWith(t, func() bot.Figures { return bursting{} }, func(t *testing.T, s *stage) {
		calm := s.log
		s.log, s.allowance = slog.NewTextHandler(&said,
			&slog.HandlerOptions{Level: slog.LevelDebug}), discord.DefaultAllowance
		s.restart()
		ada := s.person("Ada")
		c := newCrowd(t, s.discord, startingChips, 400)
		s.discord.SetWeather(foul)
		c.plays(long.Of(200, 1000), 10*time.Second)
		for _, failing := range []localdiscord.Weather{{Fail500: 1}, {Hang: 1}, {Limit429: 1},
			{CutApplied: 1}} {
			s.discord.SetWeather(failing)
			c.plays(5, time.Second)
		}
		s.discord.SetWeather(localdiscord.Weather{})
		time.Sleep(time.Minute)

		// Words after an answer, which Discord refuses.
		s.stack("TS TC 7D TH")
		over := ada.types("blackjack", bet(1))
		button, _ := over.Find("Stand")
		over = ada.presses(over, "Stand")
		s.fails(func(r *http.Request) int {
			if strings.HasSuffix(r.URL.Path, "/callback") {
				return 0
			}
			return http.StatusBadRequest
		})
		ada.forges(over, button.CustomID)
		time.Sleep(time.Minute)
		s.fails(nil)

		// Panics, with seeds in the arguments of functions and without.
		ada.types("fair")
		s.stack("no cards")
		s.shows(ada.types("blackjack", bet(10)), "tell the bot's owner: error ")
		s.stack("TS TC 7D TH")
		hand := ada.types("blackjack", bet(10))
		s.shows(ada.presses(hand, "Hint"), "tell the bot's owner: error ")
		s.stack("")
		for _, disk := range []error{storage.ErrNoSpace, errors.New("a disk that nobody knows"),
			storage.ErrBroken} {
			s.breakDisk(disk)
			ada.types("daily")
		}
		s.breakDisk(nil)
		stop := flood(s.discord, ada.Actor, 500)
		time.Sleep(time.Second)
		stop()
		for _, odd := range []func(map[string]any){
			func(in map[string]any) { in["id"] = "x" },
			func(in map[string]any) { in["id"] = "4194304" }, // of 2015
			func(in map[string]any) { delete(in, "member"); delete(in, "user") },
			func(in map[string]any) { in["data"] = []any{} },
			func(in map[string]any) { in["type"] = 99 },
		} {
			ada.sends(odd, "blackjack")
		}
		synctest.Wait()
		s.discord.Trouble(localdiscord.Trouble{Code: 4004})
		s.ends(gateway.ErrBadToken)
		all := said.String()
		for _, of := range []string{"msg=answered", "no answer arrived", "resuming=true",
			"resuming=false", "code=4000", "panic", "figures of",
			"an interaction failed", "exceeds the rate limit", "not understood", "too old",
			"try=2"} {
			if !strings.Contains(all, of) {
				t.Errorf("the session was to be noisier: nothing of %q is logged", of)
			}
		}
		secrets := s.secrets(c)
		for of, secret := range secrets {
			if at := strings.Index(all, secret); at >= 0 {
				t.Errorf("%s is logged: %s", of, all[max(0, at-300):min(len(all), at+100)])
			}
		}
		t.Logf("%d secrets are looked for in %d lines", len(secrets), strings.Count(all, "\n"))
		s.log = calm
	})
}

// secrets returns texts that may not be logged, by what they are of.
func (s *stage) secrets(c *crowd) map[string]string {
	s.t.Helper()
	// The first is in every token of an interaction.
	secrets := map[string]string{"an interaction's token": "aW50ZXJhY3Rpb246",
		"the bot's token": s.discord.Token()}
	seeds := 0
	add := func(of string, seed storage.Secret) {
		if seed.Zero() {
			return
		}
		seeds++
		raw := string(seed[:])
		secrets[of+" in hex"] = hex.EncodeToString(seed[:])
		secrets[of+" in capitals"] = strings.ToUpper(hex.EncodeToString(seed[:]))
		secrets[of+" as it is"] = raw
		secrets[of+" quoted"] = strings.Trim(fmt.Sprintf("%q", raw), `"`)
		secrets[of+" in base64"] = base64.RawStdEncoding.EncodeToString(seed[:])
		secrets[of+" in base64 for URLs"] = base64.RawURLEncoding.EncodeToString(seed[:])
		secrets[of+" as numbers"] = strings.Trim(fmt.Sprint([32]byte(seed)), "[]")
		secrets[of+" on a stack"] = fmt.Sprintf("%#x, %#x, %#x, %#x",
			seed[0], seed[1], seed[2], seed[3])
	}
	s.mu.Lock()
	for n, seed := range s.seeds {
		add(fmt.Sprintf("the seed of shuffle %d", n), storage.Secret(seed))
	}
	s.mu.Unlock()
	people := map[storage.UserID]bool{}
	for _, p := range s.discord.People() {
		people[storage.UserID(p.ID)] = true
	}
	err := s.store.View(context.Background(), s.guild(),
		func(r storage.Reader) error {
			for _, d := range c.done {
				people[storage.UserID(d.who)] = true
				h, _, err := storage.Rounds.Get(r, storage.RoundID(d.i.ID))
				if err != nil {
					return err
				}
				add(fmt.Sprintf("the seed of hand %d", h.ID), h.Shoe.Shuffle.Server)
				add(fmt.Sprintf("the seed behind hand %d", h.ID), h.Shoe.Behind.Server)
			}
			for user := range people {
				p, _, err := storage.Profiles.Get(r, storage.Player{Guild: s.guild(),
					User: user})
				if err != nil {
					return err
				}
				add(fmt.Sprintf("the next seed of user %d", user), p.Fair.Next)
			}
			return nil
		})
	if err != nil || seeds < 50 {
		s.t.Errorf("%d seeds are in the store (%v)", seeds, err)
	}
	return secrets
}

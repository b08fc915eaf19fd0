package bot_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"holecard/internal/localdiscord"
	"holecard/storage"
)

// setting is a subcommand of /settings with its options.
func setting(name string, given ...localdiscord.Given) localdiscord.Given {
	return localdiscord.Given{Name: name, Options: given}
}

// rule is the subcommand that changes a rule of a table.
func rule(table, key, value string) localdiscord.Given {
	return setting("rules", option("key", key), option("value", value), at(table))
}

// settings returns what is stored of the stage's guild.
func (s *stage) settings() (settings storage.Settings) {
	s.t.Helper()
	s.reads(func(r storage.Reader) (err error) {
		settings, err = storage.SettingsOf.Read(r, storage.Only{})
		return err
	})
	return settings
}

// permitted changes the permissions of an interaction's member.
func permitted(bits string) func(map[string]any) {
	return func(i map[string]any) { within(i, "member")["permissions"] = bits }
}

// What those are told who may not change settings.
const (
	notAdmin = "You need Manage Server for this."
	noServer = "Use this in a server."
)

func TestOnlyAdminsRunAServerWhateverDiscordLetsThrough(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada, grace := s.person("Ada"), s.person("Grace")
		ada.types("settings", rule("vegas", "hitSoft17", "true"))
		grace.opens()
		before := s.settings()
		id := option("player", idOf(grace.Person))
		for _, f := range []struct {
			fact, want string
			by         player
			change     func(map[string]any)
		}{
			{"a member", notAdmin, grace, nil},
			{"no permission at all", notAdmin, ada, permitted("0")},
			{"every permission but the two", notAdmin, ada, permitted("9223372036854775767")},
			{"permissions absent", notAdmin, ada,
				func(i map[string]any) { delete(within(i, "member"), "permissions") }},
			{"negative permissions", notAdmin, ada, permitted("-1")},
			{"direct messages", noServer, ada, direct},
			{"no guild, but a member with permissions", noServer, ada,
				func(i map[string]any) { delete(i, "guild_id"); delete(i, "guild") }},
		} {
			for _, c := range []struct {
				name  string
				given localdiscord.Given
			}{
				{"settings", setting("panel")}, {"settings", setting("show")},
				{"settings", setting("about")}, {"settings", rule("vegas", "decks", "8")},
				{"settings chips", setting("show", id)},
				{"settings chips", setting("grant", id, amount(5))},
				{"settings chips", setting("take", id, amount(5))},
				{"settings chips", setting("reset", id)},
			} {
				s.refuses(f.by, f.want, func() *localdiscord.Interaction {
					return f.by.sends(f.change, c.name, c.given)
				})
				if now := s.settings(); !reflect.DeepEqual(now, before) || t.Failed() {
					t.Fatalf("%s: /%s %s makes of %+v %+v", f.fact, c.name, c.given.Name, before,
						now)
				}
			}
		}
		const administrator, manageServer = "8", "32"
		for bits, decks := range map[string]string{administrator: "4", manageServer: "2"} {
			m := s.answer(grace.sends(permitted(bits), "settings", rule("vegas", "decks", decks)))
			if s.shows(m, "✅ **Saved** · new hands only"); !m.Ephemeral() {
				t.Error("everybody reads the settings")
			}
		}
		for _, c := range s.discord.Commands() {
			needs := c.MemberPermissions
			if c.Name == "settings" && (needs == nil || *needs != manageServer) {
				t.Errorf("/settings is offered to those with %v", needs)
			}
		}
	})
}

func TestTheTablesOfAServerLimitWhatIsPlayed(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada, grace := s.person("Ada"), s.person("Grace")
		offered := func() []string { return grace.offered("blackjack", focused("table", "")) }
		if names := offered(); len(names) != 12 ||
			strings.Contains(strings.Join(names, "\n"), "Valentine") {
			t.Errorf("at first are offered %q", offered())
		}
		grace.opens()
		ada.chooses("Downen", "European")
		if names := offered(); len(names) != 2 || !strings.HasPrefix(names[0], "European · ") ||
			!strings.HasPrefix(names[1], "Downen · ") {
			t.Errorf("offered are %q", names)
		}
		grace.cannot("There's no table “vegas” here. Try European or Downen.",
			"blackjack", at("vegas"), bet(10))
		s.shows(grace.types("blackjack", bet(10)), " · European\n")
		// not of the server
		s.shows(s.message(ada.Do(t.Context(), ada.DM().ID, "blackjack", at("vegas"), bet(10))),
			" · Vegas\n")
	})
}

func TestRulesChangeOneByOneAndAreTakenBack(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada, grace := s.person("Ada"), s.person("Grace")
		for _, f := range []struct{ key, value, says string }{
			{"decks", "8", "8 decks"},
			{"hitSoft17", "true", "on soft 17, and stands on hard 17"},
			{"natural", "6:5", "pays 6:5"},
			{"surrender", "none", "No surrender."},
			{"maxBet", "20", "Bets 1–20"},
		} {
			ada.types("settings", rule("vegas", f.key, f.value))
			rules := grace.types("learn rules", at("vegas"))
			if text := look(rules) + rules.Embeds[0].Footer.Text; !strings.Contains(text, f.says) {
				t.Errorf("after %s=%s the rules are\n%s", f.key, f.value, text)
			}
		}
		s.restart()
		s.shows(ada.types("settings", setting("show")), "4 rules changed",
			"**Vegas**\nChanged here", "- Number of decks: 6 → 8\n- Dealer hits soft 17: off → on\n",
			"- Blackjack pays: 3:2 → 6:5", "Bets 1–20")
		grace.cannot("Bets here are 1–20.", "blackjack", bet(21))
		s.stack("AS 6C KD TH")
		s.shows(grace.types("blackjack", bet(10)), "✅ **+12** · Blackjack pays 6:5")
		ada.presses(ada.picks(ada.panel(), "Change the rules of a table", "Vegas"),
			"Undo all changes")
		s.shows(grace.types("blackjack", bet(10)), "✅ **+15** · Blackjack pays 3:2")
		if rules := s.settings().Rules; len(rules) != 0 {
			t.Errorf("after the reset there is %v", rules)
		}
	})
}

func TestARuleThatCannotBeIsRefusedWithTheReason(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada := s.person("Ada")
		ada.opens()
		for _, f := range []struct{ table, key, value, want string }{
			{"vegas", "decks", "9", "Number of decks: 1 to 8."},
			{"mit", "hearts", "true", "these cards have no suits"},
			{"vegas", "*pay*:out", "red", `There's no rule “\*pay\*\:out”. Pick one from the list.`},
			{"vegas", "maxBet", "0", "Largest bet: 1 to 500 chips."},
			{"vegas", "maxBet", "501", "This bot takes bets up to 500. Nothing changed."},
			{"vegas", "minBet", "1 5", "Smallest bet: 1 to 500 chips."},
			{"vegas", "minBet", "501", "The smallest bet, 501, is above the largest, 500."},
			{"poker", "decks", "1",
				"There's no table “poker” here. Did you mean Joker?"},
		} {
			ada.cannot(f.want, "settings", rule(f.table, f.key, f.value))
			if rules := s.settings().Rules; len(rules) != 0 {
				t.Fatalf("%s=%s at %s is kept: %v", f.key, f.value, f.table, rules)
			}
		}
	})
}

func TestRulesAndTheirValuesAreOfferedByTheirNames(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		offered := func(given ...localdiscord.Given) []string {
			return s.person("Ada").offered("settings",
				setting("rules", append(given, at("amherst"))...))
		}
		for _, f := range []struct{ got, want []string }{
			{offered(option("key", "natural"), focused("value", "")),
				[]string{"nothing extra (now)", "3:2", "6:5", "1:1"}},
			{offered(focused("key", "soft")), []string{"Dealer hits soft 17: off"}},
			{offered(focused("key", "penet")), []string{"Reshuffle: when 20 cards are left"}},
		} {
			if !slices.Equal(f.got, f.want) {
				t.Errorf("offered are %q, want %q", f.got, f.want)
			}
		}
		if n := len(offered(focused("key", ""))); n != 25 {
			t.Errorf("%d are offered of all", n)
		}
	})
}

package bot_test

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"

	"holecard/internal/localdiscord"
	"holecard/storage"
)

// refuses checks that what is done gets a short private answer with a text in
// it, and changes nothing: no chips, no hand, no message that others see.
func (s *stage) refuses(p player, want string, do func() *localdiscord.Interaction) {
	s.t.Helper()
	audit, messages := s.audit(), s.discord.Messages(s.channel(), 0)
	m := s.answer(do())
	if !m.Ephemeral() || m.EphemeralFor != p.ID {
		s.t.Errorf("everybody reads the refusal:\n%s", look(m))
	}
	want, button, _ := strings.Cut(want, " | ")
	label := ""
	for _, b := range m.Buttons() {
		label += b.Label
	}
	if !strings.Contains(m.Content, want) || len(m.Content) > 400 || len(m.Embeds) > 0 ||
		label != button {
		s.t.Errorf("the refusal is\n%s\nwant something short with %q and %q", look(m), want,
			button)
	}
	s.unchanged(audit, messages)
}

// cannot checks that a command is refused, and cannotPress that a button is.
func (p player) cannot(want, name string, given ...localdiscord.Given) {
	p.s.t.Helper()
	p.s.refuses(p, want,
		func() *localdiscord.Interaction { return p.sends(nil, name, given...) })
}

func (p player) cannotPress(want string, m localdiscord.Message, button string) {
	p.s.t.Helper()
	p.s.refuses(p, want, func() *localdiscord.Interaction { return p.clicks(m, button) })
}

// cannotForge checks that a press of a button that need not be there is refused.
func (p player) cannotForge(want string, m localdiscord.Message, customID string) {
	p.s.t.Helper()
	p.s.refuses(p, want, func() *localdiscord.Interaction { return p.forges(m, customID) })
}

func (s *stage) unchanged(audit storage.Audit, messages []localdiscord.Message) {
	s.t.Helper()
	synctest.Wait()
	if now := s.audit(); !reflect.DeepEqual(now, audit) {
		s.t.Errorf("the ledger was %+v and is %+v", audit, now)
	}
	now := s.discord.Messages(s.channel(), 0)
	if len(now) != len(messages) {
		s.t.Errorf("there were %d messages and are %d", len(messages), len(now))
		return
	}
	for i := range now {
		if look(now[i]) != look(messages[i]) {
			s.t.Errorf("the message\n%s\nis now\n%s", look(messages[i]), look(now[i]))
		}
	}
}

// The answers to bets.
const (
	limits = "Bets here are 1–500."
	noBet  = "isn't a bet. Try 10, 1k, half or all."
)

func TestABetThatCannotBeIsRefusedWithWhatToDo(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada := s.person("Ada")
		ada.opens()
		for _, f := range []struct {
			bet  any
			want string
		}{
			{0, limits},
			{-1, limits},
			{json.Number("9223372036854775808"), limits},
			{json.Number("9007199254740993"), limits},
			{"9223372036854775807", limits},
			{json.Number("1e30"), limits},
			{maxBet + 1, limits},
			{startingChips + 1, "You only have 100 chips. | Bet all 100"},
			{"0.4k", "You only have 100 chips. | Bet all 100"},
			{"1.500k", noBet}, // in doubt: 1,500 or 1,500,000
			{"101%", noBet},
			{10.5, noBet},
			{"**" + strings.Repeat("@everyone ", 300), noBet},
			{true, noBet},
		} {
			ada.cannot(f.want, "blackjack", bet(f.bet))
			if t.Failed() {
				t.Fatalf("the bet was %v", f.bet)
			}
		}
		ada.has(startingChips, 0)
	})
}

func TestABetIsUnderstoodWhateverItsType(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada := s.person("Ada")
		for _, f := range []struct {
			bet  any
			held storage.Chips
		}{
			{nil, 10}, {"20", 20}, {"", 20}, {" 7 ", 7}, {json.Number("1e1"), 10}, {[]int{5}, 10},
			{json.Number("5.0"), 5}, {"last", 5}, {map[string]int{"bet": 6}, 5}, {"all", 100},
			{"Half", 50}, {"max", 100}, {"25%", 25}, {"0.5%", 1}, {"33,5 %", 33}, {"0.05k", 50},
			{"１２", 12},
		} {
			s.stack("TS TC 9D 9H") // a push
			hand := s.answer(ada.sends(nil, "blackjack", bet(f.bet)))
			ada.has(startingChips-f.held, f.held)
			if ada.presses(hand, "Stand"); t.Failed() {
				t.Fatalf("the bet was %T %v", f.bet, f.bet)
			}
		}
	})
}

func TestAPressThatIsNotTheirsOrNotAButtonIsRefused(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada, grace := s.person("Ada"), s.person("Grace")
		s.stack("TS TC 6D 7H 2C 3C 4C")
		hand := ada.types("blackjack", bet(60))
		hit, _ := hand.Find("Hit")
		id := strings.TrimSuffix(hit.CustomID, ":1:hit") // p:HAND
		number := strings.TrimPrefix(id, "p:")
		const unknown = "That button no longer works. Continue with `/blackjack`."
		theirs := fmt.Sprintf("This is <@%v>'s hand. Start yours with `/blackjack`.",
			ada.ID)
		for _, f := range []struct {
			by             player
			customID, want string
		}{
			{grace, hit.CustomID, theirs},
			{grace, "a:" + number + ":1", theirs},
			{ada, "a:" + number + ":1",
				"That hand isn't over yet. Finish it first: `/blackjack` shows it."},
			{ada, id + ":1:split", "You can't split now: hit, stand or surrender."},
			{ada, id + ":1:double", "You only have 40 chips, plus 60 in your open hand."},
			{ada, "p:zzz:1:hit", "There's no such hand here. Start one with `/blackjack`."},
			{ada, "a:0:1", "There's no such hand here. Start one with `/blackjack`."},
			{ada, "", unknown},
			{ada, "p:::", unknown},
			{ada, id + ":1:fly", unknown},
			{ada, id + ":01:hit", unknown},
			{ada, "a:" + number + ":1:3", unknown},
			{ada, "l:0:0:-1", unknown},
			{ada, strings.Repeat("z", 100), unknown},
		} {
			f.by.cannotForge(f.want, hand, f.customID)
			if t.Failed() {
				t.Fatalf("%s pressed %q", f.by.Name, f.customID)
			}
		}
		ada.has(40, 60)
		s.shows(ada.presses(hand, "Hit"), "Your hand · 18")
	})
}

func TestAStalePressShowsTheHandAsItIsAndSaysSo(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada := s.person("Ada")
		s.stack("TS TC 2D 7H 2C 3C 4C")
		first := ada.types("blackjack", bet(10))
		second := ada.presses(first, "Hit")
		hit, _ := first.Find("Hit")
		for _, to := range []string{":1:hit", ":0:hit", ":3:stand", ":1z141z3:surrender"} {
			audit, messages := s.audit(), s.discord.Messages(s.channel(), 0)
			press := ada.forges(first, strings.Replace(hit.CustomID, ":1:hit", to, 1))
			if now := s.answer(press); look(now) != look(second) || now.ID != first.ID {
				t.Errorf("%s: the message is\n%s\nwant\n%s", to, look(now), look(second))
			}
			if told := s.told(press); !strings.Contains(told,
				"That button was out of date. Nothing was played") {
				t.Errorf("%s: the player is told %q", to, told)
			}
			s.unchanged(audit, messages)
		}
		over := ada.presses(second, "Stand")
		ada.cannotForge("That hand is over.", over, strings.Replace(hit.CustomID, ":1:", ":3:", 1))
	})
}

// within returns an object inside an interaction.
func within(interaction map[string]any, name string) map[string]any {
	inner, _ := interaction[name].(map[string]any)
	return inner
}

// What other servers leave out of an interaction, or write in their own way. A field of another
// type than discordgo reads, such as a number for an id, loses the interaction.
var oddities = map[string]func(map[string]any){
	"no permissions":  func(i map[string]any) { delete(within(i, "member"), "permissions") },
	"no locale":       func(i map[string]any) { delete(i, "locale"); delete(i, "guild_locale") },
	"no guild object": func(i map[string]any) { delete(i, "guild") },
	"no channel":      func(i map[string]any) { delete(i, "channel"); delete(i, "channel_id") },
	"no context": func(i map[string]any) {
		for _, name := range []string{"context", "authorizing_integration_owners",
			"application_id"} {
			delete(i, name)
		}
	},
	"no names": func(i map[string]any) {
		m := within(i, "member")
		m["user"] = map[string]any{"id": within(m, "user")["id"]}
	},
	"member and user": func(i map[string]any) { i["user"] = within(i, "member")["user"] },
	"options a text":  func(i map[string]any) { within(i, "data")["options"] = "bet" },
	"odd options": func(i map[string]any) {
		within(i, "data")["options"] = []any{"bet", nil, 5, map[string]any{"value": 5},
			map[string]any{"name": "bet"}}
	},
	"option typeless": func(i map[string]any) {
		within(i, "data")["options"] = []any{map[string]any{"name": "bet", "value": 5}}
	},
	"option of another type": func(i map[string]any) {
		within(i, "data")["options"] = []any{map[string]any{"name": "bet", "type": 5, "value": 5}}
	},
	"options nested": func(i map[string]any) {
		within(i, "data")["options"] = []any{map[string]any{"name": "bet", "type": 1,
			"options": []any{map[string]any{"name": "bet", "value": 5}}}}
	},
	"unknown options": func(i map[string]any) {
		within(i, "data")["options"] = []any{map[string]any{"name": "player", "value": "me"},
			map[string]any{"name": "by", "value": 3},
			map[string]any{"name": "private", "value": "maybe"}}
	},
	"name unknown": func(i map[string]any) { within(i, "data")["name"] = "roulette" },
	"no data":      func(i map[string]any) { delete(i, "data") },
	"data a text":  func(i map[string]any) { i["data"] = "blackjack" },
}

func TestOddInteractionsAreAnswered(t *testing.T) {
	for odd, change := range oddities {
		t.Run(odd, func(t *testing.T) {
			tell(t, func(t *testing.T, s *stage) {
				ada, grace := s.person("Ada"), s.person("Grace")
				s.stack("2S TC 3D 9H 2C 2D")
				hand := ada.types("blackjack", bet(10))
				answers := []*localdiscord.Interaction{s.discord.Inject(localdiscord.Alter(
					ada.ClickPayload(hand, s.customID(hand, "Hit")), change))}
				s.stack("TS TC KD 7H")
				for _, command := range []string{"blackjack", "balance", "daily", "leaderboard",
					"profile view", "profile stats", "learn rules", "help"} {
					answers = append(answers, grace.sends(change, command))
				}
				for _, i := range answers {
					if m := s.answer(i); strings.Contains(m.Content, "Something went wrong") {
						t.Errorf("%s is answered\n%s", i.Raw, look(m))
					}
				}
				s.shows(grace.types("help"), "/blackjack")
			})
		})
	}
}

func TestInteractionsThatAreNobodysHarmNobody(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada := s.person("Ada")
		audit := func() storage.Audit { return s.audit() }
		ada.opens()
		before := audit()
		for _, change := range []func(map[string]any){
			func(i map[string]any) { delete(i, "member") },
			func(i map[string]any) { delete(i, "id") },
			func(i map[string]any) { delete(i, "token") },
			func(i map[string]any) { i["id"] = "-1" },
			func(i map[string]any) { i["id"] = "1" }, // of 2015
			func(i map[string]any) { i["type"] = 6 },
			func(i map[string]any) { i["type"] = 99 },
			func(i map[string]any) { i["type"] = nil },
			func(i map[string]any) { i["guild_id"] = "everywhere" },
			func(i map[string]any) { i["member"] = []any{} },
		} {
			ctx, cancel := context.WithTimeout(t.Context(), 2*localdiscord.AnswerWithin)
			if a, err := ada.sends(change, "daily").Wait(ctx); err == nil {
				t.Errorf("it is answered: %s", a.Body)
			}
			cancel()
		}
		for _, raw := range []string{`{}`, `[]`, `null`, `"x"`, `7`, `{"data":{"options":{}}}`} {
			s.discord.Inject(json.RawMessage(raw))
		}
		synctest.Wait()
		if now := audit(); !reflect.DeepEqual(now, before) {
			t.Errorf("the ledger was %+v and is %+v", before, now)
		}
		s.shows(ada.types("help"), "/blackjack")
	})
}

package bot_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"holecard/internal/localdiscord"
	"holecard/storage"
)

// to is the option that names a person.
func to(p player) localdiscord.Given { return option("player", p.Person) }

func amount(n any) localdiscord.Given { return option("amount", n) }

// lastSaid returns the newest message that everybody sees, of how many there are.
func (s *stage) lastSaid() (localdiscord.Message, int) {
	s.t.Helper()
	s.settle()
	all := s.discord.Messages(s.channel(), 0)
	if len(all) == 0 {
		return localdiscord.Message{}, 0
	}
	return all[len(all)-1], len(all)
}

// customID returns the custom ID of a button of the message.
func (s *stage) customID(m localdiscord.Message, button string) string {
	s.t.Helper()
	found, ok := m.Find(button)
	if !ok {
		s.t.Fatalf("there is no button %s:\n%s", button, look(m))
	}
	return found.CustomID
}

// direct makes an interaction one of direct messages.
func direct(i map[string]any) {
	i["user"] = within(i, "member")["user"]
	for _, name := range []string{"member", "guild", "guild_id"} {
		delete(i, name)
	}
}

func TestAGiftIsAskedBackGivenOnceAndToldToAll(t *testing.T) {
	aboutGateway(t)
	tell(t, func(t *testing.T, s *stage) {
		ada, grace := s.person("Ada"), s.person("Grace")
		question := ada.types("give", to(grace), amount(40))
		s.shows(question, fmt.Sprintf("Give **40 chips** to <@%v>? You'll have **60** left.",
			grace.ID), "Player: Grace", "[Give 40 true] [Cancel true]")
		if !question.Ephemeral() {
			t.Error("everybody reads the question")
		}
		if audit := s.audit(); audit.Postings != 0 {
			t.Errorf("asking has changed the ledger: %+v", audit)
		}
		s.restart()
		press := ada.clicks(question, "Give")
		done := s.answer(press)
		s.shows(done,
			fmt.Sprintf("You gave **40 chips** to <@%v>. You have **60** left.", grace.ID))
		if done.ID != question.ID || !done.Ephemeral() || len(done.Buttons()) > 0 {
			t.Errorf("the question has become\n%s", look(done))
		}
		ada.has(60, 0)
		grace.has(140, 0)
		if p, _ := s.lastPosted(); p.Reason != storage.Gift || p.Who != 0 ||
			uint64(p.By) != uint64(press.ID) || !strings.HasPrefix(p.Key, "give/") {
			t.Errorf("the gift is in the ledger as %+v", p)
		}
		said, count := s.lastSaid()
		if want := fmt.Sprintf("Ada gave <@%v> **40 chips**.", grace.ID); said.Content != want ||
			count != 1 {
			t.Errorf("everybody reads %q, the last of %d; want %q", said.Content, count, want)
		}
		s.shows(grace.types("leaderboard"), "1. 🥇 **Grace** · 140 chips", "2. 🥈 Ada · 60 chips")

		s.restart()
		for range 3 {
			s.discord.Redeliver(press)
		}
		ada.cannotForge("Already done. Nothing moved twice.", done, s.customID(question, "Give"))
		ada.cannotForge("Already done. Nothing moved twice.", done, s.customID(question, "Cancel"))
		ada.has(60, 0)
		grace.has(140, 0)
		if _, count := s.lastSaid(); count != 2 { // the gift and the leaderboard
			t.Errorf("there are %d messages", count)
		}
	})
}

func TestAGiftThatIsDeclinedIsNotGiven(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada, grace := s.person("Ada"), s.person("Grace")
		ada.opens()
		question := ada.types("give", to(grace), amount(40))
		no := ada.presses(question, "Cancel")
		s.shows(no, "Cancelled. No chips moved.")
		if no.ID != question.ID || len(no.Buttons()) > 0 {
			t.Errorf("the question has become\n%s", look(no))
		}
		ada.cannotForge("Already answered. No chips moved.", no, s.customID(question, "Give"))
		ada.has(100, 0)
	})
}

func TestAGiftThatCannotBeIsRefusedInWords(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada, grace := s.person("Ada"), s.person("Grace")
		young := player{s.discord.As(s.discord.AddPerson(localdiscord.Person{Name: "Young",
			ID: localdiscord.IDAt(time.Now())})), s}
		s.stack("TS TC 6D 7H 2C 3C 4C")
		ada.types("blackjack", bet(60))
		grace.opens()
		const noAmount = "isn't an amount. Use a whole number, like 10."
		people := func(change func(users, members map[string]any)) func(map[string]any) {
			return func(i map[string]any) {
				users, members := map[string]any{grace.ID.String(): map[string]any{
					"id": grace.ID.String(), "username": "grace"}}, map[string]any{}
				change(users, members)
				within(i, "data")["resolved"] = map[string]any{"users": users, "members": members}
			}
		}
		for _, f := range []struct {
			fact, want  string
			who, amount any
			change      func(map[string]any)
		}{
			{"to oneself", "You can't give chips to yourself.", ada.Person, 1, nil},
			{"to a bot", "Bots can't hold chips.", grace.Person, 1,
				people(func(users, members map[string]any) {
					users[grace.ID.String()].(map[string]any)["bot"] = true
				})},
			{"to somebody who is not here", "They aren't on this server.", grace.Person,
				1, people(func(users, members map[string]any) {})},
			{"to a new account", "Their account is too new to receive chips. Try again <t:",
				young.Person, 1, nil},
			{"to nobody", "Pick a player.", "Grace", 1, nil},
			{"0", "Amount: at least 1 chip.", grace.Person, 0, nil},
			{"more than the wallet", "You only have 40 chips, plus 60 in your open hand.",
				grace.Person, 41, nil},
			{"2^63", "You only have 40 chips", grace.Person, json.Number("9223372036854775808"),
				nil},
			{"an exponent", noAmount, grace.Person, "1e3", nil},
			{"nothing", noAmount, grace.Person, nil, nil},
			{"not as a member", "Discord doesn't list you on this server",
				grace.Person, 1, func(i map[string]any) {
					i["user"] = within(i, "member")["user"]
					delete(i, "member")
				}},
		} {
			s.refuses(ada, f.want, func() *localdiscord.Interaction {
				return ada.sends(f.change, "give", option("player", idOf(f.who)), amount(f.amount))
			})
			if t.Failed() {
				t.Fatal(f.fact)
			}
		}
		ada.has(40, 60)
		grace.has(100, 0)
	})
}

// idOf is how an interaction names a person.
func idOf(who any) any {
	if p, ok := who.(localdiscord.Person); ok {
		return p.ID.String()
	}
	return who
}

// A server may tell nothing of the people that options name.
func TestAGiftNeedsNothingThatServersLeaveOut(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada, grace := s.person("Ada"), s.person("Grace")
		resolved := func(what any) func(map[string]any) {
			return func(i map[string]any) { within(i, "data")["resolved"] = what }
		}
		id := grace.ID.String()
		odd := []func(map[string]any){
			func(i map[string]any) { delete(within(i, "data"), "resolved") },
			resolved(nil), resolved(map[string]any{"users": map[string]any{id: map[string]any{
				"id": id, "username": "grace"}}}),
		}
		for _, change := range odd {
			question := s.answer(ada.sends(change, "give", option("player", id), amount("4")))
			s.shows(ada.presses(question, "Give"), "You gave **4 chips**")
		}
		grace.has(100+4*storage.Chips(len(odd)), 0)
	})
}

// What is given is what the message asked: a button of another confirmation was
// never there.
func TestAnAnswerIsOneThatWasOffered(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada, grace := s.person("Ada"), s.person("Grace")
		ada.opens()
		grace.opens()
		gift := ada.types("give", to(grace), amount(1))
		other := ada.types("give", to(grace), amount(2))
		s.refuses(ada, "That button no longer works.", func() *localdiscord.Interaction {
			return ada.pressesAt(gift, s.customID(other, "Give"))
		})
		adjusts := strings.Replace(s.customID(gift, "Give"), "y:", "k:", 1) // a gift is no grant
		ada.cannotForge("That wasn't asked here.", gift, adjusts)
		ada.presses(gift, "Give")
		grace.has(startingChips+1, 0)
	})
}

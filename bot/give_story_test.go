package bot_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"holecard/bot/session"
	"holecard/bot/view"
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

// altered presses a button of a message, with the interaction changed as told.
func (p player) altered(
	m localdiscord.Message, button string, change func(map[string]any),
) func() *localdiscord.Interaction {
	p.s.t.Helper()
	id := p.s.customID(m, button)
	return func() *localdiscord.Interaction {
		return p.s.discord.Inject(localdiscord.Alter(p.ClickPayload(m, id), change))
	}
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
		press, err := ada.Click(question.ID, "Give")
		if err != nil {
			t.Fatal(err)
		}
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
		s.refuses(ada, "Already done. Nothing moved twice.",
			func() *localdiscord.Interaction {
				return ada.forges(done, s.customID(question, "Give"))
			})
		s.refuses(ada, "Already done. Nothing moved twice.",
			func() *localdiscord.Interaction {
				return ada.forges(done, s.customID(question, "Cancel"))
			})
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
		s.refuses(ada, "Already answered. No chips moved.",
			func() *localdiscord.Interaction {
				return ada.forges(no, s.customID(question, "Give"))
			})
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
			fact, want string
			who        any
			amount     any
			change     func(map[string]any)
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
			{"to user 0", "Pick a player.", "0", 1, nil},
			{"0", "Amount: at least 1 chip.", grace.Person, 0, nil},
			{"-1", "Amount: at least 1 chip.", grace.Person, -1, nil},
			{"more than the wallet", "You only have 40 chips, plus 60 in your open hand.",
				grace.Person, 41, nil},
			{"2^53", "You only have 40 chips", grace.Person, json.Number("9007199254740992"),
				nil},
			{"2^63", "You only have 40 chips", grace.Person, json.Number("9223372036854775808"),
				nil},
			{"words", noAmount, grace.Person, "ten", nil},
			{"an exponent", noAmount, grace.Person, "1e3", nil},
			{"two numbers", noAmount, grace.Person, "1 2", nil},
			{"nothing", noAmount, grace.Person, nil, nil},
			{"not as a member", "Discord doesn't list you on this server",
				grace.Person, 1, func(i map[string]any) {
					i["user"] = within(i, "member")["user"]
					delete(i, "member")
				}},
			{"in direct messages", "Use this in a server.", grace.Person, 1,
				direct},
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

func TestADaysGiftsAreCappedInWords(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada, grace := s.person("Ada"), s.person("Grace")
		ada.presses(ada.types("settings chips", setting("grant", to(ada), amount(5000))), "Grant")
		give := func(n int) func() *localdiscord.Interaction {
			return func() *localdiscord.Interaction {
				return ada.sends(nil, "give", option("player", idOf(grace.Person)), amount(n))
			}
		}
		s.refuses(ada, "You can give 1,000 chips more today; the daily limit is 1,000. It "+
			"starts over <t:", give(giveDaily+1))
		early := ada.types("give", to(grace), amount(1))
		ada.presses(ada.types("give", to(grace), amount(giveDaily-1)), "Give")
		s.lastSaid()
		s.refuses(ada, "You can give 1 chip more today; the daily limit is 1,000.", give(2))
		ada.presses(ada.types("give", to(grace), amount(1)), "Give")
		s.lastSaid()
		s.refuses(ada, "You've given today's 1,000 chips. You can give more <t:", give(1))
		s.refuses(ada, "You've given today's 1,000 chips.",
			func() *localdiscord.Interaction {
				return ada.forges(early, s.customID(early, "Give"))
			})
		grace.has(1100, 0)
		s.off(24 * time.Hour)
		ada.presses(ada.types("give", to(grace), amount(giveDaily)), "Give")
		grace.has(2100, 0)
	})
}

func TestAQuestionIsAnsweredByWhomItWasAskedWhereItWasAskedAndInTime(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada, grace := s.person("Ada"), s.person("Grace")
		ada.opens()
		grace.opens()
		gift := ada.types("give", to(grace), amount(40))
		grant := ada.types("settings chips",
			setting("grant", to(grace), amount(500), option("why", "a test")))
		const theirs = "Someone else has to answer that. Use the command yourself."
		const old = "That was more than 15 minutes ago. Use the command again."
		const here = "That wasn't asked here. Answer it where you were asked, or use the command " +
			"again."
		same := func(map[string]any) {}
		admin := func(i map[string]any) { within(i, "member")["permissions"] = "8" }
		elsewhere := func(i map[string]any) { i["guild_id"] = "7"; within(i, "guild")["id"] = "7" }
		for _, f := range []struct {
			fact    string
			by      player
			message localdiscord.Message
			button  string
			change  func(map[string]any)
			want    string
		}{
			{"the receiver presses", grace, gift, "Give", same, theirs},
			{"the receiver declines", grace, gift, "Cancel", same, theirs},
			{"another admin presses", grace, grant, "Grant", admin, theirs},
			{"another admin declines", grace, grant, "Cancel", admin, theirs},
			{"a gift in another server", ada, gift, "Give", elsewhere, here},
			{"a grant in another server", ada, grant, "Grant", elsewhere, here},
			{"a gift in direct messages", ada, gift, "Give", direct, here},
			{"a grant in direct messages", ada, grant, "Grant", direct,
				"Use this in a server."},
			{"the permission withdrawn", ada, grant, "Grant", permitted("0"),
				"You need Manage Server for this."},
			{"no permissions at all", ada, grant, "Grant", func(i map[string]any) {
				delete(within(i, "member"), "permissions")
			}, "You need Manage Server for this."},
		} {
			s.refuses(f.by, f.want, f.by.altered(f.message, f.button, f.change))
			if t.Failed() {
				t.Fatal(f.fact)
			}
		}
		gifts := ada.presses(ada.picks(ada.panel(), "Page", "Gifts"), "Turn gifts off")
		s.refuses(ada, "Gifts are off on this server.",
			ada.altered(gift, "Give", same))
		ada.presses(gifts, "Turn gifts on")
		time.Sleep(session.ConfirmationTime + time.Second)
		s.refuses(ada, old, ada.altered(gift, "Give", same))
		s.refuses(ada, old, ada.altered(grant, "Grant", same))
		ada.has(100, 0)
		grace.has(100, 0)
	})
}

func TestGiftsAreSwitchedByAdmins(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada, grace := s.person("Ada"), s.person("Grace")
		s.shows(ada.types("settings", setting("show")),
			"**Gifts**\nOn: up to 1,000 chips a day for each player.")
		panel := ada.presses(ada.picks(ada.panel(), "Page", "Gifts"), "Turn gifts off")
		s.shows(panel, "Off on this server.")
		s.restart()
		s.refuses(grace, "Gifts are off on this server.",
			func() *localdiscord.Interaction {
				return grace.sends(nil, "give", option("player", idOf(ada.Person)), amount(1))
			})
		s.shows(ada.presses(panel, "Turn gifts on"), "On: up to")
		s.shows(grace.types("give", to(ada), amount(1)), "Give **1 chip**")
	})
}

// A server may tell nothing of the people that options name.
func TestAGiftNeedsNothingThatServersLeaveOut(t *testing.T) {
	for odd, change := range map[string]func(map[string]any){
		"nobody resolved": func(i map[string]any) { delete(within(i, "data"), "resolved") },
		"resolved null":   func(i map[string]any) { within(i, "data")["resolved"] = nil },
		"resolved a text": func(i map[string]any) { within(i, "data")["resolved"] = "none" },
		"resolved of texts": func(i map[string]any) {
			within(i, "data")["resolved"] = map[string]any{"users": "x", "members": 7}
		},
		"no members": func(i map[string]any) {
			id := within(i, "data")["options"].([]any)[0].(map[string]any)["value"].(string)
			within(i,
				"data")["resolved"] = map[string]any{"users": map[string]any{id: map[string]any{
				"id": id, "username": "grace"}}}
		},
	} {
		t.Run(odd, func(t *testing.T) {
			tell(t, func(t *testing.T, s *stage) {
				ada, grace := s.person("Ada"), s.person("Grace")
				question := s.answer(ada.sends(change, "give", option("player", grace.ID.String()),
					amount("40")))
				s.shows(ada.presses(question, "Give"), "You gave **40 chips**")
				grace.has(140, 0)
			})
		})
	}
}

func TestNamesInGiftsAreOnlyNames(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		mallory, grace, escaped := s.person(hostile), s.person("Grace"), view.Escape(hostile)
		question := grace.types("give", to(mallory), amount(10))
		s.shows(question, "Player: "+escaped)
		grace.presses(question, "Give")
		s.shows(grace.types("leaderboard"), "1. 🥇 "+escaped)
		mallory.presses(mallory.types("give", to(grace), amount(10)), "Give")
		if said, _ := s.lastSaid(); !strings.HasPrefix(said.Content, escaped+" gave <@") ||
			len(said.Mentions) > 0 || said.MentionEveryone {
			t.Errorf("everybody reads %q", said.Content)
		}
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
		for _, forged := range []string{s.customID(other, "Give"),
			strings.Replace(s.customID(gift, "Give"), "y:", "k:", 1) + "0"} {
			s.refuses(ada, "That button no longer works.",
				func() *localdiscord.Interaction { return ada.pressesAt(gift, forged) })
		}
		adjusts := strings.Replace(s.customID(gift, "Give"), "y:", "k:", 1) // a gift is no grant
		s.refuses(ada, "That wasn't asked here.",
			func() *localdiscord.Interaction { return ada.forges(gift, adjusts) })
		ada.presses(gift, "Give")
		grace.has(startingChips+1, 0)
	})
}

// Nothing is read back from the message: what it says, and whether it is sent along,
// changes nothing.
func TestWhatAMessageShowsIsNotReadBack(t *testing.T) {
	for fact, change := range map[string]func(map[string]any){
		"another reason": func(i map[string]any) {
			for _, f := range within(i,
				"message")["embeds"].([]any)[0].(map[string]any)["fields"].([]any) {
				f.(map[string]any)["value"] = "a lie"
			}
		},
		"no message": func(i map[string]any) { delete(i, "message") },
	} {
		tell(t, func(t *testing.T, s *stage) {
			ada, grace := s.person("Ada"), s.person("Grace")
			grant := ada.types("settings chips",
				setting("grant", to(grace), amount(500), option("why", "a test")))
			if _, err := ada.altered(grant, "Grant", change)().Wait(t.Context()); err != nil {
				t.Fatal(err)
			}
			grace.has(600, 0)
			if p, _ := s.lastPosted(); p.Note != "a test" {
				t.Errorf("%s: the ledger says %q", fact, p.Note)
			}
			// by the name that the command was given with
			s.shows(ada.types("leaderboard"), "1. 🥇 Grace")
		})
	}
}

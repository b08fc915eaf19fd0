package bot_test

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"holecard/internal/localdiscord"
	"holecard/storage"
)

// now returns a message as everybody sees it.
func (s *stage) now(m localdiscord.Message) localdiscord.Message {
	s.t.Helper()
	synctest.Wait()
	now, ok := s.discord.Message(m.ID)
	if !ok {
		s.t.Fatal("the message is gone")
	}
	return now
}

// entersBet bets at a table by its modal.
func (p player) entersBet(table localdiscord.Message, amount string) *localdiscord.Interaction {
	p.s.t.Helper()
	return p.submits(table, "Bet", form{"bet": amount})
}

// seats opens a table, and deals the people there a round for 10 chips each.
func (s *stage) seats(cards string, given []localdiscord.Given,
	people ...player) localdiscord.Message {
	s.t.Helper()
	s.stack(cards)
	table := people[0].types("table", setting("open", given...))
	for _, p := range people {
		p.presses(table, "Same bet")
	}
	for _, p := range people {
		p.presses(table, "Ready")
	}
	return table
}

// threeHands deals 19, 18 and 17, and the dealer 17.
const threeHands = "TS TH TD 9C 9S 8H 7D 8C 2S KH"

func TestThreePeoplePlayAtOneTable(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada, grace, edward := s.person("Ada"), s.person("Grace"), s.person("Edward")
		s.stack(threeHands)
		table := ada.types("table", setting("open", option("pace", "fast")))
		for _, p := range []player{ada, grace, edward} {
			p.presses(table, "Sit")
		}
		s.answer(ada.entersBet(table, "10"))
		grace.presses(table, "Same bet")
		s.answer(edward.entersBet(table, "half"))
		ada.has(100, 0) // nothing is held before the deal
		ada.presses(table, "Ready")
		grace.presses(table, "Ready")
		s.shows(edward.presses(table, "Ready"), "Ada's turn", "Edward · 17")
		ada.presses(table, "Stand")
		s.shows(s.now(table), "Grace's turn")
		time.Sleep(16 * time.Second)
		s.shows(s.now(table), "Edward's turn", "Grace ran out of time and stands.")
		edward.presses(table, "Hit")
		over := edward.presses(table, "Stand")
		s.shows(over, "**Ada +10** · **Grace +10** · **Edward +50**", "Bets are open again.")
		ada.has(110, 0)
		grace.has(110, 0)
		edward.has(150, 0)
		edward.presses(table, "Leave")
		time.Sleep(6 * time.Minute)
		s.shows(s.now(table), "closed")
		if n := len(s.now(table).Buttons()); n != 0 {
			t.Errorf("a closed table has %d buttons", n)
		}
		s.shows(grace.types("table", setting("list")), "No table is open here")
	})
}

func TestATableRefusesInPrivateAndSaysWhy(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada, grace, edward := s.person("Ada"), s.person("Grace"), s.person("Edward")
		table := s.seats("TS TH 9C 9S 8H 8C", nil, ada, grace)
		grace.cannotPress("It's Ada's turn, which ends <t:", table, "Hit")
		edward.cannotPress("You're not in this round", table, "Hit")
		edward.cannotPress("You don't sit", table, "Leave")
		hit, _ := s.now(table).Find("Hit")
		ada.presses(table, "Stand")
		// Late presses: the turn has passed, then the round is over.
		ada.cannotForge("It's Grace's turn", table, hit.CustomID)
		s.shows(grace.presses(table, "Stand"), "**Ada +10** · **Grace +10**")
		if late := s.answer(grace.forges(table, hit.CustomID)); late.Ephemeral() {
			t.Errorf("a late press is answered\n%s", look(late))
		}
		grace.has(110, 0)
		s.refuses(ada, "“lots” isn't a bet", func() *localdiscord.Interaction {
			return ada.entersBet(table, "lots")
		})
		s.refuses(ada, "You only have 110 chips.", func() *localdiscord.Interaction {
			return ada.entersBet(table, "111")
		})
	})
}

func TestInsuranceIsAskedOfAllAtOnce(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada, grace := s.person("Ada"), s.person("Grace")
		table := s.seats("TS TH AC 9S 8H KC", nil, ada, grace)
		grace.presses(table, "Insurance")
		grace.has(85, 0) // insurance is held at once
		grace.cannotPress("You've already answered", table, "No insurance")
		s.shows(ada.presses(table, "No insurance"), "**Ada −10**", "Grace")
		ada.has(90, 0)
		grace.has(100, 0)
	})
}

func TestHandsAreSplitAndDoubledAtATable(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada, grace := s.person("Ada"), s.person("Grace")
		table := s.seats("8S TH 9C 8D 8H 8C 3S TD TC", nil, ada, grace)
		s.shows(ada.presses(table, "Split"), "Ada's turn")
		s.shows(ada.presses(table, "Double"), "Ada's turn") // 8 and 3, and a ten
		s.shows(ada.presses(table, "Stand"), "Grace's turn")
		s.shows(grace.presses(table, "Stand"), "Bets are open again.")
		ada.has(130, 0) // 21 for 20, and 18 for 10, against 17
		grace.has(110, 0)
	})
}

func TestWhoHasTooFewChipsAtTheDealIsToldInPrivate(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada, grace := s.person("Ada"), s.person("Grace")
		s.stack("TS 9C 9S 8C TS 9C 9S 8C")
		table := ada.types("table", setting("open"))
		ada.presses(table, "Same bet")
		bets := grace.entersBet(table, "100")
		s.answer(bets)
		grace.types("blackjack", bet(60))
		time.Sleep(21 * time.Second)
		s.shows(s.now(table), "Ada's turn", "Grace")
		const word = "You weren't dealt in: your bet needs 100 chips."
		if told := s.told(bets); told != word {
			t.Errorf("she is told %q", told)
		}
		grace.has(40, 60)
	})
}

func TestAPrivateTableIsForThoseWhoAreInvited(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada, grace, edward := s.person("Ada"), s.person("Grace"), s.person("Edward")
		table := grace.types("table", setting("open", option("player1", ada.Person)))
		ada.presses(table, "Sit")
		edward.cannotPress("This table is private.", table, "Sit")
		edward.cannotPress("This table is private.", table, "Bet")
		s.shows(grace.types("table", setting("invite", to(edward))), "can sit at")
		s.shows(edward.presses(table, "Sit"), "Edward")
	})
}

func TestATableClosesAfterItsRound(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		grace, edward := s.person("Grace"), s.person("Edward")
		table := s.seats("TS TH 9C 9S 8H 8C", nil, grace, edward)
		edward.cannot("Only the player who opened this table", "table", setting("close"))
		s.shows(grace.types("table", setting("close")), "closes after this round")
		time.Sleep(2 * time.Second)
		s.shows(s.now(table), "Grace's turn", "closes after this round")
		grace.presses(table, "Stand")
		s.shows(edward.presses(table, "Stand"), "**Grace +10** · **Edward +10**", "closed")
		grace.has(110, 0)
		grace.cannot("There's no open table in this channel.", "table", setting("close"))
	})
}

func TestADeletedMessageClosesItsTableWithoutLoss(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada, grace := s.person("Ada"), s.person("Grace")
		table := s.seats("TS TH 9C 9S 8H 8C", nil, grace, ada)
		grace.has(90, 0)
		if err := ada.Delete(table.ID); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * time.Minute) // both turns pass
		grace.has(110, 0)
		ada.has(110, 0)
		s.shows(ada.types("table", setting("list")), "No table is open here")
	})
}

func TestAnArchivedThreadClosesItsTableAndIsRedrawnWhenItIsReopened(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada, grace := s.person("Ada"), s.person("Grace")
		for _, reopened := range []func(localdiscord.Message){
			func(table localdiscord.Message) {
				if _, err := grace.Say(table.ChannelID, "Where were we?"); err != nil {
					t.Fatal(err)
				}
			},
			func(table localdiscord.Message) { grace.clicks(table, "Stand") },
		} {
			table := s.seats("TS TH 9C 9S 8H 8C", nil, grace, ada)
			if err := ada.Archive(table.ChannelID); err != nil {
				t.Fatal(err)
			}
			time.Sleep(2 * time.Minute) // both turns pass
			s.shows(s.now(table), "Grace's turn")
			reopened(table)
			time.Sleep(time.Minute)
			now := s.now(table)
			if s.shows(now, "This table is closed."); len(now.Components) > 0 {
				t.Errorf("it still has buttons:\n%s", look(now))
			}
		}
		grace.has(120, 0)
		ada.has(120, 0)
		s.shows(ada.types("table", setting("list")), "No table is open here")
	})
}

// While people cannot press, no turn passes, however long that lasts.
func TestTheClockStandsWhileThereIsNoConnection(t *testing.T) {
	aboutGateway(t)
	tell(t, func(t *testing.T, s *stage) {
		ada, grace := s.person("Ada"), s.person("Grace")
		table := s.seats("TS TH 9C 9S 8H 8C", nil, ada, grace)
		s.unreachable(true)
		s.discord.Trouble(localdiscord.Trouble{})
		time.Sleep(10 * time.Minute)
		s.unreachable(false)
		if err := s.discord.AwaitOnline(t.Context()); err != nil {
			t.Fatal(err)
		}
		time.Sleep(10 * time.Second)
		s.shows(s.now(table), "Ada's turn")
		s.shows(ada.presses(table, "Stand"), "Grace's turn")
	})
}

func TestATableThatNobodyPressesIsClosedInItsMessage(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		table := s.person("Ada").types("table", setting("open"))
		time.Sleep(6 * time.Minute)
		s.shows(s.now(table), "This table is closed.")
	})
}

// Whoever presses Sit again and again has the message drawn for nobody, and the first time by the
// answer alone.
func TestAPressThatChangesNothingDrawsNothing(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada := s.person("Ada")
		table := ada.types("table", setting("open"))
		time.Sleep(5 * time.Second)
		before := len(s.discord.Requests())
		table = ada.presses(table, "Sit")
		time.Sleep(5 * time.Second)
		if n := len(s.discord.Requests()) - before; n != 1 {
			t.Errorf("a press takes %d requests", n)
		}
		edited := *s.now(table).EditedTimestamp
		for range 10 {
			a, err := ada.clicks(table, "Sit").Wait(t.Context())
			if err != nil || a.Type != localdiscord.CallbackDeferredUpdate {
				t.Errorf("a press of Sit is answered with %s, %v", a.Body, err)
			}
			time.Sleep(300 * time.Millisecond)
		}
		time.Sleep(5 * time.Second)
		if now := s.now(table); *now.EditedTimestamp != edited {
			t.Errorf("the message is drawn at %s, was at %s", *now.EditedTimestamp, edited)
		}
	})
}

func TestAStrategySitsAtATable(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada, grace := s.person("Ada"), s.person("Grace")
		s.stack(threeHands)
		table := ada.types("table", setting("open"))
		s.shows(grace.types("table", setting("sit", option("strategy", "stopAt(17)"))),
			"stopAt(17)", "bets and plays for you")
		ada.presses(table, "Same bet")
		s.shows(ada.presses(table, "Ready"), "Ada's turn", "stopAt(17)")
		s.shows(ada.presses(table, "Stand"), "Bets are open again.")
	})
}

func TestARoundOfATableIsProven(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada, grace := s.person("Ada"), s.person("Grace")
		table := s.seats("", nil, ada, grace)
		for range 10 { // the cards are as they come
			if _, open := s.now(table).Find("Proof"); open {
				break
			}
			time.Sleep(31 * time.Second)
		}
		for _, p := range []player{ada, grace} {
			proof := proofs(t, look(p.types("fair")))
			if problems := proof.Check(); len(problems) > 0 || len(proof.Shuffles[0].Seats) != 2 {
				t.Errorf("%s: %v, of %d seats", p.Name, problems, len(proof.Shuffles[0].Seats))
			}
		}
		s.shows(grace.presses(table, "Proof"), "match")
	})
}

func TestWithoutPermissionsNoTableIsOpened(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada := s.person("Ada")
		err := ada.Deny(s.channel(),
			uint64(discordgo.PermissionViewChannel|discordgo.PermissionSendMessages|discordgo.PermissionAttachFiles))
		if err != nil {
			t.Fatal(err)
		}
		ada.cannot("I need: **View Channel**, **Send Messages**.", "table", setting("open"))
		s.shows(ada.types("table", setting("list")), "No table is open here")
	})
}

// closes closes all tables, and nobody comes to redraw them.
func (s *stage) closes() {
	s.t.Helper()
	s.writes(func(tx storage.Tx) error {
		list, err := storage.Seatings.All(tx)
		for _, v := range list {
			err = errors.Join(err, storage.CloseSeating(tx, v.ID))
		}
		return err
	})
}

func TestAPressAtATableThatHasClosedTakesItsButtonsAway(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada := s.person("Ada")
		presses := map[string]func(localdiscord.Message){
			"a bet that is being entered": func(table localdiscord.Message) {
				asked := ada.clicks(table, "Bet")
				if _, err := asked.Wait(t.Context()); err != nil {
					t.Fatal(err)
				}
				s.closes()
				sent, err := ada.Submit(asked.ID, form{"bet": "10"})
				if err != nil {
					t.Fatal(err)
				}
				s.shows(s.answer(sent), "This table is closed.")
			},
		}
		for _, button := range []string{"Sit", "Leave", "Bet", "Same bet", "Ready"} {
			presses[button] = func(table localdiscord.Message) {
				s.closes()
				ada.presses(table, button)
			}
		}
		for press, does := range presses {
			table := ada.types("table", setting("open"))
			does(table)
			now := s.now(table)
			if s.shows(now, "This table is closed."); len(now.Components) > 0 {
				t.Errorf("after %s it still has buttons:\n%s", press, look(now))
			}
		}
	})
}

package bot_test

import (
	"testing"
	"testing/synctest"
	"time"

	"holecard/internal/localdiscord"
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

// bets bets at a table by its modal.
func (p player) bets(table localdiscord.Message, amount string) localdiscord.Message {
	p.s.t.Helper()
	i, err := p.Click(table.ID, "Bet")
	if err != nil {
		p.s.t.Fatal(err)
	}
	a, err := i.Wait(p.s.t.Context())
	if err != nil || a.Message != nil {
		p.s.t.Fatalf("no modal: %v, %s", err, a.Body)
	}
	i, err = p.Submit(i.ID, map[string]string{"bet": amount})
	if err != nil {
		p.s.t.Fatal(err)
	}
	a, err = i.Wait(p.s.t.Context())
	return p.s.message(a, err)
}

func TestThreePeoplePlayAtOneTable(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada, grace, edward := s.person("Ada"), s.person("Grace"), s.person("Edward")
		s.stack("TS TH TD 9C 9S 8H 7D 8C 2S KH") // 19, 18 and 17; the dealer has 17
		table := ada.types("table", setting("open", option("pace", "fast")))
		for _, p := range []player{ada, grace, edward} {
			p.presses(table, "Sit")
		}
		ada.bets(table, "10")
		grace.presses(table, "Same bet")
		edward.bets(table, "half")
		for _, p := range []player{ada, grace, edward} {
			p.presses(table, "Ready")
		}
		t.Log(look(s.now(table)))
		ada.presses(table, "Stand")
		t.Log(look(s.now(table)))
		time.Sleep(16 * time.Second)
		t.Log(look(s.now(table)))
		edward.presses(table, "Hit")
		edward.presses(table, "Stand")
		t.Log(look(s.now(table)))
	})
}

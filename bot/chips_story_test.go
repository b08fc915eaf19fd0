package bot_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"holecard/internal/localdiscord"
	"holecard/storage"
)

func TestAdminsChangeChipsWithTheReasonInTheLedger(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada, grace := s.person("Ada"), s.person("Grace")
		because := func(why string) localdiscord.Given { return option("why", why) }
		for _, f := range []struct {
			name, button string
			given        []localdiscord.Given
			asks, says   string
			has          storage.Chips
			reason       storage.Reason
			note         string
		}{
			{"grant", "Grant",
				[]localdiscord.Given{amount(630), because("won the *quiz* @everyone \u202e_x_ \\")},
				"They haven't played here yet and start with 100.\nThey'll have **730**.",
				"Balance: 100 → **730**", 730, storage.Grant,
				"won the *quiz* @everyone _x_ \\"},
			{"take", "Take", []localdiscord.Given{amount(500)},
				"They have 730 now.\nThey'll have **230**.", "Took **500 chips** from", 230,
				storage.Confiscation, ""},
			{"reset", "Reset", []localdiscord.Given{because("a new season")},
				"to the starting **100 chips**?", "Balance: 230 → **100**",
				100, storage.Reset, "a new season"},
		} {
			question := ada.types("settings chips",
				setting(f.name, append([]localdiscord.Given{to(grace)}, f.given...)...))
			s.shows(question, f.asks, "Player: Grace", "["+f.button, "[Cancel true]")
			if !question.Ephemeral() {
				t.Error("everybody reads the question")
			}
			s.restart()
			press := ada.clicks(question, f.button)
			done := s.answer(press)
			s.shows(done, f.says)
			if done.ID != question.ID || len(done.Buttons()) > 0 {
				t.Errorf("the question has become\n%s", look(done))
			}
			grace.has(f.has, 0)
			last, count := s.lastPosted()
			if last.Reason != f.reason || last.Who != storage.UserID(ada.ID) ||
				last.Note != f.note || uint64(last.By) != uint64(press.ID) {
				t.Errorf("/settings chips %s is in the ledger as %+v", f.name, last)
			}
			ada.cannotForge("Already done.", question, s.customID(question, f.button))
			s.discord.Redeliver(press)
			if _, now := s.lastPosted(); now != count {
				t.Errorf("/settings chips %s is done again", f.name)
			}
		}
		shown := ada.types("settings chips", setting("show", to(grace)))
		s.shows(shown, "has **100 chips**", fmt.Sprintf("Reset by <@%d> **−130** · <t:", ada.ID),
			"Taken by", `:R>: won the \*quiz\* \@everyone`, "Starting chips **+100**")
		if _, count := s.lastSaid(); count != 0 || !shown.Ephemeral() {
			t.Errorf("everybody reads %d messages, and where chips came from: %v", count,
				!shown.Ephemeral())
		}
		s.shows(ada.types("settings chips", setting("show")), "starts with **100 chips**")
	})
}

func TestACorrectionThatCannotBeIsRefusedInWords(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada, grace, edward := s.person("Ada"), s.person("Grace"), s.person("Edward")
		s.stack("TS TC 6D 7H 2C 3C 4C")
		grace.types("blackjack", bet(60))
		id, stranger := option("player", idOf(grace.Person)), option("player", idOf(edward.Person))
		for _, f := range []struct {
			command localdiscord.Given
			want    string
		}{
			{setting("take", id, amount(41)),
				"They only have 40 chips. The 60 in their open hand can't be taken."},
			{setting("take", stranger, amount(1)), "They haven't played here yet."},
			{setting("show", stranger), "They haven't played here yet."},
			{setting("grant", id, amount(0)), "Amount: at least 1 chip."},
			{setting("grant", id, amount(json.Number("9007199254740992"))),
				"Their wallet can't hold that many."},
			{setting("grant", id, amount("1e3")), "isn't an amount."},
			{setting("grant", amount(1)), "Pick a player."},
			{setting("grant", id, amount(1), option("why", strings.Repeat("é", 101))),
				"Reason: up to 100 characters."},
		} {
			ada.cannot(f.want, "settings chips", f.command)
			if t.Failed() {
				t.Fatalf("%+v", f.command)
			}
		}
		s.refuses(ada, "Bots can't hold chips.", func() *localdiscord.Interaction {
			users := map[string]any{"5": map[string]any{"id": "5", "bot": true}}
			return ada.sends(func(i map[string]any) {
				within(i, "data")["resolved"] = map[string]any{"users": users}
			}, "settings chips", setting("grant", option("player", "5"), amount(1)))
		})
		grace.has(40, 60)
	})
}

// recorder is a store that tells what is posted in it, so that a story can look
// at postings, which no reader returns.
type recorder struct {
	storage.Store
	keep func([]storage.Posting)
}

func (r recorder) Update(ctx context.Context, in storage.GuildID, fn func(storage.Tx) error) error {
	var made []storage.Posting
	err := r.Store.Update(ctx, in, func(tx storage.Tx) error {
		made = nil
		return fn(recording{tx, &made})
	})
	if err == nil {
		r.keep(made)
	}
	return err
}

type recording struct {
	storage.Tx
	made *[]storage.Posting
}

func (r recording) Post(p storage.Posting) error {
	err := r.Tx.Post(p)
	if err == nil {
		*r.made = append(*r.made, p)
	}
	return err
}

func (s *stage) record(made []storage.Posting) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.posted = append(s.posted, made...)
}

// lastPosted returns the newest posting, of how many there are.
func (s *stage) lastPosted() (storage.Posting, int) {
	s.t.Helper()
	synctest.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.posted) == 0 {
		s.t.Fatal("nothing is posted")
	}
	return s.posted[len(s.posted)-1], len(s.posted)
}

package bot_test

import (
	"compress/gzip"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"holecard/internal/localdiscord"
	"holecard/storage"
)

// oldMessages are the messages of the database storage/bolt/testdata/schema3.db: the
// buttons of each, as the version before schema 4 made them.
func oldMessages(t *testing.T) map[string][]localdiscord.Component {
	t.Helper()
	text, err := os.ReadFile("testdata/buttons-of-schema-3.txt")
	if err != nil {
		t.Fatal(err)
	}
	messages, name := map[string][]localdiscord.Component{}, ""
	for line := range strings.Lines(string(text)) {
		button := strings.Split(strings.TrimSpace(line), "\t")
		if len(button) == 1 {
			name = button[0]
			continue
		}
		messages[name] = append(messages[name],
			localdiscord.Component{Type: 2, Label: button[0], CustomID: button[1]})
	}
	return messages
}

// Messages live for ever: those of before schema 4 work with the database that was
// migrated, also in direct messages, which were one guild for all.
func TestMessagesOfBeforeSchemaFourWork(t *testing.T) {
	before := func(s *stage) {
		packed, err := os.Open("../storage/bolt/testdata/schema3.db.gz")
		if err != nil {
			t.Fatal(err)
		}
		defer packed.Close()
		r, err := gzip.NewReader(packed)
		if err != nil {
			t.Fatal(err)
		}
		file, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(s.path, file, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	messages := oldMessages(t)
	const earlier = "That button is from an older version of the bot. Use the command again."
	tellAs(t, before, func(t *testing.T, s *stage) {
		time.Sleep(time.Minute) // of Discord's clock since the last of them
		ada, grace, edward, mallory := s.person("Ada"), s.person("Grace"), s.person("Edward"),
			s.person(hostile)
		abroad := func(i map[string]any) { i["guild_id"] = "999"; delete(i, "guild") }
		audit := s.audit()
		for _, f := range []struct {
			by            player
			direct        bool
			change        func(map[string]any)
			name, presses string
			want          string
		}{
			// which were stacked
			{by: ada, name: "settled after a split", presses: "Proof",
				want: "These cards don't match their sealed shuffle."},
			{by: grace, name: "settled after a split", presses: "Proof",
				want: "'s hand. Start yours"},
			{by: grace, name: "settled, with a deck left", presses: "Proof", want: "downen"},
			{by: grace, name: "settled, with a deck left", presses: "Play again",
				want: `"label":"Stand"`},
			{by: mallory, name: "insurance is asked", presses: "No insurance",
				want: "❌ **−30** · "},
			{by: ada, name: "open", presses: "Stand", want: `"label":"Play again"`},
			{by: ada, name: "open", presses: "Hit", want: `"label":"Play again"`},
			{by: grace, name: "open after a split", presses: "Stand", want: `"label":"Stand"`},
			{by: grace, name: "open abroad", change: abroad, presses: "Stand",
				want: `"label":"Play again"`},
			{by: ada, name: "gift", presses: "Give", want: earlier},
			{by: ada, name: "gift", presses: "Don't", want: earlier},
			{by: grace, name: "gift", presses: "Give", want: earlier},
			{by: ada, name: "grant", presses: "Grant", want: earlier},
			{by: ada, name: "take", presses: "Take", want: earlier},
			{by: ada, name: "reset", presses: "Reset", want: earlier},
			{by: ada, name: "reset", presses: "Don't", want: earlier},
			{by: ada, name: "declined gift", presses: "Give", want: earlier},
			{by: ada, name: "given gift", presses: "Give", want: earlier},
			{by: edward, name: "leaderboard", presses: "Biggest win", want: "1. "},
			{by: ada, direct: true, name: "Ada settled in direct messages", presses: "Proof",
				want: "These cards don't match their sealed shuffle."},
			{by: ada, direct: true, name: "Ada open in direct messages", presses: "Stand",
				want: `"label":"Play again"`},
			{by: ada, direct: true, name: "Ada lost in direct messages", presses: "Play again",
				want: `"label":"Stand"`},
			{by: ada, direct: true, name: "Grace open in direct messages", presses: "Stand",
				want: "There's no such hand here."},
			{by: grace, direct: true, name: "Grace open in direct messages", presses: "Double",
				want: `"label":"Play again"`},
			{by: edward, direct: true, name: "Edward lost in direct messages", presses: "Half bet",
				want: `"label":"Stand"`},
		} {
			s.stack("5S TC 6D TH 9H 2C 3C 4C")
			m := localdiscord.Message{ID: localdiscord.IDAt(time.Now()), ChannelID: s.channel()}
			if f.direct {
				m.ChannelID = f.by.DM().ID
			}
			m.Components = []localdiscord.Component{{Type: 1, Components: messages[f.name]}}
			id := ""
			for _, b := range messages[f.name] {
				if b.Label == f.presses {
					id = b.CustomID
				}
			}
			if id == "" {
				t.Fatalf("the message %q has no button %q", f.name, f.presses)
			}
			raw := f.by.ClickPayload(m, id)
			if f.change != nil {
				raw = localdiscord.Alter(raw, f.change)
			}
			a, err := s.discord.Inject(raw).Wait(t.Context())
			if err != nil || !strings.Contains(string(a.Body), f.want) &&
				(a.Message == nil || !strings.Contains(look(*a.Message), f.want)) {
				t.Errorf("%s, %s: %v\n%s", f.name, f.presses, err, a.Body)
			}
		}
		now := s.audit()
		if !now.OK || now.Postings <= audit.Postings || now.Total != 0 {
			t.Errorf("the ledger was %+v and is %+v", audit, now)
		}
		in := func(p player, guild storage.GuildID) storage.Player {
			return storage.Player{Guild: guild, User: storage.UserID(p.ID)}
		}
		for _, p := range []player{ada, grace, edward} {
			who := in(p, storage.DirectMessages(storage.UserID(p.ID)))
			err := s.store.View(t.Context(), who.Guild, func(r storage.Reader) error {
				position, of, err := r.Rank(who, storage.ByChips.Ever())
				if position != 1 || of != 1 {
					t.Errorf("%s has position %d of %d in direct messages", p.Name, position, of)
				}
				return err
			})
			if err != nil {
				t.Error(err)
			}
		}
	})
}

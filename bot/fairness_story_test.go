package bot_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"holecard/blackjack/fair"
	"holecard/internal/localdiscord"
)

var commitment = regexp.MustCompile(`\b[0-9a-f]{64}\b`)

// proofs reads the proof that a message shows, as a player copies it.
func proofs(t *testing.T, text string) fair.Proof {
	t.Helper()
	_, text, _ = strings.Cut(text, "```")
	text, _, _ = strings.Cut(text, "```")
	read, err := fair.ReadProofs(strings.NewReader(text))
	if err != nil || len(read) != 1 {
		t.Fatalf("%d proofs, %v: %s", len(read), err, text)
	}
	return read[0]
}

// openHand deals hands until one has to be played, which a natural has not: what
// is dealt has to follow from the seeds here, so that no cards can be stacked. It
// returns the hand, and what was promised of its shuffle.
func (s *stage) openHand(p player, promised string) (hand localdiscord.Message, of string) {
	s.t.Helper()
	const most = 100 // one hand in twenty is over as it is dealt
	for range most {
		if hand = p.types("blackjack", bet(1)); s.asks(hand) {
			return hand, promised
		}
		promised = commitment.FindString(look(p.types("fair", option("seed", "once more"))))
	}
	s.t.Fatalf("%d hands were over as they were dealt", most)
	return hand, promised
}

// asks reports whether a hand waits for its player.
func (s *stage) asks(hand localdiscord.Message) bool { return s.leastOf(hand) != "" }

// leastOf returns the button that does the least, empty where the hand is over.
func (s *stage) leastOf(hand localdiscord.Message) string {
	for _, label := range []string{"No insurance", "Stand"} {
		if strings.Contains(look(hand), "["+label+" true]") {
			return label
		}
	}
	return ""
}

func TestAPlayerChecksAShuffle(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada := s.person("Ada")
		before := look(ada.types("fair"))
		promised := commitment.FindString(before)
		seeded := look(ada.types("fair", option("seed", "```@everyone``` **Glück** <@1> \u202ex")))
		if promised == "" || commitment.FindString(seeded) != promised {
			t.Fatalf("%s\nthen\n%s", before, seeded)
		}
		hand, promised := s.openHand(ada, promised)
		for s.asks(hand) {
			open := proofs(t, look(ada.types("fair")))
			if problems := open.Check(); len(problems) != 1 || !problems[0].Unrevealed ||
				open.Shuffles[0].Commitment != promised {
				t.Errorf("while it is played, of a shuffle promised as %s: %v", promised, problems)
			}
			hand = ada.presses(hand, s.leastOf(hand))
		}
		if footer := hand.Embeds[0].Footer.Text; commitment.MatchString(footer) {
			t.Errorf("below the hand stands %q", footer)
		}
		proof := ada.presses(hand, "Proof")
		if !proof.Ephemeral() {
			t.Error("everybody sees the proof")
		}
		p := proofs(t, look(proof))
		if problems := p.Check(); len(problems) > 0 || p.Shuffles[0].Commitment != promised ||
			p.Shuffles[0].First {
			t.Errorf("%v of a shuffle promised as %s:\n%s", problems, promised, p.Text())
		}
		s.shows(proof, "✅ These cards match the promise made at <t:")
		_, next, _ := strings.Cut(look(proof), "end of proof")
		if promised := commitment.FindString(next); promised == "" ||
			promised != commitment.FindString(look(ada.types("fair", option("seed", "new")))) {
			t.Errorf("the proof does not promise the next shuffle:\n%s", look(proof))
		}
		grace := s.person("Grace")
		button, _ := hand.Find("Proof")
		grace.cannotForge("'s hand", hand, button.CustomID)
	})
}

// A proof says when its promise was shown, and whether it was before the hand; a button
// opens the page that checks it, if there is one.
func TestAProofSaysWhenItsPromiseWasMade(t *testing.T) {
	aboutGateway(t)
	tellAs(t, func(s *stage) { s.verify = "https://bot.example/verify" },
		func(t *testing.T, s *stage) {
			ada := s.person("Ada")
			plays := func() localdiscord.Message {
				hand := ada.types("blackjack", bet(1))
				for s.asks(hand) {
					hand = ada.presses(hand, s.leastOf(hand))
				}
				return hand
			}
			unseen := plays()
			s.shows(ada.presses(unseen, "Proof"), "✅ These cards follow from their sealed shuffle.")
			promised := time.Now() // by the proof
			s.off(time.Hour)
			ada.types("fair")
			hand := plays()
			s.off(time.Hour)
			proof := ada.presses(hand, "Proof")
			s.shows(proof, fmt.Sprintf("made at <t:%d:t>.", promised.Unix()))
			button, ok := proof.Find("Verify")
			if !ok || !strings.HasPrefix(button.URL, "https://bot.example/verify#hp2.") {
				t.Fatalf("the button is %+v", button)
			}
			read, err := fair.ReadProofs(strings.NewReader(button.URL))
			if err != nil || len(read) != 1 || len(read[0].Check()) > 0 ||
				read[0].Text() != proofs(t, look(proof)).Text() {
				t.Errorf("the address has the proof %+v, %v", read, err)
			}
			s.off(24 * time.Hour)
			s.shows(ada.presses(hand, "Proof"), fmt.Sprintf("made on <t:%d:f>.", promised.Unix()))
			s.stack("TS TC 7D TH")
			ada.types("blackjack", bet(1))
			if open := ada.types("fair"); says(open, "[Verify") {
				t.Errorf("while it is played:\n%s", look(open))
			}
		})
}

package bot_test

import (
	"regexp"
	"strings"
	"testing"

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
		promised = commitment.FindString(hand.Embeds[0].Footer.Text)
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
		proof := ada.presses(hand, "Proof")
		if !proof.Ephemeral() {
			t.Error("everybody sees the proof")
		}
		p := proofs(t, look(proof))
		if problems := p.Check(); len(problems) > 0 || p.Shuffles[0].Commitment != promised ||
			p.Shuffles[0].First {
			t.Errorf("%v of a shuffle promised as %s:\n%s", problems, promised, p.Text())
		}
		if next := commitment.FindString(look(ada.types("fair"))); hand.Embeds[0].Footer == nil ||
			!strings.Contains(hand.Embeds[0].Footer.Text, "Next shuffle "+next) {
			t.Errorf("the hand does not promise %s:\n%s", next, look(hand))
		}
		grace := s.person("Grace")
		button, _ := hand.Find("Proof")
		s.refuses(grace, "'s hand",
			func() *localdiscord.Interaction { return grace.forges(hand, button.CustomID) })
	})
}

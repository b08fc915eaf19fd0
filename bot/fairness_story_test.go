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

func TestAPlayerChecksAShuffle(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada := s.person("Ada")
		before := look(ada.types("fair"))
		promised := commitment.FindString(before)
		seeded := look(ada.types("fair", option("seed", "```@everyone``` **Glück** <@1> \u202ex")))
		if promised == "" || commitment.FindString(seeded) != promised {
			t.Fatalf("%s\nthen\n%s", before, seeded)
		}
		hand := ada.types("blackjack", bet(10))
		for strings.Contains(look(hand), "[Stand true]") || strings.Contains(look(hand), "[No insurance true]") {
			button := "Stand"
			if strings.Contains(look(hand), "[No insurance true]") {
				button = "No insurance"
			}
			open := proofs(t, look(ada.types("fair")))
			if problems := open.Check(); len(problems) == 0 || !problems[0].Unrevealed {
				t.Errorf("while it is played: %v", problems)
			}
			hand = ada.presses(hand, button)
		}
		proof := ada.presses(hand, "Proof")
		if !proof.Ephemeral() {
			t.Error("everybody sees the proof")
		}
		p := proofs(t, look(proof))
		if problems := p.Check(); len(problems) > 0 || p.Shuffles[0].Commitment != promised || p.Shuffles[0].First {
			t.Errorf("%v of a shuffle promised as %s:\n%s", problems, promised, p.Text())
		}
		if next := commitment.FindString(look(ada.types("fair"))); hand.Embeds[0].Footer == nil || !strings.Contains(hand.Embeds[0].Footer.Text, "Next shuffle "+next) {
			t.Errorf("the hand does not promise %s:\n%s", next, look(hand))
		}
		grace := s.person("Grace")
		button, _ := hand.Find("Proof")
		s.refuses(grace, "'s hand", func() *localdiscord.Interaction { return grace.forges(hand, button.CustomID) })
	})
}

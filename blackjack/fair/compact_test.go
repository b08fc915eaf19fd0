package fair

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"holecard/blackjack"
)

func TestAProofInShortIsReadAsItWasWritten(t *testing.T) {
	for _, p := range kinds() {
		if got := read(t, p.Compact()); !same(got, p) {
			t.Errorf("got  %+v\nwant %+v", got, p)
		}
	}
	rapid.Check(t, func(r *rapid.T) {
		p := anyProof(r)
		address := "see https://bot.example/verify#" + p.Compact() + " there"
		if got := read(t, address); !same(got, p) || len(got.Check()) > 0 {
			r.Fatalf("got  %+v, %v\nwant %+v\nfrom %s", got, got.Check(), p, address)
		}
	})
}

func TestAProofInShortHasRoomInAnAddress(t *testing.T) {
	p := fresh()
	if n := len(p.Compact()); n > 180 {
		t.Errorf("a proof of six cards has %d characters", n)
	}
	p = through()
	p.Shuffles[0].ClientSeed = strings.Repeat("é", MaxClientSeed)
	if n := len(p.Compact()); n > 450 {
		t.Errorf("a proof of two shuffles has %d characters", n)
	}
	drawn := slices.Repeat([]string{"0123456789abcdef"}, blackjack.MaxSeats) // 8 bytes in hex
	p = Proof{Hand: "1234567890", Table: "vegas", Shuffles: []Shuffle{
		atSeats(Inputs{Interaction: hand}, blackjack.Rules{Decks: 6}, 0, 40, drawn...)}}
	if n := len(p.Compact()); n > 340 {
		t.Errorf("a proof of seven seats has %d characters", n)
	}
}

func TestAProofWhoseSeatsGiveAnotherClientSeedHasNoShortForm(t *testing.T) {
	p := seated()
	p.Shuffles[0].Seats[2] = "lucky"
	if got := p.Compact(); got != "" {
		t.Errorf("it is %s", got)
	}
}

func TestAProofThatIsNotRevealedHasNoShortForm(t *testing.T) {
	p := fresh()
	p.Shuffles[0].ServerSeed = ""
	if got := p.Compact(); got != "" {
		t.Errorf("it is %s", got)
	}
}

// Whatever is changed in a proof in short, it is not read, or does not hold.
func TestATamperedProofInShortDoesNotHold(t *testing.T) {
	for _, p := range []Proof{through(), seatedThrough()} {
		tamperInShort(t, p)
	}
}

func tamperInShort(t *testing.T, right Proof) {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	text := right.Compact()
	for i := len(compactForm); i < len(text); i++ {
		for _, now := range []string{"", text[i:i+1] + "A", string(letters[(strings.IndexByte(
			letters, text[i])+32)%64])} {
			changed := text[:i] + now + text[i+1:]
			proofs, err := ReadProofs(strings.NewReader(changed))
			if err != nil {
				if !errors.Is(err, ErrUnreadable) {
					t.Errorf("%s: %v", changed, err)
				}
				continue
			}
			if p := proofs[0]; len(p.Check()) == 0 && p.Table == "downen" && !p.Shuffles[0].First &&
				!p.Shuffles[1].First && !same(p, right) {
				t.Errorf("with character %d as %q it holds: %+v", i, now, p)
			}
		}
	}
	for _, cut := range []string{"", "A", text[4:40], text[4 : len(text)-2]} {
		_, err := ReadProofs(strings.NewReader(text[:len(compactForm)] + cut))
		if !errors.Is(err, ErrUnreadable) {
			t.Errorf("%q: %v", cut, err)
		}
	}
	p := fresh()
	p.Shuffles[0].Cards = []blackjack.Card{200}
	if _, err := ReadProofs(strings.NewReader(p.Compact())); !errors.Is(err, ErrUnreadable) {
		t.Errorf("a card that does not exist: %v", err)
	}
}

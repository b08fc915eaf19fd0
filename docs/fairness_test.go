package docs_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"holecard/blackjack"
	"holecard/blackjack/fair"
	"holecard/docs"
)

var update = flag.Bool("update", false, "write the examples into fairness.md and verify.html")

const guide = "fairness.md"

// example is the hand of fairness.md.
func example() (fair.Inputs, fair.Proof) {
	const id uint64 = 1318000000000000042
	in := fair.Inputs{Server: server("an example for players"), Client: "lucky é", Interaction: id}
	return in,
		fair.Proof{Hand: fmt.Sprint(id), Table: "vegas",
			Shuffles: []fair.Shuffle{shuffle(in, blackjack.Rules{Decks: 6}, 0, 6)}}
}

func endlessExample() fair.Proof {
	const id uint64 = 1318000000000000043
	in := fair.Inputs{Server: server("another example for players"), Client: "lucky é",
		Interaction: id}
	return fair.Proof{Hand: fmt.Sprint(id), Table: "mit",
		Shuffles: []fair.Shuffle{shuffle(in, blackjack.Rules{Pack: blackjack.Endless}, 0, 5)}}
}

// seatedExample is a round of three seats that a deadline dealt.
func seatedExample() fair.Proof {
	const id uint64 = 1<<63 | 1318000000000000044
	return fair.Proof{Hand: fmt.Sprint(id), Table: "vegas", Shuffles: []fair.Shuffle{
		shuffleAt(fair.Inputs{Server: server("an example for a table"), Interaction: id},
			blackjack.Rules{Decks: 6}, 0, 8, "lucky é", "7", "幸運")}}
}

// combined goes through the client seed of seats step by step, with no code of package fair.
func combined(seats []string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-12s%x\n", "", "holecard seats 1")
	message := "holecard seats 1"
	for i, seed := range seats {
		length := fmt.Sprintf("%016x", len(seed))
		fmt.Fprintf(&b, "%-12s%s %x\n", fmt.Sprintf("seat %d", i+1), length, seed)
		raw, _ := hex.DecodeString(length)
		message += string(raw) + seed
	}
	fmt.Fprintf(&b, "%-12s%x\n", "SHA-256", sha256.Sum256([]byte(message)))
	return b.String()
}

// worked goes through the example step by step, with no code of package fair.
func worked(in fair.Inputs, decks, dealt int) string {
	var b strings.Builder
	sum := sha256.Sum256(in.Server[:])
	fmt.Fprintf(&b, "SHA-256 of the seed   %x\n", sum)
	var words []uint32
	for i := range 200 {
		message := fmt.Sprintf("%s:%d:%d", in.Client, in.Interaction, i)
		mac := hmac.New(sha256.New, in.Server[:])
		mac.Write([]byte(message))
		digest := mac.Sum(nil)
		for at := 0; at < len(digest); at += 4 {
			words = append(words, binary.BigEndian.Uint32(digest[at:]))
		}
		if i == 0 {
			fmt.Fprintf(&b, "message 0             %s\n", message)
			fmt.Fprintf(&b, "HMAC-SHA256 of it     %x\n", digest)
			fmt.Fprintf(&b, "its words             %d\n                      %d\n", words[:4],
				words[4:])
		}
	}
	var shoe []int
	for i := range decks * 52 {
		shoe = append(shoe, i%52)
	}
	for k, used := len(shoe)-1, 0; k >= 1; k, used = k-1, used+1 {
		n := uint64(k + 1)
		for uint64(words[used]) >= (1<<32)/n*n {
			used++
		}
		j := int(uint64(words[used]) % n)
		if k > len(shoe)-4 || k <= 2 {
			fmt.Fprintf(&b, "%-21s %d mod %d = %d: swap cards %d and %d, which are %d and %d\n",
				fmt.Sprintf("k = %d", k), words[used], n, j, k, j, shoe[k], shoe[j])
		}
		if k == len(shoe)-4 {
			b.WriteString("…\n")
		}
		shoe[k], shoe[j] = shoe[j], shoe[k]
	}
	cards := make([]string, dealt)
	for i := range cards {
		cards[i] = fmt.Sprintf("%d is %v", shoe[i], blackjack.Card(shoe[i]))
	}
	fmt.Fprintf(&b, "%-21s %s\n", fmt.Sprintf("cards 0 to %d", dealt-1), strings.Join(cards, ", "))
	return b.String()
}

// between returns what stands between two marks, and with it replaced.
func between(t *testing.T, text, from, to, now string) (was, replaced string) {
	t.Helper()
	before, rest, ok := strings.Cut(text, from)
	was, after, ends := strings.Cut(rest, to)
	if !ok || !ends {
		t.Fatalf("there is no %q, or no %q behind it", from, to)
	}
	return was, before + from + now + to + after
}

func TestTheExamplesAreWhatTheSchemeGives(t *testing.T) {
	raw, err := os.ReadFile(guide)
	if err != nil {
		t.Fatal(err)
	}
	text, page := string(raw), string(docs.VerifyPage)
	in, hand := example()
	seated := seatedExample()
	for mark, want := range map[string]string{
		"example":  hand.Text(),
		"endless":  endlessExample().Text(),
		"seated":   seated.Text(),
		"combined": combined(seated.Shuffles[0].Seats),
		"worked":   worked(in, 6, len(hand.Shuffles[0].Cards)),
	} {
		want = "```text\n" + want + "```\n"
		var was string
		was, text = between(t, text, "<!-- "+mark+" -->\n", "<!-- end -->", want)
		if was != want && !*update {
			t.Errorf("%s has under %q\n%s\nwant\n%s", guide, mark, was, want)
		}
	}
	was, page := between(t, page, "const example = `", "`;", hand.Text())
	if was != hand.Text() && !*update {
		t.Errorf("the page's example is\n%s\nwant\n%s", was, hand.Text())
	}
	if !*update {
		return
	}
	for name, now := range map[string]string{guide: text, "verify.html": page} {
		if err := os.WriteFile(name, []byte(now), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func TestTheExamplesHold(t *testing.T) {
	raw, err := os.ReadFile(guide)
	if err != nil {
		t.Fatal(err)
	}
	proofs, err := fair.ReadProofs(strings.NewReader(string(raw)))
	if err != nil || len(proofs) != 3 {
		t.Fatalf("%d proofs, %v", len(proofs), err)
	}
	for _, p := range proofs {
		if problems := p.Check(); len(problems) > 0 {
			t.Errorf("hand %s: %v", p.Hand, problems)
		}
	}
	// A letter of the example changed is told.
	_, rest, _ := strings.Cut(string(raw), "<!-- example -->")
	changed := strings.Replace(rest, "client seed: \"lucky é\"", "client seed: \"lucky e\"", 1)
	if proofs, err := fair.ReadProofs(strings.NewReader(changed)); err != nil ||
		len(proofs[0].Check()) != 1 {
		t.Errorf("a changed example: %v, %v", proofs, err)
	}
}

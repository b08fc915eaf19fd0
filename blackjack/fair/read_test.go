package fair

import (
	"encoding/json"
	"strings"
	"testing"
)

// quotation returns a text as those write it who quote it on Discord.
func quotation(text string) string {
	return "> " + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n> ") + "\n"
}

func TestHoweverItWasCopied(t *testing.T) {
	p := through()
	text := p.Text()
	for name, copied := range map[string]string{
		"with a fence":              "```\n" + text + "```\n",
		"with a fence on its lines": "```" + strings.TrimSuffix(text, "\n") + "```",
		"with a named fence":        "```text\n" + text + "```",
		"with CRLF":                 strings.ReplaceAll(text, "\n", "\r\n"),
		"with blank lines":          "\n\n \t\n" + strings.ReplaceAll(text, "\n", "\n\n") + "\n\n",
		"with indentation":          "    " + strings.ReplaceAll(text, "\n", "\n\t  "),
		"with spaces at the ends":   strings.ReplaceAll(text, "\n", "  \n"),
		"with a byte order mark":    "\uFEFF" + text,
		"without the last break":    strings.TrimSpace(text),
		"as a quotation":            quotation(text),
		"with a fence, quoted":      quotation("```\n" + text + "```"),
		"quoted, with blank lines": strings.ReplaceAll(
			quotation(strings.ReplaceAll(text, "\n", "\n\n")), "> \n", ">\n \n"),
		"quoted, with words around": "Bob 12:31\n" + quotation(text) + "Look at card 2!\n",
		"quoted with CRLF":          strings.ReplaceAll(quotation(text), "\n", "\r\n"),
		"with a fence on each line": "```" + strings.ReplaceAll(strings.TrimSpace(text), "\n",
			"```\n```") + "```",
		"with both on each line": quotation("``` " +
			strings.ReplaceAll(strings.TrimSpace(text), "\n", " ```\n``` ") + " ```"),
		"with what stood around": "Holecard BOT 12:31\nYour last hand\n```\n" + text +
			"```\nThe next commitment: abc\n",
		"with emoji for suits": strings.NewReplacer("♠", "♠\uFE0F", "♥", "♥\uFE0F", "🃏",
			"🃏\uFE0F").Replace(text),
		"with letters for suits": strings.NewReplacer("♠", "s", "♥", "H", "♦", "d", "♣", "C",
			"10♠", "TS").Replace(text),
	} {
		if got := read(t, copied); !same(got, p) || len(got.Check()) > 0 {
			t.Errorf("%s: %v in\n%s", name, got.Check(), copied)
		}
	}
	raw, _ := json.MarshalIndent(p, "", "\t")
	for name, copied := range map[string]string{
		"as JSON":              string(raw),
		"as JSON in an array":  "[" + string(raw) + "]",
		"as JSON with a fence": "```json\n" + string(raw) + "\n```",
		"as JSON with CRLF": "\uFEFF\r\n" + strings.ReplaceAll(string(raw), "\n", "\r\n") +
			"\r\n",
	} {
		if got := read(t, copied); !same(got, p) || len(got.Check()) > 0 {
			t.Errorf("%s: %v in\n%s", name, got.Check(), copied)
		}
	}
}

// What is wrapped in another way than the title is other text, not a line of the proof.
func TestAProofEndsWhereItsLinesAreWrappedOtherwise(t *testing.T) {
	bare := func(line string) string { return line + "\n" }
	block := func(line string) string { return "```" + line + "```\n" }
	const ends = "line 6: the text ends here, and the line \"decks: …\" is to come\n"
	for name, c := range map[string]struct {
		all, seventh func(string) string
		want         string
	}{
		"one line is not quoted": {quotation, bare, ends},
		"one line is quoted":     {bare, quotation, ends},
		"one line has a mark, no space": {quotation,
			func(line string) string { return ">" + line + "\n" }, ends},
		"one line is a block":        {bare, block, ends},
		"one line of blocks is none": {block, bare, ends},
		"one line of a quotation is both": {quotation,
			func(line string) string { return "> " + block(line) }, ends},
		"one line is quoted twice": {quotation,
			func(line string) string { return "> " + quotation(line) },
			"line 7: here must be the line \"decks: …\"\n"},
	} {
		var b strings.Builder
		for i, line := range strings.Split(strings.TrimSuffix(fresh().Text(), "\n"), "\n") {
			if i == 6 {
				b.WriteString(c.seventh(line))
			} else {
				b.WriteString(c.all(line))
			}
		}
		if got := says(read(t, b.String())); got != c.want {
			t.Errorf("%s: got %swant %sin\n%s", name, got, c.want, b.String())
		}
	}
	tight := strings.ReplaceAll(quotation(fresh().Text()), "> ", ">")
	if _, err := ReadProofs(strings.NewReader(tight)); err == nil {
		t.Error("marks without spaces are read as a quotation")
	}
}

func TestManyProofsAreReadAtOnce(t *testing.T) {
	text := fresh().Text() + "\n" + through().Text() + "```\nfor your records\n```\n" +
		without().Text()
	proofs, err := ReadProofs(strings.NewReader(text))
	if err != nil || len(proofs) != 3 || !same(proofs[0], fresh()) || !same(proofs[1], through()) ||
		!same(proofs[2], without()) {
		t.Errorf("%v, %+v", err, proofs)
	}
}

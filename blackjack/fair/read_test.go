package fair

import (
	"strings"
	"testing"
)

// quotation returns a text as those write it who quote it on Discord.
func quotation(text string) string {
	return "> " + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n> ") + "\n"
}

func TestACopiedProofIsRead(t *testing.T) {
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
		"in brackets":              "[12:31] APP\n" + text + "[1]\n{\nhand: mine\n",
		"in a list":                "[\n```\n" + text + "```\n]",
		"before a line of another": text + "commitment: of the next shuffle\n",
		"with emoji for suits": strings.NewReplacer("♠", "♠\uFE0F", "♥", "♥\uFE0F", "🃏",
			"🃏\uFE0F").Replace(text),
	} {
		if got := read(t, copied); !same(got, p) || len(got.Check()) > 0 {
			t.Errorf("%s: %v in\n%s", name, got.Check(), copied)
		}
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

package bot

import (
	"html"
	"io"
	"net/http"
	"regexp"
	"strings"
)

// pageTitle finds the title of a web page.
var pageTitle = regexp.MustCompile(`(?is)<title[^>]*>(.*?)</title>`)

// webPage returns the refusal that a web page is: a proxy before Discord, such
// as Cloudflare's, answers with one where a bot expects JSON, and discordgo
// then reports its first byte instead of its status. Nil for any other answer.
func webPage(resp *http.Response) *refusal {
	if !strings.HasPrefix(strings.ToLower(resp.Header.Get("Content-Type")), "text/html") {
		return nil
	}
	const enough, longest = 16 << 10, 100
	no := &refusal{status: resp.StatusCode, page: true, retryAfter: retryAfter(resp.Header),
		message: "a web page instead of an answer of Discord's"}
	head, _ := io.ReadAll(io.LimitReader(resp.Body, enough)) // a title that cannot be read is left out
	if found := pageTitle.FindSubmatch(head); found != nil {
		title := []rune(strings.Join(strings.Fields(html.UnescapeString(string(found[1]))), " "))
		no.message += ", “" + string(title[:min(len(title), longest)]) + "”"
	}
	return no
}

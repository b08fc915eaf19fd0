package localdiscord

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
)

// buttons is a row of n buttons.
func buttons(n int) string {
	var list []string
	for i := range n {
		list = append(list, fmt.Sprintf(`{"type":2,"style":1,"label":"b","custom_id":"%s%d"}`,
			strings.Repeat("r", n), i))
	}
	return `{"type":1,"components":[` + strings.Join(list, ",") + `]}`
}

func button(fields string) string {
	return `"components":[{"type":1,"components":[{"type":2,` + fields + `}]}]`
}

func letters(n int) string { return strings.Repeat("ä", n) }

// Discord's limits and rules, one broken request for each that the bot could break. The schema
// check of e2e has the exact form.
func TestWhatDiscordRefusesIsRefused(t *testing.T) {
	many := func(n int, item string) string {
		return "[" + strings.TrimSuffix(strings.Repeat(item+",", n), ",") + "]"
	}
	embed := func(fields string) string { return `"embeds":[{` + fields + `}]` }
	s := New(Config{})
	defer s.Close()
	commands := "/applications/" + s.Application().ID.String() + "/commands"
	option := func(fields string) string {
		return `[{"name":"a","description":"d","options":[{"name":"o","description":"d",` + fields +
			`}]}]`
	}
	for _, body := range []string{
		`[{"name":"Bet","description":"d"}]`,
		`[{"name":"a"}]`,
		`[{"name":"a","description":"` + letters(101) + `"}]`,
		`[{"name":"a","description":"d"},{"name":"a","description":"d"}]`,
		`[{"name":"a","description":"d","description_localizations":{"de-AT":"A"}}]`,
		`[{"name":"a","description":"d","contexts":[3]}]`,
		option(`"type":3,"choices":` + many(26, `{"name":"c","value":"v"}`)),
		option(`"type":3,"autocomplete":true,"choices":[{"name":"n","value":"v"}]`),
		option(`"type":4,"choices":[{"name":"n","value":9007199254740992}]`),
		option(`"type":3},{"type":3,"name":"p","description":"d","required":true`),
		many(101, `{"name":"a","description":"d"}`),
		option(`"type":2,"options":[{"type":2,"name":"a","description":"A"}]`),
		option(`"type":2,"options":[{"type":3,"name":"a","description":"A"}]`),
		option(`"type":1,"options":[{"type":1,"name":"a","description":"A"}]`),
	} {
		if code, _ := s.do(t, "PUT", commands, body); code != 400 {
			t.Errorf("commands %.80s: %d", body, code)
		}
	}
	first, answered := s.given(t), s.given(t)
	for _, data := range []string{
		`"content":" "`,
		`"content":"` + letters(2001) + `"`,
		`"content":"x","flags":2`,
		`"content":"x","allowed_mentions":{"parse":["here"]}`,
		`"content":"x","attachments":[{"id":0,"filename":"a.png"}]`,
		embed(`"title":"` + letters(257) + `"`),
		embed(`"description":"` + letters(4097) + `"`),
		embed(`"fields":` + many(26, `{"name":"n","value":"v"}`)),
		embed(`"fields":[{"name":"n","value":"` + letters(1025) + `"}]`),
		`"embeds":` + many(2, `{"description":"`+letters(3001)+`"}`),
		`"components":[` + buttons(6) + `]`,
		`"components":` + many(6, `{"type":1,"components":[]}`),
		`"components":` + many(2, buttons(1)),
		button(`"style":1,"label":"x","custom_id":"` + letters(101) + `"`),
		button(`"style":1,"label":"` + letters(81) + `","custom_id":"a"`),
		button(`"style":1,"custom_id":"a"`),
		`"components":[{"type":1,"components":[{"type":3,"custom_id":"s"}]}]`,
	} {
		if code, _ := s.answer(t, first, `{"type":4,"data":{`+data+`}}`); code != 400 {
			t.Errorf("message %.80s: %d", data, code)
		}
	}
	rows := buttons(5) + "," + strings.ReplaceAll(buttons(5), "rrrrr", "s")
	for i, data := range map[*Interaction]string{
		first: `"content":"` + letters(2000) + `"`,
		answered: embed(`"title":"`+letters(256)+`","description":"`+letters(4096)+`"`) +
			`,"components":[` + rows + `]`,
	} {
		if code, body := s.answer(t, i, `{"type":4,"data":{`+data+`}}`); code != 204 {
			t.Errorf("message %.80s at the limits: %d %v", data, code, body)
		}
	}
	for _, c := range []struct {
		path, body string
		code       int
	}{
		{"/interactions/" + answered.ID.String() + "/" + answered.Token + "/callback",
			`{"type":4,"data":{"content":"x"}}`, 40060},
		{"/interactions/1/abc/callback", `{"type":4,"data":{"content":"x"}}`, 10062},
		{s.hook(s.given(t)), `{"content":"x"}`, 10015},
	} {
		if _, body := s.do(t, "POST", c.path, c.body); fmt.Sprint(body["code"]) != fmt.Sprint(c.code) {
			t.Errorf("POST %s: %v, want the code %d", c.path, body, c.code)
		}
	}
}

func TestBotTokenIsNeededWhereDiscordNeedsIt(t *testing.T) {
	s := New(Config{Token: "right"})
	defer s.Close()
	for path, want := range map[string]int{"/gateway": 200, "/gateway/bot": 401,
		"/users/@me": 401} {
		r := httptest.NewRequest("GET", "/api/v10"+path, nil)
		r.Host = "127.0.0.1"
		r.Header.Set("Authorization", "Bot wrong")
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)
		if w.Code != want {
			t.Errorf("GET %s with a wrong token: %d, want %d", path, w.Code, want)
		}
		if want == 401 && w.Body.String() != `{"message":"401: Unauthorized","code":0}` {
			t.Errorf("GET %s says %s", path, w.Body)
		}
	}
}

package localdiscord

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// at returns the codes of the problems at a place such as "data.embeds.0.title".
func at(body map[string]any, place string) string {
	var node any = body["errors"]
	for _, key := range strings.Split(place, ".") {
		object, _ := node.(map[string]any)
		node = object[key]
	}
	object, _ := node.(map[string]any)
	list, _ := object["_errors"].([]any)
	var codes []string
	for _, e := range list {
		codes = append(codes, fmt.Sprint(e.(map[string]any)["code"]))
	}
	return strings.Join(codes, " ")
}

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

func anEmbed(fields string) string { return `"embeds":[{` + fields + `}]` }

func letters(n int) string { return strings.Repeat("ä", n) }

func TestMessagesThatDiscordRefuses(t *testing.T) {
	fields := func(n int) string {
		return `"fields":[` + strings.TrimSuffix(strings.Repeat(`{"name":"n","value":"v"},`, n),
			",") + `]`
	}
	for _, c := range []struct{ fact, data, place, code string }{
		{"content of 2001", `"content":"` + letters(2001) + `"`, "data.content",
			"BASE_TYPE_MAX_LENGTH"},
		{"content that is a number", `"content":5`, "data.content", "STRING_TYPE_CONVERT"},
		{"title of 257", anEmbed(`"title":"` + letters(257) + `"`), "data.embeds.0.title",
			"BASE_TYPE_MAX_LENGTH"},
		{"description of 4097", anEmbed(`"description":"` + letters(4097) + `"`),
			"data.embeds.0.description", "BASE_TYPE_MAX_LENGTH"},
		{"26 fields", anEmbed(fields(26)), "data.embeds.0.fields", "BASE_TYPE_MAX_LENGTH"},
		{"field without value", anEmbed(`"fields":[{"name":"n"}]`), "data.embeds.0.fields.0.value",
			"BASE_TYPE_REQUIRED"},
		{"field with empty name", anEmbed(`"fields":[{"name":"","value":"v"}]`),
			"data.embeds.0.fields.0.name", "BASE_TYPE_BAD_LENGTH"},
		{"field value of 1025", anEmbed(`"fields":[{"name":"n","value":"` + letters(1025) + `"}]`),
			"data.embeds.0.fields.0.value", "BASE_TYPE_BAD_LENGTH"},
		{"footer of 2049", anEmbed(`"footer":{"text":"` + letters(2049) + `"}`),
			"data.embeds.0.footer.text", "BASE_TYPE_BAD_LENGTH"},
		{"author of 257", anEmbed(`"author":{"name":"` + letters(257) + `"}`),
			"data.embeds.0.author.name", "BASE_TYPE_BAD_LENGTH"},
		{"colour beyond white", anEmbed(`"title":"t","color":16777216`), "data.embeds.0.color",
			"NUMBER_TYPE_MAX"},
		{"picture from a file", anEmbed(`"image":{"url":"file://x/y"}`), "data.embeds.0.image.url",
			"URL_TYPE_INVALID_SCHEME"},
		{"time in words", anEmbed(`"title":"t","timestamp":"now"`), "data.embeds.0.timestamp",
			"DATE_TIME_TYPE_PARSE"},
		{"embed with nothing in it", anEmbed(`"color":5`), "data.embeds.0.description",
			"BASE_TYPE_REQUIRED"},
		{"eleven embeds", `"embeds":[` + strings.TrimSuffix(strings.Repeat(`{"title":"t"},`, 11),
			",") + `]`, "data.embeds", "BASE_TYPE_MAX_LENGTH"},
		{"6001 characters in two embeds", `"embeds":[{"description":"` + letters(4000) +
			`"},{"description":"` + letters(2001) + `"}]`, "data.embeds", "MAX_EMBED_SIZE_EXCEEDED"},
		{"six rows", `"components":[` + strings.Join([]string{buttons(1), buttons(2), buttons(3),
			buttons(4), buttons(5), buttons(1)}, ",") +
			`]`, "data.components", "BASE_TYPE_MAX_LENGTH"},
		{"six buttons in a row", `"components":[` + buttons(6) + `]`,
			"data.components.0.components", "BASE_TYPE_BAD_LENGTH"},
		{"a row of none", `"components":[` + buttons(0) + `]`, "data.components.0.components",
			"BASE_TYPE_BAD_LENGTH"},
		{"a button without row", `"components":[{"type":2,"style":1,"label":"x","custom_id":"x"}]`,
			"data.components.0.type", "UNION_TYPE_CHOICES"},
		{"custom id of 101", button(`"style":1,"label":"x","custom_id":"` + letters(101) + `"`),
			"data.components.0.components.0.custom_id", "BASE_TYPE_BAD_LENGTH"},
		{"empty custom id", button(`"style":1,"label":"x","custom_id":""`),
			"data.components.0.components.0.custom_id", "BASE_TYPE_BAD_LENGTH"},
		{"no custom id", button(`"style":1,"label":"x"`),
			"data.components.0.components.0.custom_id", "BUTTON_COMPONENT_CUSTOM_ID_REQUIRED"},
		{"the same custom id twice", `"components":[` + buttons(1) + `,` + buttons(1) + `]`,
			"data.components.1.components.0.custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED"},
		{"label of 81", button(`"style":1,"label":"` + letters(81) + `","custom_id":"a"`),
			"data.components.0.components.0.label", "BASE_TYPE_MAX_LENGTH"},
		{"no label", button(`"style":1,"custom_id":"a"`), "data.components.0.components.0",
			"BUTTON_COMPONENT_LABEL_REQUIRED"},
		{"style 7", button(`"style":7,"label":"x","custom_id":"a"`),
			"data.components.0.components.0.style", "BASE_TYPE_CHOICES"},
		{"no style", button(`"label":"x","custom_id":"a"`), "data.components.0.components.0.style",
			"BASE_TYPE_REQUIRED"},
		{"emoji that is none", button(`"style":1,"emoji":{"name":"smile"},"custom_id":"a"`),
			"data.components.0.components.0.emoji.name", "BUTTON_COMPONENT_INVALID_EMOJI"},
		{"link button without link", button(`"style":5,"label":"x"`),
			"data.components.0.components.0.url", "BASE_TYPE_REQUIRED"},
		{"text input in a message",
			`"components":[{"type":1,"components":[{"type":4,"custom_id":"a"}]}]`,
			"data.components.0.components.0.type", "UNION_TYPE_CHOICES"},
		{"crossposted flag", `"content":"x","flags":2`, "data.flags", "BASE_TYPE_CHOICES"},
		{"mentions of an unknown kind", `"content":"x","allowed_mentions":{"parse":["here"]}`,
			"data.allowed_mentions.parse.0", "BASE_TYPE_CHOICES"},
		{"attachment without file", `"content":"x","attachments":[{"id":0,"filename":"a.png"}]`,
			"data.attachments.0.id", "ATTACHMENT_NOT_FOUND"},
		{"alt text of 1025", `"content":"x","attachments":[{"id":"1234567890123","description":"` +
			letters(1025) + `"}]`, "data.attachments.0.description", "BASE_TYPE_MAX_LENGTH"},
		{"number beyond 2^53", `"content":"x","flags":9007199254740993`, "data.flags",
			"NUMBER_TYPE_MAX BASE_TYPE_CHOICES"},
	} {
		t.Run(c.fact, func(t *testing.T) {
			s := New(Config{})
			defer s.Close()
			s.register(t, blackjack)
			i, err := s.As(s.People()[0]).Command(s.Channel("blackjack").ID, "blackjack")
			if err != nil {
				t.Fatal(err)
			}
			code, body := s.answer(t, i, `{"type":4,"data":{`+c.data+`}}`)
			if code != 400 || fmt.Sprint(body["code"]) != "50035" ||
				body["message"] != "Invalid Form Body" {
				t.Fatalf("got %d %v", code, body)
			}
			if got := at(body, c.place); got != c.code {
				raw, _ := json.Marshal(body)
				t.Errorf("got %q at %s, want %q in %s", got, c.place, c.code, raw)
			}
			if code, body := s.answer(t, i,
				`{"type":4,"data":{"content":"now right"}}`); code != 204 {
				t.Errorf("after a refusal a good answer got %d %v", code, body)
			}
		})
	}
}

func TestMessagesAtTheLimitsAreTaken(t *testing.T) {
	rows := strings.Join([]string{buttons(5), strings.ReplaceAll(buttons(5), "rrrrr", "s"),
		strings.ReplaceAll(buttons(5), "rrrrr", "t"), strings.ReplaceAll(buttons(5), "rrrrr",
			"u"), strings.ReplaceAll(buttons(5), "rrrrr", "v")}, ",")
	for _, data := range []string{
		`"content":"` + letters(2000) + `"`,
		anEmbed(`"title":"` + letters(256) + `","description":"` + letters(4096) + `"`),
		`"embeds":[{"description":"` + letters(4000) + `"},{"description":"` + letters(2000) + `"}]`,
		`"components":[` + rows + `]`,
		`"tts":false,"content":"x","components":null,"embeds":null,"flags":64,` +
			`"allowed_mentions":{"parse":[]}`,
		button(`"style":1,"emoji":{"name":"🃏"},"custom_id":"` + letters(100) + `"`),
		button(`"style":2,"label":"` + letters(80) + `","custom_id":"a","disabled":true`),
		`"content":"x","allowed_mentions":{"parse":[],"users":[]}`,
	} {
		s := New(Config{})
		s.register(t, blackjack)
		i, err := s.As(s.People()[0]).Command(s.Channel("blackjack").ID, "blackjack")
		if err != nil {
			t.Fatal(err)
		}
		if code, body := s.answer(t, i, `{"type":4,"data":{`+data+`}}`); code != 204 {
			t.Errorf("%.80s: %d %v", data, code, body)
		}
		s.Close()
	}
}

func TestCommandsThatDiscordRefuses(t *testing.T) {
	command := func(fields string) string {
		return `[{"name":"a","description":"d",` + fields +
			`}]`
	}
	option := func(fields string) string {
		return command(`"options":[{"name":"o","description":"d",` + fields + `}]`)
	}
	many := func(n int, format string) string {
		var list []string
		for i := range n {
			list = append(list, fmt.Sprintf(format, i))
		}
		return "[" + strings.Join(list, ",") + "]"
	}
	for _, c := range []struct{ fact, body, place, code string }{
		{"upper case", `[{"name":"Bet","description":"d"}]`, "0.name",
			"APPLICATION_COMMAND_INVALID_NAME"},
		{"a space in a name", `[{"name":"b t","description":"d"}]`, "0.name", "STRING_TYPE_REGEX"},
		{"name of 33", `[{"name":"` + strings.Repeat("a", 33) + `","description":"d"}]`, "0.name",
			"BASE_TYPE_BAD_LENGTH STRING_TYPE_REGEX"},
		{"no name", `[{"description":"d"}]`, "0.name", "BASE_TYPE_REQUIRED"},
		{"no description", `[{"name":"a"}]`, "0.description", "BASE_TYPE_REQUIRED"},
		{"description of 101", `[{"name":"a","description":"` + letters(101) + `"}]`, "0.description",
			"BASE_TYPE_BAD_LENGTH"},
		{"the same name twice", `[{"name":"a","description":"d"},{"name":"a","description":"d"}]`,
			"1.name", "APPLICATION_COMMANDS_DUPLICATE_NAME"},
		{"26 options", command(`"options":` + many(26,
			`{"type":3,"name":"o%d","description":"d"}`)), "0.options", "BASE_TYPE_MAX_LENGTH"},
		{"26 choices", option(`"type":3,"choices":` + many(26, `{"name":"c%d","value":"v"}`)),
			"0.options.0.choices", "BASE_TYPE_MAX_LENGTH"},
		{"required after optional",
			command(`"options":[{"type":3,"name":"o","description":"d"},` +
				`{"type":3,"name":"p","description":"d","required":true}]`),
			"0.options.1", "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"},
		{"the same option twice",
			command(`"options":[{"type":3,"name":"o","description":"d"},` +
				`{"type":3,"name":"o","description":"d"}]`),
			"0.options", "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS"},
		{"option of type 12", option(`"type":12`), "0.options.0.type", "BASE_TYPE_CHOICES"},
		{"option without type", option(`"required":false`), "0.options.0.type",
			"BASE_TYPE_REQUIRED"},
		{"choices and autocompletion",
			option(`"type":3,"autocomplete":true,"choices":[{"name":"n","value":"v"}]`),
			"0.options.0.autocomplete", "APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE"},
		{"text as choice of a number", option(`"type":4,"choices":[{"name":"n","value":"v"}]`),
			"0.options.0.choices.0.value", "NUMBER_TYPE_COERCE"},
		{"choice beyond 2^53", option(`"type":4,"choices":[{"name":"n","value":9007199254740992}]`),
			"0.options.0.choices.0.value", "NUMBER_TYPE_MAX"},
		{"least value of a text", option(`"type":3,"min_value":1`), "0.options.0.min_value",
			"APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"},
		{"least above greatest", option(`"type":4,"min_value":3,"max_value":2`),
			"0.options.0.min_value", "APPLICATION_COMMAND_OPTIONS_MIN_VALUE_INVALID"},
		{"permissions in words", command(`"default_member_permissions":"admin"`),
			"0.default_member_permissions", "NUMBER_TYPE_COERCE"},
		{"8001 characters", command(`"options":` +
			many(25, `{"type":3,"name":"o%d","description":"`+letters(100)+`","choices":[{"name":"`+
				letters(100)+`","value":"`+letters(100)+`"},{"name":"n","value":"`+letters(50)+`"}]}`)),
			"0", "APPLICATION_COMMAND_TOO_LARGE"},
		{"8001 characters in one language", command(`"options":` +
			many(25, `{"type":3,"name":"o%d","description":"d","description_localizations":{"de":"`+
				letters(100)+`"},"choices":[{"name":"m","name_localizations":{"ja":"`+
				letters(100)+`"},"value":"`+letters(100)+`"},{"name":"n","value":"`+letters(50)+`"}]}`)),
			"0", "APPLICATION_COMMAND_TOO_LARGE"},
		{"a locale that Discord does not have", command(`"description_localizations":{"de-AT":"A"}`),
			"0.description_localizations.de-AT", "BASE_TYPE_CHOICES"},
		{"a description of 101 in German", command(
			`"description_localizations":{"de":"` + letters(101) + `"}`),
			"0.description_localizations.de", "BASE_TYPE_BAD_LENGTH"},
	} {
		t.Run(c.fact, func(t *testing.T) {
			s := New(Config{})
			defer s.Close()
			code, body := s.do(t, "PUT", "/applications/"+s.Application().ID.String()+"/commands",
				c.body)
			if code != 400 || fmt.Sprint(body["code"]) != "50035" {
				t.Fatalf("got %d %v", code, body)
			}
			if got := at(body, c.place); got != c.code {
				t.Errorf("got %q at %s, want %q in %v", got, c.place, c.code, body)
			}
			if len(s.Commands()) != 0 {
				t.Error("refused commands are registered")
			}
		})
	}
}

func TestRefusalsByCode(t *testing.T) {
	s := New(Config{})
	defer s.Close()
	s.register(t, blackjack)
	app, channel := s.Application().ID.String(), s.Channel("blackjack").ID.String()
	ada := s.As(s.People()[0])
	fresh := func() *Interaction {
		i, err := ada.Command(s.Channel("blackjack").ID, "blackjack")
		if err != nil {
			t.Fatal(err)
		}
		return i
	}
	typing := s.Inject(Alter(ada.CommandPayload(s.Channel("blackjack").ID, "blackjack"),
		func(d map[string]any) { d["type"] = InteractionAutocomplete }))
	answered, waiting := fresh(), fresh()
	s.answer(t, answered, `{"type":4,"data":{"content":"x"}}`)
	callback := func(i *Interaction) string {
		return "/interactions/" + i.ID.String() + "/" +
			i.Token + "/callback"
	}
	for _, c := range []struct {
		fact, method, path, body string
		status, code             int
	}{
		{"a route that is none", "GET", "/nothing", "", 404, 0},
		{"a body that is no JSON", "POST", callback(waiting), "{", 400, 50109},
		{"no body", "POST", callback(waiting), "", 400, 50109},
		{"an empty message", "POST", callback(waiting), `{"type":4,"data":{"content":" "}}`, 400,
			50006},
		{"an answer without data", "POST", callback(waiting), `{"type":4}`, 400, 50006},
		{"an update of a command", "POST", callback(waiting), `{"type":7,"data":{"content":"x"}}`,
			400, 50035},
		{"choices for a command", "POST", callback(waiting), `{"type":8,"data":{"choices":[]}}`,
			400, 50035},
		{"a message for a completion", "POST", callback(typing),
			`{"type":4,"data":{"content":"x"}}`, 400, 50035},
		{"26 choices", "POST", callback(typing), `{"type":8,"data":{"choices":[` +
			strings.TrimSuffix(strings.Repeat(`{"name":"n","value":"v"},`, 26), ",") +
			`]}}`, 400, 50035},
		{"a choice without name", "POST", callback(typing),
			`{"type":8,"data":{"choices":[{"name":"","value":"1"}]}}`, 400, 50035},
		{"a second answer", "POST", callback(answered), `{"type":4,"data":{"content":"x"}}`, 400,
			40060},
		{"an interaction that is none", "POST", "/interactions/1/abc/callback",
			`{"type":4,"data":{"content":"x"}}`, 404, 10062},
		{"the token of another", "POST", "/interactions/" + waiting.ID.String() + "/" +
			answered.Token + "/callback", `{"type":4}`, 404, 10062},
		{"a follow-up before the answer", "POST", "/webhooks/" + app + "/" + waiting.Token,
			`{"content":"x"}`, 404, 10015},
		{"a follow-up with a wrong token", "POST", "/webhooks/" + app + "/abc", `{"content":"x"}`,
			401, 50027},
		{"a follow-up of another application", "POST", "/webhooks/1/" + answered.Token,
			`{"content":"x"}`, 404, 10015},
		{"an edit of a message of others", "PATCH", "/webhooks/" + app + "/" + answered.Token +
			"/messages/5", `{"content":"x"}`, 404, 10008},
		{"an edit to nothing", "PATCH", "/webhooks/" + app + "/" + answered.Token +
			"/messages/@original", `{"content":""}`, 400, 50006},
		{"an unknown channel", "POST", "/channels/1/messages", `{"content":"x"}`, 404, 10003},
		{"an unknown message", "PATCH", "/channels/" + channel + "/messages/1", `{"content":"x"}`,
			404, 10008},
		{"an ephemeral message out of nothing", "POST", "/channels/" + channel + "/messages",
			`{"content":"x","flags":64}`, 400, 50035},
		{"commands of another application", "PUT", "/applications/1/commands", `[]`, 404, 10002},
		{"commands of another guild", "PUT", "/applications/" + app + "/guilds/1/commands", `[]`,
			403, 50001},
		{"an unknown command", "DELETE", "/applications/" + app + "/commands/1", ``, 404, 10063},
		{"101 commands", "PUT", "/applications/" + app + "/commands", hundredAndOne(), 400, 30032},
	} {
		t.Run(c.fact, func(t *testing.T) {
			code, body := s.do(t, c.method, c.path, c.body)
			if code != c.status || fmt.Sprint(body["code"]) != fmt.Sprint(c.code) {
				t.Errorf("got %d %v, want %d with code %d", code, body, c.status, c.code)
			}
		})
	}
}

func hundredAndOne() string {
	var list []string
	for i := range 101 {
		list = append(list, fmt.Sprintf(`{"name":"c%d","description":"d"}`, i))
	}
	return "[" + strings.Join(list, ",") + "]"
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

func TestCreatesAreCountedByTheDay(t *testing.T) {
	bubble(t, Config{}, func(t *testing.T, s *Server, _ *PipeListener) {
		path := "/applications/" + s.Application().ID.String() + "/commands"
		put := func(prefix string) int {
			code, _ := s.do(t, "PUT", path, strings.ReplaceAll(strings.Replace(hundredAndOne(),
				`,{"name":"c100","description":"d"}`, "", 1), `"c`, `"`+prefix))
			return code
		}
		for i, want := range []int{200, 200, 200, 400} {
			prefix := string(rune('a' + i))
			if i == 2 {
				prefix = "b" // Nothing new.
			}
			if got := put(prefix); got != want {
				t.Errorf("overwrite %d: %d, want %d", i, got, want)
			}
		}
		time.Sleep(25 * time.Hour)
		if got := put("z"); got != 200 {
			t.Errorf("the next day: %d", got)
		}
	})
}

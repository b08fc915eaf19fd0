package openapicheck

import (
	"errors"
	"strings"
	"testing"
)

// hand is a message with an embed and a button.
const hand = `{"type":4,"data":{"content":"",
	"embeds":[{"title":"Hand","fields":[{"name":"a","value":"b"}]}],"allowed_mentions":{"parse":[]},
	"components":[{"type":1,"components":[
		{"type":2,"style":1,"label":"Hit","custom_id":"hit","disabled":false}]}]}}`

func TestViolationsAreCaught(t *testing.T) {
	check := FromEnv(t)
	if check.validator == nil {
		t.Skip("nothing to check against")
	}
	const callback = "/interactions/123456789012345678/token/callback"
	row := func(buttons string) string {
		return `{"type":7,"data":{"components":[{"type":1,"components":[` + buttons + `]}]}}`
	}
	for _, c := range []struct {
		fact, method, path, body string
		valid                    bool
	}{
		{"a message is fine", "POST", callback,
			`{"type":4,"data":{"tts":false,"content":"hi","components":null}}`, true},
		{"an embed with buttons is fine", "POST", callback, hand, true},
		{"an update is fine", "POST", callback,
			`{"type":7,"data":{"content":"x","components":[],"attachments":[]}}`, true},
		{"choices are fine", "POST", callback,
			`{"type":8,"data":{"choices":[{"name":"all","value":100}]}}`, true},
		{"a callback needs a type", "POST", callback, `{"data":{"content":"hi"}}`, false},
		{"an unknown type", "POST", callback, `{"type":44,"data":{"content":"hi"}}`, false},
		{"content is text", "POST", callback, `{"type":4,"data":{"content":7}}`, false},
		{"a style is 1 to 6", "POST", callback,
			row(`{"type":2,"style":11,"custom_id":"a"}`), false},
		{"an empty custom id", "POST", callback,
			row(`{"type":2,"style":1,"custom_id":""}`), false},
		{"a row of six", "POST", callback,
			row(strings.Repeat(`{"type":2,"style":1,"custom_id":"1"},`, 5) +
				`{"type":2,"style":1,"custom_id":"6"}`), false},
		{"an edit is fine", "PATCH", "/webhooks/123456789012345678/tok/messages/@original",
			`{"content":"x"}`, true},
		{"commands are fine", "PUT", "/applications/123456789012345678/commands",
			`[{"name":"a","description":"b","default_member_permissions":"8","options":[` +
				`{"type":4,"name":"bet","description":"c","min_value":1,"autocomplete":true}]}]`,
			true},
		{"a command needs a name", "PUT", "/applications/123456789012345678/commands",
			`[{"description":"b"}]`, false},
		{"an option needs a description", "PUT", "/applications/123456789012345678/commands",
			`[{"name":"a","description":"b","options":[{"type":4,"name":"bet"}]}]`, false},
		{"an option of an unknown type", "PUT", "/applications/123456789012345678/commands",
			`[{"name":"a","description":"b","options":[{"type":44,"name":"x","description":"c"}]}]`,
			false},
		{"a get has no body", "GET", "/gateway/bot", ``, true},
		{"an unknown path", "GET", "/gatewayy", ``, false},
		{"an unknown path to post to", "POST", "/interactions/1/answer", `{}`, false},
	} {
		t.Run(c.fact, func(t *testing.T) {
			err := check.violation(c.method, c.path, []byte(c.body))
			if c.valid && err != nil {
				t.Error(err)
			}
			if !c.valid && !errors.Is(err, ErrViolation) {
				t.Error("the violation went by unseen")
			}
		})
	}
}

// failures counts what a check reports, in place of a test.
type failures struct {
	testing.TB
	count int
}

func (f *failures) Errorf(string, ...any) { f.count++ }

func TestAViolationIsAnErrorOfTheTest(t *testing.T) {
	check := FromEnv(t)
	if check.validator == nil {
		t.Skip("nothing to check against")
	}
	report := &failures{TB: t}
	check.t = report
	for payload, want := range map[string]int{`{"type":4,"data":{"content":"x"}}`: 0,
		`{"type":4,"data":{"content":1}}`: 1} {
		report.count = 0
		err := check.Request("POST", "/interactions/123456789012345678/token/callback",
			[]byte(payload))
		if report.count != want || (err != nil) != (want > 0) {
			t.Errorf("%s: %d problems and %v, want %d", payload, report.count, err, want)
		}
	}
}

func BenchmarkRequest(b *testing.B) {
	check := FromEnv(b)
	body := []byte(hand)
	for b.Loop() {
		if err := check.Request("POST", "/interactions/123456789012345678/token/callback",
			body); err != nil {
			b.Fatal(err)
		}
	}
}

package openapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"holecard/internal/localdiscord/wirelog"
)

// small is a description with one path. What a check does needs no more, and Discord's is not in
// this repository.
const small = `{"paths": {
	"/a/{id}": {"parameters": [], "post": {"requestBody": {"required": true, "content":
		{"application/json": {"schema": {"$ref": "#/components/schemas/A"}}}}}},
	"/a/@me": {"get": {}}},
	"components": {"schemas": {"A": {"type": "object", "required": ["n"],
		"properties": {"n": {"type": "integer", "maximum": 5}}}}}}`

func TestARequestThatTheDescriptionRefusesIsAViolation(t *testing.T) {
	d, err := Read([]byte(small))
	if err != nil {
		t.Fatal(err)
	}
	holds(t, d, []request{
		{"the schema holds", "POST", "/a/1", `{"n": 5}`, true},
		{"a literal path is meant before a variable one", "GET", "/a/@me", ``, true},
		{"a value is too large", "POST", "/a/1", `{"n": 6}`, false},
		{"a field is missing", "POST", "/a/1", `{}`, false},
		{"the body is missing", "POST", "/a/1", ``, false},
		{"the body is no JSON", "POST", "/a/1", `{`, false},
		{"a body where none belongs", "GET", "/a/@me", `{}`, false},
		{"an unknown path", "POST", "/b/1", `{"n": 5}`, false},
		{"a path that is too long", "POST", "/a/1/2", `{"n": 5}`, false},
		{"an unknown method", "PUT", "/a/1", `{"n": 5}`, false},
	})
}

type request struct {
	fact, method, path, body string
	valid                    bool
}

func holds(t *testing.T, d *Description, requests []request) {
	t.Helper()
	for _, r := range requests {
		err := d.Check(r.method, r.path, []byte(r.body))
		if r.valid && err != nil {
			t.Errorf("%s: %v", r.fact, err)
		}
		if !r.valid && !errors.Is(err, ErrViolation) {
			t.Errorf("%s: the violation went by unseen: %v", r.fact, err)
		}
	}
}

// discords returns Discord's description. The file is not part of this repository: without it the
// test is skipped, and .ci/run says that nothing is compared.
func discords(t *testing.T) *Description {
	t.Helper()
	d, err := Discords()
	if err != nil {
		t.Fatal(err)
	}
	if d == nil {
		t.Skipf("%s names no file", Variable)
	}
	return d
}

// Discord refuses each of these; a check that lets one pass holds nothing.
func TestViolationsOfDiscordsDescriptionAreCaught(t *testing.T) {
	const callback = "/interactions/123456789012345678/token/callback"
	const hand = `{"type":4,"data":{"content":"",
		"embeds":[{"title":"Hand","fields":[{"name":"a","value":"b"}]}],
		"allowed_mentions":{"parse":[]},"components":[{"type":1,"components":[
			{"type":2,"style":1,"label":"Hit","custom_id":"hit","disabled":false}]}]}}`
	row := func(buttons string) string {
		return `{"type":7,"data":{"components":[{"type":1,"components":[` + buttons + `]}]}}`
	}
	holds(t, discords(t), []request{
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
	})
}

// The stories of bot and bot/discord write their requests into a folder: see wirelog.
func TestTheRequestsOfTheStoriesFollowDiscordsDescription(t *testing.T) {
	folder := os.Getenv(wirelog.Variable)
	if folder == "" {
		t.Skipf("%s names no folder", wirelog.Variable)
	}
	d := discords(t)
	checked, violations := follow(t, d, folder)
	for _, err := range violations {
		t.Error(err)
	}
	if checked < 1000 {
		t.Errorf("only %d requests are in %s", checked, folder)
	}
	t.Logf("%d requests", checked)
}

// A check that reads no requests, or lets a broken one pass, would look the same as a good one.
func TestABrokenRequestOfAStoryIsFound(t *testing.T) {
	d, err := Read([]byte(small))
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	const lines = `{"method":"POST","path":"/a/1","body":{"n":5}}
{"method":"POST","path":"/a/1","body":{"n":6}}
{"method":"GET","path":"/a/@me"}
`
	if err := os.WriteFile(filepath.Join(folder, "1.jsonl"), []byte(lines), 0o600); err != nil {
		t.Fatal(err)
	}
	checked, violations := follow(t, d, folder)
	if checked != 3 || len(violations) != 1 || !errors.Is(violations[0], ErrViolation) {
		t.Errorf("of %d requests these are broken: %v", checked, violations)
	}
}

// follow checks the requests that are written down in a folder.
func follow(t *testing.T, d *Description, folder string) (checked int, violations []error) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range bytes.Lines(text) {
			var r wirelog.Request
			if err := json.Unmarshal(line, &r); err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			if err := d.Check(r.Method, r.Path, r.Body); err != nil {
				violations = append(violations, err)
			}
			checked++
		}
	}
	return checked, violations
}

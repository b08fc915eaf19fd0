package openapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
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

// Package openapi holds requests against Discord's own OpenAPI description: the file
// specs/openapi.json of github.com/discord/discord-api-spec.
//
//	POST /interactions/1/abc/callback ─▶ /interactions/{id}/{token}/callback ─▶ its JSON schema
package openapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"regexp"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Variable is the environment variable that names the description.
const Variable = "DISCORD_OPENAPI"

// ErrViolation is wrapped by what [Description.Check] returns.
var ErrViolation = errors.New("the request violates Discord's OpenAPI description")

// Description is Discord's description of its API.
type Description struct {
	operations []operation
	mu         sync.Mutex // guards the compiler, which keeps what it has compiled
	compiler   *jsonschema.Compiler
}

// operation is a method of a path.
type operation struct {
	method   string
	segments []string // "{…}" matches anything
	schema   string   // where the schema of the body is; "" for no body
	required bool
}

// Discords returns the description that the environment names, nil where it names none.
var Discords = sync.OnceValues(func() (*Description, error) {
	path := os.Getenv(Variable)
	if path == "" {
		return nil, nil
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return Read(raw)
})

// file is the only resource of the compiler.
const file = "file:///openapi.json"

// Read reads a description.
func Read(raw []byte) (*Description, error) {
	whole, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	var paths struct {
		Paths map[string]map[string]json.RawMessage
	}
	if err := json.Unmarshal(raw, &paths); err != nil {
		return nil, err
	}
	d := &Description{compiler: jsonschema.NewCompiler()}
	if err := d.compiler.AddResource(file, whole); err != nil {
		return nil, err
	}
	for path, methods := range paths.Paths {
		for method, raw := range methods {
			if method == "parameters" {
				continue
			}
			var operation operation
			if operation, err = read(path, method, raw); err != nil {
				return nil, fmt.Errorf("%s %s: %w", method, path, err)
			}
			d.operations = append(d.operations, operation)
		}
	}
	return d, nil
}

func read(path, method string, raw json.RawMessage) (operation, error) {
	var body struct {
		RequestBody struct {
			Required bool
			Content  map[string]json.RawMessage
		}
	}
	o := operation{method: strings.ToUpper(method), segments: strings.Split(path, "/")}
	if err := json.Unmarshal(raw, &body); err != nil {
		return o, err
	}
	for _, kind := range []string{"application/json", "multipart/form-data"} {
		if _, ok := body.RequestBody.Content[kind]; ok {
			o.schema = pointer("paths", path, method, "requestBody", "content", kind, "schema")
			o.required = body.RequestBody.Required
			break
		}
	}
	return o, nil
}

// pointer returns the URL of a part of the description.
func pointer(steps ...string) string {
	at := file + "#"
	for _, s := range steps {
		at += "/" + url.PathEscape(strings.NewReplacer("~", "~0", "/", "~1").Replace(s))
	}
	return at
}

// Check refuses a request that violates the description. It fits localdiscord.Config.Check: path
// begins below /api/v9, and body is JSON.
func (d *Description) Check(method, path string, body []byte) error {
	o, found := d.find(method, path)
	switch {
	case !found:
		return fmt.Errorf("%w: it has no %s %s", ErrViolation, method, path)
	case len(body) == 0 && o.required:
		return fmt.Errorf("%w: %s %s has no body", ErrViolation, method, path)
	case len(body) == 0:
		return nil
	case o.schema == "":
		return fmt.Errorf("%w: %s %s has a body: %.500s", ErrViolation, method, path, body)
	}
	schema, err := d.schema(o.schema)
	if err != nil {
		return err
	}
	value, err := jsonschema.UnmarshalJSON(
		bytes.NewReader(permissions.ReplaceAll(body, []byte("$1$2"))))
	if err == nil {
		err = schema.Validate(value)
	}
	if err != nil {
		return fmt.Errorf("%w: %s %s: %.2000v\nbody: %.2000s", ErrViolation, method, path, err, body)
	}
	return nil
}

// permissions are digits where the description is known to be wrong: Discord documents
// default_member_permissions as a string and takes it, whereas the description has an
// integer only.
var permissions = regexp.MustCompile(`("default_member_permissions"\s*:\s*)"(\d+)"`)

// find returns the operation of a request: of several, the one whose path says most.
func (d *Description) find(method, path string) (best operation, found bool) {
	most := -1
	for _, o := range d.operations {
		if literal, ok := o.matches(method, strings.Split(path, "/")); ok && literal > most {
			best, found, most = o, true, literal
		}
	}
	return best, found
}

// matches reports whether the operation is that of a request, and how many segments of its path
// are literal.
func (o operation) matches(method string, path []string) (literal int, ok bool) {
	if o.method != method || len(o.segments) != len(path) {
		return 0, false
	}
	for i, s := range o.segments {
		switch {
		case s == path[i]:
			literal++
		case !strings.HasPrefix(s, "{") || path[i] == "":
			return 0, false
		}
	}
	return literal, true
}

// schema compiles a schema when it is first needed.
func (d *Description) schema(at string) (*jsonschema.Schema, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.compiler.Compile(at)
}

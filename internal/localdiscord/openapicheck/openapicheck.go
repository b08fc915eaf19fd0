// Package openapicheck validates the REST requests of tests against Discord's
// own OpenAPI description. It is for tests only: nothing that is linked into
// the bot imports it.
//
//	check := openapicheck.FromEnv(t)
//	s := localdiscord.New(localdiscord.Config{Check: check.Request})
package openapicheck

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/pb33f/libopenapi"
	"github.com/pb33f/libopenapi-validator/config"
	"github.com/pb33f/libopenapi-validator/requests"
)

// Variable is the environment variable that names the description: a file as
// github.com/discord/discord-api-spec has it at specs/openapi.json.
const Variable = "DISCORD_OPENAPI"

// Check validates requests. The zero Check lets everything pass.
type Check struct {
	t         testing.TB
	validator *validator
}

// validator is the description, and what it was asked. Each bot of each test registers the
// same commands, and to validate them takes longer than the rest of a short test.
type validator struct {
	requests.RequestBodyValidator
	valid sync.Map // of the requests that were, by their sums
}

// sum returns what stands for a request.
func sum(method, path string, body []byte) [sha256.Size]byte {
	return sha256.Sum256(append([]byte(method+" "+path+"\n"), body...))
}

// ErrViolation is wrapped by what [Check.Request] returns.
var ErrViolation = errors.New("the request violates Discord's OpenAPI description")

// load reads the description that the environment names, once in a process:
// it takes a moment.
var load = sync.OnceValues(func() (*validator, error) {
	return read(os.Getenv(Variable))
})

// FromEnv returns the check by the description that [Variable] names. When it
// names none, the test's log says so and nothing is checked; where CI is true,
// which has the description, that is a failure. Call it outside of a synctest
// bubble.
func FromEnv(t testing.TB) Check {
	t.Helper()
	if os.Getenv(Variable) == "" {
		t.Logf("%s is not set: requests are not checked against Discord's OpenAPI description. "+
			"Get specs/openapi.json from github.com/discord/discord-api-spec and set %s to its "+
			"path.", Variable, Variable)
		return Check{}
	}
	validator, err := load()
	if err != nil {
		t.Fatalf("%s: %v", Variable, err)
	}
	return Check{t, validator}
}

func read(path string) (*validator, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	document, err := libopenapi.NewDocument(raw)
	if err != nil {
		return nil, fmt.Errorf("reading the description: %w", err)
	}
	model, err := document.BuildV3Model()
	if err != nil {
		return nil, fmt.Errorf("understanding the description: %w", err)
	}
	return &validator{RequestBodyValidator: requests.NewRequestBodyValidator(&model.Model,
		config.WithRegexCache(new(sync.Map)))}, nil
}

// Request reports a request that violates the description as an error of the
// test, and returns the error. It fits localdiscord.Config.Check: path begins
// below /api/v9, and body is JSON.
func (c Check) Request(method, path string, body []byte) error {
	if c.validator == nil {
		return nil
	}
	err := c.violation(method, path, body)
	if err != nil {
		c.t.Errorf("%v\nbody: %.2000s", err, body)
	}
	return err
}

func (c Check) violation(method, path string, body []byte) error {
	key := sum(method, path, body)
	if _, known := c.validator.valid.Load(key); known {
		return nil
	}
	r, err := http.NewRequest(method, "https://discord.com/api/v10"+path,
		bytes.NewReader(permissions.ReplaceAll(body, []byte("$1$2"))))
	if err != nil {
		return fmt.Errorf("%w: %w", ErrViolation, err)
	}
	if len(body) > 0 {
		r.Header.Set("Content-Type", "application/json")
	}
	valid, problems := c.validator.ValidateRequestBody(r)
	if valid {
		c.validator.valid.Store(key, nil)
		return nil
	}
	var text strings.Builder
	for _, p := range problems {
		fmt.Fprintf(&text, "\n%s: %s", p.Message, p.Reason)
		for _, e := range p.SchemaValidationErrors {
			fmt.Fprintf(&text, "\n\t%s: %s", e.FieldPath, e.Reason)
		}
	}
	return fmt.Errorf("%w: %s %s:%s", ErrViolation, method, path, text.String())
}

// permissions are digits where the description is known to be wrong: Discord documents
// default_member_permissions as a string and takes it, whereas the description has an
// integer only.
var permissions = regexp.MustCompile(`("default_member_permissions"\s*:\s*)"(\d+)"`)

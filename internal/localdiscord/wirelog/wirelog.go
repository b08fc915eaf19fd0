// Package wirelog writes down the requests that tests send to local Discord. The stories cannot
// import what checks them, which is a module of its own:
//
//	DISCORD_REQUESTS=DIR go test ./bot/... ─▶ DIR/*.jsonl ─▶ e2e/openapi holds them against
//	                                                        Discord's description
package wirelog

import (
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"sync"
)

// Variable is the environment variable that names the folder.
const Variable = "DISCORD_REQUESTS"

// Request is a line of a file: the path begins below /api/v9.
type Request struct {
	Method string          `json:"method"`
	Path   string          `json:"path"`
	Body   json.RawMessage `json:"body,omitempty"`
}

// Check returns what writes each distinct request down, for localdiscord.Config.Check. It is nil
// where the environment names no folder. Call it outside a synctest bubble.
func Check() func(method, path string, body []byte) error {
	if os.Getenv(Variable) == "" {
		return nil
	}
	return ours().add
}

// ours is the file of this process.
var ours = sync.OnceValue(func() *file {
	f, err := os.CreateTemp(os.Getenv(Variable), "*.jsonl")
	return &file{to: f, err: err}
})

type file struct {
	to   *os.File
	err  error    // why there is no file
	seen sync.Map // the sums of the requests in it
}

// add refuses a request that cannot be written down: a check that is lost must not look passed.
func (f *file) add(method, path string, body []byte) error {
	line, err := json.Marshal(Request{method, path, body})
	if f.err != nil || err != nil {
		return fmt.Errorf("%s: %w", Variable, cmp.Or(f.err, err))
	}
	if _, known := f.seen.LoadOrStore(sha256.Sum256(line), nil); known {
		return nil
	}
	_, err = f.to.Write(append(line, '\n'))
	return err
}

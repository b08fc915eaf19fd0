package bot_test

import (
	"testing"

	"holecard/internal/lazygc"
)

// TestMain lets garbage be collected less often.
func TestMain(m *testing.M) {
	lazygc.Set()
	m.Run()
}

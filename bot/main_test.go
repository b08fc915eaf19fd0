package bot_test

import (
	"testing"

	"holecard/internal/lazygc"
	"holecard/internal/long"
)

// TestMain lets garbage be collected less often.
func TestMain(m *testing.M) {
	lazygc.Set()
	long.Parse()
	m.Run()
}

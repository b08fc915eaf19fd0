package bot_test

import (
	"testing"

	"holecard/internal/long"
)

// TestMain lets garbage be collected less often.
func TestMain(m *testing.M) {
	long.Parse()
	long.LazyGC()
	m.Run()
}

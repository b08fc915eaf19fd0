package care_test

import (
	"testing"

	"holecard/internal/long"
)

func TestMain(m *testing.M) { long.Main(m) }

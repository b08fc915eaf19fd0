package typed

import (
	"testing"

	"holecard/internal/long"
)

func TestMain(m *testing.M) { long.Main(m) }

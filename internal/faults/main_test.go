package faults

import (
	"fmt"
	"os"
	"testing"

	"holecard/internal/long"
)

// TestMain makes of this binary the players' process too, when a test starts it
// as one.
func TestMain(m *testing.M) {
	if order, ok := os.LookupEnv(orderVariable); ok {
		if err := playAsTold(order); err != nil {
			fmt.Fprintln(os.Stderr, "the players:", err)
			os.Exit(1)
		}
		return
	}
	long.Parse()
	if long.Enabled() {
		isolate()
	}
	long.Default("test.parallel", "3") // they mostly wait
	os.Exit(m.Run())
}

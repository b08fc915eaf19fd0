//go:build unix

package main

import (
	"io/fs"
	"os"
	"testing"
)

func TestOnlyTheUserOfTheBotMayAskIt(t *testing.T) {
	h := host(t, nil)
	info, err := os.Stat(h.path + ".sock")
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode() != fs.ModeSocket|0o600 {
		t.Errorf("its socket is %v", info.Mode())
	}
}

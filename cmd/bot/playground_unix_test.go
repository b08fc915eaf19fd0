//go:build unix && !darwin

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestThePlaygroundOpensTheBrowserOrSaysThatItCannot(t *testing.T) {
	const url = "http://127.0.0.1:8421"
	folder, said := t.TempDir(), &shared{}
	t.Setenv("PATH", folder)
	p := process{stdio: stdio{err: said}}
	if err := browse(t.Context(), p, url); err != nil || said.String() != "Can't open your browser "+
		"(xdg-open: executable file not found in $PATH). Open "+url+" yourself.\n" {
		t.Errorf("without a browser: %v, %s", err, said)
	}
	opened := filepath.Join(folder, "opened")
	opener := write(t, folder, "xdg-open", "#!/bin/sh\necho $1 >"+opened+"\n")
	if err := os.Chmod(opener, 0o755); err != nil {
		t.Fatal(err)
	}
	err := browse(t.Context(), p, url)
	if text, _ := os.ReadFile(opened); err != nil || strings.TrimSpace(string(text)) != url {
		t.Errorf("with a browser: %v, it opens %q", err, text)
	}
}

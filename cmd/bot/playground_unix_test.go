//go:build unix && !darwin

package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestThePlaygroundOpensTheBrowserOrSaysThatItCannot(t *testing.T) {
	for _, c := range []struct{ opener, says string }{
		{"#!/bin/sh\necho $1 >&2\n", ""},
		{"#!/bin/sh\nexit 3\n", "Can't open your browser (xdg-open: exit status 3)."},
		{"", "Can't open your browser (xdg-open: executable file not found in $PATH)."},
	} {
		folder, out := t.TempDir(), t.TempDir()+"/opened"
		if c.opener != "" {
			script := strings.ReplaceAll(c.opener, ">&2", ">"+out)
			if err := os.WriteFile(filepath.Join(folder, "xdg-open"), []byte(script),
				0o755); err != nil {
				t.Fatal(err)
			}
		}
		t.Setenv("PATH", folder)
		said := &strings.Builder{}
		const url = "http://127.0.0.1:8421"
		err := browse(context.Background(), process{stdio: stdio{err: said}}, url)
		opened, _ := os.ReadFile(out)
		if err != nil || (string(opened) == url+"\n") != (c.says == "") ||
			!strings.HasPrefix(said.String(), c.says) ||
			c.says != "" && !strings.HasSuffix(said.String(), " Open "+url+" yourself.\n") {
			t.Errorf("%q: %v, opens %q, says %q", c.opener, err, opened, said)
		}
	}
}

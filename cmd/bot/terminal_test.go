package main

import (
	"io"
	"os"
	"strings"
	"testing"
)

func TestColoursAreForTerminalsWhoseOwnersWantThem(t *testing.T) {
	device, err := os.Open(os.DevNull) // as much of a terminal as a test has
	if err != nil {
		t.Fatal(err)
	}
	defer device.Close()
	for _, c := range []struct {
		out  io.Writer
		set  map[string]string
		want bool
	}{
		{device, nil, true},
		{device, map[string]string{"NO_COLOR": ""}, true},
		{device, map[string]string{"NO_COLOR": "1"}, false},
		{device, map[string]string{"TERM": "dumb"}, false},
		{&strings.Builder{}, nil, false},
	} {
		p := process{stdio: stdio{out: c.out}, lookup: lookup(c.set)}
		if got := p.colours(); got != c.want {
			t.Errorf("%T with %v: colours %t", c.out, c.set, got)
		}
	}
}

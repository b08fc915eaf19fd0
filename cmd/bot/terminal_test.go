package main

import (
	"io"
	"os"
	"strings"
	"testing"
	"time"
)

func TestABarSaysHowLongTheRestTakes(t *testing.T) {
	for _, c := range []struct {
		done int64
		took time.Duration
		want string
	}{
		{250, 10 * time.Second, "[██████░░░░░░░░░░░░░░░░░░] 25%  30s left  net −0.0026 a round"},
		{999, 999 * time.Minute, "[███████████████████████░] 100%  1m0s left  net −0.0026 a round"},
		{1000, time.Minute, "[████████████████████████] 100%  0s left  net −0.0026 a round"},
	} {
		if got := bar(c.done, 1000, -0.0026, c.took); got != c.want {
			t.Errorf("%d of 1000 in %v:\n%s\nwant\n%s", c.done, c.took, got, c.want)
		}
	}
}

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
		p := process{lookup: func(name string) (string, bool) { return c.set[name], true }}
		p.out = c.out
		if got := p.colours(); got != c.want {
			t.Errorf("%T with %v: colours %t", c.out, c.set, got)
		}
	}
}

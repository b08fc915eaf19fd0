package main

import (
	"context"
	"testing"
)

// stops is a context that ends when it is looked at for the last time.
type stops struct {
	context.Context
	looks int // until then
}

func (s *stops) Err() error {
	if s.looks--; s.looks < 0 {
		return context.Canceled
	}
	return nil
}

func TestExactFiguresEndWhereverCtrlCMeetsThem(t *testing.T) {
	for _, args := range [][]string{
		{"odds"},
		{"odds", "--player", "stopAt(17)"},
		{"odds", "--player", "basic"},
		{"odds", "--table", "mit", "--player", "louis"},
		{"odds", "--dealer"},
		{"tables", "vegas"},
		{"simulate"},
		{"watch"},
	} {
		for _, looks := range []int{0, 1} {
			status, out, err := command(&stops{t.Context(), looks}, "", args...)
			if status != exitFailed || out != "" || err != "bot: stopped\n" {
				t.Errorf("%v, stopped after %d looks: status %d, %q, %q", args, looks, status, out,
					err)
			}
		}
	}
}

package main

import (
	"context"
	"sync/atomic"
	"testing"
)

// stops is a context that ends when it is looked at for the last time.
type stops struct {
	context.Context
	looks atomic.Int32 // until then
}

func (s *stops) Err() error {
	if s.looks.Add(-1) < 0 {
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
		for _, looks := range []int32{0, 1} {
			ctx := &stops{Context: t.Context()}
			ctx.looks.Store(looks)
			status, out, err := fed(ctx, nil, "", args...)
			if status != exitFailed || out != "" || err != "holecard: stopped\n" {
				t.Errorf("%v, stopped after %d looks: status %d, %q, %q", args, looks, status, out,
					err)
			}
		}
	}
}

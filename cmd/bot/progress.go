package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"holecard/blackjack/sim"
)

// progress draws a bar on a terminal, and nothing anywhere else.
type progress struct {
	w      io.Writer // nil where there is no terminal
	rounds int64
	drawn  time.Time
}

func newProgress(w io.Writer, rounds int64) *progress {
	if !terminalIs(w) {
		w = nil
	}
	return &progress{w: w, rounds: rounds}
}

func terminalIs(stream any) bool {
	file, ok := stream.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

func (p *progress) update(r sim.Result) {
	if p.w == nil || time.Since(p.drawn) < 100*time.Millisecond {
		return
	}
	const barWidth = 30
	p.drawn = time.Now()
	share := float64(r.Rounds) / float64(p.rounds)
	full := int(share * barWidth)
	fmt.Fprintf(p.w, "\r[%s%s] %3.0f %%  %d rounds, mean %+.4f\x1b[K",
		strings.Repeat("=", full), strings.Repeat(" ", barWidth-full), 100*share, r.Rounds, r.EV())
}

func (p *progress) clear() {
	if p.w != nil && !p.drawn.IsZero() {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}

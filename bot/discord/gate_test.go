package discord

import (
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"holecard/storage"
)

func TestTheGateLetsInWhatOneMayDo(t *testing.T) {
	g := newGate(Allowance{})
	now := noon
	id := storage.InteractionID(0)
	judge := func(user storage.UserID, kind discordgo.InteractionType) decision {
		id++
		return g.judge(user, id, kind, now)
	}
	count := func(user storage.UserID, kind discordgo.InteractionType, times int) (got [3]int) {
		for range times {
			got[judge(user, kind)]++
		}
		return got
	}
	for _, step := range []struct {
		what string
		user storage.UserID
		kind discordgo.InteractionType
		wait time.Duration
		times,
		in, away int
	}{
		{"a burst", 1, discordgo.InteractionMessageComponent, 0, 1000, 10, 10},
		{"another player", 2, discordgo.InteractionApplicationCommand, 0, 12, 10, 2},
		{"typing has an allowance of its own", 2, discordgo.InteractionApplicationCommandAutocomplete, 0, 30, 20, 8},
		{"a fifth of a second later", 1, discordgo.InteractionApplicationCommand, 200 * time.Millisecond, 10, 1, 1},
		{"a second later", 1, discordgo.InteractionApplicationCommand, time.Second, 100, 5, 5},
		{"after a long pause", 1, discordgo.InteractionApplicationCommand, time.Hour, 100, 10, 10},
	} {
		now = now.Add(step.wait)
		if got, want := count(step.user, step.kind, step.times),
			[3]int{step.in, step.away, step.times - step.in - step.away}; got != want {
			t.Errorf("%s: let in, turned away and ignored are %v, want %v", step.what, got, want)
		}
	}
}

func TestAnotherDeliveryPaysNothingAtTheGate(t *testing.T) {
	g := newGate(Allowance{PerSecond: 1, Burst: 3})
	first := storage.InteractionAt(noon)
	judge := func(user storage.UserID, n int, now time.Time) decision {
		return g.judge(user, first+storage.InteractionID(n), discordgo.InteractionMessageComponent, now)
	}
	for i, step := range []struct {
		n    int
		want decision
	}{
		{1, letIn}, {1, letIn}, {1, letIn}, {2, letIn}, {1, letIn}, {3, letIn}, {4, turnedAway},
		{4, ignored}, {3, letIn},
	} {
		if got := judge(1, step.n, noon); got != step.want {
			t.Errorf("step %d: interaction %d gets %d, want %d", i, step.n, got, step.want)
		}
	}
	now := noon.Add(time.Second)
	for n := 5; n < 5+2*remembered; n++ {
		now = now.Add(time.Second)
		if got := judge(1, n, now); got != letIn {
			t.Fatalf("interaction %d gets %d", n, got)
		}
	}
	if got := judge(1, 4, now); got != ignored {
		t.Errorf("after many others what was refused gets %d, want %d", got, ignored)
	}
	judge(2, 9999, now.Add(10*time.Minute)) // the person is forgotten
	if got := judge(1, 4, now.Add(10*time.Minute)); got != ignored {
		t.Errorf("ten minutes later what was refused gets %d, want %d", got, ignored)
	}
	judge(2, 9999, now.Add(oldest+time.Minute))
	if len(g.refused) != 0 {
		t.Errorf("%d refusals are kept that Discord delivers no more", len(g.refused))
	}
	if got := judge(3, 4, noon.Add(time.Second)); got != letIn {
		t.Errorf("another's interaction gets %d", got)
	}
}

func TestTheGateForgetsThoseWhoRest(t *testing.T) {
	g := newGate(Allowance{})
	const many = 100_000
	for n := range many {
		// a thousand different players a second
		now := noon.Add(time.Duration(n) * time.Millisecond)
		g.judge(storage.UserID(n), storage.InteractionID(n), discordgo.InteractionApplicationCommand, now)
		if most := 1000 * int((sweepEvery+time.Second)/time.Second); len(g.people) > most {
			t.Fatalf("%d players are remembered, of 1000 a second", len(g.people))
		}
	}
	g.judge(many, many, discordgo.InteractionApplicationCommand, noon.Add(time.Hour))
	if len(g.people) != 1 {
		t.Errorf("%d players are remembered after a pause, want the last one", len(g.people))
	}
}

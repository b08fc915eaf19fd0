package main

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"holecard/internal/localdiscord"
)

// siegeMemory is how much memory the besieged bot may have.
const siegeMemory = 1 << 30

// ask is a command with what is given to it.
type ask struct {
	name  string
	given []localdiscord.Given
}

// heavy are the commands that take the most there is: of memory, of time, of figures.
func heavy() []ask {
	given := func(name string, value any) localdiscord.Given {
		return localdiscord.Given{Name: name, Value: value}
	}
	long := func(name string, given ...localdiscord.Given) ask { return ask{name, given} }
	rule := func(table, key, value string) ask {
		return long("settings", localdiscord.Given{Name: "rules", Options: []localdiscord.Given{
			given("key", key), given("value", value), given("table", table)}})
	}
	nested := given("strategy",
		"reckless(reckless(reckless(clubs < diamonds && hearts < spades || total < 15)))")
	suits := given("strategy", "clubs + diamonds < hearts + spades || total < 12")
	basic, most := given("strategy", "basic"), given("rounds", 20_000_000)
	joker, atlantic := given("table", "joker"), given("table", "atlantic-city")
	return []ask{
		long("learn odds", nested), long("learn odds", suits), long("learn odds", suits, atlantic),
		long("learn simulate", basic, most), long("learn simulate", nested, most, atlantic),
		long("learn watch", basic, joker),
		rule("vegas", "decks", "8"), rule("vegas", "maxHands", "2"),
		rule("joker", "jokers", "8"), rule("joker", "decks", "7"),
		long("learn odds", joker), long("learn odds"),
		long("learn watch", given("bet", 1), basic, joker),
		long("learn watch", given("bet", 1), given("strategy", "both(basic, basic)"),
			given("table", "vegas")),
		rule("vegas", "decks", "5"), rule("downtown", "decks", "8"),
		rule("european", "decks", "8"), rule("joker", "decks", "3"),
	}
}

// TestABotOfAGigabyteAnswersEverybodyWhileOnePlayerAsksForTheMost_long is all bounds
// together: the real bot, as a process that cannot have more memory.
func TestABotOfAGigabyteAnswersEverybodyWhileOnePlayerAsksForTheMost_long(t *testing.T) {
	child := startChild(t, localdiscord.Config{
		KeepMessages: 2000, KeepRequests: -1, People: []localdiscord.Person{{Name: "Mallory",
			Admin: true}},
	})
	child.limit(t)
	child.ready(t)

	ctx, cancel := context.WithCancel(t.Context())
	var group sync.WaitGroup
	answered, unanswered := make([]int, 20), make([]error, 20)
	for n, who := range child.regulars(len(answered)) {
		group.Go(func() {
			for ctx.Err() == nil {
				if err := who.acts(); err != nil {
					unanswered[n] = errors.Join(unanswered[n], err)
				}
				answered[n]++
				time.Sleep(250 * time.Millisecond) // what a player may do
			}
		})
	}
	lost := child.besiege(t)
	cancel()
	group.Wait()
	select {
	case <-child.gone:
		t.Fatalf("the bot has ended: %v", child.err)
	default:
	}
	sum := 0
	for n := range answered {
		sum += answered[n]
		if unanswered[n] != nil {
			t.Errorf("player %d: %v", n, unanswered[n])
		}
	}
	t.Logf("%d commands and presses of others, the bot's memory at most %d KiB; of Mallory's %d "+
		"were not answered",
		sum, child.memory("VmHWM"), lost)
	if sum < 100 {
		t.Errorf("the others did no more than %d things", sum)
	}
	child.finish(t)
}

// besiege sends each heavy command again and again, as fast as one player may, and
// returns how many are not answered: not even by words.
func (b *childBot) besiege(t *testing.T) (lost int) {
	t.Helper()
	mallory, channel := b.discord.As(b.discord.People()[0]), b.discord.Channel("blackjack").ID
	const rounds = 2 // once for the first time, once more
	for range rounds {
		for _, a := range heavy() {
			select {
			case <-b.gone:
				return lost
			default:
			}
			i, err := mallory.Command(channel, a.name, a.given...)
			if err != nil {
				t.Fatalf("/%s: %v", a.name, err)
			}
			if _, err := i.Wait(t.Context()); err != nil {
				t.Errorf("/%s %v: %v", a.name, a.given, err)
				lost++
			}
			time.Sleep(250 * time.Millisecond)
		}
	}
	return lost
}

// limit lets the bot have so much memory of its own and no more: what it maps of
// its file does not count.
func (b *childBot) limit(t *testing.T) {
	t.Helper()
	limit := unix.Rlimit{Cur: siegeMemory, Max: siegeMemory}
	if err := unix.Prlimit(b.cmd.Process.Pid, unix.RLIMIT_DATA, &limit, nil); err != nil {
		t.Fatalf("the bot's memory cannot be limited: %v", err)
	}
}

package bot_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"holecard/bot"
	"holecard/bot/view"
	"holecard/internal/localdiscord"
	"holecard/internal/long"
)

// change makes an interaction one of a situation.
func (m *matrix) change(at int) func(map[string]any) {
	return func(i map[string]any) {
		switch at {
		case anotherGuild:
			i["guild_id"] = "4242"
			i["guild"] = map[string]any{"id": "4242"}
		case directMessage:
			i["user"] = within(within(i, "member"), "user")
			delete(i, "member")
			delete(i, "guild")
			delete(i, "guild_id")
		case noPermission:
			within(i, "member")["permissions"] = "0"
		}
	}
}

// presses presses a button in a situation.
func (m *matrix) presses(a act, at int) (player, *localdiscord.Interaction) {
	message, button, older := a.press(m)
	by := m.ada
	switch at {
	case anotherPlayer:
		by = m.grace
	case olderVersion:
		button = older
	case anotherMessage:
		message = m.board
		if slices.Contains([]string{"Turn", "PickBoard"}, a.kind) {
			message = m.over
		}
		return by, by.pressesAt(message, button)
	}
	row := localdiscord.Component{Type: 1,
		Components: []localdiscord.Component{{Type: 2, CustomID: button}}}
	message.Components = append(slices.Clone(message.Components), row)
	change := m.change(at)
	return by, m.discord.Inject(localdiscord.Alter(by.ClickPayload(message, button),
		func(i map[string]any) {
			if change(i); a.values != nil {
				within(i, "data")["component_type"], within(i, "data")["values"] = 3, a.values
			}
			if a.entered != "" {
				i["type"] = 5
				within(i, "data")["components"] = []any{map[string]any{"type": 1,
					"components": []any{map[string]any{"type": 4, "custom_id": view.InputAmount,
						"value": a.entered}}}}
			}
		}))
}

// gives gives a command in a situation.
func (m *matrix) gives(a act, at int) (player, *localdiscord.Interaction) {
	by := m.ada
	if at == anotherPlayer || at == noPermission {
		by = m.grace // who manages nothing
	}
	change := m.change(at)
	return by, by.sends(func(i map[string]any) {
		if change(i); at == olderVersion {
			old := localdiscord.ID(
				uint64(time.Now().Add(-16*time.Minute).UnixMilli()-1_420_070_400_000) << 22)
			i["id"] = fmt.Sprint(uint64(old))
		}
	}, a.kind, a.given...)
}

// look checks a cell.
func (m *matrix) check(
	where string, c cell, by player, do func() *localdiscord.Interaction, before map[string]string,
) {
	m.t.Helper()
	i := do()
	switch {
	case c.nothing:
		time.Sleep(10 * time.Second)
		if answer, ok := i.Latest(); ok && !answer.Failed {
			m.t.Errorf("%s: it is answered\n%s", where, look(answer))
		}
	case c.asks:
		if answer, err := i.Wait(m.t.Context()); err != nil || answer.Message != nil {
			m.t.Errorf("%s: it is answered by no modal: %v, %s", where, err, answer.Body)
		}
	default:
		answer := m.answer(i)
		synctest.Wait()
		switch {
		case c.refused != "" && (!answer.Ephemeral() || answer.EphemeralFor != by.ID ||
			!strings.Contains(answer.Content, c.refused)):
			m.t.Errorf("%s: it is answered\n%s\nto %v, want %q in private",
				where, look(answer), answer.EphemeralFor, c.refused)
		case c.shows != "" && (answer.Ephemeral() || !says(answer, c.shows)):
			m.t.Errorf("%s: it is answered\n%s\nwant %q for all", where, look(answer), c.shows)
		case c.told != "" && !strings.Contains(m.told(i), c.told):
			m.t.Errorf("%s: %q is told, want %q", where, m.told(i), c.told)
		}
	}
	time.Sleep(10 * time.Second) // studies show their steps; lines are empty again
	synctest.Wait()
	if now := m.digest(); !c.plays && !reflect.DeepEqual(now, before) {
		m.t.Errorf("%s: what is kept was\n%v\nand is\n%v", where, before, now)
	}
}

// Cells in which nothing changes share a stage with those of a few rows. A cell that plays has a
// stage of its own, which costs the most: the default form tries a third of them.
func TestNobodyIsInWhoDoesNotBelong(t *testing.T) {
	const rows = 5
	all := clicks()
	for some := range slices.Chunk(all, rows) {
		t.Run(some[0].kind+" and more", func(t *testing.T) {
			tellAs(t, stopped, func(t *testing.T, s *stage) {
				m := newMatrix(s)
				before := m.digest()
				for _, a := range some {
					m.changesNothing(a, before)
				}
			})
		})
	}
	for row, a := range all {
		for at, c := range a.cells {
			if c.plays && (long.Enabled() || (row+at)%3 == 0) {
				t.Run(a.kind+" "+a.does+", "+situationNames[at], func(t *testing.T) {
					tellAs(t, stopped, func(_ *testing.T, s *stage) { newMatrix(s).plays(a, at) })
				})
			}
		}
	}
}

// changesNothing presses a row's button in each situation in which nothing is played by it.
func (m *matrix) changesNothing(a act, before map[string]string) {
	m.t.Helper()
	for at, c := range a.cells {
		if c.plays {
			continue
		}
		var i *localdiscord.Interaction
		by := m.ada
		if at == anotherPlayer {
			by = m.grace
		}
		where := a.kind + " " + a.does + ", " + situationNames[at]
		m.check(where, c, by, func() *localdiscord.Interaction {
			_, i = m.presses(a, at)
			return i
		}, before)
		if m.t.Failed() {
			m.t.Fatal("after ", where)
		}
	}
}

// plays presses a row's button in a situation in which that is a right.
func (m *matrix) plays(a act, at int) {
	m.t.Helper()
	before := m.digest()
	_, i := m.presses(a, at)
	if answer := m.answer(i); answer.Ephemeral() && strings.Contains(answer.Content, "can't") {
		m.t.Errorf("it is their right, but they are answered\n%s", look(answer))
	}
	// Those who sit and have bet have nothing to change.
	idle := slices.Contains([]string{"Decline", "Sit", "SameBet", "SeatBet"}, a.kind)
	if !idle && reflect.DeepEqual(m.digest(), before) {
		m.t.Error("it is their right, but nothing has changed")
	}
}

func TestCommandsTouchOnlyWhatIsTheCallers(t *testing.T) {
	tellAs(t, stopped, func(t *testing.T, s *stage) {
		m := newMatrix(s)
		var rows []string
		for _, a := range commands(m) {
			rows = append(rows, a.kind)
			for at, c := range a.cells {
				if at == anotherMessage {
					continue // a command has none
				}
				by, where := m.ada, a.kind+", "+situationNames[at]
				if at == anotherPlayer || at == noPermission {
					by = m.grace
				}
				var i *localdiscord.Interaction
				m.check(where, c, by, func() *localdiscord.Interaction {
					_, i = m.gives(a, at)
					return i
				}, m.digest())
				m.ada.has(95, 10) // whatever others do, and whatever she does elsewhere
				if t.Failed() {
					t.Fatal("after ", where)
				}
			}
		}
		for _, name := range bot.Commands() {
			if !slices.Contains(rows, name) {
				t.Errorf("/%s has no row in the matrix: add who may give it, and where", name)
			}
		}
		if len(rows) != len(bot.Commands()) {
			t.Errorf("%d rows for %d commands", len(rows), len(bot.Commands()))
		}
	})
}

// Every kind of click has a row, and every row is of a kind.
func TestTheMatrixHasEveryKindOfClick(t *testing.T) {
	kinds := map[string]bool{}
	for _, of := range bot.AllClicks() {
		kinds[of.Name()] = true
	}
	rows := map[string]bool{}
	for _, a := range clicks() {
		rows[a.kind] = true
	}
	if !reflect.DeepEqual(kinds, rows) || len(kinds) < 9 {
		t.Errorf("there are the clicks %v, and rows for %v", kinds, rows)
	}
}

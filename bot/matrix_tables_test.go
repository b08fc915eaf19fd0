package bot_test

import (
	"fmt"
	"strings"

	"holecard/internal/localdiscord"
)

// stopped stops the clock of tables: a table at which nobody does anything stays.
func stopped(s *stage) { s.stopped = true }

// seatsAda opens two private tables for Ada: at one she has bet, at the other she is asked.
func (m *matrix) seatsAda() {
	m.bets = m.ada.types("table", setting("open", option("private", true)))
	m.ada.presses(m.bets, "Same bet")
	m.stack("2S TC 3D 9H 2C 2D TH TD")
	m.round = m.ada.types("table", setting("open", option("private", true)))
	m.ada.presses(m.round, "Same bet")
	m.round = m.ada.presses(m.round, "Ready")
}

// ofTables are the clicks on tables of several people. In another guild there is no such
// table.
func ofTables() []act {
	uninvited := refused("This table is private.")
	of := func(kind, label string, other, right cell) act {
		closed := cell{shows: "This table is closed."}
		return act{kind: kind, does: label,
			cells: [situations]cell{other, closed, closed, refused(strange), right, right},
			press: func(m *matrix) (localdiscord.Message, string, string) {
				b, ok := m.bets.Find(label)
				if !ok {
					m.t.Fatalf("there is no %q below\n%s", label, look(m.bets))
				}
				return m.bets, b.CustomID, b.CustomID
			}}
	}
	entered := of("SeatBet", "Bet", uninvited, theirRight)
	ask := entered.press
	entered.press = func(m *matrix) (localdiscord.Message, string, string) {
		table, id, _ := ask(m)
		id = "ue" + strings.TrimPrefix(id, "ub")
		return table, id, id
	}
	entered = entering(entered, "7")
	move := of("Move", "Hit", refused("You're not in this round"), theirRight)
	move.press = func(m *matrix) (localdiscord.Message, string, string) {
		hit, _ := m.round.Find("Hit")
		var table, turn string
		fmt.Sscanf(strings.ReplaceAll(hit.CustomID, ":", " "), "up %s %s hit", &table, &turn)
		return m.round, hit.CustomID, "up:" + table + ":0:hit"
	}
	move.cells[olderVersion] = anyones
	return []act{of("Sit", "Sit", uninvited, theirRight),
		of("Leave", "Leave", refused("You don't sit"), theirRight),
		of("ChangeSeatBet", "Bet", uninvited, cell{asks: true}), entered,
		of("SameBet", "Same bet", uninvited, theirRight),
		of("Ready", "Ready", refused("You don't sit"), theirRight), move}
}

// commandsOfTables are about the table in the channel, which another guild does not have.
func commandsOfTables() []act {
	of := func(kind string, cells [situations]cell, given ...localdiscord.Given) act {
		return act{kind: kind, cells: cells, given: given}
	}
	here := func(other string) [situations]cell {
		return [situations]cell{refused(other), refused("There's no open table in this channel."),
			refused("Use this in a server."), {}, {nothing: true}, refused(other)}
	}
	server := refused("Use this in a server.")
	const opener = "Only the player who opened this table can do that."
	return []act{
		of("table close", here(opener)),
		of("table invite", here(opener), option("player", 77)),
		of("table sit", here("This table is private."), option("strategy", "stupid")),
		of("table list", [situations]cell{anyones, anyones, server, {}, {nothing: true}, anyones}),
		of("table open", [situations]cell{theirRight, theirRight, server, {}, {nothing: true},
			theirRight}),
	}
}

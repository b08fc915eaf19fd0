package view

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/bwmarrin/discordgo"

	"holecard/bot/lang"
	"holecard/bot/message"
	"holecard/bot/round"
	"holecard/storage"
)

// SeatBet bets what was entered.
type SeatBet struct {
	Seating storage.SeatingID `id:"ue" is:"shared"`
}

// AskSeatBet asks for a bet at a seating, and for side bets that it offers.
func AskSeatBet(w *lang.Printer, v round.Seating, last storage.Bet,
	edges SideEdges) *discordgo.InteractionResponseData {
	return form(id(SeatBet{v.ID}), w.Say("seats.button.bet"),
		askBets(w, v.Table.Rules, edges, last.Stake, last.Sides)...)
}

// mostInList is how many bytes a list of tables has at most.
const mostInList = 4000

// SeatingList shows the open tables of a server.
func SeatingList(w *lang.Printer, list []round.Seating) message.Reply {
	if len(list) == 0 {
		return private(w.Say("seats.list"), w.Say("seats.list.none"))
	}
	var lines []string
	room := mostInList
	for _, v := range list { // the liveliest first
		names := make([]string, len(v.Chairs))
		for i, c := range v.Chairs {
			names[i] = Name(w, c.Name)
		}
		who := cmp.Or(w.And(names), w.Say("seats.list.empty"))
		line := w.Say("seats.list.line", "["+v.Table.Title+"]("+Link(v)+")",
			int64(v.Table.Rules.MinBet), int64(v.Table.Rules.MaxBet), who,
			w.Say("seats.free", v.Size-len(v.Chairs)))
		if v.Private() {
			line += " · " + w.Say("seats.private")
		}
		if room -= len("- " + line + "\n"); room < 0 {
			break
		}
		lines = append(lines, "- "+line)
	}
	return private(w.Say("seats.list"), strings.Join(lines, "\n"))
}

// Link returns the address of a seating's message.
func Link(v round.Seating) string {
	return fmt.Sprintf("https://discord.com/channels/%d/%d/%d", v.Guild, v.Place.Channel,
		v.Place.Message)
}

// Invited says that a player may sit.
func Invited(w *lang.Printer, v round.Seating, user storage.UserID) message.Reply {
	return message.Note(w.Say("seats.invited", Mention(user), Link(v)))
}

// Seated says that who asked sits, and which strategy plays for them, empty for none.
func Seated(w *lang.Printer, v round.Seating, strategy string) message.Reply {
	if strategy == "" {
		return message.Note(w.Say("seats.seated", Link(v)))
	}
	return message.Note(w.Say("seats.plays", span(Plain(strategyName(w, strategy))), Link(v)))
}

// Ended says that a seating is closed, or will be after the round.
func Ended(w *lang.Printer, v round.Seating) message.Reply {
	if v.Stage != round.Closed {
		return message.Note(w.Say("seats.closing"))
	}
	return message.Note(w.Say("seats.closed"))
}

// ClosedSeating redraws the message of a table that closed before, of which nothing is kept.
func ClosedSeating(w *lang.Printer) message.Reply {
	r, _ := embedded(colourPlaying, "", w.Say("seats.closed"))
	return r
}

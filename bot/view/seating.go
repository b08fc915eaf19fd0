package view

import (
	"fmt"
	"strings"
	"time"

	"holecard/blackjack"
	"holecard/bot/lang"
	"holecard/bot/message"
	"holecard/bot/session"
	"holecard/storage"
)

// SeatingFrame is what a seating is shown with, in the language and the look of its server.
type SeatingFrame struct {
	Words *lang.Printer
	Edge  HouseEdge
	Sides SideEdges
	Cards Cards
}

// seating is a seating that is being shown.
type seating struct {
	session.Seating
	SeatingFrame
}

// Seating shows a table for several people.
func Seating(v session.Seating, f SeatingFrame) message.Reply {
	s := seating{v, f}
	e := message.Embed{
		Title:  s.title(),
		Colour: colourPlaying,
	}
	return message.Reply{Embeds: []message.Embed{e}, Rows: s.buttons()}
}

// title says what is played, for how much and how fast.
func (s seating) title() string {
	bets, turn := s.Times()
	return s.Words.Say("seats.title", s.Table.Title, int64(s.Table.Rules.MinBet),
		int64(s.Table.Rules.MaxBet), int64(bets/time.Second), int64(turn/time.Second))
}

// buttons returns what can be pressed. Nothing that bets or leaves stands where Hit and
// Stand were: a press that was meant for a hand may come after its end.
func (s seating) buttons() [][]message.Button {
	button := func(key string, style message.Style, c Click) message.Button {
		return message.Button{Label: s.Words.Say("seats.button." + key), Style: style, ID: id(c)}
	}
	sit, leave := button("sit", message.Secondary, Sit{s.ID}),
		button("leave", message.Secondary, Leave{s.ID})
	switch s.Stage {
	case session.Closed:
		return nil
	case session.Insuring, session.Playing:
		return [][]message.Button{s.moves(), {leave, sit}}
	}
	last := []message.Button{leave}
	if s.Round != nil {
		last = append(last, message.Button{Label: s.Words.Say("button.proof"),
			ID: id(Proof{s.Round.ID})})
	}
	return [][]message.Button{{sit, button("bet", message.Primary, ChangeSeatBet{s.ID}),
		button("same", message.Secondary, SameBet{s.ID}),
		button("ready", message.Success, Ready{s.ID})}, last}
}

// moves returns the buttons of the actions of those who are asked.
func (s seating) moves() []message.Button {
	var legal blackjack.Actions
	var lacks session.Lacks
	for i, seat := range s.Round.View.Seats {
		legal |= seat.Legal
		if s.Round.View.Turn == blackjack.Seat(i) && s.Stage == session.Playing {
			lacks = s.Round.Players[i].Lacks
		}
	}
	return actions(s.Words, legal, lacks,
		func(a blackjack.Action) Click { return Move{s.ID, s.Turn, a} },
		blackjack.Hit, blackjack.Stand, blackjack.Double, blackjack.Split, blackjack.Surrender,
		blackjack.Insure, blackjack.EvenMoney, blackjack.Decline)
}

// SideInputs are the ids of the texts that ask for side bets.
var SideInputs = [blackjack.SideBets]string{"pairs", "poker", "bust"}

// AskSeatBet asks for a bet at a seating, and for side bets that it offers.
func AskSeatBet(w *lang.Printer, v session.Seating, last storage.Bet,
	edges SideEdges) message.Reply {
	m := message.Modal{ID: id(SeatBet{v.ID}), Title: w.Say("seats.button.bet"),
		Inputs: []message.Input{{ID: BetInput, Label: w.Say("bet.label"), Hint: w.Say("bet.hint"),
			Longest: 40}}}
	if last.Stake > 0 {
		m.Inputs[0].Value = w.Number(int64(last.Stake))
	}
	for b := range blackjack.SideBet(blackjack.SideBets) {
		if v.Table.Rules.PayTable(b) == 0 {
			continue
		}
		in := message.Input{ID: SideInputs[b], Label: RuleName(w, SideInputs[b]), Optional: true,
			Longest: 40}
		if edges[b].Known {
			in.Label += " · " + edges[b].Words(w)
		}
		if last.Sides[b] > 0 {
			in.Value = w.Number(int64(last.Sides[b]))
		}
		m.Inputs = append(m.Inputs, in)
	}
	return message.Reply{Modal: &m}
}

// SeatingList shows the open tables of a server.
func SeatingList(w *lang.Printer, list []session.Seating) message.Reply {
	if len(list) == 0 {
		return private(w.Say("seats.list"), w.Say("seats.list.none"))
	}
	var lines []string
	for _, v := range list {
		names := make([]string, len(v.Chairs))
		for i, c := range v.Chairs {
			names[i] = Name(w, c.Name)
		}
		who := w.Say("seats.list.empty")
		if len(names) > 0 {
			who = w.And(names)
		}
		line := w.Say("seats.list.line", "["+v.Table.Title+"]("+Link(v)+")",
			int64(v.Table.Rules.MinBet), int64(v.Table.Rules.MaxBet), who,
			w.Say("seats.free", v.Size-len(v.Chairs)))
		if v.Private() {
			line += " · " + w.Say("seats.private")
		}
		lines = append(lines, "- "+line)
	}
	return private(w.Say("seats.list"), strings.Join(lines, "\n"))
}

// Link returns the address of a seating's message.
func Link(v session.Seating) string {
	return fmt.Sprintf("https://discord.com/channels/%d/%d/%d", v.Guild, v.Place.Channel,
		v.Place.Message)
}

// Invited says that a player may sit.
func Invited(w *lang.Printer, v session.Seating, user storage.UserID) message.Reply {
	return message.Note(w.Say("seats.invited", Mention(user), Link(v)))
}

// Seated says that who asked sits, and which strategy plays for them, empty for none.
func Seated(w *lang.Printer, v session.Seating, strategy string) message.Reply {
	if strategy == "" {
		return message.Note(w.Say("seats.seated", Link(v)))
	}
	return message.Note(w.Say("seats.plays", "`"+Plain(strategy)+"`", Link(v)))
}

// Ended says that a seating is closed, or will be after the round.
func Ended(w *lang.Printer, v session.Seating) message.Reply {
	if v.Stage != session.Closed {
		return message.Note(w.Say("seats.closing"))
	}
	return message.Note(w.Say("seats.closed"))
}

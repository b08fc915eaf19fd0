package view

import (
	"strings"

	"github.com/bwmarrin/discordgo"

	"holecard/blackjack"
	"holecard/bot/lang"
	"holecard/bot/message"
	"holecard/bot/round"
	"holecard/bot/story"
	"holecard/storage"
)

// StepTo shows a round at one of its moments: 0 is what the deal has left to decide.
type StepTo struct {
	Round  storage.RoundID `id:"hs" of:"history"`
	Moment int
	Button uint8 // of those of its message, whose custom IDs differ
	Past
}

// ReviewPast shows the review of a round in the message of a history.
type ReviewPast struct {
	Round storage.RoundID `id:"hr" of:"history"`
	Past
}

// momentOf is a round that is over, to be shown with its cards.
func momentOf(w *lang.Printer, r story.ReviewedRound, cards Cards) seating {
	return seating{Seating: round.Seating{Table: r.Table, Stage: round.Waiting,
		Round: &round.SeatedRound{ID: r.ID, View: r.Round.View(), Players: r.Players}},
		SeatingFrame: SeatingFrame{Words: w, Cards: cards}}
}

// moment is what somebody did in a round, and how the table was before.
type moment struct {
	before blackjack.Round
	who    blackjack.Seat
	did    blackjack.Action
}

// Moment shows a round that is over as it was when somebody decided, and what they did; past
// the last decision, how it ended.
func Moment(w *lang.Printer, r story.ReviewedRound, at int, past Past, c Cards,
) message.Reply {
	var moments []moment
	r.Round.Steps(func(before blackjack.Round, who blackjack.Seat, did blackjack.Action) bool {
		moments = append(moments, moment{before, who, did})
		return true
	})
	at = min(at, len(moments))
	s, line := momentOf(w, r, c), ""
	if at < len(moments) {
		m := moments[at]
		s.Stage, s.Round.Open, s.Round.View = round.Playing, true, m.before.View()
		if m.before.Phase() == blackjack.Insuring {
			s.Stage = round.Insuring
		}
		for i := range s.Round.Players {
			s.Round.Players[i].Asked = blackjack.Seat(i) == m.who
		}
		line = happened(s, r, m, at)
	} else {
		line = s.at(int(r.Seat)).headline()
	}
	title := r.Table.Title
	if r.Practice {
		title = w.Say("hand.practice", title)
	}
	reply := s.fitted(func(s seating) *discordgo.MessageEmbed {
		e := &discordgo.MessageEmbed{Author: &discordgo.MessageEmbedAuthor{Name: title},
			Color: colourPlaying, Footer: footer(w.Say("moment.of", at+1, len(moments)+1))}
		e.Description = strings.Join(append([]string{line}, s.cards(e)...), "\n")
		return e
	})
	reply.Private, reply.Rows = true, momentButtons(w, r, at, len(moments), past)
	return reply
}

// happened says who did what and, of the seat that is looked at, whether it was best.
func happened(s seating, r story.ReviewedRound, m moment, at int) string {
	what := "**" + actionName(s.Words, m.did) + "**"
	for i, step := range r.Review.Steps {
		if step.Action == at && m.who == r.Seat {
			what = judged(s.Words, r, i)
		}
	}
	who := s.Words.Say("moment.house")
	if m.who != blackjack.House {
		who = s.name(s.Round.Players[m.who].Name)
	}
	return s.Words.Say("moment.did", who, what)
}

// momentButtons lead to the other moments of a round, to its review and back.
func momentButtons(w *lang.Printer, r story.ReviewedRound, at, last int, past Past,
) []discordgo.MessageComponent {
	var row []discordgo.Button
	for i, to := range [...]int{0, max(0, at-1), min(last, at+1), last} {
		row = append(row, arrow([...]string{"⏮️", "◀️", "▶️", "⏭️"}[i],
			w.Say("moment.button."+[...]string{"first", "back", "next", "last"}[i]),
			id(StepTo{r.ID, to, uint8(i), past}), to == at))
	}
	return rows(row, line(
		button(w.Say("button.review"), id(ReviewPast{r.ID, past})),
		button(w.Say("button.history"), id(TurnHistory{past})),
	))
}

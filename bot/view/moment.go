package view

import (
	"strings"

	"github.com/bwmarrin/discordgo"

	"holecard/blackjack"
	"holecard/bot/lang"
	"holecard/bot/message"
	"holecard/bot/session"
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
func momentOf(w *lang.Printer, r session.ReviewedRound, cards Cards) seating {
	return seating{Seating: session.Seating{Table: r.Table, Stage: session.Waiting,
		Round: &session.SeatedRound{ID: r.ID, View: r.Round.View(), Players: r.Players}},
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
func Moment(w *lang.Printer, r session.ReviewedRound, at int, past Past, c Cards,
) message.Reply {
	var moments []moment
	r.Round.Steps(func(before blackjack.Round, who blackjack.Seat, did blackjack.Action) bool {
		moments = append(moments, moment{before, who, did})
		return true
	})
	at = min(at, len(moments))
	s, lines := momentOf(w, r, c), []string{}
	if at < len(moments) {
		m := moments[at]
		s.Stage, s.Round.Open, s.Round.View = session.Playing, true, m.before.View()
		if m.before.Phase() == blackjack.Insuring {
			s.Stage = session.Insuring
		}
		for i := range s.Round.Players {
			s.Round.Players[i].Asked = blackjack.Seat(i) == m.who
		}
		lines = append(lines, happened(s, r, m, at))
	} else {
		lines = append(lines, s.at(int(r.Seat)).headline())
	}
	reply := s.momentReply(lines, at, len(moments))
	reply.Embeds[0].Author.Name = r.Table.Title
	if r.Practice {
		reply.Embeds[0].Author.Name = w.Say("hand.practice", r.Table.Title)
	}
	reply.Rows = momentButtons(w, r, at, len(moments), past)
	return reply
}

// momentReply shows the table with as much as an embed holds.
func (s seating) momentReply(lines []string, at, of int) message.Reply {
	w := s.Words
	for {
		e := &discordgo.MessageEmbed{Author: &discordgo.MessageEmbedAuthor{}, Color: colourPlaying,
			Footer: footer(w.Say("moment.of", at+1, of+1))}
		if !s.Round.Open {
			e.Color = colourPlain
		}
		all := lines
		if s.pictured() {
			for _, line := range s.inWords() {
				all = append(all, "-# "+line)
			}
		} else {
			e.Fields = s.fields()
		}
		e.Description = strings.Join(all, "\n")
		if !fits(e) && s.detail < results {
			s.detail++
			continue
		}
		r := message.Reply{Private: true, Embeds: []*discordgo.MessageEmbed{e}}
		if s.pictured() {
			picture := s.picture()
			r.Embeds[0].Image, r.Files = image(picture.Name), []message.File{picture}
		}
		return r
	}
}

// happened says who did what and, of the seat that is looked at, whether it was best.
func happened(s seating, r session.ReviewedRound, m moment, at int) string {
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
func momentButtons(w *lang.Printer, r session.ReviewedRound, at, last int, past Past,
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

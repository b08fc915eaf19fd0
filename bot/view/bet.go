package view

import (
	"slices"

	"github.com/bwmarrin/discordgo"

	"holecard/blackjack"
	"holecard/bot/lang"
	"holecard/bot/message"
	"holecard/bot/round"
	"holecard/bot/wallet"
	"holecard/storage"
)

// NewBet deals another hand for the bet that was entered.
type NewBet struct {
	Hand    storage.RoundID `id:"v"`
	Version uint32
}

// Bet deals what another interaction of a user was refused, for so many chips and side bets.
type Bet struct {
	Asked   storage.InteractionID `id:"b"`
	User    storage.UserID
	Chips   storage.Chips
	Sides   blackjack.Sides
	Private bool
	// no chips are at stake, and whoever presses plays
	Practice bool
	Seating  storage.SeatingID // where it is a bet at a table of several, else 0
	Table    string
}

// Valid reports whether a wallet can hold so many chips.
func (b Bet) Valid() bool { return payable(b.Chips) && payable(b.Sides[:]...) }

// payable reports whether a wallet can hold each of some numbers of chips.
func payable(chips ...storage.Chips) bool {
	return !slices.ContainsFunc(chips,
		func(c storage.Chips) bool { return c < 0 || c > storage.MaxChips })
}

// Claim collects the daily chips for the player of a hand, 0 for anybody.
type Claim struct {
	Hand storage.RoundID `id:"w"`
}

// Refill gives chips to the player of a hand, 0 for anybody, who has none.
type Refill struct {
	Hand storage.RoundID `id:"r"`
}

// BetInput is the id of the text that asks for a bet.
const BetInput = "bet"

// AskBet asks for another bet after a hand, and for the side bets that its table offers now.
func AskBet(w *lang.Printer, h round.Hand, now blackjack.Rules, edges SideEdges) *discordgo.InteractionResponseData {
	return form(id(NewBet{h.ID, h.Version}), w.Say("button.bet"),
		askBets(w, now, edges, h.Bet, sidesOf(h.View.Seats[0]))...)
}

// remedies are the buttons below the refusal of a bet that is too large, for who was refused.
func remedies(w *lang.Printer, e *wallet.ShortError, instead *round.Deal,
	by storage.UserID) []discordgo.MessageComponent {
	var row []discordgo.Button
	if e.Relief != nil {
		row = relief(w, *e.Relief, 0)
	}
	if d := instead; d != nil {
		label := w.Say("button.bet.all", int64(d.Bet))
		if d.Bet < e.Balance {
			label = w.Say("button.bet.only", int64(d.Bet))
		}
		row = append(row, styled(discordgo.PrimaryButton, label, id(betOf(*d, by))))
	}
	return rows(row)
}

// betOf deals a hand that was refused, for who was refused.
func betOf(d round.Deal, by storage.UserID) Bet {
	return Bet{d.Asked, by, d.Bet, d.Sides, d.Private, d.Practice, d.Seating, d.Table}
}

// sureOf are the buttons below the question whether a bold bet is meant.
func sureOf(w *lang.Printer, e *round.BoldError,
	by storage.UserID) []discordgo.MessageComponent {
	plain := e.Meant
	plain.Sides = blackjack.Sides{}
	return rows(line(
		button(w.Say("button.bet.only", int64(plain.Bet)), id(betOf(plain, by))),
		styled(discordgo.DangerButton,
			w.Say("button.bet.bold", int64(e.Meant.Bet+e.Meant.Sides.Sum())), id(betOf(e.Meant, by))),
	))
}

// broke says that a player has no chips, and when there are more.
func broke(w *lang.Printer, r wallet.Relief) string {
	text := w.Say("error.broke")
	if !r.Daily.Now() {
		text += " " + w.Say("broke.daily", int64(r.Daily.Chips), r.Daily.At)
	}
	if !r.Refill.Now() && r.Refill.Chips > 0 {
		text += "\n" + w.Say("broke.refill", int64(r.Refill.Chips), r.Refill.At)
	}
	return text
}

// relief are the buttons of who has no chips; those below a hand name it.
func relief(w *lang.Printer, r wallet.Relief, below storage.RoundID) (row []discordgo.Button) {
	if r.Daily.Now() {
		row = append(row, styled(discordgo.SuccessButton,
			w.Say("button.claim", int64(r.Daily.Chips)), id(Claim{below})))
	}
	if r.Refill.Now() {
		row = append(row, styled(discordgo.SuccessButton,
			w.Say("button.refill", int64(r.Refill.Chips)), id(Refill{below})))
	}
	return append(row, practice(w, ""))
}

// practice deals whoever presses it a hand in practice, at the first table if it names none.
func practice(w *lang.Printer, table string) discordgo.Button {
	return button(w.Say("button.practice"), id(Bet{Practice: true, Table: table}))
}

// Refilled says what came of a refill.
func Refilled(w *lang.Printer, f wallet.Refill) message.Reply {
	if !f.Given {
		return message.Note(w.Say("broke.refill", int64(f.Chips), f.Next))
	}
	return message.Note(w.Say("refill.done", lang.Chips(f.Chips)))
}

package view

import (
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"holecard/blackjack"
	"holecard/blackjack/tables"
	"holecard/bot/draw"
	"holecard/bot/lang"
	"holecard/bot/message"
	"holecard/bot/round"
)

// ShowHelp shows a page of the help.
type ShowHelp struct {
	Page HelpPage `id:"q" of:"help"`
}

// HelpPage is a page of the help.
type HelpPage uint8

// The pages of the help.
const (
	HelpHome HelpPage = iota
	HelpTables
	HelpStrategies
	HelpFair
	HelpServer // for those who may manage it
	HelpTogether
	helpPages
)

// helpKeys end the keys of the pages: of their texts, and of the buttons that lead to them.
var helpKeys = [helpPages]string{HelpHome: "back", HelpTables: "tables",
	HelpStrategies: "strategies", HelpFair: "fair", HelpServer: "server", HelpTogether: "together"}

// Valid reports whether there is such a page.
func (p HelpPage) Valid() bool { return p < helpPages }

// Help shows a page of the help: to admins with the button of theirs. The page of
// tables lists those that there are, with their edges. Painter returns who draws the table
// of the page about playing together; about is the last line of the first page.
func Help(w *lang.Printer, page HelpPage, admin bool, list []tables.Table, edges []HouseEdge,
	painter func() *draw.Painter, about string) message.Reply {
	to := func(page HelpPage) discordgo.Button {
		return button(w.Say("help.button."+helpKeys[page]), id(ShowHelp{page}))
	}
	if page == HelpHome {
		r := private(w.Say("help.title"), strings.Join([]string{w.Say("help.line.play"),
			w.Say("help.line.wallet"), w.Say("help.line.tables"), w.Say("help.line.fairness"),
			w.Say("help.line.learn"), w.Say("help.line.limits")}, "\n"))
		r.Embeds[0].Footer = footer(about)
		row := line(to(HelpTogether), to(HelpTables), to(HelpStrategies), to(HelpFair))
		if admin {
			row = append(row, to(HelpServer))
		}
		r.Rows = rows(row)
		return r
	}
	r := private(w.Say("help.button."+helpKeys[page]), w.Say("help."+helpKeys[page]))
	r.Rows = rows(line(to(HelpHome)))
	switch page {
	case HelpTables:
		for i, t := range list {
			r.Embeds[0].Description += "\n- " + Listed(w, t, edges[i])
		}
	case HelpTogether:
		picture := example(w, painter())
		r.Embeds[0].Image, r.Files = image(picture.Name), []message.File{picture}
	}
	return r
}

// example draws a table of three people, of whom the second is in turn.
func example(w *lang.Printer, painter *draw.Painter) message.File {
	cards, err := blackjack.ParseCards("9S 5S 8C KH 9H 6D QS 9C")
	if err != nil {
		panic(err) // they are written above
	}
	shoe, err := blackjack.NewShoe(cards...)
	if err != nil {
		panic(err)
	}
	s := seating{Seating: round.Seating{Stage: round.Playing},
		SeatingFrame: SeatingFrame{Words: w, Cards: Cards{Painter: painter}}}
	if s.Table, err = tables.Named("vegas"); err != nil {
		panic(err)
	}
	ten := blackjack.Bet{Stake: 10, Purse: 10}
	game, err := blackjack.Deal(s.Table.Rules, shoe, ten, ten, ten)
	if err == nil {
		game, err = game.Play(0, blackjack.Stand)
	}
	if err != nil {
		panic(err)
	}
	s.Round = &round.SeatedRound{Open: true, View: game.View(), Players: []round.SeatedPlayer{
		{Name: "Ada"}, {Name: "Ben", Asked: true}, {Name: "Cleo"}}}
	return s.picture()
}

// Instance is the running bot.
type Instance struct {
	Version string
	Since   time.Time
	Backup  time.Time // zero for none yet
	Backups bool      // that are made automatically
}

// About shows the bot, and how it fares.
func About(w *lang.Printer, on Instance, languages []string) message.Reply {
	backup := w.Say("about.backup.off")
	switch {
	case !on.Backup.IsZero():
		backup = w.Fact(on.Backup)
	case on.Backups:
		backup = w.Say("about.backup.none")
	}
	r := private(w.Say("help.title"), w.Say("about"))
	r.Embeds[0].Fields = []*discordgo.MessageEmbedField{
		figure(w.Say("about.version"), "`"+on.Version+"`"),
		figure(w.Say("about.since"), w.Fact(on.Since)),
		figure(w.Say("about.backup"), backup),
		{Name: w.Say("about.languages"), Value: strings.Join(languages, " · ")}}
	return r
}

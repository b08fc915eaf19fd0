package view

import (
	"strings"
	"time"

	"holecard/blackjack/tables"
	"holecard/bot/lang"
	"holecard/bot/message"
)

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
	HelpPages
)

// Help shows a page of the help: to admins with the button of theirs. The page of
// tables lists those that there are, with their edges.
func Help(w *lang.Printer, page HelpPage, admin bool, list []tables.Table, edges []HouseEdge,
) message.Reply {
	var r message.Reply
	button := func(key string, page HelpPage) message.Button {
		return message.Button{Label: w.Say("help.button." + key), ID: id(ShowHelp{page})}
	}
	back := []message.Button{button("back", HelpHome)}
	switch page {
	case HelpTables:
		lines := []string{w.Say("help.tables")}
		for i, t := range list {
			lines = append(lines, "- "+Listed(w, t, edges[i]))
		}
		r = private(w.Say("help.button.tables"), strings.Join(lines, "\n"))
	case HelpTogether:
		r = private(w.Say("help.button.together"), w.Say("help.together"))
	case HelpStrategies:
		r = private(w.Say("help.button.strategies"), w.Say("help.strategies"))
	case HelpFair:
		r = private(w.Say("help.button.fair"), w.Say("help.fair"))
	case HelpServer:
		r = private(w.Say("help.button.server"), w.Say("help.server"))
	default:
		r = private(w.Say("help.title"), strings.Join([]string{w.Say("help.line.play"),
			w.Say("help.line.wallet"), w.Say("help.line.tables"), w.Say("help.line.fairness"),
			w.Say("help.line.learn"), w.Say("help.line.limits")}, "\n"))
		back = []message.Button{button("together", HelpTogether), button("tables", HelpTables),
			button("strategies", HelpStrategies), button("fair", HelpFair)}
		if admin {
			back = append(back, button("server", HelpServer))
		}
	}
	r.Rows = [][]message.Button{back}
	return r
}

// Instance is the running bot.
type Instance struct {
	Version string
	Since   time.Time
	Backup  time.Time // zero for none yet
	Backups bool      // that are made automatically
}

// About shows the bot, and to admins how it fares.
func About(w *lang.Printer, on Instance, admin bool, list []tables.Table, languages []string,
) message.Reply {
	var titles []string
	for _, t := range list {
		titles = append(titles, t.Title)
	}
	r := private(w.Say("help.title"), w.Say("about"))
	fields := []message.Field{figure(w.Say("about.version"), "`"+on.Version+"`")}
	if admin {
		fields = append(fields, figure(w.Say("about.since"), w.Fact(on.Since)))
		backup := w.Say("about.backup.off")
		switch {
		case !on.Backup.IsZero():
			backup = w.Fact(on.Backup)
		case on.Backups:
			backup = w.Say("about.backup.none")
		}
		fields = append(fields, figure(w.Say("about.backup"), backup))
	}
	r.Embeds[0].Fields = append(fields,
		message.Field{Name: w.Say("help.button.tables"), Value: strings.Join(titles, " · ")},
		message.Field{Name: w.Say("about.languages"), Value: strings.Join(languages, " · ")})
	return r
}

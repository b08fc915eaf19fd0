package view

import (
	"holecard/bot/lang"
	"holecard/bot/message"
	"holecard/storage"
)

// SeasonSaved says that a season has begun or ended.
func SeasonSaved(w *lang.Printer, s storage.Season) message.Reply {
	if s.Ended.IsZero() {
		return message.Note(w.Say("season.began", Escape(s.Name)))
	}
	return message.Note(w.Say("season.ended", Escape(s.Name)))
}

// SeasonNow says which season lasts, of all of a server's, the newest first.
func SeasonNow(w *lang.Printer, all []storage.Season) message.Reply {
	if len(all) == 0 || !all[0].Ended.IsZero() {
		return message.Note(w.Say("season.none"))
	}
	return message.Note(w.Say("season.on", Escape(all[0].Name), lang.Date(all[0].Began)))
}

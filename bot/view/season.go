package view

import (
	"fmt"

	"holecard/bot/lang"
	"holecard/bot/message"
	"holecard/storage"
)

// SeasonSaved says that a season has begun or ended.
func SeasonSaved(w *lang.Printer, s storage.Season) message.Reply {
	if s.Ended.IsZero() {
		return message.Note(w.Say("season.began", escapeSeason(s.Name)))
	}
	return message.Note(w.Say("season.ended", escapeSeason(s.Name)))
}

// SeasonNow says which season lasts, of all of a server's, the newest first.
func SeasonNow(w *lang.Printer, all []storage.Season) message.Reply {
	if len(all) == 0 || !all[0].Ended.IsZero() {
		return message.Note(w.Say("season.none"))
	}
	return message.Note(w.Say("season.on", escapeSeason(all[0].Name), lang.Date(all[0].Began)))
}

// SeasonRounds hands somebody what the leaderboard of a season is recomputed from.
func SeasonRounds(w *lang.Printer, data []byte) message.Reply {
	r := private(w.Say("fair.verify"), w.Say("season.file"))
	r.Files = []message.File{{Name: "season.json", Alt: w.Say("fair.verify"), JSON: data}}
	return r
}

// SeasonTooLarge says how to have a season that is no attachment.
func SeasonTooLarge(w *lang.Printer, guild storage.GuildID, number uint32) message.Reply {
	return message.Note(w.Say("season.large", fmt.Sprintf("holecard season %d %d", guild, number)))
}

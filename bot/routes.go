package bot

import (
	"holecard/blackjack/drill"
	"holecard/bot/session"
	"holecard/bot/view"
	"holecard/storage"
)

// routes lists all that the bot answers: the commands in the order of /help, and the clicks of
// each file. In /learn chips are at stake only where a bet is named.
func (b *Bot) routes() []route {
	player, strategy := personOption("player"), completed("strategy")
	everywhere, private := switchOption("everywhere"), switchOption("private")
	amount, why := required(numberOption("amount", 1, 0)), textOption("why", longestReason)
	table := []*option{tableOption, numberOption("seats", 2, storage.MostSeats),
		textOption("min", longestBet), textOption("max", longestBet),
		choice("pace", paces[:]...), private}
	for _, name := range guests {
		table = append(table, personOption(name))
	}
	return []route{
		// play.go
		b.on(spec("blackjack", betOption, tableOption, private), b.blackjack),
		onClick("press", b.press),
		onClick("play again", b.again),
		onClick("bet", b.rebet),
		onClick("all in", b.allIn),
		onClick("cancel", b.cancel),
		onClick("change bet", b.changeBet),
		onClick("bet", b.newBet),
		onClick("bet all", b.betAll),
		onClick("daily", b.claim),
		onClick("refill", b.refill),
		// wallet.go
		b.on(spec("balance", player), b.balance),
		b.on(spec("daily"), b.daily),
		// board.go
		b.on(serverSpec("leaderboard", choice("by", view.OrderCodes[:]...),
			choice("in", view.PeriodCodes[:]...)), b.leaderboard),
		onClick("leaderboard", b.turn),
		chosen[view.PickBoard](),
		// fairness.go
		b.on(spec("fair", textOption("hand", 0), textOption("seed", 0)), b.fairness),
		onClick("proof", b.proof),
		// give.go
		b.on(serverSpec("give", required(player), amount), b.askGift),
		onClick("give", b.give),
		onClick("decline", b.decline),
		// seating.go
		b.on(serverSpec("table open", table...), b.openTable),
		b.on(serverSpec("table close"), b.closeTable),
		b.on(serverSpec("table list"), b.listTables),
		b.on(serverSpec("table invite", required(player)), b.invite),
		b.on(serverSpec("table sit", strategy), b.sitDown),
		// seat.go
		onClick("sit", b.sit),
		onClick("leave", b.leave),
		onClick("ask for a bet", b.changeSeatBet),
		onClick("bet at a table", b.seatBet),
		onClick("same bet", b.sameBet),
		onClick("ready", b.ready),
		onClick("move", b.move),
		// profile.go
		b.on(spec("profile view", player), b.profile),
		b.on(spec("profile stats", player), b.stats),
		onClick("profile", b.onProfile),
		// history.go
		b.on(spec("profile history", player, tableOption), b.history),
		b.on(spec("profile review"), b.reviewNewest),
		onClick("history", b.turnHistory),
		chosen[view.OpenRound](),
		onClick("step", b.step),
		onClick("review", b.reviewPast),
		onClick("review", b.reviewHand),
		// preferences.go
		b.on(spec("profile preferences", choice("cards", view.CardCodes[:]...),
			choice("language", view.LanguageCodes()...), choice("deck", view.DeckCodes[:]...)),
			b.preferences),
		onClick("preference", b.prefer),
		// limits.go
		b.on(spec("profile limits"), b.limits),
		onClick("limits", b.showLimits),
		onClick("limits", b.askLimit),
		onClick("limit", b.enterLimit),
		onClick("limit", b.keepLimits),
		onClick("limits", b.askSpan),
		onClick("limits", b.askLock),
		onClick("lock-out", b.lockOut),
		// privacy.go
		b.on(spec("profile privacy show"), b.kept),
		b.on(spec("profile privacy export", everywhere), b.export),
		b.on(spec("profile privacy delete", everywhere), b.askErase),
		b.on(spec("profile privacy hide"), b.hide),
		onClick("erase", b.erase),
		// train.go
		b.on(spec("learn train", choice("kind", drill.Kinds()...), tableOption), b.train),
		onClick("drill", b.answerDrill),
		onClick("drill", b.resumeDrill),
		onClick("drill", b.retrain),
		// study.go
		b.on(spec("learn strategy", strategy, tableOption, switchOption("text")), b.chart),
		b.on(spec("learn odds", strategy, houseOption, tableOption, textOption("gone", 0)), b.odds),
		b.on(spec("learn simulate", required(strategy), houseOption, tableOption,
			numberOption("rounds", 1, 0),
			numberOption("penetration", leastPenetration, mostPenetration)), b.simulate),
		b.on(spec("learn watch", required(strategy), betOption, houseOption, tableOption), b.watch),
		b.on(spec("learn rules", tableOption), b.rules),
		onClick("hint", b.hint),
		// settings.go
		b.on(adminSpec("settings panel"), b.panel),
		b.on(adminSpec("settings show"), b.showSettings),
		b.on(adminSpec("settings rules", required(completed("key")), required(completed("value")),
			tableOption), b.changeRule),
		b.on(adminSpec("settings about"), b.about),
		// panel.go
		onClick("panel", b.turnPanel),
		chosen[view.Pick](),
		onClick("tables", onPanel(b, b.admit)),
		onClick("setting", onPanel(b, b.set)),
		onClick("panel", b.askSetting),
		onClick("setting", onPanel(b, b.enterSetting)),
		// chips.go
		b.on(adminSpec("settings chips show", player), b.showTransfers),
		b.on(adminSpec("settings chips grant", required(player), amount, why),
			b.asking(session.Grant)),
		b.on(adminSpec("settings chips take", required(player), amount, why),
			b.asking(session.Take)),
		b.on(adminSpec("settings chips reset", required(player), why), b.asking(session.Reset)),
		onClick("change chips", b.adjust),
		// help.go
		b.on(spec("help"), b.help),
		onClick("help", b.turnHelp),
	}
}

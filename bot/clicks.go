package bot

import (
	"holecard/bot/discord"
	"holecard/bot/view"
)

// clicks lists the buttons, selects and modals: what logs call each, and who answers it. What it
// carries is declared beside the button, in the package view.
func (b *Bot) clicks() []discord.ClickRoute {
	return []discord.ClickRoute{
		discord.On("press", b.press),
		discord.On("play again", b.again),
		discord.On("bet", b.rebet),
		discord.On("all in", b.allIn),
		discord.On("cancel", b.cancel),
		discord.On("change bet", b.changeBet),
		discord.On("bet", b.newBet),
		discord.On("bet all", b.betAll),
		discord.On("daily", b.claim),
		discord.On("refill", b.refill),
		discord.On("hint", b.hint),
		discord.On("proof", b.proof),
		discord.On("review", b.reviewHand),

		discord.On("sit", b.sit),
		discord.On("leave", b.leave),
		discord.On("ask for a bet", b.changeSeatBet),
		discord.On("bet at a table", b.seatBet),
		discord.On("same bet", b.sameBet),
		discord.On("ready", b.ready),
		discord.On("move", b.move),

		discord.On("give", b.give),
		discord.On("change chips", b.adjust),
		discord.On("decline", b.decline),
		discord.On("erase", b.erase),

		discord.On("leaderboard", b.turn),
		discord.Chosen[view.PickBoard](),
		discord.On("preference", b.prefer),
		discord.On("help", b.turnHelp),
		discord.On("profile", b.onProfile),

		discord.On("history", b.turnHistory),
		discord.Chosen[view.OpenRound](),
		discord.On("step", b.step),
		discord.On("review", b.reviewPast),

		discord.On("drill", b.answerDrill),
		discord.On("drill", b.resumeDrill),
		discord.On("drill", b.retrain),

		discord.On("panel", b.turnPanel),
		discord.Chosen[view.Pick](),
		discord.On("tables", onPanel(b, b.admit)),
		discord.On("setting", onPanel(b, b.set)),
		discord.On("panel", b.askSetting),
		discord.On("setting", onPanel(b, b.enterSetting)),

		discord.On("limits", b.showLimits),
		discord.On("limits", b.askLimit),
		discord.On("limit", b.enterLimit),
		discord.On("limit", b.keepLimits),
		discord.On("limits", b.askSpan),
		discord.On("limits", b.askLock),
		discord.On("lock-out", b.lockOut),
	}
}

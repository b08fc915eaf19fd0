package bot

import (
	"context"
	"fmt"

	"holecard/bot/discord"
	"holecard/bot/view"
)

// clicks lists the buttons, selects and modals: what logs call each, and who answers it. What it
// carries is declared beside the button, in the package view.
func (b *Bot) clicks() []discord.ClickRoute {
	return []discord.ClickRoute{
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
		onClick("hint", b.hint),
		onClick("proof", b.proof),
		onClick("review", b.reviewHand),

		onClick("sit", b.sit),
		onClick("leave", b.leave),
		onClick("ask for a bet", b.changeSeatBet),
		onClick("bet at a table", b.seatBet),
		onClick("same bet", b.sameBet),
		onClick("ready", b.ready),
		onClick("move", b.move),

		onClick("give", b.give),
		onClick("change chips", b.adjust),
		onClick("decline", b.decline),
		onClick("erase", b.erase),

		onClick("leaderboard", b.turn),
		discord.Chosen[view.PickBoard](),
		onClick("preference", b.prefer),
		onClick("help", b.turnHelp),
		onClick("profile", b.onProfile),

		onClick("history", b.turnHistory),
		discord.Chosen[view.OpenRound](),
		onClick("step", b.step),
		onClick("review", b.reviewPast),

		onClick("drill", b.answerDrill),
		onClick("drill", b.resumeDrill),
		onClick("drill", b.retrain),

		onClick("panel", b.turnPanel),
		discord.Chosen[view.Pick](),
		onClick("tables", onPanel(b, b.admit)),
		onClick("setting", onPanel(b, b.set)),
		onClick("panel", b.askSetting),
		onClick("setting", onPanel(b, b.enterSetting)),

		onClick("limits", b.showLimits),
		onClick("limits", b.askLimit),
		onClick("limit", b.enterLimit),
		onClick("limit", b.keepLimits),
		onClick("limits", b.askSpan),
		onClick("limits", b.askLock),
		onClick("lock-out", b.lockOut),
	}
}

// onClick routes the clicks of a type.
func onClick[A any](name string, answer func(context.Context, *call, A) error) discord.ClickRoute {
	return discord.On(name, func(ctx context.Context, r discord.Responder, c *discord.Call,
		args A) error {
		err := answer(ctx, newCall(r, c), args)
		if err != nil {
			err = fmt.Errorf("button %s: %w", name, err)
		}
		return err
	})
}

package view

import (
	"fmt"
	"strings"

	"holecard/bot/message"
)

// Help lists the commands, of which each line is "name" and what it does.
func Help(commands [][2]string) message.Reply {
	var lines []string
	for _, c := range commands {
		lines = append(lines, fmt.Sprintf("`/%s` · %s", c[0], c[1]))
	}
	help := private("holecard", strings.Join(lines, "\n"))
	help.Embeds[0].Fields = []message.Field{
		{Name: "How to play", Value: "Type `/blackjack`, then press the buttons below your hand. " +
			"A hand waits for you as long as you like, and survives restarts."},
		{Name: "Strategies", Value: "`/odds`, `/simulate`, `/watch` and `/blackjack autopilot:` " +
			"take a strategy: a name such as `basic`, `stopAt(17)`, `dealerSensitive`, `louis`; " +
			"several together, `majority(stopAt(17), louis, stupid)`, `both(stopAt(19), ask)`; " +
			"or when to take a card, `total < 12 || upcard >= 7 && total < 17`. " +
			"`ask` asks you, by the buttons."},
		{Name: "Fair play", Value: "Every shuffle is promised before your bet and revealed after " +
			"it: press Proof below a hand that is over. `/fair` shows the promise of your next " +
			"shuffle; `/fair seed:` mixes in a seed of your own."},
		{Name: "The chips", Value: "They are for play only: they cannot be bought, cashed out or " +
			"traded for anything of value. `/give` gives some of yours to somebody here: so many " +
			"a day at most, to no new account, and the admins of a server can switch it off. " +
			"What admins do by `/chips` is kept with who did it and why, and `/chips show` shows " +
			"it to them."},
	}
	return help
}

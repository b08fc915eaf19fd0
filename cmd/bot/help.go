package main

import (
	"go/doc/comment"
	"strings"

	"github.com/alecthomas/kong"

	"holecard/internal/typed"
)

// helps are the help texts that are longer than a line has room for.
var helps = kong.Vars{
	"run": "Run the bot on Discord. This is the default. Settings come from the environment " +
		"and from .env.",
	"serve": "Run the bot on Discord like holecard run, with interactions over HTTP. Any number of " +
		"processes can share them, behind a proxy with TLS. DISCORD_PUBLIC_KEY must be set.",
	"http": "Address to take POST /interactions at, and GET /healthz and /readyz.",
	"leave": "How long to go on after SIGTERM, while /readyz says 503: until the proxy has " +
		"noticed.",
	"setup": "Ask for your bot's token, check it, keep it in .env and print the link that adds " +
		"the bot to your server. Or pipe the token in.",
	"doctor": "Look for what keeps people from playing, and say what to do. Exits with 1 when " +
		"something has to be done.",
	"server":     "Look at this server alone, by its id.",
	"playground": "Play in your browser, with the real bot on a local Discord. Needs no token.",
	"play": "Play blackjack in this terminal, at any table. Type ? at a prompt to see what you " +
		"can type.",
	"train":    "Practice twenty hands, or counting, here. Each answer says what it costs.",
	"kind":     "What to practice: all, hard, soft, pairs or count.",
	"simulate": "Play a strategy for many rounds and count: wins, losses and the net result.",
	"odds":     "Compute exact odds: of best play, of a strategy, or of the dealer's hand.",
	"chart": "Print what a strategy does, or the best play, by total and dealer's card. What " +
		"it prints can be edited and used as a strategy.",
	"png":    "Draw the chart into this file, too.",
	"watch":  "Play a few rounds with a strategy and show what it sees and decides.",
	"tables": "List the tables with their house edges, or show the rules of one.",
	"verify": "Check that shuffles were fair: reads what /fair shows from standard input. " +
		"Exits with 1 when something is wrong.",
	"emojis": "Upload the card emojis and delete those of earlier versions. The bot also does " +
		"this when it starts.",
	"commands": "Remove the bot's slash commands from Discord. Stop the bot first. Its next " +
		"start registers them again.",
	"audit": "Check that every chip is accounted for, while the bot runs or without it. Exits " +
		"with 1 when something is wrong.",
	"backup": "Copy the database to a file and audit the copy. Works while the bot runs.",
	"export": "Write everything in the database, audited, in a form that holecard import puts into " +
		"any other.",
	"import": "Fill a new database with what holecard export wrote, and audit it.",
	"erase": "Erase a server that the bot has left, for good. Stop the bot first, or use a " +
		"database on PostgreSQL.",
	"status": "Ask the running bot how it is. Exits with 1 when something is wrong or no bot " +
		"runs.",
	"set":   "Change a rule of the table. holecard tables NAME lists its rules.",
	"house": "The house's strategy, at tables where it has one (mit). Default: stopAt(16).",
	"deck": "Short for --set deck=WORD (mit): finite is the values of 52 cards, forty is four " +
		"each of 1 to 10, infinite never ends.",
	"cards": "The first cards, in draw order, such as \"6♦ Q♦ 2♣\" or \"6d qd 2c\"; a " +
		"joker is joker, jo, jr or 🃏. Or finite, forty or infinite, short for --set deck=.",
	"assist": "Let a strategy play, and ask you where it says ask.",
	"listen": "Address of the page. If the port is busy, a free one is used.",
	"open":   "Open the page in your browser.",
	"data":   "File to keep the chips in. Default: none; they last until you close it.",
	"seed": "Makes chance repeatable: the same number deals the same cards. Default: a random " +
		"one, which is printed.",
	"shuffle": "How cards are shuffled: fisher-yates, riffle or random-riffle.",
	"riffles": "Riffle a new deck this many times for each shuffle. riffle gives the same cards " +
		"each time. Cards without suits lie 1 1 1 1 2 2 2 2 in a new deck. Default: once, the " +
		"cards as they lie.",
	"pairs": "Bet N times the first stake on Perfect Pairs in each round. Needs --set pairs=.",
	"poker": "Bet N times the first stake on 21+3 in each round. Needs --set poker=.",
	"bust":  "Bet N times the first stake on the dealer's bust in each round. Needs --set bust=.",
	"gone": "Cards that are out of the shoe before the deal: cards such as AS, ranks such as 5 " +
		"for any suit, with a number before them for so many: \"AS 3x5 20x10\". 10 is any card " +
		"that counts 10.",
	"penetration": "Let the shoe go on until this share of it is dealt, such as 0.75 or 75%: " +
		"the cut card lies there, and the shoe is shuffled after the round in which it comes. " +
		"Or cards left, such as \"78 cards\". Short for --set penetration=.",
	"picture": "Also draw the result to this PNG file: what rounds are worth by true count, " +
		"where it is told so, else how often they end with which result.",
	"count": "By which true count results are told: hilo, ko, hiopt1, hiopt2, omega2, halves, " +
		"zen, or ten numbers for ace, 2 to 10. Default: hilo.",
	"seats": "How many players sit at the table. The first is yours. The others play the same " +
		"strategy, bet the minimum and are not counted.",
	"bankroll": "Chips with which each session begins. It ends when they do not pay for the " +
		"smallest bet. Default: each round is bet as if with 1,000 smallest bets.",
	"goal":    "Chips at which a session ends well.",
	"basic":   "The player's strategy. basic is the table's basic strategy.",
	"threads": "How many threads to use. They don't change the result. Default: one per processor.",
	"optimal": "The player's strategy. optimal is the best possible play.",
	"watched": "The player's strategy. Parts in watch(...) are shown too.",
}

// withDefault returns the help of a flag and its default.
func withDefault(v *kong.Value) string {
	if v.HasDefault {
		return v.Help + " Default: " + v.Default + "."
	}
	return v.Help
}

// flagsFirst prints the help of a command, with what there is to say at length behind its
// flags.
func flagsFirst(o kong.HelpOptions, c *kong.Context) error {
	node := c.Selected()
	if node == nil || node.Detail == "" {
		return kong.DefaultHelpPrinter(o, c)
	}
	detail := node.Detail
	node.Detail = ""
	if err := kong.DefaultHelpPrinter(o, c); err != nil {
		return err
	}
	var parser comment.Parser
	printer := comment.Printer{TextCodePrefix: "    ", TextWidth: 80}
	_, err := c.Stdout.Write(append([]byte("\n"), printer.Text(parser.Parse(detail))...))
	return err
}

// plain returns arguments as the library takes them: without byte-order marks before them or
// their values. What begins with a minus and a digit is the value of the flag before it, and
// "help" first stands for --help last.
func plain(args []string) []string {
	if len(args) > 0 && args[0] == "help" {
		return append(plain(args[1:]), "--help")
	}
	var list []string
	for _, arg := range args {
		arg = typed.Text(arg)
		if flag, value, has := strings.Cut(arg, "="); has && strings.HasPrefix(flag, "--") {
			arg = flag + "=" + typed.Text(value)
		}
		last := len(list) - 1
		if last >= 0 && belowNought(arg) && lacksValue(list[last]) {
			list[last] += "=" + arg
			continue
		}
		list = append(list, arg)
	}
	return list
}

// belowNought reports whether an argument is a number below 0, or begins like one.
func belowNought(arg string) bool {
	return len(arg) > 1 && arg[0] == '-' && '0' <= arg[1] && arg[1] <= '9'
}

// lacksValue reports whether an argument is a flag whose value may be the next one.
func lacksValue(arg string) bool {
	return len(arg) > 2 && strings.HasPrefix(arg, "--") && !strings.Contains(arg, "=")
}

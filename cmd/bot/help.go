package main

import "github.com/alecthomas/kong"

// helps are the help texts that are longer than a line has room for.
var helps = kong.Vars{
	"run": "Run the bot on Discord (the default). It is configured by the environment and " +
		".env.",
	"playground": "Play in the browser, against a local Discord: no token needed.",
	"tables":     "List the tables with their house edge, or tell the rules of one.",
	"verify": "Check that the cards of hands are those that were committed to: paste what " +
		"/fair shows.",
	"emojis": "Upload the emojis that cards are shown with, and delete those of earlier " +
		"versions. A bot does so at its start, too.",
	"audit":  "Replay all postings of the ledger and report whether every chip is accounted for.",
	"backup": "Copy the database to a file, while the bot runs or without it, and audit the copy.",
	"status": "Ask the running bot how it is. The exit status is 1 when it needs attention, or " +
		"none runs.",
	"set":   "Change a rule of the table; bot tables NAME lists the rules.",
	"house": "Strategy of the house where it decides (mit). Default: stopAt(16).",
	"deck": "Short for --set deck=WORD (mit): finite, the values of 52 cards; forty, four each " +
		"of 1 to 10; or infinite.",
	"cards": "Cards to begin with, in draw order, such as \"6♦ Q♦ 2♣\" or \"6d qd 2c\"; or " +
		"finite, forty or infinite, short for --set deck=.",
	"assist": "Play through a strategy that contains ask, which alone leaves all to you.",
	"listen": "Address to serve on; a free port is taken when this one is busy.",
	"open":   "Open the page in your browser.",
	"data":   "File to keep the chips in. Default: none, and they last as long as the playground.",
	"seed": "Number from which the cards follow; the same number, the same cards. Default: a " +
		"random one, which is printed.",
	"shuffle": "How the cards are shuffled: fisher-yates, riffle or random-riffle.",
	"riffles": "Riffle a new deck this many times for each shuffle. Default: riffle once, the " +
		"cards as they lie.",
	"basic":   "Strategy of the player; basic is the best play by total and upcard at the table.",
	"threads": "How many threads play; they change no result. Default: one for each processor.",
	"optimal": "Strategy of the player; optimal is the best play there is.",
	"watched": "Strategy of the player. What stands in watch(...) inside it is told of too.",
}

// withDefault returns the help of a flag and its default.
func withDefault(v *kong.Value) string {
	if v.HasDefault {
		return v.Help + " Default: " + v.Default + "."
	}
	return v.Help
}

package main

// discord breaks what keeps the bot answering.
var discord = []mutant{
	{
		does: "lets discordgo see a break in the moment the connection opens",
		file: "bot/discord.go",
		from: "func(*discordgo.Session, *discordgo.Connect) { l.settle() }",
		to:   "func(*discordgo.Session, *discordgo.Connect) {}",
		pkg:  "bot", test: "TestAConnectionThatBreaksAsItOpensIsMadeAnew", hang: true,
	},
}

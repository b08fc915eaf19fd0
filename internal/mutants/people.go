package main

// people break what keeps people to what is theirs.
var people = []mutant{
	{
		does: "takes a press from any message",
		file: "bot/customid.go",
		from: "return len(beside) == 0 || ",
		to:   "return len(beside) >= 0 || ",
		pkg:  "bot", test: "TestNobodyIsInWhoDoesNotBelong",
	},
}

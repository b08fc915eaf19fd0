package main

// chips break what keeps chips from being lost or made.
var chips = []mutant{
	{
		does: "settles at one more chip than was won",
		file: "bot/session/ledger.go",
		from: "payout := k.round.Payout(0)\n",
		to:   "payout := k.round.Payout(0)\n\t\tpayout.Won++\n",
		pkg:  "bot/session", test: "TestSessionsDoWhatTheModelDoes",
	},
}

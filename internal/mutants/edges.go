package main

// edges break what shows only at the edge of something: with the last chip, at
// the last moment, with the second hand of a shuffle.
var edges = []mutant{
	{
		does: "offers insurance only to a purse with more than its price",
		file: "blackjack/legal.go",
		from: "case cost > 0 && cost <= purse:",
		to:   "case cost > 0 && cost < purse:",
		pkg:  "blackjack", test: "TestInsuranceIsOfferedToAPurseWithExactlyItsPrice",
	},
	{
		does: "lets nobody double split aces where they may be hit",
		file: "blackjack/plays.go",
		from: "if k != later && r.Double.doubles(total)",
		to:   "if k != later && k != splitAces && r.Double.doubles(total)",
		pkg:  "blackjack", test: "TestSplitAcesThatMayBeHitMayBeDoubledAsWell",
	},
	{
		does: "splits a pair of jokers",
		file: "blackjack/legal.go",
		from: "if h.tally&jokerMask != 0 {",
		to:   "if h.tally&jokerMask != 0 && pair == 0 {",
		pkg:  "blackjack", test: "TestJokersAreNeverSplit",
	},
	{
		does: "forgets that hands can be split where they cannot be doubled after it",
		file: "blackjack/payout.go",
		from: "hands = max(hands, 2)",
		to:   "hands = 2",
		pkg:  "blackjack", test: "TestTheLuckiestHandWinsTheMostThatRulesCanPay",
	},
	{
		does: "counts doubles after a split where there are none",
		file: "blackjack/payout.go",
		from: "hands = max(hands, 2)",
		to:   "hands *= 2",
		pkg:  "blackjack", test: "TestTheLuckiestHandWinsTheMostThatRulesCanPay",
	},
	{
		does: "takes an answer to a question of the day after tomorrow",
		file: "bot/session/question.go",
		from: "Sub(asked.Time()).Abs() > QuestionTime",
		to:   "Sub(asked.Time()) > QuestionTime",
		pkg:  "bot/session", test: "TestAQuestionIsAnsweredWithinFifteenMinutesOfItsOwnTimeEitherWay",
	},
	{
		does: "marks later hands of a first shuffle as its first",
		file: "bot/session/session.go",
		from: "p.Shoe.Shuffle.First && p.Shoe.Dealt == 0",
		to:   "p.Shoe.Shuffle.First",
		pkg:  "bot/session", test: "TestTheFirstShuffleIsMarkedInItsFirstHandOnly",
	},
	{
		does: "bets nothing from an empty wallet where no bet is named",
		file: "bot/session/play.go",
		from: "return max(1, min(FirstBet, balance))",
		to:   "return min(FirstBet, balance)",
		pkg:  "bot/session", test: "TestABetNotNamedIsAtLeastOneChipAndAtMostTheWallet",
	},
	{
		does: "bets more than the wallet has where no bet is named",
		file: "bot/session/play.go",
		from: "return max(1, min(FirstBet, balance))",
		to:   "return FirstBet",
		pkg:  "bot/session", test: "TestABetNotNamedIsAtLeastOneChipAndAtMostTheWallet",
	},
	{
		does: "gives out the bytes of a hand that an update is to keep",
		file: "storage/bolt/tx.go",
		from: "\t\thand.Round = bytes.Clone(hand.Round)\n",
		to:   "",
		pkg:  "storage/bolt", test: "TestStoreKeepsWhatEveryEnginePromises",
	},
	{
		does: "keeps a hand in the bytes of its caller",
		file: "storage/bolt/tx.go",
		from: "\th.Round = bytes.Clone(h.Round) // the caller may use its own again\n",
		to:   "",
		pkg:  "storage/bolt", test: "TestStoreKeepsWhatEveryEnginePromises",
	},
	{
		does: "gives out the settings that an update is to keep",
		file: "storage/bolt/tx.go",
		from: "\t\ts.Tables, s.Rules = slices.Clone(s.Tables), slices.Clone(s.Rules)\n\t\treturn s, nil\n",
		to:   "\t\treturn s, nil\n",
		pkg:  "storage/bolt", test: "TestStoreKeepsWhatEveryEnginePromises",
	},
	{
		does: "forgets one old interaction for each new one, so that a burst stays",
		file: "storage/bolt/write.go",
		from: "const pruneMax = 4",
		to:   "const pruneMax = 1",
		pkg:  "storage/bolt", test: "TestABurstOfInteractionsIsForgottenByFewerThatFollow",
	},
}

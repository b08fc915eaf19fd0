package main

// input breaks what keeps input that was never meant from doing harm.
var input = []mutant{
	{
		does: "believes a record how many things are in it",
		file: "storage/bolt/codec.go",
		from: "\tif n > uint64(len(d.b)-d.at) {\n\t\td.fail(field)\n\t\treturn 0\n\t}\n\treturn int(n)\n",
		to:   "\treturn int(n)\n",
		pkg:  "storage/bolt", test: "FuzzStored",
	},
	{
		does: "believes a record how long a text in it is",
		file: "storage/bolt/codec.go",
		from: "if size > uint64(len(d.b)-d.at) {",
		to:   "if size > 1<<32 {",
		pkg:  "storage/bolt", test: "FuzzStored",
	},
	{
		does: "writes a shuffle otherwise than it reads it",
		file: "storage/bolt/codec.go",
		from: "\te.uint(uint64(s.By))\n\te.flag(s.First)\n",
		to:   "\te.flag(s.First)\n\te.uint(uint64(s.By))\n",
		pkg:  "storage/bolt", test: "FuzzStored",
	},
	{
		does: "believes a proof how many decks there are",
		file: "blackjack/fair/check.go",
		from: "if !s.Endless && (s.Decks < 1 || s.Decks > blackjack.MaxDecks) {",
		to:   "if !s.Endless && s.Decks < 1 {",
		pkg:  "blackjack/fair", test: "FuzzReadProofs",
	},
	{
		does: "believes a proof how many cards were dealt before",
		file: "blackjack/fair/check.go",
		from: "case s.Before < 0 || s.Before > all:",
		to:   "case s.Before > all:",
		pkg:  "blackjack/fair", test: "FuzzReadProofs",
	},
	{
		does: "writes a client seed with the strokes that are in it",
		file: "blackjack/fair/quote.go",
		from: "case r == '\"' || r == '\\\\':",
		to:   "case r == '\"':",
		pkg:  "blackjack/fair", test: "FuzzReadProofs",
	},
	{
		does: "changes the rules by what it refuses",
		file: "blackjack/tables/set.go",
		from: "\t\t\treturn r, &SetError{Title: k.title,",
		to:   "\t\t\treturn changed, &SetError{Title: k.title,",
		pkg:  "blackjack/tables", test: "FuzzSet",
	},
	{
		does: "shows when a shoe is shuffled as a number that it does not take",
		file: "blackjack/tables/keys.go",
		from: "Sprintf(\"%d cards\", r.ReshuffleBelow)",
		to:   "Sprintf(\"%d\", r.ReshuffleBelow)",
		pkg:  "blackjack/tables", test: "FuzzSet",
	},
	{
		does: "rounds the cards that are left of a shoe down",
		file: "blackjack/tables/keys.go",
		from: "float64(r.Cards()) + 0.5)",
		to:   "float64(r.Cards()))",
		pkg:  "blackjack/tables", test: "TestTheShareOfAShoeIsRoundedToWholeCards",
	},
	{
		does: "lets a deck go on from round to round that is said to be finite, as it is",
		file: "blackjack/tables/keys.go",
		from: "case was == blackjack.Endless:",
		to:   "case was <= blackjack.Endless:",
		pkg:  "blackjack/tables", test: "FuzzSet",
	},
	{
		does: "keeps doubling after a split where nothing is doubled",
		file: "blackjack/tables/keys.go",
		from: "r.DoubleAfterSplit = r.DoubleAfterSplit && r.Double != blackjack.DoubleNothing",
		to:   "r.DoubleAfterSplit = r.DoubleAfterSplit && r.Double <= blackjack.DoubleNothing",
		pkg:  "blackjack/tables", test: "TestAChangeBringsWithItWhatHasNoEffectWithoutIt",
	},
	{
		does: "lets hearts double a win where there are none",
		file: "blackjack/rules.go",
		from: "case r.HeartsDouble && !r.Suits():",
		to:   "case r.HeartsDouble && r.Endless() && r.Suits():",
		pkg:  "blackjack/tables", test: "TestARuleWithoutEffectIsRefused",
	},
}

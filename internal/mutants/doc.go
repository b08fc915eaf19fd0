// Command mutants breaks holecard on purpose, one place at a time, and reports
// whether the test that holds the promise notices:
//
//	<package>/testdata/mutants/NAME.patch ─▶ go test -overlay ─▶ caught: the test fails, by name
//
//	go run ./internal/mutants               all of them: most of an hour
//	go run ./internal/mutants -n 12         a random sample: some minutes; -seed repeats one
//	go run ./internal/mutants Rot gift      those whose sentence, test or file has a word
//
// Nothing in the checkout is touched. It exits with 1 when a mutant survives: then
// the test cannot fail for its reason, and the promise is only a sentence.
//
// A patch lies beside the code that it breaks, so that a change of the code finds
// it. It is what git diff prints, below a sentence and its tests:
//
//	It draws the bottom card.
//	Test: TestDrawingTakesExactlyTheTopCard
//
//	--- a/stack.go
//	+++ b/stack.go
//	@@ -31,3 +31,3 @@
//	 	}
//	-	return s[0], s[1:], nil
//	+	return s[len(s)-1], s[:len(s)-1], nil
//	 }
//
// Each Test has to notice; one of another package is "Test: bot/session TestX".
// "Hang: yes" marks a mutant that shows only by never ending: the test gets a
// minute, and no sample has it.
//
// To make a patch, break the code, and in its folder run
// git diff --relative -U1 > testdata/mutants/NAME.patch; write the sentence above.
// Lines may move. The tests of this package say when a patch no longer applies.
package main

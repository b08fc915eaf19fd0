// Package mutants holds no code: its test breaks holecard on purpose, one place at a
// time, and fails unless the test that holds the promise notices:
//
//	<package>/testdata/mutants/NAME.patch ─▶ go test -overlay ─▶ caught: the test fails, by name
//
//	go test ./internal/mutants -run EachMutant -v -mutants -1 -timeout 2h    all of them
//	go test ./internal/mutants -run EachMutant -v -mutants 12 -timeout 20m   a random sample
//	go test ./internal/mutants -run EachMutant/gift -v -mutants -1           those about gifts
//
// -seed repeats a sample. Nothing in the checkout is touched. A mutant that survives
// means that the test cannot fail for its reason, and the promise is only a sentence.
//
// A patch lies beside the code that it breaks, so that a change of the code finds
// it. It is what git diff prints, below a sentence and its tests:
//
//	It draws the bottom card.
//	Test: TestDrawingTakesExactlyTheTopCard
//
//	--- a/shoe.go
//	+++ b/shoe.go
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
package mutants

// Command mutants breaks holecard on purpose, one place at a time, and looks
// whether the test that holds the promise notices:
//
//	mutant ──▶ one file, with one text in it replaced
//	             │ go test -overlay: nothing in the checkout is touched
//	             ▼
//	           the test named for it: it has to fail, by name
//
//	go run ./internal/mutants              all of them: twenty-five minutes
//	go run ./internal/mutants Rot gift     those whose words or test contain one of these
//
// It exits with 1 when a mutant survives: then the test cannot fail for its
// reason, and the promise is only a sentence. The tests of this package hold the
// list to the code: every text that is replaced is still there, once.
package main

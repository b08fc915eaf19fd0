package session_test

import (
	"errors"
	"reflect"
	"testing"
	"unsafe"

	"holecard/blackjack"
)

// Only a fault of the engine breaks a round, so the test reaches into its memory.
func TestABrokenRoundSettlesNothing(t *testing.T) {
	next, ok := reflect.TypeFor[blackjack.Round]().FieldByName("next")
	if !ok || next.Type.Kind() != reflect.Int {
		t.Fatal("a round counts the cards that it has dealt elsewhere")
	}
	keeps := func(*blackjack.Round) {}
	breaks := func(r *blackjack.Round) { *(*int)(unsafe.Add(unsafe.Pointer(r), next.Offset))-- }
	b := newBench(t)
	b.cards = "TS TC KD 7H"
	h := b.start(ada, 10)
	for when, f := range map[string][2]func(*blackjack.Round){
		"before the step": {breaks, keeps}, "after it": {keeps, breaks},
	} {
		err := b.StandBroken(t.Context(), b.visit(ada), h.ID, f[0], f[1])
		if !errors.Is(err, blackjack.ErrInvariant) {
			t.Errorf("broken %s: %v", when, err)
		}
		b.wants(ada, 90, 10)
	}
	if h = b.act(h, blackjack.Stand); h.Open { // the hand as it is stored is whole
		t.Error("it goes on")
	}
	b.wants(ada, 110, 0)
}

package storage_test

import (
	"testing"

	"holecard/storage"
)

func TestOnlyTheIdAndTheWholeNameLeaveOthersNotes(t *testing.T) {
	for _, f := range []struct{ name, note, want string }{
		{"Ada", "Ada and Adam played", " and Adam played"},
		{"Ada", "for <@77>, as Ada asked", "for <@>, as  asked"},
		{"e", "the feast: e", "the feast: "},
		{"e", "ee e", "ee "},
		{"日", "日本 日", "日本 "},
		{"", "the feast of 77", "the feast of "},
		{"Zoë", "(Zoë)", "()"},
		{"a b", "xa b a b.", "xa b ."},
	} {
		if got := (storage.Erasure{User: 77, Name: f.name}).Redacted(f.note); got != f.want {
			t.Errorf("of %q without %q is left %q, want %q", f.note, f.name, got, f.want)
		}
	}
}

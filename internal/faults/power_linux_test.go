package faults

import (
	"testing"

	"holecard/storage/bolt"
)

// underPower is a site on a disk whose power fails, with a file that is there.
func underPower(t *testing.T) *site {
	t.Helper()
	d := newDisk(t, 256)
	s := newSite(t, d.at, d)
	store, err := bolt.Open(t.Context(), s.path, bolt.Options{})
	if err == nil {
		err = store.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestAFailureOfPowerLosesNothingAndDoesNothingTwice_long(t *testing.T) {
	t.Parallel() // it mostly waits
	underPower(t).losesNothing(50)
}

// Players that lie must not get away with it.
func TestAFailureOfPowerFindsLies_long(t *testing.T) {
	t.Parallel() // it mostly waits
	for _, l := range []lie{tooEarly, noSync} {
		t.Run(string(l), func(t *testing.T) {
			s := underPower(t)
			found(t, s.book, 50, func() []string { return s.round(20+s.random.IntN(300), 0, l) })
		})
	}
}

package bolt

import (
	"errors"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"holecard/storage"
	"holecard/storage/engine"
)

// oneSettled fills a store with a hand that is settled, with its line and its note, in a guild
// where another hand has a line, too.
func oneSettled(t testing.TB, s *Store) {
	ada, bob := storage.Player{Guild: 7, User: 1}, storage.Player{Guild: 7, User: 2}
	wallet, held := storage.WalletOf(ada), storage.HeldFor(7, 11, 0)
	post := func(key string, from, to storage.Account, chips storage.Chips,
		why storage.Reason) storage.Posting {
		return storage.Posting{Key: key, From: from, To: to, Chips: chips, Reason: why,
			At: noon, Round: 11}
	}
	update(t, s, func(tx storage.Tx) error {
		opening := post("open", storage.MintOf(7), wallet, 100, storage.Opening)
		opening.Round = 0
		return errors.Join(tx.Post(opening),
			tx.Post(post(storage.RoundKey(11, 0, 1, storage.Hold), wallet, held, 10,
				storage.Hold)),
			tx.Post(post(storage.RoundKey(11, 0, 1, storage.Lose), held, storage.HouseOf(7), 10,
				storage.Lose)),
			storage.Profiles.Save(tx, storage.Profile{Player: ada, Name: "ada", Opened: noon,
				Stats: storage.Stats{Hands: 1, Losses: 1, Wagered: 10, Net: -10,
					BiggestLoss: 10}}),
			storage.Rounds.Save(tx, storage.Round{ID: 11, Guild: 7, Version: 1, Dealt: noon,
				Changed: noon,
				Seats:   []storage.Seat{{User: 1, Net: -10}}}),
			storage.Profiles.Save(tx, storage.Profile{Player: bob, Name: "bob", Opened: noon,
				Stats: storage.Stats{Hands: 1, Pushes: 1}}),
			storage.Rounds.Save(tx, storage.Round{ID: 10, Guild: 7, Version: 1, Dealt: noon,
				Changed: noon,
				Seats:   []storage.Seat{{User: 2}}}),
			storage.Lines.Put(tx, storage.Line{Round: 10, Dealt: noon, Settled: noon}.Key(bob),
				storage.Line{Round: 10, Dealt: noon, Settled: noon}),
			storage.Lines.Put(tx, aLine().Key(ada), aLine()), storage.Notes.Add(tx,
				storage.Note{Round: 11, Settled: noon}))
	})
}

func aLine() storage.Line {
	return storage.Line{Round: 11, Dealt: noon, Settled: noon, Table: "vegas", Stake: 10, Net: -10}
}

func TestAuditComparesHistoriesWithTheHands(t *testing.T) {
	put := func(tx *bbolt.Tx, k engine.Key, value []byte) error {
		return bucketFor(k.Table)(tx).put(k.ID, value)
	}
	line := func(user storage.UserID, l storage.Line) func(*bbolt.Tx) error {
		return func(tx *bbolt.Tx) error {
			k := keyOf(storage.Lines, l.Key(storage.Player{Guild: 7, User: user}))
			return put(tx, k, storage.Lines.Encode(l))
		}
	}
	other, twice, won := aLine(), aLine(), aLine()
	other.Round, twice.Dealt, won.Net = 12, noon.Add(time.Second), 10
	damages(t, "testdata/audit-story.txt", oneSettled, []damage{
		{"a line is missing", func(tx *bbolt.Tx) error {
			k := keyOf(storage.Lines, aLine().Key(storage.Player{Guild: 7, User: 1}))
			return tx.Bucket([]byte("history")).Delete(k.ID)
		}},
		{"a line has no hand", line(1, other)},
		{"a line is of another's hand", line(2, aLine())},
		{"a hand has two lines", line(1, twice)},
		{"a line has another net", line(1, won)},
		{"a note has no hand", func(tx *bbolt.Tx) error {
			note := storage.Note{Round: 12, Settled: noon}
			return put(tx, keyOf(storage.Notes.Table, note),
				storage.Notes.Encode(struct{}{}))
		}},
	})
}

// The boards of periods follow from tallies: an audit finds an entry that does not.
func TestAuditComparesBoardsOfPeriodsWithTallies(t *testing.T) {
	ada := storage.Player{Guild: 7, User: 1}
	month := storage.Period{Span: storage.ThisMonth, Number: 3}
	won := storage.Board{By: storage.ByNet, In: month}
	fill := func(t testing.TB, s *Store) {
		update(t, s, func(tx storage.Tx) error {
			return errors.Join(storage.Profiles.Save(tx, storage.Profile{Player: ada, Name: "ada"}),
				storage.Tallies.Put(tx, ada.Tally(month), storage.Tally{Rounds: 2, Wins: 1, Net: 30,
					BiggestWin: 40, BestRun: 1}))
		})
	}
	damages(t, "testdata/audit-boards.txt", fill, []damage{
		{"an entry has another score", func(tx *bbolt.Tx) error {
			return orderBy(tx, 7, won).move(entry{30, 1}, entry{31, 1})
		}},
		{"an entry is missing", func(tx *bbolt.Tx) error {
			o := orderBy(tx, 7, won)
			return newTransaction(tx).Apply([]engine.Change{o.change(entry{30, 1}, nil)})
		}},
		{"an entry follows from nothing", func(tx *bbolt.Tx) error {
			return orderBy(tx, 7, storage.Board{By: storage.BySkill, In: month}).
				insert(entry{-5, 1})
		}},
		{"a tally is missing", func(tx *bbolt.Tx) error {
			k := keyOf(storage.Tallies, ada.Tally(month))
			return bucketFor(k.Table)(tx).Delete(k.ID)
		}},
	})
}

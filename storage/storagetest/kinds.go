package storagetest

import (
	"fmt"
	"reflect"
	"time"

	"pgregory.net/rapid"

	"holecard/storage"
)

// kind has the random steps of a table.
type kind struct {
	*storage.Kind
	all  func(storage.Reader) outcome // its records
	step *rapid.Generator[step]       // saves, deletes, gets or lists
}

// kinds are the tables of which a twin keeps random records. The ledger writes the others.
var kinds = append(followed, kindOf(storage.Rounds),
	kindOf(storage.SettingsOf), kindOf(storage.Log), kindOf(storage.EmojisOf),
	kindOf(storage.Decks), kindOf(storage.Confirmations), kindOf(storage.Lines),
	kindOf(storage.Notes.Table), kindOf(storage.Hints.Table),
	kindOf(storage.LessonsOf), kindOf(storage.Drills), kindOf(storage.LimitsOf.Table),
	kindOf(storage.Marks))

// followed are the kinds from which boards and deadlines follow.
var followed = []kind{kindOf(storage.Profiles), kindOf(storage.Seatings),
	kindOf(storage.Tallies)}

func kindOf[K, V any](of storage.Table[K, V]) kind {
	keys, values := rapid.MakeCustom[K](few), rapid.MakeCustom[V](few)
	all := func(r storage.Reader) outcome {
		rows, err := of.Rows(r, storage.Range[K]{})
		return outcome{"all " + of.Name(), rows, class(err)}
	}
	return kind{of.Kind, all, rapid.Custom(func(t *rapid.T) step {
		k := keys.Draw(t, "key")
		what := rapid.IntRange(0, 6).Draw(t, "what")
		if what == 0 && of.Kind == storage.Profiles.Kind { // those stay
			what = 1
		}
		switch what {
		case 0:
			return step{fmt.Sprintf("delete %+v of the %v", k, of), func(tx storage.Tx) (any, error) {
				return nil, of.Delete(tx, k)
			}}
		case 1:
			return step{fmt.Sprintf("get %+v of the %v", k, of), func(tx storage.Tx) (any, error) {
				v, found, err := of.Get(tx, k)
				return []any{v, found}, err
			}}
		case 2:
			in := storage.Range[K]{Under: k, Newest: rapid.Bool().Draw(t, "newest"),
				Fields: rapid.IntRange(0, 2).Draw(t, "fields"),
				Limit:  rapid.IntRange(0, 3).Draw(t, "limit")}
			if rapid.Bool().Draw(t, "behind another") {
				in.After = keys.Draw(t, "after")
			}
			return step{fmt.Sprintf("the %v of %+v", of, in),
				func(tx storage.Tx) (any, error) { return of.Rows(tx, in) }}
		}
		v := values.Draw(t, "value")
		return step{fmt.Sprintf("put %+v at %+v of the %v", v, k, of),
			func(tx storage.Tx) (any, error) { return nil, of.Put(tx, k, v) }}
	})}
}

// few makes values with something in every field, but of few different ones, so that steps meet
// and that most records make sense.
var few = func() rapid.MakeConfig {
	few := rapid.MakeConfig{
		Types: map[reflect.Type]*rapid.Generator[any]{
			reflect.TypeFor[[]byte](): rapid.SliceOfN(rapid.Byte(), 0, 4).AsAny(),
		},
		Kinds: map[reflect.Kind]*rapid.Generator[any]{
			reflect.Bool:   seldom.AsAny(),
			reflect.Int:    rapid.IntRange(0, 3).AsAny(),
			reflect.Int64:  rapid.Int64Range(-2, 5).AsAny(),
			reflect.Uint8:  rapid.Uint8Range(0, 2).AsAny(),
			reflect.Uint16: rapid.Uint16Range(0, 3).AsAny(),
			reflect.Uint32: rapid.Uint32Range(0, 3).AsAny(),
			reflect.Uint64: rapid.SampledFrom([]uint64{0, 3, 1<<63 + 1}).AsAny(),
			reflect.String: rapid.SampledFrom([]string{"", "a", "Zoë <@1> 🂡\n"}).AsAny(),
		},
	}
	for _, of := range []*rapid.Generator[any]{aTime.AsAny(), aPlayer.AsAny(), aGuild.AsAny(),
		aUser.AsAny(), aRound.AsAny(), anInteraction.AsAny(), aPeriod.AsAny(), someChips.AsAny(),
		aDue.AsAny(), someStats.AsAny(), aTally.AsAny(),
		rapid.Map(rapid.Byte(), func(b byte) storage.Secret { return storage.Secret{b} }).AsAny(),
		rapid.Map(rapid.Byte(), func(b byte) storage.Digest { return storage.Digest{31: b} }).AsAny(),
		rapid.Map(aUser, func(u storage.UserID) storage.Alias {
			return storage.Alias{15: byte(u)}
		}).AsAny(),
		rapid.SampledFrom([]storage.Setting{storage.SetGifts, storage.SetDaily}).AsAny(),
		rapid.SampledFrom([]storage.NewsKind{storage.Idle, storage.Short}).AsAny(),
	} {
		few.Types[reflect.TypeOf(of.Example())] = of
	}
	few.Types[reflect.TypeFor[[]storage.Seat]()] = rapid.SliceOfNDistinct(
		rapid.MakeCustom[storage.Seat](few), 1, 3,
		func(s storage.Seat) storage.UserID { return s.User }).AsAny()
	few.Types[reflect.TypeFor[[]storage.Chair]()] = rapid.SliceOfNDistinct(
		rapid.MakeCustom[storage.Chair](few), 0, 3,
		func(c storage.Chair) storage.UserID { return c.User }).AsAny()
	few.Types[reflect.TypeFor[[]storage.News]()] = rapid.SliceOfN(
		rapid.MakeCustom[storage.News](few), 0, storage.MostNews).AsAny()
	return few
}()

// The values that are of a kind of their own.
var (
	seldom     = rapid.Map(rapid.IntRange(0, 5), func(n int) bool { return n == 5 })
	someGuilds = []storage.GuildID{7, storage.DirectMessages(3)}
	aGuild     = rapid.SampledFrom([]storage.GuildID{7, 7, 7, 7, storage.DirectMessages(3)})
	aUser      = rapid.Map(rapid.IntRange(1, 5), func(n int) storage.UserID {
		return storage.UserID(n)
	})
	aPlayer = rapid.Custom(func(t *rapid.T) storage.Player {
		return storage.Player{Guild: aGuild.Draw(t, "guild"), User: aUser.Draw(t, "user")}
	})
	someRounds    = []storage.RoundID{1, 2, 1<<63 + 1}
	aRound        = rapid.SampledFrom(someRounds)
	anInteraction = rapid.Map(rapid.IntRange(1, 6), func(n int) storage.InteractionID {
		return interaction(noon, n)
	})
	someChips = rapid.SampledFrom([]storage.Chips{1, 1, 2, 3, 10, 10, 100, storage.MaxChips - 50,
		storage.MaxChips, 0, -1})
	aTime = rapid.Custom(func(t *rapid.T) time.Time {
		if seldom.Draw(t, "zero") {
			return time.Time{}
		}
		return noon.Add(time.Duration(rapid.IntRange(-4, 6).Draw(t, "moment")) *
			time.Microsecond / 2)
	})
	aDue = rapid.Custom(func(t *rapid.T) (due storage.Due) {
		if due.At = aTime.Draw(t, "due"); !due.At.IsZero() {
			due.Number = storage.DeadlineID(anInteraction.Draw(t, "number"))
		}
		return due
	})
	aPeriod = rapid.Custom(func(t *rapid.T) storage.Period {
		in := storage.Period{Span: storage.Span(rapid.IntRange(0, storage.Spans-1).Draw(t, "span"))}
		if in.Span != storage.Ever {
			in.Number = uint32(rapid.IntRange(0, 2).Draw(t, "number"))
		}
		return in
	})
	aBoard = rapid.Custom(func(t *rapid.T) storage.Board {
		return storage.Board{In: aPeriod.Draw(t, "period"),
			By: storage.Order(rapid.IntRange(0, storage.Orders-1).Draw(t, "order"))}
	})
	fewChips  = rapid.Map(rapid.IntRange(-2, 2), func(n int) storage.Chips { return storage.Chips(n) })
	someStats = rapid.Custom(func(t *rapid.T) (of storage.Stats) {
		of.Hands = rapid.IntRange(0, 12).Draw(t, "hands")
		of.Wins = rapid.IntRange(0, of.Hands).Draw(t, "wins")
		of.Net, of.BiggestWin = fewChips.Draw(t, "net"), max(0, fewChips.Draw(t, "biggest win"))
		return of
	})
	aTally = rapid.Custom(func(t *rapid.T) (of storage.Tally) {
		of.Rounds = rapid.IntRange(0, 12).Draw(t, "rounds")
		of.Wins = rapid.IntRange(0, of.Rounds).Draw(t, "wins")
		of.Net, of.BiggestWin = fewChips.Draw(t, "net"), max(0, fewChips.Draw(t, "biggest win"))
		of.BestRun = rapid.IntRange(0, 2).Draw(t, "run")
		of.Decisions = rapid.IntRange(storage.RatedDecisions-1, storage.RatedDecisions+1).
			Draw(t, "decisions")
		of.CostPerBet = storage.Micro(rapid.IntRange(0, 5).Draw(t, "cost"))
		if of.Rounds == 0 && seldom.Draw(t, "nothing") {
			return storage.Tally{}
		}
		return of
	})
)

package storage_test

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"holecard/storage"
)

var update = flag.Bool("update", false, "write testdata/layouts.txt anew")

// A record of today has to be read for ever: fields are only added, at the end of a struct.
func TestLayoutsStay(t *testing.T) {
	var b strings.Builder
	for _, k := range append(storage.Tables(), storage.Journal.Kind) {
		b.WriteString(k.Layout() + "\n")
	}
	const path = "testdata/layouts.txt"
	if *update {
		if err := os.WriteFile(path, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if diff := cmp.Diff(strings.Split(string(want), "\n"),
		strings.Split(b.String(), "\n")); diff != "" {
		t.Errorf("%v: -stored +now\n%s", err, diff)
	}
}

// comesBack writes and reads records of a table, of any values.
func comesBack[K, V any](t *testing.T, of storage.Table[K, V]) {
	t.Run(of.Name(), func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) {
			var k K
			var v V
			draw(t, "key", reflect.ValueOf(&k).Elem(), true)
			draw(t, "value", reflect.ValueOf(&v).Elem(), false)
			at, err := of.Of(7, k)
			if err != nil {
				t.Fatal(err)
			}
			raw := of.Encode(v)
			k2, v2, err := of.Decode(7, at.ID, raw)
			if err != nil || !reflect.DeepEqual(k, k2) {
				t.Fatalf("%v: -written +read\n%s", err, cmp.Diff(k, k2))
			}
			if again := of.Encode(v2); !bytes.Equal(raw, again) {
				t.Fatalf("-written +read\n%s", cmp.Diff(v, v2))
			}
			cut := rapid.IntRange(0, len(raw)-1).Draw(t, "cut")
			if _, _, err := of.Decode(7, at.ID, raw[:cut]); !errors.Is(err, storage.ErrCorrupt) {
				t.Fatalf("the first %d of %d bytes: %v", cut, len(raw), err)
			}
			if _, _, err := of.Decode(7, at.ID, append(raw, 0)); !errors.Is(err,
				storage.ErrCorrupt) {
				t.Fatalf("a byte more: %v", err)
			}
		})
	})
}

func TestEveryRecordComesBackAsItWasWritten(t *testing.T) {
	text, err := os.ReadFile("tables.go")
	declared := regexp.MustCompile(`= (?:Everywhere.*)?New(?:Table|Set)\[`).FindAllIndex(text, -1)
	if known := len(storage.Tables()) + 1; err != nil || len(declared) != known { // the journal
		t.Errorf("%d tables are declared and %d known, %v", len(declared), known, err)
	}
	comesBack(t, storage.Profiles)
	comesBack(t, storage.Rounds)
	comesBack(t, storage.Seatings)
	comesBack(t, storage.SettingsOf)
	comesBack(t, storage.Log)
	comesBack(t, storage.EmojisOf)
	comesBack(t, storage.Decks)
	comesBack(t, storage.Confirmations)
	comesBack(t, storage.Lines)
	comesBack(t, storage.Notes.Table)
	comesBack(t, storage.Hints.Table)
	comesBack(t, storage.Tallies)
	comesBack(t, storage.LessonsOf)
	comesBack(t, storage.Drills)
	comesBack(t, storage.LimitsOf.Table)
	comesBack(t, storage.Marks)
	comesBack(t, storage.Journal)
	comesBack(t, storage.Erasures)
}

// draw sets a value to any that its type has.
func draw(t *rapid.T, name string, v reflect.Value, key bool) {
	n := rapid.Uint64()
	switch v.Interface().(type) {
	case time.Time:
		if at := rapid.Int64Range(-1<<50, 1<<53).Draw(t, name); key || at%3 > 0 {
			v.Set(reflect.ValueOf(time.UnixMicro(at).UTC()))
		}
		return
	case storage.Player:
		v.Set(reflect.ValueOf(storage.Player{Guild: 7, User: storage.UserID(n.Draw(t, name))}))
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(rapid.Bool().Draw(t, name))
	case reflect.String:
		v.SetString(rapid.String().Draw(t, name))
	case reflect.Int, reflect.Int64:
		v.SetInt(rapid.Int64().Draw(t, name))
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), rapid.IntRange(0, 3).Draw(t, name), 3))
		for i := range v.Len() {
			draw(t, name, v.Index(i), false)
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for range rapid.IntRange(0, 3).Draw(t, name) {
			key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			draw(t, name, key, false)
			draw(t, name, value, false)
			v.SetMapIndex(key, value)
		}
	case reflect.Array:
		for i := range v.Len() {
			draw(t, name, v.Index(i), false)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			draw(t, name+"."+v.Type().Field(i).Name, v.Field(i), key)
		}
	default:
		v.SetUint(n.Draw(t, name) >> (64 - v.Type().Bits()))
	}
}

// Keys come in the order of their fields.
func TestKeysComeInTheOrderOfTheirFields(t *testing.T) {
	ada := storage.Player{Guild: 7, User: 1 << 63}
	var before []byte
	for _, k := range []storage.LineKey{
		{Player: storage.Player{Guild: 7, User: 3}, Round: 1 << 63},
		{Player: ada, Dealt: time.UnixMicro(-5), Round: 9},
		{Player: ada, Dealt: time.UnixMicro(0), Round: 2},
		{Player: ada, Dealt: time.UnixMicro(0), Round: 1 << 63},
		{Player: ada, Dealt: time.UnixMicro(1), Round: 1},
	} {
		at, err := storage.Lines.Of(7, k)
		if err != nil || slices.Compare(before, at.ID) >= 0 {
			t.Errorf("%x does not come before %+v, %v", before, k, err)
		}
		before = at.ID
	}
	if _, err := storage.Lines.Of(8, storage.LineKey{Player: ada}); !errors.Is(err,
		storage.ErrGuild) {
		t.Errorf("a player of another guild: %v", err)
	}
}

// A newer version adds fields to a struct, at its end.
func TestARecordOfANewerVersionIsRefusedByName(t *testing.T) {
	raw := storage.Decks.Encode(storage.Deck{Dealt: 1})
	raw[0]++
	_, _, err := storage.Decks.Decode(7, make([]byte, 8), append(raw, 1))
	if !errors.Is(err, storage.ErrNewer) {
		t.Errorf("one field more: %v", err)
	}
}

// Bytes that are no record are refused, and cost no memory that they do not have.
func FuzzRecords(f *testing.F) {
	f.Add([]byte{2, 0xff, 0xff, 0xff, 0xff, 0x0f})
	f.Fuzz(func(t *testing.T, raw []byte) {
		for _, k := range append(storage.Tables(), storage.Journal.Kind) {
			for size := range 25 { // of the keys of one kind or another
				_, _, _ = k.Record(7, make([]byte, size), raw)
			}
		}
	})
}

// inGuild7 is a transaction that neither reads nor writes.
type inGuild7 struct{ storage.Changing }

func (inGuild7) Guild() storage.GuildID { return 7 }

func TestAValueOfAnotherGuildIsNotSaved(t *testing.T) {
	err1 := storage.SettingsOf.Save(inGuild7{}, storage.Settings{Guild: 8})
	err2 := storage.Confirmations.Save(inGuild7{}, storage.Confirmation{Guild: 8})
	if !errors.Is(err1, storage.ErrGuild) || !errors.Is(err2, storage.ErrGuild) {
		t.Errorf("%v, %v", err1, err2)
	}
}

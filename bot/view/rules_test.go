package view_test

import (
	"reflect"
	"testing"

	"holecard/blackjack"
	"holecard/blackjack/tables"
	"holecard/bot/view"
)

// TestEveryFieldOfTheRulesIsToldInWords changes one field at a time: at some table
// the words of the rules must change with it.
func TestEveryFieldOfTheRulesIsToldInWords(t *testing.T) {
	fields := reflect.TypeFor[blackjack.Rules]()
	for i := range fields.NumField() {
		told := 0
		for _, table := range tables.All() {
			for _, changed := range others(table.Rules, i) {
				with := table
				with.Rules = changed
				if !reflect.DeepEqual(view.Rules(words, with, view.SideEdges{}),
					view.Rules(words, table, view.SideEdges{})) {
					told++
				} else {
					t.Errorf("at %s the words are the same with %s %v",
						table.Name, fields.Field(i).Name, reflect.ValueOf(changed).Field(i))
				}
			}
		}
		if told == 0 {
			t.Errorf("%s is not told in words at any table", fields.Field(i).Name)
		}
	}
}

// others returns rules that differ in one field, by any value that it can have
// and that makes them rules that can be chosen.
func others(r blackjack.Rules, field int) (list []blackjack.Rules) {
	for n := range 53 {
		changed := r
		switch f := reflect.ValueOf(&changed).Elem().Field(field); f.Kind() {
		case reflect.Bool:
			f.SetBool(n == 1)
		case reflect.Int, reflect.Int64:
			f.SetInt(int64(n))
		case reflect.Uint8:
			f.SetUint(uint64(n))
		case reflect.Struct:
			f.Set(reflect.ValueOf([]blackjack.Ratio{{}, {Win: 3, Per: 2}, {Win: 6, Per: 5},
				{Win: 1, Per: 1}}[n%4]))
		}
		if changed != r && changed.ValidateChoice() == nil {
			list = append(list, changed)
		}
	}
	return list
}

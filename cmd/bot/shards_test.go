package main

import (
	"slices"
	"strings"
	"testing"
)

func TestNumbersOfShardsAreReadAndWritten(t *testing.T) {
	const badly, twice, missing = "takes the numbers", "names a shard twice", "names shard"
	for text, want := range map[string]struct {
		numbers []int
		written string
		says    string // of what is refused
	}{
		"0":           {numbers: []int{0}, written: "0"},
		"0-7,9":       {numbers: []int{0, 1, 2, 3, 4, 5, 6, 7, 9}, written: "0-7,9"},
		" 3 , 0-1":    {numbers: []int{0, 1, 3}, written: "0-1,3"},
		"4095":        {numbers: []int{4095}, written: "4095"},
		",":           {says: badly},
		"1,":          {says: badly},
		"7-0":         {says: badly},
		"-1":          {says: badly},
		"1-":          {says: badly},
		"1-2-3":       {says: badly},
		"+1":          {says: badly},
		"0x1":         {says: badly},
		"99999999999": {says: badly},
		"4096":        {says: missing},
		"0-3,2":       {says: twice},
		"5,5":         {says: twice},
	} {
		got, err := readShards(mostShards, text)
		switch {
		case want.says != "":
			if err == nil || !strings.Contains(err.Error(), want.says) {
				t.Errorf("%q is %v, %v", text, got, err)
			}
		case err != nil || !slices.Equal(got, want.numbers) || ranges(got) != want.written:
			t.Errorf("%q is %v, %v, written %q", text, got, err, ranges(got))
		}
	}
}

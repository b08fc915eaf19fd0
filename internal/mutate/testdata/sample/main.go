// Command sample has one place of each kind that can be changed.
package main

import (
	"errors"
	"fmt"
)

type chips int64

func compare(a, b chips) bool { return a < b }

func both(a, b bool) bool {
	if a && b {
		return true
	}
	return false
}

func sum(a, b chips) chips {
	total := a * b
	total += 5
	return total
}

func check(fails bool) error {
	if fails {
		return errors.New("it fails")
	}
	return nil
}

func main() {
	fmt.Println(compare(1, 1), compare(1, 2), both(true, false), both(false, true), both(true, true), sum(2, 3), check(true), check(false))
}

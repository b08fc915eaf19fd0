package strategy_test

import (
	"fmt"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
)

func ExampleParse() {
	a, err := strategy.Parse("Both(stopAt(19), upcard>6||soft)", strategy.Env{})
	fmt.Println(a, err)

	_, err = strategy.Parse("both(stopAt(19), )", strategy.Env{})
	fmt.Println(err)
	// Output:
	// both(stopAt(19), upcard > 6 || soft) <nil>
	// column 18: expected a strategy or a condition, found ")"
}

func ExampleCompile() {
	table, ok := strategy.Compile(strategy.Louis(), &blackjack.Rules{})
	fmt.Println(ok, table.Move(16, false, 9), table.Move(16, false, 10))

	_, ok = strategy.Compile(strategy.Valentine(), &blackjack.Rules{})
	fmt.Println(ok)
	// Output:
	// true H S
	// false
}

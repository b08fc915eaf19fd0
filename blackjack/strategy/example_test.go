package strategy_test

import (
	"errors"
	"fmt"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
)

func ExampleParse() {
	a, err := strategy.Parse("Both(stopAt(19), upcard>6||soft)", strategy.Env{})
	fmt.Println(a, err)

	_, err = strategy.Parse("both(stopAt(19), )", strategy.Env{})
	wrong, _ := errors.AsType[*strategy.SyntaxError](err)
	fmt.Println(wrong.Column, wrong.Want == strategy.PartCondition, wrong.Piece)
	// Output:
	// both(stopAt(19), upcard > 6 || soft) <nil>
	// 18 true )
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

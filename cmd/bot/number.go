package main

import (
	"errors"
	"fmt"
	"reflect"
	"strconv"

	"github.com/alecthomas/kong"
)

// numberError tells that a flag that takes a number has none it can take.
type numberError struct {
	flag, text string
	large      bool // it is a whole number, but no program counts as far
}

func (e *numberError) Error() string {
	if e.large {
		return fmt.Sprintf("%s: %s is too large.", e.flag, e.text)
	}
	return fmt.Sprintf("%s takes a whole number, not “%s”.", e.flag, e.text)
}

// wholeNumbers makes all flags of these kinds read their numbers by
// [decodeNumber].
func wholeNumbers(kinds ...reflect.Kind) kong.Option {
	return kong.OptionFunc(func(k *kong.Kong) error {
		for _, kind := range kinds {
			if err := kong.KindMapper(kind, kong.MapperFunc(decodeNumber)).Apply(k); err != nil {
				return err
			}
		}
		return nil
	})
}

// decodeNumber reads a whole number in decimal digits.
func decodeNumber(ctx *kong.DecodeContext, target reflect.Value) error {
	token, err := ctx.Scan.PopValue("whole number")
	if err != nil {
		return err
	}
	text := fmt.Sprint(token.Value)
	if target.CanUint() {
		n, err := strconv.ParseUint(text, 10, target.Type().Bits())
		target.SetUint(n)
		return badNumber(ctx, text, err)
	}
	n, err := strconv.ParseInt(text, 10, target.Type().Bits())
	target.SetInt(n)
	return badNumber(ctx, text, err)
}

func badNumber(ctx *kong.DecodeContext, text string, err error) error {
	if err == nil {
		return nil
	}
	return &numberError{ctx.Value.ShortSummary(), text, errors.Is(err, strconv.ErrRange)}
}

package strategy

import "math"

// An expression can be right by its grammar and still mean nothing: a condition that holds
// never or always for a number that cannot be, a bet of nothing. It is refused, for its
// author meant something else: upcard == 11 is an ace to many, but here an ace is 1.
//
// What makes no difference without being a mistake is taken: a name of let that nothing uses
// is left over from an attempt, true and 100% switch a rule on, and so does level == 2 behind
// let level = 2.

// Reach is which values a number can have.
type Reach struct {
	Least, Most float64 // ±Inf where there is no limit
	Whole       bool    // it is a whole number
}

func anything() Reach             { return Reach{Least: math.Inf(-1), Most: math.Inf(1)} }
func from0() Reach                { return Reach{Least: 0, Most: math.Inf(1)} }
func upTo(most int) Reach         { return Reach{0, float64(most), true} }
func exactly(n float64) Reach     { return Reach{n, n, n == math.Floor(n)} }
func (r Reach) is(n float64) bool { return r.Least == n && r.Most == n }

// spanning returns the reach from the least to the greatest of some values. A product of
// nothing and of what has no limit is nothing.
func spanning(whole bool, values ...float64) Reach {
	r := Reach{math.Inf(1), math.Inf(-1), whole}
	for _, v := range values {
		if math.IsNaN(v) {
			v = 0
		}
		r.Least, r.Most = min(r.Least, v), max(r.Most, v)
	}
	return r
}

// combined is what two numbers with a sign between them can be.
func (r Reach) combined(sign string, b Reach) Reach {
	whole := r.Whole && b.Whole
	switch sign {
	case "+":
		return Reach{r.Least + b.Least, r.Most + b.Most, whole}
	case "-":
		return Reach{r.Least - b.Most, r.Most - b.Least, whole}
	case "*":
		return spanning(whole, r.Least*b.Least, r.Least*b.Most, r.Most*b.Least, r.Most*b.Most)
	}
	if b.Least != b.Most || b.is(0) {
		return anything()
	}
	return spanning(false, r.Least/b.Least, r.Most/b.Least)
}

// function is what a function of numbers can be.
func (r Reach) function(name string, b Reach) Reach {
	f := functions[name]
	return Reach{f(r.Least, b.Least), f(r.Most, b.Most), name == "floor" || r.Whole && b.Whole}
}

// may is how a number of the reach can be to n.
func (r Reach) may(n float64) (set operator) {
	if r.Least < n {
		set |= less
	}
	if r.Most > n {
		set |= greater
	}
	if r.Least <= n && n <= r.Most && (!r.Whole || n == math.Floor(n)) {
		set |= equal
	}
	return set
}

// where returns the part of the reach that is to n as the operator says.
func (r Reach) where(o operator, n float64) Reach {
	below, above := n, n
	if o&equal == 0 {
		below, above = math.Nextafter(n, math.Inf(-1)), math.Nextafter(n, math.Inf(1))
	}
	if r.Whole {
		below, above = math.Floor(below), math.Ceil(above)
	}
	if o&greater == 0 {
		r.Most = min(r.Most, below)
	}
	if o&less == 0 {
		r.Least = max(r.Least, above)
	}
	return r
}

// compared returns the fault of comparing a number of the reach with n, "" where there is none.
// A limit that is just the highest or the lowest value is none: total < 22 says "always" to
// people, and 7 <= upcard < 11 is how they write a range.
func (r Reach) compared(o operator, n float64) Fault {
	may := r.may(n)
	switch {
	case math.IsNaN(n) || may == 0:
		return ""
	case o&may == 0:
		return NeverHolds
	case may&^o != 0:
		return ""
	}
	within := Reach{math.Inf(-1), math.Inf(1), r.Whole}.where(o, n)
	if o&greater == 0 && within.Most == r.Most || o&less == 0 && within.Least == r.Least {
		return ""
	}
	return AlwaysHolds
}

// turned is the operator of a comparison that is read from the right.
func (o operator) turned() operator {
	return o&equal | o&less<<2 | o&greater>>2
}

// senseless refuses a comparison that holds never or always for a number that cannot be.
// Rules are known wherever somebody writes a strategy; one that was accepted before is read
// without them, and taken as it is.
func (p *parser) senseless(list []meaning, signs []string) {
	if p.env.Rules == nil {
		return
	}
	for i, sign := range signs {
		of, limit, o := list[i], list[i+1], operators[sign]
		if of.number.constant {
			of, limit, o = limit, of, o.turned()
		}
		if of.number.constant || !limit.number.constant {
			continue
		}
		n, r := limit.number.value(nil), of.number.reach
		e := SyntaxError{Fault: r.compared(o, n), Name: of.number.text,
			Piece: list[i].number.text + " " + sign + " " + list[i+1].number.text,
			Reach: Reach{Least: r.Least, Most: r.Most}}
		switch {
		case e.Fault != "" && r.Whole && n != math.Floor(n) && r.Least < n && n < r.Most:
			e.Reach = Reach{Whole: true}
			p.fail(limit.offset, e)
		case e.Fault != "":
			p.fail(limit.offset, e)
		case i > 0 && list[i-1].number.constant:
			first := r.where(operators[signs[i-1]].turned(), list[i-1].number.value(nil))
			if both := first.where(o, n); both.Least > both.Most {
				p.fail(limit.offset, SyntaxError{Fault: Contradicts,
					Piece: list[i-1].number.text + " " + signs[i-1] + " " + e.Piece})
			}
		}
	}
}

// divided refuses what is divided by a number that is always 0.
func (p *parser) divided(by meaning) {
	if p.env.Rules != nil && by.number.reach.is(0) {
		p.fail(by.offset, SyntaxError{Fault: DividesByZero, Piece: by.number.text})
	}
}

// worth refuses a bet that is never above 0: whoever writes it wants to sit a round out.
func (p *parser) worth(units meaning) {
	if p.env.Rules != nil && units.number.reach.Most <= 0 {
		p.fail(units.offset, SyntaxError{Fault: NoBet, Piece: units.number.text})
	}
}

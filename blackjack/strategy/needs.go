package strategy

// Needs is what a strategy looks at when it decides.
type Needs struct {
	Total   bool
	Soft    bool
	Upcard  bool
	Cards   bool // how many cards there are, or which values they have
	Last    bool // which card came last
	Suits   bool
	Legal   bool // what may be done besides taking a card and standing
	Asks    bool // a person
	Watches bool // it tells somebody what it does
}

// NeedsOf returns what a strategy looks at. A strategy that this package did
// not make may look at everything.
func NeedsOf(a Strategy) Needs {
	if n, ok := a.(node); ok {
		return n.needs()
	}
	return Needs{true, true, true, true, true, true, true, true, true}
}

// And returns what either looks at.
func (n Needs) And(m Needs) Needs {
	return Needs{
		Total:   n.Total || m.Total,
		Soft:    n.Soft || m.Soft,
		Upcard:  n.Upcard || m.Upcard,
		Cards:   n.Cards || m.Cards,
		Last:    n.Last || m.Last,
		Suits:   n.Suits || m.Suits,
		Legal:   n.Legal || m.Legal,
		Asks:    n.Asks || m.Asks,
		Watches: n.Watches || m.Watches,
	}
}

// tabular reports whether total, softness and upcard are all there is to it.
func (n Needs) tabular() bool {
	return !(n.Cards || n.Last || n.Suits || n.Legal || n.Asks || n.Watches)
}

package session_test

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"

	"holecard/blackjack"
	"holecard/blackjack/fair"
	"holecard/blackjack/tables"
	"holecard/bot/session"
	"holecard/storage"
)

func describe(x result) string {
	x.hand.Table.Rules, x.hand.View.Rules = blackjack.Rules{}, blackjack.Rules{}
	text := fmt.Sprintf("error %q", x.err)
	for _, part := range []any{x.hand, x.daily, x.refill, x.relief, x.instead, x.account,
		x.board, x.gave, x.corrected, x.client,
		x.proof} {
		if v := reflect.ValueOf(part); !v.IsZero() {
			text += fmt.Sprintf(" %+v", part)
		}
	}
	return text
}

// same compares all but what shuffles promise, which comes after.
func (r *run) same(c command, want, got result) bool {
	got.hand.First, got.hand.Promised = "", "" // see promised
	got.hand.Table.Title, want.hand.Table.Title = "", ""
	// An answer that moved nothing may be forgotten when it is too old anyway.
	unmoved := want.err == "answered" || want.corrected.Again && !r.m.answers[c.to].moved
	if c.to != 0 && unmoved && got.err == "expired" && r.m.now.Sub(c.to.Time()) > storage.SeenFor {
		got = want
	}
	if want.client == "" {
		got.client = ""
	}
	// The engine's own record knows a purse that no view shows; rules compare as values.
	return reflect.DeepEqual(strip(want), strip(got))
}

// strip leaves what a session promises of a table: its name and its rules.
func strip(x result) result {
	x.hand.Table = tables.Table{Name: x.hand.Table.Name, Rules: x.hand.Table.Rules}
	return x
}

// after checks what shuffles have promised, and remembers what they do now.
func (r *run) after(c command, got result) {
	r.t.Helper()
	r.said[got.err]++
	if h := got.hand; h.ID != 0 {
		r.promised(c, h)
		if !slices.Contains(r.newest[h.Player], h.ID) &&
			h.ID == storage.RoundID(cmp.Or(c.asked, c.v.ID)) {
			r.dealt(h)
		}
		r.j.settle(h.Player, h.ID)
	}
	if d := got.instead; d != nil {
		r.insteads = append(r.insteads, instead{c.v.Player, *d})
		r.insteads = r.insteads[max(0, len(r.insteads)-someQuestions):]
	}
	if c.asks != nil && !slices.Contains(r.questions, *c.asks) {
		r.questions = append(r.questions, *c.asks)
		r.questions = r.questions[max(0, len(r.questions)-someQuestions):]
	}
	who := c.v.Player
	if p := r.m.people[who]; got.client != "" && p.client == "" {
		p.client = got.client
		r.m.people[who] = p
	}
}

// promised checks that a shuffle is made with the seed that was promised before,
// and with none twice, and remembers what is promised when a hand is over.
func (r *run) promised(c command, h session.Hand) {
	r.t.Helper()
	is := r.m.hands[h.ID]
	_, old := r.promises[h.ID]
	if !old && is.fresh {
		r.uses(c, h, is.origin.Shuffle, h.First)
	}
	if r.promises[h.ID] == "" && !h.Open {
		if h.View.Reshuffled {
			r.uses(c, h, is.origin.Behind, "")
		}
		if was := r.promise[h.Player]; h.Promised == "" || r.used[h.Promised] ||
			was != "" && was != h.Promised {
			r.fatal(c.name, ": the next seed is promised by", h.Promised, ", before by", was)
		}
		r.promise[h.Player] = h.Promised
	} else if r.promises[h.ID] != h.Promised {
		r.fatal(c.name, ": the promise was", r.promises[h.ID], "and is", h.Promised)
	}
	r.promises[h.ID] = h.Promised
}

func (r *run) uses(c command, h session.Hand, s storage.Shuffle, first string) {
	r.t.Helper()
	is, was := fair.Seed(s.Server).Commitment(), r.promise[h.Player]
	if was == "" && first != is || was != "" && (is != was || first != "") || r.used[is] {
		r.fatal(c.name, ": the shuffle is of the seed of", is, "promised was", was,
			"said to be the first:", first)
	}
	r.used[is] = true
	delete(r.promise, h.Player)
}

// someHands is how many of a player's newest hands commands are about. Twice as
// many are remembered, because commands are delivered again.
const someHands = 6

// dealt remembers a new hand, and forgets what is long over.
func (r *run) dealt(h session.Hand) {
	list := append(r.newest[h.Player], h.ID)
	if len(list) > 2*someHands {
		delete(r.m.hands, list[0])
		delete(r.promises, list[0])
		r.insteads = slices.DeleteFunc(r.insteads, func(i instead) bool {
			return storage.RoundID(i.deal.Asked) == list[0]
		})
		list = list[1:]
	}
	r.newest[h.Player] = list
}

// touched compares the players of commands, and the accounts that they moved
// chips of, with what the store says.
func (r *run) touched(commands ...command) {
	r.t.Helper()
	r.read(func(from everywhere) error {
		for _, c := range commands {
			if err := r.person(from, c.v.Player); err != nil {
				return err
			}
			if err := r.person(from,
				storage.Player{Guild: c.v.Player.Guild, User: c.other}); err != nil {
				return err
			}
		}
		for _, a := range r.j.touched {
			if err := r.account(from, a); err != nil {
				return err
			}
		}
		return nil
	})
	r.j.touched = r.j.touched[:0]
	if r.sum != 0 {
		r.fatal("the sum over all accounts is", r.sum)
	}
}

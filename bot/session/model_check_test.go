package session_test

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"holecard/bot/session"
	"holecard/storage"
)

func (r *run) person(from everywhere, who storage.Player) error {
	r.t.Helper()
	want := r.m.people[who]
	is, ok, err := from.Profile(who)
	if ok != want.known || is.LastBet != want.lastBet || is.OpenHand != want.open ||
		is.LastHand != want.last ||
		is.Daily != want.daily || !is.Refilled.Equal(want.refill) || is.Given != want.given ||
		is.Awards != want.awards || is.Untold != want.untold || is.Day.Net != want.day.Net ||
		!is.Day.At.Equal(want.day.At) ||
		is.Name != want.name || is.Stats != want.stats || is.Fair.Shown.IsZero() == want.shown ||
		want.client != "" && is.Fair.Client != want.client {
		r.fatal("the profile is", fmt.Sprintf("%+v, want %+v", is, want))
	}
	if says := r.j.stats[who]; posted(is.Stats) != says {
		r.fatal("the statistics are", fmt.Sprintf("%+v, the postings say %+v", is.Stats, says))
	}
	return err
}

// account compares an account with the model and with the postings.
func (r *run) account(from everywhere, a storage.Account) error {
	r.t.Helper()
	is, err := from.Balance(a)
	var want storage.Chips
	switch a.Kind {
	case storage.PlayerAccount:
		want = r.m.people[storage.Player{Guild: a.Guild, User: storage.UserID(a.Owner)}].balance
	case storage.HeldAccount:
		if h, ok := r.m.hands[storage.RoundID(a.Owner)]; ok && !h.over() {
			want = h.held()
		}
	case storage.HouseAccount:
		want = r.m.house[a.Guild]
	case storage.MintAccount:
		want = r.m.mint[a.Guild]
	}
	if is != want || is != r.j.balances[a] || is < 0 && !a.MayOwe() {
		r.fatal(a, "has", is, ", the model says", want, ", the postings", r.j.balances[a])
	}
	r.sum += is - r.kept[a]
	r.kept[a] = is
	return err
}

// settings compares what the admins of a guild have chosen with the model, and the log.
func (r *run) settings(g storage.GuildID) error {
	return r.j.View(r.t.Context(), g, func(from storage.Reader) error {
		is, err1 := storage.SettingsOf.Read(from, storage.Only{})
		log, err2 := storage.Log.Newest(from, 0, 0)
		want := r.m.guilds[g]
		if !slices.Equal(is.Tables, want.tables) {
			r.fatal("the tables of", g, "are", is.Tables, ", want", want.tables)
		}
		for _, s := range comes {
			if value := session.Value(is, s.what); value != want.value(s.what) {
				r.fatal("setting", s.what, "of", g, "is", value, ", want", want.value(s.what))
			}
		}
		newest := slices.SortedFunc(slices.Values(want.log), func(a, b storage.LogEntry) int {
			return cmp.Compare(b.By, a.By)
		})
		if diff := gocmp.Diff(newest, log, cmpopts.EquateEmpty(),
			cmpopts.IgnoreFields(storage.LogEntry{}, "At")); diff != "" {
			r.fatal("the log of", g, "-want +got", diff)
		}
		return errors.Join(err1, err2)
	})
}

// all compares everything.
func (r *run) all() {
	r.t.Helper()
	for g := range r.m.guilds {
		if err := r.settings(g); err != nil {
			r.t.Fatal(err)
		}
	}
	r.read(func(from everywhere) error {
		for who := range r.m.people {
			if err := r.person(from, who); err != nil {
				return err
			}
		}
		for a := range r.j.balances {
			if err := r.account(from, a); err != nil {
				return err
			}
			if a.Kind == storage.HeldAccount && r.kept[a] == 0 {
				delete(r.j.balances, a) // for ever
				delete(r.kept, a)
			}
		}
		return nil
	})
	if r.sum != 0 {
		r.fatal("the sum over all accounts is", r.sum)
	}
}

func (r *run) audit() {
	r.t.Helper()
	audit, err := r.j.Audit(r.t.Context())
	if err != nil || !audit.OK || audit.Total != 0 {
		r.fatal("the audit:", err, strings.Join(audit.Problems, "\n"))
	}
}

// reopen restarts everything but the players.
func (r *run) reopen() {
	r.t.Helper()
	r.audit()
	if err := r.j.Close(); err != nil {
		r.t.Fatal(err)
	}
	r.j.open(r.t, r.path)
	r.all()
}

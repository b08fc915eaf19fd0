package story

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"holecard/blackjack"
	"holecard/bot/guild"
	"holecard/bot/interact"
	"holecard/bot/round"
	"holecard/bot/wallet"
	"holecard/storage"
)

// The export of a player's data. Names of fields are for programs, so they stay.
type (
	exported struct {
		Exported time.Time       `json:"exported"`
		Guilds   []exportedGuild `json:"servers"`
		LeftOut  leftOut         `json:"left_out"` // the file would be too large
		Limits   *storage.Limits `json:"limits_everywhere,omitempty"`
	}
	leftOut struct {
		Rounds    int `json:"rounds"`
		Transfers int `json:"transfers"`
		Tallies   int `json:"sums"`
		Settings  int `json:"settings_changed"`
	}
	exportedGuild struct {
		Guild      string             `json:"server"`
		Direct     bool               `json:"direct_messages"`
		Name       string             `json:"name"`
		Opened     time.Time          `json:"wallet_opened"`
		Chips      storage.Chips      `json:"chips"`
		Stats      storage.Stats      `json:"statistics"`
		Daily      storage.Daily      `json:"daily_chips"`
		Refilled   *time.Time         `json:"refilled,omitempty"`
		ClientSeed string             `json:"client_seed"`
		Taste      storage.Taste      `json:"preferences"`
		Sitting    storage.Sitting    `json:"playing_since"`
		Awards     storage.AwardSet   `json:"achievements"`
		Hidden     bool               `json:"hidden"`
		Limits     *storage.Limits    `json:"limits,omitempty"`
		Transfers  []exportedTransfer `json:"transfers"`
		Tallies    []exportedTally    `json:"sums"`
		Lessons    []exportedLesson   `json:"decisions"`
		Drill      *storage.Drill     `json:"drill,omitempty"`
		Settings   []storage.LogEntry `json:"settings_changed"`
		Rounds     []exportedRound    `json:"rounds"`
	}
	exportedTransfer struct {
		At     time.Time     `json:"at"`
		Chips  storage.Chips `json:"chips"`
		Reason string        `json:"reason"`
		With   string        `json:"with,omitempty"`
		Why    string        `json:"why,omitempty"`
	}
	exportedTally struct {
		Period storage.Period
		storage.Tally
	}
	exportedLesson struct {
		storage.LessonCell
		storage.Lesson
	}
	exportedRound struct {
		ID    string       `json:"id"`
		Line  storage.Line `json:"line"`
		Hands [][]string   `json:"hands,omitempty"` // the player's
		House []string     `json:"dealer,omitempty"`
		Proof string       `json:"proof,omitempty"` // what holecard verify checks
	}
)

// Export returns as JSON what is kept of the visitor, in the guild or in all, in a file of at
// most so many bytes: the newest rounds, transfers and changes of settings, and how many were
// left out. No server seed is in it that may not be shown, and nothing of others but who gave or
// was given chips.
func (s *Stories) Export(ctx context.Context, v interact.By, everywhere bool,
	most int) ([]byte, error) {
	guilds := []storage.GuildID{v.Player.Guild}
	all := exported{Exported: s.Desk.Now().UTC()}
	known, err := s.Desk.Aliases(ctx)
	if err != nil {
		return nil, err
	}
	if everywhere {
		if guilds, err = (guild.Privacy{Guilds: s.Guilds}).Known(ctx, v.Player.User); err != nil {
			return nil, err
		}
	}
	err = s.Desk.Store.View(ctx, interact.BotsOwn, func(r storage.Reader) error {
		l, found, err := storage.LimitsOf.Get(r, known.Of(interact.BotsOwn, v.Player.User))
		if found {
			all.Limits = &l
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	all.Guilds = make([]exportedGuild, len(guilds))
	x := exporter{Stories: s, room: most - 4*len("1000000")} // the numbers of what is left out
	for i, g := range guilds {
		of, e := v, &all.Guilds[i]
		of.Player.Guild = g
		err := s.Desk.ViewOf(ctx, g, func(r storage.Reader) (err error) {
			*e, err = s.exportIn(r, of, known.Of(g, v.Player.User))
			return err
		})
		if err != nil {
			return nil, err
		}
		x.lists = append(x.lists, x.transfers(of.Player, e, &all.LeftOut.Transfers),
			x.tallies(of.Player, e, &all.LeftOut.Tallies),
			x.settings(of.Player, e, &all.LeftOut.Settings),
			x.rounds(of, e, &all.LeftOut.Rounds))
	}
	x.take("", all)
	if err := x.fill(ctx); err != nil {
		return nil, err
	}
	return json.MarshalIndent(all, "", " ")
}

// exporter fills a file page by page, so that each transaction is short and the context is
// looked at in between. Its lists take turns: none takes the room of all others.
type exporter struct {
	*Stories
	room  int // bytes that are left, below zero once something was left out
	lists []exportedList
}

// exportedList adds a page of a list to the file, and reports whether it was the last.
type exportedList func(context.Context) (last bool, err error)

// exportPage is how many entries of a list are read in a transaction.
const exportPage = 100

// fill adds all lists.
func (x *exporter) fill(ctx context.Context) error {
	for len(x.lists) > 0 {
		left := x.lists[:0]
		for _, page := range x.lists {
			last, err := page(ctx)
			if err != nil {
				return err
			}
			if !last {
				left = append(left, page)
			}
		}
		x.lists = left
	}
	return nil
}

// itemIndent is what the lines of an entry of a list begin with.
const itemIndent = "    "

// take reports whether there is room for a value, and takes it. Once there was none, nothing
// is taken: so what is left out of a list is older than what is in it.
func (x *exporter) take(indent string, value any) bool {
	if x.room < 0 {
		return false
	}
	raw, err := json.MarshalIndent(value, indent, " ")
	x.room -= len(indent) + len(raw) + len(",\n")
	return err == nil && x.room >= 0
}

// listed is a list of a file that is read in pages: page returns the entries behind a place, the
// place of the last of them, and whether more may follow.
func listed[T, P any](x *exporter, g storage.GuildID, to *[]T, left *int,
	page func(storage.Reader, P) (entries []T, at P, more bool, err error)) exportedList {
	var at P
	return func(ctx context.Context) (last bool, err error) {
		var entries []T
		var more bool
		next := at
		err = x.Desk.ViewOf(ctx, g, func(r storage.Reader) (err error) {
			entries, next, more, err = page(r, at)
			return err
		})
		at = next
		for _, entry := range entries {
			if x.take(itemIndent, entry) {
				*to = append(*to, entry)
			} else {
				*left++
			}
		}
		return !more, err
	}
}

func (x *exporter) transfers(p storage.Player, e *exportedGuild, left *int) exportedList {
	return listed(x, p.Guild, &e.Transfers, left, func(r storage.Reader, before string) (
		list []exportedTransfer, at string, more bool, err error) {
		page, err := r.Transfers(p, before, exportPage)
		for _, posting := range page {
			at = posting.Key
			t := wallet.TransferOf(p, posting)
			item := exportedTransfer{t.At, t.Chips, t.Reason.String(), "", t.Why}
			if t.With != 0 && !t.With.Erased() {
				item.With = fmt.Sprint(uint64(t.With))
			}
			list = append(list, item)
		}
		return list, at, len(page) == exportPage, err
	})
}

// tallies is one page: there is no more than one a day, week and month.
func (x *exporter) tallies(p storage.Player, e *exportedGuild, left *int) exportedList {
	return listed(x, p.Guild, &e.Tallies, left, func(r storage.Reader, _ int) (
		list []exportedTally, _ int, more bool, err error) {
		periods, err := storage.Tallied(r, p)
		for _, in := range slices.Backward(periods) {
			t, err := storage.Tallies.Read(r, p.Tally(in))
			if err != nil {
				return nil, 0, false, err
			}
			list = append(list, exportedTally{in, t})
		}
		return list, 0, false, err
	})
}

func (x *exporter) settings(p storage.Player, e *exportedGuild, left *int) exportedList {
	return listed(x, p.Guild, &e.Settings, left, func(r storage.Reader, before storage.InteractionID) (
		list []storage.LogEntry, at storage.InteractionID, more bool, err error) {
		page, err := storage.Log.Newest(r, before, exportPage)
		for _, entry := range page {
			if at = entry.By; entry.Who == p.User {
				list = append(list, entry)
			}
		}
		return list, at, len(page) == exportPage, err
	})
}

func (x *exporter) rounds(v interact.By, e *exportedGuild, left *int) exportedList {
	return listed(x, v.Player.Guild, &e.Rounds, left, func(r storage.Reader, before storage.LineKey) (
		list []exportedRound, at storage.LineKey, more bool, err error) {
		before.Player = v.Player
		page, err := storage.History(r, before, exportPage)
		for _, l := range page {
			item := exportedRound{Line: l}
			if at = l.Key(v.Player); x.room >= 0 && err == nil {
				item, err = exportRound(r, v, l)
			}
			list = append(list, item)
		}
		return list, at, len(page) == exportPage, err
	})
}

// exportIn returns what is kept in a guild, besides lists that grow with play.
func (s *Stories) exportIn(r storage.Reader, v interact.By, of storage.Alias) (
	e exportedGuild, err error) {
	p, _, err := storage.Profiles.Get(r, v.Player)
	if err != nil {
		return e, err
	}
	e = exportedGuild{Guild: fmt.Sprint(uint64(v.Player.Guild &^ storage.DirectMessages(0))),
		Direct: v.Player.Guild.Direct(), Name: p.Name, Opened: p.Opened, Stats: p.Stats,
		Daily: p.Daily, ClientSeed: p.Fair.Client, Taste: p.Taste, Sitting: p.Sitting,
		Awards: p.Awards, Hidden: p.Hidden}
	if !p.Refilled.IsZero() {
		e.Refilled = &p.Refilled
	}
	if e.Chips, err = r.Balance(storage.WalletOf(v.Player)); err != nil {
		return e, err
	}
	if l, found, err := storage.LimitsOf.Get(r, of); err != nil {
		return e, err
	} else if found {
		e.Limits = &l
	}
	return e, s.exportStory(r, v.Player, &e)
}

// exportStory adds what is told of a player's play.
func (s *Stories) exportStory(r storage.Reader, p storage.Player, e *exportedGuild) error {
	lessons, err := storage.LessonsOf.Read(r, p)
	for cell, l := range lessons.Cells {
		e.Lessons = append(e.Lessons, exportedLesson{cell, l})
	}
	if err != nil {
		return err
	}
	d, found, err := storage.Drills.Get(r, p)
	if d.Record = nil; found { // the questions to come
		e.Drill = &d
	}
	return err
}

func exportRound(r storage.Reader, v interact.By, l storage.Line) (exportedRound, error) {
	x := exportedRound{ID: fmt.Sprint(uint64(l.Round)), Line: l}
	rec, found, err := storage.Rounds.Get(r, l.Round)
	if err != nil || !found || rec.Dropped || rec.Open {
		return x, err
	}
	k, err := round.Read(r, l.Round)
	if err != nil {
		return x, err
	}
	seat := k.SeatOf(v.Player.User)
	if seat < 0 {
		return x, nil
	}
	view := k.Game.View()
	x.House = names(view.Dealer.Cards)
	for _, h := range view.Seats[seat].Hands {
		x.Hands = append(x.Hands, names(h.Cards))
	}
	if k.Shoe == (storage.ShoeOrigin{}) {
		return x, nil
	}
	p, err := round.Prove(r, v, k)
	if err == nil {
		x.Proof = p.Compact() // without the seeds of a shuffle that is in play
	}
	return x, err
}

func names(cards []blackjack.Card) (list []string) {
	for _, c := range cards {
		list = append(list, c.String())
	}
	return list
}

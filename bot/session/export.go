package session

import (
	"context"
	"encoding/json"
	"time"

	"holecard/blackjack"
	"holecard/storage"
)

// The export of a player's data. Names of fields are for programs, so they stay.
type (
	exported struct {
		Exported time.Time       `json:"exported"`
		Guilds   []exportedGuild `json:"servers"`
		LeftOut  int             `json:"rounds_left_out"` // the file would be too large
		Limits   *storage.Limits `json:"limits_everywhere,omitempty"`
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
		Publishes  bool               `json:"publishes_seasons"`
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
		Proof string       `json:"proof,omitempty"` // what bot verify checks
	}
)

// roundRoom is about what a round takes in the file.
const roundRoom = 1200

// Export returns as JSON what is kept of the visitor, in the guild or in all, in a file of at
// most about so many bytes: newest rounds first. No server seed is in it that may not be
// shown, and nothing of others but who gave or was given chips.
func (s *Sessions) Export(ctx context.Context, v Interaction, everywhere bool,
	most int) ([]byte, error) {
	guilds := []storage.GuildID{v.Player.Guild}
	all := exported{Exported: s.Now().UTC()}
	secret, err := s.aliasSecret(ctx)
	if err != nil {
		return nil, err
	}
	if everywhere {
		if guilds, err = s.known(ctx, v.Player.User); err != nil {
			return nil, err
		}
	}
	err = s.Store.View(ctx, botsOwn, func(r storage.Reader) error {
		l, found, err := r.Limits(aliasOf(secret, botsOwn, v.Player.User))
		if found {
			all.Limits = &l
		}
		return err
	})
	room := most / roundRoom
	for _, g := range guilds {
		if err != nil {
			return nil, err
		}
		var e exportedGuild
		of := v
		of.Player.Guild = g
		err = s.Store.View(ctx, g, func(r storage.Reader) error {
			e, err = s.exportIn(r, of, aliasOf(secret, g, v.Player.User))
			return err
		})
		if err == nil {
			var left int
			left, err = s.exportRounds(ctx, of, &e, &room)
			all.LeftOut += left
		}
		all.Guilds = append(all.Guilds, e)
	}
	if err != nil {
		return nil, err
	}
	return json.MarshalIndent(all, "", " ")
}

// exportIn returns what is kept in a guild, but for rounds.
func (s *Sessions) exportIn(r storage.Reader, v Interaction, of storage.Alias) (
	e exportedGuild, err error) {
	p, _, err := r.Profile(v.Player)
	if err != nil {
		return e, err
	}
	e = exportedGuild{Guild: decimal(uint64(v.Player.Guild &^ storage.DirectMessages(0))),
		Direct: v.Player.Guild.Direct(), Name: p.Name, Opened: p.Opened, Stats: p.Stats,
		Daily: p.Daily, ClientSeed: p.Fair.Client, Taste: p.Taste, Sitting: p.Sitting,
		Awards: p.Awards, Hidden: p.Hidden, Publishes: p.Publishes}
	if !p.Refilled.IsZero() {
		e.Refilled = &p.Refilled
	}
	if e.Chips, err = r.Balance(storage.WalletOf(v.Player)); err != nil {
		return e, err
	}
	if l, found, err := r.Limits(of); err != nil {
		return e, err
	} else if found {
		e.Limits = &l
	}
	postings, err := r.Transfers(v.Player, 1<<20)
	if err != nil {
		return e, err
	}
	for _, p := range postings {
		t := transferOf(v.Player, p)
		x := exportedTransfer{t.At, t.Chips, t.Reason.String(), "", t.Why}
		if t.With != 0 && !t.With.Erased() {
			x.With = decimal(uint64(t.With))
		}
		e.Transfers = append(e.Transfers, x)
	}
	entries, err := r.Log(0, 1<<20)
	for _, entry := range entries {
		if entry.Who == v.Player.User {
			e.Settings = append(e.Settings, entry)
		}
	}
	if err != nil {
		return e, err
	}
	return e, s.exportStory(r, v.Player, &e)
}

// exportStory adds what is told of a player's play.
func (s *Sessions) exportStory(r storage.Reader, p storage.Player, e *exportedGuild) error {
	periods, err := r.Tallied(p)
	if err != nil {
		return err
	}
	for _, in := range periods {
		t, err := r.Tally(p, in)
		if err != nil {
			return err
		}
		e.Tallies = append(e.Tallies, exportedTally{in, t})
	}
	lessons, err := r.Lessons(p)
	for cell, l := range lessons.Cells {
		e.Lessons = append(e.Lessons, exportedLesson{cell, l})
	}
	if err != nil {
		return err
	}
	d, found, err := r.Drill(p)
	if d.Record = nil; found { // the questions to come
		e.Drill = &d
	}
	return err
}

// exportRounds adds rounds, the newest first, as long as there is room, and returns how many
// it left out.
func (s *Sessions) exportRounds(ctx context.Context, v Interaction, e *exportedGuild,
	room *int) (left int, err error) {
	for {
		var lines []storage.Line
		err := s.Store.View(ctx, v.Player.Guild, func(r storage.Reader) (err error) {
			page := []exportedRound(nil)
			lines, err = r.History(v.Player, "", len(e.Rounds)+left, MostCounted)
			for _, l := range lines[:min(len(lines), *room)] {
				x, err := exportRound(r, v, l)
				if err != nil {
					return err
				}
				page = append(page, x)
			}
			if err == nil {
				e.Rounds = append(e.Rounds, page...)
			}
			return err
		})
		if err != nil || len(lines) == 0 {
			return left, err
		}
		taken := min(len(lines), *room)
		*room -= taken
		left += len(lines) - taken
	}
}

func exportRound(r storage.Reader, v Interaction, l storage.Line) (exportedRound, error) {
	x := exportedRound{ID: decimal(uint64(l.Round)), Line: l}
	rec, found, err := r.Round(l.Round)
	if err != nil || !found || rec.Dropped || rec.Open {
		return x, err
	}
	k, err := readRound(r, l.Round)
	if err != nil {
		return x, err
	}
	seat := k.SeatOf(v.Player.User)
	if seat < 0 {
		return x, nil
	}
	view := k.round.View()
	x.House = names(view.Dealer.Cards)
	for _, h := range view.Seats[seat].Hands {
		x.Hands = append(x.Hands, names(h.Cards))
	}
	if k.Shoe == (storage.ShoeOrigin{}) {
		return x, nil
	}
	p, err := prove(r, v, k)
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

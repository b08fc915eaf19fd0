package session

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"slices"
	"time"

	"holecard/blackjack"
	"holecard/blackjack/fair"
	"holecard/blackjack/season"
	"holecard/storage"
)

// WriteSeason writes a season of a guild, 0 for the newest, as a file that everybody can
// recompute: the rounds whose players all agreed, of shuffles that are over. most is how many
// rounds of the file there may be, 0 for as many as it has room for. The error is
// [ErrNoSeason], [season.ErrTooLarge], or the store's; then part of the file may be written.
func WriteSeason(ctx context.Context, store storage.Store, guild storage.GuildID, number uint32,
	most int, w io.Writer) error {
	begun := false
	return store.View(ctx, guild, func(r storage.Reader) error {
		if begun { // an engine may try again, and part of the file is written
			return errors.New("the database was lost while the season was written: try again")
		}
		begun = true
		all, err := r.Seasons()
		if err != nil {
			return err
		}
		s, err := seasonOf(all, number)
		if err != nil {
			return err
		}
		p := publisher{r: r, of: s, most: cmp.Or(most, season.MaxRounds),
			players: make(map[storage.UserID]int), rules: make(map[blackjack.Rules]int)}
		if err := p.collect(ctx); err != nil {
			return err
		}
		return season.Write(w, p.head, func(add func(season.Round) error) error {
			return p.write(ctx, add)
		})
	})
}

// leastRound is less than any round takes in the file, in bytes.
const leastRound = 300

// SeasonFile returns the file of a season, 0 for the newest, if it has at most so many bytes.
// The error is as that of [WriteSeason].
func (s *Sessions) SeasonFile(ctx context.Context, guild storage.GuildID, number uint32,
	most int) ([]byte, error) {
	file := boundedFile{most: most}
	err := WriteSeason(ctx, s.Store, guild, number, most/leastRound, &file)
	return file.Bytes(), err
}

// boundedFile is a file that refuses more than most bytes.
type boundedFile struct {
	bytes.Buffer
	most int
}

func (f *boundedFile) Write(b []byte) (int, error) {
	if f.Len()+len(b) > f.most {
		return 0, season.ErrTooLarge
	}
	return f.Buffer.Write(b)
}

// publisher collects what is published of a season.
type publisher struct {
	r       storage.Reader
	of      storage.Season
	most    int
	head    season.Head
	players map[storage.UserID]int // by their places on the board
	rules   map[blackjack.Rules]int
	rounds  []settledRound
}

type settledRound struct {
	at time.Time
	id storage.RoundID
}

// readTogether is how many records are read at a time.
const readTogether = 500

func (p *publisher) collect(ctx context.Context) error {
	p.head.Season = season.Season{Server: decimal(uint64(p.of.Guild)), Number: p.of.Number,
		Name: p.of.Name, Began: p.of.Began}
	if !p.of.Ended.IsZero() {
		p.head.Season.Ended = &p.of.Ended
	}
	if err := p.board(ctx); err != nil {
		return err
	}
	after := storage.RoundID(0)
	for {
		list, err := p.r.Rounds(after, readTogether)
		if err != nil || len(list) == 0 {
			slices.SortFunc(p.rounds, func(a, b settledRound) int {
				return cmp.Or(a.at.Compare(b.at), cmp.Compare(a.id, b.id))
			})
			return err
		}
		for _, rec := range list {
			if err := errors.Join(ctx.Err(), p.look(rec)); err != nil {
				return err
			}
		}
		after = list[len(list)-1].ID
	}
}

// board lists those who are ranked and publish.
func (p *publisher) board(ctx context.Context) error {
	of := storage.Board{By: storage.ByNet,
		In: storage.Period{Span: storage.InSeason, Number: p.of.Number}}
	for offset := 0; ; offset += readTogether {
		page, err := p.r.Standings(of, offset, readTogether)
		if err = errors.Join(ctx.Err(), err); err != nil || len(page) == 0 {
			return err
		}
		for _, s := range page {
			profile, _, err := p.r.Profile(s.Player)
			if err != nil {
				return err
			}
			if !profile.Publishes {
				continue
			}
			t := s.Tally
			p.players[s.Player.User] = len(p.head.Players)
			p.head.Players = append(p.head.Players, season.Player{Name: s.Name,
				Score: season.Score{Rounds: t.Rounds, Wins: t.Wins, Net: t.Net,
					BiggestWin: t.BiggestWin, BestRun: t.BestRun}})
		}
	}
}

// look decides whether a round is published, and counts it.
func (p *publisher) look(rec storage.Round) error {
	if rec.Open || rec.Practice || !lasts(p.of, rec.Changed) {
		return nil
	}
	why, k, err := p.withheld(rec)
	if why != nil || err != nil {
		if why != nil {
			*why++
		}
		return err
	}
	if len(p.rounds) == p.most {
		return season.ErrTooLarge
	}
	p.rounds = append(p.rounds, settledRound{rec.Changed, rec.ID})
	rules := k.round.Rules()
	if _, known := p.rules[rules]; !known {
		p.rules[rules] = len(p.head.Rules)
		p.head.Rules = append(p.head.Rules, rules)
	}
	for _, s := range rec.Seats {
		p.head.Players[p.players[s.User]].Published++
	}
	return nil
}

// withheld returns the count of those that a round is withheld with, nil for one that is
// published.
func (p *publisher) withheld(rec storage.Round) (why *int, k *stored, err error) {
	w := &p.head.Withheld
	for i, s := range rec.Seats {
		if _, publishes := p.players[s.User]; !publishes {
			return &w.Disagreed, nil, nil
		}
		l, found, err := p.r.Line(rec.Player(i), rec.Dealt, rec.ID)
		if err != nil {
			return nil, nil, err
		}
		if found && l.Worth.State == storage.Unreviewed {
			return &w.Uncounted, nil, nil
		}
	}
	if rec.Dropped || rec.Shoe == (storage.ShoeOrigin{}) {
		return &w.Unkept, nil, nil
	}
	if k, err = readRound(p.r, rec.ID); err != nil {
		return nil, nil, err
	}
	if rules := k.round.Rules(); shuffledBy(k).Cards() != rules.Cards() && !rules.Endless() {
		return &w.Unkept, nil, nil // the shoe is not one of the table's
	}
	for _, s := range shufflesOf(k) {
		ended, err := over(p.r, rec.DeckOwner(), rec.Table, s)
		if err != nil || !ended {
			return &w.Unrevealed, nil, err
		}
	}
	return nil, k, nil
}

// shufflesOf returns the shuffles that a round's cards are of.
func shufflesOf(k *stored) (list []storage.Shuffle) {
	first, behind := k.round.Dealt()
	if len(first) > 0 || len(behind) == 0 {
		list = append(list, k.Shoe.Shuffle)
	}
	if len(behind) > 0 {
		list = append(list, k.Shoe.Behind)
	}
	return list
}

func (p *publisher) write(ctx context.Context, add func(season.Round) error) error {
	for _, at := range p.rounds {
		k, err := readRound(p.r, at.id)
		if err != nil {
			return err
		}
		round, err := p.published(k)
		if err = errors.Join(ctx.Err(), err); err != nil {
			return err
		}
		if err := add(round); err != nil {
			return err
		}
	}
	return nil
}

// published returns a round as the file has it.
func (p *publisher) published(k *stored) (season.Round, error) {
	out := season.Round{ID: uint64(k.ID), Settled: k.Changed, Table: k.Table,
		Rules: p.rules[k.round.Rules()], Actions: []string{}}
	for i, s := range k.Seats {
		who := blackjack.Seat(i)
		seat := season.Seat{Player: p.players[s.User], Stake: k.round.Bet(who), Net: s.Net}
		if sides := k.round.Sides(who); sides.Sum() > 0 {
			seat.Sides = (*[blackjack.SideBets]blackjack.Chips)(&sides)
		}
		out.Seats = append(out.Seats, seat)
	}
	for _, a := range k.round.Actions() {
		out.Actions = append(out.Actions, a.String())
	}
	first, behind := k.round.Dealt()
	if len(first) > 0 {
		out.Before = k.Shoe.Dealt
	}
	out.Cards = season.Names(slices.Concat(first, behind))
	for _, s := range shufflesOf(k) {
		seats, err := clientsOf(p.r, k, s)
		if err != nil {
			return out, err
		}
		out.Shuffles = append(out.Shuffles, season.Shuffle{
			Commitment: fair.Seed(s.Server).Commitment(), Server: fair.Seed(s.Server).Reveal(),
			Client: s.Client, Seats: seats, Interaction: uint64(s.By)})
	}
	return out, nil
}

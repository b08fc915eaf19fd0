// Package story is what was played, and what it says of its player:
//
//	round settled ─▶ a line of the history ─▶ [Reviewer]: what each decision was worth
//	                     │                        └─▶ tallies, lessons, awards
//	                     ├─▶ history, boards, export         └─▶ [Stories.Story], drills
//	                     └─▶ dropped with its cards when it is old
//
// It is the highest of the rooms and moves no chips.
package story

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"holecard/blackjack"
	"holecard/blackjack/review"
	"holecard/blackjack/tables"
	"holecard/bot/guild"
	"holecard/bot/interact"
	"holecard/bot/refuse"
	"holecard/bot/round"
	"holecard/bot/wallet"
	"holecard/storage"
)

// Stories are the stories of all players.
type Stories struct {
	Desk    *interact.Desk
	Guilds  *guild.Guilds
	Wallets *wallet.Wallets
	Rounds  *round.Rounds
	Adviser review.Adviser // of the odds that rounds are reviewed by; nil for no reviews

	settled settled
}

// New returns the stories of rounds.
func New(r *round.Rounds, a review.Adviser) *Stories {
	s := &Stories{r.Desk, r.Guilds, r.Wallets, r, a, newSettled()}
	r.Wake = func(g storage.GuildID) { s.settled.add(g) }
	return s
}

// HistoryPage is a page of a player's settled rounds for chips, the newest first.
type HistoryPage struct {
	Player storage.Player
	Name   string // as Discord last showed it: hostile text
	Lines  []storage.Line
	// where the pages beside it are, zero where there is none
	Newer, Older HistoryPlace
	Cut          bool // it has fewer rounds because [HistoryLook] were looked at
}

// HistoryPlace is where a page of a history begins: before a round, or behind it. The zero
// HistoryPlace is that of the newest rounds.
type HistoryPlace struct {
	Round storage.RoundID
	Newer bool // the page has the rounds behind it
}

const (
	// HistorySize is the number of rounds on a page of a history.
	HistorySize = 10
	// HistoryLook is how many rounds are looked at for one page. The next page goes on from
	// there, so a filter that few rounds pass costs no more than this for each press.
	HistoryLook = 1000
	historyStep = 100 // that are read at once, after the first few
)

// History returns a page of a player's settled rounds, of one table or of all (""): to others,
// without those that were played privately. The error is [wallet.ErrNoPlayer],
// [wallet.ErrHidden] or the store's.
func (s *Stories) History(ctx context.Context, v interact.By, of storage.UserID, table string,
	at HistoryPlace) (h HistoryPage, err error) {
	who := storage.Player{Guild: v.Player.Guild, User: of}
	err = s.Desk.View(ctx, v, func(r storage.Reader) error {
		p, err := shownTo(r, v, who)
		if err != nil {
			return err
		}
		if table != "" {
			settings, err := storage.SettingsOf.Read(r, storage.Only{})
			if err != nil {
				return err
			}
			if table, err = s.Guilds.NameOf(settings, table); err != nil {
				return err
			}
		}
		h, err = historyPage(r, who, at, func(l storage.Line) bool {
			return (table == "" || l.Table == table) && (v.Player == who || !l.Private)
		})
		h.Player, h.Name = who, p.Name
		return err
	})
	return h, err
}

// historyPage returns the page of a history at a place, of the rounds that are shown.
func historyPage(r storage.Reader, of storage.Player, at HistoryPlace,
	shown func(storage.Line) bool) (h HistoryPage, err error) {
	k, found, err := storage.Rounds.Get(r, at.Round)
	if err != nil {
		return h, err
	}
	if !found { // nothing is kept of it any more
		at = HistoryPlace{}
	}
	all := storage.Range[storage.LineKey]{Under: storage.LineKey{Player: of}, Fields: 1,
		Newest: !at.Newer}
	if found {
		all.After = of.Line(k.Dealt, k.ID)
	}
	var first, last storage.RoundID // of those that were looked at
	looked, ended, more := 0, false, false
	for step := HistorySize + 1; looked < HistoryLook && !ended && !more; step = historyStep {
		all.Limit = step
		lines, err := storage.Lines.List(r, all)
		if err != nil {
			return h, err
		}
		ended = len(lines) < step
		for _, l := range lines {
			if more = shown(l) && len(h.Lines) == HistorySize; more {
				break
			}
			if shown(l) {
				h.Lines = append(h.Lines, l)
			}
			all.After, last, looked = l.Key(of), l.Round, looked+1
			if first == 0 {
				first = l.Round
			}
		}
	}
	h.Cut = !ended && !more
	switch {
	case at.Newer && ended && !more: // then the page of the newest is full as well
		return historyPage(r, of, HistoryPlace{}, shown)
	case at.Newer:
		slices.Reverse(h.Lines)
		h.Newer, h.Older = HistoryPlace{last, true}, HistoryPlace{first, false}
		return h, nil
	case at.Round != 0 && looked > 0:
		h.Newer = HistoryPlace{first, true}
	}
	if more || h.Cut {
		h.Older = HistoryPlace{last, false}
	}
	return h, nil
}

// shownTo returns the profile of a player whose story somebody asks for.
func shownTo(r storage.Reader, v interact.By, of storage.Player) (storage.Profile, error) {
	p, ok, err := storage.Profiles.Get(r, of)
	switch {
	case err != nil:
		return p, err
	case !ok && of != v.Player:
		return p, wallet.ErrNoPlayer
	case p.Hidden && of != v.Player:
		return p, wallet.ErrHidden
	case !ok:
		return storage.Profile{Player: of, Name: v.Name}, nil
	}
	return p, nil
}

// ErrUnplayed refuses to review nothing.
var ErrUnplayed = refuse.New("unplayed", "no round was played that could be reviewed")

// ReviewedRound is a settled round with what it was worth to one of its seats.
type ReviewedRound struct {
	ID       storage.RoundID
	Player   storage.Player // whose seat it is
	Name     string         // theirs
	Seat     blackjack.Seat
	Players  []round.SeatedPlayer // by seat, as they are called now
	Table    tables.Table
	Round    blackjack.Round // as it ended: [blackjack.Round.Steps] are its moments
	Practice bool
	Line     storage.Line // with its worth by now
	Review   review.Review
	Helped   []bool // by steps of the review: with a hint, or not the player's own doing
}

// Review returns a settled round of the guild with what each decision of a user's seat was
// worth; with the id 0 their newest. It computes what is not known yet. The error is
// [round.ErrNoHand], [ErrUnplayed], [round.ErrNotOver], [wallet.ErrHidden],
// [round.ErrNotDealt] for a round at a seating that the user had no seat in, [round.ErrNotYours]
// for a hand of another, or a private one; or, with the round itself, [ErrUnreviewable] or that
// of the odds; or the store's.
func (s *Stories) Review(ctx context.Context, v interact.By, of storage.UserID,
	id storage.RoundID) (ReviewedRound, error) {
	var f finished
	var out ReviewedRound
	err := s.Desk.View(ctx, v, func(r storage.Reader) (err error) {
		if id == 0 {
			who := storage.Player{Guild: v.Player.Guild, User: of}
			if id, err = newestOver(r, who); err != nil {
				return err
			}
		}
		game, err := round.Read(r, id)
		if err != nil {
			return err
		}
		seat := game.SeatOf(of)
		switch {
		case seat < 0 && game.Seating != 0:
			return round.ErrNotDealt
		case seat < 0 || game.Private && of != v.Player.User:
			return round.NotYours(game.Owner())
		case game.Open:
			return round.ErrNotOver
		}
		who := game.Player(seat)
		p, err := shownTo(r, v, who)
		if err != nil {
			return err
		}
		if f, err = readFinished(r, game, seat); err != nil {
			return err
		}
		out = ReviewedRound{ID: id, Player: who, Name: p.Name, Seat: blackjack.Seat(seat),
			Practice: game.Practice, Round: game.Game}
		out.Players, err = playersOf(r, game, v.Player.User)
		return err
	})
	if err != nil {
		return ReviewedRound{}, err
	}
	out.Table = s.Guilds.Dealt(f.Table, f.Game.Rules())
	w, err := s.judge(ctx, f)
	if err != nil {
		return out, err
	}
	out.Review, out.Helped, out.Line = w.review, w.helped, f.line
	out.Line.Worth = w.worth
	return out, nil
}

// playersOf returns who had the seats of a round, without those who hide from a user who was
// not there.
func playersOf(r storage.Reader, k *round.Stored, by storage.UserID) (
	list []round.SeatedPlayer, err error) {
	for i, seat := range k.Seats {
		p, _, err := storage.Profiles.Get(r, k.Player(i))
		if err != nil {
			return nil, err
		}
		player := round.SeatedPlayer{Bet: k.Game.Bet(blackjack.Seat(i))}
		if !p.Hidden || k.SeatOf(by) >= 0 {
			player.User, player.Name, player.Plays = seat.User, p.Name, seat.Plays
		}
		list = append(list, player)
	}
	return list, nil
}

// newestOver returns the visitor's newest round that is over: practice, too.
func newestOver(r storage.Reader, of storage.Player) (storage.RoundID, error) {
	p, _, err := storage.Profiles.Get(r, of)
	if err != nil {
		return 0, err
	}
	if round, ok, err := storage.Rounds.Get(r, p.LastHand); err != nil || ok && !round.Open {
		return p.LastHand, err
	}
	lines, err := storage.History(r, storage.LineKey{Player: of}, 1)
	if err != nil || len(lines) == 0 {
		return 0, errors.Join(err, ErrUnplayed)
	}
	return lines[0].Round, nil
}

// Story is what a player's rounds say of them: the newest, too, whose worth is not known yet.
type Story struct {
	Player  storage.Player
	Name    string // as Discord last showed it: hostile text
	Stats   storage.Stats
	Tallies [storage.Spans]storage.Tally // of the periods that are now, by their spans
	Lessons storage.Lessons
	Awards  storage.AwardSet
	// after the newest rounds, the oldest first: what was in the wallet or at stake elsewhere
	Balances []storage.Chips
	Waiting  bool // rounds of the guild wait for their review
	Hidden   bool // shown to nobody else
}

// ChartedRounds is the most balances in a [Story].
const ChartedRounds = 200

// Story returns what a player's rounds say of them. The error is [wallet.ErrNoPlayer],
// [wallet.ErrHidden] or the store's.
func (s *Stories) Story(ctx context.Context, v interact.By, of storage.UserID) (t Story,
	err error) {
	now := s.Desk.Now()
	who := storage.Player{Guild: v.Player.Guild, User: of}
	err = s.Desk.View(ctx, v, func(r storage.Reader) error {
		p, err := shownTo(r, v, who)
		if err != nil {
			return err
		}
		t = Story{Player: who, Name: p.Name, Stats: p.Stats, Awards: p.Awards,
			Hidden: p.Hidden}
		periods := periodsAt(now)
		for _, in := range periods {
			if t.Tallies[in.Span], err = storage.Tallies.Read(r, who.Tally(in)); err != nil {
				return err
			}
		}
		lines, err1 := storage.History(r, storage.LineKey{Player: who}, ChartedRounds)
		notes, err2 := storage.Notes.Keys(r, storage.Range[storage.Note]{Limit: 1})
		t.Waiting = len(notes) > 0
		for _, l := range uncounted(lines, notes) {
			for _, in := range periodsAt(l.Settled) {
				if slices.Contains(periods, in) {
					countRound(&t.Tallies[in.Span], l)
				}
			}
		}
		var err3, err4 error
		t.Lessons, err3 = storage.LessonsOf.Read(r, who)
		t.Balances, err4 = balances(r, p, lines)
		return errors.Join(err1, err2, err3, err4)
	})
	return t, err
}

// uncounted returns those of a player's newest lines that are in no tally yet, the oldest
// first: none is older than the first note of its guild.
func uncounted(lines []storage.Line, notes []storage.Note) (list []storage.Line) {
	if len(notes) == 0 {
		return nil
	}
	for _, l := range slices.Backward(lines) {
		if l.Worth.State == storage.Unreviewed && !l.Settled.Before(notes[0].Settled) {
			list = append(list, l)
		}
	}
	return list
}

// transfersBetween is the most transfers that are looked at for a chart of balances.
const transfersBetween = 1000

// balances returns what a player had after each of their newest rounds, the oldest first:
// they follow from what there is now, the net of later rounds, and later transfers.
func balances(r storage.Reader, p storage.Profile, lines []storage.Line) (list []storage.Chips,
	err error) {
	w := storage.WalletOf(p.Player)
	has, err1 := r.Balance(w)
	held, err2 := guild.HeldBy(r, p)
	transfers, err3 := r.Transfers(p.Player, "", transfersBetween)
	if err := errors.Join(err1, err2, err3); err != nil {
		return nil, err
	}
	has += held
	for _, l := range lines {
		for len(transfers) > 0 && transfers[0].At.After(l.Settled) {
			if transfers[0].To == w {
				has -= transfers[0].Chips
			} else {
				has += transfers[0].Chips
			}
			transfers = transfers[1:]
		}
		list = append(list, has)
		has -= l.Net
	}
	slices.Reverse(list)
	return list, nil
}

// Lately is a period of a leaderboard, seen from now. All but the last are spans of storage.
type Lately uint8

// The periods that people choose from.
const (
	AllTime   = Lately(storage.Ever)
	Today     = Lately(storage.Today)
	ThisWeek  = Lately(storage.ThisWeek)
	ThisMonth = Lately(storage.ThisMonth)
	LastMonth = Lately(storage.Spans)
	Periods   = storage.Spans + 1
)

// Ranking is an order and a period of a leaderboard.
type Ranking struct {
	By storage.Order
	In Lately
}

// Valid reports whether there is such a leaderboard: see [storage.Board.Exists].
func (r Ranking) Valid() bool { return r.In < Periods && r.at(time.Time{}).Exists() }

// OfProfile reports whether the leaderboard follows from wallets and profiles.
func (r Ranking) OfProfile() bool { return r.at(time.Time{}).OfProfile() }

// at returns the board that the ranking is at a time.
func (r Ranking) at(now time.Time) storage.Board {
	b := storage.Board{By: r.By}
	if r.In == LastMonth {
		b.In = storage.PeriodAt(storage.ThisMonth, now)
		b.In.Number--
	} else {
		b.In = storage.PeriodAt(storage.Span(r.In), now)
	}
	return b
}

// Board is a page of a guild's leaderboard.
type Board struct {
	Ranking
	Page      int // the first is 0
	Pages     int // at least 1
	Standings []storage.Standing
	You       storage.Standing // Position 0 when the visitor is not ranked
	Of        int              // players ranked
}

// PageSize is the number of players on a page of a leaderboard.
const PageSize = 10

// Board returns a page of the leaderboard of the visitor's guild; a page beyond the last is
// the last. A visitor who was taken to have left is on it again.
func (s *Stories) Board(ctx context.Context, v interact.By, of Ranking, page int) (b Board,
	err error) {
	board := of.at(s.Desk.Now())
	err = s.Desk.View(ctx, v, func(r storage.Reader) error {
		visitor, _, err := storage.Profiles.Get(r, v.Player)
		if err != nil || visitor.Away {
			return cmp.Or(err, errAway)
		}
		b = Board{Ranking: of}
		position, ranked, err := r.Rank(v.Player, board)
		if err != nil {
			return err
		}
		b.Of, b.Pages = ranked, max(1, (ranked+PageSize-1)/PageSize)
		b.Page = min(max(page, 0), b.Pages-1)
		if b.Standings, err = r.Standings(board, b.Page*PageSize, PageSize); err != nil {
			return err
		}
		you, err := wallet.AccountOf(r, v.Player, v)
		if errors.Is(err, wallet.ErrNoPlayer) || err == nil && you.Hidden {
			return nil
		}
		b.You = storage.Standing{Player: v.Player, Name: you.Name, Position: position,
			Balance: you.Balance, Stats: you.Stats}
		if err == nil && !board.OfProfile() {
			b.You.Tally, err = storage.Tallies.Read(r, v.Player.Tally(board.In))
		}
		return err
	})
	if !errors.Is(err, errAway) {
		return b, err
	}
	err = s.Desk.Store.Update(ctx, v.Player.Guild, func(tx storage.Tx) error {
		tx.Load(storage.Wanted{Players: []storage.UserID{v.Player.User}})
		return interact.PutBack(tx, v.Player)
	})
	if err != nil {
		return b, err
	}
	return s.Board(ctx, v, of, page)
}

// errAway is a visitor who is off the leaderboards.
var errAway = errors.New("the visitor was taken to have left")

// MarkAway takes people who have left a guild off its leaderboards, until they do something
// there, or look at one.
func (s *Stories) MarkAway(ctx context.Context, guild storage.GuildID,
	users []storage.UserID) error {
	return s.Desk.Store.Update(ctx, guild, func(tx storage.Tx) error {
		tx.Load(storage.Wanted{Players: users})
		for _, user := range users {
			p, known, err := storage.Profiles.Get(tx, storage.Player{Guild: guild, User: user})
			if err != nil {
				return err
			}
			if !known || p.Away {
				continue
			}
			p.Away = true
			if err := storage.Profiles.Save(tx, p); err != nil {
				return err
			}
		}
		return nil
	})
}

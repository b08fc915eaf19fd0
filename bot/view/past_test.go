package view_test

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"holecard/blackjack"
	"holecard/blackjack/odds"
	"holecard/blackjack/review"
	"holecard/blackjack/tables"
	"holecard/bot/lang"
	"holecard/bot/message"
	"holecard/bot/round"
	"holecard/bot/story"
	"holecard/bot/view"
	"holecard/bot/wallet"
	"holecard/storage"
)

// hisPast is the newest page of somebody's history.
var hisPast = view.Past{Of: 2}

// judgement is what was best instead of a decision, and what that would have gained.
type judgement struct {
	best       blackjack.Action
	cost       blackjack.Micro
	hint, auto bool
}

// settled plays a round to its end and returns it as its room does: of the seat's decisions,
// the first, second … are judged so, and all others are right.
func settled(t *testing.T, name, order string, who blackjack.Seat, bets []blackjack.Bet,
	judged map[int]judgement, moves ...move) story.ReviewedRound {
	t.Helper()
	table := tableOf(t, name)
	return reviewed(t, table, played(t, table.Rules, order, bets, moves...), who, judged)
}

// reviewed is a round that is over, as its room returns it to the player of a seat.
func reviewed(t *testing.T, table tables.Table, r blackjack.Round, who blackjack.Seat,
	judged map[int]judgement) story.ReviewedRound {
	t.Helper()
	payout := r.Payout(who)
	k := story.ReviewedRound{ID: 42, Table: table, Round: r, Seat: who,
		Line: storage.Line{Round: 42, Table: table.Name, Net: payout.Net(), Stake: payout.Staked}}
	for i := range r.View().Seats {
		k.Players = append(k.Players, round.SeatedPlayer{User: storage.UserID(i + 2),
			Name: people[i], Bet: r.Bet(blackjack.Seat(i))})
	}
	worth := &k.Line.Worth
	worth.State, worth.Value = storage.Reviewed, -1_234_567
	at := -1
	r.Steps(func(before blackjack.Round, seat blackjack.Seat, did blackjack.Action) bool {
		if at++; seat != who {
			return true
		}
		view := before.View()
		s := review.Step{Action: at, View: view, Hand: view.Seats[seat].Turn, Did: did,
			Stake: r.Bet(who), Options: []odds.Option{{Action: did}}}
		j, wrong := judged[len(k.Review.Steps)]
		if wrong && j.cost > 0 {
			s.Cost = j.cost
			s.Options = []odds.Option{{Action: j.best, EV: 1}, {Action: did}}
		}
		if j.auto {
			k.Players[who].Plays = "basic"
		}
		helped := j.hint || j.auto
		if !helped {
			worth.Decisions++
			if s.Mistake() {
				worth.Mistakes, worth.Cost = worth.Mistakes+1, worth.Cost+s.Cost
			}
		}
		k.Review.Steps, k.Helped = append(k.Review.Steps, s), append(k.Helped, helped)
		return true
	})
	return k
}

// pasts are rounds that are over, each with a title.
func pasts(t *testing.T) (titles []string, list []story.ReviewedRound) {
	const hit, stand, double, split, surrender = blackjack.Hit, blackjack.Stand, blackjack.Double,
		blackjack.Split, blackjack.Surrender
	add := func(title string, r story.ReviewedRound) {
		titles, list = append(titles, title), append(list, r)
	}
	right := settled(t, "vegas", "TS 6C 9D TH 8H", 0, stakes(10), nil, move{0, stand})
	wrong := settled(t, "vegas", "TS TC 6D 9H", 0, stakes(10),
		map[int]judgement{0: {best: hit, cost: 831_234}}, move{0, stand})
	practice, complex, kept := wrong, wrong, wrong
	practice.Practice, kept.Table.Rules.Fresh = true, false
	complex.Line.Worth.State, complex.Review.Steps = storage.Unreviewable, nil
	add("right", right)
	add("a mistake", wrong)
	add("a mistake, of a kept deck", kept)
	add("practice", practice)
	add("too complex", complex)
	add("nothing to decide", settled(t, "vegas", "AS 6C KD TH", 0, stakes(10), nil))
	add("with a hint", settled(t, "vegas", "TS TC 6D 9H", 0, stakes(10),
		map[int]judgement{0: {best: hit, cost: 831_234, hint: true}}, move{0, stand}))
	add("by autopilot", settled(t, "vegas", "TS TC 2D 9H 3H 3C", 0, stakes(10),
		map[int]judgement{0: {auto: true}, 1: {best: hit, cost: 1_000_000, auto: true}},
		move{0, hit}, move{0, stand}))
	add("a hint, and a mistake without", settled(t, "vegas", "TS TC 2D 9H 3H 3C", 0,
		stakes(100), map[int]judgement{0: {hint: true}, 1: {best: hit, cost: 61_400_000}},
		move{0, hit}, move{0, stand}))
	add("insured, split and doubled", settled(t, "vegas", "8S AC 8D 9H 3S TS 9S", 0, stakes(101),
		map[int]judgement{0: {best: blackjack.Decline, cost: 38_123_456},
			3: {best: hit, cost: 4_321}},
		move{0, blackjack.Insure}, move{0, split}, move{0, double}, move{0, stand}))
	add("a table of three", settled(t, "vegas", "TS TH TD 9C 9S 8H 6D 8C 2S KH", 2,
		stakes(10, 25, 50), map[int]judgement{1: {best: surrender, cost: 12_000_000}},
		move{0, stand}, move{1, stand}, move{2, hit}, move{2, stand}))
	add("no card yet", settled(t, "chalmers", "TS 9S TH 9H", 0, stakes(10), nil, move{0, hit},
		move{0, hit}, move{0, stand}))
	clock := settled(t, "vegas", "TS TH TC 6D 8H 9H", 0, stakes(10, 10),
		map[int]judgement{0: {best: hit, cost: 830_000, hint: true}}, move{0, stand},
		move{1, stand})
	clock.Line.Seated = true
	add("by the clock", clock)
	return titles, list
}

// past are rounds that are over, looked at again.
func past(t *testing.T, w *lang.Printer, cards view.Cards) (all []shown) {
	titles, list := pasts(t)
	for i, title := range titles {
		all = append(all, shown{title, view.ReviewOf(w, list[i], hisPast)})
	}
	for _, i := range []int{9, 10} {
		moments := len(list[i].Review.Steps)
		if i == 10 {
			moments = 4
		}
		for at := range moments + 1 {
			all = append(all, shown{fmt.Sprintf("%s, step %d", titles[i], at),
				view.Moment(w, list[i], at, hisPast, cards)})
		}
	}
	all = append(all, shown{"a picture",
		view.Moment(w, list[10], 2, hisPast, view.Cards{Painter: newPainter()})},
		shown{"nothing to step through", view.Moment(w, list[5], 7, hisPast, view.Cards{})})
	return append(all, histories(w)...)
}

// histories are pages of histories.
func histories(w *lang.Printer) []shown {
	at := time.Date(2026, 3, 1, 20, 36, 0, 0, time.UTC)
	lines := []storage.Line{
		{Round: 9, Dealt: at, Table: "vegas", Stake: 10, Net: 15},
		{Round: 8, Dealt: at.Add(-time.Hour), Table: "atlantic-city", Stake: 2000, Net: -2000,
			Worth: storage.Worth{State: storage.Reviewed, Mistakes: 2, Cost: 61_234_567}},
		{Round: 7, Dealt: at.Add(-48 * time.Hour), Table: "mit", Stake: 10,
			Worth: storage.Worth{State: storage.Reviewed, Decisions: 3}},
		{Round: 6, Dealt: at.Add(-72 * time.Hour), Table: "7", Stake: 10, Net: -5,
			Worth: storage.Worth{State: storage.Unreviewable}},
	}
	later := view.Past{Of: 2, Page: 3, Table: "vegas"}
	newer, older := story.HistoryPlace{Round: 5, Newer: true}, story.HistoryPlace{Round: 9}
	page := func(h story.HistoryPage, at view.Past) message.Reply {
		h.Name = "Ada"
		return view.History(w, h, at)
	}
	return []shown{
		{"a history", page(story.HistoryPage{Lines: lines}, hisPast)},
		{"a later page, of one table",
			page(story.HistoryPage{Lines: lines[:1], Newer: newer, Older: older}, later)},
		{"a page whose rounds are gone", page(story.HistoryPage{Newer: newer}, later)},
		{"a search that was cut", page(story.HistoryPage{Cut: true, Older: older}, hisPast)},
		{"no rounds", page(story.HistoryPage{}, hisPast)},
	}
}

// someStory is one of luck, mistakes and achievements.
func someStory() (s story.Story) {
	s.Tallies[storage.Ever] = storage.Tally{Rounds: 120, Wins: 50, Net: 141, Run: 2, BestRun: 7,
		Known: 141, Expected: -12_300_000, Cost: 60_900_000, Decisions: 210, Mistakes: 9}
	s.Tallies[storage.Today].Net, s.Tallies[storage.ThisWeek].Net = 15, -40
	s.Balances = []storage.Chips{100, 110, 90, 240}
	s.Awards = s.Awards.With(storage.FirstNatural).With(storage.SevenDays)
	s.Lessons.Cells = map[storage.LessonCell]storage.Lesson{
		{Kind: storage.Hard, Total: 16, Upcard: 10}: {Seen: 7, Wrong: 3, Cost: 1_234_567},
		{Kind: storage.Soft, Total: 18, Upcard: 9}:  {Seen: 2, Wrong: 1, Cost: 80_000},
		{Kind: storage.Pair, Total: 1, Upcard: 1}:   {Seen: 1, Wrong: 1, Cost: 1},
		{Kind: storage.Hard, Total: 12}:             {Seen: 4},
		{Kind: storage.Hard, Total: 15, Upcard: 10, Drilled: true}: {Seen: 9, Wrong: 9,
			Cost: 9_000_000},
	}
	return s
}

// mostReviewed is the most chips that are staked in a round that is reviewed.
const mostReviewed blackjack.Chips = 1 << 30

// endless is a round of seven seats with as much to say as there can be: four hands of many
// cards each, and more decisions of one seat than any round has, all of them mistakes.
func endless(t *testing.T, decisions int) story.ReviewedRound {
	t.Helper()
	r := settled(t, "vegas", "8S 8S 8S 8S 8S 8S 9S 9C 8H 8H 8H 8H 8H 8H 9H TS "+
		"8D 8D 2S 2S 2S 2S 2S 2S", 0, stakes(100, 500, 500, 500, 500, 500, 500), nil,
		move{0, blackjack.Split}, move{0, blackjack.Split}, move{0, blackjack.Split},
		move{0, blackjack.Stand}, move{0, blackjack.Stand}, move{0, blackjack.Stand},
		move{0, blackjack.Stand}, move{1, blackjack.Stand}, move{2, blackjack.Stand},
		move{3, blackjack.Stand}, move{4, blackjack.Stand}, move{5, blackjack.Stand},
		move{6, blackjack.Stand})
	for i := range r.Players {
		r.Players[i].Name, r.Players[i].Bet = strings.Repeat("*_[א", 30), 1_000_000_000_000
	}
	r.ID, r.Line.Net, r.Line.Worth.Cost = math.MaxUint64, -mostReviewed, mostReviewed.Micro()
	r.Table.Rules.Fresh, r.Practice, r.Line.Worth.Mistakes = false, true, 99
	last := r.Review.Steps[len(r.Review.Steps)-1]
	last.Did, last.Cost = blackjack.Decline, 1_000_000_000_000
	last.Options = []odds.Option{{Action: blackjack.EvenMoney, EV: 1}, {Action: last.Did}}
	last.View.Seats = slices.Clone(last.View.Seats)
	hand := &last.View.Seats[0].Hands[last.Hand]
	hand.Cards = slices.Repeat(hand.Cards[:1], 21)
	r.Review.Steps = slices.Repeat([]review.Step{last}, decisions)
	r.Helped = slices.Repeat([]bool{true}, decisions)
	return r
}

// fullest are the reviews with most to say, and its moments.
func fullest(t *testing.T, w *lang.Printer, c view.Cards) (all []shown) {
	far := view.Past{Of: math.MaxUint64, Page: math.MaxInt32, Table: "atlantic-city",
		At: story.HistoryPlace{Round: math.MaxUint64, Newer: true}}
	for _, decisions := range []int{12, 25, 80} {
		r := view.ReviewOf(w, endless(t, decisions), far)
		if !strings.Contains(r.Embeds[0].Description, w.Number(int64(mostReviewed))) {
			t.Errorf("%s: the verdict is cut off: %s", w.Code(), r.Embeds[0].Description)
		}
		all = append(all, shown{"a review", r})
	}
	h := story.HistoryPage{Name: strings.Repeat("*_[א", 30), Newer: far.At, Older: far.At}
	for i := range story.HistorySize {
		h.Lines = append(h.Lines, storage.Line{Round: math.MaxUint64 - storage.RoundID(i),
			Dealt: storage.Forever(), Table: strings.Repeat("7", 300), Stake: storage.MaxChips,
			Net:   -storage.MaxChips,
			Worth: storage.Worth{State: storage.Reviewed, Mistakes: 9, Cost: math.MaxInt64}})
	}
	all = append(all, shown{"a history", view.History(w, h, far)}, shown{"a list of tables",
		view.SeatingList(w, slices.Repeat([]round.Seating{crowded(t, 2)}, 60))})
	for _, c := range []view.Cards{c, {Emojis: emojis("<:card_%s_123456:1234567890123456789>")}} {
		for _, at := range []int{0, 6, 99} {
			all = append(all, shown{"a moment", view.Moment(w, endless(t, 12), at, far, c)})
		}
		f := view.SeatingFrame{Words: w, Edge: view.HouseEdge{Share: 0.0026, Known: true}, Cards: c}
		for _, v := range []round.Seating{crowded(t, 2), crowded(t, 21)} {
			for _, v.Stage = range []round.Stage{round.Playing, round.Betting} {
				v.Round.Open = v.Stage == round.Playing
				all = append(all, shown{"a table", view.Seating(v, f)})
			}
		}
	}
	return all
}

var amounts = regexp.MustCompile(`[+−]?[0-9][0-9,]*(\.[0-9]+)?`)

// numbers are those in a text, in thousandths.
func numbers(text string) (list []int64) {
	for _, n := range amounts.FindAllString(text, -1) {
		n = strings.NewReplacer(",", "", "+", "", "−", "-").Replace(n)
		x, err := strconv.ParseFloat(n, 64)
		if err != nil {
			panic(err)
		}
		list = append(list, int64(math.Round(x*1000)))
	}
	return list
}

// What stands in a review adds up to the net, as it is shown.
func TestTheWordsOfAReviewAddUp(t *testing.T) {
	_, list := pasts(t)
	r := list[1]
	rapid.Check(t, func(t *rapid.T) {
		micro := func(name string) blackjack.Micro {
			return blackjack.Micro(rapid.Int64Range(1, math.MaxInt32).Draw(t, name)) *
				blackjack.Micro(rapid.SampledFrom([]int64{1, 1000}).Draw(t, "times"))
		}
		r.Line.Worth.Value, r.Line.Worth.Cost = micro("value")-math.MaxInt32/2, micro("cost")
		r.Line.Worth.Mistakes = uint8(rapid.IntRange(0, 1).Draw(t, "mistakes"))
		if r.Line.Worth.Mistakes == 0 {
			r.Line.Worth.Cost = 0
		}
		r.Line.Net = blackjack.Chips(rapid.Int64Range(-5000, 5000).Draw(t, "net"))
		_, text, _ := strings.Cut(view.ReviewOf(words, r, hisPast).Embeds[0].Description, "\n\n")
		_, text, _ = strings.Cut(text, "\n\n")
		said, parts, _ := strings.Cut(text, "\n")
		net := int64(r.Line.Net) * 1000
		if n := numbers(said); r.Line.Worth.Mistakes > 0 && !strings.Contains(said, "<") &&
			n[1]-n[0] != net {
			t.Errorf("%d: %s", r.Line.Net, said)
		}
		luck := numbers(said)
		if of := numbers(parts); of[0]+of[1] != luck[len(luck)-1] {
			t.Errorf("%d: %s %s", r.Line.Net, said, parts)
		}
	})
}

// So does what stands in the statistics.
func TestTheWordsOfStatsAddUp(t *testing.T) {
	a := wallet.Account{Name: "Ada", Stats: storage.Stats{Hands: 1}}
	check := func(t interface{ Errorf(string, ...any) }, of storage.Tally) {
		s := story.Story{}
		s.Tallies[storage.Ever] = of
		lines := strings.Split(view.Stats(words, a, s, false).Embeds[0].Description, "\n")
		said, parts := numbers(lines[1]), numbers(lines[2])
		if net := int64(of.Known) * 1000; parts[0] != net || parts[1]+parts[2]+parts[3] != net ||
			said[0] != max(parts[3], -parts[3]) || said[1] != -parts[2] {
			t.Errorf("%q", lines[1:3])
		}
		if strings.Contains(lines[1]+lines[2], ".0") {
			t.Errorf("%q: decimals of a whole number", lines[1:3])
		}
	}
	check(t, storage.Tally{Known: 39, Expected: -1_600_000, Cost: 1_500_000, Decisions: 1})
	check(t, storage.Tally{Known: 10, Expected: -1_000_000, Decisions: 1})
	rapid.Check(t, func(t *rapid.T) {
		micro := rapid.Int64Range(0, 50_000_000)
		check(t, storage.Tally{Known: blackjack.Chips(rapid.Int64Range(-50, 50).Draw(t, "net")),
			Expected: -blackjack.Micro(micro.Draw(t, "edge")), Decisions: 1,
			Cost: blackjack.Micro(micro.Draw(t, "cost"))})
	})
}

package bot_test

import (
	"errors"
	"testing"
	"time"

	"holecard/internal/localdiscord"
	"holecard/storage"
)

// tallies keeps tallies of a period for people, as the review of their rounds does.
func (s *stage) tallies(in storage.Period, of map[player]storage.Tally) {
	s.t.Helper()
	s.writes(func(tx storage.Tx) (err error) {
		for p, t := range of {
			err = errors.Join(err, storage.Tallies.Put(tx, p.who().Tally(in), t))
		}
		return err
	})
}

func TestALeaderboardIsOfAPeriod(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada, grace := s.person("Ada"), s.person("Grace")
		ada.opens()
		grace.opens()
		in := func(period string) localdiscord.Given { return option("in", period) }
		by := func(order string) localdiscord.Given { return option("by", order) }
		s.shows(ada.types("leaderboard", in("today")), "Top players · Net winnings · Today",
			"Nobody has played today yet.", "Rounds show up here a few seconds after they end.")
		s.shows(ada.types("leaderboard", by("skill"), in("week")),
			"Nobody has made 200 decisions this week yet.", "Ranked from 200 decisions.")
		s.shows(ada.types("leaderboard", by("streak"), in("month")),
			"Nobody has won a hand this month yet.")
		today := storage.PeriodAt(storage.Today, time.Now())
		s.tallies(today, map[player]storage.Tally{
			ada: {Rounds: 210, Wins: 100, Net: -20, BestRun: 3, Decisions: 400,
				CostPerBet: 1_000_000},
			grace: {Rounds: 12, Wins: 6, Net: 30, BestRun: 4, Decisions: 20},
		})
		board := ada.types("leaderboard", by("net"), in("today"))
		s.shows(board, "1. 🥇 Grace · +30", "2. 🥈 **Ada** · −20", "Ada is #2: −20")
		board = ada.picks(board, "Rank by", "Skill")
		s.shows(board, "Top players · Skill · Today", "1. 🥇 **Ada** · 0.25 bets · 400 decisions")
		s.shows(grace.picks(board, "Period", "Today"), "180 more decisions until Grace is ranked.")
		board = ada.picks(board, "Rank by", "Winning streak")
		s.shows(board, "1. 🥇 Grace · 4 in a row")
		board = ada.picks(board, "Rank by", "Win rate")
		s.shows(board, "1. 🥇 Grace · 50.0% of 12 hands")
		board = ada.picks(board, "Period", "This week")
		s.shows(board, "Nobody has played 10 hands this week yet.")
		s.shows(ada.picks(board, "Rank by", "Chips"), "Top players · Chips\n", "100 chips")
		s.off(24 * time.Hour) // it is another day
		s.shows(ada.types("leaderboard", in("today")), "Nobody has played today yet.")
	})
}

// Who comes back is on the boards with the first thing that they do, whether it changes
// anything or not.
func TestWhoHasLeftTheServerIsOnNoBoardUntilTheyAreBack(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada, grace := s.person("Ada"), s.person("Grace")
		ada.opens()
		grace.opens()
		s.shows(ada.types("leaderboard"), "1. 🥇 **Ada**", "1. 🥇 Grace")
		s.discord.Leave(grace.Person)
		s.shows(ada.types("leaderboard"), "1. 🥇 Grace") // the answer holds for a day
		for day, does := range []func(){
			func() { grace.types("daily") },
			func() { grace.types("leaderboard") },
			func() { // a table of yesterday is closed
				grace.presses(ada.types("table", setting("open")), "Sit")
			},
			func() {
				grace.cannot("Bets here are", "blackjack", bet(1000))
			},
		} {
			s.ahead.Store(int64(time.Duration(day+1) * 24 * time.Hour)) // as if a day had passed
			board := ada.types("leaderboard")
			s.shows(board, "**Ada**")
			if says(board, "Grace") {
				t.Errorf("Grace has left:\n%s", look(board))
			}
			does()
			s.ranked(grace, day)
		}
	})
}

// ranked checks that a player is on the board, who came back on a day.
func (s *stage) ranked(p player, day int) {
	s.t.Helper()
	s.reads(func(r storage.Reader) error {
		position, of, err := r.Rank(p.who(), storage.ByChips.Ever())
		if position == 0 || of != 2 {
			s.t.Errorf("on day %d who is back is %d of %d", day, position, of)
		}
		return err
	})
}

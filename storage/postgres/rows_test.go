package postgres_test

import (
	"fmt"
	"strconv"
	"testing"
	"time"

	"holecard/internal/metrics"
	"holecard/storage"
	"holecard/storage/postgres"
)

// skewed are rounds, and what goes with them, as SQL writes them: 100,000 in one guild and 50 in
// each of 2,000 others, all known to the planner.
const skewed = `
	CREATE TEMP TABLE made AS SELECT CASE WHEN n <= 100000 THEN 7 ELSE 1000 + n %% 2000 END AS guild,
		n, int8send(n) AS id, int8send(1 + n / 100 %% 1000) AS who FROM generate_series(1, 200000) n;
	INSERT INTO records (guild, kind, id, value) SELECT guild, 'hands', id, '\x%[1]x' FROM made;
	INSERT INTO records (guild, kind, id, value)
		SELECT guild, 'history', who || int8send((n::bigint + 1) # (-9223372036854775808)) || id,
		'\x%[2]x' FROM made;
	INSERT INTO journal (guild, key, clock, value)
		SELECT guild, 'hand/' || n || '/1/hold', n, '\x%[3]x' FROM made;
	INSERT INTO records (guild, kind, id, value)
		SELECT DISTINCT guild, 'profiles', who, '\x%[4]x'::bytea FROM made;
	INSERT INTO balances (guild, id, chips, clock)
		SELECT DISTINCT guild, '\x01'::bytea || who, 100, 1 FROM made;
	INSERT INTO boards (guild, kind, id, value)
		SELECT DISTINCT guild, 'entries',
		'\x00'::bytea || int8send(~(100::bigint # (-9223372036854775808))) || who, ''::bytea FROM made;
	ANALYZE;`

// What a press or a page reads does not grow with its guild: neither a record of a large guild
// that a small one shares its tables with, nor a plan that was made for another guild.
func TestNoStatementReadsMoreThanItReturns_long(t *testing.T) {
	url := server.Database(t)
	open(t, url).Close()
	execute(t, url, fmt.Sprintf(skewed,
		storage.Rounds.Encode(storage.Round{Version: 1, Seats: []storage.Seat{{User: 1}}}),
		storage.Lines.Encode(storage.Line{Table: "vegas", Stake: 1}),
		storage.Journal.Encode(storage.Posting{}), storage.Profiles.Encode(storage.Profile{})))
	const read = `SELECT sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))
		FROM pg_stat_user_tables`
	for _, mode := range []string{"force_generic_plan", "auto"} {
		s, err := postgres.Open(t.Context(), url+"&plan_cache_mode="+mode, postgres.Options{})
		if err != nil {
			t.Fatal(err)
		}
		before, _ := strconv.Atoi(query(t, url, read))
		const reads = 20
		for n := range reads {
			for _, g := range []storage.GuildID{7, 1007} {
				err := readAsPressesDo(metrics.New("", "", nil).Store(s), t, g, storage.UserID(1+20*n))
				if err != nil {
					t.Fatal(err)
				}
			}
		}
		s.Close() // with which its connections tell what they have read
		time.Sleep(time.Second)
		after, _ := strconv.Atoi(query(t, url, read))
		if each := (after - before) / (2 * reads); each == 0 || each > 200 {
			t.Errorf("%s: a press and a page read %d rows", mode, each)
		} else {
			t.Logf("%s: a press and a page read %d rows", mode, each)
		}
	}
}

// readAsPressesDo reads what a press of a user's loads, a page of a board and one of a history.
func readAsPressesDo(s storage.Store, t *testing.T, g storage.GuildID, user storage.UserID) error {
	p := storage.Player{Guild: g, User: user}
	round := storage.RoundID(user) - 1 + 1000
	return s.Update(t.Context(), g, func(tx storage.Tx) error {
		tx.Load(storage.Wanted{Seen: []storage.InteractionID{1}, Players: []storage.UserID{user},
			Rounds: []storage.RoundID{round}, Settings: true, Keys: []string{"x"},
			Limits: []storage.Alias{{1}}, Everywhere: []storage.Alias{{2}},
			Decks: []storage.DeckKey{p.Deck("vegas")}})
		if _, known, err := storage.Profiles.Get(tx, p); !known || err != nil {
			return fmt.Errorf("a profile is known: %t, %w", known, err)
		}
		lines, err := storage.History(tx, storage.LineKey{Player: p}, 10)
		if err != nil || g == 7 && len(lines) != 10 {
			return fmt.Errorf("%d lines, %w", len(lines), err)
		}
		if _, err := storage.Seatings.All(tx); err != nil {
			return err
		}
		board, err := tx.Standings(storage.ByChips.Ever(), 0, 10)
		if len(board) != 10 {
			return fmt.Errorf("%d on a board, %w", len(board), err)
		}
		return err
	})
}

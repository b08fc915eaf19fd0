package postgres

import (
	"strings"
	"sync"

	"holecard/storage"
	"holecard/storage/engine"
)

// The statements. Each names one guild, except beats, leases, claims of deadlines and pages of
// guilds.
const (
	begin      = `BEGIN ISOLATION LEVEL REPEATABLE READ` // see the package
	beginClaim = `BEGIN ISOLATION LEVEL READ COMMITTED`
	commit     = `COMMIT`
	rollback   = `ROLLBACK`

	beat = `INSERT INTO processes (id, of, parts, served, beat)
		VALUES ($1, $2, $3, $4, clock_timestamp())
		ON CONFLICT (id) DO UPDATE SET of = EXCLUDED.of, parts = EXCLUDED.parts,
		served = EXCLUDED.served, beat = EXCLUDED.beat`
	leave     = `DELETE FROM processes WHERE id = $1 OR beat < now() - interval '1 day'`
	processes = `SELECT id, of, parts, served,
		(extract(epoch FROM clock_timestamp() - beat) * 1000000)::bigint FROM processes
		WHERE id <> $1 AND beat > clock_timestamp() - interval '10 s' ORDER BY id COLLATE "C"`

	takeLease = `INSERT INTO leases (name, holder, until)
		VALUES ($1, $2, clock_timestamp() + $3::bigint * interval '1 microsecond')
		ON CONFLICT (name) DO UPDATE SET holder = EXCLUDED.holder, until = EXCLUDED.until
		WHERE leases.holder = EXCLUDED.holder OR leases.until <= clock_timestamp()
		RETURNING name`
	yieldLease = `DELETE FROM leases WHERE name = $1 AND holder = $2`
	isImported = `SELECT FROM leases WHERE name = $1 AND until > clock_timestamp()`

	// Each row is looked up by its key, in a part of its own that OFFSET 0 keeps apart: a join may
	// be planned, once and for long, when a table is small, so that it reads all rows of a guild.
	getPostings = `SELECT w.n, j.clock, j.value
		FROM unnest($1::bigint[], $2::text[], $3::bigint[]) AS w (guild, key, n)
		CROSS JOIN LATERAL (SELECT clock, value FROM journal x
			WHERE x.guild = w.guild AND x.key = w.key COLLATE "C" OFFSET 0) j`
	getBalances = `SELECT w.n, b.chips, b.clock
		FROM unnest($1::bigint[], $2::bytea[], $3::bigint[]) AS w (guild, id, n)
		CROSS JOIN LATERAL (SELECT chips, clock FROM balances x
			WHERE x.guild = w.guild AND x.id = w.id OFFSET 0) b`
	lockBalances = `SELECT FROM unnest($1::bigint[], $2::bytea[]) AS w (guild, id)
		CROSS JOIN LATERAL (SELECT FROM balances x
			WHERE x.guild = w.guild AND x.id = w.id OFFSET 0 FOR SHARE) b`

	scanKeys = `SELECT key, clock FROM journal WHERE guild = $1 AND key >= $2 AND key < $3
		ORDER BY key LIMIT $4`
	scanJournal = `SELECT key, clock, value FROM journal WHERE guild = $1
		AND (clock, key) > ($2, $3) ORDER BY clock, key LIMIT $4`
	scanBalance = `SELECT id, chips, clock FROM balances WHERE guild = $1 AND id >= $2 AND id < $3
		ORDER BY id LIMIT $4`
	sumHouse = `SELECT coalesce(sum(house), 0)::bigint FROM journal WHERE guild = $1`
	sumMint  = `SELECT coalesce(sum(mint), 0)::bigint FROM journal WHERE guild = $1`

	addPostings = `INSERT INTO journal (guild, key, clock, house, mint, value)
		SELECT w.guild, w.key, w.clock, nullif(w.house, 0), nullif(w.mint, 0), w.value
		FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bytea[])
			AS w (guild, key, clock, house, mint, value)`
	putBalances = `INSERT INTO balances (guild, id, chips, clock) SELECT w.guild, w.id, w.chips, w.clock
		FROM unnest($1::bigint[], $2::bytea[], $3::bigint[], $4::bigint[])
			AS w (guild, id, chips, clock)
		ON CONFLICT (guild, id) DO UPDATE SET chips = EXCLUDED.chips, clock = EXCLUDED.clock`
	setBalances  = isThere + putBalances + orFails
	dropPostings = `DELETE FROM journal WHERE ctid = ANY(ARRAY(SELECT j.at
		FROM unnest($1::bigint[], $2::text[]) AS w (guild, key)
		CROSS JOIN LATERAL (SELECT ctid AS at FROM journal x
			WHERE x.guild = w.guild AND x.key = w.key COLLATE "C" OFFSET 0) j))`
	dropBalances = `DELETE FROM balances WHERE ctid = ANY(ARRAY(SELECT b.at
		FROM unnest($1::bigint[], $2::bytea[]) AS w (guild, id)
		CROSS JOIN LATERAL (SELECT ctid AS at FROM balances x
			WHERE x.guild = w.guild AND x.id = w.id OFFSET 0) b))`
	forgetPassing = `DELETE FROM passing WHERE ctid = ANY(ARRAY(SELECT ctid FROM passing
		WHERE guild = $1 AND kind = $2 AND id < $3 ORDER BY id LIMIT 64))`

	countAll = `SELECT
		(SELECT count(*) FROM boards WHERE guild = $1 AND kind = 'entries' AND id < '\x01') +
		(SELECT count(*) FROM boards WHERE guild = $1 AND kind = 'entries'
			AND id >= '\x08' AND id < '\x09'),
		(SELECT count(*) FROM balances WHERE guild = $1 AND id >= '\x02' AND id < '\x03'),
		(SELECT count(*) FROM records WHERE guild = $1 AND kind = 'seatings')`
	sumHeld = `SELECT coalesce(sum(chips), 0)::bigint FROM balances WHERE guild = $1 AND id >= '\x02'`

	countEntries = `SELECT count(*) FROM boards
		WHERE guild = $1 AND kind = 'entries' AND id >= $2 AND id <= $3`
	countFew = `SELECT count(*) FROM (SELECT FROM boards
		WHERE guild = $1 AND kind = 'entries' AND id >= $2 AND id <= $3 LIMIT $4) few`
	sampleEntries = `SELECT id FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM boards
		WHERE guild = $1 AND kind = 'entries' AND id >= $2 AND id < $3) numbered
		WHERE n % 1000 = 0 ORDER BY id`

	putDue = `INSERT INTO due (guild, at, seating, number) SELECT w.guild, w.at, w.seating, w.number
		FROM unnest($1::bigint[], $2::bigint[], $3::bytea[], $4::bytea[])
			AS w (guild, at, seating, number)
		ON CONFLICT (guild, at, seating)
		DO UPDATE SET number = EXCLUDED.number, claimed = EXCLUDED.claimed`
	dropDue = `DELETE FROM due WHERE ctid = ANY(ARRAY(SELECT d.row
		FROM unnest($1::bigint[], $2::bigint[], $3::bytea[]) AS w (guild, at, seating)
		CROSS JOIN LATERAL (SELECT ctid AS row FROM due x
			WHERE x.guild = w.guild AND x.at = w.at AND x.seating = w.seating OFFSET 0) d))`
	scanDue = `SELECT at, seating, number FROM due WHERE guild = $1 ORDER BY at, seating`
	// Direct messages have negative numbers, and are in the first part.
	ofParts = `(CASE WHEN guild < 0 THEN 0 ELSE mod(guild >> 22, $3) END) = ANY($4::bigint[])
		ORDER BY at, guild < 0, guild, seating LIMIT $2`
	lookDue  = `SELECT at, guild, seating, number FROM due WHERE at <= $1 AND ` + ofParts
	claimDue = `UPDATE due d SET claimed = now() + $5::bigint * interval '1 microsecond'
		FROM (SELECT ctid AS row FROM due WHERE at <= $1 AND claimed <= now() AND ` + ofParts + `
		FOR UPDATE SKIP LOCKED) free WHERE d.ctid = free.row
		RETURNING d.at, d.guild, d.seating, d.number`
)

// What was read is changed only if it is still there: an INSERT would make anew what somebody else
// has deleted meanwhile. A row that is made anew has no xmax; dividing by zero is a conflict.
const (
	isThere = `WITH made AS (`
	orFails = ` RETURNING xmax = 0 AS anew)
		SELECT 1 / (CASE WHEN bool_or(anew) THEN 0 ELSE 1 END) FROM made`
)

// tableNames are the tables whose rows are a kind, a key and a value. What passes has one of its
// own, so that it is vacuumed by itself, and so have the orders, which are counted.
var tableNames = []string{"records", "passing", "boards"}

// tableOf returns the one that has the records of a kind.
func tableOf(t engine.Table) string {
	switch t {
	case engine.Seen, storage.Confirmations.Kind:
		return "passing"
	case engine.Entries:
		return "boards"
	}
	return "records"
}

// rows are the statements of such a table. All but scans are for many rows.
type rows struct{ get, lock, scan, back, put, set, drop string }

func rowsOf(t engine.Table) rows { return tables()[tableOf(t)] }

var tables = sync.OnceValue(func() map[string]rows {
	all := make(map[string]rows)
	for _, name := range tableNames {
		in := func(form string) string { return strings.ReplaceAll(form, "TABLE", name) }
		const (
			unnest = ` FROM unnest($1::bigint[], $2::text[], $3::bytea[]`
			each   = `FROM TABLE x WHERE x.guild = w.guild AND x.kind = w.kind COLLATE "C" AND x.id = w.id OFFSET 0`
			scan   = `SELECT id, value FROM TABLE WHERE guild = $1 AND kind = $6 AND id >= $2 AND id < $3
				ORDER BY id`
		)
		put := in(`INSERT INTO TABLE (guild, kind, id, value) SELECT w.guild, w.kind, w.id, w.value` +
			unnest + `, $4::bytea[]) AS w (guild, kind, id, value)
			ON CONFLICT (guild, kind, id) DO UPDATE SET value = EXCLUDED.value`)
		all[name] = rows{
			put: put, set: isThere + put + orFails,
			get: in(`SELECT w.n, r.value` + unnest + `, $4::bigint[]) AS w (guild, kind, id, n)
				CROSS JOIN LATERAL (SELECT value ` + each + `) r`),
			lock: in(`SELECT` + unnest + `) AS w (guild, kind, id)
				CROSS JOIN LATERAL (SELECT ` + each + ` FOR SHARE) r`),
			scan: in(scan + ` LIMIT $4 OFFSET $5`),
			back: in(scan + ` DESC LIMIT $4 OFFSET $5`),
			drop: in(`DELETE FROM TABLE WHERE ctid = ANY(ARRAY(SELECT r.at` + unnest + `)
				AS w (guild, kind, id) CROSS JOIN LATERAL (SELECT ctid AS at ` + each + `) r))`),
		}
	}
	return all
})

// nextGuilds looks in each table for the next guild that has rows, again and again.
var nextGuilds = sync.OnceValue(func() string {
	next := func(after string) string {
		var each []string
		for _, name := range append([]string{"journal"}, tableNames...) {
			each = append(each, `(SELECT t.guild FROM `+name+` t WHERE t.guild > `+after+`
				ORDER BY t.guild LIMIT 1)`)
		}
		return "least(" + strings.Join(each, ", ") + ")"
	}
	return `WITH RECURSIVE g (guild) AS (SELECT ` + next("$1::bigint") + ` UNION ALL
		SELECT ` + next("g.guild") + ` FROM g WHERE g.guild IS NOT NULL)
		SELECT guild FROM g WHERE guild IS NOT NULL LIMIT 1000`
})

// statements are all that a connection prepares.
func statements() []string {
	all := []string{begin, beginClaim, commit, rollback, nextGuilds(),
		beat, leave, processes, takeLease, yieldLease, isImported, lookDue, claimDue,
		getPostings, getBalances, lockBalances, scanKeys, scanJournal, scanBalance, sumHouse, sumMint,
		addPostings, putBalances, setBalances, dropPostings, dropBalances, forgetPassing,
		countAll, sumHeld, countEntries, countFew, sampleEntries, putDue, dropDue, scanDue}
	for _, name := range tableNames {
		r := tables()[name]
		all = append(all, r.get, r.lock, r.scan, r.back, r.put, r.set, r.drop)
	}
	return all
}

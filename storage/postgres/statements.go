package postgres

import (
	"fmt"
	"strconv"
	"strings"
	"sync"
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

	scanPlaces = `SELECT clock, key FROM journal WHERE guild = $1
		AND (clock, key) > ($2, $3) ORDER BY clock, key LIMIT $4`
	// Of the house, the mint and held stakes.
	sums = `SELECT coalesce(sum(house), 0)::bigint, coalesce(sum(mint), 0)::bigint,
		(SELECT coalesce(sum(chips), 0)::bigint FROM balances WHERE guild = $1 AND id >= '\x02')
		FROM journal WHERE guild = $1`

	forgetPassing = `DELETE FROM passing WHERE ctid = ANY(ARRAY(SELECT ctid FROM passing
		WHERE guild = $1 AND kind = $2 AND id < $3 ORDER BY id LIMIT 64))`

	countAll = `SELECT
		(SELECT count(*) FROM boards WHERE guild = $1 AND kind = 'entries' AND id < '\x01') +
		(SELECT count(*) FROM boards WHERE guild = $1 AND kind = 'entries'
			AND id >= '\x08' AND id < '\x09'),
		(SELECT count(*) FROM balances WHERE guild = $1 AND id >= '\x02' AND id < '\x03'),
		(SELECT count(*) FROM records WHERE guild = $1 AND kind = 'seatings')`

	countEntries = `SELECT count(*) FROM (SELECT FROM boards
		WHERE guild = $1 AND kind = 'entries' AND id >= $2 AND id <= $3 LIMIT $4) counted`
	sampleEntries = `SELECT id FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM boards
		WHERE guild = $1 AND kind = 'entries' AND id >= $2 AND id < $3) numbered
		WHERE n % 1000 = 0 ORDER BY id`

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

// A form is a table of the database: the types of its columns, and its statements. All but scans
// are for many rows: each parameter is a list of a column.
type form struct {
	types                                 []uint32
	get, lock, scan, back, put, set, drop string
}

// forms are those of all tables that have records. What passes has one of its own, so that it is
// vacuumed by itself, and so have the orders, which are counted.
var forms = sync.OnceValue(func() map[string]form {
	all := map[string]form{
		"balances": newForm("balances", "guild id", "chips clock", "chips", "clock"),
		// a posting is made once
		"journal": newForm("journal", "guild key", "value clock house mint"),
		"due":     newForm("due", "guild at seating", "number", "number", "claimed"),
	}
	for _, name := range []string{"records", "passing", "boards"} {
		all[name] = newForm(name, "guild kind id", "value", "value")
	}
	return all
})

// newForm makes the statements of a table by its columns: those of its key, those of its value, and
// those that are new where there is a row of the key. Each row is looked up by its key, in a part of
// its own that OFFSET 0 keeps apart: a join may be planned, once and for long, when a table is
// small, so that it reads all rows of a guild.
func newForm(table, key, value string, renewed ...string) (f form) {
	keys := strings.Fields(key)
	columns := append(keys, strings.Fields(value)...)
	var lists, same, renew []string
	for i, column := range columns {
		name, collation := "bigint", ""
		switch column {
		case "kind", "key":
			name, collation = "text", ` COLLATE "C"`
		case "id", "value", "seating", "number":
			name = "bytea"
		}
		f.types = append(f.types, elements[name])
		lists = append(lists, fmt.Sprintf("$%d::%s[]", i+1, name))
		same = append(same, "x."+column+" = w."+column+collation)
	}
	for _, column := range renewed {
		renew = append(renew, column+" = EXCLUDED."+column)
	}
	with := func(all []string) string { return strings.Join(all, ", ") }
	kind, conflict := "", ""
	if keys[1] == "kind" {
		kind = "AND kind = $6 "
	}
	if renew != nil {
		conflict = " ON CONFLICT (" + with(keys) + ") DO UPDATE SET " + with(renew)
	}
	in := strings.NewReplacer("TABLE", table, "LAST", keys[len(keys)-1], "KEYS", with(keys),
		"COLUMNS", with(columns), "VALUES", with(columns[len(keys):]), "KIND ", kind,
		"WANTED", "unnest("+with(lists[:len(keys)])+")", "ROWS", "unnest("+with(lists)+")",
		"FOUND", "FROM "+table+" x WHERE "+strings.Join(same[:len(keys)], " AND ")+" OFFSET 0").Replace
	f.get = in(`SELECT w.n, r.* FROM WANTED WITH ORDINALITY AS w (KEYS, n)
		CROSS JOIN LATERAL (SELECT VALUES FOUND) r`)
	f.lock = in(`SELECT FROM WANTED AS w (KEYS) CROSS JOIN LATERAL (SELECT FOUND FOR SHARE) r`)
	f.scan = in(`SELECT LAST, VALUES FROM TABLE WHERE guild = $1 KIND AND LAST >= $2 AND LAST < $3
		ORDER BY LAST LIMIT $4 OFFSET $5`)
	f.back = strings.Replace(f.scan, " LIMIT", " DESC LIMIT", 1)
	f.put = in(`INSERT INTO TABLE (COLUMNS) SELECT * FROM ROWS`) + conflict
	f.set = isThere + f.put + orFails
	f.drop = in(`DELETE FROM TABLE WHERE ctid = ANY(ARRAY(SELECT r.place FROM WANTED AS w (KEYS)
		CROSS JOIN LATERAL (SELECT ctid AS place FOUND) r))`)
	return f
}

// nextGuilds looks in each table for the next guild that has rows, again and again.
var nextGuilds = sync.OnceValue(func() string {
	next := func(after string) string {
		var each []string
		for _, name := range []string{"journal", "records", "passing", "boards"} {
			each = append(each, `(SELECT t.guild FROM `+name+` t WHERE t.guild > `+after+`
				ORDER BY t.guild LIMIT 1)`)
		}
		return "least(" + strings.Join(each, ", ") + ")"
	}
	return `WITH RECURSIVE g (guild) AS (SELECT ` + next("$1::bigint") + ` UNION ALL
		SELECT ` + next("g.guild") + ` FROM g WHERE g.guild IS NOT NULL)
		SELECT guild FROM g WHERE guild IS NOT NULL LIMIT 1000`
})

// names are those of all statements, by which a connection prepares them. A word is its own name, which
// tells what goes over the wire.
var names = sync.OnceValue(func() map[string]string {
	all := []string{begin, beginClaim, commit, rollback, nextGuilds(),
		beat, leave, processes, takeLease, yieldLease, lookDue, claimDue, scanDue,
		scanPlaces, sums, forgetPassing, countAll, countEntries,
		sampleEntries}
	for _, f := range forms() {
		all = append(all, f.get, f.lock, f.scan, f.back, f.put, f.set, f.drop)
	}
	names := make(map[string]string, len(all))
	for i, statement := range all {
		name, _, more := strings.Cut(statement, " ")
		if more {
			name = "s" + strconv.Itoa(i)
		}
		names[statement] = name
	}
	return names
})

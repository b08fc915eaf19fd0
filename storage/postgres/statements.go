package postgres

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"holecard/storage/engine"
)

// The statements. Each names one guild, except beats, leases, claims of deadlines and pages of
// guilds.
const (
	beginWriting = `BEGIN ISOLATION LEVEL REPEATABLE READ` // see the package
	beginReading = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY`
	beginClaim   = `BEGIN ISOLATION LEVEL READ COMMITTED`
	commit       = `COMMIT`
	rollback     = `ROLLBACK`

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

	getPostings = `SELECT key, clock, value FROM journal WHERE guild = $1 AND key = ANY($2)`
	getKeys     = `SELECT key, clock FROM journal WHERE guild = $1 AND key = ANY($2)`
	scanKeys    = `SELECT key, clock FROM journal WHERE guild = $1 AND key >= $2 AND key < $3
		ORDER BY key LIMIT $4`
	scanJournal = `SELECT key, clock, value FROM journal WHERE guild = $1
		AND (clock, key) > ($2, $3) ORDER BY clock, key LIMIT $4`
	addPosting = `INSERT INTO journal (guild, key, clock, house, mint, value)
		VALUES ($1, $2, $3, $4, $5, $6)`
	dropPosting = `DELETE FROM journal WHERE guild = $1 AND key = $2`
	sumHouse    = `SELECT coalesce(sum(house), 0)::bigint FROM journal WHERE guild = $1`
	sumMint     = `SELECT coalesce(sum(mint), 0)::bigint FROM journal WHERE guild = $1`

	getBalances = `SELECT id, clock, chips FROM balances WHERE guild = $1 AND id = ANY($2)`
	scanBalance = `SELECT id, clock, chips FROM balances WHERE guild = $1 AND id >= $2 AND id < $3
		ORDER BY id LIMIT $4`
	sameBalances = `SELECT FROM balances WHERE guild = $1 AND id = ANY($2) FOR SHARE`
	addBalance   = `INSERT INTO balances (guild, id, chips, clock) VALUES ($1, $2, $3, $4)`
	setBalance   = `UPDATE balances SET chips = $3, clock = $4
		WHERE guild = $1 AND id = $2 AND clock = $5`
	dropBalance = `DELETE FROM balances WHERE guild = $1 AND id = $2 AND clock = $3`

	// With what is wanted comes what follows from it. The lists are the players, the seatings
	// and the confirmations that are wanted. Each row is looked up by its key, in a part of its
	// own that OFFSET 0 keeps apart: a join may be planned, once and for long, when a table is
	// small, so that it reads all rows of the guild.
	players = `(SELECT unnest($2::bytea[]) AS id
		UNION SELECT c.player FROM confirmations c WHERE c.guild = $1 AND c.id = ANY($4)
		UNION SELECT unnest(s.users) FROM seatings s WHERE s.guild = $1 AND s.id = ANY($3)
		UNION SELECT unnest(h.users) FROM seatings s CROSS JOIN LATERAL (SELECT users FROM hands
			WHERE guild = $1 AND id = s.hand OFFSET 0) h WHERE s.guild = $1 AND s.id = ANY($3)) w`
	fetchProfiles = `SELECT p.id, p.version, p.value FROM ` + players + `
		CROSS JOIN LATERAL (SELECT id, version, value FROM profiles
			WHERE guild = $1 AND id = w.id OFFSET 0) p`
	fetchWallets = `SELECT b.id, b.clock, b.chips FROM ` + players + `
		CROSS JOIN LATERAL (SELECT id, clock, chips FROM balances
			WHERE guild = $1 AND id = '\x01'::bytea || w.id OFFSET 0) b`
	fetchPseudonyms = `SELECT n.id, n.version, n.value FROM ` + players + `
		CROSS JOIN LATERAL (SELECT id, version, value FROM records
			WHERE guild = $1 AND kind = 'pseudonyms' AND id = w.id OFFSET 0) n`
	hands = `(SELECT unnest($5::bytea[]) AS id
		UNION SELECT s.hand FROM seatings s WHERE s.guild = $1 AND s.id = ANY($3)
		UNION SELECT p.hand FROM profiles p WHERE p.guild = $1 AND p.id = ANY($2)
		UNION SELECT p.hand FROM confirmations c CROSS JOIN LATERAL (SELECT hand FROM profiles
			WHERE guild = $1 AND id = c.player OFFSET 0) p WHERE c.guild = $1 AND c.id = ANY($4)) w`
	fetchHands = `SELECT h.id, h.version, h.value FROM ` + hands + `
		CROSS JOIN LATERAL (SELECT id, version, value FROM hands
			WHERE guild = $1 AND id = w.id OFFSET 0) h`
	fetchHeld = `SELECT b.id, b.clock, b.chips FROM ` + hands + `
		CROSS JOIN unnest($6::bytea[]) AS seat
		CROSS JOIN LATERAL (SELECT id, clock, chips FROM balances
			WHERE guild = $1 AND id = seat || w.id OFFSET 0) b`
	fetchDecks = `SELECT d.id, d.version, d.value FROM unnest($2::bytea[]) AS owner
		CROSS JOIN LATERAL (SELECT id, version, value FROM records
			WHERE guild = $1 AND kind = 'decks' AND id > owner AND id < owner || '\xff'::bytea OFFSET 0) d`
	fetchKeys = `SELECT j.key, j.clock FROM (SELECT unnest($2::text[]) AS keys
		UNION SELECT s.keys FROM seatings s WHERE s.guild = $1 AND s.id = ANY($3)) w
		CROSS JOIN LATERAL (SELECT key, clock FROM journal WHERE guild = $1
			AND key >= w.keys COLLATE "C" AND key < (left(w.keys, -1) || '0') COLLATE "C"
			OFFSET 0) j`

	forgetSeen = `DELETE FROM seen WHERE guild = $1 AND id IN (SELECT id FROM seen
		WHERE guild = $1 AND id < $2 ORDER BY id LIMIT 64)`
	forgetConfirmations = `DELETE FROM confirmations WHERE guild = $1 AND id IN
		(SELECT id FROM confirmations WHERE guild = $1 AND id < $2 ORDER BY id LIMIT 4)`

	countAll = `SELECT
		(SELECT count(*) FROM entries WHERE guild = $1 AND id < '\x01') +
		(SELECT count(*) FROM entries WHERE guild = $1 AND id >= '\x08' AND id < '\x09'),
		(SELECT count(*) FROM hands WHERE guild = $1 AND held IS NOT NULL),
		(SELECT count(*) FROM seatings WHERE guild = $1)`
	sumHeld = `SELECT coalesce(sum(held), 0)::bigint FROM hands
		WHERE guild = $1 AND held IS NOT NULL`

	countEntries = `SELECT count(*) FROM entries WHERE guild = $1 AND id >= $2 AND id <= $3`
	countFew     = `SELECT count(*) FROM (SELECT FROM entries
		WHERE guild = $1 AND id >= $2 AND id <= $3 LIMIT $4) few`
	sampleEntries = `SELECT id FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM entries
		WHERE guild = $1 AND id >= $2 AND id < $3) numbered WHERE n % 1000 = 0 ORDER BY id`

	putDue = `INSERT INTO due (guild, at, seating, number) VALUES ($1, $2, $3, $4)
		ON CONFLICT (guild, at, seating)
		DO UPDATE SET number = EXCLUDED.number, claimed = EXCLUDED.claimed`
	dropDue = `DELETE FROM due WHERE guild = $1 AND at = $2 AND seating = $3`
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

// forms are the statements of the tables whose rows are a version and a value.
type forms struct {
	get, scan, back, // read
	add, set, put, // write what was read as absent, what was read, what was not read
	remove, drop, // delete what was read, what was not read
	same string // fails unless rows that were read stay as they are until the commit
}

// columns are those that a table has beside its value, for joins.
func columns(t engine.Table) []string {
	switch t {
	case engine.Rounds:
		return []string{"users", "held"}
	case engine.Profiles:
		return []string{"hand"}
	case engine.Seatings:
		return []string{"users", "hand", "keys"}
	case engine.Confirmations:
		return []string{"player"}
	}
	return nil
}

// tableOf returns the table of the database that has the rows of a table: one of its own, or
// the one of all kinds, of which it has a part.
func tableOf(t engine.Table) (name string, shared bool) {
	switch {
	case len(columns(t)) > 0, t == engine.Seen, t == engine.Transfers, t == engine.Entries:
		return t.Name(), false
	}
	return "records", true
}

func formsOf(t engine.Table) forms {
	name, shared := tableOf(t)
	names, values, excluded, set, kind, key := "", "", "", "", "", "guild, id"
	for i, c := range columns(t) {
		names += ", " + c
		values += fmt.Sprintf(", $%d", 5+i)
		excluded += fmt.Sprintf(", %[1]s = EXCLUDED.%[1]s", c)
		set += fmt.Sprintf(", %s = $%d", c, 5+i)
	}
	if shared {
		names, values, key = ", kind", ", '"+t.Name()+"'", "guild, kind, id"
		kind = " AND kind = '" + t.Name() + "'"
	}
	in := func(form string) string {
		return strings.NewReplacer("TABLE", name, "NAMES", names, "VALUES+", values, "KEY", key,
			"EXCLUDED+", excluded, "SET+", set, "GUILD", "guild = $1"+kind).Replace(form)
	}
	const row = `SELECT id, version, value FROM TABLE WHERE GUILD AND `
	return forms{
		get:  in(row + `id = ANY($2)`),
		scan: in(row + `id >= $2 AND id < $3 ORDER BY id LIMIT $4 OFFSET $5`),
		back: in(row + `id >= $2 AND id < $3 ORDER BY id DESC LIMIT $4 OFFSET $5`),
		add: in(`INSERT INTO TABLE (guild, id, value, versionNAMES)
			VALUES ($1, $2, $3, $4::bigint + 1VALUES+)`),
		set: in(`UPDATE TABLE SET version = version + 1, value = $3SET+
			WHERE GUILD AND id = $2 AND version = $4`),
		put: in(`INSERT INTO TABLE (guild, id, value, versionNAMES)
			VALUES ($1, $2, $3, $4::bigint + 1VALUES+) ON CONFLICT (KEY) DO UPDATE
			SET version = TABLE.version + 1, value = EXCLUDED.valueEXCLUDED+`),
		remove: in(`DELETE FROM TABLE WHERE GUILD AND id = $2 AND version = $3`),
		drop:   in(`DELETE FROM TABLE WHERE GUILD AND id = $2`),
		same:   in(`SELECT FROM TABLE WHERE GUILD AND id = ANY($2) FOR SHARE`),
	}
}

// plain reports whether the rows of a table are a version and a value.
func plain(t engine.Table) bool {
	switch t {
	case engine.Journal, engine.Heads, engine.Keys, engine.Balances, engine.Due:
		return false
	}
	return true
}

// tableForms are the statements of all plain tables.
var tableForms = sync.OnceValue(func() map[engine.Table]forms {
	all := make(map[engine.Table]forms)
	for _, t := range engine.Tables() {
		if plain(t) {
			all[t] = formsOf(t)
		}
	}
	return all
})

// nextGuilds looks in each table for the next guild that has rows, again and again.
var nextGuilds = sync.OnceValue(func() string {
	tables := []string{"journal"}
	for t := range tableForms() {
		name, _ := tableOf(t)
		tables = append(tables, name)
	}
	slices.Sort(tables)
	tables = slices.Compact(tables)
	next := func(after string) string {
		var each []string
		for _, name := range tables {
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
	all := []string{beginWriting, beginReading, beginClaim, commit, rollback, nextGuilds(),
		beat, leave, processes, takeLease, yieldLease, isImported, lookDue, claimDue,
		getPostings, getKeys, scanKeys, scanJournal,
		addPosting, sumHouse, sumMint, getBalances, scanBalance, sameBalances,
		addBalance, setBalance, dropBalance, dropPosting,
		fetchProfiles, fetchWallets, fetchPseudonyms, fetchHands, fetchHeld, fetchDecks,
		fetchKeys, forgetSeen,
		forgetConfirmations, countAll, sumHeld, countEntries, countFew,
		sampleEntries, putDue, dropDue, scanDue}
	for _, f := range tableForms() {
		all = append(all, f.get, f.scan, f.back, f.add, f.set, f.put, f.remove, f.drop, f.same)
	}
	return all
}

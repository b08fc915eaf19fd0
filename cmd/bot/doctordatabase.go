package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"holecard/internal/durable"
	"holecard/storage"
	"holecard/storage/postgres"
)

// databaseChecks are those of the engine that DATABASE names.
func (d *doctor) databaseChecks() []check {
	if d.Database == inMemory {
		return []check{{"database", checkTime, func(context.Context) []finding {
			return note("set it to a file, such as "+filepath.Join("data", "holecard.db"),
				"DATABASE is %s, so nothing is kept.", inMemory)
		}}}
	}
	if d.database().onServer() {
		return []check{{"database", auditTime, d.atServer}, {"backups", checkTime, d.exports}}
	}
	return []check{
		{"database", auditTime, d.file},
		{"disk", checkTime, d.disk},
		{"backups", checkTime, d.backups},
	}
}

const restoreIt = "stop the bot, restore a backup and audit it: docs/operations.md"

// file looks whether every chip in the file is accounted for. The bot that has it open
// audits it itself.
func (d *doctor) file(ctx context.Context) []finding {
	db := d.database()
	if err := db.check(); err != nil {
		return failure(err)
	}
	switch {
	case d.running != nil:
		report, err := askForAudit(ctx, socketOf(d.Database))
		return d.audited(report, err, "It is open in the bot, and was audited there")
	case !exists(d.Database):
		return note("start the bot: it makes one", "There is none at %s yet.", d.Database)
	}
	store, err := db.openFile(ctx)
	inUse, _ := errors.AsType[*storage.InUseError](err)
	switch {
	case inUse != nil:
		return fail("stop that process, or set DATABASE to another file", "%s",
			asSentence(fmt.Errorf("%w, which does not answer as a bot", inUse)))
	case errors.Is(err, storage.ErrCorrupt):
		return fail(restoreIt, "%s", asSentence(err))
	case err != nil:
		return failure(err)
	}
	defer store.Close()
	report, err := store.Audit(ctx)
	return d.audited(report, err, "It is not in use, and was audited now")
}

// atServer looks whether the database at a server can be opened, and every chip is accounted
// for. Its disk is the server's own.
func (d *doctor) atServer(ctx context.Context) []finding {
	store, err := d.database().openServer(ctx, postgres.Options{Patience: commandPatience})
	if err != nil {
		return failure(err)
	}
	defer store.Close()
	report, err := store.Audit(ctx)
	return d.audited(report, err, "It is at "+d.database().name()+", and was audited now")
}

// audited says what an audit found.
func (d *doctor) audited(report storage.Audit, err error, how string) []finding {
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return note("holecard audit takes its time", "Its audit does not end within %s.",
			span(auditTime))
	case err != nil:
		return fail("stop and start the bot, and look at its log", "It cannot be audited: %v.", err)
	case !report.OK:
		return fail(restoreIt, "%s: NOT ok, %s, first: %s", how,
			quantity(len(report.Problems), "problem"), append(report.Problems, "unknown")[0])
	}
	return ok("%s: every chip is accounted for in %s.", how, quantity(report.Postings, "posting"))
}

// spareRoom is what there should be on the disk besides room for a backup.
const spareRoom = 64 << 20

// disk looks for room: a backup is made before an older one is removed.
func (d *doctor) disk(context.Context) []finding {
	folder, err := filepath.Abs(filepath.Dir(d.Database))
	if err != nil {
		return failure(err)
	}
	for !exists(folder) && folder != filepath.Dir(folder) {
		folder = filepath.Dir(folder)
	}
	_, room, err := durable.Room(folder)
	if err != nil {
		return note("", "How much room there is in %s cannot be found out: %v.", folder, err)
	}
	size := uint64(sizeOf(d.Database))
	if room < size+spareRoom {
		return fail("make room, or set DATABASE to a file on another disk",
			"%s are left in %s, and a backup takes %s.", megabytes(room), folder, megabytes(size))
	}
	return ok("%s are left in %s.", megabytes(room), folder)
}

func megabytes(n uint64) string { return whole(int64((n+999_999)/1_000_000)) + " MB" }

// backups looks how old the newest automatic backup is.
func (d *doctor) backups(context.Context) []finding {
	if d.BackupEvery == 0 {
		return noBackups("holecard backup FILE")
	}
	place := d.database().backups()
	list, err := place.backups()
	if err != nil {
		return fail("let this user read that folder", "%s", asSentence(err))
	}
	const do = "look at the bot's log"
	// A bot makes one soon after its start, and one that is stopped makes none.
	due := d.running != nil && d.now().Sub(d.running.Since) > retryTime
	if len(list) == 0 {
		if due {
			return fail(do, "There is none in %s.", place.folder)
		}
		return note("", "There is none in %s yet; the bot makes one soon after its start.",
			place.folder)
	}
	last := list[len(list)-1].at
	age := max(0, d.now().Sub(last))
	if due && age > d.BackupEvery+2*retryTime {
		return fail(do, "The last is %s old, and one is due every %s.", span(age),
			span(d.BackupEvery))
	}
	return ok("The last is %s old, of %d in %s.", span(age), len(list), place.folder)
}

func noBackups(by string) []finding {
	return note("set BACKUP_EVERY to a time such as 24h, or make some by "+by,
		"None are made automatically.")
}

// exports looks how old the newest backup is that the bots on a database at a server have made,
// each into a folder of its own: by the mark that they share.
func (d *doctor) exports(ctx context.Context) []finding {
	if d.BackupEvery == 0 {
		return noBackups("holecard export FILE")
	}
	s, err := d.database().serverStatus(ctx)
	if err != nil {
		return skip("Not checked: the database cannot be opened.")
	}
	return d.exported(s.LastBackup, s.Running)
}

// exported says what it means that the newest export was made at a time, nil for never.
func (d *doctor) exported(last *time.Time, running bool) []finding {
	if last == nil {
		return note("", "There is none yet; a bot makes one soon after its start.")
	}
	age := max(0, d.now().Sub(*last))
	const do = "make one by holecard export FILE, and look at the log of the bots why they make none"
	switch {
	case age <= 2*d.BackupEvery:
		return ok("The last is %s old.", span(age))
	case !running:
		return note("start the bot, or make one by holecard export FILE",
			"The last is %s old, and no bot runs that makes one every %s.", span(age),
			span(d.BackupEvery))
	}
	return fail(do, "The last is %s old, and one is due every %s.", span(age), span(d.BackupEvery))
}

package main

// operator break what an operator relies on.
var operator = []mutant{
	{
		does: "opens a named pipe, and waits for ever for somebody to write",
		file: "storage/bolt/file.go",
		from: "case !info.IsDir() && !info.Mode().IsRegular():",
		to:   "case false:",
		pkg:  "storage/bolt", test: "TestWhatIsNotAFileIsRefusedAtOnce", hang: true,
	},
	{
		does: "checks a large file to its end when the bot is told to stop",
		file: "storage/bolt/file.go",
		from: "checkPages(ctx, file",
		to:   "checkPages(context.WithoutCancel(ctx), file",
		pkg:  "storage/bolt", test: "TestOpeningEndsWithItsContext",
	},
	{
		does: "migrates although there is no backup",
		file: "storage/bolt/open.go",
		from: "if err := before(ctx, Migration{From: from, To: to, Copy: s.Backup}); err != nil {",
		to:   "if err := before(ctx, Migration{From: from, To: to, Copy: s.Backup}); err != nil && s.db == nil {",
		pkg:  "storage/bolt", test: "TestAnOlderFileIsCopiedBeforeItIsChanged",
	},
	{
		does: "leaves the migrated copy that an audit was made of",
		file: "storage/bolt/audit.go",
		from: "\tdefer os.Remove(file.Name())\n",
		to:   "",
		pkg:  "storage/bolt", test: "TestAnOlderFileIsAuditedAsItIs",
	},
	{
		does: "replaces the backup of an earlier migration",
		file: "cmd/bot/backupmigration.go",
		from: "err := placeNew(aside, placed)",
		to:   "err := os.Rename(aside, placed)",
		pkg:  "cmd/bot", test: "TestABackupBeforeAMigrationReplacesNoOther",
	},
	{
		does: "makes another backup each time that a migration fails",
		file: "cmd/bot/backupmigration.go",
		from: "return one == other, err",
		to:   "return one == other && b == \"\", err",
		pkg:  "cmd/bot", test: "TestAMigrationIsUndoneWithTheBackupMadeBefore",
	},
	{
		does: "plays on with a file that nobody finds again",
		file: "storage/bolt/intact.go",
		from: "case !os.SameFile(open, there):",
		to:   "case false:",
		pkg:  "storage/bolt", test: "TestADatabaseThatIsMovedAwayTakesNoMoreChanges",
	},
	{
		does: "shows a file that was written over before anything is changed",
		file: "storage/bolt/store.go",
		from: "firstOf(s.blind(), s.checkBeforeView())",
		to:   "s.blind()",
		pkg:  "storage/bolt", test: "TestADatabaseThatIsWrittenOverIsNeitherReadNorChanged",
	},
	{
		does: "changes a file that was written over",
		file: "storage/bolt/intact.go",
		from: "if err != nil || meta != *s.meta.Load() {",
		to:   "if err != nil {",
		pkg:  "storage/bolt", test: "TestADatabaseThatIsWrittenOverIsNeitherReadNorChanged",
	},
}

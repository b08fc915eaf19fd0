package main

// chips break what keeps chips from being lost or made.
var chips = []mutant{
	{
		does: "settles at one more chip than was won",
		file: "bot/session/ledger.go",
		from: "payout := k.round.Payout(0)\n",
		to:   "payout := k.round.Payout(0)\n\t\tpayout.Won++\n",
		pkg:  "bot/session", test: "TestSessionsDoWhatTheModelDoes",
	},
	{
		does: "holds all stakes again when a hand is doubled",
		file: "bot/session/ledger.go",
		from: "storage.Hold, held-staked, now)",
		to:   "storage.Hold, held, now)",
		pkg:  "bot/session", test: "TestSessionsDoWhatTheModelDoes",
	},
	{
		does: "does not count a push",
		file: "bot/session/ledger.go",
		from: "\tdefault:\n\t\tst.Pushes++\n",
		to:   "",
		pkg:  "bot/session", test: "TestSessionsDoWhatTheModelDoes",
	},
	{
		does: "lets somebody bet more than the wallet has, and leaves it to the ledger to refuse",
		file: "bot/session/play.go",
		from: "case bet > w.balance:",
		to:   "case bet > w.balance && w.balance == 0:",
		pkg:  "bot/session", test: "TestSessionsDoWhatTheModelDoes",
	},
	{
		does: "forgets who was given the first chips by a gift",
		file: "bot/session/gift.go",
		from: "\treturn tx.SaveProfile(w.profile)\n}",
		to:   "\treturn nil\n}",
		pkg:  "bot/session", test: "TestSessionsDoWhatTheModelDoes",
	},
	{
		does: "resets a wallet to what it starts with besides what it has",
		file: "bot/session/chips.go",
		from: "done.After = s.StartingChips\n",
		to:   "done.After += s.StartingChips\n",
		pkg:  "bot/session", test: "TestSessionsDoWhatTheModelDoes",
	},
	{
		does: "says done to all who share a commit while it is under way",
		file: "storage/bolt/commit.go",
		from: "if err := s.commit(btx); err != nil {",
		to:   "go s.commit(btx)\n\tif err != nil {",
		pkg:  "internal/faults", test: "TestAKilledProcessLosesNothingAndDoesNothingTwice",
	},
	{
		does: "does not note which interactions were answered",
		file: "bot/session/ledger.go",
		from: "if err := tx.See(v.ID, now); err != nil {\n\t\treturn err\n\t}\n",
		to:   "",
		pkg:  "internal/faults", test: "TestAKilledProcessLosesNothingAndDoesNothingTwice",
	},
	{
		does: "leaves the syncing to the system",
		file: "storage/bolt/file.go",
		from: "PreLoadFreelist: true,",
		to:   "NoSync: true, PreLoadFreelist: true,",
		pkg:  "internal/faults", test: "TestAFailureOfPowerLosesNothingAndDoesNothingTwice",
	},
	{
		does: "says done to all who share a commit before the disk has it",
		file: "storage/bolt/commit.go",
		from: "if err := s.commit(btx); err != nil {",
		to:   "go s.commit(btx)\n\tif err != nil {",
		pkg:  "internal/faults", test: "TestAFailureOfPowerLosesNothingAndDoesNothingTwice",
	},
	{
		does: "takes an action that is delivered again for one that comes too late",
		file: "bot/session/play.go",
		from: "if again && k.Version != version {",
		to:   "if again && k.Version == version {",
		pkg:  "bot/session", test: "TestHandsDeliveredOverAndOverSettleOnce",
	},
	{
		does: "does not know a hand again that it has dealt",
		file: "bot/session/play.go",
		from: "; !errors.Is(err, ErrNoHand) {\n\t\t\treturn dealt.read",
		to:   "; !errors.Is(err, ErrNoHand) && k.Open {\n\t\t\treturn dealt.read",
		pkg:  "bot/session", test: "TestHandsDeliveredOverAndOverSettleOnce",
	},
	{
		does: "takes each delivery for an interaction of its own",
		file: "bot/interaction.go",
		from: "Interaction: storage.InteractionID(id),",
		to:   "Interaction: storage.InteractionID(id + uint64(received.UnixMilli())&7),",
		pkg:  "bot", test: "TestHandsDeliveredOverAndOverAreSettledOnce",
	},
	{
		does: "makes a posting with the key of another",
		file: "storage/bolt/tx.go",
		from: "\tcase posted:\n",
		to:   "\tcase posted && len(t.postings) > 0:\n",
		pkg:  "storage/bolt", test: "TestStoreKeepsWhatEveryEnginePromises",
	},
	{
		does: "leaves it to the ledger to refuse the chips of a day twice",
		file: "bot/session/wallet.go",
		from: "if last.By == v.ID || days == 0 {",
		to:   "if last.By == v.ID {",
		pkg:  "bot/session", test: "TestDailyChipsAskedForAtOnceAreCollectedOnce",
	},
	{
		does: "lets in what was refused before",
		file: "bot/gate.go",
		from: "case id <= g.refused[user].id:",
		to:   "case id == 0:",
		pkg:  "bot", test: "TestAnotherDeliveryPaysNothingAtTheGate",
	},
	{
		does: "forgets over a restart what was too much",
		file: "bot/visit.go",
		from: "\t\tv.discord.handler.refused(ctx, v.in.caller)\n",
		to:   "",
		pkg:  "bot", test: "TestWhatWasTooMuchIsNotDoneAfterARestart",
	},
	{
		does: "ranks players who have played too few hands",
		file: "storage/records.go",
		from: "if by == ByWinRate {\n\t\treturn rated",
		to:   "if by == Orders {\n\t\treturn rated",
		pkg:  "bot", test: "TestAWinRateIsRankedFromTenHandsOn",
	},
	{
		does: "forgets what it has refused",
		file: "bot/session/once.go",
		from: "refusal = err\n\t\treturn tx.See(v.ID, now)",
		to:   "refusal = err\n\t\t_ = now\n\t\treturn nil",
		pkg:  "bot/session", test: "TestWhatWasRefusedDoesNothingWhenItIsDeliveredAgain",
	},
	{
		does: "deals a hand that was refused before, when it can",
		file: "bot/session/play.go",
		from: "if again { // no cards are looked at",
		to:   "if again && len(then) > 9 {",
		pkg:  "bot/session", test: "TestSessionsDoWhatTheModelDoes",
	},
	{
		does: "asks this machine's clock for the day",
		file: "bot/session/wallet.go",
		from: "days := daysSince(last.At, v)",
		to:   "days := dayNumber(now) - dayNumber(last.At)",
		pkg:  "bot/session", test: "TestAClockThatGoesBackOverMidnightGivesNoDayTwice",
	},
	{
		does: "lets days go back",
		file: "bot/session/day.go",
		from: "if dayNumber(last) == dayNumber(at)+1 {",
		to:   "if dayNumber(last) == dayNumber(at)+100 {",
		pkg:  "bot/session", test: "TestWhatIsDeliveredAfterMidnightBelongsToTheLaterDay",
	},
	{
		does: "believes a time of a year ahead",
		file: "bot/session/day.go",
		from: "days >= 0 {",
		to:   "days >= -1000 {",
		pkg:  "bot/session", test: "TestAClockThatWasFarAheadLocksNobodyOut",
	},
	{
		does: "does not remember that the chips of the day were collected",
		file: "bot/session/wallet.go",
		from: "d = s.daily(*last, w.balance+last.Chips, true)\n\t\treturn tx.SaveProfile(w.profile)",
		to:   "d = s.daily(*last, w.balance+last.Chips, true)\n\t\treturn nil",
		pkg:  "bot/session", test: "TestDailyChipsAskedForAtOnceAreCollectedOnce",
	},
	{
		does: "tells everybody who asks that they have just collected the chips of the day",
		file: "bot/session/wallet.go",
		from: "d = s.daily(*last, w.balance, last.By == v.ID)",
		to:   "d = s.daily(*last, w.balance, true)",
		pkg:  "bot", test: "TestDailyChipsAskedForAtOnceAreCollectedOnce",
	},
	{
		does: "gives chips by a question that was answered",
		file: "bot/session/question.go",
		from: "\tcase posted:\n",
		to:   "\tcase posted && seen:\n",
		pkg:  "bot/session", test: "TestAWholeWalletGivenAwayAtOnceIsGivenOnce",
	},
	{
		does: "notes a gift by the answer and not by the question",
		file: "bot/session/gift.go",
		from: "Key:    giftKey(g.Asked),",
		to:   "Key:    giftKey(v.ID),",
		pkg:  "bot/session", test: "TestAWholeWalletGivenAwayAtOnceIsGivenOnce",
	},
	{
		does: "gives chips that the wallet does not have any more",
		file: "bot/session/gift.go",
		from: "case g.Chips > p.giver.balance:",
		to:   "case g.Chips > p.giver.balance && p.giver.profile.OpenHand != 0:",
		pkg:  "bot/session", test: "TestAWholeWalletGivenAwayAtOnceIsGivenOnce",
	},
	{
		does: "says done when the disk has no room for the commit",
		file: "storage/bolt/commit.go",
		from: "\t\treturn fail(calls, err) // also those refused",
		to:   "\t\treturn nil // also those refused",
		pkg:  "internal/faults", test: "TestAFullDiskRefusesWholeAndWorkGoesOn",
	},
	{
		does: "takes a full disk for a broken one",
		file: "storage/bolt/failure.go",
		from: "if before && noSpace(err) {",
		to:   "if before && noSpace(err) && id < 0 {",
		pkg:  "internal/faults", test: "TestAFullDiskRefusesWholeAndWorkGoesOn",
	},
	{
		does: "does not know the words of bbolt for a disk without room to make the file longer",
		file: "storage/bolt/failure.go",
		from: `strings.HasPrefix(err.Error(), "file resize error")`,
		to:   `strings.HasPrefix(err.Error(), "no space")`,
		pkg:  "storage/bolt", test: "TestWordsOfAFullDiskAreKnown",
	},
	{
		does: "goes on after a page could not be written, for the state before is whole",
		file: "storage/bolt/failure.go",
		from: "\ts.fail(&failure{err: err, blind: !before})\n",
		to:   "\tif !before {\n\t\ts.fail(&failure{err: err, blind: true})\n\t}\n",
		pkg:  "storage/bolt", test: "TestFailedCommitIsRefusedWhole",
	},
	{
		does: "asks a disk that has failed whether it works again",
		file: "storage/bolt/intact.go",
		from: "if f := s.failure.Load(); f != nil {\n\t\treturn f.err",
		to:   "if f := s.failure.Load(); f != nil && f.blind {\n\t\treturn f.err",
		pkg:  "storage/bolt", test: "TestFailedCommitIsRefusedWhole",
	},
	{
		does: "shows a state that the disk may not have",
		file: "storage/bolt/failure.go",
		from: "blind: !before})",
		to:   "blind: false})",
		pkg:  "storage/bolt", test: "TestFailedCommitIsRefusedWhole",
	},
	{
		does: "takes a quota that is used up for a broken disk",
		file: "storage/bolt/failure.go",
		from: "syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG}",
		to:   "syscall.ENOSPC, syscall.EFBIG, syscall.EFBIG}",
		pkg:  "storage/bolt", test: "TestFailedCommitIsRefusedWhole",
	},
	{
		does: "does not tell the operator that the disk is full",
		file: "bot/words.go",
		from: "\t\tb.alarm.ring(err)\n",
		to:   "",
		pkg:  "bot", test: "TestPlayersAndOperatorAreToldThatTheDiskIsFullOrHasFailed",
	},
	{
		does: "tells the operator at every press",
		file: "bot/alarm.go",
		from: "due := !before || now.Sub(last) >= alarmPause",
		to:   "due := !before || now.Sub(last) >= 0",
		pkg:  "bot", test: "TestPlayersAndOperatorAreToldThatTheDiskIsFullOrHasFailed",
	},
	{
		does: "tells the operator once and never again",
		file: "bot/alarm.go",
		from: "due := !before || now.Sub(last) >= alarmPause",
		to:   "due := !before || now.Sub(last) >= alarmPause<<20",
		pkg:  "bot", test: "TestPlayersAndOperatorAreToldThatTheDiskIsFullOrHasFailed",
	},
	{
		does: "says done when a sync fails",
		file: "storage/bolt/failure.go",
		from: "\treturn btx.Commit()\n",
		to:   "\tbtx.Commit()\n\treturn nil\n",
		pkg:  "internal/faults", test: "TestAfterAFailedSyncNoBetIsTaken",
	},
	{
		does: "takes whatever fails before the meta page for a full disk, and goes on",
		file: "storage/bolt/failure.go",
		from: "if before && noSpace(err) {",
		to:   "if before {",
		pkg:  "internal/faults", test: "TestAfterAFailedSyncNoBetIsTaken",
	},
	{
		does: "takes a seal for good without comparing the digest",
		file: "storage/bolt/seal.go",
		from: "if digest == s.digest {",
		to:   "if digest == s.digest || s.length > 0 {",
		pkg:  "storage/bolt", test: "TestRotIsRefusedOrHarmless",
	},
	{
		does: "does not compare the checksum of a record",
		file: "storage/bolt/sum.go",
		from: "if binary.BigEndian.Uint32(raw[size:]) != b.sum(key, value) {",
		to:   "if len(value) > len(raw) {",
		pkg:  "storage/bolt", test: "TestRotIsRefusedOrHarmless",
	},
	{
		does: "opens a file that was not closed without looking at its pages",
		file: "storage/bolt/file.go",
		from: "if sealed || err != nil || !pages {",
		to:   "if sealed || err != nil || pages || !pages {",
		pkg:  "storage/bolt", test: "TestRotIsRefusedOrHarmless",
	},
	{
		does: "opens a file that was not closed without an audit",
		file: "storage/bolt/open.go",
		from: "err != nil || checked {",
		to:   "err != nil || checked || s.schema > 0 {",
		pkg:  "storage/bolt", test: "TestRotIsRefusedOrHarmless",
	},
	{
		does: "does with one whole meta page",
		file: "storage/bolt/pages.go",
		from: "if !ok || m.pageSize != pageSize {",
		to:   "if !ok {\n\t\t\tcontinue\n\t\t}\n\t\tif m.pageSize != pageSize {",
		pkg:  "storage/bolt", test: "TestLostNewestCommitIsRefused",
	},
	{
		does: "audits the balances without the postings",
		file: "storage/bolt/audit.go",
		from: "if want := a.balances[account]; chips != want {",
		to:   "if want := a.balances[account]; chips != want && account.Kind == storage.PlayerAccount {",
		pkg:  "storage/bolt", test: "TestAuditTellsEveryKindOfDamage",
	},
	{
		does: "audits the journal without its end",
		file: "storage/bolt/audit.go",
		from: "err == nil && kept != last {",
		to:   "err == nil && kept < last {",
		pkg:  "storage/bolt", test: "TestAuditTellsEveryKindOfDamage",
	},
	{
		does: "audits the orders only by the number of their entries",
		file: "storage/bolt/audit_order.go",
		from: "kept == a.due.entries {",
		to:   "kept.records == a.due.entries.records {",
		pkg:  "storage/bolt", test: "TestAuditTellsEveryKindOfDamage",
	},
	{
		does: "audits a transfer that cannot be read as if it could",
		file: "storage/bolt/audit_journal.go",
		from: "\t\tif err != nil {\n\t\t\ts.records++\n\t\t}\n\t\ta.add(&s, key, value)",
		to:   "\t\ta.add(&s, key, value)",
		pkg:  "storage/bolt", test: "TestAuditTellsEveryKindOfDamage",
	},
	{
		does: "audits keys without the postings they are noted for",
		file: "storage/bolt/audit_journal.go",
		from: "\ta.hash.Write(value)\n",
		to:   "",
		pkg:  "storage/bolt", test: "TestAuditTellsEveryKindOfDamage",
	},
	{
		does: "audits statistics without what was lost",
		file: "storage/bolt/audit_stats.go",
		from: "\t\tcase storage.Lose:\n\t\t\tnet -= p.Chips\n",
		to:   "",
		pkg:  "storage/bolt", test: "TestAuditTellsEveryKindOfDamage",
	},
	{
		does: "audits the orders without their blocks",
		file: "storage/bolt/audit.go",
		from: "a.compareEntries, a.compareBlocks,",
		to:   "a.compareEntries,",
		pkg:  "storage/bolt", test: "TestAuditTellsEveryKindOfDamage",
	},
	{
		does: "believes the pages of a file that was not closed",
		file: "storage/bolt/file.go",
		from: "if sealed || err != nil || !pages {",
		to:   "if sealed || err != nil || pages || !pages {",
		pkg:  "storage/bolt", test: "TestDamagedPagesAreTold",
	},
	{
		does: "audits a file without a look at its pages",
		file: "storage/bolt/audit.go",
		from: "checkPages(ctx, s.file, meta, a.problem)",
		to:   "checkPages(ctx, s.file, meta, func(string, ...any) {})",
		pkg:  "storage/bolt", test: "TestDamagedPagesAreTold",
	},
	{
		does: "does not look whether a page is the one it should be",
		file: "storage/bolt/pages.go",
		from: "if own != id {",
		to:   "if own != id && own == 0 {",
		pkg:  "storage/bolt", test: "TestEveryByteThatHoldsTheFileTogetherIsChecked",
	},
	{
		does: "copies the file as it lies there while others write to it",
		file: "storage/bolt/backup.go",
		from: inOneTransaction, to: inNoTransaction,
		pkg: "storage/bolt", test: "TestBackupUnderLoadIsWholeAndHasWhatWasAcknowledged",
	},
	{
		does: "seals a backup with the digest of the file, which goes on changing",
		file: "storage/bolt/backup.go",
		from: "length: digest.length, digest: digest.sum()}\n",
		to:   "length: digest.length}\n\t\tproof.digest, _ = digestOf(s.file, digest.length)\n",
		pkg:  "storage/bolt", test: "TestBackupUnderLoadIsWholeAndHasWhatWasAcknowledged",
	},
	{
		does: "copies the file as it lies there for whoever asks",
		file: "storage/bolt/backup.go",
		from: inOneTransaction, to: inNoTransaction,
		pkg: "cmd/bot", test: "TestBackupsUnderLoadAreRestoredWhole",
	},
	{
		does: "loses the last byte of each write of a backup",
		file: "cmd/bot/socket.go",
		from: "return p.Writer.Write(b)\n",
		to:   "_, err := p.Writer.Write(b[:len(b)-1])\n\treturn len(b), err\n",
		pkg:  "cmd/bot", test: "TestBackupsUnderLoadAreRestoredWhole",
	},
	{
		does: "deals a hand that may win more than the wallet has room for",
		file: "bot/session/play.go",
		from: "storage.MaxChips-mostWon(rules, stake)",
		to:   "storage.MaxChips-d.Bet",
		pkg:  "bot/session", test: "TestAWalletTakesWhatItsHandsMayWinOrTheBetIsRefused",
	},
	{
		does: "forgets that a hand after a split can be doubled",
		file: "blackjack/payout.go",
		from: "\tcase r.DoubleAfterSplit:\n\t\thands *= 2\n",
		to:   "",
		pkg:  "bot/session", test: "TestAWalletTakesWhatItsHandsMayWinOrTheBetIsRefused",
	},
	{
		does: "forgets that the stakes of an open hand come back too",
		file: "bot/session/ledger.go",
		from: "room-k.Held-mostWon(",
		to:   "room-mostWon(",
		pkg:  "bot/session", test: "TestAnOpenHandKeepsRoomForWhatItMayWin",
	},
	{
		does: "collects the chips of the day into the room of an open hand",
		file: "bot/session/wallet.go",
		from: "if last.Chips > room {",
		to:   "if last.Chips > storage.MaxChips-w.balance && last.Chips > room {",
		pkg:  "bot/session", test: "TestAnOpenHandKeepsRoomForWhatItMayWin",
	},
	{
		does: "gives somebody chips into the room of an open hand",
		file: "bot/session/gift.go",
		from: "case g.Chips > room:",
		to:   "case g.Chips > room && p.receiver.profile.OpenHand == 0:",
		pkg:  "bot/session", test: "TestNobodyElseFillsThatRoom",
	},
	{
		does: "grants chips into the room of an open hand",
		file: "bot/session/chips.go",
		from: "case c.Do == Grant && c.Chips > room,",
		to:   "case c.Do == Grant && c.Chips > storage.MaxChips-w.balance,",
		pkg:  "bot/session", test: "TestNobodyElseFillsThatRoom",
	},
}

// How a backup is taken in one transaction, and how it is not: then what others
// write meanwhile comes into it by halves.
const (
	inOneTransaction = `	err = s.view(func(btx *bbolt.Tx) (err error) {
		defer guard(&err)
		s.state.wait(btx.ID()) // what is lost again must not be in a backup
		if err := s.blind(); err != nil {
			return err
		}
		digest := newDigester()
		if _, err := btx.WriteTo(io.MultiWriter(counted, digest)); err != nil {
			return err
		}
		page := make([]byte, s.pageSize)
		proof := seal{txid: uint64(btx.ID()), length: digest.length, digest: digest.sum()}
		copy(page[len(page)-sealSize:], proof.encode())
		_, err = counted.Write(page)
		return err
	})`
	inNoTransaction = `	var id, size int64
	err = s.view(func(btx *bbolt.Tx) error {
		id, size = int64(btx.ID()), btx.Size()
		return nil
	})
	if err == nil {
		digest := newDigester()
		_, err = io.Copy(io.MultiWriter(counted, digest), io.NewSectionReader(s.file, 0, size))
		page := make([]byte, s.pageSize)
		proof := seal{txid: uint64(id), length: digest.length, digest: digest.sum()}
		copy(page[len(page)-sealSize:], proof.encode())
		counted.Write(page)
	}`
)

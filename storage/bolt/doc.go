// Package bolt keeps holecard's ledger, hands and players in one file of bbolt.
//
// # Schema
//
// The records of [holecard/storage/engine] are in buckets of their tables' names.
// Two buckets are this engine's own. Every value but an entry's, which is empty, and the
// version of this tree ends with a checksum (4 bytes) over its bucket's name, its
// key and itself: see sum.go.
//
//	meta
//	└─ "schema"                              → version of this tree (4 bytes)
//	blocks                                   how many entries come up to a key
//	└─ a key as of an entry                  → count (4) of the entries after the block
//	                                           before, up to and including this key
//
// Blocks are written in the same transaction as the entries, and [Store.Audit]
// compares them.
//
// # Positions
//
// bbolt cannot say how many keys come before a key, which is what a position
// in an order is. So entries are counted in blocks of up to [blockMax]: a position
// is the sum of the blocks before plus the one within its block, and a page deep in
// the list skips whole blocks. See order.go.
//
// # Commits
//
// Callers of [Store.Update] that come while a commit is under way share the
// next. One who comes alone waits for nobody; after a commit for many, the next
// waits up to [gatherMax] for as many. A transaction collects its changes in
// memory and writes them when its function has returned nil, so a refusal costs
// the callers it shares with nothing. What changes nothing makes no commit.
//
// A commit for which the disk has no room is refused whole, and others follow
// as soon as there is room. After any other failure nothing is changed any more
// ([storage.ErrBroken], or [storage.ErrCorrupt] when bbolt met damage), until
// the file is opened anew. Reads go on, unless the new meta page was written and
// not made safe: then it is not known which state is on the disk, and reads are
// refused too. A view that saw a state which is not safe yet waits for what
// becomes of it. See failure.go and state.go.
//
// # The seal
//
//	page 0, 1     bbolt's meta pages
//	page 2 …      what bbolt keeps, and free pages, up to its high water mark
//	…             not used, at least a page
//	last bytes    the seal: a name, the number of the newest state, how many bytes
//	              bbolt uses, their digest, a checksum of the seal
//
// A store that is closed seals its file, and takes the seal away before its next
// change. [Open] compares a sealed file with its digest, which notices a single
// changed bit. A file without a seal is of a process that was killed: both its
// meta pages must be whole, all pages are checked, and what is kept
// is audited before the store is handed out. [OpenReadOnly] leaves that to the
// audit. A copy made by [Store.Backup] is sealed.
package bolt

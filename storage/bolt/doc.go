// Package bolt keeps holecard's ledger, hands and players in one file of bbolt.
//
// # Schema
//
// The records of [holecard/storage/engine] are in buckets of their tables' names.
// Two buckets are this engine's own. Every value outside meta ends with a checksum
// (4 bytes) over its bucket's name, its key and itself: see sum.go.
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
// # Fingerprints
//
//	page 0, 1     bbolt's meta pages: both must be whole
//	page 2 …      trees, the list of free pages, and free pages
//
// The number that bbolt keeps beside each bucket is the fingerprint of its records, which each
// change carries on. Every opening, after a clean end or a kill, first reads the file without bbolt:
// each page must be in one place of one tree or free, with its keys in order (see
// [holecard/storage/bolt/pages]), the records of a bucket must have their checksums, and together its
// fingerprint. So a record that was changed, added or lost is noticed, and so is a page in an older
// state. Whether figures add up is for [Store.Audit].
//
// Fingerprints cannot tell that the newest commits are missing as a whole: an older meta
// page with all pages of its state is a file of that time.
package bolt

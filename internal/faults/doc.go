// Package faults holds no code: its tests break what holecard runs on while
// people play, and look whether a chip was lost.
//
//	test ──starts──▶ player process: 8 players at once, round.Rounds on bolt:
//	  ▲                 │          hands of their own, tables together, and those tables' clock
//	  │                 │ planned  what an action is about to change
//	  ├─────pipe────────┤ done     it is safe, the player was told
//	  │                 │ refused  it was not done, and why
//	  └──kills, cuts the power, fills the disk
//
// After the fault the test opens the file itself, audits it, and compares it
// with its book of what was told: each action that was done is there, once; one
// that was planned and never answered is there whole or not at all; nothing
// else is. Then the next round goes on with the same file.
//
// Others play on one PostgreSQL in three processes, each of which may be killed, and so may
// be the database or the primary of a cluster:
//
//	8 players ──interaction──▶ a process, one in five to two ──▶ PostgreSQL
//
// Disks are ext4 in a file, mounted by the test in a mount namespace of its
// own, so that no mount outlives it. That needs Linux, root and loop devices.
// The harness is tested by players that lie: they say done before it is, or
// have a disk that only says that it has written, a database that says done
// before it is safe, or a store that does one thing of the money path wrong.
package faults

package storage

import (
	"fmt"
	"strconv"
)

// The keys of postings. They are stored for ever, so their texts never change:
//
//	open/PSEUDONYM                  the wallet was opened
//	hand/ROUND/VERSION/CODE         a step of the first seat of a round
//	hand/ROUND/VERSION/CODE/SEAT    a step of another, counted from 0
//	CODE/INTERACTION                what the interaction asked for: daily chips, a refill, or
//	                                what was confirmed then

// OpeningKey returns the key of the posting that opens a user's wallet.
func OpeningKey(tx Changing, user UserID) (string, error) {
	err := tx.Pseudonyms([]*UserID{&user})
	return OpeningOf(user), err
}

// OpeningOf returns the key of the posting that opens the wallet with a pseudonym.
func OpeningOf(pseudonym UserID) string {
	return fmt.Sprintf("%s/%d", reasons[Opening].code, uint64(pseudonym))
}

// RoundKey returns the key of what a version of a round moves for a seat and a reason:
// once, so that no fault above can settle it twice.
func RoundKey(id RoundID, seat int, version uint32, why Reason) string {
	key := make([]byte, 0, 48)
	key = strconv.AppendUint(append(key, RoundKeys(id)...), uint64(version), 10)
	key = append(append(key, '/'), reasons[why].code...)
	if seat > 0 {
		key = strconv.AppendUint(append(key, '/'), uint64(seat), 10)
	}
	return string(key)
}

// RoundKeys returns what the keys of all postings of a round begin with.
func RoundKeys(id RoundID) string { return "hand/" + strconv.FormatUint(uint64(id), 10) + "/" }

// AskedKey returns the key of what an interaction asks for: once, so that no repetition moves
// it twice.
func AskedKey(why Reason, asked InteractionID) string {
	return fmt.Sprintf("%s/%d", reasons[why].code, asked)
}

package storage

import (
	"fmt"
	"strconv"
)

// The keys of postings. They are stored for ever, so their texts never change:
//
//	open/GUILD/USER                 the wallet was opened
//	daily/GUILD/USER/INTERACTION    its daily chips
//	refill/GUILD/USER/INTERACTION   chips for who has none
//	hand/ROUND/VERSION/CODE         a step of the first seat of a round
//	hand/ROUND/VERSION/CODE/SEAT    a step of another, counted from 0
//	CODE/INTERACTION                what the interaction asked for and was confirmed
//
// GUILD is 0 in direct messages.

// codes are the reasons in keys, whatever people call them.
var codes = [Reasons + 1]string{
	Opening: "open", DailyChips: "daily",
	Hold: "hold", Release: "release", Win: "win", Lose: "lose",
	Refill: "refill", Gift: "give", Grant: "chips", Confiscation: "chips", Reset: "reset",
}

// OpeningKey returns the key of the posting that opens a wallet.
func OpeningKey(p Player) string { return codes[Opening] + ownerInKey(p) }

// DailyKey returns the key of the daily chips that an interaction collects.
func DailyKey(p Player, by InteractionID) string {
	return fmt.Sprintf("%s%s/%d", codes[DailyChips], ownerInKey(p), by)
}

// RefillKey returns the key of the chips that an interaction gives who has none.
func RefillKey(p Player, by InteractionID) string {
	return fmt.Sprintf("%s%s/%d", codes[Refill], ownerInKey(p), by)
}

func ownerInKey(p Player) string {
	guild := p.Guild
	if guild.Direct() {
		guild = 0
	}
	return fmt.Sprintf("/%d/%d", uint64(guild), p.User)
}

// RoundKey returns the key of what a version of a round moves for a seat and a reason:
// once, so that no fault above can settle it twice.
func RoundKey(id RoundID, seat int, version uint32, why Reason) string {
	key := make([]byte, 0, 48)
	key = strconv.AppendUint(append(key, RoundKeys(id)...), uint64(version), 10)
	key = append(append(key, '/'), codes[why]...)
	if seat > 0 {
		key = strconv.AppendUint(append(key, '/'), uint64(seat), 10)
	}
	return string(key)
}

// RoundKeys returns what the keys of all postings of a round begin with.
func RoundKeys(id RoundID) string { return "hand/" + strconv.FormatUint(uint64(id), 10) + "/" }

// ConfirmedKey returns the key of what a confirmation moves, which is known by
// the interaction that asked.
func ConfirmedKey(why Reason, asked InteractionID) string {
	return fmt.Sprintf("%s/%d", codes[why], asked)
}

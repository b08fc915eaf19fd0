package bolt

import (
	"encoding/binary"
	"fmt"

	"holecard/storage"
)

// The versions of the records. Numbers are varints and strings have their
// length before them, which makes a record a quarter of the size of its JSON.
const (
	postingVersion  = 1
	profileVersion  = 1
	handVersion     = 1
	settingsVersion = 1
	deckVersion     = 1
)

func encodeChips(c storage.Chips) []byte { return numberKey(uint64(c)) }

func decodeChips(a storage.Account, raw []byte) (storage.Chips, error) {
	n, ok := numberOf(raw)
	if !ok {
		return 0, fmt.Errorf("%w: the balance of the %v has %d bytes, not 8", storage.ErrCorrupt, a, len(raw))
	}
	return storage.Chips(n), nil
}

func encodeCount(n int) []byte { return binary.BigEndian.AppendUint32(nil, uint32(n)) }

func decodeCount(raw []byte) (int, error) {
	if len(raw) != 4 {
		return 0, fmt.Errorf("%w: the count of a block has %d bytes, not 4", storage.ErrCorrupt, len(raw))
	}
	return int(binary.BigEndian.Uint32(raw)), nil
}

func encodePosting(p storage.Posting) []byte {
	e := encoder{b: make([]byte, 0, 64+len(p.Key))}
	e.uint(postingVersion)
	e.account(p.From)
	e.account(p.To)
	e.int(int64(p.Chips))
	e.uint(uint64(p.Reason))
	e.uint(uint64(p.Hand))
	e.uint(uint64(p.By))
	e.time(p.At)
	e.string(p.Key)
	return e.b
}

func decodePosting(sequence uint64, raw []byte) (storage.Posting, error) {
	d := decoder{b: raw}
	d.version(postingVersion)
	p := storage.Posting{
		From:   d.account("from"),
		To:     d.account("to"),
		Chips:  storage.Chips(d.int("chips")),
		Reason: storage.Reason(d.byte("reason")),
		Hand:   storage.HandID(d.uint("hand")),
		By:     storage.InteractionID(d.uint("by")),
		At:     d.time("at"),
		Key:    d.string("key"),
	}
	return p, d.end("posting", sequence)
}

func encodeProfile(p storage.Profile) []byte {
	e := encoder{b: make([]byte, 0, 96+len(p.Name))}
	e.uint(profileVersion)
	e.string(p.Name)
	e.time(p.Opened)
	e.int(int64(p.LastBet))
	e.uint(uint64(p.OpenHand))
	e.time(p.Daily.At)
	e.uint(uint64(p.Daily.By))
	e.int(int64(p.Daily.Chips))
	e.int(int64(p.Daily.Streak))
	s := p.Stats
	for _, n := range []int{s.Hands, s.Wins, s.Losses, s.Pushes, s.Naturals, s.Busts, s.Doubles, s.Splits, s.Surrenders} {
		e.int(int64(n))
	}
	for _, n := range []storage.Chips{s.Wagered, s.Net, s.BiggestWin, s.BiggestLoss} {
		e.int(int64(n))
	}
	return e.b
}

func decodeProfile(player storage.Player, raw []byte) (storage.Profile, error) {
	d := decoder{b: raw}
	d.version(profileVersion)
	p := storage.Profile{
		Player:   player,
		Name:     d.string("name"),
		Opened:   d.time("opened"),
		LastBet:  storage.Chips(d.int("last bet")),
		OpenHand: storage.HandID(d.uint("open hand")),
		Daily: storage.Daily{
			At:     d.time("daily at"),
			By:     storage.InteractionID(d.uint("daily by")),
			Chips:  storage.Chips(d.int("daily chips")),
			Streak: int(d.int("streak")),
		},
		Stats: storage.Stats{
			Hands:       int(d.int("hands")),
			Wins:        int(d.int("wins")),
			Losses:      int(d.int("losses")),
			Pushes:      int(d.int("pushes")),
			Naturals:    int(d.int("naturals")),
			Busts:       int(d.int("busts")),
			Doubles:     int(d.int("doubles")),
			Splits:      int(d.int("splits")),
			Surrenders:  int(d.int("surrenders")),
			Wagered:     storage.Chips(d.int("wagered")),
			Net:         storage.Chips(d.int("net")),
			BiggestWin:  storage.Chips(d.int("biggest win")),
			BiggestLoss: storage.Chips(d.int("biggest loss")),
		},
	}
	return p, d.end("profile of player", uint64(player.User))
}

// The flags of a hand.
const (
	handPrivate = 1 << iota
	handOpen
	handShuffled
	handFlags = 1<<iota - 1 // all of them
)

func encodeHand(h storage.Hand) []byte {
	e := encoder{b: make([]byte, 0, 96+len(h.Table)+len(h.Round))}
	e.uint(handVersion)
	e.uint(uint64(h.Version))
	e.uint(uint64(h.Player.Guild))
	e.uint(uint64(h.Player.User))
	var flags uint64
	if h.Private {
		flags |= handPrivate
	}
	if h.Open {
		flags |= handOpen
	}
	if h.Shuffled {
		flags |= handShuffled
	}
	e.uint(flags)
	e.int(int64(h.Held))
	e.int(int64(h.Net))
	e.uint(uint64(h.Next))
	e.time(h.Dealt)
	e.time(h.Changed)
	e.string(h.Table)
	e.string(h.Plays)
	e.bytes(h.Round)
	return e.b
}

func decodeHand(id storage.HandID, raw []byte) (storage.Hand, error) {
	d := decoder{b: raw}
	d.version(handVersion)
	h := storage.Hand{ID: id, Version: d.uint32("version")}
	h.Player.Guild = storage.GuildID(d.uint("guild"))
	h.Player.User = storage.UserID(d.uint("user"))
	flags := d.byte("flags")
	if flags&^handFlags != 0 {
		d.fail("flags")
	}
	h.Private = flags&handPrivate != 0
	h.Open = flags&handOpen != 0
	h.Shuffled = flags&handShuffled != 0
	h.Held = storage.Chips(d.int("held"))
	h.Net = storage.Chips(d.int("net"))
	h.Next = storage.HandID(d.uint("next"))
	h.Dealt = d.time("dealt")
	h.Changed = d.time("changed")
	h.Table = d.string("table")
	h.Plays = d.string("plays")
	h.Round = d.bytes("round")
	return h, d.end("hand", uint64(id))
}

// decodeHandVersion reads no more of a hand than its version.
func decodeHandVersion(id storage.HandID, raw []byte) (uint32, error) {
	d := decoder{b: raw}
	d.version(handVersion)
	v := d.uint32("version")
	return v, d.failure("hand", uint64(id))
}

func encodeSettings(s storage.Settings) []byte {
	var e encoder
	e.uint(settingsVersion)
	e.uint(uint64(len(s.Tables)))
	for _, table := range s.Tables {
		e.string(table)
	}
	e.uint(uint64(len(s.Rules)))
	for _, r := range s.Rules {
		e.string(r.Table)
		e.string(r.Change)
	}
	return e.b
}

func decodeSettings(g storage.GuildID, raw []byte) (storage.Settings, error) {
	d := decoder{b: raw}
	d.version(settingsVersion)
	s := storage.Settings{Guild: g}
	for range d.count("tables") {
		s.Tables = append(s.Tables, d.string("table"))
	}
	for range d.count("rules") {
		s.Rules = append(s.Rules, storage.RuleChange{Table: d.string("rule's table"), Change: d.string("rule's change")})
	}
	return s, d.end("settings of guild", uint64(g))
}

func encodeDeck(deck storage.Deck) []byte {
	e := encoder{b: make([]byte, 0, 8+len(deck.Cards))}
	e.uint(deckVersion)
	e.bytes(deck.Cards)
	return e.b
}

func decodeDeck(p storage.Player, table string, raw []byte) (storage.Deck, error) {
	d := decoder{b: raw}
	d.version(deckVersion)
	deck := storage.Deck{Player: p, Table: table, Cards: d.bytes("cards")}
	return deck, d.end("deck of player", uint64(p.User))
}

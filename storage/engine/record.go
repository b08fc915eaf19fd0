package engine

import (
	"fmt"

	"holecard/storage"
)

// recordVersion is the version of all records that are written; those of
// version 1 are still read. Numbers are varints and strings have their length
// before them, which makes a record a quarter of the size of its JSON.
//
//	1  the first
//	2  postings: who and note; profiles: gifts and seeds; hands: shuffles;
//	   settings: gifts; decks: shuffle
const recordVersion = 2

// EncodeChips returns a balance as a record.
func EncodeChips(c storage.Chips) []byte { return []byte(numbers(uint64(c))) }

// DecodeChips reads the record of a balance.
func DecodeChips(a storage.Account, raw []byte) (storage.Chips, error) {
	n, ok := NumberOf(raw)
	if !ok {
		return 0, fmt.Errorf("%w: the balance of the %v has %d bytes, not 8", storage.ErrCorrupt, a, len(raw))
	}
	return storage.Chips(n), nil
}

// EncodePosting returns a posting as a record.
func EncodePosting(p storage.Posting) []byte {
	e := encoder{b: make([]byte, 0, 64+len(p.Key))}
	e.uint(recordVersion)
	e.account(p.From)
	e.account(p.To)
	e.int(int64(p.Chips))
	e.uint(uint64(p.Reason))
	e.uint(uint64(p.Hand))
	e.uint(uint64(p.By))
	e.time(p.At)
	e.string(p.Key)
	e.uint(uint64(p.Who))
	e.string(p.Note)
	return e.b
}

// DecodePosting reads the record of a posting.
func DecodePosting(sequence uint64, raw []byte) (storage.Posting, error) {
	d := decoder{b: raw}
	version := d.version()
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
	if version >= 2 {
		p.Who = storage.UserID(d.uint("who"))
		p.Note = d.string("note")
	}
	return p, d.end("posting", sequence)
}

// EncodeProfile returns a profile as a record.
func EncodeProfile(p storage.Profile) []byte {
	e := encoder{b: make([]byte, 0, 96+len(p.Name))}
	e.uint(recordVersion)
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
	e.time(p.Given.At)
	e.int(int64(p.Given.Chips))
	e.bytes32(p.Fair.Next)
	e.string(p.Fair.Client)
	e.uint(uint64(p.LastHand))
	return e.b
}

// DecodeProfile reads the record of a profile.
func DecodeProfile(player storage.Player, raw []byte) (storage.Profile, error) {
	d := decoder{b: raw}
	version := d.version()
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
	if version >= 2 {
		p.Given = storage.Given{At: d.time("given at"), Chips: storage.Chips(d.int("given chips"))}
		p.Fair = storage.Fairness{Next: d.bytes32("next seed"), Client: d.string("client seed")}
		p.LastHand = storage.HandID(d.uint("last hand"))
	}
	return p, d.end("profile of player", uint64(player.User))
}

// The flags of a hand.
const (
	handPrivate = 1 << iota
	handOpen
	handShuffled
	handHouse               // the house's strategy follows the player's
	handFlags = 1<<iota - 1 // all of them
)

// EncodeHand returns a hand as a record.
func EncodeHand(h storage.Hand) []byte {
	e := encoder{b: make([]byte, 0, 96+len(h.Table)+len(h.Round))}
	e.uint(recordVersion)
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
	if h.House != "" {
		flags |= handHouse
	}
	e.uint(flags)
	e.int(int64(h.Held))
	e.int(int64(h.Net))
	e.uint(uint64(h.Next))
	e.time(h.Dealt)
	e.time(h.Changed)
	e.string(h.Table)
	e.string(h.Plays)
	if h.House != "" { // few hands have one, and records of earlier versions say nothing of it
		e.string(h.House)
	}
	e.bytes(h.Round)
	e.shuffle(h.Shoe.Shuffle)
	e.int(int64(h.Shoe.Dealt))
	e.shuffle(h.Shoe.Behind)
	e.bytes32(h.Promised)
	return e.b
}

// DecodeHand reads the record of a hand.
func DecodeHand(id storage.HandID, raw []byte) (storage.Hand, error) {
	d := decoder{b: raw}
	version := d.version()
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
	if flags&handHouse != 0 {
		if h.House = d.string("house"); h.House == "" {
			d.fail("house")
		}
	}
	h.Round = d.bytes("round")
	if version >= 2 {
		h.Shoe = storage.ShoeOrigin{
			Shuffle: d.shuffle("shuffle"),
			Dealt:   int(d.int("cards dealt before")),
			Behind:  d.shuffle("shuffle behind"),
		}
		h.Promised = d.bytes32("promised")
	}
	return h, d.end("hand", uint64(id))
}

// decodeHandVersion reads no more of a hand than its version.
func decodeHandVersion(id storage.HandID, raw []byte) (uint32, error) {
	d := decoder{b: raw}
	d.version()
	v := d.uint32("version")
	return v, d.failure("hand", uint64(id))
}

// EncodeSettings returns settings as a record.
func EncodeSettings(s storage.Settings) []byte {
	var e encoder
	e.uint(recordVersion)
	e.uint(uint64(len(s.Tables)))
	for _, table := range s.Tables {
		e.string(table)
	}
	e.uint(uint64(len(s.Rules)))
	for _, r := range s.Rules {
		e.string(r.Table)
		e.string(r.Change)
	}
	e.flag(s.NoGive)
	return e.b
}

// DecodeSettings reads the record of settings.
func DecodeSettings(g storage.GuildID, raw []byte) (storage.Settings, error) {
	d := decoder{b: raw}
	version := d.version()
	s := storage.Settings{Guild: g}
	for range d.count("tables") {
		s.Tables = append(s.Tables, d.string("table"))
	}
	for range d.count("rules") {
		s.Rules = append(s.Rules, storage.RuleChange{Table: d.string("rule's table"), Change: d.string("rule's change")})
	}
	if version >= 2 {
		s.NoGive = d.flag("no giving")
	}
	return s, d.end("settings of guild", uint64(g))
}

// EncodeDeck returns a deck as a record.
func EncodeDeck(deck storage.Deck) []byte {
	e := encoder{b: make([]byte, 0, 8+len(deck.Cards))}
	e.uint(recordVersion)
	e.bytes(deck.Cards)
	e.shuffle(deck.Shuffle)
	e.int(int64(deck.Dealt))
	return e.b
}

// DecodeDeck reads the record of a deck.
func DecodeDeck(p storage.Player, table string, raw []byte) (storage.Deck, error) {
	d := decoder{b: raw}
	version := d.version()
	deck := storage.Deck{Player: p, Table: table, Cards: d.bytes("cards")}
	if version >= 2 {
		deck.Shuffle = d.shuffle("shuffle")
		deck.Dealt = int(d.int("cards dealt"))
	}
	return deck, d.end("deck of player", uint64(p.User))
}

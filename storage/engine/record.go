package engine

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"holecard/storage"
)

// recordVersion is the version of all records. One of another version is refused.
const recordVersion = 1

// EncodeChips returns a balance as a record.
func EncodeChips(c storage.Chips) []byte { return numbers(uint64(c)) }

// DecodeChips reads the record of a balance.
func DecodeChips(a storage.Account, raw []byte) (storage.Chips, error) {
	n, ok := NumberOf(raw)
	if !ok {
		return 0, fmt.Errorf("%w: the balance of the %v has %d bytes, not 8", storage.ErrCorrupt, a,
			len(raw))
	}
	return storage.Chips(n), nil
}

// EncodePosting returns a posting as a record.
func EncodePosting(p storage.Posting) []byte { return encode(posting, p, 64+len(p.Key)) }

// DecodePosting reads the record of a posting.
func DecodePosting(sequence uint64, raw []byte) (storage.Posting, error) {
	return decode(posting, storage.Posting{}, raw, "posting", sequence)
}

func posting(c *coder, p *storage.Posting) {
	c.version()
	c.account("from", &p.From)
	c.account("to", &p.To)
	signed(c, "chips", &p.Chips)
	unsigned(c, "reason", &p.Reason)
	unsigned(c, "hand", &p.Round)
	unsigned(c, "by", &p.By)
	c.time("at", &p.At)
	c.string("key", &p.Key)
	unsigned(c, "who", &p.Who)
	c.string("note", &p.Note)
}

// EncodeProfile returns a profile as a record.
func EncodeProfile(p storage.Profile) []byte { return encode(profile, p, 96+len(p.Name)) }

// DecodeProfile reads the record of a profile.
func DecodeProfile(player storage.Player, raw []byte) (storage.Profile, error) {
	return decode(profile, storage.Profile{Player: player}, raw, "profile of player",
		uint64(player.User))
}

func profile(c *coder, p *storage.Profile) {
	c.version()
	c.string("name", &p.Name)
	c.time("opened", &p.Opened)
	signed(c, "last bet", &p.LastBet)
	unsigned(c, "open hand", &p.OpenHand)
	c.time("daily at", &p.Daily.At)
	unsigned(c, "daily by", &p.Daily.By)
	signed(c, "daily chips", &p.Daily.Chips)
	signed(c, "streak", &p.Daily.Streak)
	s := &p.Stats
	signed(c, "hands", &s.Hands)
	signed(c, "wins", &s.Wins)
	signed(c, "losses", &s.Losses)
	signed(c, "pushes", &s.Pushes)
	signed(c, "naturals", &s.Naturals)
	signed(c, "busts", &s.Busts)
	signed(c, "doubles", &s.Doubles)
	signed(c, "splits", &s.Splits)
	signed(c, "surrenders", &s.Surrenders)
	signed(c, "wagered", &s.Wagered)
	signed(c, "net", &s.Net)
	signed(c, "biggest win", &s.BiggestWin)
	signed(c, "biggest loss", &s.BiggestLoss)
	c.time("given at", &p.Given.At)
	signed(c, "given chips", &p.Given.Chips)
	c.bytes32("next seed", (*[32]byte)(&p.Fair.Next))
	c.string("client seed", &p.Fair.Client)
	unsigned(c, "last hand", &p.LastHand)
	c.maybe("refilled", &p.Refilled)
	c.maybe("shown", &p.Fair.Shown)
	c.taste(&p.Taste)
	signed(c, "seated", &p.Seated)
	c.maybe("day", &p.Day.At)
	signed(c, "net of the day", &p.Day.Net)
	c.maybe("sitting since", &p.Sitting.Since)
	c.maybe("last deal", &p.Sitting.Last)
	c.maybe("reminded", &p.Sitting.Reminded)
	c.awards("awards", &p.Awards)
	c.awards("untold awards", &p.Untold)
	c.flags(&p.Hidden, &p.Away, &p.Erased)
}

func (c *coder) awards(field string, s *storage.AwardSet) {
	n := uint32(*s)
	if unsigned(c, field, &n); n >= 1<<storage.Awards {
		c.fail(field)
	}
	*s = storage.AwardSet(n)
}

// EncodeRound returns a round as a record.
func EncodeRound(r storage.Round) []byte {
	return encode(round, r, 192+len(r.Table)+len(r.Record)+32*len(r.Seats))
}

// DecodeRound reads the record of a round.
func DecodeRound(id storage.RoundID, raw []byte) (storage.Round, error) {
	return decode(round, storage.Round{ID: id}, raw, "hand", uint64(id))
}

func round(c *coder, r *storage.Round) {
	c.version()
	unsigned(c, "version", &r.Version)
	unsigned(c, "guild", &r.Guild)
	unsigned(c, "seating", &r.Seating)
	c.place(&r.Place)
	c.flags(&r.Private, &r.Open, &r.Shuffled, &r.Practice, &r.Dropped)
	unsigned(c, "next", &r.Next)
	c.time("dealt", &r.Dealt)
	c.time("changed", &r.Changed)
	c.string("table", &r.Table)
	c.string("house", &r.House)
	c.bytes("round", &r.Record)
	c.shuffle("shuffle", &r.Shoe.Shuffle)
	signed(c, "cards dealt before", &r.Shoe.Dealt)
	c.shuffle("shuffle behind", &r.Shoe.Behind)
	c.bytes32("promised", (*[32]byte)(&r.Promised))
	list(c, "seats", &r.Seats, storage.MostSeats, func(s *storage.Seat) {
		unsigned(c, "user", &s.User)
		c.string("plays", &s.Plays)
		signed(c, "held", &s.Held)
		signed(c, "net", &s.Net)
		c.string("client seed", &s.Client)
		unsigned(c, "answer", &s.Answer)
	})
	if len(r.Seats) == 0 {
		c.fail("seats")
	}
}

func (c *coder) place(p *storage.Place) {
	unsigned(c, "channel", &p.Channel)
	unsigned(c, "message", &p.Message)
}

// decodeVersion reads no more of a round or a seating than its version.
func decodeVersion(what string, id uint64, raw []byte) (version uint32, err error) {
	c := coder{b: raw, reading: true}
	c.version()
	unsigned(&c, "version", &version)
	return version, c.failure(what, id)
}

func (c *coder) taste(t *storage.Taste) {
	if unsigned(c, "style of cards", &t.Cards); t.Cards >= storage.CardStyles {
		c.fail("style of cards")
	}
	c.flag("four colours", &t.FourColours)
	c.string("language", &t.Language)
}

// flags are bits, the first the lowest.
func (c *coder) flags(all ...*bool) {
	var bits uint8
	for i, set := range all {
		if *set {
			bits |= 1 << i
		}
	}
	if unsigned(c, "flags", &bits); bits>>len(all) != 0 {
		c.fail("flags")
	}
	for i, set := range all {
		*set = bits>>i&1 != 0
	}
}

// EncodeSettings returns settings as a record.
func EncodeSettings(s storage.Settings) []byte { return encode(settings, s, 64) }

// DecodeSettings reads the record of settings.
func DecodeSettings(g storage.GuildID, raw []byte) (storage.Settings, error) {
	return decode(settings, storage.Settings{Guild: g}, raw, "settings of guild", uint64(g))
}

func settings(c *coder, s *storage.Settings) {
	c.version()
	list(c, "tables", &s.Tables, math.MaxInt, func(table *string) { c.string("table", table) })
	list(c, "rules", &s.Rules, math.MaxInt, func(r *storage.RuleChange) {
		c.string("rule's table", &r.Table)
		c.string("rule's change", &r.Change)
	})
	c.flag("no giving", &s.NoGive)
	c.taste(&s.Taste)
	c.flags(&s.NewMessage, &s.NoRefill)
	signed(c, "starting chips", &s.Starting)
	signed(c, "daily chips", &s.Daily)
	signed(c, "refill", &s.Refill)
	signed(c, "gifts a day", &s.GiveDaily)
	signed(c, "cap on losses", &s.LossCap)
	c.maybe("left", &s.Left)
}

// EncodeLog returns an entry of the log of settings as a record.
func EncodeLog(e storage.LogEntry) []byte {
	return encode(logEntry, e, 32+len(e.Name)+32*len(e.Changes))
}

// DecodeLog reads the record of an entry of the log of settings.
func DecodeLog(
	g storage.GuildID, by storage.InteractionID, raw []byte,
) (storage.LogEntry, error) {
	return decode(logEntry, storage.LogEntry{By: by, Guild: g}, raw, "change of settings",
		uint64(by))
}

func logEntry(c *coder, e *storage.LogEntry) {
	c.version()
	unsigned(c, "who", &e.Who)
	c.string("name", &e.Name)
	c.time("at", &e.At)
	list(c, "changes", &e.Changes, math.MaxInt, func(s *storage.SettingChange) {
		if unsigned(c, "what", &s.What); s.What == 0 || s.What > storage.Settable {
			c.fail("what")
		}
		c.string("table", &s.Table)
		c.string("rule", &s.Rule)
		c.string("before", &s.Before)
		c.string("after", &s.After)
	})
}

// EncodeEmojis returns the bot's emojis as a record.
func EncodeEmojis(e storage.Emojis) []byte { return encode(emojis, e, 64*len(e.IDs)) }

// DecodeEmojis reads the record of the bot's emojis.
func DecodeEmojis(raw []byte) (storage.Emojis, error) {
	return decode(emojis, storage.Emojis{}, raw, "emojis", 0)
}

func emojis(c *coder, e *storage.Emojis) {
	c.version()
	c.string("application", &e.Application)
	names := slices.Sorted(maps.Keys(e.IDs))
	n := c.count("emojis", len(names))
	if c.reading {
		names, e.IDs = make([]string, n), make(map[string]string, n)
	}
	for i := range n {
		id := e.IDs[names[i]]
		c.string("name", &names[i])
		c.string("id", &id)
		e.IDs[names[i]] = id
	}
}

// EncodeDeck returns a deck as a record.
func EncodeDeck(d storage.Deck) []byte { return encode(deck, d, 64+len(d.Cards)) }

// DecodeDeck reads the record of a deck.
func DecodeDeck(p storage.Player, table string, raw []byte) (storage.Deck, error) {
	return decode(deck, storage.Deck{Player: p, Table: table}, raw, "deck of player",
		uint64(p.User))
}

func deck(c *coder, d *storage.Deck) {
	c.version()
	c.bytes("cards", &d.Cards)
	c.shuffle("shuffle", &d.Shuffle)
	signed(c, "cards dealt", &d.Dealt)
}

// EncodeConfirmation returns a confirmation as a record.
func EncodeConfirmation(c storage.Confirmation) []byte {
	return encode(confirmation, c, 48+len(c.ToName)+len(c.Note))
}

// DecodeConfirmation reads the record of a confirmation.
func DecodeConfirmation(
	g storage.GuildID, asked storage.InteractionID, raw []byte,
) (storage.Confirmation, error) {
	return decode(confirmation, storage.Confirmation{Asked: asked, Guild: g}, raw, "confirmation",
		uint64(asked))
}

func confirmation(c *coder, q *storage.Confirmation) {
	c.version()
	unsigned(c, "by", &q.By)
	unsigned(c, "why", &q.Why)
	unsigned(c, "to", &q.To)
	c.string("name", &q.ToName)
	signed(c, "chips", &q.Chips)
	c.string("note", &q.Note)
	unsigned(c, "answer", &q.Answer)
}

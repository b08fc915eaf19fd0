package engine

import (
	"math"

	"holecard/storage"
)

// EncodeSeating returns a seating as a record.
func EncodeSeating(s storage.Seating) []byte { return encode(seating, s, 128+64*len(s.Chairs)) }

// DecodeSeating reads the record of a seating.
func DecodeSeating(
	g storage.GuildID, id storage.SeatingID, raw []byte,
) (storage.Seating, error) {
	return decode(seating, storage.Seating{ID: id, Guild: g}, raw, "seating", uint64(id))
}

func seating(c *coder, s *storage.Seating) {
	c.version()
	unsigned(c, "version", &s.Version)
	c.maybe("due", &s.Due.At)
	unsigned(c, "number of the deadline", &s.Due.Number)
	c.string("table", &s.Table)
	unsigned(c, "by", &s.By)
	c.string("name", &s.ByName)
	c.string("locale", &s.Locale)
	c.place(&s.Place)
	signed(c, "size", &s.Size)
	signed(c, "least bet", &s.Min)
	signed(c, "largest bet", &s.Max)
	if unsigned(c, "pace", &s.Pace); s.Pace >= storage.Paces {
		c.fail("pace")
	}
	private := s.Invited != nil
	c.flags(&s.Playing, &s.Closing, &private)
	if private {
		if c.reading {
			s.Invited = []storage.UserID{} // nil is for everybody
		}
		list(c, "invited", &s.Invited, math.MaxInt, func(u *storage.UserID) {
			unsigned(c, "invited", u)
		})
	}
	c.bytes32("next seed", (*[32]byte)(&s.Fair.Next))
	c.maybe("shown", &s.Fair.Shown)
	unsigned(c, "round", &s.Round)
	unsigned(c, "turn", &s.Turn)
	c.time("opened", &s.Opened)
	c.time("changed", &s.Changed)
	list(c, "chairs", &s.Chairs, storage.MostSeats, c.chair)
	list(c, "news", &s.News, storage.MostNews, c.news)
}

func (c *coder) chair(h *storage.Chair) {
	unsigned(c, "user", &h.User)
	c.string("name", &h.Name)
	c.string("plays", &h.Plays)
	c.bet(&h.Bet)
	c.bet(&h.Last)
	unsigned(c, "skipped", &h.Skipped)
	unsigned(c, "slept", &h.Slept)
	c.flags(&h.Ready, &h.Leaving, &h.Remind)
}

func (c *coder) news(n *storage.News) {
	if unsigned(c, "what", &n.What); n.What == 0 || n.What > storage.NewsKinds {
		c.fail("what")
	}
	unsigned(c, "user", &n.User)
	c.string("name", &n.Name)
}

func (c *coder) bet(b *storage.Bet) {
	signed(c, "stake", &b.Stake)
	for i := range b.Sides {
		signed(c, "side bet", &b.Sides[i])
	}
}

package engine

import "holecard/storage"

// source is what a reader reads: a cache, or an overlay on one.
type source interface {
	get(Key) ([]byte, error)
	load(...Key) error // reads at once what get will be asked for
	isNear() bool      // loading is of no use
	Scan(r Range, fn func(id, value []byte, err error) bool) error
	UpTo(order, last Key) (int, error)
}

// Near is a state that reads a record about as quickly as a cache would. Nothing is
// read before it is asked for, and nothing is remembered.
type Near interface {
	State
	// Record is Get for one key.
	Record(Key) ([]byte, error)
}

// cache is a state that remembers which records were read.
type cache struct {
	State
	near    Near // nil where records are far away
	records map[Key][]byte
}

func newCache(s State) *cache {
	near, _ := s.(Near)
	return &cache{State: s, near: near}
}

func (c *cache) get(k Key) ([]byte, error) {
	if c.near != nil {
		return c.near.Record(k)
	}
	record, ok := c.records[k]
	if ok {
		return record, nil
	}
	err := c.load(k)
	return c.records[k], err
}

func (c *cache) isNear() bool { return c.near != nil }

func (c *cache) load(keys ...Key) error {
	if c.near != nil {
		return nil
	}
	unread := keys
	if c.records == nil {
		c.records = make(map[Key][]byte, 16)
	} else {
		unread = make([]Key, 0, len(keys))
		for _, k := range keys {
			if _, ok := c.records[k]; !ok {
				unread = append(unread, k)
			}
		}
	}
	if len(unread) == 0 {
		return nil
	}
	records, err := c.Get(unread...)
	if err != nil {
		return err
	}
	for i, k := range unread {
		c.records[k] = records[i]
	}
	return nil
}

// Load implements [storage.Reader].
func (r reader) Load(w storage.Wanted) {
	if r.isNear() {
		return
	}
	keys := make([]Key, 0, 16)
	for _, id := range w.Seen {
		keys = append(keys, SeenKey(r.guild, id))
	}
	for _, user := range w.Players {
		p := storage.Player{Guild: r.guild, User: user}
		keys = append(keys, ProfileKey(p), BalanceKey(storage.WalletOf(p)))
	}
	for _, id := range w.Hands {
		keys = append(keys, HandKey(r.guild, id), BalanceKey(storage.HeldFor(r.guild, id)))
	}
	for _, d := range w.Decks {
		keys = append(keys, DeckKey(storage.Player{Guild: r.guild, User: d.User}, d.Table))
	}
	for _, id := range w.Confirmations {
		keys = append(keys, ConfirmationKey(r.guild, id))
	}
	if w.Settings {
		keys = append(keys, SettingsKey(r.guild))
	}
	if len(w.Keys) > 0 {
		keys = append(keys, HeadKey(r.guild))
	}
	for _, key := range w.Keys {
		keys = append(keys, PostingKey(r.guild, key))
	}
	if w.House {
		keys = append(keys, BalanceKey(storage.HouseOf(r.guild)))
	}
	if w.Mint {
		keys = append(keys, BalanceKey(storage.MintOf(r.guild)))
	}
	_ = r.load(keys...) // whatever asks for a record tells what is wrong with it
}

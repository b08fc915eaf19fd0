package localdiscord

import (
	"fmt"
	"hash/fnv"
	"io"
	"strconv"
	"strings"
	"time"
)

// ID is a Discord snowflake. JSON has it as a string, as Discord does.
type ID uint64

// discordEpoch is the start of 2015, from which snowflakes count milliseconds.
const discordEpoch = 1420070400000

// ParseID reads a snowflake in decimal.
func ParseID(s string) (ID, error) {
	n, err := strconv.ParseUint(s, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("localdiscord: %q is not a snowflake", s)
	}
	return ID(n), nil
}

// IDAt returns the first snowflake of the millisecond of t, which must not be
// before 2015. It is what a test needs to make a stale interaction.
func IDAt(t time.Time) ID {
	return ID(t.UnixMilli()-discordEpoch) << 22
}

// Time returns when the snowflake was made.
func (id ID) Time() time.Time {
	return time.UnixMilli(int64(id>>22) + discordEpoch)
}

// String returns the snowflake in decimal, and "" for zero.
func (id ID) String() string {
	if id == 0 {
		return ""
	}
	return strconv.FormatUint(uint64(id), 10)
}

// MarshalText implements [encoding.TextMarshaler].
func (id ID) MarshalText() ([]byte, error) {
	return strconv.AppendUint(nil, uint64(id), 10), nil
}

// UnmarshalJSON implements [json.Unmarshaler]. Discord takes a number as well.
func (id *ID) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		return nil
	}
	n, err := ParseID(strings.Trim(string(b), `"`))
	*id = n
	return err
}

// nextID makes a snowflake that is greater than the one before. The caller holds the lock.
func (s *Server) nextID() ID {
	s.lastID = max(s.lastID+1, IDAt(time.Now()))
	return s.lastID
}

// nextID makes an id of the world: the same in every run, so that chips that are
// kept in a file find their owners again. They are a second apart.
func (w *world) nextID() ID {
	w.made++
	began := time.Date(2025, 6, 1, 18, 30, 0, 0, time.UTC)
	return IDAt(began.Add(time.Duration(w.made)*time.Second)) + ID(w.made&0xfff)
}

// named makes the id of a person by their name, in whatever case. It is of the day after
// the world's other ids.
func (w *world) named(name string) ID {
	hash := fnv.New64a()
	io.WriteString(hash, strings.ToLower(name))
	began := time.Date(2025, 6, 3, 0, 0, 0, 0, time.UTC)
	id := IDAt(began) + ID(hash.Sum64()%(1<<46)) // in five hours
	for w.everyone[id].ID != 0 {
		id++
	}
	return id
}

// PassEpoch sleeps until 2026 when the clock is before that, and does nothing
// otherwise. Inside a testing/synctest bubble time begins in 2000, when no
// snowflake can exist: call PassEpoch first there; it takes no real time.
func PassEpoch() {
	time.Sleep(time.Until(time.Date(2026, 1, 2, 20, 0, 0, 0, time.UTC)))
}

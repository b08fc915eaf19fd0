package storage

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math"
	"reflect"
	"slices"
)

// Table is a kind of record: values V by keys K. It is declared once, and then read and
// written in transactions:
//
//	var Drills = NewTable[Player, Drill]("drills")
//
//	d, found, err := storage.Drills.Get(r, player)
//	err = storage.Drills.Save(tx, d)
//
// A record has what its value has, but for fields with the tag storage:"key": those are its
// key's, or its guild. Those with the tag storage:"apart" are kept elsewhere.
type Table[K, V any] struct{ *Kind }

// Kind is a table without its types, as engines and walks over all records see it.
type Kind struct {
	name       string
	key        keyCodec
	value      *codec
	types      struct{ key, value reflect.Type }
	filled     []filling
	check      func(any) error     // of a pointer to a value
	users      func(any) []*UserID // of a value by its pointer
	version    []int               // where a value has its version; nil where it has none
	zeroIsNone bool
}

// filling is a field of a value that is a part of its key, or its guild.
type filling struct {
	keyPart
	field int
	guild bool
}

// Option says something about a table.
type Option func(*Kind)

// Checked has a value refused, with the error that fn returns, before it is saved. Audits ask
// it too.
func Checked[V any](fn func(V) error) Option {
	return func(k *Kind) { k.check = func(v any) error { return fn(*v.(*V)) } }
}

// Pseudonymous has users stored as their pseudonyms: those that fn points to in a value, which
// it makes the caller's own.
func Pseudonymous[V any](fn func(*V) []*UserID) Option {
	return func(k *Kind) { k.users = func(v any) []*UserID { return fn(v.(*V)) } }
}

// Versioned has a value refused unless its version is one more than that of the value stored,
// 1 for a new one: [ErrVersion]. The version is the first field that is stored: Version.
func Versioned() Option {
	return func(k *Kind) {
		field, _ := k.types.value.FieldByName("Version")
		k.version = field.Index
	}
}

// ZeroIsNone has a value with nothing in it not kept.
func ZeroIsNone() Option { return func(k *Kind) { k.zeroIsNone = true } }

// NewTable declares a table. Its name is stored, and never changes. It panics for types that
// no record can have, which a program finds out when it starts.
func NewTable[K, V any](name string, options ...Option) Table[K, V] {
	k := &Kind{name: name, check: func(any) error { return nil },
		users: func(any) []*UserID { return nil }}
	k.types.key, k.types.value = reflect.TypeFor[K](), reflect.TypeFor[V]()
	k.key, k.value = newKeyCodec(k.types.key), newCodec(k.types.value)
	k.filled = fillings(k.types.key, k.types.value)
	for _, o := range options {
		o(k)
	}
	return Table[K, V]{k}
}

// NewIndex declares a table that follows from others, whose records an engine makes.
func NewIndex(name string) *Kind { return &Kind{name: name} }

// fillings finds where the fields of a value are that its key has.
func fillings(key, value reflect.Type) (all []filling) {
	for i := 0; value.Kind() == reflect.Struct && i < value.NumField(); i++ {
		f := value.Field(i)
		if f.Tag.Get("storage") != "key" {
			continue
		}
		of := filling{field: i, guild: f.Type == reflect.TypeFor[GuildID]()}
		if !of.guild && key != f.Type {
			part, has := key.FieldByName(f.Name)
			if !has {
				panic(fmt.Sprintf("storage: the key %v does not have the field %s of %v", key,
					f.Name, value))
			}
			of.index = part.Index
		}
		all = append(all, of)
	}
	return all
}

// Name is the name of the table.
func (k *Kind) Name() string { return k.name }

// String is the name of the table.
func (k *Kind) String() string { return k.name }

// Owned reports whether the keys of records begin with a player, whose own they are: they are
// forgotten with the player.
func (k *Kind) Owned() bool {
	return len(k.key) > 0 && k.key[0].size == 0
}

// Layout describes the records of the table: another layout cannot read them.
func (k *Kind) Layout() string { return k.name + " " + k.value.layout }

// Record reads a record of a guild, and returns pointers to its key and its value.
func (k *Kind) Record(g GuildID, id, raw []byte) (key, value any, err error) {
	of, v := reflect.New(k.types.key), reflect.New(k.types.value)
	if err = k.key.read(g, id, of.Elem()); err == nil {
		err = k.value.decode(raw, v.Elem())
	}
	k.fill(g, of.Elem(), v.Elem())
	return of.Interface(), v.Interface(), err
}

// Check returns why a value, to which there is a pointer, is not saved: nil for one that makes
// sense.
func (k *Kind) Check(value any) error { return k.check(value) }

// in says of which record an error is.
func (k *Kind) in(g GuildID, id []byte, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("record %x of the %s of %v: %w", id, k.name, g, err)
}

// fill sets the fields of a value that its key has.
func (k *Kind) fill(g GuildID, key, value reflect.Value) {
	for _, f := range k.filled {
		if f.guild {
			value.Field(f.field).SetUint(uint64(g))
		} else {
			value.Field(f.field).Set(f.of(key))
		}
	}
}

// keyOf takes a key from a value. It returns [ErrGuild] for a value of another guild.
func (k *Kind) keyOf(g GuildID, value, key reflect.Value) error {
	for _, f := range k.filled {
		switch part := value.Field(f.field); {
		case !f.guild:
			f.of(key).Set(part)
		case GuildID(part.Uint()) != g:
			return otherGuild(g, GuildID(part.Uint()))
		}
	}
	return nil
}

func otherGuild(g, of GuildID) error {
	return fmt.Errorf("%w: it is of %v, not of %v", ErrGuild, g, of)
}

// Key names a record.
type Key struct {
	Kind  *Kind
	Guild GuildID
	ID    []byte // the key without its guild, which nobody changes
	whole []byte // and with it, where that is at hand
}

// keyIn returns the key of a record that has its guild before it.
func (k *Kind) keyIn(g GuildID, whole []byte) Key { return Key{k, g, whole[8:], whole} }

// Whole returns the guild (8 bytes, big-endian) and the key behind it.
func (k Key) Whole() []byte {
	if k.whole != nil {
		return k.whole
	}
	return append(binary.BigEndian.AppendUint64(nil, uint64(k.Guild)), k.ID...)
}

// KeyRange is a part of a table of a guild: the keys that begin with some bytes.
type KeyRange struct {
	Key
	From      []byte // this key or the next; backwards: the last before it. nil for the end
	Backwards bool   // the last first
}

// Records are those of a guild in a transaction, as bytes. Tables read them.
type Records interface {
	// Guild is the guild of the transaction.
	Guild() GuildID
	// Record returns a record, nil for none.
	Record(Key) ([]byte, error)
	// Scan calls fn with the records of a range, in the order of their keys or backwards, until
	// it returns false.
	Scan(KeyRange, func(id, value []byte) bool) error
	// Users replaces pseudonyms by their users. Of who was erased the pseudonym stays.
	Users([]*UserID) error
}

// Changing are records that change.
type Changing interface {
	Records
	// Change replaces a record, or deletes it for nil.
	Change(k Key, value []byte) error
	// Pseudonyms replaces users by their pseudonyms, which are drawn where there are none.
	Pseudonyms([]*UserID) error
}

// Of returns the key of a record of a guild.
func (t Table[K, V]) Of(g GuildID, k K) (Key, error) {
	whole, err := t.key.write(g, reflect.ValueOf(&k).Elem(), len(t.key))
	if err != nil {
		return Key{}, err
	}
	return t.keyIn(g, whole), nil
}

// Decode reads a record of a guild.
func (t Table[K, V]) Decode(g GuildID, id, raw []byte) (k K, v V, err error) {
	key, value, err := t.Record(g, id, raw)
	return *key.(*K), *value.(*V), t.in(g, id, err)
}

// Encode returns a value as a record.
func (t Table[K, V]) Encode(v V) []byte { return t.value.encode(reflect.ValueOf(&v).Elem()) }

// Get returns a record, and whether there is one. One that is not there is zero, but for its
// key.
func (t Table[K, V]) Get(r Records, k K) (v V, found bool, err error) {
	return t.get(r, r.Guild(), k)
}

// Read returns a record, which is zero but for its key where there is none.
func (t Table[K, V]) Read(r Records, k K) (V, error) {
	v, _, err := t.Get(r, k)
	return v, err
}

func (t Table[K, V]) get(r Records, g GuildID, k K) (v V, found bool, err error) {
	at, err := t.Of(g, k)
	if err != nil {
		return v, false, err
	}
	raw, err := r.Record(at)
	value := reflect.ValueOf(&v).Elem()
	if found = raw != nil && err == nil; found {
		err = t.in(g, at.ID, t.value.decode(raw, value))
	}
	t.fill(g, reflect.ValueOf(&k).Elem(), value)
	if users := t.users(&v); found && err == nil && len(users) > 0 {
		err = r.Users(users)
	}
	return v, found && err == nil, err
}

// Save keeps a value that has its whole key.
func (t Table[K, V]) Save(tx Changing, v V) error {
	var k K
	err := t.keyOf(tx.Guild(), reflect.ValueOf(&v).Elem(), reflect.ValueOf(&k).Elem())
	if err != nil {
		return err
	}
	return t.Put(tx, k, v)
}

// Put keeps a value by a key.
func (t Table[K, V]) Put(tx Changing, k K, v V) error {
	if err := t.check(&v); err != nil {
		return err
	}
	at, err := t.Of(tx.Guild(), k)
	if err != nil {
		return err
	}
	if t.version != nil {
		stored, err := tx.Record(at)
		if err != nil {
			return err
		}
		before, readable := versionOf(stored)
		if !readable {
			return fmt.Errorf("%w: record %x of the %s has no version", ErrCorrupt, at.ID, t.name)
		}
		if is := reflect.ValueOf(&v).Elem().FieldByIndex(t.version).Uint(); is != before+1 {
			return fmt.Errorf("%w: record %x of the %s has version %d, so %d cannot follow",
				ErrVersion, at.ID, t.name, before, is)
		}
	}
	if t.zeroIsNone && reflect.ValueOf(&v).Elem().IsZero() {
		return tx.Change(at, nil)
	}
	if err := tx.Pseudonyms(t.users(&v)); err != nil {
		return err
	}
	return tx.Change(at, t.Encode(v))
}

// versionOf returns the version of a record, 0 where there is none.
func versionOf(raw []byte) (version uint64, readable bool) {
	if raw == nil {
		return 0, true
	}
	d := decoder{b: raw}
	if d.uvarint(math.MaxInt8) > 0 {
		version = d.uvarint(math.MaxUint32)
	}
	return version, d.bad == ""
}

// Delete forgets a record, if it is there.
func (t Table[K, V]) Delete(tx Changing, k K) error {
	at, err := t.Of(tx.Guild(), k)
	if err != nil {
		return err
	}
	return tx.Change(at, nil)
}

// Range is the records whose keys begin with the first Fields fields of Under: with 0, all
// of the guild.
type Range[K any] struct {
	Under  K
	Fields int
	After  K    // those behind it alone, in the direction of the scan; zero for all
	Newest bool // the last first
	Limit  int  // how many at most, 0 for all
}

// Row is a record with its key.
type Row[K, V any] struct {
	Key   K
	Value V
}

// Rows returns the records of a range.
func (t Table[K, V]) Rows(r Records, of Range[K]) (rows []Row[K, V], err error) {
	under, err := t.key.write(r.Guild(), reflect.ValueOf(&of.Under).Elem(), t.key.fields(of.Fields))
	if err != nil {
		return nil, err
	}
	all := KeyRange{Key: t.keyIn(r.Guild(), under), Backwards: of.Newest}
	if !reflect.ValueOf(&of.After).Elem().IsZero() {
		after, err := t.Of(r.Guild(), of.After)
		if err != nil {
			return nil, err
		}
		if all.From = after.ID; !of.Newest {
			all.From = append(slices.Clip(after.ID), 0) // the next there can be
		}
	}
	scanned := r.Scan(all, func(id, raw []byte) bool {
		row := Row[K, V]{}
		row.Key, row.Value, err = t.Decode(r.Guild(), id, raw)
		if err != nil {
			return false
		}
		rows = append(rows, row)
		return of.Limit == 0 || len(rows) < of.Limit
	})
	if err = cmp.Or(scanned, err); err != nil {
		return rows, err
	}
	var users []*UserID
	for i := range rows {
		users = append(users, t.users(&rows[i].Value)...)
	}
	return rows, r.Users(users)
}

// List returns the values of a range.
func (t Table[K, V]) List(r Records, of Range[K]) (list []V, err error) {
	rows, err := t.Rows(r, of)
	list = slices.Grow(list, len(rows))
	for _, row := range rows {
		list = append(list, row.Value)
	}
	return list, err
}

// All returns the values of a guild, in the order of their keys.
func (t Table[K, V]) All(r Records) ([]V, error) { return t.List(r, Range[K]{}) }

// Newest returns up to limit values before a key, backwards: the zero key is behind all, and 0
// is no limit.
func (t Table[K, V]) Newest(r Records, before K, limit int) ([]V, error) {
	return t.List(r, Range[K]{After: before, Newest: true, Limit: limit})
}

// Keys returns the keys of a range.
func (t Table[K, V]) Keys(r Records, of Range[K]) (keys []K, err error) {
	rows, err := t.Rows(r, of)
	for _, row := range rows {
		keys = append(keys, row.Key)
	}
	return keys, err
}

// Everywhere is a table whose records of guild 0 are read in all guilds, besides their own.
type Everywhere[K, V any] struct{ Table[K, V] }

// GetEverywhere returns a record of guild 0, as it was at some moment since the transaction
// began: nothing in the guild may follow from it for ever.
func (t Everywhere[K, V]) GetEverywhere(r Records, k K) (V, bool, error) { return t.get(r, 0, k) }

// Set is a table whose records are all in their keys.
type Set[K any] struct{ Table[K, struct{}] }

// NewSet declares a set, as [NewTable] does.
func NewSet[K any](name string) Set[K] { return Set[K]{NewTable[K, struct{}](name)} }

// Add adds a record.
func (s Set[K]) Add(tx Changing, k K) error { return s.Put(tx, k, struct{}{}) }

package faults

import (
	"context"
	"encoding/binary"
	"maps"
	"slices"
	"time"

	"holecard/storage"
)

// step is how far an action has come.
type step string

const (
	ready   step = "ready"   // the players' process begins to play
	planned step = "planned" // these are the changes; they are not safe yet
	done    step = "done"    // they are safe, and the player was told
	same    step = "same"    // the player was told, and there was nothing to change
	refused step = "refused" // the player was told that it was not done
	odd     step = "odd"     // the players' process has seen what cannot be
)

// deed is a line that the players' process tells: of an action, and of the
// changes that are kept with it.
type deed struct {
	Step    step
	Process int                              // that has told it
	ID      storage.InteractionID            `json:",omitempty"` // that asked for it
	Saw     bool                             `json:",omitempty"` // the interaction is recorded
	Balance storage.Chips                    `json:",omitempty"` // of the player's wallet, after it
	Moved   map[storage.UserID]storage.Chips `json:",omitempty"` // into each wallet, net
	Hands   map[storage.RoundID]uint32       `json:",omitempty"` // kept, with their versions
	Keys    []string                         `json:",omitempty"` // of the postings made
	Tables  map[storage.SeatingID]mark       `json:",omitempty"` // kept, as they are then
	Struck  *storage.Deadline                `json:",omitempty"` // carried out
	Why     string                           `json:",omitempty"` // it was refused
	Perhaps bool                             `json:",omitempty"` // refused, and perhaps done
}

// mark tells a state of an open table from its others.
type mark struct {
	Version uint32 // 0 when it is closed
	Due     storage.Due
}

// changes reports whether anything is changed.
func (d deed) changes() bool {
	return d.Saw || len(d.Hands) > 0 || len(d.Keys) > 0 || len(d.Tables) > 0
}

// witness is a player's store. It tells what each update is about to change,
// after the update has decided it and before it is safe.
type witness struct {
	storage.Store
	wallet storage.Account
	tell   func(deed)
	now    deed // the action that is under way
	early  bool // lies: says done already then
}

// Update implements [storage.Store].
func (w *witness) Update(ctx context.Context, in storage.GuildID, fn func(storage.Tx) error) error {
	var plan deed
	err := w.Store.Update(ctx, in, func(tx storage.Tx) (err error) {
		n := noting{Tx: tx, deed: deed{Step: planned, ID: w.now.ID,
			Hands: map[storage.RoundID]uint32{}, Moved: map[storage.UserID]storage.Chips{},
			Tables: map[storage.SeatingID]mark{}, Struck: w.now.Struck}}
		if err := fn(&n); err != nil {
			return err
		}
		plan = n.deed
		if !plan.changes() {
			return nil
		}
		if plan.Balance, err = tx.Balance(w.wallet); err != nil {
			return err
		}
		if w.early {
			plan.Step = done
		}
		w.tell(plan)
		return nil
	})
	if err == nil && plan.changes() {
		w.now = plan
	}
	return err
}

// noting notes what a transaction changes.
type noting struct {
	storage.Tx
	deed deed
}

func (n *noting) See(id storage.InteractionID, now time.Time) error {
	err := n.Tx.See(id, now)
	n.deed.ID = id
	n.deed.Saw = n.deed.Saw || err == nil
	return err
}

func (n *noting) Post(p storage.Posting) error {
	err := n.Tx.Post(p)
	if err != nil {
		return err
	}
	n.deed.Keys = append(n.deed.Keys, p.Key)
	if p.From.Kind == storage.PlayerAccount {
		n.deed.Moved[storage.UserID(p.From.Owner)] -= p.Chips
	}
	if p.To.Kind == storage.PlayerAccount {
		n.deed.Moved[storage.UserID(p.To.Owner)] += p.Chips
	}
	return nil
}

func (n *noting) Change(k storage.Key, value []byte) error {
	err := n.Tx.Change(k, value)
	switch {
	case err != nil:
	case k.Kind == storage.Rounds.Kind:
		var h storage.Round
		_, h, err = storage.Rounds.Decode(n.Guild(), k.ID, value)
		n.deed.Hands[h.ID] = h.Version
	case k.Kind == storage.Seatings.Kind && value == nil:
		n.deed.Tables[storage.SeatingID(binary.BigEndian.Uint64(k.ID))] = mark{}
	case k.Kind == storage.Seatings.Kind:
		var s storage.Seating
		_, s, err = storage.Seatings.Decode(n.Guild(), k.ID, value)
		n.deed.Tables[s.ID] = mark{s.Version, s.Due}
	}
	return err
}

// equal reports whether two deeds change the same.
func (d deed) equal(e deed) bool {
	return d.ID == e.ID && d.Saw == e.Saw && d.Balance == e.Balance &&
		maps.Equal(d.Hands, e.Hands) && maps.Equal(d.Tables, e.Tables) &&
		maps.Equal(d.Moved, e.Moved) &&
		slices.Equal(d.Keys, e.Keys)
}

package discord

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"holecard/bot/discord/backoff"
	"holecard/bot/discord/gateway"
	"holecard/bot/message"
	"holecard/storage"
)

// Why a message cannot be edited any more.
var (
	ErrMessageGone = errors.New("the message or its channel is deleted")
	ErrNoAccess    = errors.New("the bot may not edit the message: it does not see the channel")
	ErrArchived    = errors.New("the thread of the message is archived")
)

// lostFor are the codes of Discord's errors that end the edits of a message, those of an
// archived thread until somebody reopens it. Source: Discord's "JSON Error Codes".
var lostFor = map[int]error{
	10003: ErrMessageGone, // unknown channel
	10008: ErrMessageGone, // unknown message
	50001: ErrNoAccess,    // missing access
	50013: ErrNoAccess,    // missing permissions
	50083: ErrArchived,    // thread is archived
}

// codeOldMessage is the code of a 429 that concerns one message: it is older than an
// hour, and such messages are edited less often.
const codeOldMessage = 30046

const (
	// editTime is the distance between the edits of a message, and between those of a
	// channel: Discord takes five in five seconds there.
	editTime = time.Second
	// editRate is how many edits are sent in a second. With all else that needs the
	// bot's token they stay below Discord's 50, which all processes share.
	editRate = 40
	// archivedTime is how long edits in an archived thread are tried again. Discord does not
	// say when somebody reopens it; later the next press draws the message.
	archivedTime = 24 * time.Hour
)

// Live is a message that several people share, as it was at a version, which counts up.
type Live struct {
	At      message.Place
	Guild   storage.GuildID
	Version uint32
	Behind  bool // the edits of other messages go first: nobody waits for this one
	Of      any  // what it shows, for [Routes]
}

// editor edits messages of the bot's with the bot's own token, however old they are. It
// sends the newest state only: it knows of each message the newest version that is wanted, and
// the one that it surely shows.
//
//	Edit ──▶ wanted ─┐
//	                 ├─ wanted > shown ──▶ room (a channel) ── a second apart ──▶ Draw ──▶ PATCH
//	answers ─▶ shown ┘                            ▲                                         │
//	   └── hold the edits of their message back ──┴──────────────── shown ◀─────────────────┘
//
// Where several processes draw a message, each looks afterwards whether it has drawn the
// newest state, and draws again if not: so whichever is last has.
//
// A channel has a room while an edit waits there, or the last was less than a second ago.
type editor struct {
	discord *Connection
	pace    *rate.Limiter // its share of what all processes may send

	mu    sync.Mutex
	rooms map[uint64]*room
}

// room is a channel in which messages are edited.
type room struct {
	channel  uint64
	messages map[uint64]*canvas
	free     time.Time     // from when the next edit may be sent
	asked    int           // edits so far
	sent     int           // of these
	changed  chan struct{} // wakes [editor.tend]
}

// canvas is a message that is to be edited, or has changed in the last second.
type canvas struct {
	wanted  *Live     // the newest state that is known, nil for none
	shown   uint32    // the version that it surely shows, 0 where that is not known
	turn    int       // of the edit that is due, in the order of the room
	drawing bool      // an edit is under way
	mixed   bool      // and an answer has arrived meanwhile: either may be seen last
	free    time.Time // from when the next edit may be sent
	answers int       // under way, which may change the message
	failing time.Time // since when no edit succeeds, zero where the last did
	closed  bool      // its thread was archived at the last edit
}

// due reports whether the message does not surely show what it should.
func (c *canvas) due() bool { return c.wanted != nil && c.wanted.Version > c.shown }

// Edit has a message show a version, soon: it is edited at most once a second, and once for all
// versions that are wanted meanwhile. It never blocks. A message that only one person sees
// cannot be edited so.
func (c *Connection) Edit(l Live) {
	c.editor.change(l.At, func(r *room, c *canvas) { r.want(c, &l) })
}

// want puts an edit into the room's order, unless one of the message waits, or nothing newer is
// wanted.
func (r *room) want(c *canvas, l *Live) {
	if c.wanted != nil && (c.wanted.Version > l.Version ||
		c.wanted.Version == l.Version && l.Behind && c.due()) {
		return
	}
	waits := c.due()
	c.wanted = l
	if c.due() && !waits {
		r.asked++
		c.turn = r.asked
	}
}

// behindTurn is how often the edits that others go before have their turn: so they wait, and
// not for ever.
const behindTurn = 5

// before reports whether the edit of one message is sent before that of another.
func (r *room) before(c, other *canvas) bool {
	if c.wanted.Behind != other.wanted.Behind {
		return c.wanted.Behind == (r.sent%behindTurn == behindTurn-1)
	}
	return c.turn < other.turn
}

// answering holds the edits of a message back until the function that it returns is
// called, with whether an answer has redrawn the message.
func (e *editor) answering(at message.Place) (answered func(redrawn bool)) {
	e.change(at, func(_ *room, c *canvas) { c.answers++ })
	return func(redrawn bool) {
		e.change(at, func(_ *room, c *canvas) {
			if c.answers--; redrawn {
				c.free = time.Now().Add(editTime)
				c.mixed = c.drawing
			}
		})
	}
}

// answered notes the version that an answer has drawn, if it surely is what people see, and
// returns the newest state that is wanted, nil for none.
func (e *editor) answered(at message.Place, version uint32, sure bool) (wanted *Live) {
	e.change(at, func(_ *room, c *canvas) {
		if c.shown = version; !sure || c.drawing {
			c.shown = 0
		}
		wanted = c.wanted
	})
	return wanted
}

// change changes a message and wakes its room. Of an unknown place it does nothing.
func (e *editor) change(at message.Place, change func(*room, *canvas)) {
	if at.Channel == 0 || at.Message == 0 {
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	r := e.rooms[at.Channel]
	if r == nil {
		r = &room{channel: at.Channel, messages: make(map[uint64]*canvas),
			changed: make(chan struct{}, 1)}
		e.rooms[at.Channel] = r
		go e.tend(r)
	}
	c := r.messages[at.Message]
	if c == nil {
		c = &canvas{}
		r.messages[at.Message] = c
	}
	change(r, c)
	select {
	case r.changed <- struct{}{}:
	default:
	}
}

// tend sends the edits of a room until it closes.
func (e *editor) tend(r *room) {
	for {
		id, l, wait := e.next(r)
		if l != nil {
			e.send(r, id, l)
			continue
		}
		if wait <= 0 {
			return
		}
		ending := e.discord.ending.Done()
		if e.discord.ending.Err() != nil {
			ending = nil
		}
		select {
		case <-time.After(wait):
		case <-r.changed:
		case <-ending:
		case <-e.discord.life.Done():
		}
	}
}

// next takes the edit whose turn it is. Where there is none, it returns how long to wait
// for one, or 0 when it has closed the room.
func (e *editor) next(r *room) (id uint64, l *Live, wait time.Duration) {
	e.mu.Lock()
	defer e.mu.Unlock()
	now, ending := time.Now(), e.discord.ending.Err() != nil
	wait = time.Hour
	var first *canvas
	for m, c := range r.messages {
		at := c.free
		switch {
		case e.discord.life.Err() != nil,
			c.answers == 0 && !c.due() && (!now.Before(c.free) || ending),
			c.answers == 0 && c.closed && ending:
			delete(r.messages, m)
			continue
		case c.answers > 0: // then the room is woken
			continue
		case c.due() && r.free.After(at):
			at = r.free
		}
		if at.After(now) {
			wait = min(wait, at.Sub(now))
		} else if first == nil || r.before(c, first) {
			id, first = m, c
		}
	}
	if first != nil {
		r.sent++
		first.drawing, first.mixed = true, false
		return id, first.wanted, 0
	}
	if len(r.messages) > 0 {
		return 0, nil, wait
	}
	delete(e.rooms, r.channel)
	return 0, nil, 0
}

// send draws and sends an edit. What may succeed later is due again.
func (e *editor) send(r *room, id uint64, l *Live) {
	err := errUndrawn
	e.discord.Guard(func() { err = e.patch(l) })
	code := gateway.RefusalIn(err).Code
	e.mu.Lock()
	defer e.mu.Unlock()
	c, now := r.messages[id], time.Now()
	c.drawing = false
	if errors.Is(err, errUndrawn) {
		c.drop(l)
		return
	}
	c.free = now.Add(editTime)
	r.free = c.free
	if c.closed = lostFor[code] == ErrArchived; err != nil && c.failing.IsZero() {
		c.failing = now
	}
	failing := now.Sub(c.failing)
	if err == nil || refused(err) || c.closed && failing > archivedTime {
		c.failing = time.Time{}
		if err != nil {
			c.drop(l)
		} else if c.shown = l.Version; c.mixed {
			c.shown = 0
		}
	}
	if c.due() {
		r.asked++
		c.turn = r.asked
	}
	if c.failing.IsZero() {
		return
	}
	longest := backoff.LongestAsk
	if c.closed {
		longest = backoff.LongestReopen
	}
	wait := backoff.Asked(backoff.Dial(failing, longest, e.discord.luck()), err)
	if free := now.Add(max(wait, editTime)); c.closed || code == codeOldMessage {
		c.free = free
	} else {
		r.free = free
	}
}

// drop wants a state no more, unless a newer one is wanted by now.
func (c *canvas) drop(l *Live) {
	if c.wanted == l {
		c.wanted = nil
	}
}

// errUndrawn is an edit that was not sent.
var errUndrawn = errors.New("not drawn")

// patch draws a message and sends it.
func (e *editor) patch(l *Live) error {
	if share := rate.Limit(editRate / e.discord.fleet.Size()); share != e.pace.Limit() {
		e.pace.SetLimit(max(share, 1))
	}
	if e.pace.Wait(e.discord.life) != nil {
		return errUndrawn
	}
	reply := e.discord.routes.Draw(*l)
	ctx, cancel := context.WithTimeout(e.discord.life, followTime)
	defer cancel()
	_, err := e.discord.api.Request(ctx, http.MethodPatch,
		fmt.Sprintf("channels/%d/messages/%d", l.At.Channel, l.At.Message),
		withFiles(encodeMessage(reply, false), reply.Files...))
	if err == nil {
		if e.discord.fleet.Size() > 1 {
			if newest, ok := e.discord.routes.Newest(ctx, *l); ok {
				e.change(l.At, func(r *room, c *canvas) { r.want(c, &newest) })
			}
		}
		return nil
	}
	e.discord.log.Info("a message is not edited", "channel", l.At.Channel, "message", l.At.Message,
		"again", !refused(err), "error", err)
	if lost := lostFor[gateway.RefusalIn(err).Code]; lost != nil {
		e.discord.routes.Lost(e.discord.life, *l, lost)
	}
	return err
}

// refused reports whether an edit was refused for good.
func refused(err error) bool {
	no := gateway.RefusalIn(err)
	return no.Status != 0 && !no.Passing() && lostFor[no.Code] != ErrArchived
}

// left returns in how many channels something is left to edit.
func (e *editor) left() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return len(e.rooms)
}

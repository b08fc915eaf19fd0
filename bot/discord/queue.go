package discord

import (
	"context"
	"slices"
	"sync"
	"time"

	"holecard/bot/discord/backoff"
	"holecard/bot/refuse"
	"holecard/storage"
)

// limits are the bounds of a [dispatcher].
type limits struct {
	workers  int // jobs at the same time
	behind   int // the same while interactions wait to be read, 0 for as many as ever
	far      int // the same while they are read so late that they are hardly answered in time
	perQueue int // jobs that wait in one queue
	waiting  int // jobs that wait in all queues
}

// The bot has four dispatchers, so that nobody waits for what takes longer than
// they asked for: refusals never wait for presses, presses never wait for work, and
// work never waits for rounds that are shown slowly.
var (
	// pressLimits are for interactions and their answers, which take milliseconds.
	pressLimits = limits{workers: 256, behind: 64, far: fewest, perQueue: 32, waiting: 10_000}

	// refusalLimits are for telling people that nothing was done, which asks little
	// of anything but Discord.
	refusalLimits = limits{workers: 1024, behind: 16, far: 16, perQueue: 32, waiting: 10_000}

	// workLimits are for answers that take work. A queue is a user's, over all
	// servers, and queues take turns: the second job of a user waits for the first
	// of everybody else. The last of all that wait begins within
	// waiting × workTime / workers = 12.5 minutes, and Discord takes its result
	// for 15. The workers mostly wait: for a turn to compute ([studies]), for an
	// exact figure, or for Discord.
	workLimits = limits{workers: 4, perQueue: 2, waiting: 100}

	// stepLimits are for replies that are shown step by step, which sleep between
	// the steps.
	stepLimits = limits{workers: 100, perQueue: 2, waiting: 100}
)

// fewest is how many presses run while interactions are read far too late: what runs takes the
// processors from what reads.
const fewest = 4

// Why a job is not taken on.
var (
	ErrQueueFull = refuse.New("queue", "the player's queue is full")
	ErrBusy      = refuse.New("busy", "all queues together are full")
)

// queue names jobs that run one after the other, in the order they came: one for each player's
// interactions, one for the clicks about what several people share, who take turns in it, and
// others for what follows them.
type queue struct {
	player storage.Player        // only the guild of what is shared
	shared string                // what, as [click.About] says
	after  bool                  // words after the player's answers, not what they did
	of     storage.InteractionID // which has a queue of its own, 0 for none
}

// userQueue is one line for a user, whatever the server.
func userQueue(user storage.UserID) queue { return queue{player: storage.Player{User: user}} }

// job is work in a queue.
type job struct {
	do    func(pass func()) // must not panic; pass lets the queue go on before the job has run
	by    storage.UserID    // who shares a shared queue with others
	until time.Time         // it does not begin after that; zero where it may wait
	late  func()            // is called in place of do then

	came  time.Time
	timer *time.Timer // of late, nil for none
}

// crowdedTime is how long before its time is over a job that waits is a sign of overload.
const crowdedTime = 500 * time.Millisecond

// dispatcher runs jobs: in order within a queue, otherwise at the same time, and
// never more than its limits. A queue that is empty costs nothing.
//
// Queues take turns. While the first in turn has waited so long that its job is hardly
// in time, there is more to do than can be done: then the newest job is next, and is in
// time, for otherwise each would begin when its time is almost over.
//
// One goroutine reads all interactions, and has no more of the processors than any other. While
// it is behind, few jobs run: an interaction that is read too late is answered by nobody.
type dispatcher struct {
	limits limits
	lag    func() time.Duration // how late interactions are read

	mu      sync.Mutex
	queues  map[queue][]*job // every queue that waits or runs, with what waits
	ready   []queue          // queues that wait for a worker, in turn
	workers int
	waiting int
}

func newDispatcher(l limits) *dispatcher {
	return &dispatcher{limits: l, lag: func() time.Duration { return 0 },
		queues: make(map[queue][]*job)}
}

// submit puts a job at the end of a queue. It never blocks; the error is
// ErrQueueFull or ErrBusy.
func (d *dispatcher) submit(to queue, j job) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	waiting, active := d.queues[to]
	if len(waiting) >= d.limits.perQueue {
		return ErrQueueFull
	}
	if d.waiting >= d.limits.waiting {
		return ErrBusy
	}
	place := len(waiting)
	if to.shared != "" {
		var ok bool
		if place, ok = share(waiting, j.by); !ok {
			return ErrQueueFull
		}
	}
	j.came = time.Now()
	if waits := active || d.workers >= d.most(); waits && !j.until.IsZero() {
		j.timer = time.AfterFunc(j.until.Sub(j.came), func() { d.expire(to, &j) })
	}
	d.queues[to] = slices.Insert(waiting, place, &j)
	d.waiting++
	if active {
		return nil // the worker that runs this queue, or takes it up, goes on with it
	}
	d.turn(to)
	return nil
}

// perPresser is how many presses of one person wait in a shared queue.
const perPresser = 2

// share returns where a person's next job stands among those that wait in a shared queue: the
// first of each person, then the second of each. It is not ok when they have their share.
func share(waiting []*job, by storage.UserID) (place int, ok bool) {
	had := make(map[storage.UserID]int)
	for _, j := range waiting {
		had[j.by]++
	}
	theirs := had[by]
	clear(had)
	place = slices.IndexFunc(waiting, func(j *job) bool {
		had[j.by]++
		return had[j.by] > theirs+1
	})
	if place < 0 {
		place = len(waiting)
	}
	return place, theirs < perPresser
}

// work runs one job of each ready queue in turn, until none is ready.
func (d *dispatcher) work() {
	for {
		at, j, ok := d.next()
		if !ok {
			return
		}
		pass := sync.OnceFunc(func() { d.pass(at) })
		j.do(pass)
		pass()
	}
}

// next takes the next job, or ends the worker.
func (d *dispatcher) next() (queue, *job, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.ready) == 0 || d.workers > d.most() {
		d.workers--
		return queue{}, nil, false
	}
	at := d.ready[0]
	if last := len(d.ready) - 1; d.crowded() {
		at, d.ready = d.ready[last], d.ready[:last]
	} else {
		d.ready = d.ready[1:]
	}
	j := d.queues[at][0]
	d.queues[at] = d.queues[at][1:]
	d.waiting--
	if j.timer != nil {
		j.timer.Stop()
	}
	if len(d.ready) > 0 {
		d.startWorker() // those that ended while interactions were read
	}
	return at, j, true
}

// startWorker starts a worker where one more may run.
func (d *dispatcher) startWorker() {
	if d.workers < d.most() {
		d.workers++
		go d.work()
	}
}

// most is how many jobs may run now.
func (d *dispatcher) most() int {
	switch lag := d.lag(); {
	case d.limits.behind == 0 || lag < lagTime:
		return d.limits.workers
	case lag < longLag:
		return d.limits.behind
	}
	return d.limits.far
}

// crowded reports whether the first in turn has hardly any time left.
func (d *dispatcher) crowded() bool {
	if len(d.ready) == 0 {
		return false
	}
	until := d.queues[d.ready[0]][0].until
	return !until.IsZero() && time.Until(until) < crowdedTime
}

// expire takes a job whose time is over out of its queue, unless it has begun.
func (d *dispatcher) expire(at queue, j *job) {
	if d.withdraw(at, j) {
		j.late()
	}
}

func (d *dispatcher) withdraw(at queue, j *job) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	i := slices.Index(d.queues[at], j)
	if i < 0 {
		return false
	}
	d.queues[at] = slices.Delete(d.queues[at], i, i+1)
	d.waiting--
	if len(d.queues[at]) > 0 {
		return true
	}
	// A queue that is not in turn has a job that runs. In turn it is mostly the first.
	if i := slices.Index(d.ready, at); i >= 0 {
		copy(d.ready[1:i+1], d.ready[:i])
		d.ready = d.ready[1:]
		delete(d.queues, at)
	}
	return true
}

// pass puts a queue for whose job nothing has to wait back into turn, or forgets it.
func (d *dispatcher) pass(at queue) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.queues[at]) == 0 {
		delete(d.queues, at)
		return
	}
	d.turn(at)
}

// turn puts a queue into turn, and starts a worker where one more may run. Under overload
// it is behind those whose jobs came before its own.
func (d *dispatcher) turn(at queue) {
	i := len(d.ready)
	if d.crowded() {
		for came := d.queues[at][0].came; i > 0 && d.queues[d.ready[i-1]][0].came.After(came); {
			i--
		}
	}
	d.ready = slices.Insert(d.ready, i, at)
	d.startWorker()
}

// left returns how many workers have something to do. Their jobs may submit more.
func (d *dispatcher) left() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.workers
}

// drained returns when nothing is left, or the error of ctx when that ends first.
func drained(ctx context.Context, left func() int) error {
	for left() > 0 {
		if err := backoff.Sleep(ctx, 10*time.Millisecond); err != nil {
			return err
		}
	}
	return nil
}

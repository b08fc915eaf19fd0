package bot

import (
	"context"
	"sync"
	"time"

	"holecard/bot/interact"
	"holecard/bot/story"
	"holecard/storage"
)

// How long an answer about a member holds, how many are remembered, and how long a page of a
// leaderboard waits for answers.
const (
	memberFor     = 24 * time.Hour
	membersMost   = 1 << 14
	membersWithin = time.Second
)

// members remembers who is on a server.
type members struct {
	mu   sync.Mutex
	seen map[storage.Player]time.Time
}

// left returns those on a page who have left the server. Of whom nothing is known in time is
// taken to be there, and asked about with the next page.
func (m *members) left(ctx context.Context, wire Wire, page []storage.Standing, now time.Time) (
	gone []storage.UserID) {
	m.mu.Lock()
	var unknown []storage.Player
	for _, s := range page {
		if at, known := m.seen[s.Player]; !known || now.Sub(at) >= memberFor {
			unknown = append(unknown, s.Player)
		}
	}
	m.mu.Unlock()
	if len(unknown) == 0 {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, membersWithin)
	defer cancel()
	answers := make([]bool, len(unknown))
	var group sync.WaitGroup
	for i, p := range unknown {
		group.Go(func() { answers[i] = wire.Left(ctx, p.Guild, p.User) })
	}
	group.Wait()
	late := ctx.Err() != nil
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.seen == nil || len(m.seen) > membersMost {
		m.seen = make(map[storage.Player]time.Time)
	}
	for i, p := range unknown {
		switch {
		case answers[i]:
			gone = append(gone, p.User)
		case !late:
			m.seen[p] = now
		}
	}
	return gone
}

// readBoard reads a page of a leaderboard, without those who have left the server.
func (b *Bot) readBoard(ctx context.Context, v interact.By, of story.Ranking,
	page int) (story.Board, error) {
	board, err := b.stories.Board(ctx, v, of, page)
	if err != nil {
		return board, err
	}
	gone := b.members.left(ctx, b.wire, board.Standings, b.desk.Now())
	if len(gone) == 0 {
		return board, nil
	}
	if err := b.stories.MarkAway(ctx, v.Player.Guild, gone); err != nil {
		return board, err
	}
	return b.stories.Board(ctx, v, of, page)
}

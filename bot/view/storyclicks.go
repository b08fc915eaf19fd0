package view

import (
	"holecard/bot/session"
	"holecard/storage"
)

// The clicks that look back on rounds which are over.

// Past is a page of somebody's history.
type Past struct {
	Of    storage.UserID
	Page  int    // as it is called; 0 for the newest rounds
	Table string // whose rounds alone it lists, empty for all
	At    session.HistoryPlace
}

// TurnHistory shows a page of a history.
type TurnHistory struct{ Past }

// OpenRound opens the round that was chosen from a page of a history. It comes as the value
// of the select, which is the custom ID of a [StepTo].
type OpenRound struct{}

// StepTo shows a round at one of its moments: 0 is what the deal has left to decide.
type StepTo struct {
	Round  storage.RoundID
	Moment int
	Button uint8 // of those of its message, whose custom IDs differ
	Past
}

// ReviewPast shows the review of a round in the message of a history.
type ReviewPast struct {
	Round storage.RoundID
	Past
}

// Review shows whoever had a seat in a round what their decisions have cost.
type Review struct{ Hand storage.RoundID }

func (TurnHistory) Name() string { return "history" }
func (OpenRound) Name() string   { return "history" }
func (StepTo) Name() string      { return "step" }
func (ReviewPast) Name() string  { return "review" }
func (Review) Name() string      { return "review" }

func (TurnHistory) about() any { return "history" }
func (OpenRound) about() any   { return "history" }
func (StepTo) about() any      { return "history" }
func (ReviewPast) about() any  { return "history" }
func (c Review) about() any    { return c.Hand }

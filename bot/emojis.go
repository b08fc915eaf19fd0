package bot

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"

	"holecard/bot/discord"
	"holecard/bot/draw"
	"holecard/bot/interact"
	"holecard/bot/view"
	"holecard/storage"
)

// emojis are those that cards are shown with. Their ids are kept in the store, so
// that hands show cards from the first moment after a restart.
type emojis struct {
	desk  *interact.Desk
	log   *slog.Logger
	drawn func() []draw.Emoji               // once, where anybody asks
	texts atomic.Pointer[map[string]string] // how they are written
}

func newEmojis(desk *interact.Desk, log *slog.Logger) *emojis {
	return &emojis{desk: desk, log: log,
		drawn: sync.OnceValue(draw.Emojis)}
}

// EmojiSet returns the pictures that are to be emojis.
func EmojiSet() discord.EmojiSet { return setOf(draw.Emojis()) }

func setOf(drawn []draw.Emoji) discord.EmojiSet {
	set := discord.EmojiSet{Prefix: "card_"}
	for _, e := range drawn {
		set.Files = append(set.Files, discord.EmojiFile{Name: e.Name, PNG: e.PNG})
	}
	return set
}

// Emojis returns the emojis that the bot is to upload.
func (b *Bot) Emojis() discord.EmojiSet {
	set := setOf(b.emojis.drawn())
	set.IDs = b.emojis
	return set
}

// Known implements [discord.EmojiIDs].
func (e *emojis) Known(ctx context.Context, application string) map[string]string {
	kept, err := e.desk.Emojis(ctx)
	if err != nil {
		e.log.Warn("the ids of the emojis cannot be read", "error", err)
	}
	if kept.Application != application {
		return nil
	}
	e.show(kept.IDs)
	return kept.IDs
}

// Learn implements [discord.EmojiIDs].
func (e *emojis) Learn(ctx context.Context, application string, ids map[string]string) {
	e.show(ids)
	err := e.desk.KeepEmojis(ctx, storage.Emojis{Application: application, IDs: ids})
	if err != nil && ctx.Err() == nil { // a bot that stops uploads them at its next start
		e.log.Warn("the ids of the emojis are not kept", "error", err)
	}
}

func (e *emojis) show(ids map[string]string) {
	texts := view.EmojiTexts(e.drawn(), ids)
	e.texts.Store(&texts)
}

// written returns how the emojis are written, by their keys.
func (e *emojis) written() map[string]string {
	if texts := e.texts.Load(); texts != nil {
		return *texts
	}
	return nil
}

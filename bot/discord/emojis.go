package discord

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"strings"

	"github.com/bwmarrin/discordgo"

	"holecard/bot/discord/gateway"
)

// EmojiFile is a picture that is to be one of the application's emojis. Its name
// follows from its content: a picture of another look has another name.
type EmojiFile struct {
	Name string // 2 to 32 letters, digits and underscores
	PNG  []byte // at most 256 KiB
}

// EmojiSet is the emojis that the bot needs.
type EmojiSet struct {
	Prefix string // of the names of all that were ever ours: others are the owner's
	Files  []EmojiFile
	IDs    EmojiIDs // where their ids are kept; nil uploads nothing while the bot runs
}

// EmojiIDs keeps the ids of an application's emojis, by their names.
type EmojiIDs interface {
	// Known returns those that were there when it was last told.
	Known(ctx context.Context, application string) map[string]string
	// Learn is told those that are there, once or more.
	Learn(ctx context.Context, application string, ids map[string]string)
}

// SyncEmojis uploads the emojis that the bot's application lacks, deletes those
// of earlier versions, and returns the application and the ids by name. It waits
// where Discord asks it to. With an error it returns those that are there.
func SyncEmojis(ctx context.Context, o Options) (application string, ids map[string]string,
	err error) {
	err = visit(ctx, o, func(c *Connection) (err error) {
		application = c.application
		ids, err = c.syncEmojis(ctx)
		return err
	})
	return application, ids, err
}

// syncEmojis uploads the emojis that the application lacks, deletes those of earlier
// versions, and returns the ids by name. With an error it returns those that are there.
// Old emojis go last, and all is well if they stay.
func (c *Connection) syncEmojis(ctx context.Context) (map[string]string, error) {
	there, err := c.listEmojis(ctx)
	if err != nil {
		return nil, err
	}
	ids := make(map[string]string, len(c.options.Emojis.Files))
	for _, f := range c.options.Emojis.Files {
		if id, ok := there[f.Name]; ok {
			ids[f.Name] = id
			continue
		}
		if ids[f.Name], err = c.uploadEmoji(ctx, f); err != nil {
			delete(ids, f.Name)
			return ids, err
		}
	}
	for name, id := range there {
		if ids[name] != "" || !strings.HasPrefix(name, c.options.Emojis.Prefix) {
			continue
		}
		if err := c.ask(ctx, http.MethodDelete, c.path("emojis")+"/"+id, gateway.Content{}, nil); err != nil {
			c.log.Warn("an emoji of an earlier version is not deleted", "name", name, "error", err)
		}
	}
	return ids, nil
}

// listEmojis returns the ids of the application's emojis by name.
func (c *Connection) listEmojis(ctx context.Context) (map[string]string, error) {
	var list struct {
		Items []discordgo.Emoji `json:"items"`
	}
	if err := c.get(ctx, c.path("emojis"), &list); err != nil {
		return nil, err
	}
	there := make(map[string]string, len(list.Items))
	for _, item := range list.Items {
		if item.ID != "" {
			there[item.Name] = item.ID
		}
	}
	return there, nil
}

// uploadEmoji makes an emoji and returns its id.
func (c *Connection) uploadEmoji(ctx context.Context, f EmojiFile) (string, error) {
	body := withFiles(map[string]string{
		"name":  f.Name,
		"image": "data:image/png;base64," + base64.StdEncoding.EncodeToString(f.PNG),
	})
	var made discordgo.Emoji
	err := c.ask(ctx, http.MethodPost, c.path("emojis"), body, &made)
	if err == nil && made.ID == "" {
		err = errors.New("the answer has no id")
	}
	if err != nil {
		return "", fmt.Errorf("upload the emoji %s: %w", f.Name, err)
	}
	c.log.Debug("uploaded an emoji", "name", f.Name)
	return made.ID, nil
}

// keepEmojis syncs until it is done, ctx ends, or Discord refuses for good, and tells
// of the emojis that are there each time they are others. Hands are shown in those
// that were there before, or in text, meanwhile.
func (c *Connection) keepEmojis(ctx context.Context) error {
	told := c.options.Emojis.IDs.Known(ctx, c.application)
	upload := func(ctx context.Context) error {
		ids, err := c.syncEmojis(ctx)
		no := gateway.RefusalIn(err)
		final := no.Status != 0 && !no.Passing()
		if final {
			c.log.Warn("the server takes no emojis of ours; cards are shown in text", "error", err)
			err = nil
		}
		if (err == nil || len(ids) > 0) && !maps.Equal(ids, told) {
			told = ids
			c.options.Emojis.IDs.Learn(ctx, c.application, ids)
		}
		return err
	}
	return c.persist(ctx, "not all emojis are uploaded", upload(ctx), upload)
}

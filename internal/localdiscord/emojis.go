package localdiscord

import (
	"bytes"
	"encoding/base64"
	"image/png"
	"net/http"
	"regexp"
	"slices"
	"strings"
)

// This file keeps the application's emojis.

// AppEmoji is one of the application's emojis.
type AppEmoji struct {
	ID            ID     `json:"id"`
	Name          string `json:"name"`
	Roles         []ID   `json:"roles"`
	User          User   `json:"user"`
	RequireColons bool   `json:"require_colons"`
	Managed       bool   `json:"managed"`
	Animated      bool   `json:"animated"`
	Available     bool   `json:"available"`

	picture []byte
}

const (
	maxEmojis     = 2000
	maxEmojiBytes = 256 << 10
)

// emojiName is what an emoji can be called.
var emojiName = regexp.MustCompile(`^\w{2,32}$`)

// ownEmojis returns the emojis of the application in the path.
func (s *Server) ownEmojis(c *call) ([]AppEmoji, *apiError) {
	if c.id("app") != s.world.app.ID {
		return nil, errUnknownApplication
	}
	return s.emojis, nil
}

func (s *Server) listEmojis(_ *call, list []AppEmoji) (any, *apiError) {
	return map[string]any{"items": append([]AppEmoji{}, list...)}, nil
}

func (s *Server) createEmoji(c *call, list []AppEmoji) (any, *apiError) {
	e := AppEmoji{Roles: []ID{}, User: s.world.bot(), RequireColons: true, Available: true}
	var given struct {
		Name  string `json:"name" form:"need,2..32"`
		Image string `json:"image" form:"need"`
	}
	var f form
	f.read("", c.body, &given)
	e.Name = given.Name
	switch {
	case !emojiName.MatchString(e.Name):
		f.fail("name", "STRING_TYPE_REGEX", "String value did not match validation regex.")
	case slices.ContainsFunc(list, func(old AppEmoji) bool { return old.Name == e.Name }):
		f.fail("name", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "An emoji with this name exists.")
	}
	encoded, isPNG := strings.CutPrefix(given.Image, "data:image/png;base64,")
	data, err := base64.StdEncoding.DecodeString(encoded)
	if err == nil {
		_, err = png.DecodeConfig(bytes.NewReader(data))
	}
	switch {
	case !isPNG || err != nil:
		f.fail("image", "IMAGE_INVALID", "Invalid image data")
	case len(data) > maxEmojiBytes:
		f.fail("image", "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
	}
	e.picture = data
	if err := f.err(); err != nil {
		return nil, err
	}
	if len(list) >= maxEmojis {
		return nil, errTooManyEmojis
	}
	e.ID = s.nextID()
	s.emojis = append(slices.Clone(list), e)
	return created{e}, nil
}

func (s *Server) deleteEmoji(c *call, list []AppEmoji) (any, *apiError) {
	i := slices.IndexFunc(list, func(e AppEmoji) bool { return e.ID == c.id("emoji") })
	if i < 0 {
		return nil, errUnknownEmoji
	}
	s.emojis = slices.Delete(slices.Clone(list), i, i+1)
	return nil, nil
}

// Emojis returns the application's emojis.
func (s *Server) Emojis() []AppEmoji {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.emojis
}

// emoji serves the picture of an emoji, as Discord's content network does.
func (s *Server) emoji(w http.ResponseWriter, r *http.Request) {
	id, _ := ParseID(strings.TrimSuffix(r.PathValue("file"), ".png"))
	for _, e := range s.Emojis() {
		if e.ID == id {
			serveFile(w, "image/png", e.picture)
			return
		}
	}
	http.NotFound(w, r)
}

package localdiscord

import (
	"bytes"
	"cmp"
	"image"
	_ "image/gif"  // Sizes of attached pictures.
	_ "image/jpeg" // Sizes of attached pictures.
	_ "image/png"  // Sizes of attached pictures.
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"
)

// store remembers the last messages of every channel and their files.
type store struct {
	keep     int
	messages map[ID]*Message
	order    map[ID][]ID // by channel, oldest first; may name forgotten ones
}

// upload is a file of a request: files[number].
type upload struct {
	number ID
	name   string
	kind   string
	data   []byte
}

// file is a file of a message.
type file struct {
	Attachment
	data []byte
}

// put keeps m, new or changed, and forgets the oldest of a full channel.
func (st *store) put(m *Message) {
	if st.messages[m.ID] == nil {
		order := append(st.order[m.ChannelID], m.ID)
		for len(order) > st.keep {
			delete(st.messages, order[0])
			order = order[1:]
		}
		st.order[m.ChannelID] = order
	}
	st.messages[m.ID] = m
}

// file returns the file called id of a message in a channel, nil when there is none any more.
func (st *store) file(channel, id ID) *file {
	for _, message := range st.order[channel] {
		if m := st.messages[message]; m != nil {
			for i := range m.files {
				if m.files[i].ID == id {
					return &m.files[i]
				}
			}
		}
	}
	return nil
}

// change returns m with form and the files of c applied, which leaves something to
// show; m stays as it is.
func (s *Server) change(m *Message, form messageForm, c *call) (*Message, *apiError) {
	n := *m
	if form.Content != nil {
		n.Content = *form.Content
	}
	if form.Embeds != nil {
		n.Embeds = *form.Embeds
	}
	if form.Components != nil {
		n.Components = *form.Components
	}
	n.Flags = n.Flags&^FlagSuppressEmbeds | form.Flags&FlagSuppressEmbeds
	n.files = nil
	for _, f := range m.files {
		if a, ok := form.attachment(f.ID); ok {
			f.Description = cmp.Or(a.Description, f.Description)
			n.files = append(n.files, f)
		}
	}
	for _, u := range c.uploads {
		n.files = append(n.files, s.newFile(&n, u, form, c.base))
	}
	n.Attachments = []Attachment{}
	n.Embeds = slices.Clone(n.Embeds)
	shown := map[ID]bool{}
	for i := range n.Embeds {
		n.Embeds[i] = resolved(*n.Embeds[i], n.files, shown)
	}
	for _, f := range n.files {
		if !shown[f.ID] {
			n.Attachments = append(n.Attachments, f.Attachment)
		}
	}
	if n.Content == "" && len(n.Embeds) == 0 && len(n.Components) == 0 && len(n.files) == 0 {
		return nil, errEmptyMessage
	}
	return &n, nil
}

// attachment returns what the form says of the file called id, and whether the
// message has it: all files when the form names none.
func (m messageForm) attachment(id ID) (attachmentForm, bool) {
	if m.Attachments == nil {
		return attachmentForm{}, true
	}
	i := slices.IndexFunc(*m.Attachments, func(a attachmentForm) bool { return a.ID == id })
	if i < 0 {
		return attachmentForm{}, false
	}
	return (*m.Attachments)[i], true
}

var unsafeName = regexp.MustCompile(`[^\p{L}\p{N}._-]+`)

// newFile is a file of m, served below base.
func (s *Server) newFile(m *Message, u upload, form messageForm, base string) file {
	a, _ := form.attachment(u.number)
	f := file{Attachment{
		ID: s.nextID(), Description: a.Description, ContentType: u.kind, Size: len(u.data),
		Filename:  unsafeName.ReplaceAllString(cmp.Or(a.Filename, u.name), "_"),
		Ephemeral: m.Ephemeral(),
	}, u.data}
	if picture, _, err := image.DecodeConfig(bytes.NewReader(u.data)); err == nil {
		f.Width, f.Height = picture.Width, picture.Height
	}
	f.URL = base + "/attachments/" + m.ChannelID.String() + "/" + f.ID.String() + "/" +
		url.PathEscape(f.Filename)
	f.ProxyURL = f.URL
	return f
}

// resolved is e with links in place of attachment://, and notes the files that it shows.
// A link to no file shows nothing, as on Discord.
func resolved(e discordgo.MessageEmbed, files []file, shown map[ID]bool) *discordgo.MessageEmbed {
	find := func(link string) (file, bool) {
		name, local := strings.CutPrefix(link, "attachment://")
		for _, f := range slices.Backward(files) {
			if local && f.Filename == name || !local && f.URL == link {
				shown[f.ID] = true
				return f, true
			}
		}
		return file{}, !local
	}
	picture := func(p *discordgo.MessageEmbedImage) *discordgo.MessageEmbedImage {
		if p == nil {
			return nil
		}
		f, ok := find(p.URL)
		switch {
		case !ok:
			return nil
		case f.ID == 0:
			return p
		}
		return &discordgo.MessageEmbedImage{URL: f.URL, ProxyURL: f.URL, Width: f.Width,
			Height: f.Height}
	}
	e.Image = picture(e.Image)
	e.Thumbnail = (*discordgo.MessageEmbedThumbnail)(
		picture((*discordgo.MessageEmbedImage)(e.Thumbnail)))
	icon := func(link *string) {
		// What is resolved already is shared with the message before the change.
		if f, _ := find(*link); strings.HasPrefix(*link, "attachment:") {
			*link = f.URL
		}
	}
	if e.Footer != nil {
		icon(&e.Footer.IconURL)
	}
	if e.Author != nil {
		icon(&e.Author.IconURL)
	}
	return &e
}

// attachment serves a file of a message.
func (s *Server) attachment(w http.ResponseWriter, r *http.Request) {
	channel, _ := ParseID(r.PathValue("channel"))
	id, _ := ParseID(r.PathValue("id"))
	s.mu.Lock()
	f := s.store.file(channel, id)
	s.mu.Unlock()
	if f == nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Security-Policy", "default-src 'none'; sandbox")
	serveFile(w, f.ContentType, f.data)
}

// serveFile answers with a file that never changes.
func serveFile(w http.ResponseWriter, kind string, data []byte) {
	w.Header().Set("Content-Type", kind)
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Cache-Control", "private, max-age=3600")
	w.Write(data)
}

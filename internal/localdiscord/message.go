package localdiscord

import (
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"
)

// Flags of a message.
const (
	FlagSuppressEmbeds = 1 << 2
	FlagEphemeral      = 1 << 6
	FlagLoading        = 1 << 7
	FlagSilent         = 1 << 12
)

// timeLayout is how Discord writes a time.
const timeLayout = "2006-01-02T15:04:05.000000-07:00"

func stamp(t time.Time) string { return t.UTC().Format(timeLayout) }

// User is a Discord user as messages and interactions carry it.
type User struct {
	ID            ID      `json:"id"`
	Username      string  `json:"username"`
	GlobalName    *string `json:"global_name"`
	Discriminator string  `json:"discriminator"`
	Avatar        *string `json:"avatar"`
	Bot           bool    `json:"bot"`
	PublicFlags   int     `json:"public_flags"`
}

// Message is a message as Discord shows it to the bot. A Message that the
// package has given out is never changed; an edit makes another one.
type Message struct {
	ID              ID                        `json:"id"`
	Type            int                       `json:"type"` // 0; 20 answers a command, 19 a button
	ChannelID       ID                        `json:"channel_id"`
	Author          User                      `json:"author"`
	Content         string                    `json:"content"`
	Timestamp       string                    `json:"timestamp"`
	EditedTimestamp *string                   `json:"edited_timestamp"`
	TTS             bool                      `json:"tts"`
	MentionEveryone bool                      `json:"mention_everyone"`
	Mentions        []User                    `json:"mentions"`
	MentionRoles    []ID                      `json:"mention_roles"`
	Attachments     []Attachment              `json:"attachments"`
	Embeds          []*discordgo.MessageEmbed `json:"embeds"`
	Components      []Component               `json:"components"`
	Pinned          bool                      `json:"pinned"`
	Flags           int                       `json:"flags"`
	ApplicationID   ID                        `json:"application_id,omitzero"`
	WebhookID       ID                        `json:"webhook_id,omitzero"`
	Metadata        *InteractionMetadata      `json:"interaction_metadata,omitempty"`
	Interaction     *MessageInteraction       `json:"interaction,omitempty"`

	// EphemeralFor is the only person who sees the message, or zero.
	EphemeralFor ID `json:"-"`
	// Failed says that the bot never answered: "The application did not respond".
	Failed bool `json:"-"`

	files []file
}

// Loading reports whether the bot has deferred its answer: "thinking…".
func (m Message) Loading() bool { return m.Flags&FlagLoading != 0 }

// Ephemeral reports whether only one person sees the message.
func (m Message) Ephemeral() bool { return m.Flags&FlagEphemeral != 0 }

// InteractionMetadata says what a message answers.
type InteractionMetadata struct {
	ID                           ID            `json:"id"`
	Type                         int           `json:"type"`
	User                         User          `json:"user"`
	AuthorizingIntegrationOwners map[string]ID `json:"authorizing_integration_owners"`
	InteractedMessageID          ID            `json:"interacted_message_id,omitzero"`
	OriginalResponseMessageID    ID            `json:"original_response_message_id,omitzero"`
	Name                         string        `json:"name,omitempty"`
}

// MessageInteraction is the older form of [InteractionMetadata]; commands only.
type MessageInteraction struct {
	ID   ID     `json:"id"`
	Type int    `json:"type"`
	Name string `json:"name"`
	User User   `json:"user"`
}

// Attachment is a file of a message. Width and Height are zero unless it is a picture.
type Attachment struct {
	ID          ID     `json:"id"`
	Filename    string `json:"filename"`
	Description string `json:"description,omitempty"`
	ContentType string `json:"content_type,omitempty"`
	Size        int    `json:"size"`
	URL         string `json:"url"`
	ProxyURL    string `json:"proxy_url"`
	Width       int    `json:"width,omitempty"`
	Height      int    `json:"height,omitempty"`
	Ephemeral   bool   `json:"ephemeral,omitempty"`
}

// Types of components.
const (
	rowType    = 1
	buttonType = 2
	selectType = 3
	inputType  = 4
)

// Component is a row of components, a button, a select of texts, or an input of a modal.
type Component struct {
	Type       int         `json:"type" form:"1..99"`
	ID         int         `json:"id"` // numbered from 1 within a message
	CustomID   string      `json:"custom_id,omitempty" form:"1..100"`
	Label      string      `json:"label,omitempty" form:"0..80"`
	Style      int         `json:"style,omitempty" form:"1|2|3|4|5"`
	Disabled   bool        `json:"disabled,omitempty"`
	URL        string      `json:"url,omitempty" form:"0..2048,http|https|discord"`
	Emoji      *Emoji      `json:"emoji,omitempty" form:""`
	Components []Component `json:"components,omitempty" form:"1..5"`

	Placeholder string         `json:"placeholder,omitempty" form:"0..150"`
	MinValues   *int           `json:"min_values,omitempty" form:"0..25"` // of a select: 1
	MaxValues   *int           `json:"max_values,omitempty" form:"1..25"` // 1
	Options     []SelectOption `json:"options,omitempty" form:"1..25"`

	Value     string `json:"value,omitempty" form:"0..4000"` // of an input
	Required  *bool  `json:"required,omitempty"`             // true
	MinLength int    `json:"min_length,omitempty" form:"0..4000"`
	MaxLength int    `json:"max_length,omitempty" form:"1..4000"`
}

// SelectOption is a value of a select.
type SelectOption struct {
	Label       string `json:"label" form:"need,1..100"`
	Value       string `json:"value" form:"need,1..100"`
	Description string `json:"description,omitempty" form:"0..100"`
	Emoji       *Emoji `json:"emoji,omitempty" form:""`
	Default     bool   `json:"default,omitempty"`
}

// Modal asks a person for text.
type Modal struct {
	CustomID   string      `json:"custom_id" form:"need,1..100"`
	Title      string      `json:"title" form:"need,1..45"`
	Components []Component `json:"components" form:"need,1..5"`
}

// Emoji is an emoji on a component.
type Emoji struct {
	ID       string `json:"id,omitempty" form:"0..20"`
	Name     string `json:"name,omitempty" form:"0..32"`
	Animated bool   `json:"animated,omitempty"`
}

// Buttons returns the buttons of the message in order.
func (m Message) Buttons() (all []Component) {
	for _, row := range m.Components {
		all = append(all, row.Components...)
	}
	return all
}

// Find returns the button or select whose custom id is name; failing that, whose
// label is, or begins with it as a word.
func (m Message) Find(name string) (Component, bool) {
	all := m.Buttons()
	for _, named := range []func(Component) bool{
		func(c Component) bool { return c.CustomID == name },
		func(c Component) bool { return c.Label == name },
		func(c Component) bool { return name != "" && c.Placeholder == name },
		func(c Component) bool { return strings.HasPrefix(c.Label, name+" ") },
	} {
		if i := slices.IndexFunc(all, named); i >= 0 {
			return all[i], true
		}
	}
	return Component{}, false
}

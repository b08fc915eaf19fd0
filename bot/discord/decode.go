package discord

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"holecard/internal/typed"
	"holecard/storage"
)

// interactionKind is Discord's number for what kind of interaction it is.
type interactionKind int

// The kinds. Source: Discord's "Interaction Type".
const (
	pingKind       interactionKind = 1
	commandKind    interactionKind = 2
	componentKind  interactionKind = 3
	completionKind interactionKind = 4
	modalKind      interactionKind = 5
)

// interaction is what someone did, with what it takes to answer.
type interaction struct {
	caller      Caller
	kind        interactionKind
	application string // whose interaction it is; empty when the server does not say
	token       string // a secret: whoever has it can answer
	name        string // of the command
	options     []Option
	customID    string            // of the button, select or modal
	values      []string          // chosen in the select
	inputs      map[string]string // entered in the modal, by the inputs' ids
	beside      []string          // the custom IDs of all buttons of that message
	message     uint64            // its id
}

// errNobody is an interaction that cannot be anyone's, or cannot be answered.
var errNobody = errors.New("interaction without a usable id, token, guild or user")

// wireInteraction is an interaction as servers send it. It is decoded here and
// not by discordgo, which gives up a whole interaction for one odd field: a
// number for a string, a component it does not know in the pressed message.
type wireInteraction struct {
	ID          scalar     `json:"id"`
	Application scalar     `json:"application_id"`
	Type        scalar     `json:"type"`
	Token       scalar     `json:"token"`
	ChannelID   scalar     `json:"channel_id"`
	Channel     wireThing  `json:"channel"`
	AppMay      scalar     `json:"app_permissions"`
	GuildID     scalar     `json:"guild_id"`
	Guild       wireThing  `json:"guild"`
	Locale      scalar     `json:"locale"`
	GuildLocale scalar     `json:"guild_locale"`
	Member      wireMember `json:"member"` // in guilds
	User        wireUser   `json:"user"`   // in direct messages
	Data        struct {
		Name     scalar       `json:"name"`
		CustomID scalar       `json:"custom_id"`
		Options  []wireOption `json:"options"`
		Resolved wireResolved `json:"resolved"`
		Values   []scalar     `json:"values"`
		Inputs   any          `json:"components"`
	} `json:"data"`
	Message struct {
		ID         scalar `json:"id"`
		Components any    `json:"components"`
	} `json:"message"` // whose button was pressed
}

// wireResolved is what an interaction tells of the people that its options
// name, by id. A user of whom it tells, but not as a member, is none.
type wireResolved struct {
	Users   map[string]wireUser   `json:"users"`
	Members map[string]wireMember `json:"members"`
}

type wireThing struct {
	ID   scalar `json:"id"`
	Type scalar `json:"type"` // of a channel
}

type wireMember struct {
	Nick        scalar   `json:"nick"`
	Avatar      scalar   `json:"avatar"` // in the guild
	Permissions scalar   `json:"permissions"`
	User        wireUser `json:"user"`
}

type wireUser struct {
	ID         scalar `json:"id"`
	Username   scalar `json:"username"`
	GlobalName scalar `json:"global_name"`
	Avatar     scalar `json:"avatar"`
	Bot        scalar `json:"bot"`
}

type wireOption struct {
	Name    scalar `json:"name"`
	Value   scalar `json:"value"`
	Focused scalar `json:"focused"`

	Type    scalar       `json:"type"`
	Options []wireOption `json:"options"` // of a subcommand
}

// threads are Discord's numbers for channels that are threads. Source: Discord's
// "Channel Types".
var threads = []scalar{"10", "11", "12"}

// nesting are Discord's numbers for options that are a subcommand or a group of them.
var nesting = []scalar{"1", "2"}

// scalar is the text of a JSON string, number or boolean, whichever it is, and
// empty for anything else.
type scalar string

// UnmarshalJSON implements [json.Unmarshaler]. It never fails.
func (s *scalar) UnmarshalJSON(raw []byte) error {
	switch raw[0] {
	case '"':
		var text string
		if err := json.Unmarshal(raw, &text); err == nil {
			*s = scalar(text)
		}
	case '{', '[', 'n':
	default:
		*s = scalar(decimal(string(raw)))
	}
	return nil
}

// decimal writes a whole number such as 1e3 or 5.0 in plain digits, and leaves
// every other text as it is.
func decimal(number string) string {
	if !strings.ContainsAny(number, ".eE") {
		return number
	}
	value, err := strconv.ParseFloat(number, 64)
	if err != nil || value != math.Trunc(value) || math.Abs(value) > 1e20 {
		return number
	}
	return strconv.FormatFloat(value, 'f', -1, 64)
}

// number returns a whole number, 0 where there is none.
func (s scalar) number() uint64 {
	n, err := strconv.ParseUint(string(s), 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// id returns a snowflake, 0 for none.
func (s scalar) id() (uint64, error) {
	if s == "" {
		return 0, nil
	}
	return strconv.ParseUint(string(s), 10, 64)
}

// parseInteraction reads an interaction that was received at a time. Whatever
// may be absent or odd without harm is; otherwise the error is errNobody, or
// that of the JSON.
func parseInteraction(raw []byte, received time.Time) (*interaction, error) {
	var w wireInteraction
	var odd *json.UnmarshalTypeError // the other fields have been decoded all the same
	if err := json.Unmarshal(raw, &w); err != nil && !errors.As(err, &odd) {
		return nil, fmt.Errorf("interaction: %w", err)
	}
	user := w.Member.User
	if user.ID == "" {
		user = w.User
	}
	if w.GuildID == "" {
		w.GuildID = w.Guild.ID
	}
	id, err1 := w.ID.id()
	guild, err2 := w.GuildID.id()
	person, err3 := user.ID.id()
	kind := interactionKind(w.Type.number())
	if errors.Join(err1, err2, err3) != nil || id == 0 || w.Token == "" ||
		person == 0 && kind != pingKind {
		return nil, errNobody
	}
	player := storage.Player{Guild: storage.GuildID(guild), User: storage.UserID(person)}
	if player.Guild.Direct() { // no server's id: those are direct messages
		return nil, errNobody
	}
	if guild == 0 {
		player.Guild = storage.DirectMessages(player.User)
	}
	if w.ChannelID == "" {
		w.ChannelID = w.Channel.ID
	}
	name, options := w.Data.Name, w.Data.Options
	for len(options) > 0 && slices.Contains(nesting, options[0].Type) {
		name, options = name+" "+options[0].Name, options[0].Options
	}
	return &interaction{
		caller: Caller{
			Interaction:    storage.InteractionID(id),
			Player:         player,
			DisplayName:    shownName(w.Member, user),
			Avatar:         avatar(w.GuildID, w.Member, user),
			Locale:         string(w.Locale),
			GuildLocale:    string(w.GuildLocale),
			Permissions:    int64(w.Member.Permissions.number()),
			Channel:        w.ChannelID.number(),
			Thread:         slices.Contains(threads, w.Channel.Type),
			AppPermissions: int64(w.AppMay.number()),
			Outsider:       guild != 0 && w.Member.User.ID == "",
			Received:       received,
		},
		kind:        kind,
		application: string(w.Application),
		token:       string(w.Token),
		name:        string(name),
		options:     givenOptions(options, w.Data.Resolved),
		customID:    string(w.Data.CustomID),
		values:      texts(w.Data.Values),
		inputs:      inputs(w.Data.Inputs),
		beside:      customIDs(w.Message.Components),
		message:     w.Message.ID.number(),
	}, nil
}

// texts returns the texts of scalars.
func texts(all []scalar) []string {
	var list []string
	for _, s := range all {
		list = append(list, string(s))
	}
	return list
}

// inputs returns what was entered in a modal, by the inputs' ids, however deep
// they are in its rows.
func inputs(components any) map[string]string {
	var entered map[string]string
	var walk func(any)
	walk = func(c any) {
		switch c := c.(type) {
		case []any:
			for _, inner := range c {
				walk(inner)
			}
		case map[string]any:
			id, isInput := c["custom_id"].(string)
			if value, ok := c["value"].(string); ok && isInput {
				if entered == nil {
					entered = make(map[string]string)
				}
				entered[id] = typed.Text(value)
			}
			walk(c["components"])
			walk(c["component"])
		}
	}
	walk(components)
	return entered
}

// avatars is where Discord serves pictures of people.
const avatars = "https://cdn.discordapp.com/"

// avatar returns the URL of the picture that Discord shows of someone in the
// guild, or nothing. Source: Discord's "Image Formatting".
func avatar(guild scalar, m wireMember, u wireUser) string {
	id, ok := u.ID, func(hash scalar) bool { return avatarHash.MatchString(string(hash)) }
	if _, err := id.id(); err != nil {
		return ""
	}
	switch {
	case ok(m.Avatar) && guild != "":
		return fmt.Sprintf("%sguilds/%s/users/%s/avatars/%s.png?size=64", avatars, guild, id,
			m.Avatar)
	case ok(u.Avatar):
		return fmt.Sprintf("%savatars/%s/%s.png?size=64", avatars, id, u.Avatar)
	}
	return ""
}

// avatarHash is what a picture is named by; those that move begin with a_.
var avatarHash = regexp.MustCompile(`^(a_)?[0-9a-f]{1,64}$`)

// customIDs returns the custom IDs of a message's components, of whatever kind
// and however deep.
func customIDs(components any) (ids []string) {
	switch c := components.(type) {
	case []any:
		for _, inner := range c {
			ids = append(ids, customIDs(inner)...)
		}
	case map[string]any:
		if id, ok := c["custom_id"].(string); ok {
			ids = append(ids, id)
		}
		ids = append(ids, customIDs(c["components"])...)
	}
	return ids
}

// shownName returns the name that Discord shows for someone in the guild.
func shownName(m wireMember, u wireUser) string {
	for _, name := range []scalar{m.Nick, u.GlobalName, u.Username} {
		if name != "" {
			return string(name)
		}
	}
	return ""
}

func givenOptions(given []wireOption, told wireResolved) []Option {
	var options []Option
	for _, o := range given {
		if o.Name != "" {
			options = append(options, Option{
				Name: string(o.Name), Value: typed.Text(string(o.Value)), Focused: o.Focused == "true",
				Who: told.someone(string(o.Value)),
			})
		}
	}
	return options
}

// someone returns who has the id.
func (told wireResolved) someone(id string) Someone {
	user, known := told.Users[id]
	if !known {
		return Someone{}
	}
	member, belongs := told.Members[id]
	return Someone{
		Name:     shownName(member, user),
		Bot:      user.Bot == "true",
		Outsider: !belongs && told.Members != nil,
	}
}

// command returns the interaction as a command.
func (in *interaction) command() Command {
	return Command{Caller: in.caller, Name: in.name, Options: in.options}
}

// click returns the interaction as a press of a button.
func (in *interaction) click() Click {
	return Click{Caller: in.caller, Values: in.values, Inputs: in.inputs, Message: in.message}
}

package bot_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"holecard/blackjack"
	"holecard/bot"
	"holecard/bot/view"
	"holecard/internal/localdiscord"
)

// A situation is how somebody who does not belong comes to a button or a command.
const (
	anotherPlayer = iota
	anotherGuild
	directMessage
	anotherMessage // the button pressed from a message that is of something else
	olderVersion   // the button as it was before; a command delivered too late
	noPermission   // the right person, without any permission
	situations
)

var situationNames = [situations]string{"another player", "another guild", "a direct message",
	"another message", "an older version", "no permission"}

// A cell says what happens. Unless it plays, nothing that is kept changes.
type cell struct {
	refused string // privately, with these words
	told    string // the message is redrawn, and these words follow privately
	shows   string // the message is redrawn with these words
	plays   bool   // it is the right of whoever presses: things change
	nothing bool   // nobody is answered
	asks    bool   // a modal is shown
}

func refused(words string) cell { return cell{refused: words} }

var (
	anyones    = cell{} // it only shows
	theirRight = cell{plays: true}
)

// act is one thing that somebody does, in each situation.
type act struct {
	kind  string // of click; or the command
	does  string
	cells [situations]cell
	press func(*matrix) (m localdiscord.Message, button, older string)
	given []localdiscord.Given // of a command

	values  []string // chosen in a select
	entered string   // in the modal's only input
}

// matrix is a stage with something to press: Ada has a hand open, one that is
// over, and two questions to answer.
type matrix struct {
	*stage
	ada, grace                     player
	hand, over, board, gift, grant localdiscord.Message
	short                          localdiscord.Message // a bet that was too high
	tastes                         localdiscord.Message
	help, panel                    localdiscord.Message
	bets, round                    localdiscord.Message // Ada's tables, see seatsAda
	drill                          localdiscord.Message
}

func newMatrix(s *stage) *matrix {
	m := &matrix{stage: s, ada: s.person("Ada"), grace: s.person("Grace")}
	m.grace.opens()
	s.stack("AS 6C KD TH")
	m.over = m.ada.types("blackjack", bet(10))
	m.short = m.ada.types("blackjack", bet(116))
	m.board = m.ada.types("leaderboard")
	m.tastes = m.ada.types("preferences")
	m.gift = m.ada.types("give", to(m.grace), amount(1))
	m.grant = m.ada.types("chips", setting("grant", to(m.grace), amount(1)))
	m.help = m.ada.types("help")
	m.panel = m.ada.panel()
	m.drill = m.ada.types("train", option("kind", "count"))
	s.stack("2S TC 3D 9H 2C 2D TH TD")
	m.hand = m.ada.presses(m.ada.types("blackjack", bet(10)), "Hit")
	m.seatsAda()
	return m
}

// The rows of buttons. The words are those of words.go.
const (
	theirs   = "'s hand. Start yours with `/blackjack`."
	unknown  = "There's no such hand here."
	strange  = "That button no longer works."
	notAsked = "Someone else has to answer that."
	notHere  = "That wasn't asked here."
	banker   = "You need Manage Server for this."
)

// ofHand is who may press a button of a hand: its player, from its guild. Another
// guild has no such hand.
func ofHand(older, without cell) [situations]cell {
	return [situations]cell{refused(theirs), refused(unknown), refused(unknown), refused(strange),
		older, without}
}

// ofQuestion is who may answer a question: who was asked. It has no version, and
// another guild does not know it.
func ofQuestion(other, direct string, without cell) [situations]cell {
	return [situations]cell{refused(other), refused(notHere), refused(direct), refused(strange),
		theirRight, without}
}

func clicks() []act {
	list := []act{}
	moved := cell{told: "That button was out of date. Nothing was played"}
	for a := blackjack.Hit; a <= blackjack.EvenMoney; a++ {
		without := theirRight
		if a != blackjack.Hit && a != blackjack.Stand {
			without = refused("You can't ") // with three cards
		}
		list = append(list, act{kind: "Press", does: a.String(), cells: ofHand(moved, without),
			press: func(m *matrix) (localdiscord.Message, string, string) {
				hit, _ := m.hand.Find("Hit")
				now := strings.TrimSuffix(hit.CustomID, "hit") + a.String()
				return m.hand, now, strings.Replace(now, ":2:", ":1:", 1)
			}})
	}
	for code, label := range []string{"Play again", "Double bet", "Half bet"} {
		code := strconv.Itoa(code) // the last two are of earlier versions
		list = append(list, act{kind: "Again", does: label,
			cells: ofHand(cell{told: "That hand is over."}, anyones),
			press: func(m *matrix) (localdiscord.Message, string, string) {
				b, _ := m.over.Find("Play again")
				id := strings.TrimSuffix(b.CustomID, "0") + code
				return m.over, id, strings.Replace(id, ":1:", ":0:", 1)
			}})
	}
	find := func(message func(*matrix) localdiscord.Message,
		label string) func(*matrix) (localdiscord.Message, string, string) {
		return func(m *matrix) (localdiscord.Message, string, string) {
			b, ok := message(m).Find(label)
			if !ok {
				m.t.Fatalf("there is no %q below\n%s", label, look(message(m)))
			}
			return message(m), b.CustomID, b.CustomID
		}
	}
	board := [situations]cell{anyones, anyones, refused("Use this in a server."),
		refused(strange), anyones, anyones}
	hand := func(m *matrix) localdiscord.Message { return m.hand }
	over := func(m *matrix) localdiscord.Message { return m.over }
	leaders := func(m *matrix) localdiscord.Message { return m.board }
	help := func(m *matrix) localdiscord.Message { return m.help }
	ofAdmins := [situations]cell{refused(banker), anyones, refused("Use this in a server."),
		refused(strange), anyones, refused(banker)}
	gift := func(m *matrix) localdiscord.Message { return m.gift }
	grant := func(m *matrix) localdiscord.Message { return m.grant }
	earlier := refused("That button is from an older version of the bot.")
	old := [situations]cell{earlier, earlier, earlier, refused(strange), earlier, earlier}
	after := func(kind, code, rest string, without cell) act {
		return act{kind: kind, does: "after a hand",
			cells: ofHand(cell{told: "That hand is over."}, without),
			press: func(m *matrix) (localdiscord.Message, string, string) {
				b, _ := m.over.Find("Play again")
				id := code + strings.TrimSuffix(strings.TrimPrefix(b.CustomID, "a"), ":0") + rest
				return m.over, id, strings.Replace(id, ":1", ":0", 1)
			}}
	}
	below := func(kind, code string, right cell) act {
		return act{kind: kind, does: "below a hand", cells: ofHand(right, right),
			press: func(m *matrix) (localdiscord.Message, string, string) {
				b, _ := m.over.Find("Proof")
				id := code + strings.TrimPrefix(b.CustomID, "f")
				return m.over, id, id
			}}
	}
	poor := refused("You only have 100 chips.") // elsewhere
	unfinished := refused("Finish your open hand first")
	list = append(list, after("Rebet", "x", ":5", anyones), after("NewBet", "v", "", anyones),
		after("AllIn", "i", "", unfinished), after("ChangeBet", "m", "", unfinished),
		after("Cancel", "e", "", anyones),
		below("Claim", "w", theirRight), below("Refill", "r", anyones),
		act{kind: "Bet", does: "all instead", cells: [situations]cell{refused(notAsked), poor, poor,
			refused(strange), anyones, anyones},
			press: find(func(m *matrix) localdiscord.Message { return m.short }, "Bet all 115")})
	return append(append(list, slices.Concat(ofTables(), ofDrills())...),
		act{kind: "Hint", does: "Hint", cells: ofHand(anyones, anyones), press: find(hand, "Hint")},
		// that a promise was shown is noted
		act{kind: "Proof", does: "Proof", cells: ofHand(theirRight, theirRight),
			press: find(over, "Proof")},
		act{kind: "Turn", does: "Next", cells: board, press: find(leaders, "Next")},
		act{kind: "Sort", does: "Win rate", cells: board, press: find(leaders, "Win rate")},
		act{kind: "ShowHelp", does: "Running the server", cells: ofAdmins,
			press: find(help, "Running the server")},
		act{kind: "Give", does: "Give", cells: ofQuestion(notAsked, notHere, theirRight),
			press: find(gift, "Give")},
		act{kind: "Decline", does: "of a gift", cells: ofQuestion(notAsked, notHere, theirRight),
			press: find(gift, "Cancel")},
		act{kind: "Decline", does: "of a grant", cells: ofQuestion(notAsked, notHere, theirRight),
			press: find(grant, "Cancel")},
		act{kind: "Adjust", does: "Grant", cells: ofQuestion(banker,
			"Use this in a server.", refused(banker)), press: find(grant, "Grant")},
		act{kind: "Prefer", does: "Cards", values: []string{"text"},
			cells: [situations]cell{theirRight, theirRight, theirRight, refused(strange),
				theirRight, theirRight},
			press: func(m *matrix) (localdiscord.Message, string, string) {
				return m.tastes, "o:0", "o:0"
			}},
		ofPanel("Page", "sp:1:::0", anyones),
		ofPanel("Pick", "so:0", anyones, "sp:1:::0"),
		ofPanel("Admit", "st:0", theirRight, "valentine"),
		ofPanel("Set", "sv:3:::off", theirRight),
		ofPanel("Page", "sp:6:vegas::0", anyones),
		ofPanel("Set", "sv:2:vegas:pairs:25-12-6", theirRight),
		ofPanel("Ask", "sm:5::", cell{asks: true}),
		entering(ofPanel("Enter", "se:5::", theirRight), "7"),
		act{kind: "Outdated", does: "of an earlier version", cells: old,
			press: func(m *matrix) (localdiscord.Message, string, string) {
				const id = "n:1:2:3"
				asked := m.gift
				asked.Components = []localdiscord.Component{{Type: 1,
					Components: []localdiscord.Component{{Type: 2, CustomID: id}}}}
				return asked, id, id
			}},
	)
}

// ofDrills are the clicks on Ada's drill, which is nobody else's, in no other guild.
func ofDrills() []act {
	gone := refused("This drill isn't open any more.")
	of := func(kind, code string, rest string, right cell) act {
		return act{kind: kind, does: code,
			cells: [situations]cell{gone, gone, gone, refused(strange), anyones, right},
			press: func(m *matrix) (localdiscord.Message, string, string) {
				drill, _, _ := strings.Cut(m.drill.Buttons()[0].CustomID[len("dt:"):], ":")
				id := code + ":" + drill + rest
				return m.drill, id, strings.Replace(id, ":1:", ":0:", 1)
			}}
	}
	again := of("Retrain", "dn", ":hard:vegas", theirRight)
	again.cells[olderVersion] = theirRight // it has no version
	return []act{of("Tell", "dt", ":1:0", theirRight), of("Resume", "dr", "", anyones), again}
}

// ofPanel is a click on the panel, which only admins may make.
func ofPanel(kind, id string, by cell, values ...string) act {
	return act{kind: kind, does: id, values: values,
		cells: [situations]cell{refused(banker), by, refused("Use this in a server."),
			refused(strange), by, refused(banker)},
		press: func(m *matrix) (localdiscord.Message, string, string) { return m.panel, id, id }}
}

func entering(a act, text string) act {
	a.entered = text
	return a
}

func commands(m *matrix) []act {
	late := cell{nothing: true}
	// what anyone does to what is their own
	own := [situations]cell{theirRight, theirRight, theirRight, {}, late, theirRight}
	admins := func(dm, without string) [situations]cell {
		return [situations]cell{refused(without), theirRight, refused(dm), {}, late,
			refused(without)}
	}
	settings := admins("Use this in a server.",
		"You need Manage Server for this.")
	panel := settings
	panel[anotherGuild] = anyones
	chips := admins("Use this in a server.",
		"You need Manage Server for this.")
	boards, gifts := own, own
	boards[directMessage] = refused("Use this in a server.")
	gifts[directMessage] = refused("server")
	sub := func(name string, given ...localdiscord.Given) []localdiscord.Given {
		return []localdiscord.Given{setting(name, given...)}
	}
	someone := option("player", idOf(m.person("Edward").Person))
	return append(commandsOfTables(), []act{
		{kind: "blackjack", cells: own}, {kind: "balance", cells: own}, {kind: "daily", cells: own},
		{kind: "preferences", cells: own, given: []localdiscord.Given{option("cards", "text")}},
		{kind: "stats", cells: own},
		{kind: "rules", cells: own}, {kind: "fair", cells: own}, {kind: "help", cells: own},
		{kind: "about", cells: own},
		{kind: "leaderboard", cells: boards},
		{kind: "give", cells: gifts, given: []localdiscord.Given{someone, amount(1)}},
		{kind: "odds", cells: own}, {kind: "simulate", cells: own,
			given: []localdiscord.Given{option("strategy", "louis"), option("rounds", 100)}},
		{kind: "train", cells: own, given: []localdiscord.Given{option("kind", "count")}},
		{kind: "watch", cells: own, given: []localdiscord.Given{option("strategy", "louis")}},
		{kind: "settings panel", cells: panel, given: sub("panel")},
		{kind: "settings show", cells: settings, given: sub("show")},
		{kind: "settings tables", cells: settings, given: sub("tables", option("tables", "mit"))},
		{kind: "settings rules", cells: settings,
			given: sub("rules", option("key", "decks"), option("value", "8"))},
		{kind: "settings reset", cells: settings, given: sub("reset")},
		{kind: "settings give", cells: settings, given: sub("give", option("gifts", "off"))},
		{kind: "chips show", cells: chips,
			given: sub("show", option("player", idOf(m.grace.Person)))},
		{kind: "chips grant", cells: chips, given: sub("grant", someone, amount(1))},
		{kind: "chips take", cells: chips, given: sub("take", someone, amount(1))},
		{kind: "chips reset", cells: chips, given: sub("reset", someone)},
	}...)
}

// change makes an interaction one of a situation.
func (m *matrix) change(at int) func(map[string]any) {
	return func(i map[string]any) {
		switch at {
		case anotherGuild:
			i["guild_id"] = "4242"
			i["guild"] = map[string]any{"id": "4242"}
		case directMessage:
			i["user"] = within(within(i, "member"), "user")
			delete(i, "member")
			delete(i, "guild")
			delete(i, "guild_id")
		case noPermission:
			within(i, "member")["permissions"] = "0"
		}
	}
}

// presses presses a button in a situation.
func (m *matrix) presses(a act, at int) (player, *localdiscord.Interaction) {
	message, button, older := a.press(m)
	by := m.ada
	switch at {
	case anotherPlayer:
		by = m.grace
	case olderVersion:
		button = older
	case anotherMessage:
		if message = m.board; a.kind == "Turn" || a.kind == "Sort" {
			message = m.over
		}
		return by, by.pressesAt(message, button)
	}
	row := localdiscord.Component{Type: 1,
		Components: []localdiscord.Component{{Type: 2, CustomID: button}}}
	message.Components = append(slices.Clone(message.Components), row)
	change := m.change(at)
	return by, m.discord.Inject(localdiscord.Alter(by.ClickPayload(message, button),
		func(i map[string]any) {
			if change(i); a.values != nil {
				within(i, "data")["component_type"], within(i, "data")["values"] = 3, a.values
			}
			if a.entered != "" {
				i["type"] = 5
				within(i, "data")["components"] = []any{map[string]any{"type": 1,
					"components": []any{map[string]any{"type": 4, "custom_id": view.InputAmount,
						"value": a.entered}}}}
			}
		}))
}

// gives gives a command in a situation.
func (m *matrix) gives(a act, at int) (player, *localdiscord.Interaction) {
	by := m.ada
	if at == anotherPlayer || at == noPermission {
		by = m.grace // who manages nothing
	}
	change := m.change(at)
	name, _, _ := strings.Cut(a.kind, " ")
	return by, by.sends(func(i map[string]any) {
		if change(i); at == olderVersion {
			old := localdiscord.ID(
				uint64(time.Now().Add(-16*time.Minute).UnixMilli()-1_420_070_400_000) << 22)
			i["id"] = fmt.Sprint(uint64(old))
		}
	}, name, a.given...)
}

// look checks a cell.
func (m *matrix) check(
	where string, c cell, by player, do func() *localdiscord.Interaction, before map[string]string,
) {
	m.t.Helper()
	i := do()
	switch {
	case c.nothing:
		time.Sleep(10 * time.Second)
		if answer, ok := i.Latest(); ok && !answer.Failed {
			m.t.Errorf("%s: it is answered\n%s", where, look(answer))
		}
	case c.asks:
		if answer, err := i.Wait(m.t.Context()); err != nil || answer.Message != nil {
			m.t.Errorf("%s: it is answered by no modal: %v, %s", where, err, answer.Body)
		}
	default:
		answer := m.answer(i)
		synctest.Wait()
		switch {
		case c.refused != "" && (!answer.Ephemeral() || answer.EphemeralFor != by.ID ||
			!strings.Contains(answer.Content, c.refused)):
			m.t.Errorf("%s: it is answered\n%s\nto %v, want %q in private",
				where, look(answer), answer.EphemeralFor, c.refused)
		case c.shows != "" && (answer.Ephemeral() || !says(answer, c.shows)):
			m.t.Errorf("%s: it is answered\n%s\nwant %q for all", where, look(answer), c.shows)
		case c.told != "" && !strings.Contains(m.told(i), c.told):
			m.t.Errorf("%s: %q is told, want %q", where, m.told(i), c.told)
		}
	}
	time.Sleep(time.Minute) // studies show their steps; lines are empty again
	synctest.Wait()
	if now := m.digest(); !c.plays && !reflect.DeepEqual(now, before) {
		m.t.Errorf("%s: what is kept was\n%v\nand is\n%v", where, before, now)
	}
}

func TestNobodyIsInWhoDoesNotBelong(t *testing.T) {
	for _, a := range clicks() {
		t.Run(a.kind+" "+a.does, func(t *testing.T) {
			var rest []int // each on a stage of its own, for it changes things
			tellAs(t, stopped, func(t *testing.T, s *stage) {
				m := newMatrix(s)
				before := m.digest()
				for at, c := range a.cells {
					if c.plays {
						rest = append(rest, at)
						continue
					}
					var i *localdiscord.Interaction
					by := m.ada
					if at == anotherPlayer {
						by = m.grace
					}
					m.check(situationNames[at], c, by, func() *localdiscord.Interaction {
						_, i = m.presses(a, at)
						return i
					}, before)
				}
			})
			for _, at := range rest {
				tellAs(t, stopped, func(t *testing.T, s *stage) {
					m := newMatrix(s)
					before := m.digest()
					_, i := m.presses(a, at)
					if answer := m.answer(i); answer.Ephemeral() &&
						strings.Contains(answer.Content, "can't") {
						t.Errorf("%s: it is their right, but they are answered\n%s",
							situationNames[at], look(answer))
					}
					if a.kind != "Decline" && reflect.DeepEqual(m.digest(), before) {
						t.Errorf("%s: it is their right, but nothing has changed",
							situationNames[at])
					}
				})
			}
		})
	}
}

func TestCommandsTouchOnlyWhatIsTheCallers(t *testing.T) {
	tellAs(t, stopped, func(t *testing.T, s *stage) {
		m := newMatrix(s)
		var rows []string
		for _, a := range commands(m) {
			rows = append(rows, a.kind)
			for at, c := range a.cells {
				if at == anotherMessage {
					continue // a command has none
				}
				by, where := m.ada, a.kind+", "+situationNames[at]
				if at == anotherPlayer || at == noPermission {
					by = m.grace
				}
				var i *localdiscord.Interaction
				m.check(where, c, by, func() *localdiscord.Interaction {
					_, i = m.gives(a, at)
					return i
				}, m.digest())
				m.ada.has(95, 10) // whatever others do, and whatever she does elsewhere
				if t.Failed() {
					t.Fatal("after ", where)
				}
			}
		}
		for _, spec := range bot.Specs() {
			if !slices.Contains(rows, spec.Name) {
				t.Errorf("/%s has no row in the matrix: add who may give it, and where", spec.Name)
			}
		}
		if len(rows) != len(bot.Specs()) {
			t.Errorf("%d rows for %d commands", len(rows), len(bot.Specs()))
		}
	})
}

// Every kind of click has a row, and every row is of a kind.
func TestTheMatrixHasEveryKindOfClick(t *testing.T) {
	files, err := filepath.Glob("view/*.go")
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[string]bool{}
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv != nil && f.Name.Name == "Name" {
				kinds[f.Recv.List[0].Type.(*ast.Ident).Name] = true
			}
		}
	}
	rows := map[string]bool{}
	for _, a := range clicks() {
		rows[a.kind] = true
	}
	if !reflect.DeepEqual(kinds, rows) || len(kinds) < 9 {
		t.Errorf("there are the clicks %v, and rows for %v", kinds, rows)
	}
}

package bot_test

import (
	"slices"
	"strconv"
	"strings"

	"holecard/blackjack"
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
	tastes, limits, lock           localdiscord.Message
	help, panel, past              localdiscord.Message
	bets, round                    localdiscord.Message // Ada's tables, see seatsAda
	drill, erasure, profile        localdiscord.Message
}

func newMatrix(s *stage) *matrix {
	m := &matrix{stage: s, ada: s.person("Ada"), grace: s.person("Grace")}
	m.grace.opens()
	s.stack("AS 6C KD TH")
	m.over = m.ada.types("blackjack", bet(10))
	m.short = m.ada.types("blackjack", bet(116))
	m.past = m.ada.types("profile history")
	m.board = m.ada.types("leaderboard")
	m.profile = m.ada.types("profile view")
	m.tastes = m.ada.types("profile preferences")
	m.limits = m.ada.types("profile limits")
	m.erasure = m.ada.types("profile privacy delete")
	m.lock = m.ada.presses(m.ada.presses(m.ada.types("profile limits"), "Lock me out"), "A week")
	m.gift = m.ada.types("give", to(m.grace), amount(1))
	m.grant = m.ada.types("settings chips", setting("grant", to(m.grace), amount(1)))
	m.help = m.ada.types("help")
	m.panel = m.ada.panel()
	m.drill = m.ada.types("learn train", option("kind", "count"))
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
		act{kind: "Review", does: "Review", cells: ofHand(anyones, anyones),
			press: find(over, "Review")},
		ofPast("TurnHistory", "hl:USER:0:0:0:", anyones, anyones),
		ofPast("ReviewPast", "hr:HAND:USER:0:0:0:", anyones, refused(unknown)),
		ofPast("StepTo", "hs:HAND:0:0:USER:0:0:0:", anyones, refused(unknown)),
		ofPast("OpenRound", "ho", refused(unknown), refused(unknown), "hs:1:0:0:1:0:0:0:"),
		act{kind: "Turn", does: "Next", cells: board, press: find(leaders, "Next")},
		act{kind: "PickBoard", does: "Win rate", values: []string{"l:2:0:0"}, cells: board,
			press: func(m *matrix) (localdiscord.Message, string, string) {
				return m.board, "lp:0", "lp:0"
			}},
		act{kind: "PickBoard", does: "what is no board", values: []string{"q:1"},
			cells: [situations]cell{refused(strange), refused(strange), refused(strange),
				refused(strange), refused(strange), refused(strange)},
			press: func(m *matrix) (localdiscord.Message, string, string) {
				return m.board, "lp:0", "lp:0"
			}},
		act{kind: "Profile", does: "Preferences", cells: ofOnesOwn(anyones),
			press: func(m *matrix) (localdiscord.Message, string, string) {
				return m.profile, "pp:3:0", "pp:3:0"
			}},
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
		ofLimits("ShowLimits", "ls:1", anyones), ofLimits("KeepLimits", "lk:0", anyones),
		ofLimits("AskSpan", "ln:1", anyones), ofLimits("AskLock", "lq:1:3", anyones),
		ofLimits("AskLimit", "la:0:1", cell{asks: true}),
		entering(ofLimits("EnterLimit", "le:0:1", theirRight), "7"),
		act{kind: "LockOut", does: "for a week", cells: ofOnesOwn(theirRight),
			press: find(func(m *matrix) localdiscord.Message { return m.lock },
				"Lock me out for a week")},
		act{kind: "Erase", does: "no", cells: ofOnesOwn(anyones),
			press: func(m *matrix) (localdiscord.Message, string, string) {
				cancel, _ := m.erasure.Find("Cancel")
				return m.erasure, cancel.CustomID, cancel.CustomID
			}},
		ofPanel("Page", "sp:1:::0", anyones),
		ofPanel("Pick", "so:0", anyones, "sp:1:::0"),
		ofPanel("Admit", "st:0", theirRight, "valentine"),
		ofPanel("Set", "sv:3:::off", theirRight),
		ofPanel("Page", "sp:6:vegas::0", anyones),
		ofPanel("Set", "sv:2:vegas:pairs:25-12-6", theirRight),
		ofPanel("Ask", "sm:5::", cell{asks: true}),
		entering(ofPanel("Enter", "se:5::", theirRight), "7"),
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

// ofLimits is a click on one's own limits: whoever clicks, it is about theirs.
func ofLimits(kind, id string, by cell) act {
	return act{kind: kind, does: id, cells: ofOnesOwn(by),
		press: func(m *matrix) (localdiscord.Message, string, string) { return m.limits, id, id }}
}

func ofOnesOwn(by cell) [situations]cell {
	return [situations]cell{by, by, by, refused(strange), by, by}
}

// ofPast is a click on a history, which everybody may see who is not hidden from.
func ofPast(kind, form string, here, elsewhere cell, values ...string) act {
	return act{kind: kind, does: form, values: values, cells: [situations]cell{here, elsewhere,
		elsewhere, refused(strange), here, here},
		press: func(m *matrix) (localdiscord.Message, string, string) {
			proof, _ := m.over.Find("Proof")
			id := strings.NewReplacer("HAND", strings.TrimPrefix(proof.CustomID, "f:"),
				"USER", strconv.FormatUint(uint64(m.ada.ID), 36)).Replace(form)
			return m.past, id, id
		}}
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
	with := func(given ...localdiscord.Given) []localdiscord.Given { return given }
	someone := option("player", idOf(m.person("Edward").Person))
	return append(commandsOfTables(), []act{
		{kind: "blackjack", cells: own}, {kind: "balance", cells: own}, {kind: "daily", cells: own},
		{kind: "profile preferences", cells: own, given: with(option("cards", "text"))},
		{kind: "profile view", cells: own},
		{kind: "profile stats", cells: own}, {kind: "profile limits", cells: own},
		{kind: "profile history", cells: own}, {kind: "profile review", cells: own},
		{kind: "learn rules", cells: own}, {kind: "fair", cells: own}, {kind: "help", cells: own},
		{kind: "profile privacy show", cells: own},
		{kind: "profile privacy export", cells: own},
		{kind: "profile privacy delete", cells: own},
		{kind: "profile privacy hide", cells: own},
		{kind: "leaderboard", cells: boards},
		{kind: "give", cells: gifts, given: with(someone, amount(1))},
		{kind: "learn strategy", cells: own, given: with(option("strategy", "louis"))},
		{kind: "learn odds", cells: own}, {kind: "learn simulate", cells: own,
			given: with(option("strategy", "louis"), option("rounds", 100))},
		{kind: "learn train", cells: own, given: with(option("kind", "count"))},
		{kind: "learn watch", cells: own, given: with(option("strategy", "louis"))},
		{kind: "settings panel", cells: panel},
		{kind: "settings show", cells: settings},
		{kind: "settings rules", cells: settings,
			given: with(option("key", "decks"), option("value", "8"))},
		{kind: "settings about", cells: panel},
		{kind: "settings chips show", cells: chips,
			given: with(option("player", idOf(m.grace.Person)))},
		{kind: "settings chips grant", cells: chips, given: with(someone, amount(1))},
		{kind: "settings chips take", cells: chips, given: with(someone, amount(1))},
		{kind: "settings chips reset", cells: chips, given: with(someone)},
	}...)
}

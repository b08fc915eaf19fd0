package view_test

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"holecard/blackjack"
	"holecard/blackjack/tables"
	"holecard/bot/draw"
	"holecard/bot/lang"
	"holecard/bot/message"
	"holecard/bot/session"
	"holecard/bot/view"
	"holecard/storage"
)

var update = flag.Bool("update", false, "rewrite the golden files in testdata")

// words are English.
var words = lang.Must(lang.Load()).For("en")

// golden compares text with a file in testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := "testdata/" + name + ".txt"
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s now reads (go test ./bot/view -update keeps it):\n%s", file, got)
	}
}

// print writes a reply as a person would describe it.
func print(r message.Reply) string {
	var b strings.Builder
	if r.Private {
		b.WriteString("(private) ")
	}
	if r.Update {
		b.WriteString("(redrawn) ")
	}
	b.WriteString(r.Text + "\n")
	for _, e := range r.Embeds {
		title := e.Title
		if e.Author != nil {
			title = e.Author.Name + title
		}
		fmt.Fprintf(&b, "| %06X | %s\n", e.Colour, title)
		for line := range strings.Lines(e.Text) {
			fmt.Fprintf(&b, "| %s\n", strings.TrimSuffix(line, "\n"))
		}
		for _, f := range e.Fields {
			fmt.Fprintf(&b, "| %-32s %s\n", f.Name, f.Value)
		}
		if e.Footer != "" {
			fmt.Fprintf(&b, "| _%s_\n", e.Footer)
		}
	}
	for _, f := range r.Files {
		fmt.Fprintf(&b, "| (%s: %s)\n", f.Name, f.Alt)
	}
	for _, row := range r.Rows {
		for _, x := range row {
			if x.Disabled {
				fmt.Fprintf(&b, "(%s) ", x.Label)
			} else {
				fmt.Fprintf(&b, "[%s] ", x.Label)
			}
		}
		b.WriteString("\n")
	}
	if r.Then != nil {
		b.WriteString("then " + print(*r.Then))
	}
	return b.String()
}

// hand plays cards in the order drawn and returns the hand as a session does.
func hand(
	t *testing.T, table, order string, bet, balance storage.Chips, actions ...blackjack.Action,
) session.Hand {
	t.Helper()
	tab, err := tables.Named(table)
	if err != nil {
		t.Fatal(err)
	}
	return handAt(t, tab, order, blackjack.Bet{Stake: bet, Purse: balance}, actions...)
}

// sideHand is a hand at vegas with a stake of 10 and side bets.
func sideHand(
	t *testing.T, order string, sides blackjack.Sides, actions ...blackjack.Action,
) session.Hand {
	t.Helper()
	return handAt(t, withSides(t), order,
		blackjack.Bet{Stake: 10, Purse: 90 - sides.Sum(), Sides: sides}, actions...)
}

// withSides is vegas with all side bets.
func withSides(t *testing.T) tables.Table {
	t.Helper()
	tab, err := tables.Named("vegas")
	for _, change := range []string{"pairs=25-12-6", "poker=9-9-9-9-9", "bust=250-50-12-4-2-2"} {
		if err == nil {
			tab.Rules, err = tables.Set(tab.Rules, change)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return tab
}

func handAt(
	t *testing.T, tab tables.Table, order string, b blackjack.Bet, actions ...blackjack.Action,
) session.Hand {
	t.Helper()
	balance := b.Purse
	first, second, _ := strings.Cut(order, " | ") // where the shoe goes on to another shuffle
	left, errLeft := blackjack.ParseCards(first)
	next, errNext := blackjack.ParseCards(second)
	shoe, err := blackjack.NewShoeThen(left, next)
	if err := errors.Join(errLeft, errNext, err); err != nil {
		t.Fatal(err)
	}
	r, err := blackjack.Deal(tab.Rules, shoe, b)
	for _, a := range actions {
		if err == nil {
			r, err = r.Play(0, a)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	over := r.Phase() == blackjack.Over
	balance -= r.Staked(0) - b.Stake - b.Sides.Sum()
	if p := r.Payout(0); over {
		balance += p.Staked - p.Lost + p.Won
	}
	lacks := session.Lacks{}
	for a := range r.LegalWith(0, storage.MaxChips).All() {
		if !r.LegalWith(0, balance).Has(a) {
			lacks[a] = r.Cost(a)
		}
	}
	funded := r.Fund(0, balance)
	return session.Hand{ID: 42, Version: 3, Player: storage.Player{Guild: 1, User: 2}, Table: tab,
		Lacks: lacks,
		View:  funded.View(), Bet: b.Stake, Balance: balance, Open: !over}
}

func TestHandsReadWell(t *testing.T) {
	const hit, stand, double, split = blackjack.Hit, blackjack.Stand, blackjack.Double,
		blackjack.Split
	resumed := hand(t, "vegas", "T♠ 6♣ 7♦ T♥", 10, 90)
	resumed.Resumed = true
	shuffled := hand(t, "amherst", "T♠ 6♣ 7♦ T♥", 10, 90)
	shuffled.Shuffled = true
	reshuffled := hand(t, "downen", "T♠ 7♦ | 6♣ T♥", 10, 90)
	piloted := hand(t, "vegas", "T♠ 6♣ 9♦ T♥", 10, 90)
	piloted.Plays = "both(stopAt(20), ask)"
	private := hand(t, "vegas", "T♠ 6♣ 7♦ T♥", 10, 90)
	private.Private = true
	followed := hand(t, "vegas", "A♠ 6♣ K♦ T♥", 10, 90)
	followed.Next = 43
	at := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	practice := hand(t, "vegas", "A♠ 6♣ K♦ T♥", 10, 90)
	practice.Practice, practice.Proven = true, true
	practicing := hand(t, "vegas", "T♠ 6♣ 7♦ T♥", 10, 90)
	practicing.Practice = true
	poor := hand(t, "vegas", "T♠ 6♣ 7♦ T♥ 4♣", 100, 20, stand)
	poor.Table.Rules.MinBet = 25
	broke := func(daily, refill session.Due) session.Hand {
		h := hand(t, "vegas", "T♠ 6♣ 7♦ T♥ 4♣", 10, 0, stand)
		h.Relief = &session.Relief{Daily: daily, Refill: refill}
		return h
	}
	stories := []struct {
		title string
		hand  session.Hand
	}{
		{"a first hand", hand(t, "vegas", "T♠ 6♣ 7♦ T♥", 10, 90)},
		{"a card drawn", hand(t, "vegas", "T♠ 6♣ 2♦ T♥ 3♣", 10, 90, hit)},
		{"a soft hand", hand(t, "vegas", "A♠ T♣ 6♦ 9♥", 10, 90)},
		{"a pair", hand(t, "vegas", "8♠ 6♣ 8♦ T♥", 10, 90)},
		{"a wallet too small to double", hand(t, "vegas", "8♠ 6♣ 8♦ T♥", 10, 9)},
		{"a wallet emptied by the bet",
			broke(session.Due{Chips: 55, At: at}, session.Due{Chips: 10, At: at})},
		{"a wallet emptied, with more to come now",
			broke(session.Due{Chips: 55}, session.Due{Chips: 10})},
		{"a wallet emptied, without refills", broke(session.Due{Chips: 55, At: at}, session.Due{})},
		{"a wallet too small for the same bet",
			hand(t, "vegas", "T♠ 6♣ 7♦ T♥ 4♣", 1000, 999, stand)},
		{"a wallet too small for the table", poor},
		{"practice", practicing},
		{"practice, over", practice},
		{"an ace: insurance", hand(t, "vegas", "T♠ A♣ 7♦ T♥", 10, 90)},
		{"an ace and a natural: even money", hand(t, "vegas", "A♠ A♣ K♦ T♥", 10, 90)},
		{"insured, no natural", hand(t, "vegas", "T♠ A♣ 7♦ 5♥", 10, 90, blackjack.Insure)},
		{"insurance won", hand(t, "vegas", "T♠ A♣ 7♦ T♥", 10, 90, blackjack.Insure)},
		{"insurance lost, hand won",
			hand(t, "vegas", "T♠ A♣ 9♦ 7♥", 10, 90, blackjack.Insure, stand)},
		{"even money", hand(t, "vegas", "A♠ A♣ K♦ T♥", 10, 90, blackjack.EvenMoney)},
		{"a natural", hand(t, "vegas", "A♠ 6♣ K♦ T♥", 1001, 90)},
		{"two naturals", hand(t, "vegas", "A♠ T♣ K♦ A♥", 10, 90)},
		{"the dealer's natural", hand(t, "vegas", "9♠ T♣ K♦ A♥", 10, 90)},
		{"won", hand(t, "vegas", "T♠ T♣ K♦ 9♥", 10, 90, stand)},
		{"won by the dealer's bust", hand(t, "vegas", "T♠ T♣ 3♦ 6♥ K♥", 10, 90, stand)},
		{"lost", hand(t, "vegas", "T♠ T♣ 8♦ 9♥", 10, 90, stand)},
		{"lost a single chip", hand(t, "vegas", "T♠ T♣ 8♦ 9♥", 1, 90, stand)},
		{"push", hand(t, "vegas", "T♠ T♣ 9♦ 9♥", 10, 90, stand)},
		{"push on soft hands", hand(t, "vegas", "A♠ T♣ 8♦ 9♥", 10, 90, stand)},
		{"bust", hand(t, "vegas", "T♠ T♣ 6♦ 9♥ K♠", 10, 90, hit)},
		{"surrender", hand(t, "vegas", "T♠ T♣ 6♦ 9♥", 15, 90, blackjack.Surrender)},
		{"doubled and won", hand(t, "vegas", "6♠ T♣ 5♦ 9♥ T♠", 10, 90, double)},
		{"split, first hand to play", hand(t, "vegas", "8♠ 6♣ 8♦ T♥ 3♠", 10, 90, split)},
		{"split, second hand to play",
			hand(t, "vegas", "8♠ 6♣ 8♦ T♥ 3♠ T♠ 9♠", 10, 90, split, double)},
		{"split, over", hand(t, "vegas", "8♠ 6♣ 8♦ T♥ 3♠ T♠ 9♠ 2♣", 10, 90, split, double, stand)},
		{"split, bust and won",
			hand(t, "vegas", "8♠ 6♣ 8♦ T♥ 4♠ T♠ T♦ 2♣", 10, 90, split, hit, stand)},
		{"split aces", hand(t, "vegas", "A♠ 6♣ A♦ T♥ K♠ 5♠ T♣", 10, 90, split)},
		{"no hole card: before", hand(t, "european", "T♠ A♣ 7♦ T♥", 10, 90, blackjack.Decline)},
		{"no hole card: after", hand(t, "european", "T♠ T♣ 7♦ A♥", 10, 90, stand)},
		{"chalmers: nothing dealt yet", hand(t, "chalmers", "T♠", 10, 90)},
		{"chalmers: the bank ties and wins",
			hand(t, "chalmers", "T♠ 9♠ T♥ 9♥", 10, 90, hit, hit, stand)},
		{"downen: a new deck in mid-hand", reshuffled},
		{"amherst: shuffled before the hand", shuffled},
		{"amherst: two aces", hand(t, "amherst", "A♠ 6♣ A♦ T♥", 10, 90)},
		{"mit: numbers, and the house to come", hand(t, "mit", "6♣ T♣ 4♣", 10, 90, hit)},
		{"valentine: hearts pay double", hand(t, "valentine", "T♥ T♣ K♦ 9♥", 10, 90, stand)},
		{"joker: a joker in each hand", hand(t, "joker", "joker T♣ 4♦ joker 6♣", 10, 90)},
		{"side bets: a perfect pair, and the dealer to come",
			sideHand(t, "T♠ 6♣ T♠ 9♥", blackjack.Sides{5, 5, 5})},
		{"side bets: the hand lost, a pair won, the dealer stood",
			sideHand(t, "8♠ T♣ 8♦ 9♥", blackjack.Sides{5, 0, 5}, stand)},
		{"side bets: a flush, the hand won by the dealer's bust",
			sideHand(t, "T♣ 6♣ 5♣ T♥ K♦", blackjack.Sides{5, 5, 5}, stand)},
		{"side bets: insured, and all lost",
			sideHand(t, "T♠ A♣ 9♦ 9♥", blackjack.Sides{5, 5, 5}, blackjack.Insure, stand)},
		{"side bets: a natural that they cost more than it wins",
			sideHand(t, "A♠ 6♣ K♦ T♥ 5♣", blackjack.Sides{10, 10, 10})},
		{"played by a strategy", piloted},
		{"shown again", resumed},
		{"private", private},
		{"played on from", followed},
	}
	emojis := map[string]string{}
	faces := draw.NewFaces()
	for _, e := range draw.Emojis(faces) {
		emojis[e.Key] = ":" + strings.TrimPrefix(e.Key, "card_") + ":"
	}
	for _, code := range []string{"en", "ja"} {
		for style, cards := range map[string]view.Cards{
			"text": {}, "emojis": {Emojis: emojis}, "pictures": {Painter: draw.NewPainter(faces)},
		} {
			frame := view.Frame{Words: lang.Must(lang.Load()).For(code), Name: "Ada", Cards: cards,
				Edge: view.HouseEdge{Share: 0.003305, Known: true}}
			var b strings.Builder
			for _, story := range stories {
				fmt.Fprintf(&b, "## %s\n%s\n", story.title, print(view.Hand(story.hand, frame)))
			}
			b.WriteString("## all in?\n" + print(view.Sure(
				hand(t, "vegas", "T♠ 6♣ 7♦ T♥ 4♣", 10, 140, stand), 1_000_000, frame)) + "\n")
			b.WriteString("## pressed too late\n" +
				print(view.Moved(hand(t, "vegas", "T♠ 6♣ 7♦ T♥", 10, 90), frame)))
			b.WriteString("## pressed too late, over\n" +
				print(view.Moved(hand(t, "vegas", "A♠ 6♣ K♦ T♥", 10, 90), frame)))
			b.WriteString("## pressed too late, played on\n" + print(view.Moved(followed, frame)))
			golden(t, "hands-"+code+"-"+style, b.String())
		}
	}
}

func TestOtherRepliesReadWell(t *testing.T) {
	stats := storage.Stats{Hands: 1234, Wins: 530, Losses: 604, Pushes: 100, Naturals: 55,
		Busts: 201, Doubles: 120, Splits: 33,
		Surrenders: 41, Wagered: 123456, Net: -789, BiggestWin: 400, BiggestLoss: 800}
	ada := session.Account{Player: storage.Player{Guild: 1, User: 2}, Name: "Ada_L*",
		Balance: 12345, Held: 10, Stats: stats,
		Position: session.Position{At: 22, Of: 1000}}
	broke := session.Account{Player: ada.Player, Name: "Ada"}
	day := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	board := session.Board{Page: 1, Pages: 3, Of: 22, Standings: []storage.Standing{
		{Player: storage.Player{Guild: 1, User: 3}, Name: "Bob", Position: 11, Balance: 900,
			Stats: stats},
		{Player: ada.Player, Name: "Ada_L*", Position: 12, Balance: 1,
			Stats: storage.Stats{Hands: 10, Wins: 1}},
	}, You: storage.Standing{Player: ada.Player, Position: 12, Balance: 1,
		Stats: storage.Stats{Hands: 10, Wins: 1}}}
	var b strings.Builder
	show := func(title string, r message.Reply) { fmt.Fprintf(&b, "## %s\n%s\n", title, print(r)) }
	show("balance", view.Balance(words, ada, true))
	show("balance of another", view.Balance(words, ada, false))
	show("an empty wallet", view.Balance(words, broke, true))
	daily := session.Daily{Collected: true, Chips: 55, Streak: 2, Next: day, NextChips: 60,
		Balance: 155}
	show("daily chips", view.Daily(words, daily))
	daily.Collected = false
	show("daily chips too early", view.Daily(words, daily))
	show("stats", view.Stats(words, ada, session.Story{}, true))
	show("stats with a story", view.Stats(words, ada, someStory(), true))
	unlucky := someStory()
	unlucky.Tallies[storage.Ever].Known -= 500
	show("stats in text", view.Stats(words, ada, unlucky, false))
	show("profile", view.AtAGlance(words, ada, someStory(), true))
	show("somebody else's profile", view.AtAGlance(words, broke, session.Story{}, false))
	show("stats of nobody yet", view.Stats(words, broke, session.Story{}, true))
	for by := range storage.Order(storage.Orders) {
		board.By = by
		show("leaderboard by "+view.OrderCodes[by], view.Board(words, board, "Ada_L*"))
	}
	show("an empty leaderboard", view.Board(words, session.Board{Pages: 1}, "Ada"))
	for _, table := range tables.All() {
		show("rules of "+table.Name, view.Rules(words, table, view.SideEdges{}))
	}
	edges := make([]view.HouseEdge, len(tables.All()))
	edges[0] = view.HouseEdge{Share: 0.0026, Known: true}
	edges[1] = view.HouseEdge{Share: -0.18, Known: true}
	for page := range view.HelpPages {
		show(fmt.Sprintf("help, page %d", page),
			view.Help(words, page, page != view.HelpTables, tables.All(), edges,
				newPainter, "v1.2.3 · English"))
	}
	show("help for players", view.Help(words, view.HelpHome, false, nil, nil, nil,
		"v1.2.3 · English"))
	languages := []string{"English", "Español"}
	on := view.Instance{Version: "v1.2.3", Since: day, Backups: true}
	show("about", view.About(words, on, languages))
	on.Backup = day.Add(time.Hour)
	show("about, with a backup", view.About(words, on, languages))
	show("about, without backups",
		view.About(words, view.Instance{Version: "v1", Since: day}, languages))
	golden(t, "others", b.String())
}

func TestEscapeLeavesNothingToInterpret(t *testing.T) {
	for name, want := range map[string]string{
		"Ada":                             "Ada",
		"":                                "Someone",
		"\u200b\u202e":                    "Someone",
		"**bold** _it_":                   `\*\*bold\*\* \_it\_`,
		"@everyone":                       `\@everyone`,
		"<@123>":                          `\<\@123\>`,
		"[x](https://e.x)":                `\[x\]\(https\:\/\/e.x\)`,
		"a\nb\t c":                        "a b c",
		"abc\u202edef":                    "abcdef",
		"Z\u0301\u0301\u0301\u0301\u0301": "Z\u0301\u0301",
		strings.Repeat("é", 40):           strings.Repeat("é", 32) + "…",
		"李小龙 🃏":                           "李小龙 🃏",
		"\xff\xfe":                        "Someone",
	} {
		if got := view.Name(words, name); got != want {
			t.Errorf("%q is shown as %q, want %q", name, got, want)
		}
	}
}

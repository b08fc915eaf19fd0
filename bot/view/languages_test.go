package view_test

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"holecard/blackjack"
	"holecard/blackjack/fair"
	"holecard/blackjack/tables"
	"holecard/bot/lang"
	"holecard/bot/message"
	"holecard/bot/session"
	"holecard/bot/view"
	"holecard/storage"
)

// noWords are what a text has besides words: mentions, names of commands, code and
// the names of the person and the tables in it.
var noWords = regexp.MustCompile("(?s)```.*?```|`[^`]*`|<[^>]*>|https?://\\S+|Ada|" +
	"holecard|\\bID\\b|verify\\.html|" +
	"Discord|Deutsch|\\bD\\b|" + strings.Join(titles(), "|"))

func titles() (list []string) {
	for _, t := range tables.All() {
		list = append(list, t.Title)
	}
	return list
}

var english = regexp.MustCompile(`[A-Za-z]{2,}`)

// inEachLanguage shows views in each language. In Japanese no word has Latin letters,
// so one that is there was not taken from the catalogue.
func inEachLanguage(t *testing.T, show func(w *lang.Printer) []message.Reply) {
	t.Helper()
	books := lang.Must(lang.Load())
	for _, code := range lang.Codes {
		for i, r := range show(books.For(code)) {
			limits(t, r)
			said := texts(r)
			for _, row := range r.Rows {
				for _, b := range row {
					if n := utf8.RuneCountInString(b.Label); n > 25 || n == 0 {
						t.Errorf("%s, view %d: the label %q has %d characters", code, i, b.Label, n)
					}
					said = append(said, b.Label)
				}
			}
			for _, text := range said {
				left := noWords.ReplaceAllString(text, "")
				if code == "ja" && english.MatchString(left) {
					t.Errorf("view %d says in Japanese %q", i, text)
				}
				if strings.Contains(left, "{") {
					t.Errorf("%s, view %d: a fact is missing in %q", code, i, text)
				}
			}
		}
	}
}

// A name that is too long for a third of a phone would break the lines of all beside it.
func TestFiguresStandInLinesOfThreeOnAPhone(t *testing.T) {
	for _, code := range lang.Codes {
		w := lang.Must(lang.Load()).For(code)
		stats := view.Stats(w, session.Account{Name: "Ada", Stats: storage.Stats{Hands: 1}},
			session.Story{}, false)
		for _, f := range stats.Embeds[0].Fields[:12] {
			if !f.Inline {
				t.Errorf("%s: %q is too long", code, f.Name)
			}
		}
		on := view.About(w, view.Instance{Version: "v1", Since: time.Unix(0, 0)}, nil)
		for _, f := range on.Embeds[0].Fields[:2] {
			if !f.Inline {
				t.Errorf("%s: %q is too long", code, f.Name)
			}
		}
	}
}

// What is drawn has Latin letters only; what is written beside it has all.
func TestStatisticsInJapaneseAreDrawnInEnglishAndWrittenInJapanese(t *testing.T) {
	all := lang.Must(lang.Load())
	for _, name := range []string{"Ada", "さくら", "Nguyễn 🌸"} {
		shown := func(code string) message.Reply {
			return view.Stats(all.For(code), session.Account{Name: name, Balance: 5,
				Stats: storage.Stats{Hands: 2, Wins: 1}}, someStory(), true)
		}
		japanese, english := shown("ja"), shown("en")
		if len(japanese.Files) < 2 {
			t.Fatalf("%d pictures", len(japanese.Files))
		}
		for i, f := range japanese.Files {
			if !bytes.Equal(f.PNG, english.Files[i].PNG) {
				t.Errorf("%s: %s is drawn otherwise than in English", name, f.Name)
			}
		}
		text := fmt.Sprintf("%+v", japanese.Embeds)
		for _, f := range japanese.Files {
			text += f.Alt
		}
		if strings.ContainsAny(text, "?\ufffd") || !strings.Contains(text, name+" · チップ: ") {
			t.Errorf("%s: %s", name, text)
		}
	}
}

func TestWalletsAndGiftsAreInTheLanguageOfTheReader(t *testing.T) {
	at := time.Unix(1_772_366_400, 0)
	me := storage.Player{Guild: 1, User: 2}
	stats := storage.Stats{Hands: 12, Wins: 5, Losses: 6, Pushes: 1, Net: 3}
	some := session.Account{Player: me, Name: "Ada", Balance: 12345, Held: 10, Stats: stats,
		Position: session.Position{At: 22, Of: 1000}}
	none := session.Account{Player: me, Name: "Ada", Balance: 100, New: true}
	you := storage.Standing{Player: me, Name: "Ada", Position: 1, Balance: 7, Stats: stats,
		Tally: storage.Tally{Rounds: 12, Wins: 5, Decisions: 200}}
	beginner := storage.Standing{Player: me, Name: "Ada", Stats: storage.Stats{Hands: 1, Wins: 1}}
	gift := session.Gift{To: 3, ToName: "Ada", Chips: 40}
	inEachLanguage(t, func(w *lang.Printer) []message.Reply {
		all := []message.Reply{
			view.Balance(w, some, true), view.Balance(w, some, false),
			view.Balance(w, none, true), view.Balance(w, session.Account{}, true),
			view.Daily(w, session.Daily{Collected: true, Chips: 1, Streak: 2, Next: at}),
			view.Daily(w, session.Daily{Next: at, NextChips: 55}),
			view.Stats(w, some, someStory(), true), view.Stats(w, none, session.Story{}, true),
			view.AskGift(w, gift, session.Gave{Balance: 60, Left: 7, Daily: 50}),
			view.Given(w, w, "Ada", gift, session.Gave{Balance: 60}),
			view.Declined(w),
		}
		for by := range storage.Order(storage.Orders) {
			for period := range session.Lately(session.Periods) {
				r := session.Ranking{By: by, In: period}
				if !r.Exists() {
					continue
				}
				all = append(all,
					view.Board(w, session.Board{Ranking: r, Pages: 1, You: beginner}, "Ada"),
					view.Board(w, session.Board{Ranking: r, Pages: 2, Of: 1,
						Standings: []storage.Standing{you}, You: you}, "Ada"))
			}
		}
		for _, do := range []storage.Reason{session.Grant, session.Take, session.Reset} {
			of := session.Adjustment{Do: do, To: 3, ToName: "Ada", Chips: 5, Why: "Ada"}
			for _, a := range []session.Adjusted{{Before: 100, After: 90, Held: 5},
				{Before: 100, After: 105, Opened: true}, {Before: 7, After: 7},
				{After: 7, Again: true}} {
				all = append(all, view.AskAdjustment(w, of, a), view.AdjustmentDone(w, of, a))
			}
		}
		var list []session.Transfer
		for _, reason := range []storage.Reason{storage.Opening, storage.DailyChips,
			storage.Refill, storage.Gift,
			storage.Grant, storage.Confiscation, storage.Reset} {
			list = append(list, session.Transfer{Chips: 5, Reason: reason, With: 2, At: at},
				session.Transfer{Chips: -5, Reason: reason, With: 2, At: at})
		}
		return append(all, view.Transfers(w, some, list), view.Transfers(w, none, nil),
			view.Transfers(w, some, list[:session.LastTransfers]))
	})
}

func TestTheHelpIsInTheLanguageOfTheReader(t *testing.T) {
	at := time.Unix(1_772_366_400, 0)
	edges := []view.HouseEdge{{Share: 0.01, Known: true}, {Share: -0.01, Known: true}, {}}
	list := []tables.Table{{Title: "Ada"}, {Title: "Ada"}, {Title: "Ada"}}
	inEachLanguage(t, func(w *lang.Printer) (all []message.Reply) {
		for page := range view.HelpPages {
			all = append(all, view.Help(w, page, true, list, edges, newPainter, ""))
		}
		for _, on := range []view.Instance{{Since: at}, {Since: at, Backups: true},
			{Since: at, Backup: at}} {
			all = append(all, view.About(w, on, []string{"Ada"}))
		}
		return all
	})
}

func TestProofsAreInTheLanguageOfTheReader(t *testing.T) {
	at := time.Unix(1_772_366_400, 0)
	held := fair.Seed{1}
	shuffle := fair.Inputs{Server: held, Client: "s", Interaction: 5}
	proof := func(change func(*fair.Shuffle)) *fair.Proof {
		s := fair.Shuffle{Commitment: held.Commitment(), ServerSeed: held.Reveal(), ClientSeed: "s",
			Interaction: "5", Decks: 1, Cards: shuffle.Cards(blackjack.Rules{Decks: 1})[:4]}
		change(&s)
		return &fair.Proof{Hand: "5", Table: "vegas", Shuffles: []fair.Shuffle{s}}
	}
	whole := proof(func(*fair.Shuffle) {})
	said := make(map[string]bool)
	for _, f := range []session.Fairness{
		{}, {Proof: whole}, {Proof: whole, Shown: at},
		{Proof: whole, Shown: at.Add(-48 * time.Hour)},
		{Proof: proof(func(s *fair.Shuffle) { s.ServerSeed = "" })},
		{Proof: proof(func(s *fair.Shuffle) { s.ServerSeed, s.Cards = "", nil }), Open: true},
		{Proof: proof(func(s *fair.Shuffle) { s.Cards[0]++ }), Shown: at},
	} {
		f.Commitment, f.ClientSeed = held.Commitment(), "s"
		inEachLanguage(t, func(w *lang.Printer) []message.Reply {
			return []message.Reply{view.Fair(w, f, at, "https://bot.example/"), view.Reseeded(w, f)}
		})
		line, _, _ := strings.Cut(view.Fair(words, f, at, "").Embeds[0].Text, "\n")
		if said[line] {
			t.Errorf("two states are both %q", line)
		}
		said[line] = true
		if broken := f.Proof != nil && len(f.Proof.Shuffles[0].Cards) > 0 &&
			f.Proof.Shuffles[0].Cards[0] != whole.Shuffles[0].Cards[0]; broken !=
			strings.HasPrefix(line, "❌") {
			t.Errorf("broken %v: %q", broken, line)
		}
	}
	long := strings.Repeat("x", 500)
	if r := view.Fair(words, session.Fairness{Proof: whole}, at, long); r.Rows != nil {
		t.Errorf("the button has an address that is too long: %+v", r.Rows)
	}
}

// A line of one's own needs a hand.
func TestWhoHasNoHandYetHasNoPositionOfTheirOwn(t *testing.T) {
	you := storage.Standing{Player: storage.Player{Guild: 1, User: 2}, Name: "Ada", Position: 1}
	for hands, want := range map[int]bool{0: false, 1: true} {
		you.Stats.Hands = hands
		board := view.Board(words, session.Board{Pages: 1, Of: 1, You: you,
			Standings: []storage.Standing{you}}, "Ada")
		if got := strings.Contains(board.Embeds[0].Text, "Ada is #1"); got != want {
			t.Errorf("after %d hands: %q", hands, board.Embeds[0].Text)
		}
	}
}

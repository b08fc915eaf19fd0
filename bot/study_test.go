package bot

import (
	"context"
	"fmt"
	"log/slog"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"holecard/blackjack"
	"holecard/blackjack/fair"
	"holecard/blackjack/odds"
	"holecard/blackjack/strategy"
	"holecard/blackjack/tables"
	"holecard/bot/discord"
	"holecard/bot/figures"
	"holecard/bot/guild"
	"holecard/bot/interact"
	"holecard/bot/lang"
	"holecard/bot/message"
	"holecard/bot/refuse"
	"holecard/bot/round"
	"holecard/bot/story"
	"holecard/bot/wallet"
	"holecard/storage"
	"holecard/storage/bolt"
)

// studio runs a test in a bubble with a bot that simulates, all of whose turns
// to compute are taken.
func studio(t *testing.T, test func(*testing.T, *Bot)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		store, err := bolt.Open(t.Context(), filepath.Join(t.TempDir(), "test.db"), bolt.Options{})
		if err != nil {
			t.Fatal(err)
		}
		b := New(Config{
			Stories: story.New(round.New(wallet.New(guild.New(&interact.Desk{Store: store, Now: time.Now},
				guild.Config{MaxBet: 500})), round.Config{}), nil),
			Figures: figures.New(), Log: slog.New(slog.DiscardHandler),
		})
		for range cap(b.turns) {
			b.turns <- struct{}{}
		}
		test(t, b)
		synctest.Wait()
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
}

// english are the words that tests read.
var english = lang.Must(lang.Load()).For("en")

func TestFiguresThatCannotBeHadAreRefusedInWords(t *testing.T) {
	for key, errs := range map[string][]error{
		"error.complex.strategy": {&odds.LimitError{Question: odds.OfStrategy},
			&figures.TimeError{Question: odds.OfStrategy}},
		"error.complex.rules": {&figures.TimeError{Question: odds.OfBest}},
		"error.complex.basic": {&odds.LimitError{Question: odds.OfBasic},
			&strategy.SyntaxError{Fault: strategy.NoBasic,
				Cause: &figures.TimeError{Question: odds.OfBasic}}},
		"error.complex.hint": {&odds.LimitError{Question: odds.OfHint}},
		"error.odds.busy":    {figures.ErrBusy},
		"error.pending": {fmt.Errorf("%w: %w", figures.ErrPending,
			context.DeadlineExceeded)},
		"error.restart": {fmt.Errorf("%w: %w", figures.ErrPending, context.Canceled)},
	} {
		for _, err := range errs {
			got, _, ok := words(english, fmt.Errorf("odds: %w", err), 1)
			if !ok || got.Text != english.Say(key) {
				t.Errorf("%v is told as %q, want %s", err, got.Text, key)
			}
		}
	}
}

// Every error that has words has them in each language: Japanese ones have no Latin
// letters but in code.
func TestErrorsAreInTheLanguageOfTheReader(t *testing.T) {
	noWords := regexp.MustCompile("`[^`]*`|<[^>]*>|1k|half|all|Discord|Vegas|vega")
	errs := []error{&blackjack.StakeError{}, &round.BoldError{}, &wallet.ShortError{},
		&wallet.ShortError{Held: 1}, &wallet.ShortError{Balance: 1},
		&round.InsteadError{ShortError: &wallet.ShortError{Balance: 2}},
		round.ErrNotYours.With(storage.UserID(1)), errBet.With("7"), errAmount.With("7"),
		&blackjack.IllegalError{Legal: blackjack.ActionsOf(blackjack.Hit, blackjack.Stand,
			blackjack.Double, blackjack.Split, blackjack.Surrender, blackjack.Insure,
			blackjack.Decline, blackjack.EvenMoney)},
		&guild.TableError{Name: "?", Allowed: []string{"vegas"}},
		&guild.TableError{Name: "vega", Allowed: []string{"vegas"}},
		guild.ErrClosed.With("Vegas", refuse.Share(0.1)), guild.ErrMost.With(int64(1)),
		guild.ErrClosedDirect.With("Vegas", refuse.Share(0.1)),
		round.ErrFixedDealer.With("Vegas"),
		round.ErrWeakHouse.With(refuse.Code("half"), refuse.Share(0.1)),
		guild.ErrRuleChips.With(guild.Rule("maxBet"), int64(1)),
		&tables.SetError{Fault: tables.UnknownRule, Key: "?"},
		wallet.ErrCap.With(storage.Chips(1), int64(2), time.Now()),
		wallet.ErrCapReached.With(storage.Chips(1), time.Now()),
		wallet.ErrYoung.With(time.Now()), wallet.ErrTake.With(storage.Chips(1)),
		wallet.ErrTakeHeld.With(storage.Chips(1), int64(2)), wallet.ErrMoved, wallet.ErrUnmoved}
	for fault := fair.ClientSeedEmpty; fault <= fair.ClientSeedEdge; fault++ {
		errs = append(errs, &fair.ClientSeedError{Fault: fault})
	}
	for _, question := range []odds.Question{odds.OfHint, odds.OfBasic, odds.OfBest,
		odds.OfStrategy} {
		errs = append(errs, &odds.LimitError{Question: question})
	}
	for _, known := range belowHere {
		errs = append(errs, known.err)
	}
	for code, w := range lang.Must(lang.Load()) {
		for _, err := range errs {
			r, _, ok := words(w, err, 1)
			text := r.Text
			if left := noWords.ReplaceAllString(text, ""); !ok || strings.Contains(left, "{") ||
				strings.HasPrefix(text, "error.") || utf8.RuneCountInString(text) > 400 ||
				code == "ja" && regexp.MustCompile(`[A-Za-z]`).MatchString(left) {
				t.Errorf("in %s %T (%v) is %q", code, err, err, text)
			}
		}
	}
}

func TestWhoMisspellsATableOrARuleIsToldWhatIsMeant(t *testing.T) {
	_, noRule := tables.Set(blackjack.Rules{}, "number of deck=1")
	allowed := []string{"vegas", "six-five", "chalmers", "european"}
	for want, err := range map[string]error{
		"There's no table “sixfive” here. Did you mean Six to Five?": &guild.TableError{
			Name: "sixfive", Allowed: allowed},
		"There's no table “poker” here. Try Vegas, Six to Five or Chalmers.": &guild.TableError{
			Name: "poker", Allowed: allowed},
		"There's no rule “number of deck”. Did you mean “Number of decks”?": noRule,
	} {
		if got, _, _ := words(english, err, 1); got.Text != want {
			t.Errorf("%q, want %q", got.Text, want)
		}
	}
}

func TestRulesAreTypedInWordsOrCodes(t *testing.T) {
	de := lang.Must(lang.Load()).For("de")
	for _, f := range []struct {
		w                      *lang.Printer
		key, value, code, says string
	}{
		{english, "Number of decks", "8", "decks", "8"},
		{english, "dealer hits soft 17", "On", "hitSoft17", "true"},
		{english, "hitSoft17", "true", "hitSoft17", "true"},
		{english, " Double on ", " any two cards ", "double", "any"},
		{english, "double", "9-11", "double", "9-11"},
		{de, "Verdoppeln nach Teilen", "aus", "das", "false"},
		{de, "das", "off", "das", "off"},
		{english, "colour", "red", "colour", "red"},
	} {
		if key, value := ruleTyped(f.w, f.key, f.value); key != f.code || value != f.says {
			t.Errorf("%q %q is %s=%s, want %s=%s", f.key, f.value, key, value, f.code, f.says)
		}
	}
}

// giveTurns lets simulations compute.
func giveTurns(b *Bot) {
	for range cap(b.turns) {
		<-b.turns
	}
}

// workbench has work done at once, and keeps what it shows.
type workbench struct {
	discord.Responder
	shown chan message.Reply
}

func (w workbench) Show(r message.Reply)  { w.shown <- r }
func (w workbench) Steps([]message.Reply) {}

func (w workbench) Work(_ discord.Opening, do func(context.Context, discord.Shower) error) error {
	go func() {
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
		defer cancel()
		if err := do(ctx, w); err != nil {
			w.shown <- message.Note(err.Error())
		}
		close(w.shown)
	}()
	return nil
}

// simulating begins a simulation and returns what it shows.
func simulating(t *testing.T, b *Bot, rounds string) <-chan message.Reply {
	t.Helper()
	bench := workbench{shown: make(chan message.Reply, 100)}
	err := b.simulate(t.Context(), newCall(bench, &discord.Call{Name: "learn simulate",
		Caller: discord.Caller{Player: storage.Player{Guild: 7, User: 1}},
		Options: []*discordgo.ApplicationCommandInteractionDataOption{
			{Name: "strategy", Value: "stopAt(17)"}, {Name: "rounds", Value: rounds}}}))
	if err != nil {
		t.Fatal(err)
	}
	synctest.Wait()
	return bench.shown
}

func TestASimulationThatTakesLongShowsHowFarItIs(t *testing.T) {
	studio(t, func(t *testing.T, b *Bot) {
		shown := simulating(t, b, "40000")
		time.Sleep(2 * showEvery)
		giveTurns(b)
		if r := <-shown; len(r.Files) != 0 || len(r.Embeds) != 1 {
			t.Errorf("at first is shown %+v", r)
		}
		if r := <-shown; len(r.Files) != 1 {
			t.Errorf("in the end is shown %+v", r)
		}
	})
}

func TestASimulationEndsWhenItsTimeIsUp(t *testing.T) {
	studio(t, func(t *testing.T, b *Bot) {
		shown := simulating(t, b, "20000000")
		time.Sleep(30*time.Second + time.Second)
		giveTurns(b)
		r := <-shown
		if len(r.Files) != 0 || !r.Private {
			t.Errorf("no round was played, and shown is %+v", r)
		}
	})
}

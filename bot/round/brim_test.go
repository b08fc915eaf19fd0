package round_test

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"holecard/blackjack"
	"holecard/bot/round"
	"holecard/bot/wallet"
	"holecard/storage"
)

// fill sets a player's chips by an admin's posting, as /chips would not.
func (b *bench) fill(who storage.UserID, balance storage.Chips) {
	b.t.Helper()
	b.opens(who)
	has := b.account(who).Balance
	v := b.visit(who)
	grant := storage.Posting{
		Key: fmt.Sprintf("fill/%d", v.ID), From: storage.MintOf(home),
		To: storage.WalletOf(v.Player), Chips: balance - has,
		Reason: storage.Grant, By: v.ID, Who: 99, At: b.now,
	}
	if grant.Chips < 0 {
		grant.From, grant.To, grant.Chips, grant.Reason = grant.To, grant.From, -grant.Chips,
			storage.Confiscation
	}
	b.update(func(tx storage.Tx) error {
		return tx.Post(grant)
	})
}

// change changes rules of the first table.
func (b *bench) change(changes ...string) {
	b.t.Helper()
	for _, c := range changes {
		b.ok(b.Change(b.t.Context(), b.visit(ada), "", c))
	}
}

// A story of a hand that wins as much as its rules can pay.
type jackpot struct {
	fact    string
	rules   []string
	cards   string
	actions []blackjack.Action
	wins    storage.Chips // in first stakes of 10, that is in tenths
}

const (
	split  = blackjack.Split
	double = blackjack.Double
)

var jackpots = []jackpot{
	{"a natural at 3:2", []string{"maxHands=1", "double=none"}, "AS 6C KD TH", nil, 15},
	{"a double", []string{"maxHands=1"}, "6S 6C 5D TH TS TD", []blackjack.Action{double}, 20},
	{"a double with a heart", []string{"maxHands=1", "hearts=true"}, "6H 6C 5D TH TS TD",
		[]blackjack.Action{double}, 40},
	{"four hands doubled", nil, "8S 6C 8S TC 8S 8S 3C TS 3C TS 3C TS 3C TS TD",
		[]blackjack.Action{split, split, split, double, double, double, double}, 80},
	{"four hands doubled, with hearts", []string{"hearts=true"},
		"8H 6C 8H TC 8H 8H 3C TS 3C TS 3C TS 3C TS TD",
		[]blackjack.Action{split, split, split, double, double, double, double}, 160},
}

func (b *bench) play(h round.Hand, actions []blackjack.Action) round.Hand {
	b.t.Helper()
	for _, a := range actions {
		h = b.act(h, a)
	}
	return h
}

func TestAWalletTakesWhatItsHandsMayWinOrTheBetIsRefused(t *testing.T) {
	for _, j := range jackpots {
		t.Run(j.fact, func(t *testing.T) {
			b := newBench(t)
			b.change(j.rules...)
			b.cards = j.cards
			b.fill(ada, storage.MaxChips-j.wins+1)
			if _, err := b.Start(t.Context(), b.visit(ada), round.Deal{Bet: 10}); !errors.Is(err,
				wallet.ErrFull) {
				t.Errorf("a wallet one chip too full: %v, want ErrFull before any card is dealt",
					err)
			}
			b.wants(ada, storage.MaxChips-j.wins+1, 0)
			b.fill(ada, storage.MaxChips-j.wins)
			if h := b.play(b.start(ada, 10), j.actions); h.Open || h.Balance != storage.MaxChips {
				t.Errorf("the wallet has %d, open %v, want %d", h.Balance, h.Open, storage.MaxChips)
			}
			b.wants(ada, storage.MaxChips, 0)
		})
	}
}

func TestAnOpenHandKeepsRoomForWhatItMayWin(t *testing.T) {
	for _, j := range jackpots[1:] { // a natural is over as it is dealt
		t.Run(j.fact, func(t *testing.T) {
			b := newBench(t)
			b.change(j.rules...)
			b.cards = j.cards
			for _, f := range []struct {
				room storage.Chips // beyond what the hand may win
				want error
			}{{b.DailyChips - 1, wallet.ErrFull}, {b.DailyChips, nil}} {
				b.fill(ada, storage.MaxChips-j.wins-f.room)
				h := b.start(ada, 10)
				for i := range j.actions { // at every moment of the hand
					if i == len(j.actions)/2 {
						if _, err := b.Daily(t.Context(), b.visit(ada)); !errors.Is(err, f.want) {
							t.Fatalf("the daily chips with room for %d: %v, want %v", f.room, err,
								f.want)
						}
					}
					h = b.act(h, j.actions[i])
				}
				if want := storage.MaxChips - f.room; f.want != nil && h.Balance != want ||
					f.want == nil && h.Balance != storage.MaxChips {
					t.Errorf("with room for %d the wallet has %d", f.room, h.Balance)
				}
				b.now = b.now.Add(24 * time.Hour)
			}
			if _, err := b.Daily(t.Context(), b.visit(ada)); !errors.Is(err, wallet.ErrFull) {
				t.Errorf("a full wallet: %v, want ErrFull", err)
			}
			b.wants(ada, storage.MaxChips, 0)
		})
	}
}

func TestNobodyElseFillsThatRoom(t *testing.T) {
	b := newBench(t)
	b.cards = "TS 7C 9D TH"
	b.GiveDaily = 100
	b.fill(ada, storage.MaxChips-80-9)
	h := b.start(ada, 10)
	for _, chips := range []storage.Chips{10, 9} {
		want := map[bool]error{true: wallet.ErrTheirsFull}[chips > 9]
		gift := wallet.Gift{To: ada, Chips: chips, Asked: b.visit(bob).ID}
		if _, err := b.Give(t.Context(), b.visit(bob), gift); !errors.Is(err, want) {
			t.Errorf("a gift of %d: %v, want %v", chips, err, want)
		}
		if want == nil {
			b.fill(ada, storage.MaxChips-80-9-10)
		}
		grant := wallet.Adjustment{To: ada, Do: wallet.Grant, Chips: chips,
			Asked: b.visit(bob).ID}
		_, err := b.Adjust(t.Context(), b.visit(bob), grant)
		if !errors.Is(err, want) {
			t.Errorf("a grant of %d: %v, want %v", chips, err, want)
		}
	}
	if h = b.act(h, blackjack.Stand); h.Open {
		t.Error("the hand cannot be settled")
	}
}

// A reset fills a wallet up to the chips that it starts with, where there is room.
func TestAResetFillsAWalletToItsLastChip(t *testing.T) {
	const wins = 80 // four hands of 10, doubled
	for _, f := range []struct {
		fact     string
		starting storage.Chips
		want     error
	}{
		{"to the last chip", storage.MaxChips - wins - 10, nil},
		{"one chip more than there is room for", storage.MaxChips - wins - 10 + 1,
			wallet.ErrTheirsFull},
	} {
		b := newBench(t)
		b.cards = "TS 7C 9D TH"
		h := b.start(ada, 10)
		b.StartingChips = f.starting
		c := wallet.Adjustment{To: ada, Do: wallet.Reset, Asked: b.visit(admin).ID}
		asked, errAsk := b.AskAdjustment(t.Context(), b.visit(admin), c)
		done, err := b.Adjust(t.Context(), b.visit(admin), c)
		if !errors.Is(err, f.want) || !errors.Is(errAsk, f.want) || asked != done {
			t.Errorf("%s: asked %+v, %v; done %+v, %v; want %v", f.fact, asked, errAsk, done, err,
				f.want)
		}
		if err == nil && done.After != f.starting {
			t.Errorf("%s: %+v", f.fact, done)
		}
		if h = b.act(h, blackjack.Stand); h.Open {
			t.Errorf("%s: the hand cannot be settled", f.fact)
		}
	}
}

func TestPayoutsRaisedWhileAHandIsOpenAreNotItsOwn(t *testing.T) {
	b := newBench(t)
	b.change("maxHands=1")
	b.cards = "6H 6C 5D TH TS TD"
	b.fill(ada, storage.MaxChips-20)
	h := b.start(ada, 10)
	b.change("hearts=true", "maxHands=4", "das=true")
	if h = b.act(h, double); h.Open || h.Balance != storage.MaxChips {
		t.Errorf("the wallet has %d, open %v, want %d", h.Balance, h.Open, storage.MaxChips)
	}
	if _, err := b.Again(t.Context(), b.visit(ada), h.ID, h.Version); !errors.Is(err, wallet.ErrFull) {
		t.Errorf("dealt again into a full wallet: %v, want ErrFull", err)
	}
	b.wants(ada, storage.MaxChips, 0)
}

// checked are the rooms that were read, by their paths. Other packages have nothing in them: no
// function of theirs calls back into a room.
type checked map[string]*types.Package

func (c checked) Import(of string) (*types.Package, error) {
	if c[of] == nil {
		c[of] = types.NewPackage(of, path.Base(of))
		c[of].MarkComplete()
	}
	return c[of], nil
}

// calls are the functions and methods of the rooms, each with those that it names, and which of
// them post to the store.
func calls(t *testing.T) (uses map[*types.Func]map[*types.Func]bool, posts []string) {
	t.Helper()
	uses = map[*types.Func]map[*types.Func]bool{}
	rooms := checked{}
	set := token.NewFileSet()
	for _, room := range []string{"interact", "guild", "wallet", "round", "story"} {
		names, err := filepath.Glob(filepath.Join("..", room, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		var files []*ast.File
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(set, name, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, file)
		}
		info := types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}
		check := types.Config{Importer: rooms, Error: func(error) {}}
		rooms["holecard/bot/"+room], _ = check.Check("holecard/bot/"+room, set, files, &info)
		for _, file := range files {
			for _, d := range file.Decls {
				decl, ok := d.(*ast.FuncDecl)
				if !ok {
					continue
				}
				f := info.Defs[decl.Name].(*types.Func)
				uses[f] = map[*types.Func]bool{}
				ast.Inspect(decl.Body, func(n ast.Node) bool {
					id, ok := n.(*ast.Ident)
					used, isFunc := info.Uses[id].(*types.Func)
					switch {
					case ok && isFunc:
						uses[f][used] = true
					case ok && id.Name == "Post": // of a transaction
						posts = append(posts, f.Name())
					}
					return true
				})
			}
		}
	}
	slices.Sort(posts)
	return uses, posts
}

// undealt are the paths that put no chip at stake although they end in the same writing: a
// table that is opened, closed or drawn again has no cards dealt.
var undealt = []string{"OpenSeating", "CloseSeating", "Invite", "Placed", "Gone", "Resume"}

// dealing are the paths that may deal a table, by one function: see
// [TestASeatThatMayNotIsNotDealt].
var dealing = []string{"Sit", "Leave", "Ready", "Expire"}

// Chips are held and given by [wallet.Spend] alone, which takes a leave; a new way to it has to be
// listed, with what shows that it asks.
func TestEveryPathOfChipsToTheTableAsks(t *testing.T) {
	functions, posts := calls(t)
	if want := []string{"Post", "Spend"}; !slices.Equal(posts, want) {
		t.Errorf("postings are made by %v, want %v", posts, want)
	}
	reaches := map[*types.Func]bool{}
	for f := range functions {
		reaches[f] = f.Name() == "Spend"
	}
	for more := true; more; {
		more = false
		for f, of := range functions {
			for called := range of {
				if reaches[called] && !reaches[f] {
					reaches[f], more = true, true
				}
			}
		}
	}
	var paths []string
	for f, does := range reaches {
		if does && f.Exported() && f.Name() != "Spend" {
			paths = append(paths, f.Name())
		}
	}
	slices.Sort(paths)
	want := slices.Concat(undealt, dealing)
	for path := range lockedOut {
		if !strings.Contains(path, ",") {
			want = append(want, path)
		}
	}
	slices.Sort(want)
	if !slices.Equal(paths, want) {
		t.Errorf("chips come to the table by\n%v, and listed are\n%v", paths, want)
	}
}

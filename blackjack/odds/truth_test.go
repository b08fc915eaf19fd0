package odds

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"testing"

	"holecard/blackjack/strategy"
)

func isError(err, want error) bool { return err != nil && errors.Is(err, want) }

// tolerance is how far a value may be from those of other programs. The issue of
// splits is included: no tested value needs more.
const tolerance = 1e-9

// truth is reference values of independent programs, in the file that
// HOLECARD_TRUTH names.
type truth map[string]any

// readTruth reads the file, or says that nothing is compared.
func readTruth(t *testing.T) truth {
	t.Helper()
	name := os.Getenv("HOLECARD_TRUTH")
	if name == "" {
		t.Skip("NOT COMPARED with independent programs: HOLECARD_TRUTH names no file of " +
			"reference values")
	}
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatalf("HOLECARD_TRUTH: %v", err)
	}
	var v truth
	if err := json.Unmarshal(b, &v); err != nil {
		t.Fatalf("HOLECARD_TRUTH: %v", err)
	}
	return v
}

func (v truth) at(path ...string) truth {
	for _, p := range path {
		v, _ = v[p].(map[string]any)
	}
	return v
}

func (v truth) number(name string) float64 { f, _ := v[name].(float64); return f }

func (v truth) is(t *testing.T, what, name string, got float64) {
	t.Helper()
	if want, ok := v[name].(float64); !ok || !near(got, want, tolerance) {
		t.Errorf("%s %s: %.12f, but others have %v", what, name, got, v[name])
	}
}

func TestMITAsOthersHaveIt_long(t *testing.T) {
	values := readTruth(t).at("mit", "values")
	g := game(t, "mit")
	for _, c := range []struct{ player, house int }{{12, 12}, {16, 15}, {18, 17}} {
		r := of(t, g, strategy.StopAt(c.player), strategy.StopAt(c.house))
		values.is(t, "mit", fmt.Sprintf("player_stop_at_%d_vs_house_stop_at_%d", c.player, c.house),
			r.Win)
	}
	values.is(t, "mit", "player_louis_vs_house_stop_at_15",
		of(t, g, strategy.Louis(), strategy.StopAt(15)).Win)
}

func TestBerkeleyAndAmherstAsOthersHaveThem_long(t *testing.T) {
	for _, table := range []string{"berkeley", "amherst"} {
		for name, x := range readTruth(t).at(table, "values") {
			want := truth(x.(map[string]any))
			p := strategy.DealerSensitive()
			if n, err := strconv.Atoi(name[len(name)-2:]); err == nil {
				p = strategy.StopAt(n)
			}
			r := of(t, game(t, table, "fresh=true"), p, nil)
			want.is(t, table+" "+name, "ev", r.EV)
			want.is(t, table+" "+name, "win", r.Win)
			want.is(t, table+" "+name, "push", r.Push)
			want.is(t, table+" "+name, "loss", r.Loss)
		}
	}
}

func TestChalmersAsOthersHaveIt_long(t *testing.T) {
	for name, x := range readTruth(t).at("chalmers", "values") {
		n, err := strconv.Atoi(name[len(name)-2:])
		if err != nil {
			t.Fatal(err)
		}
		truth(x.(map[string]any)).is(t, name, "guest_win",
			of(t, game(t, "chalmers"), strategy.StopAt(n), nil).Win)
	}
}

func TestDealersWithoutEndAsOthersHaveThem_long(t *testing.T) {
	g := game(t, "vegas")
	g.Endless = true
	d, err := DealerOf(context.Background(), g)
	if err != nil {
		t.Fatal(err)
	}
	v := readTruth(t).at("infinite_deck_dealer_S17", "values")
	for _, up := range []int{1, 6, 10} {
		v.at(upName(up)).isEnds(t, "without end, "+upName(up), d.ByUpcard[up-1])
	}
}

func upName(value int) string {
	switch value {
	case 0:
		return "all"
	case 1:
		return "A"
	}
	return strconv.Itoa(value)
}

func (v truth) isEnds(t *testing.T, what string, e Ends) {
	t.Helper()
	for total := 17; total <= 21; total++ {
		v.is(t, what, strconv.Itoa(total), e.Totals[total])
	}
	v.is(t, what, "bust", e.Bust)
	v.is(t, what, "blackjack", e.Natural)
}

// rulesOf returns vegas with the rules of a reference value.
func rulesOf(t *testing.T, v truth) Game {
	surrender := "none"
	hands, aces := int(v.number("max_hands_nonace")), int(v.number("max_hands_ace"))
	if v["late_surrender"] == true {
		surrender = "late"
	}
	changes := []string{
		fmt.Sprint("decks=", v.number("decks")), fmt.Sprint("hitSoft17=", v["dealer_hits_soft_17"]),
		fmt.Sprint("maxHands=", hands), fmt.Sprint("maxAceHands=", aces),
		fmt.Sprint("double=", map[string]string{"any": "any", "none": "none", "9": "9-11",
			"10": "10-11"}[v["double"].(string)]),
		"surrender=" + surrender,
		"natural=" + map[float64]string{1: "1:1", 1.2: "6:5", 1.5: "3:2"}[v.number("bj_pays")],
	}
	if hands > 1 {
		changes = append(changes, fmt.Sprint("das=", v["das"]))
	}
	return game(t, "vegas", changes...)
}

func (v truth) isResult(t *testing.T, name string, r Result) {
	t.Helper()
	v.is(t, name, "ev", r.EV)
	for _, u := range r.ByUpcard {
		v.at("ev_by_upcard").is(t, name, upName(u.Value), u.EV)
	}
	pdf := v.at("pdf")
	if len(pdf) == 0 {
		return
	}
	if len(pdf) != len(r.Nets) {
		t.Errorf("%s: %d nets, but others have %d", name, len(r.Nets), len(pdf))
	}
	for _, n := range r.Nets {
		pdf.is(t, name+" net", strconv.FormatFloat(n.Net, 'g', -1, 64), n.Chance)
	}
}

func TestBestPlayAsOthersHaveIt_long(t *testing.T) {
	for name, x := range readTruth(t).at("optimal_full_shoe", "rules") {
		v := truth(x.(map[string]any))
		g := rulesOf(t, v)
		v.isResult(t, name, bestOf(t, g, nil))
		d, err := DealerOf(context.Background(), g)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range append(d.ByUpcard, d.All) {
			v.at("dealer", upName(e.Upcard)).isEnds(t, name, e)
		}
	}
}

func TestFixedStrategiesAsOthersHaveThem_long(t *testing.T) {
	for name, x := range readTruth(t).at("fixed_strategy_full_shoe", "rules") {
		v := truth(x.(map[string]any))
		g := rulesOf(t, v)
		var p strategy.Strategy
		switch v["strategy"] {
		case "basic":
			p = basicOf(t, g)
		case "mimic":
			p = strategy.StopAt(17)
		case "stopat12":
			p = strategy.StopAt(12)
		}
		v.isResult(t, name, of(t, g, p, nil))
	}
}

// Tables in print: to the last digit that they print, the rounding of which is
// theirs.
func TestPublishedEdges_long(t *testing.T) {
	v := readTruth(t).at("published", "game_ev")
	for name, g := range map[string]Game{
		"1D_S17_DAS": game(t, "vegas", "decks=1", "maxAceHands=2", "surrender=none"),
		"2D_H17_DAS": game(t, "vegas", "decks=2", "hitSoft17=true", "maxAceHands=2",
			"surrender=none"),
		"6D_H17_ENHC_DAS": game(t, "vegas", "hitSoft17=true", "maxAceHands=2", "surrender=none",
			"holeCard=none"),
	} {
		if got, want := bestOf(t, g, nil).EV, v.number(name); !near(got, want, 2e-5) {
			t.Errorf("%s: %.7f, but in print %v", name, got, want)
		}
	}
}

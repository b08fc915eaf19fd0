package nearest

import "testing"

func TestDistanceCountsWhatToChange(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "bet", 3}, {"bet", "", 3}, {"MAX_BET", "MAX_BET", 0},
		{"MAXBET", "MAX_BET", 1}, {"kitten", "sitting", 3}, {"ab", "ba", 2},
	} {
		if got := Distance(c.a, c.b); got != c.want {
			t.Errorf("from %q to %q are %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

func TestTheNameThatWasMeantIsNear(t *testing.T) {
	names := []string{"vegas", "downtown", "mit", "basic"}
	for typed, want := range map[string]string{"vegsa": "vegas", "Vegas": "vegas",
		"basci": "basic", "mint": "mit", "mat": "mit", "poker": "", "": ""} {
		if got := Of(typed, names); got != want {
			t.Errorf("%q means %q, want %q", typed, got, want)
		}
	}
	unknown := UnknownError{"table", "vegsa", names}
	if got := unknown.Error(); got != "There's no table “vegsa”. Did you mean vegas?" {
		t.Error(got)
	}
	unknown.Name = "x"
	if got := unknown.Error(); got != "There's no table “x”. Try vegas, downtown, mit, basic." {
		t.Error(got)
	}
}

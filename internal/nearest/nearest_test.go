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

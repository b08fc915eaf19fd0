package lang

import "testing"

// One of a thing is told as one in every language.
func TestOneOfAThingIsToldAsOne(t *testing.T) {
	books := Must(Load())
	for code, want := range map[string][3]string{
		"en":    {"Every minute", "1 of 1 wrong.", "last 1 round"},
		"de":    {"Jede Minute", "1 von 1 falsch.", "letzte 1 Runde"},
		"es":    {"Cada minuto", "Decisiones erróneas: 1 de 1.", "última 1 ronda"},
		"fr":    {"Chaque minute", "Décisions fausses : 1 sur 1.", "1 dernière manche"},
		"pt-BR": {"A cada minuto", "Decisões erradas: 1 de 1.", "última 1 rodada"},
		"ja":    {"1分ごと", "判断ミス: 1回中1回。", "直近1ラウンド"},
	} {
		w := books.For(code)
		if got := [...]string{w.Say("limits.every", 1), w.Say("chart.map.alt", 1, 1),
			w.Say("chart.bankroll.axis", 1)}; got != want {
			t.Errorf("%s: %q", code, got)
		}
	}
	if got := books.For("en").Say("limits.every", 30); got != "Every 30 minutes" {
		t.Errorf("30: %q", got)
	}
}

package postgres

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The tables can lie on many machines, by their guilds: each statement names one, and none
// needs what such a database lacks or what all would wait for.
func TestEachStatementNamesItsGuild(t *testing.T) {
	sql, err := migrations.ReadFile("migrations/0001_records.sql")
	if err != nil {
		t.Fatal(err)
	}
	comments := regexp.MustCompile(`--.*`)
	all := slices.AppendSeq([]string{makeMigrations, addMigration}, maps.Keys(names()))
	for _, s := range strings.Split(comments.ReplaceAllString(string(sql), ""), ";\n") {
		if strings.TrimSpace(s) != "" {
			all = append(all, s)
		}
	}
	hot := regexp.MustCompile(`(?i)advisory|\blisten\b|\bnotify\b|sequence|\bserial\b|bigserial|identity|` +
		`nextval|\block table\b|foreign|references|\btruncate\b`)
	named := regexp.MustCompile(`\bguild = (\$1|w\.guild)|\(guild, |ON \w+ \(guild, `)
	// Except claims, beats, leases and pages of guilds.
	except := regexp.MustCompile(`processes|leases|^UPDATE due |FROM due WHERE at <=|due_at|` +
		`^WITH RECURSIVE g `)
	for _, s := range all {
		switch text := strings.Join(strings.Fields(s), " "); {
		case hot.MatchString(text):
			t.Errorf("all would wait for %q", text)
		case text == begin, text == beginClaim, text == commit,
			text == rollback:
		case except.MatchString(text):
			continue
		case strings.HasPrefix(text, "CREATE TABLE"):
			if !strings.Contains(text, "PRIMARY KEY (guild, ") {
				t.Errorf("its key does not begin with the guild: %q", text)
			}
		case !named.MatchString(text):
			t.Errorf("it names no guild: %q", text)
		}
		text := strings.Join(strings.Fields(s), " ")
		parts := strings.Count(text, " FROM ") + strings.Count(text, " JOIN ")
		for _, same := range []string{"FROM (", "FROM unnest", "LATERAL", "ctid = ANY"} {
			parts -= strings.Count(text, same)
		}
		if parts > 1 && strings.Count(text, "guild = ") < parts {
			t.Errorf("a part of it names no guild: %q", s)
		}
	}
}

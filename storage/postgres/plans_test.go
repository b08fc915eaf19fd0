package postgres_test

import (
	"strings"
	"testing"

	"holecard/storage/postgres"
)

// What a press reads does not grow with the rounds of its server: each record is looked up by its
// whole key. A plan that joins by hash or by merging reads all records of the guild.
func TestRecordsAreFetchedByTheirKeys_long(t *testing.T) {
	url := server.Database(t)
	open(t, url)
	plans, err := postgres.Plans(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	if len(plans) == 0 {
		t.Fatal("there is no statement of several tables")
	}
	for statement, plan := range plans {
		for _, whole := range []string{"Hash Join", "Merge Join", "Seq Scan", "Cond: (guild"} {
			if strings.Contains(plan, whole) {
				t.Errorf("%s\nis planned as\n%s", statement, plan)
			}
		}
	}
}

package fleet

import (
	"testing"

	"holecard/storage"
)

// Each guild is in one part, and it is that of its shard. Direct messages are in the first.
func TestAGuildIsInThePartOfItsShard(t *testing.T) {
	for _, of := range []int{1, 2, 16, 63} {
		for n := range 100 {
			guild := storage.GuildID(n)<<22 | storage.GuildID(n*7919)
			for part := range of {
				p := Parts{of, []int{part}}
				if has := p.Has(guild); has != (int(guild>>22)%of == part) {
					t.Errorf("guild %d is in %v: %v", guild, p, has)
				}
			}
			direct := storage.DirectMessages(storage.UserID(guild))
			if !(Parts{of, []int{0}}).Has(direct) || of > 1 && (Parts{of, []int{1}}).Has(direct) {
				t.Errorf("direct messages are not in the first of %d parts", of)
			}
		}
	}
}

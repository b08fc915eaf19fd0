package bot_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"go.etcd.io/bbolt"
)

// forgetful are the buckets that what is refused may change: which interactions
// were seen, and the fingerprint of all.
var forgetful = map[string]bool{"seen": true, "meta": true}

// digest sums up all that is kept, bucket by bucket, but for what was seen. It
// reads a copy of the file, which is whole as long as nothing is under way.
func (s *stage) digest() map[string]string {
	s.t.Helper()
	sums := map[string]string{}
	s.looksInto(func(bucket string, b *bbolt.Bucket) error {
		if forgetful[bucket] {
			return nil
		}
		sum := sha256.New()
		err := b.ForEach(func(k, v []byte) error {
			fmt.Fprintf(sum, "%x=%x\n", k, v)
			return nil
		})
		sums[bucket] = hex.EncodeToString(sum.Sum(nil)[:8])
		return err
	})
	if len(sums) < 5 {
		s.t.Fatalf("the file has the buckets %v only", sums)
	}
	return sums
}

// settlements counts the postings that ended the holding of a hand's stakes, by
// the hand: by the version of the hand that made them, so 1 is as it should be.
func (s *stage) settlements() map[string]int {
	s.t.Helper()
	ends := map[string]bool{}
	s.looksInto(func(bucket string, b *bbolt.Bucket) error {
		if bucket != "journal" {
			return nil
		}
		return b.ForEach(func(k, _ []byte) error {
			// behind the guild, hand/HAND/VERSION/REASON
			step, why, _ := cutLast(string(k[8:]), "/")
			if strings.HasPrefix(step, "hand/") && (why == "release" || why == "lose") {
				ends[step] = true
			}
			return nil
		})
	})
	count := map[string]int{}
	for step := range ends {
		hand, _, _ := cutLast(step, "/")
		count[hand]++
	}
	return count
}

func cutLast(text, separator string) (before, after string, found bool) {
	i := strings.LastIndex(text, separator)
	if i < 0 {
		return text, "", false
	}
	return text[:i], text[i+len(separator):], true
}

// looksInto shows each bucket of a copy of the stage's file.
func (s *stage) looksInto(fn func(name string, b *bbolt.Bucket) error) {
	s.t.Helper()
	raw, err := os.ReadFile(s.path)
	if err != nil {
		s.t.Fatal(err)
	}
	copied := filepath.Join(filepath.Dir(s.path), "copy.db")
	if err := os.WriteFile(copied, raw, 0o600); err != nil {
		s.t.Fatal(err)
	}
	db, err := bbolt.Open(copied, 0o600, &bbolt.Options{ReadOnly: true})
	if err != nil {
		s.t.Fatal(err)
	}
	defer db.Close()
	err = db.View(func(tx *bbolt.Tx) error {
		return tx.ForEach(func(name []byte, b *bbolt.Bucket) error { return fn(string(name), b) })
	})
	if err != nil {
		s.t.Fatal(err)
	}
}

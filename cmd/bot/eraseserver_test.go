package main

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"holecard/storage"
	"holecard/storage/bolt"
)

func TestAServerIsErasedOnceItsIDIsTypedAgain(t *testing.T) {
	store, path := openTemp(t)
	for _, guild := range []storage.GuildID{77, 78} {
		err := store.Update(t.Context(), guild, func(tx storage.Tx) error {
			return storage.Marks.Put(tx, "story", []byte{1})
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	env := map[string]string{"DATABASE": path}
	for _, step := range []struct {
		in     string
		args   []string
		status int
		says   string
		left   []storage.GuildID
	}{
		{"", []string{"77"}, exitUsage, "nothing is erased", []storage.GuildID{77, 78}},
		{"78\n", []string{"77"}, exitUsage, "nothing is erased", []storage.GuildID{77, 78}},
		{"77\n", []string{"77"}, exitOK, "Server 77 is erased.", []storage.GuildID{78}},
		{"", []string{"77", "--yes"}, exitUsage, "nothing is kept of server 77",
			[]storage.GuildID{78}},
		{"", []string{"Autumn"}, exitUsage, "not the id of a server", []storage.GuildID{78}},
		{"", []string{"78", "--yes"}, exitOK, "Server 78 is erased.", nil},
	} {
		status, out, said := fed(t.Context(), env, step.in,
			append([]string{"erase-server"}, step.args...)...)
		if status != step.status || !strings.Contains(out+said, step.says) {
			t.Errorf("%v: %d %s%s", step.args, status, out, said)
		}
		file, err := bolt.OpenReadOnly(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		left, err := file.Guilds(t.Context())
		if err = errors.Join(err, file.Close()); err != nil || !slices.Equal(left, step.left) {
			t.Errorf("%v: there are %v, %v", step.args, left, err)
		}
	}
}

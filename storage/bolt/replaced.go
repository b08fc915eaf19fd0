package bolt

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"holecard/storage"
	"holecard/storage/bolt/pages"
)

// Check reports whether the path still leads to the file that is open, and
// whether that is as this store has left it. Before it returns
// [storage.ErrReplaced] it stops all changes, which nobody would find again.
// It does so before every change, too.
func (s *Store) Check() error {
	s.writing.Lock() // so that no commit is under way
	defer s.writing.Unlock()
	return s.checkFile()
}

// Trouble returns why a change would be refused now: that of [Store.Check], or
// [storage.ErrNoSpace] when the disk had no room for the last. Nil when it would not.
func (s *Store) Trouble() error {
	s.writing.Lock()
	defer s.writing.Unlock()
	if err := s.checkFile(); err != nil {
		return err
	}
	if s.full {
		return storage.ErrNoSpace
	}
	return nil
}

// checkFile is Check, for those who hold writing.
func (s *Store) checkFile() error {
	if f := s.failure.Load(); f != nil {
		return f.err
	}
	if s.db.IsReadOnly() {
		return nil
	}
	f := s.replaced()
	if f == nil {
		return nil
	}
	s.fail(f)
	return s.failure.Load().err
}

// replaced returns how the file is not the one that was opened, nil when it is.
// One that is overwritten has lost what this store kept in it, while one that
// was moved or removed is whole as long as it is open. Of a disk that cannot be
// read nothing follows here: a commit will say more.
func (s *Store) replaced() *failure {
	const (
		rescue = ". The bot still has it open: save it with holecard backup FILE before you stop the " +
			"bot, " +
			"put that file where %[1]s was, and start again"
		restore = ". What was played since is lost: stop the bot, restore a backup, " +
			"run holecard audit, and start again"
	)
	because := func(overwritten bool, format string, args ...any) *failure {
		why := fmt.Sprintf(format, append([]any{s.path}, args...)...)
		return &failure{err: fmt.Errorf("%w: %s", storage.ErrReplaced, why), blind: overwritten}
	}
	open, err := s.file.Stat()
	if err != nil {
		return nil
	}
	there, err := os.Stat(s.path)
	switch {
	case os.IsNotExist(err):
		return because(false, "%[1]s was removed or moved away"+rescue)
	case err != nil:
		return nil
	case !os.SameFile(open, there):
		return because(false, "another file was put in the place of %[1]s"+rescue)
	}
	meta, err := pages.ReadMetas(s.file, s.pageSize)
	if _, failed := errors.AsType[*fs.PathError](err); failed {
		return nil
	}
	if err != nil || meta != *s.meta.Load() {
		return because(true, "%[1]s was written over by something other than the bot"+restore)
	}
	if used := meta.Size(); open.Size() < used {
		return because(true, "%[1]s was cut off from %[2]d bytes to %[3]d"+restore, used,
			open.Size())
	}
	return nil
}

// noteMeta notes the newest meta page, as the store has just found or made it.
func (s *Store) noteMeta() error {
	meta, err := pages.ReadMetas(s.file, s.pageSize)
	if err == nil {
		s.meta.Store(&meta)
	}
	return err
}

// checkBeforeView returns [storage.ErrReplaced] when the file was written over.
// It waits for nobody unless that seems so. bbolt must not come to see such a
// file: it panics while it holds the lock that every transaction begins with.
func (s *Store) checkBeforeView() error {
	if s.db.IsReadOnly() {
		return nil
	}
	oldest := s.meta.Load()
	meta, err := pages.ReadMetas(s.file, s.pageSize)
	newest := max(s.meta.Load().Txid, uint64(s.state.making()))
	if err == nil && meta.Txid >= oldest.Txid && meta.Txid <= newest &&
		(meta.Txid > oldest.Txid || meta == *oldest) {
		return nil
	}
	if err := s.Check(); err != nil && s.blind() != nil {
		return err
	}
	return nil
}

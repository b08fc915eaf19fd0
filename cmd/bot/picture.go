package main

import (
	"context"
	"fmt"
	"os"
)

// pngFile is the file of --png. It is opened before the work, so that no work is done for
// a picture that cannot be kept, and what it holds stays until the picture is drawn.
type pngFile struct {
	file *os.File // nil where no picture is wanted
	out  *pipe    // the same, which may be a pipe that nobody reads
	made bool     // there was none before
	kept bool     // the picture is in it
}

// openPNG opens the file at a path, or makes it. Close it.
func openPNG(ctx context.Context, path string) (*pngFile, error) {
	if path == "" {
		return &pngFile{}, nil
	}
	made := !exists(path)
	file, err := unlessStopped(ctx, func() (*os.File, error) { // a pipe waits for its reader
		return os.OpenFile(path, os.O_WRONLY|os.O_CREATE, 0o644)
	})
	if ctx.Err() != nil && file == nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, fmt.Errorf("--png: %w", err)
	}
	return &pngFile{file: file, out: &pipe{ctx: ctx, file: file}, made: made}, nil
}

// keep writes the picture, where one is wanted, in the place of what the file held.
func (f *pngFile) keep(draw func() []byte) error {
	if f.file == nil {
		return nil
	}
	picture := draw()
	info, err := f.file.Stat()
	if err == nil && info.Mode().IsRegular() { // a device or a pipe has no end to move
		err = f.file.Truncate(0)
	}
	if err == nil {
		_, err = f.out.Write(picture)
	}
	if err != nil {
		return fmt.Errorf("--png: %w", err)
	}
	f.kept = true
	return nil
}

// close closes the file, and removes it where it was made for a picture that did not come.
func (f *pngFile) close() {
	if f.file == nil {
		return
	}
	f.file.Close()
	if f.made && !f.kept {
		os.Remove(f.file.Name())
	}
}

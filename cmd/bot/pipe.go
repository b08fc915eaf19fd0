package main

import (
	"context"
	"io"
	"os"
	"slices"
	"sync"
	"time"

	"holecard/internal/typed"
)

// unlessStopped returns what call does. A call that waits for others, such as one of a terminal
// or of a named pipe, is left behind when ctx ends.
func unlessStopped[T any](ctx context.Context, call func() (T, error)) (value T, err error) {
	type result struct {
		value T
		err   error
	}
	got := make(chan result, 1)
	go func() {
		value, err := call()
		got <- result{value, err}
	}()
	select {
	case r := <-got:
		return r.value, r.err
	case <-ctx.Done():
		return value, ctx.Err()
	}
}

// lastWords is how long each write may take when the command is to end.
const lastWords = time.Second

// pipe is a file whose other side can keep a call waiting: a terminal, a pipe. Reading ends with
// ctx, and writing a moment after it.
type pipe struct {
	ctx  context.Context
	file *os.File // not embedded: io.Copy would go around Read and Write

	mu    sync.Mutex
	ended error // of reading: a terminal would ask for Ctrl+D again
	stuck error // of writing
}

// pipes returns the streams of a process with files that end with ctx.
func (s stdio) pipes(ctx context.Context) stdio {
	if file, ok := s.in.(*os.File); ok {
		s.in = &pipe{ctx: ctx, file: file}
	}
	for _, out := range []*io.Writer{&s.out, &s.err} {
		if file, ok := (*out).(*os.File); ok {
			*out = &pipe{ctx: ctx, file: file}
		}
	}
	return s
}

// openPipe opens a file to read, which may be a pipe: even opening one waits for the other side.
func openPipe(ctx context.Context, path string) (*pipe, error) {
	file, err := unlessStopped(ctx, func() (*os.File, error) { return os.Open(path) })
	if err != nil {
		return nil, err
	}
	return &pipe{ctx: ctx, file: file}, nil
}

// input opens what an argument names to be read: a file, or standard input where that is [stream].
func (p process) input(ctx context.Context, name string) (in io.Reader, done func(), err error) {
	if name == stream {
		return typed.Input(p.in), func() {}, nil
	}
	file, err := openPipe(ctx, name)
	switch {
	case ctx.Err() != nil:
		return nil, nil, ctx.Err()
	case err != nil:
		return nil, nil, usageError{err}
	}
	return typed.Input(file), func() { file.Close() }, nil
}

// fileOf returns the file of a stream, nil where it has none.
func fileOf(stream any) *os.File {
	switch s := stream.(type) {
	case *os.File:
		return s
	case *pipe:
		return s.file
	}
	return nil
}

func (p *pipe) Read(b []byte) (n int, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended != nil {
		return 0, p.ended
	}
	own := make([]byte, len(b)) // b is the caller's again when ctx ends
	n, p.ended = unlessStopped(p.ctx, func() (int, error) { return p.file.Read(own) })
	return copy(b, own[:n]), p.ended
}

func (p *pipe) Write(b []byte) (n int, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stuck != nil {
		return 0, p.stuck
	}
	late, stop := after(p.ctx, lastWords)
	defer stop()
	own := slices.Clone(b)
	n, err = unlessStopped(late, func() (int, error) { return p.file.Write(own) })
	p.stuck = late.Err()
	return n, err
}

func (p *pipe) Close() error { return p.file.Close() }

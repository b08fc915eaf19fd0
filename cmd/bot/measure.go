package main

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"holecard/bot"
	"holecard/internal/durable"
	"holecard/internal/metrics"
	"holecard/storage"
)

// measureEvery is how often what is costly to know is measured, at most.
const measureEvery = time.Minute

// rest is how long nothing is measured after it took a time: on a database of many servers
// that is long, and it must not have more than a twentieth of it.
func rest(took time.Duration) time.Duration { return max(measureEvery, 20*took) }

// startMetrics answers at METRICS_ADDR, if there is one, until stop is called.
func (c config) startMetrics(store opened, about *instance, log *slog.Logger) (
	stop func(), err error) {
	if c.MetricsAddr == "" {
		return func() {}, nil
	}
	listener, err := listenOn("METRICS_ADDR", c.MetricsAddr, "set it to a free address of this "+
		"machine, such as 127.0.0.1:9464, or leave it empty")
	if err != nil {
		return nil, err
	}
	version, commit := build()
	m := metrics.New(version, commit, bot.Commands())
	about.metrics = m
	m.Watch(metrics.Health{
		Ready:   func() bool { return len(about.unready()) == 0 },
		Trouble: func() bool { return about.trouble() != nil },
	})
	if about.backups != nil {
		m.Backups(c.BackupEvery)
	}
	if s, ok := store.(server); ok {
		m.Pool(s.Store)
	}
	stopMeasuring := aside(func(ctx context.Context) {
		for wait := time.Duration(0); pause(ctx, wait); {
			begun := time.Now()
			c.measure(ctx, store, about, log)
			wait = rest(time.Since(begun))
		}
	})
	routes := http.NewServeMux()
	about.healthRoutes(routes, false)
	routes.Handle("GET /metrics", m.Handler())
	closeServer := answerOn(listener, routes, log)
	log.Info("serving metrics", "url", "http://"+listener.Addr().String()+"/metrics")
	return func() {
		stopMeasuring()
		closeServer()
	}, nil
}

// measure takes down what there is in the database, and how its backups and its disk are.
func (c config) measure(ctx context.Context, store opened, about *instance, log *slog.Logger) {
	m := about.metrics
	counts, err := store.Count(ctx)
	if err == nil {
		m.Counted(counts)
	}
	// Not every engine can add up its chips in a moment.
	if s, ok := store.(interface {
		Sums(context.Context) (storage.Sums, error)
	}); ok {
		sums, errSums := s.Sums(ctx)
		if err = errors.Join(err, errSums); errSums == nil {
			m.Summed(sums)
		}
	}
	if about.backups != nil {
		last, failed := about.backups()
		m.BackedUp(last, failed != nil)
	}
	if file, errFile := os.Stat(c.Database); errFile == nil {
		size, free, errRoom := durable.Room(filepath.Dir(c.Database))
		if err = errors.Join(err, errRoom); errRoom == nil {
			m.Disk(size, free, uint64(file.Size()))
		}
	}
	if err != nil && ctx.Err() == nil {
		log.Warn("what there is cannot be measured", "error", err)
	}
}

// measured returns a store that is measured, if anything is.
func (i *instance) measured(store storage.Store) storage.Store {
	if i.metrics == nil {
		return store
	}
	return i.metrics.Store(store)
}

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"holecard/storage"
)

// auditCmd checks the ledger.
type auditCmd struct {
	JSON bool `help:"Print the report as JSON." name:"json"`
}

// Run audits the database that the configuration names. The bot must not be
// running on it.
func (a auditCmd) Run(ctx context.Context, p process) error {
	c, err := p.config()
	if err != nil {
		return err
	}
	report, err := audit(ctx, c.database())
	if err != nil {
		return err
	}
	if a.JSON {
		err = json.NewEncoder(p.out).Encode(report)
	} else {
		err = printAudit(p.out, c.Database, report)
	}
	if err == nil && !report.OK {
		err = errSaid
	}
	return err
}

func audit(ctx context.Context, d database) (report storage.Audit, err error) {
	store, err := d.openReadOnly()
	switch {
	case errors.Is(err, storage.ErrInUse):
		return report, fmt.Errorf("%w: stop the bot that has %s open, then audit", storage.ErrInUse, d.path)
	case errors.Is(err, storage.ErrCorrupt):
		return storage.Audit{Problems: []string{err.Error()}}, nil
	case err != nil:
		return report, err
	}
	report, err = store.Audit(ctx)
	if errors.Is(err, storage.ErrCorrupt) {
		report, err = storage.Audit{Problems: []string{err.Error()}}, nil
	}
	return report, errors.Join(err, store.Close())
}

func printAudit(w io.Writer, path string, r storage.Audit) error {
	verdict := "ok: every chip is accounted for"
	if !r.OK {
		verdict = "NOT ok: " + map[bool]string{true: "1 problem", false: fmt.Sprint(len(r.Problems), " problems")}[len(r.Problems) == 1]
	}
	_, err := fmt.Fprintf(w, "%s is %s.\n", path, verdict)
	if r.OK || r.Accounts > 0 { // else nothing could be read
		_, errLine := fmt.Fprintf(w, "%d accounts, %d postings, %d chips in all, %d held for %d open hands.\n",
			r.Accounts, r.Postings, r.Total, r.Held, r.OpenHands)
		err = errors.Join(err, errLine)
	}
	for _, problem := range r.Problems {
		_, errLine := fmt.Fprintf(w, "- %s\n", problem)
		err = errors.Join(err, errLine)
	}
	return err
}

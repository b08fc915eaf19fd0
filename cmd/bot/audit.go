package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"holecard/bot/view"
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
	err = p.print(a.JSON, report, func(w io.Writer) { printAudit(w, c.Database, report) })
	if err == nil && !report.OK {
		err = errReported
	}
	return err
}

// audited is what an audit of a file found.
type audited struct {
	storage.Audit
	Schema int `json:"schema"` // of the file; 0 where it cannot be read
	Newest int `json:"newest_schema"`
}

func audit(ctx context.Context, d database) (report audited, err error) {
	store, err := d.openReadOnly(ctx)
	inUse, _ := errors.AsType[*storage.InUseError](err)
	switch {
	case inUse != nil:
		return report, fmt.Errorf("%w: stop the bot that has %s open, then audit", inUse, d.path)
	case errors.Is(err, storage.ErrCorrupt):
		return damagedFile(err), nil
	case err != nil:
		return report, err
	}
	report.Audit, err = store.Audit(ctx)
	if errors.Is(err, storage.ErrCorrupt) {
		report, err = damagedFile(err), nil
	}
	report.Schema, report.Newest = store.Schema()
	return report, errors.Join(err, store.Close())
}

// damagedFile reports a file that cannot be read.
func damagedFile(err error) audited {
	return audited{Audit: storage.Audit{Problems: []string{err.Error()}}}
}

func printAudit(w io.Writer, path string, r audited) {
	outcome := "ok: every chip is accounted for"
	if !r.OK {
		outcome = "NOT ok: " + quantity(len(r.Problems), "problem")
	}
	fmt.Fprintf(w, "%s is %s.\n", path, outcome)
	if r.OK || r.Accounts > 0 { // else nothing could be read
		held := "and no hand is open"
		if r.OpenHands > 0 || r.Held != 0 {
			held = fmt.Sprintf("and %s more are held for %s", view.Number(r.Held),
				quantity(r.OpenHands, "open hand"))
		}
		fmt.Fprintf(w, "%s and %s.\nAll accounts add up to %s. Players have %s, %s.\n",
			quantity(r.Accounts, "account"), quantity(r.Postings, "posting"), view.Number(r.Total),
			view.Chips(r.Wallets), held)
	}
	if r.Schema < r.Newest {
		fmt.Fprintf(w, "It is of schema %d. When the bot starts it makes a backup "+
			"and brings it to schema %d.\n",
			r.Schema, r.Newest)
	}
	for _, problem := range r.Problems {
		fmt.Fprintf(w, "- %s\n", problem)
	}
}

// quantity writes how many things there are: "1 problem", "1,234 problems".
func quantity(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return view.Number(n) + " " + thing
}

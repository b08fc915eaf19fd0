package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"holecard/bot/lang"
	"holecard/storage"
)

type auditCmd struct {
	JSON bool `help:"Print the report as JSON." name:"json"`
}

// Run audits the configured database, or asks the bot that has it open to.
func (a auditCmd) Run(ctx context.Context, p process) error {
	c, err := p.config()
	if err != nil {
		return err
	}
	report, err := audit(ctx, c.database())
	if err != nil {
		return err
	}
	err = p.print(a.JSON, report, func(w io.Writer) { printAudit(w, c.database().name(), report) })
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
	if inUse, ok := errors.AsType[*storage.InUseError](err); ok {
		report, err = askForAudit(ctx, socketOf(d.path))
		if errors.Is(err, errNoBot) {
			err = fmt.Errorf("%w. Stop it, then audit", unheardError{inUse, socketOf(d.path)})
		}
		return report, err
	}
	if err == nil {
		defer func() { err = errors.Join(err, store.Close()) }()
		report, err = auditOf(ctx, store)
	}
	if errors.Is(err, storage.ErrCorrupt) {
		report.Audit, err = storage.Audit{Problems: []string{err.Error()}}, nil
	}
	return report, err
}

// auditOf audits a database that is open.
func auditOf(ctx context.Context, store opened) (report audited, err error) {
	report.Schema, report.Newest = store.Schema()
	report.Audit, err = store.Audit(ctx)
	return report, err
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
			held = fmt.Sprintf("and %s more are held for %s", words().Number(int64(r.Held)),
				quantity(r.OpenHands, "open hand"))
		}
		fmt.Fprintf(w, "%s and %s.\nAll accounts add up to %s. Players have %s, %s.\n",
			quantity(r.Accounts, "account"), quantity(r.Postings, "posting"),
			words().Number(int64(r.Total)), words().Fact(lang.Chips(r.Wallets)), held)
		if r.Seatings > 0 {
			fmt.Fprintf(w, "%s in channels.\n", quantity(r.Seatings, "open table"))
		}
	}
	if r.Schema < r.Newest {
		fmt.Fprintf(w, "It is of schema %d. When the bot starts it makes a backup "+
			"and brings it to schema %d.\n", r.Schema, r.Newest)
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
	return words().Number(int64(n)) + " " + thing
}

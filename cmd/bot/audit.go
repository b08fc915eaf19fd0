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
func (a auditCmd) Run(ctx context.Context, p process, c config) error {
	report, err := audit(ctx, c.database())
	if err != nil {
		return err
	}
	err = p.print(a.JSON, report, func(w io.Writer) { printAudit(w, c.database().name(), report) })
	return judged(err, report.OK)
}

func audit(ctx context.Context, d database) (report storage.Audit, err error) {
	err = d.reach(ctx, "Stop it, then audit", func(socket string) (err error) {
		report, err = askForAudit(ctx, socket)
		return err
	}, func(store opened) (err error) {
		report, err = store.Audit(ctx)
		return err
	})
	if errors.Is(err, storage.ErrCorrupt) {
		report, err = storage.Audit{Problems: []string{err.Error()}}, nil
	}
	return report, err
}

func printAudit(w io.Writer, path string, r storage.Audit) {
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

package postgres

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"strconv"

	"holecard/storage"

	"github.com/jackc/pgx/v5/pgconn"
)

// Migrations have numbers from 1, and can be run again. A process that runs already goes on
// beside a newer one, so each only adds.
//
//go:embed migrations/*.sql
var migrations embed.FS

// newestSchema returns the number of the newest migration.
func newestSchema() int {
	names, _ := fs.Glob(migrations, "migrations/*.sql")
	return len(names)
}

const (
	makeMigrations = `CREATE TABLE IF NOT EXISTS migrations (
		guild bigint NOT NULL CHECK (guild = 0), number bigint NOT NULL,
		made timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (guild, number))`
	// who comes second waits here until the first has committed
	addMigration = `INSERT INTO migrations (guild, number) VALUES (0, %d)
		ON CONFLICT (guild, number) DO NOTHING`
	isImporting = `SELECT EXISTS (SELECT FROM leases
		WHERE name = '` + importLease + `' AND until > clock_timestamp())`
)

// migrate makes the migrations that are missing, or refuses a database that lacks some and is
// only read, or that an import has not filled.
func migrate(ctx context.Context, config *pgconn.Config, readOnly bool) error {
	conn, err := pgconn.ConnectConfig(ctx, config)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	if version := conn.ParameterStatus("server_version"); tooOld(version) {
		return fmt.Errorf("%w: it is %s", ErrOld, version)
	}
	if err := keepsSessions(ctx, config, conn); err != nil {
		return err
	}
	made, err := schemaOf(ctx, conn)
	switch newest := newestSchema(); {
	case err != nil:
		return err
	case made > newest:
		return storage.ErrNewer
	case readOnly && made < newest:
		return fmt.Errorf("%w: start the bot once to bring it up to date", ErrNoTables)
	case !readOnly:
		_, err = conn.Exec(ctx, makeMigrations).ReadAll()
		for number := 1; number <= newest && err == nil; number++ {
			if err = migrateTo(ctx, conn, number); err != nil {
				err = fmt.Errorf("migration %d: %w", number, err)
			}
		}
	}
	if err != nil {
		return err
	}
	importing, err := valueOf(ctx, conn, isImporting)
	if importing == "t" {
		return storage.ErrUnfinished
	}
	return err
}

// schemaOf returns the number of the newest migration that was made, 0 for none.
func schemaOf(ctx context.Context, conn *pgconn.PgConn) (number int, err error) {
	there, err := valueOf(ctx, conn, "SELECT to_regclass('migrations')")
	if there == "" || err != nil {
		return 0, err
	}
	text, err := valueOf(ctx, conn, "SELECT coalesce(max(number), 0) FROM migrations")
	if err == nil {
		number, err = strconv.Atoi(text)
	}
	return number, err
}

// keepsSessions refuses a pooler that gives a connection of the server to somebody else after
// each transaction: two connections to it then have one and the same.
func keepsSessions(ctx context.Context, config *pgconn.Config, conn *pgconn.PgConn) error {
	other, err := pgconn.ConnectConfig(ctx, config)
	if err != nil {
		return err
	}
	defer other.Close(context.WithoutCancel(ctx))
	one, err1 := valueOf(ctx, conn, "SELECT pg_backend_pid()")
	two, err2 := valueOf(ctx, other, "SELECT pg_backend_pid()")
	if err1 == nil && err2 == nil && one == two {
		return ErrPooled
	}
	return errors.Join(err1, err2)
}

// valueOf returns what a query answers, empty for NULL.
func valueOf(ctx context.Context, conn *pgconn.PgConn, query string) (string, error) {
	answers, err := conn.Exec(ctx, query).ReadAll()
	if err != nil {
		return "", err
	}
	return string(answers[0].Rows[0][0]), nil
}

// migrateTo makes a migration in a transaction, which ends with the connection where it fails.
func migrateTo(ctx context.Context, conn *pgconn.PgConn, number int) error {
	names, err := fs.Glob(migrations, fmt.Sprintf("migrations/%04d_*.sql", number))
	if err != nil || len(names) != 1 {
		return fmt.Errorf("it has %d files", len(names))
	}
	text, err := migrations.ReadFile(names[0])
	if err != nil {
		return err
	}
	begun, err := conn.Exec(ctx, "BEGIN; "+fmt.Sprintf(addMigration, number)).ReadAll()
	if err != nil {
		return err
	}
	if begun[1].CommandTag.RowsAffected() == 0 {
		text = nil
	}
	_, err = conn.Exec(ctx, string(text)+"; COMMIT").ReadAll()
	return err
}

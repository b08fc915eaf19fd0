package postgres

import (
	"context"
	"embed"
	"fmt"
	"io/fs"

	"github.com/jackc/pgx/v5/pgconn"
)

// Migrations have numbers from 1. Each only adds, so that the version before runs beside,
// and can be run again.
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
)

// migrate makes the migrations that are missing. A newer version may have made more.
func migrate(ctx context.Context, config *pgconn.Config) error {
	conn, err := pgconn.ConnectConfig(ctx, config)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	if version := conn.ParameterStatus("server_version"); tooOld(version) {
		return fmt.Errorf("%w: it is %s", ErrOld, version)
	}
	if _, err := conn.Exec(ctx, makeMigrations).ReadAll(); err != nil {
		return err
	}
	for number := 1; number <= newestSchema(); number++ {
		if err := migrateTo(ctx, conn, number); err != nil {
			return fmt.Errorf("migration %d: %w", number, err)
		}
	}
	return nil
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

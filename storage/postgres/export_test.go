package postgres

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
)

// MaxConnections returns how many connections a store at an address has at most.
func MaxConnections(url string) (int32, error) {
	c, err := configure(url)
	if err != nil {
		return 0, err
	}
	return c.MaxConns, nil
}

// Plans returns how PostgreSQL carries out the statements that fetch records of several tables,
// by their text.
func Plans(ctx context.Context, url string) (map[string]string, error) {
	config, err := configure(url)
	if err != nil {
		return nil, err
	}
	conn, err := pgx.ConnectConfig(ctx, config.ConnConfig)
	if err != nil {
		return nil, err
	}
	defer conn.Close(ctx)
	plans := make(map[string]string)
	for i, s := range statements() {
		if !strings.Contains(s, "JOIN ") {
			continue
		}
		name := fmt.Sprint("plan", i)
		if _, err := conn.Exec(ctx, "PREPARE "+name+" AS "+s); err != nil {
			return nil, err
		}
		arguments := "NULL"
		for n := 2; strings.Contains(s, fmt.Sprint("$", n)); n++ {
			arguments += ", NULL"
		}
		rows, err := conn.Query(ctx, "EXPLAIN EXECUTE "+name+"("+arguments+")")
		if err != nil {
			return nil, err
		}
		lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			return nil, err
		}
		plans[s] = strings.Join(lines, "\n")
	}
	return plans, nil
}

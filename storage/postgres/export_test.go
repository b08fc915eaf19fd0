package postgres

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// MaxConnections returns how many connections a store at an address has at most.
func MaxConnections(url string) (int, error) {
	_, most, err := configure(url)
	return most, err
}

// Plans returns how PostgreSQL carries out the statements that fetch records of several tables,
// by their text.
func Plans(ctx context.Context, url string) (map[string]string, error) {
	config, _, err := configure(url)
	if err != nil {
		return nil, err
	}
	conn, err := pgconn.ConnectConfig(ctx, config)
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
		if _, err := conn.Exec(ctx, "PREPARE "+name+" AS "+s).ReadAll(); err != nil {
			return nil, err
		}
		arguments := "NULL"
		for n := 2; strings.Contains(s, fmt.Sprint("$", n)); n++ {
			arguments += ", NULL"
		}
		plan, err := conn.Exec(ctx, "EXPLAIN EXECUTE "+name+"("+arguments+")").ReadAll()
		if err != nil {
			return nil, err
		}
		for _, line := range plan[0].Rows {
			plans[s] += string(line[0]) + "\n"
		}
	}
	return plans, nil
}

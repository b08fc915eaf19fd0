package postgres

import (
	"errors"
	"fmt"
	"net"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// Why a database cannot be opened.
var (
	ErrAddress    = errors.New("this is no address of PostgreSQL")
	ErrAway       = errors.New("the database server does not answer")
	ErrTLS        = errors.New("the connection to the database server cannot be encrypted")
	ErrRefused    = errors.New("the database server refuses the user or the password")
	ErrNoDatabase = errors.New("the database server has no such database")
	ErrForbidden  = errors.New("the database server lets this user make no tables")
	ErrReadOnly   = errors.New("the database server is a standby, which takes no changes")
	ErrParameter  = errors.New("the database server does not know a parameter of the address")
	ErrNoTables   = errors.New("the database has no tables of this version")
	ErrPooled     = errors.New("a pooler before the database gives its connections to others " +
		"after each transaction")
	ErrOld = errors.New("the database server is older than PostgreSQL 14")
)

// oldest is the oldest version of PostgreSQL that is supported.
const oldest = 14

// tooOld reports whether a version is older, such as "13.4 (Debian 13.4-1)". What only
// speaks as PostgreSQL does, such as CockroachDB, says any version: its three numbers, or
// what stands behind them, tell.
func tooOld(version string) bool {
	number, _, _ := strings.Cut(version, " ")
	major, minor, _ := strings.Cut(number, ".")
	n, err := strconv.Atoi(major)
	if _, odd := strconv.Atoi(minor); odd != nil {
		return false
	}
	return err == nil && n < oldest
}

// Name returns what may be printed of an address: servers and database, and no user and
// no password.
func Name(url string) string {
	c, err := pgconn.ParseConfig(url)
	if err != nil || misread(c) {
		return "postgres://"
	}
	hosts := []string{at(c.Host, c.Port)}
	for _, f := range c.Fallbacks {
		if host := at(f.Host, f.Port); host != hosts[len(hosts)-1] { // with and without TLS
			hosts = append(hosts, host)
		}
	}
	return "postgres://" + strings.Join(hosts, ",") + "/" + c.Database
}

// misread reports whether a part of a password stands in the name of the database: one with
// a slash that was not written as %2F.
func misread(c *pgconn.Config) bool { return strings.ContainsAny(c.Database, "@/") }

func at(host string, port uint16) string {
	return net.JoinHostPort(host, strconv.Itoa(int(port)))
}

// ofTLS reports whether a connection cannot be made because of TLS or a certificate, which
// waiting does not mend. Few such errors have a type, but all have these words.
func ofTLS(err error) bool {
	if _, connecting := errors.AsType[*pgconn.ConnectError](err); !connecting {
		return false
	}
	says := err.Error()
	return slices.ContainsFunc([]string{"tls: ", "x509: ", "server refused TLS connection",
		"no encryption", "client certificate"},
		func(words string) bool { return strings.Contains(says, words) })
}

// unreachable returns why a database cannot be opened. Nothing in it is secret.
func unreachable(err error) error {
	reason := ErrAway
	if ofTLS(err) {
		return fmt.Errorf("%w: %w", ErrTLS, err)
	}
	if failed, ok := errors.AsType[*pgconn.PgError](err); ok {
		switch failed.Code {
		case "28P01", "28000":
			reason = ErrRefused
		case "3D000":
			reason = ErrNoDatabase
		case "42704", "22023": // an unknown setting, or a value that it does not take
			reason = ErrParameter
		case "42501":
			reason = ErrForbidden
		case "25006":
			reason = ErrReadOnly
		}
		return fmt.Errorf("%w: %s", reason, failed.Message)
	}
	if strings.Contains(err.Error(), "read only connection") { // for which pgconn has no type
		reason = ErrReadOnly
	}
	if isFinal(err) {
		return err
	}
	return fmt.Errorf("%w: %w", reason, err)
}

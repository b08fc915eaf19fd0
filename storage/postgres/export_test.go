package postgres

// MaxConnections returns how many connections a store at an address has at most.
func MaxConnections(url string) (int32, error) {
	c, err := configure(url)
	if err != nil {
		return 0, err
	}
	return c.MaxConns, nil
}

package postgres

// MaxConnections returns how many connections a store at an address has at most.
func MaxConnections(url string) (int, error) {
	_, most, err := configure(url)
	return int(most), err
}

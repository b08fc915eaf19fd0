// Package scripts has what runs the bot elsewhere: the recipe of its image, Compose files
// and a unit of systemd. The tests of e2e/release try them as far as that is possible
// without Docker and without systemd.
package scripts

import "embed"

// Files are the recipes.
//
//go:embed Dockerfile compose.yaml compose.postgres.yaml holecard.service
var Files embed.FS

// Watching is what Prometheus and Grafana need: alerts with their tests, and a dashboard.
//
//go:embed alerts.yml alerts_test.yml grafana.json
var Watching embed.FS

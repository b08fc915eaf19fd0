module holecard/e2e

go 1.26.0

replace holecard => ../

require (
	github.com/santhosh-tekuri/jsonschema/v6 v6.0.2
	holecard v0.0.0-00010101000000-000000000000
)

require golang.org/x/text v0.43.0 // indirect

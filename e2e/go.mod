module holecard/e2e

go 1.26.0

replace holecard => ../

require (
	github.com/chromedp/cdproto v0.159.0
	github.com/chromedp/chromedp v0.22.1
	github.com/santhosh-tekuri/jsonschema/v6 v6.0.2
	golang.org/x/tools v0.52.0
	holecard v0.0.0-00010101000000-000000000000
)

require (
	github.com/bwmarrin/discordgo v0.29.0 // indirect
	github.com/go-json-experiment/json v0.0.0-20260213210345-44df1a37e875 // indirect
	github.com/gorilla/websocket v1.5.3 // indirect
	golang.org/x/crypto v0.58.0 // indirect
	golang.org/x/mod v0.42.0 // indirect
	golang.org/x/sync v0.24.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/text v0.43.0 // indirect
)

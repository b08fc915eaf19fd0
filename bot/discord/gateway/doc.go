// Package gateway reaches Discord: requests over its REST API, and the gateway
// sessions on which it says what people do. It is the one package that knows
// discordgo, which sends the requests, opens the gateway and hands over events.
//
//	API.Request ──▶ discordgo ──▶ transport ──▶ the base URL
//
//	Gateway.Run ──▶ supervisor (a shard) ──▶ session ──▶ link, one a connection
//	                 when to try again       resumes     │ messages
//	                                                     ▼
//	                             Discord ◀──WebSocket── link ◀──pipe── discordgo
//
// The link stands between Discord and discordgo, message by message, and mends
// what discordgo leaves open: see [link].
package gateway

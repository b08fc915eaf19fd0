// Package gateway reaches Discord: requests over its REST API, and the gateway
// sessions on which it says what people do. Both go through discordgo.
//
//	API.Request ──▶ discordgo ──▶ transport ──▶ the base URL
//
//	Gateway.Run ──▶ supervisor (a shard) ──▶ session ──▶ discordgo, one a connection
//	                 when to try again       resumes     │ Open, AddHandler
//	                                                     ▼
//	                       Discord ◀──WebSocket── conn: whole frames, looked at
//
// The conn is the connection that discordgo dials. It meets what discordgo leaves open before
// discordgo reads it: see [conn].
package gateway

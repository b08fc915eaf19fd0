// Package localdiscord is Discord on loopback: as much of its REST interface
// and gateway (version 9) as a bot of slash commands and buttons needs. The
// bot's own client connects to it unchanged. It is strict where Discord is
// strict, so that what works here works there.
//
//	a page (internal/playground)        a test
//	Watch ▴ │                             │
//	        ▾    as a person: Actor       ▾
//	      Command, Click, Autocomplete, Say, Dismiss
//	                       │
//	      world (guild, channels, people) · store (messages, files)
//	      commands · interactions (3 s to answer, 15 min to go on)
//	                       ▲
//	            ┌──────────┴──────────────────┐
//	   /api/v9/* (REST)              /gateway (websocket)
//	 Check ▸ Fault ▸ Weather ▸     sessions: HELLO IDENTIFY READY
//	 endpoint   │                  RESUME with replay, ops 7 and 9
//	            └──────────┬──────────────────┘
//	                    the bot
//
// A test does this:
//
//	s := localdiscord.New(localdiscord.Config{})
//	l := localdiscord.NewPipeListener() // or net.Listen on 127.0.0.1:0
//	go s.Serve(l)
//	defer s.Close()
//	// … start the bot with s.Token() and http://127.0.0.1/api/v9, dialling l.Dial …
//	s.AwaitCommands(ctx, "blackjack")
//	ada := s.As(s.People()[0])
//	bet := localdiscord.Given{Name: "bet", Value: 10}
//	answer, err := ada.Do(ctx, s.Channel("blackjack").ID, "blackjack", bet)
//	answer, err = ada.Press(ctx, answer.Message.ID, "Stand")
//
// It misbehaves on request: [Server.SetWeather] is a seeded storm of failing
// requests and breaking connections, [Config].Fault chooses each failure by hand.
//
// Everything takes the time from package time, so that a testing/synctest
// bubble can make it pass; call [PassEpoch] first there. Messages, requests,
// tokens and replayed events are kept in bounded number.
package localdiscord

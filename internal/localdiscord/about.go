package localdiscord

import "net/http"

// This file answers what a bot asks about itself and its world.

func (s *Server) getGateway(c *call) (any, *apiError) {
	return map[string]string{"url": gatewayURL(c.r)}, nil
}

func (s *Server) getGatewayBot(c *call) (any, *apiError) {
	return map[string]any{
		"url": gatewayURL(c.r), "shards": 1,
		"session_start_limit": map[string]int{"total": 1000, "remaining": 999,
			"reset_after": 86_400_000, "max_concurrency": 1},
	}, nil
}

func gatewayURL(r *http.Request) string { return "ws://" + r.Host + "/gateway" }

func (s *Server) getSelf(*call) (any, *apiError) { return s.world.bot(), nil }

func (s *Server) getApplication(*call) (any, *apiError) {
	app := s.world.app
	owner := User{ID: app.ID - 1, Username: "owner", Discriminator: "0"}
	return map[string]any{
		"id": app.ID, "name": app.Name, "icon": nil, "description": "", "bot_public": true,
		"bot_require_code_grant": false, "verify_key": "", "flags": 0, "team": nil, "owner": owner,
		"bot": s.world.bot(), "approximate_guild_count": 1,
	}, nil
}

func (s *Server) getGuild(c *call) (any, *apiError) {
	if c.id("guild") != s.world.guild {
		return nil, notFound(codeUnknownGuild, "Guild")
	}
	return map[string]any{"id": s.world.guild, "name": s.world.name,
		"preferred_locale": "en-US"}, nil
}

func (s *Server) getChannel(c *call) (any, *apiError) {
	channel := s.world.rooms[c.id("channel")]
	if channel == nil {
		return nil, notFound(codeUnknownChannel, "Channel")
	}
	return s.world.channelObject(channel, Person{}), nil
}

func (s *Server) createDM(c *call) (any, *apiError) {
	id := c.body.get("recipient_id").snowflake()
	channel := s.world.direct[id]
	if channel == nil {
		return nil, refuse(http.StatusBadRequest, codeGeneral,
			"400: Cannot send messages to this user")
	}
	return s.world.channelObject(channel, Person{}), nil
}

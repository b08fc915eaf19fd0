package localdiscord

import (
	"testing"

	"github.com/bwmarrin/discordgo"
)

func TestABotSeesTheGuildThatItIsIn(t *testing.T) {
	bubble(t, Config{}, func(t *testing.T, s *Server, l *PipeListener) {
		d := client(t, s, l)
		app, guild := s.Application().ID.String(), s.GuildID().String()
		lounge := s.Channel("lounge").ID
		if err := s.As(s.People()[0]).Deny(lounge, SendMessages); err != nil {
			t.Fatal(err)
		}

		guilds, err := d.UserGuilds(200, "", "", false)
		if err != nil || len(guilds) != 1 || guilds[0].ID != guild || guilds[0].Name != guildName {
			t.Errorf("it is in %v, %v", guilds, err)
		}
		if more, err := d.UserGuilds(200, "", guild, false); err != nil || len(more) != 0 {
			t.Errorf("behind the last there are %v, %v", more, err)
		}

		whole, err := d.Guild(guild)
		if err != nil {
			t.Fatal(err)
		}
		channels, err := d.GuildChannels(guild)
		if err != nil || len(channels) != 2 {
			t.Fatalf("its channels are %v, %v", channels, err)
		}
		member, err := d.GuildMember(guild, app)
		if err != nil || member.User.ID != app || !member.User.Bot {
			t.Fatalf("the bot is the member %v, %v", member, err)
		}
		whole.Channels, whole.Members = channels, []*discordgo.Member{member}
		member.GuildID = guild
		state := discordgo.NewState()
		if err := state.GuildAdd(whole); err != nil {
			t.Fatal(err)
		}
		for channel, want := range map[ID]uint64{
			s.Channel("blackjack").ID: botPermissions, lounge: botPermissions &^ SendMessages} {
			if may, err := state.UserChannelPermissions(app, channel.String()); err != nil ||
				uint64(may) != want {
				t.Errorf("in %v it has %b, want %b (%v)", channel, may, want, err)
			}
		}

		if list, err := d.ApplicationCommands(app, guild); err != nil || len(list) != 0 {
			t.Errorf("the guild's own commands are %v, %v", list, err)
		}
		restricted, err := d.GuildApplicationCommandsPermissions(app, guild)
		if err != nil || len(restricted) != 0 {
			t.Errorf("restricted are %v, %v", restricted, err)
		}

		for path, code := range map[string]float64{
			"/guilds/1": codeUnknownGuild, "/guilds/1/channels": codeUnknownGuild,
			"/guilds/" + guild + "/members/1":                         codeUnknownMember,
			"/applications/" + app + "/guilds/1/commands":             codeMissingAccess,
			"/applications/" + app + "/guilds/1/commands/permissions": codeMissingAccess,
		} {
			if status, body := s.do(t, "GET", path, ""); status/100 != 4 || body["code"] != code {
				t.Errorf("GET %s: %d %v", path, status, body)
			}
		}
	})
}

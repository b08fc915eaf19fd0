package localdiscord

import (
	"testing"

	"github.com/bwmarrin/discordgo"
)

// discordgoButtons is a row of buttons.
func discordgoButtons(buttons ...discordgo.MessageComponent) []discordgo.MessageComponent {
	return []discordgo.MessageComponent{discordgo.ActionsRow{Components: buttons}}
}

func TestDiscordgoPlaysOverAPipe(t *testing.T) {
	bubble(t, Config{}, func(t *testing.T, s *Server, l *PipeListener) {
		ctx := within(t)
		d := client(t, s, l)
		d.AddHandler(func(d *discordgo.Session, i *discordgo.InteractionCreate) {
			response := new(discordgo.InteractionResponse)
			response.Type = discordgo.InteractionResponseChannelMessageWithSource
			response.Data = &discordgo.InteractionResponseData{
				Content: "Your hand: A♠",
				Components: discordgoButtons(discordgo.Button{Label: "Hit",
					Style: discordgo.PrimaryButton, CustomID: "hit"}),
			}
			if i.Type == discordgo.InteractionMessageComponent {
				response.Type = discordgo.InteractionResponseUpdateMessage
				response.Data.Content = "Your hand: A♠ K♦"
				response.Data.Components = []discordgo.MessageComponent{}
			}
			if err := d.InteractionRespond(i.Interaction, response); err != nil {
				t.Error(err)
			}
		})
		if err := d.Open(); err != nil {
			t.Fatal(err)
		}
		if _, err := d.ApplicationCommandBulkOverwrite(s.Application().ID.String(), "",
			[]*discordgo.ApplicationCommand{
				{Name: "blackjack", Description: "Play"},
			}); err != nil {
			t.Fatal(err)
		}
		ada := s.As(s.People()[0])
		a, err := ada.Do(ctx, s.Channel("blackjack").ID, "blackjack")
		if err != nil || a.Message.Content != "Your hand: A♠" {
			t.Fatalf("got %+v, %v", a, err)
		}
		b, err := ada.Press(ctx, a.Message.ID, "Hit")
		if err != nil || b.Type != CallbackUpdate || b.Message.Content != "Your hand: A♠ K♦" ||
			len(b.Message.Components) != 0 {
			t.Fatalf("got %+v, %v", b, err)
		}
		if b.Message.ID != a.Message.ID {
			t.Error("the update made another message")
		}
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
}

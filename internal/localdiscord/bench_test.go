package localdiscord

import (
	"net"
	"net/http"
	"testing"

	"github.com/bwmarrin/discordgo"

	"holecard/internal/long"
)

// BenchmarkPresses is what a press costs through the real client over TCP with
// a bot that does nothing: event out, callback in, message changed. An
// iteration is a burst of 2,000 people, or of 200 without -long.
func BenchmarkPresses(b *testing.B) {
	people := long.Of(200, 2000)
	s := New(Config{KeepMessages: people})
	defer s.Close()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	go s.Serve(l)
	d, err := discordgo.New("Bot " + s.Token())
	if err != nil {
		b.Fatal(err)
	}
	d.StateEnabled = false
	d.Client = &http.Client{Transport: toHost{l.Addr().String(),
		&http.Transport{MaxIdleConnsPerHost: 64, MaxConnsPerHost: 64}}}
	d.AddHandler(func(d *discordgo.Session, i *discordgo.InteractionCreate) {
		r := &discordgo.InteractionResponse{Type: discordgo.InteractionResponseUpdateMessage,
			Data: &discordgo.InteractionResponseData{
				Embeds: []*discordgo.MessageEmbed{{Title: "Hand", Description: "A♠ K♦",
					Fields: []*discordgo.MessageEmbedField{{Name: "Dealer", Value: "7♣"},
						{Name: "You", Value: "21"}}}},
				Components: discordgoButtons(discordgo.Button{Label: "Hit", CustomID: "hit"},
					discordgo.Button{Label: "Stand", CustomID: "stand"}),
			}}
		if i.Type != discordgo.InteractionMessageComponent {
			r.Type = discordgo.InteractionResponseChannelMessageWithSource
		}
		endpoint := discordgo.EndpointInteractionResponse(i.ID, i.Token)
		if _, err := d.RequestWithBucketID("POST", endpoint, r, i.ID); err != nil {
			b.Error(err)
		}
	})
	if err := d.Open(); err != nil {
		b.Fatal(err)
	}
	defer d.Close()
	if _, err := d.ApplicationCommandBulkOverwrite(s.Application().ID.String(), "",
		[]*discordgo.ApplicationCommand{{Name: "blackjack", Description: "Play"}}); err != nil {
		b.Fatal(err)
	}
	actors := make([]Actor, people)
	hands := make([]ID, people)
	all := make([]*Interaction, people)
	for n := range actors {
		actors[n] = s.As(s.AddPerson(Person{Name: "Player"}))
		a, err := actors[n].Do(b.Context(), s.Channel("blackjack").ID, "blackjack")
		if err != nil {
			b.Fatal(err)
		}
		hands[n] = a.Message.ID
	}
	for b.Loop() {
		for n := range actors {
			if all[n], err = actors[n].Click(hands[n], "Hit"); err != nil {
				b.Fatal(err)
			}
		}
		for _, i := range all {
			if _, err := i.Wait(b.Context()); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(people*b.N)/b.Elapsed().Seconds(), "presses/s")
}

// toHost sends the client's requests for discord.com to a server on TCP.
type toHost struct {
	host string
	next http.RoundTripper
}

func (h toHost) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host, r.Host = "http", h.host, h.host
	return h.next.RoundTrip(r)
}

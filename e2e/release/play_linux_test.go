package release

import (
	"context"
	"os"
	"os/exec"
	"testing"
	"time"

	"holecard/e2e/stage"
	"holecard/internal/localdiscord"
	"holecard/scripts"
)

// playOn starts a machine and then a bot on it by setUp, and plays a hand on it at a local Discord.
func playOn(t *testing.T, cmd *exec.Cmd, setUp func(token string, settings []string)) {
	t.Helper()
	discord := stage.OpenDiscord(t)
	settings := []string{"LOG_LEVEL=warn", "DISCORD_API_URL=" + discord.URL + "/api/v9"}
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	setUp(discord.Token(), settings)
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	if err := discord.AwaitCommands(ctx, "blackjack"); err != nil {
		t.Fatalf("the bot registers no commands: %v", err)
	}
	if err := discord.AwaitOnline(ctx); err != nil {
		t.Fatalf("the bot does not connect: %v", err)
	}
	playHand(ctx, t, discord.Server)
}

// playHand plays a hand to its end.
func playHand(ctx context.Context, t *testing.T, discord *localdiscord.Server) {
	t.Helper()
	who := discord.As(discord.AddPerson(localdiscord.Person{Name: "Ada"}))
	answer, err := who.Do(ctx, discord.Channel("blackjack").ID, "blackjack",
		localdiscord.Given{Name: "bet", Value: 10})
	for err == nil && answer.Message != nil {
		var press string
		for _, b := range answer.Message.Buttons() {
			switch b.Label {
			case "Play again":
				return
			case "Stand", "No insurance", "Decline":
				press = b.Label
			}
		}
		if press == "" {
			break
		}
		answer, err = who.Press(ctx, answer.Message.ID, press)
	}
	t.Fatalf("no hand is played to its end: %v, %+v", err, answer)
}

// recipe returns a file of scripts.
func recipe(t *testing.T, name string) string {
	t.Helper()
	text, err := scripts.Files.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

package main

import (
	"net/url"
	"path/filepath"
	"slices"
	"testing"

	"github.com/compose-spec/compose-go/v2/cli"
	"github.com/compose-spec/compose-go/v2/types"
)

// compose reads a Compose file with .env as it is after cp .env.example .env.
func compose(t *testing.T, name string, variables ...string) *types.Project {
	t.Helper()
	root := t.TempDir()
	for _, path := range []string{"scripts/Dockerfile", "scripts/compose.yaml",
		"scripts/compose.postgres.yaml", ".env.example"} {
		put(t, filepath.Join(root, path), readFile(t, filepath.Join("../..", path)))
	}
	put(t, filepath.Join(root, ".env"), readFile(t, filepath.Join(root, ".env.example")))
	put(t, filepath.Join(root, "scripts", name), recipe(t, name))
	options, err := cli.NewProjectOptions([]string{filepath.Join(root, "scripts", name)},
		cli.WithEnv(variables), cli.WithResolvedPaths(true))
	if err != nil {
		t.Fatal(err)
	}
	project, err := options.LoadProject(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	bot := project.Services["bot"]
	recipe := filepath.Join(bot.Build.Context, bot.Build.Dockerfile)
	if filepath.IsAbs(bot.Build.Dockerfile) {
		recipe = bot.Build.Dockerfile
	}
	if bot.Build.Context != root || recipe != filepath.Join(root, "scripts", "Dockerfile") {
		t.Errorf("the image is built in %s by %s", bot.Build.Context, recipe)
	}
	if limit := bot.Environment["MAX_BET"]; limit == nil || *limit != "1000000" {
		t.Errorf("the bot does not get the settings of .env: %v", bot.Environment)
	}
	if bot.Restart != types.RestartPolicyUnlessStopped {
		t.Errorf("after a failure it restarts: %s", bot.Restart)
	}
	for service, config := range project.Services {
		for _, v := range config.Volumes {
			if _, there := project.Volumes[v.Source]; v.Type != types.VolumeTypeVolume || !there {
				t.Errorf("%s keeps %s in a %s %s that is not there", service, v.Target, v.Type,
					v.Source)
			}
		}
	}
	return project
}

// No Docker runs here: Compose's own library reads the files, and they are compared with
// what they name.
func TestTheComposeFilesNameWhatIsThere(t *testing.T) {
	project := compose(t, "compose.yaml")
	if got := volumes(project, "bot"); !slices.Equal(got, []string{"/data"}) {
		t.Errorf("the bot keeps %v", got)
	}

	project = compose(t, "compose.postgres.yaml", "POSTGRES_PASSWORD=a b/c@d")
	bot, server := project.Services["bot"], project.Services["postgres"]
	if got := volumes(project, "postgres"); !slices.Equal(got,
		[]string{"/var/lib/postgresql/data"}) {
		t.Errorf("PostgreSQL keeps %v", got)
	}
	if bot.DependsOn["postgres"].Condition != types.ServiceConditionHealthy ||
		server.HealthCheck == nil {
		t.Error("the bot does not wait for PostgreSQL")
	}
	address, err := url.Parse(*bot.Environment["DATABASE"])
	if err != nil {
		t.Fatal(err)
	}
	user := *server.Environment["POSTGRES_USER"]
	if address.Scheme != "postgres" || address.Hostname() != "postgres" ||
		address.User.Username() != user || address.Path != "/"+user {
		t.Errorf("the bot's database is %v, and PostgreSQL has that of %s", address, user)
	}
	const password = "a b/c@d"
	if got := *bot.Environment["PGPASSWORD"]; got != password ||
		*server.Environment["POSTGRES_PASSWORD"] != password {
		t.Errorf("the bot's password is %q", got)
	}
}

func volumes(project *types.Project, service string) (targets []string) {
	for _, v := range project.Services[service].Volumes {
		targets = append(targets, v.Target)
	}
	return targets
}

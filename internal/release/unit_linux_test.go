package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// exposure is how much systemd may find exposed of the service, of 100. Most of it is that
// it reaches the network, and that its root is this machine's.
const exposure = "15"

// service returns the bot, and a folder with the unit of it.
func service(t *testing.T) (program, folder string) {
	t.Helper()
	if _, err := exec.LookPath("systemd-analyze"); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skip("SKIPPED: there is no systemd-analyze, of Debian's package systemd")
	}
	folder = t.TempDir()
	program = filepath.Join(folder, "holecard")
	build := exec.Command("go", "build", "-o", program, "../../cmd/bot")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return program, folder
}

const installed = "/usr/local/bin/holecard"

func TestTheUnitIsSoundAndExposesLittle(t *testing.T) {
	program, folder := service(t)
	text := recipe(t, "holecard.service")
	if !strings.Contains(text, "ExecStart="+installed+" ") {
		t.Fatalf("it does not start %s", installed)
	}
	unit := filepath.Join(folder, "holecard.service")
	here := strings.ReplaceAll(text, installed, program)
	put(t, unit, here)
	for _, args := range [][]string{
		{"verify", "--man=no", "--recursive-errors=one", unit},
		{"security", "--offline=true", "--threshold=" + exposure, unit},
	} {
		if out, err := exec.Command("systemd-analyze", args...).CombinedOutput(); err != nil {
			t.Errorf("systemd-analyze %s: %v\n%s", args[0], err, out)
		} else if args[0] == "verify" && len(out) > 0 { // some complaints are no errors
			t.Errorf("systemd-analyze verify: %s", out)
		}
	}
}

// boot starts systemd as the first process of namespaces of its own, with two units: the
// bot's, and one that starts it. Nothing of this machine is changed, and all of it ends
// with the process that started it.
const boot = `set -e
mount --make-rprivate /
mount -t tmpfs tmpfs /run
mkdir -p /run/units/holecard.service.d /run/none /run/test
mount --bind "$FOLDER" /run/test
cp /run/test/holecard.service /run/units/
printf '[Service]\nStandardError=append:/run/test/log\n' >/run/units/holecard.service.d/log.conf
unit() { printf '[Unit]\nDescription=%s\nDefaultDependencies=no\n%s\n' "$1" "$2" >/run/units/$1; }
for name in basic sysinit shutdown network-online multi-user exit; do unit $name.target; done
unit start.target Wants=holecard.service
cp -a /etc /run/etc
mount --bind /run/etc /etc
mkdir -p /etc/systemd/system /etc/holecard
cp /run/test/token /run/test/holecard.env /etc/holecard/
for folder in /etc/systemd/system /usr/lib/systemd/system; do mount --bind /run/units $folder; done
for folder in /etc /usr/lib; do
	[ ! -d $folder/systemd/system-generators ] ||
		mount --bind /run/none $folder/systemd/system-generators
done
mount -t tmpfs tmpfs /usr/local/bin
cp /run/test/holecard /usr/local/bin/
mount -t tmpfs -o mode=755 tmpfs /var/lib
mount -t tmpfs -o mode=1777 tmpfs /tmp
mount -t tmpfs -o mode=1777 tmpfs /var/tmp
umount -R /sys/fs/cgroup
mount -t cgroup2 none /sys/fs/cgroup
exec env -i container=test PATH="$PATH" /lib/systemd/systemd --system --unit=start.target \
	--log-target=console --log-level=notice --show-status=0
`

// The unit is started by systemd itself, as on a machine that boots.
func TestTheBotPlaysAsAService(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED in short mode: it starts systemd")
	}
	onlyAsRoot(t)
	_, folder := service(t)
	put := func(name, text string) { put(t, filepath.Join(folder, name), text) }
	put("holecard.service", recipe(t, "holecard.service"))
	t.Cleanup(func() {
		if log, err := os.ReadFile(filepath.Join(folder, "log")); t.Failed() {
			t.Logf("the service has logged: %s%v", log, err)
		}
	})
	var machine *exec.Cmd
	playOn(t, func(env []string) *exec.Cmd {
		var settings []string
		for _, setting := range env {
			if token, ok := strings.CutPrefix(setting, "DISCORD_TOKEN="); ok {
				put("token", token+"\n")
			}
			settings = append(settings, setting)

		}
		put("holecard.env", strings.Join(settings, "\n")+"\n")
		machine = exec.Command("unshare", "--fork", "--kill-child", "--pid", "--mount", "--uts",
			"--ipc", "--cgroup", "--mount-proc", "sh", "-c", boot)
		machine.Env = append(os.Environ(), "FOLDER="+folder)
		return machine
	})
	within(t, machine, "test", "-s", "/var/lib/holecard/data/holecard.db")
	within(t, machine, "systemctl", "stop", "holecard.service")
	const want = "Result=success\nNRestarts=0\nExecMainStatus=0"
	got := within(t, machine, "systemctl", "show", "holecard.service",
		"--property=Result,NRestarts,ExecMainStatus")
	if got != want {
		t.Errorf("when it is stopped it has\n%s\nwant\n%s", got, want)
	}
}

// within returns what a command prints in the namespaces of a machine.
func within(t *testing.T, machine *exec.Cmd, args ...string) string {
	t.Helper()
	pid := strconv.Itoa(machine.Process.Pid)
	first, err := os.ReadFile("/proc/" + pid + "/task/" + pid + "/children")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("nsenter", append([]string{"--target", strings.TrimSpace(string(first)),
		"--mount", "--pid", "--cgroup"}, args...)...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(string(out))
}

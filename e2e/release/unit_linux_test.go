package release

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"holecard/e2e/stage"
)

// exposure is how much systemd may find exposed of the service, of 100. Most of it is that
// it reaches the network, and that its root is this machine's.
const exposure = "15"

// service returns the bot, and a folder with the unit of it.
func service(t *testing.T) (program, folder string) {
	t.Helper()
	stage.Needs(t, "systemd-analyze", "systemd")
	folder = t.TempDir()
	program = filepath.Join(folder, "holecard")
	if err := stage.Build(program); err != nil {
		t.Fatal(err)
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

// boot starts systemd as the first process of namespaces of its own, as on a machine that
// has nothing but systemd. Nothing of this machine is changed, and all of it ends with the
// process that started it.
const boot = `set -e
mount --make-rprivate /
mount -t tmpfs tmpfs /run
mkdir -p /run/units/holecard.service.d /run/none /run/test
mount --bind "$FOLDER" /run/test
unit() { printf '[Unit]\nDescription=%s\nDefaultDependencies=no\n%s\n' "$1" "$2" >/run/units/$1; }
for name in basic sysinit shutdown network-online multi-user exit; do unit $name.target; done
printf '[Service]\nStandardError=append:/run/test/log\n' >/run/units/holecard.service.d/log.conf
cp -a /etc /run/etc
mount --bind /run/etc /etc
mkdir -p /etc/systemd/system
for folder in /etc/systemd/system /usr/lib/systemd/system; do mount --bind /run/units $folder; done
for folder in /etc /usr/lib; do
	[ ! -d $folder/systemd/system-generators ] ||
		mount --bind /run/none $folder/systemd/system-generators
done
for folder in /usr/local/bin /var/lib; do mount -t tmpfs -o mode=755 tmpfs $folder; done
for folder in /tmp /var/tmp; do mount -t tmpfs -o mode=1777 tmpfs $folder; done
printf '#!/bin/sh\nexec "$@"\n' >/usr/local/bin/sudo
chmod +x /usr/local/bin/sudo
umount -R /sys/fs/cgroup
mount -t cgroup2 none /sys/fs/cgroup
mount --make-rshared / # by which a service sees its credentials
exec env -i container=test PATH="$PATH" /lib/systemd/systemd --system --unit=basic.target \
	--log-target=console --log-level=notice --show-status=0
`

// recipes are the commands of docs/operations.md that install, ask and remove the service.
func recipes(t *testing.T) (install, ask, remove string) {
	t.Helper()
	text := readFile(t, "../../docs/operations.md")
	_, section, _ := strings.Cut(text, "\n## Linux, by systemd\n")
	blocks := strings.Split(section, "\n```")
	_, section, _ = strings.Cut(text, "\n# Remove it\n")
	last := strings.Split(section, "\n```")
	if len(blocks) < 4 || len(last) < 2 {
		t.Fatal("docs/operations.md does not say how to install and remove the service")
	}
	ask, _, found := strings.Cut(strings.TrimPrefix(blocks[3], "sh\n"), "\nsudo journalctl")
	if !found {
		t.Fatalf("the second block is\n%s", blocks[3])
	}
	return strings.TrimPrefix(blocks[1], "sh\n"), ask, strings.TrimPrefix(last[1], "sh\n")
}

// The service is installed, asked and removed as docs/operations.md says, under systemd.
func TestTheBotPlaysAsAService(t *testing.T) {
	stage.NeedsRoot(t)
	program, folder := service(t)
	install, ask, remove := recipes(t)
	t.Cleanup(func() {
		if log, err := os.ReadFile(filepath.Join(folder, "log")); t.Failed() {
			t.Logf("the service has logged: %s%v", log, err)
		}
	})
	put(t, filepath.Join(folder, "holecard.service"), recipe(t, "holecard.service"))
	if err := os.Rename(program, filepath.Join(folder, "holecard")); err != nil {
		t.Fatal(err)
	}
	machine := &host{t: t, cmd: exec.Command("unshare", "--fork", "--kill-child", "--pid",
		"--mount", "--uts", "--ipc", "--cgroup", "--mount-proc", "sh", "-c", boot)}
	machine.cmd.Env = append(os.Environ(), "FOLDER="+folder)
	playOn(t, machine.cmd, func(token string, settings []string) {
		machine.await("systemctl is-active basic.target")
		machine.run("mkdir /etc/holecard; cat >/etc/holecard/holecard.env",
			strings.Join(settings, "\n")+"\n")
		machine.run("cd /run/test\n"+install, token+"\n")
	})
	if said := machine.run(ask, ""); !strings.Contains(said, "\nhealthy\n") {
		t.Errorf("%s prints\n%s", ask, said)
	}
	machine.run("systemctl stop holecard", "")
	const want = "Result=success\nNRestarts=0\nExecMainStatus=0"
	got := machine.run(
		"systemctl show holecard --property=Result,NRestarts,ExecMainStatus", "")
	if strings.TrimSpace(got) != want {
		t.Errorf("when it is stopped it has\n%s\nwant\n%s", got, want)
	}
	machine.run(remove, "")
	if left := machine.run("ls /var/lib /var/lib/private /etc | grep holecard || true",
		""); left != "" {
		t.Errorf("removing it leaves %s", left)
	}
}

// host is a systemd that has been started.
type host struct {
	t   *testing.T
	cmd *exec.Cmd
}

// try runs a script there and returns what it prints.
func (h *host) try(script, input string) (string, error) {
	pid := strconv.Itoa(h.cmd.Process.Pid)
	first, err := os.ReadFile("/proc/" + pid + "/task/" + pid + "/children")
	if err != nil {
		return "", err
	}
	cmd := exec.Command("nsenter", "--target", strings.TrimSpace(string(first)), "--mount",
		"--pid", "--cgroup", "sh", "-e", "-c", script)
	cmd.Stdin = strings.NewReader(input)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func (h *host) run(script, input string) string {
	h.t.Helper()
	out, err := h.try(script, input)
	if err != nil {
		h.t.Fatalf("%s: %v\n%s", script, err, out)
	}
	return out
}

// await returns when a script succeeds.
func (h *host) await(script string) {
	h.t.Helper()
	var out string
	err := errors.New("not tried")
	for began := time.Now(); err != nil && time.Since(began) < time.Minute; {
		time.Sleep(50 * time.Millisecond)
		out, err = h.try(script, "")
	}
	if err != nil {
		h.t.Fatalf("%s: %v\n%s", script, err, out)
	}
}

#!/usr/bin/env python3
"""Tests real responders of this machine in network namespaces of their own, twice each: live-responders.py TOOL [--only NAME] [--keep FOLDER]

avahi-daemon, python-zeroconf and systemd-resolved are started in a namespace, restarted when the tool asks for it, and tested by
`nearscope conform` from another. Both runs must end with the same verdicts, and find what the responder is known to break.
Needs root and ip(8); responders that are not installed are left out.
"""
import argparse, json, os, shutil, signal, subprocess, sys, tempfile, threading, time

# What each is known to break at least, whatever else is found.
KNOWN = {
    "avahi": {
        "6762-18.4-response-aa", "6762-18.14-legacy-srv", "6762-6.1-negative", "6762-7.1-answer-below-half",
        "6762-7.2-tc-delay", "6762-8.1-probe-qu", "6762-8.1-wait-after-probe",
    },
    "zeroconf": {
        "6762-18.4-query-aa", "6762-18.14-legacy-srv", "6762-8.3-announcement-spacing", "6762-6.6-cooperate",
        "6762-8.1-wait-after-probe", "6762-11-hop-limit",
    },
    "resolved": {
        "6762-6-one-second", "6762-6.1-negative", "6762-6.6-cooperate", "6762-7.1-suppressed", "6762-6-shared-delay",
        "6762-7.2-tc-delay", "6763-12.1-ptr-additionals",
    },
}

AVAHI = """[server]
host-name=tested
use-ipv4=yes
use-ipv6=no
enable-dbus=no
[publish]
publish-workstation=no
publish-hinfo=no
"""
AVAHI_SERVICE = """<?xml version="1.0" standalone='no'?><!DOCTYPE service-group SYSTEM "avahi-service.dtd">
<service-group><name>Desk</name><service><type>_ipp._tcp</type><port>631</port>
<txt-record>txtvers=1</txt-record></service></service-group>
"""
ZEROCONF = """import signal, socket, sys, threading
from zeroconf import ServiceInfo, Zeroconf
address = sys.argv[1]
zeroconf = Zeroconf(interfaces=[address])
info = ServiceInfo("_ipp._tcp.local.", "Desk._ipp._tcp.local.", addresses=[socket.inet_aton(address)], port=631,
                   properties={"txtvers": "1"}, server="tested.local.")
zeroconf.register_service(info, allow_name_change=True)
stopped = threading.Event()
signal.signal(signal.SIGTERM, lambda *_: stopped.set())
stopped.wait()
zeroconf.unregister_service(info)
zeroconf.close()
"""
RESOLVED = "[Resolve]\nMulticastDNS=yes\nLLMNR=no\nDNSStubListener=no\n"
RESOLVED_SERVICE = "[Service]\nName=Desk\nType=_ipp._tcp\nPort=631\nTxtText=txtvers=1\n"
# What networkd would say of the link; without it, resolved does no multicast DNS there.
RESOLVED_LINK = "ADMIN_STATE=configured\nOPER_STATE=routable\nCARRIER_STATE=carrier\nADDRESS_STATE=routable\nMDNS=yes\n"
RESOLVED_PROGRAM = "/usr/lib/systemd/systemd-resolved"
# Twice what a test takes.
MAXIMUM_SECONDS = 1800


def run(*arguments):
    subprocess.run(arguments, check=True, stdout=subprocess.DEVNULL)


class Link:
    """Two namespaces with a cable between them: the tester's, and the responder's."""

    def __init__(self, number):
        # Two runs on one machine do not disturb each other.
        self.tester, self.target = (f"nearscope-{os.getpid()}-{role}{number}" for role in "tr")
        self.near, self.far = f"nst{number}", f"nsr{number}"
        self.address = f"10.87.{number}.2"
        for name in (self.tester, self.target):
            run("ip", "netns", "add", name)
        run("ip", "link", "add", self.near, "netns", self.tester, "type", "veth", "peer", "name", self.far, "netns", self.target)
        for name, interface, host in ((self.tester, self.near, 1), (self.target, self.far, 2)):
            run("ip", "-n", name, "link", "set", "lo", "up")
            run("ip", "-n", name, "address", "add", f"10.87.{number}.{host}/24", "dev", interface)
            run("ip", "-n", name, "link", "set", interface, "up", "multicast", "on")
            run("ip", "-n", name, "route", "add", "224.0.0.0/4", "dev", interface)

    def remove(self):
        for name in (self.tester, self.target):
            subprocess.run(["ip", "netns", "del", name], stderr=subprocess.DEVNULL)


class Responder:
    def __init__(self, kind, link, folder):
        self.kind, self.link, self.folder, self.process = kind, link, folder, None
        os.makedirs(f"{folder}/services")
        if kind == "avahi":
            self.write("avahi.conf", AVAHI)
            self.write("services/desk.service", AVAHI_SERVICE)
            self.command = (
                f"mount --bind {folder}/services /etc/avahi/services; mkdir -p /run/avahi-daemon;"
                f" mount -t tmpfs none /run/avahi-daemon;"
                f" exec avahi-daemon -f {folder}/avahi.conf --no-drop-root --no-chroot --no-rlimits")
        elif kind == "zeroconf":
            self.write("responder.py", ZEROCONF)
            self.command = f"exec {sys.executable} {folder}/responder.py {link.address}"
        else:
            self.write("resolved.conf", RESOLVED)
            self.write("services/desk.dnssd", RESOLVED_SERVICE)
            self.write("link", RESOLVED_LINK)
            index = subprocess.run(
                ["ip", "-n", link.target, "-o", "link", "show", link.far], capture_output=True, text=True).stdout.split(":")[0]
            self.command = (
                f"hostname tested; mkdir -p /etc/systemd/dnssd; mount --bind {folder}/services /etc/systemd/dnssd;"
                f" mount --bind {folder}/resolved.conf /etc/systemd/resolved.conf; mkdir -p /run/systemd;"
                f" mount -t tmpfs none /run/systemd; mkdir -p /run/systemd/resolve /run/systemd/netif/links;"
                f" chown systemd-resolve:systemd-resolve /run/systemd/resolve; cp {folder}/link /run/systemd/netif/links/{index};"
                f" exec {RESOLVED_PROGRAM}")

    def write(self, name, text):
        with open(f"{self.folder}/{name}", "w") as file:
            file.write(text)

    def start(self):
        log = open(f"{self.folder}/responder.log", "a")
        self.process = subprocess.Popen(
            ["ip", "netns", "exec", self.link.target, "unshare", "--mount", "--uts", "sh", "-c", self.command],
            stdout=log, stderr=log)

    def stop(self):
        if self.process is None:
            return
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def restart(self):
        self.stop()
        time.sleep(3)
        self.start()


def is_installed(kind):
    if kind == "zeroconf":
        return subprocess.run([sys.executable, "-c", "import zeroconf"], stderr=subprocess.DEVNULL).returncode == 0
    return shutil.which("avahi-daemon" if kind == "avahi" else RESOLVED_PROGRAM) is not None


def test(tool, kind, number, folder, results):
    """One run; its report, or the reason why there is none."""
    link = responder = None
    try:
        link = Link(number)
        responder = Responder(kind, link, folder)
        responder.start()
        time.sleep(5)
        process = subprocess.Popen(
            ["ip", "netns", "exec", link.tester, tool, "conform", "-i", link.near, "--target", "tested", "--restarts",
             "-w", f"{folder}/test.pcapng", "--format", "json"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        deadline = threading.Timer(MAXIMUM_SECONDS, process.kill)
        deadline.start()
        messages = []

        def listen():
            for line in process.stderr:
                messages.append(line)
                if line.startswith("Restart the target"):
                    responder.restart()

        listener = threading.Thread(target=listen)
        listener.start()
        output = process.stdout.read()
        process.wait()
        deadline.cancel()
        listener.join()
        results[kind, number] = json.loads(output) if process.returncode == 0 else "".join(messages)
        with open(f"{folder}/card.json", "w") as file:
            file.write(output)
    except Exception as error:
        results[kind, number] = repr(error)
    finally:
        if responder:
            responder.stop()
        if link:
            link.remove()


def verdicts(report):
    return {rule["id"]: rule["verdict"] for rule in report["hosts"][0]["rules"]}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("--only", choices=sorted(KNOWN))
    parser.add_argument("--keep", help="a folder for captures and cards")
    options = parser.parse_args()
    kinds = [kind for kind in sorted(KNOWN) if is_installed(kind) and options.only in (None, kind)]
    for kind in sorted(KNOWN):
        if options.only in (None, kind) and kind not in kinds:
            print(f"Left out: {kind}, which is not installed.")
    scratch = options.keep or tempfile.mkdtemp()
    # Others on the way to the folder must let the tool's user pass.
    os.chmod(scratch, 0o755) if not options.keep else os.makedirs(scratch, exist_ok=True)
    results, threads = {}, []
    for kind, turn in ((kind, turn) for kind in kinds for turn in (1, 2)):
        folder = os.path.abspath(f"{scratch}/{kind}-{turn}")
        os.makedirs(folder)
        number = 2 * sorted(KNOWN).index(kind) + turn
        thread = threading.Thread(target=test, args=(os.path.abspath(options.tool), kind, number, folder, results))
        thread.start()
        threads.append(thread)
    for thread in threads:
        thread.join()
    failures = 0
    for kind in kinds:
        reports = [result for (tested, _), result in sorted(results.items(), key=lambda item: item[0]) if tested == kind]
        broken = [report for report in reports if isinstance(report, str)]
        if broken:
            failures += 1
            print(f"{kind}: {broken[0]}")
            continue
        first, second = map(verdicts, reports)
        found = {rule for rule, verdict in first.items() if verdict == "broken"}
        print(f"{kind}: {len(found)} broken: {' '.join(sorted(found))}")
        for rule in first:
            # How delays are spread depends on what else the machine does.
            if first[rule] != second[rule] and rule == "6762-6-shared-delay-uniform":
                print(f"{kind}: {rule} is {first[rule]} once and {second[rule]} once, which is left out of the comparison")
            elif first[rule] != second[rule]:
                failures += 1
                print(f"{kind}: {rule} is {first[rule]} once and {second[rule]} once")
        for rule in sorted(KNOWN[kind] - found):
            failures += 1
            print(f"{kind}: {rule} was not found broken")
    if not options.keep:
        shutil.rmtree(scratch)
    sys.exit(1 if failures else 0)


main()

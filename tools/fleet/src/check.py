"""A fleet of 50 robots in five network namespaces, a router, and three viewers: a page, a table, and this program.

The arguments are the folder of the programs, a folder for files, and the parts that run; all if there is none. The exit
status is 1 if something does not hold. `cargo xtask fleet` runs it.
"""

import collections
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import threading
import time
import urllib.request

import zenoh

HOSTS = 5
EACH = 10
ALL = HOSTS * EACH
PORT = 7447
"""The time between two views of a robot, that of `fleet join`."""
PERIOD_SEC = 1.0
ROBOTS = [f"rover-{number:02}" for number in range(ALL)]
TOKEN = "0123456789abcdef0123"

PROGRAMS, FOLDER = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
PARTS = sys.argv[3:] or ["measure", "control", "stop", "router", "loss", "secure", "peers"]
failures = []


def check(holds, text):
    print(("ok      " if holds else "FAILED  ") + text, flush=True)
    if not holds:
        failures.append(text)


def run(*words):
    subprocess.run([str(word) for word in words], check=True)


def until(holds, limit_sec, text, period_sec=0.05):
    """Waits for something, and returns the time that it took."""
    start = time.monotonic()
    while not holds():
        if time.monotonic() - start > limit_sec:
            check(False, f"{text}, within {limit_sec} s")
            return None
        time.sleep(period_sec)
    return time.monotonic() - start


class Program:
    """A program, in a namespace or in this one, whose lines are read."""

    def __init__(self, *words, namespace=None, **options):
        within = ["ip", "netns", "exec", namespace] if namespace else []
        command = [*within, *(str(word) for word in words)]
        self.lines = collections.deque(maxlen=5000)
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, **options
        )
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.append((time.time_ns(), line.rstrip("\n")))

    def tell(self, text):
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()

    def find(self, pattern):
        found = [re.search(pattern, line) for _, line in list(self.lines)]
        return next((of for of in found if of), None)

    def end(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        self.process.wait(20)


def address(host):
    return f"tcp/10.77.{host}.1:{PORT}"


def networks():
    """A namespace for each host, and one for viewers, each with a link to the router."""
    os.makedirs("/run/netns", exist_ok=True)
    run("mount", "-t", "tmpfs", "tmpfs", "/run/netns")
    run("ip", "link", "set", "lo", "up")
    for host in range(HOSTS + 1):
        name, outer = f"host{host}", f"v{host}"
        run("ip", "netns", "add", name)
        run("ip", "link", "add", outer, "type", "veth", "peer", "name", "eth0", "netns", name)
        run("ip", "address", "add", f"10.77.{host}.1/24", "dev", outer)
        run("ip", "link", "set", outer, "up")
        for words in (["address", "add", f"10.77.{host}.2/24", "dev", "eth0"], ["link", "set", "eth0", "up"], ["link", "set", "lo", "up"]):
            run("ip", "-n", name, *words)


def lose(percent):
    """Loses packets in both directions between the router and all others; 0 ends it."""
    run("iptables", "-F")
    for chain, direction in (("INPUT", "-i"), ("OUTPUT", "-o")):
        if percent:
            run("iptables", "-A", chain, direction, "v+", "-m", "statistic", "--mode", "random",
                "--probability", percent / 100, "-j", "DROP")


def router():
    program = Program(PROGRAMS / "skill-fleet", "router", "--listen", f"tcp/0.0.0.0:{PORT}")
    until(lambda: program.find("^router "), 10, "the router starts")
    return program


def session(host=None, name=None):
    """A session of the library of others, by default in this namespace."""
    config = zenoh.Config()
    config.insert_json5("mode", '"client"')
    config.insert_json5("connect/endpoints", json.dumps([f"tcp/127.0.0.1:{PORT}"]))
    config.insert_json5("scouting/multicast/enabled", "false")
    return zenoh.open(config)


def get(of, key, payload=None, timeout=10.0):
    """Returns whether it was answered well, and the answer."""
    payload = json.dumps(payload) if isinstance(payload, dict) else payload
    for reply in of.get(key, payload=payload, timeout=timeout):
        if reply.ok is not None:
            return True, reply.ok.payload.to_string()
        return False, reply.err.payload.to_string()
    return None, ""


class Fleet:
    def __init__(self):
        networks()
        self.router = router()
        self.hosts = [
            Program(PROGRAMS / "examples/many", host * EACH, EACH, PERIOD_SEC, address(host), namespace=f"host{host}")
            for host in range(HOSTS)
        ]
        viewer = [PROGRAMS / "skill-fleet", "--connect", address(HOSTS)]
        options = ["--gui=127.0.0.1:8000", "--allow-commands", "--token", TOKEN]
        self.page = Program(*viewer, *options, namespace=f"host{HOSTS}")
        self.table = Program(*viewer, "--tui", namespace=f"host{HOSTS}")
        self.session = session()
        self.seen = {}
        self.subscriber = self.session.declare_subscriber("skills/1/*/view", self._view)
        until(lambda: self.page.find("page of the fleet"), 10, "the page starts")

    def _view(self, sample):
        robot = str(sample.key_expr).split("/")[2]
        self.seen[robot] = (time.monotonic(), sample.payload.to_string())

    def tell(self, text):
        for host in self.hosts:
            host.tell(text)

    def request(self, path, body=None):
        """A request to the page, from its own namespace."""
        words = ["curl", "-s", "-m", "10", "-H", f"Authorization: Bearer {TOKEN}", f"http://127.0.0.1:8000{path}"]
        if body is not None:
            words += ["-H", "Content-Type: application/json", "-d", json.dumps(body)]
        done = subprocess.run(["ip", "netns", "exec", f"host{HOSTS}", *words], capture_output=True, text=True)
        return json.loads(done.stdout) if done.stdout else {"robots": []}

    def rows(self):
        return self.request("/api/fleet")["robots"]

    def counts(self):
        """The robots that each of the three viewers sees live."""
        rows = self.rows()
        in_page = sum(row["link"] == "live" and row["seen_sec"] is not None for row in rows)
        tables = [line for _, line in list(self.table.lines) if " live, " in line]
        in_table = int(re.search(r"(\d+) live", tables[-1])[1]) if tables else 0
        now = time.monotonic()
        here = sum(now - at < 4 * PERIOD_SEC for at, _ in list(self.seen.values()))
        return in_page, in_table, here

    def all_live(self):
        return self.counts() == (ALL, ALL, ALL)

    def report(self):
        """The sums of the hosts since the last report."""
        before = [len([1 for _, line in host.lines if line.startswith("report ")]) for host in self.hosts]
        self.tell("report")
        def reports(host):
            return [line for _, line in list(host.lines) if line.startswith("report ")]
        until(lambda: all(len(reports(host)) > old for host, old in zip(self.hosts, before)), 10, "reports come")
        all_ = [json.loads(reports(host)[-1].removeprefix("report ")) for host in self.hosts]
        passes = sum(of["passes"] for of in all_)
        mean = lambda name: sum(of[name] for of in all_) / len(all_)
        return {
            "passes": passes,
            "cpu_us": sum(of["cpu_ns"] for of in all_) / passes / 1000,
            **{name: mean(name) for name in ("took_median_us", "took_99_us", "between_median_us", "between_99_us")},
        }

    def stopped(self, since_ns):
        """The times at which robots stopped after one, in ms."""
        found = {}
        for host in self.hosts:
            for _, line in list(host.lines):
                if line.startswith("stopped "):
                    _, robot, at = line.split()
                    if int(at) >= since_ns:
                        found.setdefault(robot, (int(at) - since_ns) / 1e6)
        return found

    def running(self):
        return sum(json.loads(text)["skiller"]["status"] == "running" for _, text in list(self.seen.values()))


def join(fleet):
    fleet.tell("drive")
    fleet.tell("join")
    took = until(fleet.all_live, 60, f"all {ALL} robots are seen by three viewers")
    if took is not None:
        check(True, f"all {ALL} robots are seen by a page, a table and the library of others, {took:.1f} s after they joined")


def measure(fleet):
    """The CPU and the latency of passes, with and without the fleet, in turns."""
    sums = {False: [], True: []}
    for turn in range(6):
        joined = turn % 2 == 1
        fleet.tell("join" if joined else "leave")
        time.sleep(6)
        if joined:
            until(fleet.all_live, 30, "all robots come back")
        fleet.report()
        time.sleep(6)
        sums[joined].append(fleet.report())
    mean = {key: {name: sum(of[name] for of in all_) / len(all_) for name in all_[0]} for key, all_ in sums.items()}
    for joined, of in mean.items():
        print(f"        {'with' if joined else 'without'} the fleet: CPU {of['cpu_us']:.1f} us a pass; a pass takes "
              f"{of['took_median_us']:.2f} us, 99 %: {of['took_99_us']:.1f} us; between passes "
              f"{of['between_median_us'] / 1000:.2f} ms, 99 %: {of['between_99_us'] / 1000:.2f} ms", flush=True)
    ratio = mean[True]["cpu_us"] / mean[False]["cpu_us"]
    took = mean[True]["took_median_us"] / mean[False]["took_median_us"]
    check(ratio < 1.15, f"the CPU time of a pass with the fleet is {ratio:.2f} times that without")
    check(took < 1.15, f"the median time of a pass with the fleet is {took:.2f} times that without")
    every = mean[True]["between_median_us"]
    check(abs(every - 10_000) < 500, f"passes begin each {every / 1000:.2f} ms")


def control(fleet):
    """Reading, calls, and two clients that want control, by the library of others."""
    one, robot = fleet.session, "skills/1/rover-07"
    fleet.tell("halt")
    ok, text = get(one, f"{robot}/description")
    description = json.loads(text)
    check(ok and description["robot"] == "rover" and description["fleet"]["id"] == "rover-07", "a description is read")
    for topic in ("view", "why", "log", "alarms", "control"):
        ok, text = get(one, f"{robot}/{topic}")
        check(ok and isinstance(json.loads(text), dict), f"{topic} is JSON, {len(text)} bytes")
    ok, text = get(one, f"{robot}/metrics")
    check(ok and "skill_passes_total" in text, "metrics are those of Prometheus")
    ok, text = get(one, f"{robot}/call", {"call": "drive_to{x_m=99.0, y_m=0.0}"})
    check(ok is False and json.loads(text)["message"] == "column 14: must lie in -10.0..=10.0", f"a mistake has its column: {text}")
    ok, text = get(one, f"{robot}/call", {"call": "drive_to{x_m=0.1, y_m=0.1}", "wait": True}, timeout=60.0)
    check(ok and json.loads(text)["status"] == "final", f"a call is carried out: {text}")

    clients = {name: session() for name in ("alice", "bob")}
    tokens = {name: of.liveliness().declare_token(f"skills/1/@client/{name}") for name, of in clients.items()}
    held, refused, wrong = {name: [] for name in clients}, collections.Counter(), []
    end = time.monotonic() + 8

    def want(name, other):
        of = clients[name]
        while time.monotonic() < end:
            ok, text = get(of, f"{robot}/lease", {"client": name, "action": "take", "lease_sec": 2})
            if not ok:
                if f"`{other}` has exclusive control of `rover-07`" not in text:
                    wrong.append(text)
                refused["lease"] += 1
                ok, text = get(of, f"{robot}/call", {"client": name, "call": "drive_to{x_m=1.0, y_m=0.0}"})
                if ok is False and json.loads(text).get("client") == other:
                    refused["call"] += 1
                time.sleep(0.01)
                continue
            begun = time.monotonic()
            ok, text = get(of, f"{robot}/call", {"client": name, "call": "drive_to{x_m=1.0, y_m=0.0}"})
            if not ok:
                wrong.append(text)
            time.sleep(0.15)
            held[name].append((begun, time.monotonic()))
            get(of, f"{robot}/lease", {"client": name, "action": "release"})
            time.sleep(0.02)

    threads = [threading.Thread(target=want, args=names) for names in (("alice", "bob"), ("bob", "alice"))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    overlaps = sum(a < d and c < b for a, b in held["alice"] for c, d in held["bob"])
    check(not overlaps and not wrong and min(len(of) for of in held.values()) > 3,
          f"two clients that want control: {len(held['alice'])} and {len(held['bob'])} times in control, never both; "
          f"refused by name {refused['lease']} leases and {refused['call']} calls; others: {wrong[:2]}")
    get(clients["alice"], f"{robot}/lease", {"client": "alice", "action": "take", "lease_sec": 60})
    ok, _ = get(clients["bob"], f"{robot}/stop", "")
    check(ok, "a stop is not refused while another has control")
    clients["alice"].close()
    took = until(lambda: get(clients["bob"], f"{robot}/lease", {"client": "bob", "action": "take"})[0], 5, "a client that is gone loses control")
    if took is not None:
        check(took < 1, f"control of a client that is gone is free after {took * 1000:.0f} ms")
    clients["bob"].close()
    del tokens


def stop(fleet, limit_ms=200, times=4, text=""):
    """All robots drive, and one publication stops them."""
    worst, counts = [], []
    for turn in range(times):
        if turn:
            # Views are older than a stop.
            until(lambda: fleet.running() == 0, 20, "all robots show that they have stopped")
        fleet.tell("drive")
        until(lambda: fleet.running() == ALL, 20, "all robots drive")
        fleet.tell("halt")
        time.sleep(0.2)
        begun = time.time_ns()
        if turn % 2 == 0:
            fleet.session.put("skills/1/@all/stop", "{}", priority=zenoh.Priority.REAL_TIME,
                              congestion_control=zenoh.CongestionControl.BLOCK, express=True)
        else:
            answer = fleet.request("/api/stop", {"robots": []})
            check(answer.get("ok"), f"the page stops: {answer}")
        until(lambda: len(fleet.stopped(begun)) == ALL, 20, "all robots stop")
        found = sorted(fleet.stopped(begun).values())
        counts.append(len(found))
        worst += found[-1:]
        print(f"        stopped {len(found)}: median {found[len(found) // 2]:.0f} ms, last {found[-1]:.0f} ms", flush=True)
    check(min(counts) == ALL and (limit_ms is None or max(worst) <= limit_ms),
          f"stop-all reaches all {ALL}{text}: the last one has stopped after {max(worst):.0f} ms")


def restart(fleet):
    """The router is killed for 10 s."""
    fleet.report()
    fleet.router.end(signal.SIGKILL)
    time.sleep(5)
    in_page, _, here = fleet.counts()
    check(in_page == 0 and here == 0, f"without the router {in_page} robots are live")
    time.sleep(5)
    report = fleet.report()
    check(abs(report["between_median_us"] - 10_000) < 500, f"passes go on meanwhile, each {report['between_median_us'] / 1000:.2f} ms")
    fleet.router = router()
    took = until(fleet.all_live, 60, "all robots come back")
    if took is not None:
        check(True, f"all {ALL} are back {took:.1f} s after the router")
    ok, text = get(fleet.session, "skills/1/rover-49/call", {"call": "drive_to{x_m=0.0, y_m=0.0}"})
    check(ok, f"a call works again: {text}")


def loss(fleet):
    """30 % of the packets are lost, in each direction, between the router and all others."""
    fleet.report()
    lose(30)
    time.sleep(15)
    counts = []
    for _ in range(15):
        time.sleep(1)
        counts.append(fleet.counts())
    pages = sorted(of[0] for of in counts)
    print(f"        with 30 % loss the page sees live: least {pages[0]}, median {pages[len(pages) // 2]} of {ALL}", flush=True)
    check(pages[len(pages) // 2] > ALL // 2, "most robots are seen with 30 % loss")
    begun = time.monotonic()
    ok, text = get(fleet.session, "skills/1/rover-11/call", {"call": "drive_to{x_m=0.3, y_m=0.1}"}, timeout=30.0)
    check(ok, f"a call with 30 % loss is answered after {time.monotonic() - begun:.1f} s")
    late = Program(PROGRAMS / "examples/many", ALL, 1, PERIOD_SEC, address(0), namespace="host0")
    late.tell("join")
    took = until(lambda: any(row["id"] == f"rover-{ALL}" and row["robot"] for row in fleet.rows()), 60, "a robot joins with 30 % loss")
    if took is not None:
        check(True, f"a robot that joins with 30 % loss is seen after {took:.1f} s")
    report = fleet.report()
    check(abs(report["between_median_us"] - 10_000) < 500, f"passes go on meanwhile, each {report['between_median_us'] / 1000:.2f} ms")
    late.process.stdin.close()
    fleet.tell("drive")
    time.sleep(6)
    fleet.tell("halt")
    begun = time.time_ns()
    fleet.session.put("skills/1/@all/stop", "{}", priority=zenoh.Priority.REAL_TIME, express=True)
    time.sleep(15)
    found = sorted(fleet.stopped(begun).values())
    if found:
        print(f"        stop-all with 30 % loss: {len(found)} stopped, median {found[len(found) // 2]:.0f} ms, last {found[-1]:.0f} ms", flush=True)
    lose(0)
    took = until(lambda: fleet.counts()[0] >= ALL and fleet.counts()[2] >= ALL, 60, "all robots are live after the loss")
    if took is not None:
        check(True, f"all {ALL} are live {took:.1f} s after the loss")


def others(fleet):
    """Robots with other versions."""
    described = {"robot": "rover", "fleet": {"version": 1, "id": "changed", "hash": "ab", "period_sec": 0.5}}
    queryable = fleet.session.declare_queryable(
        "skills/1/changed/description", lambda query: query.reply(query.key_expr, json.dumps(described)))
    # Last, as robots do: who sees them reads the description.
    token = fleet.session.liveliness().declare_token("skills/2/newer/alive")
    other = fleet.session.liveliness().declare_token("skills/1/changed/alive")
    def alarms():
        return {row["id"]: [of["text"] for of in row["alarms"] if of["kind"] == "version"] for row in fleet.rows()}
    until(lambda: alarms().get("newer") and alarms().get("changed"), 10, "robots of other versions are seen")
    found = {name: texts for name, texts in alarms().items() if texts}
    check(set(found) == {"newer", "changed"}, f"robots of other versions are shown as such: {found}")
    for of in (queryable, token, other):
        of.undeclare()


def secure():
    """TLS with certificates of both sides, and a rule that denies calls to one of them: the book's files."""
    folder = FOLDER / "secure"
    folder.mkdir(parents=True, exist_ok=True)
    examples = pathlib.Path(__file__).resolve().parents[3] / "skill-fleet/examples/secure"
    def openssl(*words):
        subprocess.run(["openssl", *words], cwd=folder, check=True, capture_output=True)
    key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    openssl("req", "-x509", *key, "-days", "2", "-subj", "/CN=fleet", "-keyout", "ca.key", "-out", "ca.pem")
    for name in ("router", "viewer", "operator", "rover"):
        openssl("req", *key, "-subj", f"/CN={name}", "-keyout", f"{name}.key", "-out", f"{name}.csr")
        (folder / "names").write_text("subjectAltName=DNS:localhost\n")
        openssl("x509", "-req", "-in", f"{name}.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial",
                "-days", "2", "-extfile", "names", "-out", f"{name}.pem")
    (folder / "router.json5").write_text((examples / "router.json5").read_text().replace("7447", "7448"))
    viewer = (examples / "viewer.json5").read_text().replace("7447", "7448")
    for name in ("viewer", "operator", "rover"):
        (folder / f"{name}.json5").write_text(viewer.replace("viewer.", f"{name}."))
    run("ip", "link", "set", "lo", "up")
    fleet = PROGRAMS / "skill-fleet"
    of = Program(fleet, "router", "--zenoh", "router.json5", cwd=folder)
    until(lambda: of.find("^router "), 10, "the router with TLS starts")
    rover = Program(PROGRAMS / "examples/member", "fleet", "join", "r1", "--zenoh", "rover.json5", cwd=folder)
    def command(*words):
        done = subprocess.run([fleet, *words], cwd=folder, capture_output=True, text=True, timeout=60)
        return done.returncode, done.stdout + done.stderr
    listed = lambda: command("list", "--zenoh", "viewer.json5")
    until(lambda: "1 live" in listed()[1], 20, "a robot is seen over TLS")
    status, text = listed()
    check(status == 0 and "r1" in text, "a viewer sees the robot over TLS")
    call = ["call", "r1", "drive_to{x_m=0.1, y_m=0.0}", "--timeout", "10"]
    status, text = command(*call, "--zenoh", "operator.json5")
    check((status, text) == (0, "FINAL\n"), f"an operator calls: {text!r}")
    status, text = command(*call, "--zenoh", "viewer.json5")
    check(status == 3 and "its end is not known" in text, f"a viewer does not: {text!r}")
    status, text = command("stop", "r1", "--zenoh", "viewer.json5")
    check(status == 0, f"a viewer may stop: {text!r}")
    os.chdir(folder)
    with zenoh.open(zenoh.Config.from_file("viewer.json5")) as session:
        tokens = [session.liveliness().declare_token(f"skills/1/{name}") for name in ("ghost/alive", "r1/alive/abcd")]
        false = json.dumps({"alarms": [{"kind": "problem", "text": "put by a viewer"}]})
        for of_robot in ("skills/1/r1/alarms", "skills/1/*/alarms", "skills/*/r1/**"):
            session.put(of_robot, false)
        time.sleep(1)
        status, text = command("list", "--zenoh", "operator.json5")
        check(status == 0 and "1 live" in text, f"a viewer is no robot: {text!r}")
        check(not any(word in text for word in ("ghost", "twice", "put by a viewer")), "and gives it no alarm")
        status, text = command(*call, "--zenoh", "operator.json5")
        check(status == 0, f"an operator calls beside it: {text!r}")
        del tokens
    openssl("req", "-x509", *key, "-days", "2", "-subj", "/CN=operator", "-keyout", "other.key", "-out", "other.pem")
    (folder / "other.json5").write_text(viewer.replace("viewer.", "other."))
    for words in (["list"], ["stop"], call):
        status, text = command(*words, "--zenoh", "other.json5")
        check(status == 2 and "no router at tls/localhost:7448" in text,
              f"a certificate of others is refused, {words[0]}: {text!r}")
    rover.end()
    of.end()


def peers(count=10, times=6):
    """Robots without a router, which find each other by multicast: a stop reaches all of them, and a call its robot."""
    run("ip", "link", "add", "v-peers", "type", "veth", "peer", "name", "w-peers")
    run("ip", "address", "add", "10.78.0.1/24", "dev", "v-peers")
    for link in ("lo", "v-peers", "w-peers"):
        run("ip", "link", "set", link, "up")
    run("ip", "route", "replace", "default", "dev", "v-peers")
    of = Program(PROGRAMS / "examples/many", 0, count, PERIOD_SEC, "")
    def command(*words):
        done = subprocess.run([PROGRAMS / "skill-fleet", *words], capture_output=True, text=True, timeout=60)
        return done.returncode, done.stdout + done.stderr
    of.tell("join")
    until(lambda: f" {count} live" in command("list")[1], 60, "peers see each other")
    named, ended = [], []
    for _ in range(times):
        of.tell("drive")
        time.sleep(0.5)
        of.tell("halt")
        time.sleep(0.2)
        begun = time.time_ns()
        status, text = command("stop")
        named.append(int(text.split()[0]) if status == 0 else 0)
        time.sleep(0.5)
        lines = [line.split() for _, line in list(of.lines) if line.startswith("stopped ")]
        ended.append(len({robot for _, robot, at in lines if int(at) >= begun}))
    check(set(named + ended) == {count}, f"without a router a stop reaches {count} robots: it names {named}, and {ended} have ended")
    called = [command("call", robot, "drive_to{x_m=0.0, y_m=0.0}", "--no-wait") for robot in ROBOTS[:count]]
    check(set(called) == {(0, "")}, f"without a router each robot is called: {set(called)}")
    of.process.stdin.close()


def main():
    if set(PARTS) - {"secure", "peers"}:
        fleet = Fleet()
        join(fleet)
        for name, part in (("measure", measure), ("control", control), ("stop", stop), ("router", restart), ("control", others), ("loss", loss)):
            if name in PARTS:
                part(fleet)
        fleet.session.close()
        for program in (*fleet.hosts, fleet.page, fleet.table, fleet.router):
            program.process.kill()
    if "secure" in PARTS:
        secure()
    if "peers" in PARTS:
        peers()
    print(f"{len(failures)} of the checks failed" if failures else "all of it holds")
    # Threads of the library may still run.
    sys.stdout.flush()
    os._exit(bool(failures))


main()

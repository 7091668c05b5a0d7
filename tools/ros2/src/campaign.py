"""What takes long: each skill of the NAO, goals of three clients that are killed, latency, memory and cost.

The arguments are the path of the rover and the seconds for which memory is watched. The exit status is 1 if something
does not hold. `cargo xtask ros2 --campaign` runs it.
"""

import os
import random
import signal
import statistics
import subprocess
import sys
import time

import nao_skills.action as nao
import nao_skills.msg as messages
import rclpy
from action_msgs.msg import GoalStatus, GoalStatusArray
from check import CANCELED, FAILED, FINAL, LATCHED, Desk, Program, Run, check, summary
from rclpy.action import ActionClient
from rclpy.qos import qos_profile_action_status_default
from rover_skills.action import Skill
from rover_skills.msg import Skiller

# The calls of the NAO, which stands: the skill, its fields, and how it ends. What never ends is canceled.
CALLS = [
    ("getup", {}, FINAL),
    ("standup", {}, FINAL),
    ("servo", {"head_yaw": [0.5], "time_sec": 0.5}, FINAL),
    ("servo", {}, FINAL),
    ("stop", {}, FINAL),
    ("say", {"text": "hello"}, FINAL),
    ("led", {"led": "chest", "red": 1.0}, FINAL),
    ("walk", {"x": 0.2}, FINAL),
    ("stop", {}, FINAL),
    ("beckon", {"num": 1}, FINAL),
    ("turn", {"angle_rad": 0.3}, FINAL),
    ("strafe", {"distance_m": 0.1}, FINAL),
    ("relgoto", {"x_m": [0.2], "y_m": [0.0]}, FINAL),
    ("relgoto", {}, FAILED),
    ("goto", {"x_m": 0.5, "y_m": 0.0, "timeout_sec": 1.0}, FAILED),
    ("search_ball", {}, FINAL),
    ("track_ball", {}, CANCELED),
    ("approach_ball", {}, CANCELED),
    ("intercept_ball", {}, CANCELED),
    ("kick", {"leg": "left"}, FINAL),
    ("kick", {"leg": "right"}, CANCELED),
    ("park", {}, FINAL),
    ("getup", {}, FINAL),
]
"""Goals that are refused: a skill, a field and a value, and the reason."""
REFUSED = [
    ("getup", {"time_sec": 50.0}, "must lie in 0.1..=30.0"),
    ("servo", {"head_yaw": [float("nan")]}, "found NaN"),
    ("kick", {"leg": 9}, "is no value"),
    ("goto", {"x_m": 1.0, "y_m": 0.0, "timeout_sec": -1.0}, "must lie in"),
]


def filled(of, fields):
    """Returns a goal; enums are given by their names."""
    goal = of.Goal()
    for name, value in fields.items():
        if isinstance(value, str) and not isinstance(getattr(goal, name), str):
            value = getattr(of.Goal, f"{name.upper()}_{value.upper()}")
        if not isinstance(getattr(goal, name), (int, float, str, bool)) and not isinstance(value, list):
            # It may be left out.
            value = [value]
        setattr(goal, name, value)
    return goal


def memory(process):
    """Returns the resident memory of a process, MB."""
    with open(f"/proc/{process.pid}/status") as status:
        return next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmRSS"))


def main_cpu(process):
    """Returns the time that the main thread of a process has taken of the processor, s."""
    with open(f"/proc/{process.pid}/task/{process.pid}/stat") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def skills_of_the_nao(path):
    program, desk = Program(os.path.join(os.path.dirname(path), "nao")), Desk("desk")
    snake = lambda name: "".join(f"_{c.lower()}" if c.isupper() else c for c in name).lstrip("_")
    actions = {snake(name): of for name, of in vars(nao).items() if hasattr(of, "Impl")}
    desk.clients = {name: ActionClient(desk.node, of, f"/nao/{name}") for name, of in actions.items()}
    found = desk.until(lambda: all(of.server_is_ready() for of in desk.clients.values()), 60)
    check("the NAO has 18 skills and one for any call", found and len(actions) == 19, len(actions))
    called = {name for name, *_ in CALLS}
    check("each is called", called == set(actions) - {"skill"}, sorted(set(actions) - called))
    send = lambda name, fields: desk.get(desk.clients[name].send_goal_async(filled(actions[name], fields)))
    for name, fields, expected in CALLS:
        handle = send(name, fields)
        if not handle.accepted:
            check(f"{name} {fields}: accepted", False, desk.get(handle.get_result_async()).result.reason)
            continue
        if expected == CANCELED:
            desk.until(lambda: False, 0.3)
            desk.get(handle.cancel_goal_async())
        got = desk.get(handle.get_result_async(), 60)
        check(f"{name} {fields}", (got.status, got.result.status) == expected, (got.status, got.result.reason))
    for name, fields, reason in REFUSED:
        handle = send(name, fields)
        got = desk.get(handle.get_result_async())
        check(f"{name} {fields} refused", not handle.accepted and reason in got.result.reason, got.result.reason)
    for name in sorted(actions):
        handle = send(name, {"package_hash": 1})
        got = desk.get(handle.get_result_async())
        check(f"{name} of another package refused", not handle.accepted and "nao_skills" in got.result.reason)
    check("the NAO ends", program.end() == 0)


def client(name):
    """A client that sends goals until it is killed, and prints each that was accepted, and each end."""
    desk, chance = Desk(name), random.Random(name)
    desk.ready()
    calls = ["drive_to{x_m=9, y_m=0}", "search{}", 'grip{jaws="open"}', "approach{}", "grip{}"]
    number = 0
    while True:
        number += 1
        handle = desk.get(desk.clients["skill"].send_goal_async(Skill.Goal(call=chance.choice(calls))))
        print("sent", number, handle.accepted, flush=True)
        if handle.accepted:
            result = handle.get_result_async()
            desk.until(result.done, chance.uniform(0.0, 0.4))
            if not result.done():
                desk.get(handle.cancel_goal_async())
            print("ended", number, desk.get(result).status, flush=True)


def killed_clients(path, desk):
    """200 goals and more of three clients, which are killed at random."""
    chance = random.Random(5)
    statuses, skiller, since, longest = [], [], {}, [0.0]

    def take(message, info):
        statuses.append(message)
        # A goal that another replaces is ended with the robot's next view: by the time of the sender.
        now = info["source_timestamp"] / 1e9
        runs = {bytes(of.goal_info.goal_id.uuid) for of in message.status_list if of.status == GoalStatus.STATUS_EXECUTING}
        # A reader that is late misses messages between: so a time is that of the same two.
        pair = frozenset(runs) if len(runs) > 1 else None
        for gone in since.keys() - {pair}:
            del since[gone]
        if pair:
            longest[0] = max(longest[0], now - since.setdefault(pair, now))

    desk.node.create_subscription(GoalStatusArray, "/rover/skill/_action/status", take, qos_profile_action_status_default)
    desk.node.create_subscription(Skiller, "/rover/skiller", skiller.append, LATCHED)
    start = lambda name: subprocess.Popen([sys.executable, __file__, "--client", name], stdout=subprocess.PIPE, text=True)
    clients, texts, generation = {}, [], 0
    deadline = time.monotonic() + 240
    accepted = lambda: len({tuple(of.goal_info.goal_id.uuid) for message in statuses for of in message.status_list})
    while (accepted() < 200 or len(texts) < 10) and time.monotonic() < deadline:
        while len(clients) < 3:
            generation += 1
            clients[generation] = start(f"client{generation}")
        desk.until(lambda: False, chance.uniform(2.0, 5.0))
        victim = chance.choice(sorted(clients))
        process = clients.pop(victim)
        process.kill()
        texts.append(process.communicate()[0])
    survivors = sorted(clients)
    desk.until(lambda: False, 2)
    began = time.monotonic()
    for name in survivors:
        clients[name].kill()
        texts.append(clients[name].communicate()[0])
    seen = accepted()
    check("200 goals of three clients, which are killed", seen >= 200, f"{seen} goals of {generation} clients")
    check("one goes on when another replaces it", longest[0] < 0.5, f"two for {longest[0]:.3f} s at most")
    lost = []
    for text in texts:
        lines = [line.split() for line in text.splitlines()]
        sent = [line[1] for line in lines if line[0] == "sent" and line[2] == "True"]
        ended = {line[1] for line in lines if line[0] == "ended"}
        # The last one is that during which the client was killed.
        lost += [number for number in sent[:-1] if number not in ended]
    check("none is lost", not lost and len(texts) >= 6, lost)
    idle = lambda: skiller and skiller[-1].status != Skiller.STATUS_RUNNING
    check("the robot stops when its client is dead", desk.until(idle, 45), f"{time.monotonic() - began:.1f} s")


def latency(desk):
    """The time from a goal to its first feedback, after the first `init`, and to the acceptance."""
    first, accepted = [], []
    for _ in range(100):
        run, began = Run(), time.monotonic()
        keep = lambda _: run.feedback.append(time.monotonic())
        future = desk.clients["skill"].send_goal_async(Skill.Goal(call="drive_to{x_m=9, y_m=0}"), feedback_callback=keep)
        run.handle = desk.get(future)
        accepted.append(time.monotonic() - began)
        desk.until(lambda: run.feedback, 5)
        first.append(run.feedback[0] - began)
        desk.get(run.handle.cancel_goal_async())
        desk.result(run)
    ms = lambda all: f"{1000 * statistics.median(all):.1f} ms, at most {1000 * max(all):.1f} ms"
    check("the first feedback after a goal: median below 20 ms", statistics.median(first) < 0.02,
          f"median {ms(first)}; accepted {ms(accepted)}")


def warm(desk):
    """Has the allocator reserve what thousands of goals take: only what grows after that is lost."""
    desk.clients["led"] = ActionClient(desk.node, nao.Led, "/nao/led")
    desk.until(desk.clients["led"].server_is_ready, 60)
    for _ in range(4000):
        handle = desk.get(desk.clients["led"].send_goal_async(filled(nao.Led, {"led": "chest", "red": 1.0})))
        desk.get(handle.get_result_async(), 60)


def topics(path, seconds):
    """Memory and processor while all topics of the NAO are read at 50 Hz, beside those at 1 Hz."""
    of = {name: of for name, of in vars(messages).items() if hasattr(of, "_TYPE_SUPPORT") and name not in ("Robot", "State")}
    snake = lambda name: "".join(f"_{c.lower()}" if c.isupper() else c for c in name).lstrip("_")
    costs = {}
    for rate, time_sec in ((1, min(seconds, 30)), (50, seconds)):
        program, desk = Program(os.path.join(os.path.dirname(path), "nao"), "--topics-hz", str(rate)), Desk(f"desk{rate}")
        counts = dict.fromkeys(of, 0)

        def took(name):
            def took(_):
                counts[name] += 1
            return took

        for name in of:
            desk.node.create_subscription(of[name], f"/nao/{snake(name)}", took(name), LATCHED)
        desk.clients = {"turn": ActionClient(desk.node, nao.Turn, "/nao/turn")}
        desk.until(desk.clients["turn"].server_is_ready, 60)
        warm(desk)
        counts.update(dict.fromkeys(of, 0))
        memories, used = [], main_cpu(program.process)
        began = time.monotonic()
        while time.monotonic() < began + time_sec:
            handle = desk.get(desk.clients["turn"].send_goal_async(filled(nao.Turn, {"angle_rad": 0.3})))
            desk.get(handle.get_result_async(), 60)
            memories.append(memory(program.process))
        took_sec = time.monotonic() - began
        # Of 100 passes in a second.
        costs[rate] = (main_cpu(program.process) - used) / took_sec * 1e4
        half = len(memories) // 2
        grown = max(memories[half:]) - max(memories[:half])
        check(f"memory over {took_sec:.0f} s at {rate} Hz", grown < 2.0,
              f"{max(memories):.1f} MB, {grown:+.2f} MB in the second half")
        fastest = sorted((count / took_sec for count in counts.values()), reverse=True)
        check(f"{rate} Hz, and no more", rate * 0.9 < fastest[0] < rate * 1.1 + 1,
              f"{len([of for of in fastest if of])} topics, {sum(fastest):.0f} messages/s, {fastest[0]:.1f} of one")
        check("the NAO ends", program.end() == 0)
    check("a pass with all topics at 50 Hz costs at most 1 ms", costs[50] < 1000,
          f"{costs[50]:.0f} us of the main loop, at 1 Hz {costs[1]:.0f} us")


def main():
    rclpy.init()
    if sys.argv[1] == "--client":
        return client(sys.argv[2])
    path, seconds = sys.argv[1], float(sys.argv[2])
    skills_of_the_nao(path)
    program, desk = Program(path), Desk("desk")
    check("the rover is found", desk.ready())
    latency(desk)
    killed_clients(path, desk)
    check("the rover ends", program.end() == 0)
    topics(path, seconds)
    return summary("ros2 campaign")


if __name__ == "__main__":
    code = main()
    sys.stdout.flush()
    # What rclpy does at its end can hang when the robot is gone.
    os._exit(code or 0)

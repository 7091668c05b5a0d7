"""Drives the rover, whose program is the argument, and prints a line for each thing that must hold.

The exit status is 1 if one does not. It starts the program itself, since it also ends and kills it.
"""

import math
import os
import signal
import subprocess
import sys
import time

import nav_msgs.msg as nav_msgs
import rclpy
from action_msgs.msg import GoalStatus, GoalStatusArray
from action_msgs.srv import CancelGoal
from lifecycle_msgs.msg import Transition, TransitionEvent
from lifecycle_msgs.srv import ChangeState, GetAvailableStates, GetAvailableTransitions, GetState
from rcl_interfaces.msg import Log, ParameterEvent
from rclpy.action import ActionClient
from rclpy.action.graph import get_action_server_names_and_types_by_node
from rclpy.executors import ExternalShutdownException, SingleThreadedExecutor
from rclpy.parameter import Parameter
from rclpy.parameter_client import AsyncParameterClient
from rclpy.qos import DurabilityPolicy, QoSProfile, qos_profile_action_status_default
from rover_skills.action import Approach, DriveTo, Fetch, Grip, Search, Skill
from rosgraph_msgs.msg import Clock
from rover_skills.msg import Gripper, Odometry, Robot, Skiller, State
from rover_skills.srv import Control
from tf2_msgs.msg import TFMessage

LATCHED = QoSProfile(depth=10, durability=DurabilityPolicy.TRANSIENT_LOCAL)
ACTIONS = {"drive_to": DriveTo, "search": Search, "approach": Approach, "grip": Grip, "fetch": Fetch, "skill": Skill}
FINAL = (GoalStatus.STATUS_SUCCEEDED, Skill.Result.FINAL)
FAILED = (GoalStatus.STATUS_ABORTED, Skill.Result.FAILED)
CANCELED = (GoalStatus.STATUS_CANCELED, Skill.Result.STOPPED)
REPLACED = (GoalStatus.STATUS_ABORTED, Skill.Result.STOPPED)

passed = failed = 0


def check(what, good, seen=""):
    """Prints whether something holds, and counts it."""
    global passed, failed
    passed, failed = passed + bool(good), failed + (not good)
    print(f"{'ok  ' if good else 'FAIL'} {what}{f': {seen}' if seen != '' else ''}", flush=True)
    return good


def summary(name):
    """Prints how many hold, and returns the exit status."""
    print(f"{name}: {passed} hold, {failed} do not", flush=True)
    return 1 if failed else 0


class Program:
    """The program of the rover."""

    def __init__(self, path, *options, robot=None):
        self.process = subprocess.Popen([path, "ros2", "start", *options], stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        expected = f"node of {robot or os.path.basename(path)} in domain 0\n"
        assert line == expected, f"the program did not start: {line}"

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=10)

    def kill(self):
        self.process.kill()
        return self.process.wait(timeout=10)


class Run:
    """A goal."""

    def __init__(self):
        self.feedback, self.handle = [], None


class Desk:
    """A node with a client of each action, which is spun while something is awaited."""

    def __init__(self, name):
        self.node = rclpy.create_node(name)
        self.executor = SingleThreadedExecutor()
        self.executor.add_node(self.node)
        self.clients = {name: ActionClient(self.node, of, f"/rover/{name}") for name, of in ACTIONS.items()}
        self.control_client = self.node.create_client(Control, "/rover/control")
        self.logs = []
        self.node.create_subscription(Log, "/rosout", self.logs.append, LATCHED)

    def until(self, holds, seconds=20.0):
        end = time.monotonic() + seconds
        while not holds() and time.monotonic() < end:
            self.executor.spin_once(timeout_sec=0.05)
        return holds()

    def get(self, future, seconds=20.0):
        if not self.until(future.done, seconds):
            raise TimeoutError("no response")
        return future.result()

    def ready(self):
        all_ready = lambda: all(of.server_is_ready() for of in self.clients.values())
        return self.until(lambda: all_ready() and self.control_client.service_is_ready())

    def send(self, name, **fields):
        run = Run()
        goal = ACTIONS[name].Goal(**fields)
        keep = lambda message: run.feedback.append(message.feedback)
        run.handle = self.get(self.clients[name].send_goal_async(goal, feedback_callback=keep))
        return run

    def result(self, run, seconds=60.0):
        return self.get(run.handle.get_result_async(), seconds)

    def control(self, action):
        return self.get(self.control_client.call_async(Control.Request(action=action)))


def ends(desk, what, expected, name, reason="", **fields):
    """Checks that a goal is accepted and how it ends."""
    run = desk.send(name, **fields)
    if not check(f"{what}: accepted", run.handle.accepted):
        return None, run
    got = desk.result(run)
    good = (got.status, got.result.status) == expected and reason in (None, got.result.reason)
    check(what, good, (got.status, got.result))
    return got.result, run


def refused(desk, name, reason, **fields):
    """Checks that a goal is refused, with the reason in its result and in the log."""
    run = desk.send(name, **fields)
    check(f"{name} refused", not run.handle.accepted)
    got = desk.result(run)
    good = (got.status, got.result.status) == (GoalStatus.STATUS_UNKNOWN, Skill.Result.REFUSED)
    check(f"{name} refused with its reason", good and reason in got.result.reason, got.result.reason)
    line = f"goal of `{name}` refused: {got.result.reason}"
    mine = lambda: [of for of in desk.logs if of.name == "skiller" and of.msg == line]
    check(f"{name} refused in the log", desk.until(mine, 5))


def canceled(desk, name, **fields):
    """Checks that a goal is canceled."""
    run = desk.send(name, **fields)
    response = desk.get(run.handle.cancel_goal_async())
    got = desk.result(run)
    check(f"{name} canceled", len(response.goals_canceling) == 1 and (got.status, got.result.status) == CANCELED,
          (response.return_code, got.status, got.result.reason))
    again = desk.get(run.handle.cancel_goal_async())
    check(f"{name} canceled twice", again.return_code == CancelGoal.Response.ERROR_GOAL_TERMINATED, again.return_code)


def graph(desk):
    check("all actions and services are found", desk.ready())
    own = lambda: dict(get_action_server_names_and_types_by_node(desk.node, "skiller", "/rover"))
    expected = {f"/rover/{name}": [f"rover_skills/action/{of.__name__}"] for name, of in ACTIONS.items()}
    check("actions of the node", desk.until(lambda: own() == expected), sorted(own()))
    robots = []
    desk.node.create_subscription(Robot, "/rover/robot", robots.append, LATCHED)
    check("the robot is up, with its description", desk.until(lambda: robots and robots[-1].up)
          and '"robot":"rover"' in robots[-1].description)
    hashes = {of.Goal().package_hash for of in ACTIONS.values()}
    check("both have the same package", hashes == {robots[-1].package_hash}, robots[-1].package_hash)
    return robots


def skills(desk):
    odometry, grippers = [], []
    desk.node.create_subscription(Odometry, "/rover/odometry", odometry.append, LATCHED)
    desk.node.create_subscription(Gripper, "/rover/gripper", grippers.append, LATCHED)

    refused(desk, "drive_to", "column 14: must lie in -10.0..=10.0", x_m=11.0)
    refused(desk, "drive_to", "field `y_m`: expected a number, found NaN", y_m=float("nan"))
    refused(desk, "approach", "must lie in 0.15..=1.0", distance_m=5.0)
    refused(desk, "fetch", "must lie in 0..=10", misses=11)
    refused(desk, "grip", "field `jaws`: 7 is no value; expected 1 (open) or 2 (closed)", jaws=7)
    refused(desk, "search", "write `rover_skills` again", package_hash=1)
    refused(desk, "skill", "column 1: no such skill", call="fly{}")
    refused(desk, "skill", "column 7: ", call="fetch{")
    # More than a message has.
    refused(desk, "skill", "column 1: no such skill in the 70000 bytes `aaaa", call="a" * 70_000)

    canceled(desk, "drive_to", x_m=9.0)
    canceled(desk, "approach")
    canceled(desk, "grip")
    canceled(desk, "fetch")
    canceled(desk, "skill", call="drive_to{x_m=9, y_m=0}")

    ends(desk, "grip FAILED", FAILED, "grip", "nothing between the jaws")
    ends(desk, "grip FINAL", FINAL, "grip", jaws=Grip.Goal.JAWS_OPEN)
    check("the jaws are a constant", desk.until(lambda: grippers and grippers[-1].jaws == Gripper.JAWS_OPEN, 5))
    seen, _ = ends(desk, "search FINAL", FINAL, "search")
    check("with a typed result", seen and 0.5 < seen.distance_m < 4.0, seen)
    ends(desk, "approach FAILED", FAILED, "approach", "not there after 1 s", timeout_sec=1.0)
    ends(desk, "approach FINAL", FINAL, "approach")
    ends(desk, "drive_to FAILED", FAILED, "drive_to", "not there after 1 s", x_m=-9.0, timeout_sec=1.0)
    _, run = ends(desk, "fetch FINAL", FINAL, "fetch")
    paths = [list(of.path) for of in run.feedback]
    path = ["fetch.Approach", "approach.Approach", "approach.Follow"]
    check("with its states", path in paths and ["fetch.Close", "grip.Move"] in paths, len(paths))
    check("and why they are not left", any("`lidar.sees` is false" in of.waits_for for of in run.feedback))
    check("it holds a can", desk.until(lambda: grippers[-1].holds and grippers[-1].has_writer, 5))
    ends(desk, "drive_to FINAL", FINAL, "drive_to")
    any_call, _ = ends(desk, "skill FINAL", FINAL, "skill", call='grip{jaws="open"}')
    check("without a result", any_call and any_call.value == "")
    ends(desk, "drive_to FINAL again", FINAL, "drive_to", x_m=-6.0)
    check("and odometry is there", desk.until(lambda: odometry and abs(odometry[-1].x_m + 6.0) < 0.1, 5), odometry[-1])
    # From here no can is to be seen.
    canceled(desk, "search")
    ends(desk, "search FAILED", FAILED, "search", "nothing to be seen all around")
    ends(desk, "fetch FAILED", FAILED, "fetch", "nothing to be seen all around")
    ends(desk, "skill FAILED", FAILED, "skill", "nothing between the jaws", call="grip{}")


def many(desk):
    statuses = []
    desk.node.create_subscription(GoalStatusArray, "/rover/drive_to/_action/status", statuses.append,
                                  qos_profile_action_status_default)
    first = desk.send("drive_to", x_m=9.0)
    second = desk.send("search")
    got = desk.result(first)
    check("a new goal replaces the old one", (got.status, got.result.status) == REPLACED
          and got.result.reason == "`search{}` was called", got.result.reason)
    check("and goes on", second.handle.accepted)
    desk.get(second.handle.cancel_goal_async())
    last = lambda: statuses and statuses[-1].status_list[-1:]
    known = lambda: last() and GoalStatus.STATUS_ABORTED in [of.status for of in statuses[-1].status_list]
    check("statuses are published", desk.until(known, 5))
    calls = [desk.clients["skill"].send_goal_async(Skill.Goal(call="drive_to{x_m=9, y_m=0}")) for _ in range(8)]
    handles = [desk.get(of) for of in calls]
    everything = desk.node.create_client(CancelGoal, "/rover/skill/_action/cancel_goal")
    everything.wait_for_service(5)
    desk.get(everything.call_async(CancelGoal.Request()))
    results = [desk.get(of.get_result_async()) for of in handles]
    ended = [of.status for of in results]
    stopped = {GoalStatus.STATUS_ABORTED, GoalStatus.STATUS_CANCELED}
    check("eight goals at once end, the last canceled", all(of.accepted for of in handles)
          and set(ended) <= stopped and GoalStatus.STATUS_CANCELED in ended, ended)


def other(role):
    """A second client: takes control, and is there until it is killed."""
    desk = Desk("other")
    desk.ready()
    if role == "goal":
        # Farther than the rover comes while a client that was killed counts as there.
        print(desk.send("drive_to", x_m=-9.0, y_m=-9.0).handle.accepted, flush=True)
        try:
            desk.until(lambda: False, 60)
        except ExternalShutdownException:
            # SIGTERM. The end of its last handle is that of its participant, which says so.
            for of in desk.clients.values():
                of.destroy()
            desk.node.destroy_node()
            rclpy.try_shutdown()
        return
    response = desk.control(Control.Request.STEAL if role == "steal" else Control.Request.ACQUIRE)
    print(response.ok, response.reason, flush=True)
    time.sleep(60)


def gone(desk):
    """Goals of clients that end, or are killed."""
    statuses = []
    desk.node.create_subscription(GoalStatusArray, "/rover/drive_to/_action/status", statuses.append,
                                  qos_profile_action_status_default)
    for what, stop, seconds in [("that ends", signal.SIGTERM, 5), ("that is killed", signal.SIGKILL, 40)]:
        client = subprocess.Popen([sys.executable, __file__, "--other", "goal"], stdout=subprocess.PIPE, text=True)
        line = client.stdout.readline()
        count = lambda status: sum(of.status == status for of in statuses[-1].status_list) if statuses else 0
        is_now = lambda status: count(status) > 0
        canceled = count(GoalStatus.STATUS_CANCELED)
        check(f"a client {what} has a goal", line == "True\n" and desk.until(lambda: is_now(GoalStatus.STATUS_EXECUTING)))
        client.send_signal(stop)
        began = time.monotonic()
        is_over = desk.until(lambda: not is_now(GoalStatus.STATUS_EXECUTING), seconds)
        check("which is canceled", is_over and count(GoalStatus.STATUS_CANCELED) > canceled, f"{time.monotonic() - began:.1f} s")
        check("as the log says", desk.until(lambda: any("its client is gone" in of.msg for of in desk.logs), 5))
        desk.logs.clear()
        client.wait(timeout=10)


def leases(desk):
    start = lambda: subprocess.Popen([sys.executable, __file__, "--other", "acquire"], stdout=subprocess.PIPE, text=True)
    holder = start()
    line = holder.stdout.readline()
    check("another client has control", line == "True \n", line)
    got = desk.control(Control.Request.ACQUIRE)
    check("control is of one client", not got.ok and "exclusive control" in got.reason, got.reason)
    run = desk.send("search")
    check("others are refused", not run.handle.accepted, desk.result(run).result.reason)
    holder.kill()
    began = time.monotonic()

    def free():
        time.sleep(0.5)
        return desk.control(Control.Request.ACQUIRE).ok

    check("a client that is dead loses it", desk.until(free, 20) and time.monotonic() - began < got.lease_sec + 3,
          f"{time.monotonic() - began:.1f} s")
    run = desk.send("search")
    check("and the next has it", run.handle.accepted)
    desk.get(run.handle.cancel_goal_async())
    check("gives it back", desk.control(Control.Request.RELEASE).ok)
    wrong = desk.control(9)
    check("what is none is refused", not wrong.ok and "expected ACQUIRE" in wrong.reason, wrong.reason)


def restart(desk, program, path, robots):
    def again(*options):
        # A dead program is in the graph for a while: only what the new one says shows that it is there.
        before = len(robots)
        new = Program(path, *options)
        check("a new program is seen", desk.until(lambda: len(robots) > before and robots[-1].up))
        desk.until(lambda: False, 1)
        return new

    run = desk.send("drive_to", x_m=9.0)
    result = run.handle.get_result_async()
    desk.until(lambda: run.feedback)
    check("the program ends", program.end() == 0)
    got = desk.get(result)
    check("and its goal with it", (got.status, got.result.status) == REPLACED, got.result.reason)
    check("and says that it is down", desk.until(lambda: not robots[-1].up, 5))
    program = again("--policy", "refuse")
    run = desk.send("drive_to", x_m=9.0)
    check("goals reach the new one", run.handle.accepted)
    refused(desk, "search", "runs, and a goal does not replace it; cancel it first")
    program.kill()
    program = again()
    lost = desk.get(run.handle.cancel_goal_async())
    check("a goal of one that was killed is unknown", lost.return_code == CancelGoal.Response.ERROR_UNKNOWN_GOAL_ID,
          lost.return_code)
    ends(desk, "search of the new one", FINAL, "search")
    return program


def parameters(desk, path):
    """Checks those of the second robot, whose skill has some."""
    program = Program(os.path.join(os.path.dirname(path), "settle"))
    client = AsyncParameterClient(desk.node, "/settle/skiller")
    events = []
    desk.node.create_subscription(ParameterEvent, "/parameter_events", events.append, QoSProfile(depth=10))
    check("parameters are found", desk.until(client.services_are_ready))
    names = set(desk.get(client.list_parameters([], 0)).result.names)
    check("parameters of skills", {"settle.wait_sec", "settle.strictly"} <= names, sorted(names))
    value = lambda: desk.get(client.get_parameters(["settle.wait_sec"])).values[0].double_value
    check("a default", value() == 2.5, value())
    put = lambda name, new: desk.get(client.set_parameters([Parameter(name, value=new)])).results[0]
    check("a parameter is set", put("settle.wait_sec", 0.5).successful and value() == 0.5, value())
    check("with an event", desk.until(lambda: any(of.node == "/settle/skiller" for of in events), 5))
    late = put("settle.wait_sec", 11.0)
    check("out of range it is refused", not late.successful and "0.5..=10.0" in late.reason, late.reason)
    check("and stays", value() == 0.5)
    other = put("settle.wait_sec", "long")
    check("of another type it is refused", not other.successful, other.reason)
    check("the program of the second robot ends", program.end() == 0)


def state(desk):
    """The topic with the active states."""
    states = []
    desk.node.create_subscription(State, "/rover/state", states.append, LATCHED)
    run = desk.send("drive_to", x_m=9.0)
    # Those of calls before this one may come first.
    calls = lambda: states and states[-1].call.startswith("drive_to{x_m=9")
    runs = lambda: calls() and states[-1].path[:1] == ["drive_to.Drive"] and states[-1].waits_for
    check("the active states are published, with their call", desk.until(runs, 5), states[-1:])
    desk.get(run.handle.cancel_goal_async())
    check("and that none are active", desk.until(lambda: not states[-1].path, 5), states[-1:])


def twins(desk, path):
    """Two robots of one name: a goal would reach both."""
    name, reason = "search", "another robot in this domain has the same name"
    first = Program(path)
    desk.until(desk.ready)
    desk.until(lambda: False, 2)

    def taken():
        run = desk.send(name)
        return run.handle.accepted

    for what, end, seconds in [("that ends", Program.end, 1), ("that is killed", Program.kill, 5)]:
        check("a robot of its own name takes goals", desk.until(taken, 10))
        desk.logs.clear()
        second = Program(path)
        check("two robots of one name", desk.until(lambda: sum(reason in of.msg for of in desk.logs) >= 2, 10))
        for _ in range(5):
            run = desk.send(name)
            check("take no goal", not run.handle.accepted)
        end(second)
        began = time.monotonic()
        check(f"one {what} is none", desk.until(taken, seconds), f"{time.monotonic() - began:.1f} s")
    # One that stands still is gone for the other, and has to find it again.
    second = Program(path)
    check("two of them again", desk.until(lambda: not taken(), 10))
    second.process.send_signal(signal.SIGSTOP)
    check("one that stands still is none", desk.until(taken, 10))
    desk.until(lambda: False, 2)
    second.process.send_signal(signal.SIGCONT)
    desk.until(lambda: False, 5)
    check("and is one when it goes on", not any(taken() for _ in range(5)))
    second.kill()
    check("the other is alone again", desk.until(taken, 10))
    states = []
    desk.node.create_subscription(State, "/rover/state", states.append, LATCHED)
    run = desk.send("drive_to", x_m=9.0, timeout_sec=60.0)
    check("and drives", run.handle.accepted and desk.until(lambda: states and states[-1].path, 5))
    first.process.send_signal(signal.SIGSTOP)
    time.sleep(4)
    first.process.send_signal(signal.SIGCONT)
    check("one that stood still is stopped", desk.until(lambda: not states[-1].path, 10), states[-1])
    check("and has goals again", desk.until(taken, 10))
    check("the first one ends", first.end() == 0)


def deaf(path):
    """A robot whose middleware fails: its skills are stopped, and it ends with an error."""
    desk, program = Desk("deaf"), Program(path)
    desk.until(desk.ready)
    run = desk.send("drive_to", x_m=9.0)
    client = AsyncParameterClient(desk.node, "/rover_shown")
    desk.until(client.services_are_ready)
    # The response has more bytes than a message of the client library: it panics.
    client.get_parameters([f"{'n' * 20}{number}" for number in range(3000)])
    desk.until(lambda: program.process.poll() is not None, 10)
    check("a robot without DDS ends with an error", run.handle.accepted and program.process.poll() == 2, program.process.poll())
    program.kill()


def shown(desk):
    """The standard messages that the rover publishes, with the time of the wall."""
    odoms, transforms, own = [], [], []
    desk.node.create_subscription(nav_msgs.Odometry, "/odom", odoms.append, 10)
    desk.node.create_subscription(TFMessage, "/tf", transforms.append, 10)
    desk.node.create_subscription(Odometry, "/rover/odometry", own.append, LATCHED)
    check("the standard messages come", desk.until(lambda: odoms and transforms and own, 5))
    run = desk.send("drive_to", x_m=0.7, y_m=0.3)
    result = desk.result(run)
    # It stands now.
    desk.until(lambda: False, 0.5)
    count, began = len(odoms), time.monotonic()
    desk.until(lambda: False, 2)
    rate = (len(odoms) - count) / (time.monotonic() - began)
    odom, transform = odoms[-1], transforms[-1].transforms[0]
    at, turned = odom.pose.pose.position, odom.pose.pose.orientation
    heading = 2 * math.atan2(turned.z, turned.w)
    near = lambda pairs: all(abs(a - b) < 0.01 for a, b in pairs)
    check("the place is that of the robot's own message", result.status == FINAL[0] and near(
        [(at.x, own[-1].x_m), (at.y, own[-1].y_m), (math.sin(heading), math.sin(own[-1].heading_rad))]), odom.pose.pose)
    check("and that of /tf", near([(at.x, transform.transform.translation.x), (at.y, transform.transform.translation.y),
                                   (turned.z, transform.transform.rotation.z)]), transform)
    frames = (odom.header.frame_id, odom.child_frame_id, transform.header.frame_id, transform.child_frame_id)
    check("with the frames", frames == ("odom", "base_link") * 2, frames)
    late = time.time() - (odom.header.stamp.sec + odom.header.stamp.nanosec / 1e9)
    check("and the time", -0.1 < late < 1, f"{late:.3f} s ago")
    check("at most 50 times a second", 25 < rate < 52, f"{rate:.1f}")


def clock(desk, path):
    """The time of the robot on /clock, and that of another program as the robot's."""
    times = []
    desk.node.create_subscription(Clock, "/clock", lambda of: times.append(of.clock.sec + 1e-9 * of.clock.nanosec), 10)
    program = Program(path, "--clock")
    check("/clock is there", desk.until(lambda: len(times) > 5))
    began, first = time.monotonic(), times[-1]
    desk.until(lambda: False, 2)
    passed = times[-1] - first
    check("the robot's time is published", all(a < b for a, b in zip(times, times[1:]))
          and abs(passed - (time.monotonic() - began)) < 0.5, f"{passed:.2f} s in 2 s, {len(times)} messages")
    check("the program with a clock ends", program.end() == 0)

    publisher = desk.node.create_publisher(Clock, "/clock", 10)
    now = [1000.0]

    def publish(of, seconds):
        message = Clock()
        message.clock.sec, message.clock.nanosec = int(seconds), int(1e9 * (seconds % 1.0))
        of.publish(message)

    def runs(seconds, pace, second=None):
        """Lets the simulator's time pass, at a pace, beside a second simulator."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            now[0] += 0.01 * pace
            publish(publisher, now[0])
            if second:
                publish(second, now[0] + 3600.0)
            desk.until(lambda: False, 0.01)

    program = Program(path, "--use-sim-time")
    desk.until(desk.ready)
    desk.until(lambda: False, 2)
    runs(1, 1)
    # It would take 8 s of the wall.
    run = desk.send("drive_to", x_m=-9.0, timeout_sec=8.0)
    result, began = run.handle.get_result_async(), time.monotonic()
    desk.until(lambda: False, 2)
    check("while it stands still, nothing ends", not result.done())
    before = now[0]
    while not result.done() and time.monotonic() - began < 30:
        runs(0.1, 10)
    simulated, wall = now[0] - before, time.monotonic() - began - 2
    got = desk.get(result)
    good = (got.status, got.result.reason) == (GoalStatus.STATUS_ABORTED, "not there after 8 s")
    check("ten times as fast it ends ten times as soon", good and 7.5 < simulated < 10 and wall < 6,
          f"{simulated:.1f} s in {wall:.1f} s, {got.result.reason}")
    now[0] = 5.0
    runs(1.5, 1)
    run = desk.send("drive_to", x_m=9.0, timeout_sec=2.0)
    result, began = run.handle.get_result_async(), time.monotonic()
    while not result.done() and time.monotonic() - began < 10:
        runs(0.1, 1)
    got = desk.get(result).result.reason
    check("after the simulator was set back, time goes on", got == "not there after 2 s", got)
    check("as the log says", any("`/clock` was set back to" in of.msg for of in desk.logs))
    second = desk.node.create_publisher(Clock, "/clock", 10)
    desk.until(lambda: False, 1)
    run = desk.send("drive_to", x_m=9.0, timeout_sec=3.0)
    result, began, before = run.handle.get_result_async(), time.monotonic(), now[0]
    while not result.done() and time.monotonic() - began < 20:
        runs(0.1, 1, second)
    got, passed = desk.get(result).result.reason, now[0] - before
    check("a second simulator, whose time is ahead, does not disturb it",
          got == "not there after 3 s" and 2.5 < passed < 4, f"{got} {passed:.2f} s")
    check("it ends while the time stands still", program.end() == 0)


def lifecycle(desk, path):
    """A managed node: configured, activated while goals are refused, deactivated while a skill runs."""
    program = Program(path, "--lifecycle")
    client = lambda of, name: desk.node.create_client(of, f"/rover/skiller/{name}")
    change, current = client(ChangeState, "change_state"), client(GetState, "get_state")
    states, graph = client(GetAvailableStates, "get_available_states"), client(GetAvailableTransitions, "get_transition_graph")
    here = client(GetAvailableTransitions, "get_available_transitions")
    check("the node is a managed one", desk.until(lambda: all(of.service_is_ready() for of in (change, current, graph)), 20))
    desk.ready()
    ask = lambda of, request: desk.get(of.call_async(request))
    robots = []
    desk.node.create_subscription(Robot, "/rover/robot", robots.append, LATCHED)
    is_up = lambda up: desk.until(lambda: robots and robots[-1].up == up, 5)
    state = lambda: ask(current, GetState.Request()).current_state.label
    to = lambda number=0, label="": ask(change, ChangeState.Request(transition=Transition(id=number, label=label))).success
    events = []
    desk.node.create_subscription(TransitionEvent, "/rover/skiller/transition_event", events.append, 10)
    check("it begins unconfigured", state() == "unconfigured" and is_up(False), state())
    refused(desk, "drive_to", "the robot is not active", x_m=1.0)
    check("it is not activated before", not to(Transition.TRANSITION_ACTIVATE) and state() == "unconfigured")
    check("it is configured", to(Transition.TRANSITION_CONFIGURE) and state() == "inactive", state())
    refused(desk, "drive_to", "the robot is not active", x_m=1.0)
    check("it is activated by the name", to(label="activate") and state() == "active" and is_up(True), state())
    leads = [(of.transition.label, of.goal_state.label) for of in ask(here, GetAvailableTransitions.Request()).available_transitions]
    check("what leads on from there", leads == [("deactivate", "inactive"), ("shutdown", "finalized")], leads)
    count = len(ask(graph, GetAvailableTransitions.Request()).available_transitions)
    names = {of.label for of in ask(states, GetAvailableStates.Request()).available_states}
    check("all states and transitions are told", count == 7 and {"unconfigured", "active", "finalized"} <= names, (count, names))
    run, views = desk.send("drive_to", x_m=9.0), []
    desk.node.create_subscription(Skiller, "/rover/skiller", views.append, LATCHED)
    check("a goal runs", desk.until(lambda: run.feedback, 5))
    check("it is deactivated", to(Transition.TRANSITION_DEACTIVATE) and state() == "inactive" and is_up(False), state())
    result = desk.get(run.handle.get_result_async())
    ended = (result.status, result.result.status, result.result.reason)
    check("what runs is stopped", ended == (*REPLACED, "the robot was deactivated"), ended)
    stands = lambda: views and views[-1].status != Skiller.STATUS_RUNNING
    check("and the skill has ended", desk.until(stands, 2))
    refused(desk, "drive_to", "the robot is not active", x_m=1.0)
    check("it goes on", to(Transition.TRANSITION_ACTIVATE))
    ends(desk, "a goal of a robot that was activated again", FINAL, "grip", jaws=Grip.Goal.JAWS_OPEN)
    check("it is shut down", to(Transition.TRANSITION_ACTIVE_SHUTDOWN) and state() == "finalized", state())
    desk.until(lambda: len(events) >= 5, 2)
    labels = [(of.transition.label, of.goal_state.label) for of in events]
    check("each transition is an event", labels == [("configure", "inactive"), ("activate", "active"),
          ("deactivate", "inactive"), ("activate", "active"), ("shutdown", "finalized")], labels)
    check("the managed robot ends", program.end() == 0)


def main():
    rclpy.init()
    if sys.argv[1] == "--other":
        return other(sys.argv[2])
    path = sys.argv[1]
    program, desk, robots = Program(path), Desk("desk"), []
    for part in (parameters, graph, skills, shown, state, many, leases, gone, restart):
        try:
            if part is graph:
                robots = graph(desk)
            elif part is parameters:
                parameters(desk, path)
            elif part is restart:
                program = restart(desk, program, path, robots)
            else:
                part(desk)
        except (TimeoutError, IndexError, subprocess.TimeoutExpired) as error:
            check(part.__name__, False, repr(error))
    program.end()
    for part in (lifecycle, clock, twins):
        try:
            part(desk, path)
        except (TimeoutError, IndexError, subprocess.TimeoutExpired) as error:
            check(part.__name__, False, repr(error))
    deaf(path)
    return summary("ros2")


if __name__ == "__main__":
    code = main()
    sys.stdout.flush()
    # What rclpy does at its end can hang when the robot is gone.
    os._exit(code or 0)

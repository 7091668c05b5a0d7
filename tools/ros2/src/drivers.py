"""Plays the drivers of a robot: a rover of topics alone, and a navigation as Nav2 has it. `cargo xtask ros2` runs it.

The programs of the robots are the examples `hardware` and `navigate`; drivers are processes of their own, which are
killed, too.
"""

import contextlib
import math
import os
import signal
import subprocess
import sys
import threading
import time

import rclpy
from check import FAILED, FINAL, Desk, Program, Run, check, ends, summary
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus
from geometry_msgs.msg import Twist
from nav2_msgs.action import NavigateToPose
from nav_msgs.msg import Odometry
from rclpy.action import ActionClient, ActionServer, CancelResponse, GoalResponse
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.executors import MultiThreadedExecutor, SingleThreadedExecutor
from rclpy.qos import qos_profile_sensor_data
from rover_skills.action import Grip
from rover_skills.msg import Gripper, Lidar
from rover_skills.msg import Odometry as Measured
from std_msgs.msg import Bool
from walker_skills.action import Navigate

PERIOD_SEC = 0.02
WATCHDOG_SEC = 0.2
JAWS_SEC = 0.4
REACH_M, RANGE_M, FIELD_RAD, HOME_M = 0.25, 4.0, 1.0, 0.4


class Rover:
    """A robot with two driven wheels on a floor with cans."""

    def __init__(self, node):
        self.node = node
        self.x = self.y = self.heading = self.ahead = self.turn = 0.0
        self.commanded = self.moved = time.monotonic()
        self.cans = [(1.5, 0.6), (2.4, -0.5), (0.8, -1.6)]
        self.holds, self.jaws, self.msgid, self.arrives = False, Gripper.JAWS_OPEN, 0, None
        self.delivered = 0
        node.create_subscription(Twist, "/cmd_vel", self.drive, 10)
        node.create_subscription(Gripper, "/hardware/gripper_command", self.grip, 10)
        # Some drivers repeat what is lost, and some do not.
        self.odometry = node.create_publisher(Odometry, "/odom", qos_profile_sensor_data)
        self.lidar = node.create_publisher(Lidar, "/hardware/lidar", 10)
        self.gripper = node.create_publisher(Gripper, "/hardware/gripper", 10)
        node.create_timer(PERIOD_SEC, self.step)

    def drive(self, twist):
        self.ahead, self.turn, self.commanded = twist.linear.x, twist.angular.z, time.monotonic()

    def grip(self, command):
        self.jaws, self.msgid, self.arrives = command.jaws, command.msgid, time.monotonic() + JAWS_SEC

    def nearest(self):
        seen = []
        for can in self.cans:
            x, y = can[0] - self.x, can[1] - self.y
            angle = math.remainder(math.atan2(y, x) - self.heading, math.tau)
            if math.hypot(x, y) <= RANGE_M and abs(angle) <= FIELD_RAD:
                seen.append((math.hypot(x, y), angle, can))
        return min(seen, default=None)

    def step(self):
        now = time.monotonic()
        sec, self.moved = now - self.moved, now
        if now - self.commanded > WATCHDOG_SEC:
            self.ahead = self.turn = 0.0
        self.heading += self.turn * sec
        self.x += self.ahead * sec * math.cos(self.heading)
        self.y += self.ahead * sec * math.sin(self.heading)
        if self.arrives and now >= self.arrives:
            self.arrives = None
            self.close() if self.jaws == Gripper.JAWS_CLOSED else self.open()
        odometry = Odometry()
        odometry.header.frame_id, odometry.child_frame_id = "odom", "base_link"
        odometry.pose.pose.position.x, odometry.pose.pose.position.y = self.x, self.y
        odometry.pose.pose.orientation.z = math.sin(self.heading / 2)
        odometry.pose.pose.orientation.w = math.cos(self.heading / 2)
        odometry.pose.covariance[7] = 3.0
        odometry.twist.twist.linear.x, odometry.twist.twist.angular.z = self.ahead, self.turn
        self.odometry.publish(odometry)
        seen = self.nearest()
        far, angle = (seen[0], seen[1]) if seen else (0.0, 0.0)
        self.lidar.publish(Lidar(has_writer=True, sees=bool(seen), distance_m=far, bearing_rad=angle))
        self.gripper.publish(Gripper(jaws=self.jaws, holds=self.holds, msgid=self.msgid,
                                     final=self.arrives is None))

    def close(self):
        seen = self.nearest()
        if seen and seen[0] <= REACH_M:
            self.cans.remove(seen[2])
            self.holds = True

    def open(self):
        if self.holds and math.hypot(self.x, self.y) <= HOME_M:
            self.delivered += 1
            print(f"delivered {self.delivered}", flush=True)
        self.holds = False


class Navigation:
    """A server as that of Nav2: it goes 1 m in a second. By the x of the goal it refuses, gives up, is silent or
    takes its time."""

    def __init__(self, node):
        group = ReentrantCallbackGroup()
        self.server = ActionServer(node, NavigateToPose, "/navigate_to_pose", self.go, callback_group=group,
                                   goal_callback=self.may, cancel_callback=lambda _: CancelResponse.ACCEPT)

    def may(self, goal):
        if goal.pose.pose.position.x == 8.0:
            time.sleep(1.0)
        return GoalResponse.REJECT if goal.pose.pose.position.x < 0 else GoalResponse.ACCEPT

    def go(self, handle):
        goal = handle.request.pose.pose.position
        left, feedback = math.hypot(goal.x, goal.y), NavigateToPose.Feedback()
        print(f"goal {goal.x:.1f} {handle.request.pose.header.frame_id}", flush=True)
        while left > 0:
            time.sleep(0.1)
            left -= 0.1
            if handle.is_cancel_requested:
                handle.canceled()
                print("canceled", flush=True)
                return NavigateToPose.Result()
            if goal.x == 7.0 and left < 6.5:
                handle.abort()
                return NavigateToPose.Result(error_code=3, error_msg="no way")
            feedback.distance_remaining = max(left, 0.0)
            if goal.x != 5.0:
                handle.publish_feedback(feedback)
        handle.succeed()
        return NavigateToPose.Result()


def play(part):
    """Is a driver, in a process of its own."""
    rclpy.init()
    node = rclpy.create_node(f"{part}_{os.getpid()}")
    if part == "button":
        # The rover stops when it is 100 ms late: it waits for nothing, and comes before others if it may.
        with contextlib.suppress(PermissionError):
            os.setpriority(os.PRIO_PROCESS, 0, -15)
        button = node.create_publisher(Bool, "/released", 10)
        while True:
            button.publish(Bool(data=True))
            time.sleep(PERIOD_SEC)
    elif part == "rover":
        keeps = Rover(node)
    elif part == "navigation":
        keeps = Navigation(node)
    else:
        # Another program that says that it is the odometry, and one that sends nonsense.
        keeps = node.create_publisher(Odometry, "/odom", 10)
        gripper = node.create_publisher(Gripper, "/hardware/gripper", 10)
        away = Odometry()
        away.pose.pose.position.x = 100.0
        node.create_timer(PERIOD_SEC, lambda: (keeps.publish(away), gripper.publish(Gripper(jaws=7))))
    # One that serves an action waits in it; several threads cost a driver its time.
    executor = MultiThreadedExecutor() if part == "navigation" else SingleThreadedExecutor()
    executor.add_node(node)
    print("plays", flush=True)
    executor.spin()


class Player:
    """A driver."""

    def __init__(self, part):
        self.process = subprocess.Popen([sys.executable, __file__, "--play", part], stdout=subprocess.PIPE, text=True)
        self.lines = []
        threading.Thread(target=lambda: self.lines.extend(iter(self.process.stdout.readline, "")), daemon=True).start()
        self.begins = time.monotonic()

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        return self.process.wait(timeout=10)


def rover(folder):
    """The skills of the rover fetch its cans by topics alone, and fail when a driver is gone."""
    program = Program(os.path.join(folder, "hardware"), robot="rover")
    desk = Desk("desk")
    check("the rover's actions are there", desk.ready())
    levels = {}
    note = lambda array: levels.update({of.name: of.level for of in array.status})
    desk.node.create_subscription(DiagnosticArray, "/diagnostics", note, 10)
    of = lambda name, level: desk.until(lambda: levels.get(f"rover: {name}") == level, 10)
    lidar = lambda level: of("Lidar", level)
    check("diagnostics have a lidar without a driver", lidar(DiagnosticStatus.WARN), levels)
    got, _ = ends(desk, "without drivers a goal fails", FAILED, "drive_to", x_m=1.0, reason=None)
    check("and says which one is missing", got and "no writer for estop" in got.reason, got)
    player, button = Player("rover"), Player("button")
    measured = []
    desk.node.create_subscription(Measured, "/rover/odometry", measured.append, 10)
    check("odometry comes", desk.until(lambda: any(of.has_writer and of.age_sec >= 0 for of in measured), 10))
    check("and then with some", lidar(DiagnosticStatus.OK), levels)
    for number in (1, 2, 3):
        ends(desk, f"can {number} is fetched", FINAL, "fetch")
        ends(desk, f"can {number} is brought", FINAL, "drive_to", x_m=0.0, y_m=0.0)
        ends(desk, f"can {number} is put down", FINAL, "grip", jaws=Grip.Goal.JAWS_OPEN)
        ends(desk, "away from it", FINAL, "drive_to", x_m=0.5, y_m=0.0)
    check("three cans are at home", desk.until(lambda: "delivered 3\n" in player.lines, 5), player.lines)
    liar = Player("liar")
    del measured[:]
    desk.until(lambda: False, 3)
    places = [of.x_m for of in measured]
    check("another odometry is refused", places and max(places) < 50, places[-1:])
    mine = lambda text: any(of.name == "rover_drivers" and text in of.msg for of in desk.logs)
    refused = "`/odom` refused: another program publishes this topic"
    check("and the log says so", desk.until(lambda: mine(refused), 10))
    liar.kill()

    def killed(what, driver):
        run = desk.send("drive_to", x_m=9.0)
        desk.until(lambda: False, 1)
        driver.kill()
        got = desk.result(run)
        check(f"a goal fails when {what} is killed", (got.status, got.result.status) == FAILED, got.result.reason)

    killed("the emergency stop", button)
    button = Player("button")
    desk.until(lambda: False, 3)
    killed("the driver of all else", player)
    check("diagnostics say that they are gone", lidar(DiagnosticStatus.WARN), levels)
    liar = Player("liar")
    check("nonsense is refused", desk.until(lambda: mine("`/hardware/gripper` refused: `jaws` is 7"), 10))
    liar.kill()
    player = Player("rover")
    for name in ("Odometry", "Wheels", "Gripper", "Emergency Stop"):
        check(f"a new driver of {name} is found", of(name, DiagnosticStatus.OK), levels)
    ends(desk, "with new drivers it goes on", FINAL, "drive_to", x_m=0.5)
    program.end()
    player.kill()
    button.kill()


def walker(folder):
    """A skill drives the navigation, whatever becomes of its goals."""
    program = Program(os.path.join(folder, "navigate"), robot="walker")
    node = rclpy.create_node("walk")
    client = ActionClient(node, Navigate, "/walker/navigate")
    spin = lambda holds, sec=20.0: Desk.until(walks, holds, sec)
    walks = Run()
    walks.executor = rclpy.executors.SingleThreadedExecutor()
    walks.executor.add_node(node)

    def get(future):
        if not spin(future.done):
            raise TimeoutError("no response")
        return future.result()

    def start(x):
        return get(client.send_goal_async(Navigate.Goal(x_m=x, y_m=0.0)))

    def ended(what, handle, expected, reason=""):
        got = get(handle.get_result_async())
        good = (got.status, got.result.status) == expected and reason in got.result.reason
        check(what, good, (got.status, got.result.reason))

    check("the walker's action is there", spin(client.server_is_ready))
    ended("without a navigation the skill fails", start(1.0), FAILED, "was lost")
    server = Player("navigation")
    spin(lambda: "plays\n" in server.lines)
    # The client has to have found it.
    spin(lambda: False, 2)
    ended("there", start(1.0), FINAL)
    check("the goal has come as it was sent", "goal 1.0 map\n" in server.lines, server.lines)
    ended("aborted", start(7.0), FAILED, "was ended, 6.")
    ended("rejected", start(-1.0), FAILED, "has refused the goal")
    handle = start(9.0)
    spin(lambda: False, 1)
    get(handle.cancel_goal_async())
    got = get(handle.get_result_async())
    check("canceled", got.status == 5, got.status)
    check("the navigation was canceled, too", spin(lambda: "canceled\n" in server.lines, 3), server.lines)
    first = start(9.0)
    spin(lambda: False, 1)
    second = start(1.0)
    ended("a new goal replaces it", second, FINAL)
    check("the old one is over", get(first.get_result_async()).status == 6)
    canceled = server.lines.count("canceled\n")
    early = start(8.0)
    spin(lambda: False, 0.3)
    check("not accepted yet", "goal 8.0 map\n" not in server.lines, server.lines)
    ended("replaced before it was accepted", start(1.0), FINAL)
    check("it is over", get(early.get_result_async()).status == 6)
    cancels = lambda: server.lines.count("canceled\n") == canceled + 1
    check("and canceled once it is accepted", spin(cancels, 5) and "goal 8.0 map\n" in server.lines, server.lines)
    ended("silent for longer than it may be", start(5.0), FAILED, "was lost")
    handle = start(9.0)
    spin(lambda: False, 1)
    server.kill()
    begin = time.monotonic()
    ended("killed", handle, FAILED, "was lost")
    check("which is noticed within 4 s", time.monotonic() - begin < 4, time.monotonic() - begin)
    server = Player("navigation")
    spin(lambda: "plays\n" in server.lines)
    spin(lambda: False, 2)
    ended("with a new navigation it goes on", start(1.0), FINAL)
    handle = start(9.0)
    spin(lambda: False, 1)
    canceled = server.lines.count("canceled\n")
    program.kill()
    program = Program(os.path.join(folder, "navigate"), robot="walker")
    over = lambda: server.lines.count("canceled\n") == canceled + 1
    check("a goal of one that was killed is canceled by the next", handle.accepted and spin(over, 5), server.lines)
    check("the walker ends", program.end() == 0)
    server.kill()


def main():
    rclpy.init()
    folder = os.path.dirname(sys.argv[1])
    for part in (rover, walker):
        try:
            part(folder)
        except (TimeoutError, IndexError, AssertionError, subprocess.TimeoutExpired) as error:
            check(part.__name__, False, repr(error))
    return summary("ros2 drivers")


if __name__ == "__main__":
    code = play(sys.argv[2]) if sys.argv[1] == "--play" else main()
    sys.stdout.flush()
    os._exit(code or 0)

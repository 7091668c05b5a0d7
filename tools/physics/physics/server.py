"""Steps the world and speaks LoLA on a Unix socket.

In real time a tick takes 12 ms, whether a client is there, sleeps, or not. In lock step
(`--fast`) a tick begins as soon as the command to the packet before has arrived, so a run
depends on nothing but the commands; without a client the world waits, unless the control
channel runs it.
"""

import json
import os
import selectors
import socket
import sys
import time

from . import control, lola, sensors
from .truth import Watch, truth
from .world import TICK_SEC, World

# A world that is later than this does not hurry to catch up.
MAX_LATE_SEC = 0.1
# A client that has slept finds a few old packets, not seconds of them.
SEND_BUFFER_BYTES = 4096


def listen(path):
    """Returns a socket that listens at `path`. What a dead server left there is removed."""
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    if os.path.exists(path):
        probe = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            probe.connect(path)
        except ConnectionRefusedError:
            os.unlink(path)
        finally:
            probe.close()
    listener.bind(path)
    listener.listen()
    listener.setblocking(False)
    return listener


class Client:
    """The robot's program. Only one is connected at a time, as on a robot."""

    def __init__(self, connection):
        connection.setblocking(False)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)
        self.connection, self.commands, self.unsent = connection, lola.Commands(), b""
        # Whether a command has arrived since the last packet.
        self.is_ready = False

    def send(self, packet):
        """Sends a packet; one that finds the client asleep is dropped, never half of one."""
        self.unsent = self.unsent or packet
        self.flush()
        self.is_ready = False

    def flush(self):
        try:
            self.unsent = self.unsent[self.connection.send(self.unsent) :]
        except BlockingIOError:
            pass

    def receive(self):
        """Returns the commands that have arrived.

        # Errors
        `ConnectionError` at the end, `PacketError` if it does not speak LoLA.
        """
        data = self.connection.recv(1 << 16)
        if not data:
            raise ConnectionError("disconnected")
        commands = self.commands.feed(data)
        self.is_ready |= bool(commands)
        return commands


class Controller:
    """A connection of the control channel."""

    def __init__(self, connection):
        self.connection, self.received = connection, b""

    def lines(self):
        data = self.connection.recv(1 << 16)
        if not data:
            raise ConnectionError("disconnected")
        *lines, self.received = (self.received + data).split(b"\n")
        return lines

    def reply(self, answer):
        self.connection.sendall(json.dumps(answer).encode() + b"\n")


class Server:
    def __init__(self, socket_path, control_path=None, is_fast=False, is_paused=False, show=None):
        self.world, self.watch, self.show = World(), Watch(), show
        self.is_fast = is_fast
        # Ticks until the world pauses; `None` if it does not.
        self.remaining = 0 if is_paused else None
        # The controller that waits for the end of its `run`.
        self.waiting = None
        self.client = None
        self.selector = selectors.DefaultSelector()
        self.paths = [socket_path]
        self.selector.register(listen(socket_path), selectors.EVENT_READ, self.accept_client)
        if control_path:
            self.paths.append(control_path)
            listener = listen(control_path)
            self.selector.register(listener, selectors.EVENT_READ, self.accept_controller)
        self.world.place("stand")
        self.watch(self.world)

    def close(self):
        for path in self.paths:
            if os.path.exists(path):
                os.unlink(path)

    def run(self):
        """Runs until it is interrupted."""
        due = time.monotonic()
        while True:
            now = time.monotonic()
            if not self.may_tick():
                self.handle(None)
                due = time.monotonic()
            elif self.is_fast:
                self.handle(0)
                if self.may_tick():
                    self.tick()
            elif now >= due:
                self.handle(0)
                self.tick()
                due = max(due + TICK_SEC, now - MAX_LATE_SEC)
            else:
                self.handle(due - now)

    def may_tick(self):
        if self.remaining == 0:
            return False
        if not self.is_fast:
            return True
        if self.client is None:
            return self.remaining is not None
        return self.client.is_ready

    def tick(self):
        self.world.tick()
        self.watch(self.world)
        self.send_sensors()
        if self.show:
            self.show(self.world)
        if self.remaining is not None:
            self.remaining -= 1
            self.end_run()

    def end_run(self):
        if self.remaining == 0 and self.waiting:
            controller, self.waiting = self.waiting, None
            self.reply(controller, self.truth())

    def send_sensors(self):
        if self.client:
            packet = lola.sensor_packet(sensors.frame(self.world))
            try:
                self.client.send(packet)
            except OSError as error:
                self.drop_client(error)

    def handle(self, timeout_sec):
        """Handles what has arrived within a time."""
        for key, _ in self.selector.select(timeout_sec):
            key.data(key.fileobj)

    def accept_client(self, listener):
        connection, _ = listener.accept()
        if self.client:
            # The program was started anew: the last one wins.
            self.drop_client("replaced by a new connection")
        self.client = Client(connection)
        self.selector.register(connection, selectors.EVENT_READ, self.read_client)
        log("lola: connected")
        # In lock step the first packet is what the first command responds to.
        self.send_sensors()

    def read_client(self, _connection):
        if not self.client:
            return
        try:
            for position, stiffness in self.client.receive():
                self.world.command(position, stiffness)
        except (OSError, lola.PacketError) as error:
            self.drop_client(error)

    def drop_client(self, reason):
        log(f"lola: {reason}; the last command is kept")
        self.selector.unregister(self.client.connection)
        self.client.connection.close()
        self.client = None

    def accept_controller(self, listener):
        connection, _ = listener.accept()
        controller = Controller(connection)
        self.selector.register(
            connection, selectors.EVENT_READ, lambda _: self.read_controller(controller)
        )

    def read_controller(self, controller):
        try:
            lines = controller.lines()
        except OSError:
            self.drop_controller(controller)
            return
        for line in lines:
            try:
                request = control.parse(line)
                if self.waiting:
                    raise control.RequestError("a `run` is under way")
                control.execute(self, request)
            except control.RequestError as error:
                self.reply(controller, {"error": str(error)})
                continue
            if request["do"] == "run":
                self.waiting = controller
                self.end_run()
            else:
                self.reply(controller, self.truth())

    def reply(self, controller, answer):
        try:
            controller.reply(answer)
        except OSError:
            self.drop_controller(controller)

    def drop_controller(self, controller):
        self.selector.unregister(controller.connection)
        controller.connection.close()
        if self.waiting is controller:
            self.waiting = None

    def truth(self):
        watch = self.watch
        return truth(self.world) | {
            "is_connected": self.client is not None,
            "standing_sec": watch.standing_sec,
            "min_up": watch.min_up,
            "min_height_m": watch.min_height_m,
            "has_fallen": watch.has_fallen,
            "commanded_rad": [float(angle) for angle in self.world.commanded_rad],
            "stiffness": [float(value) for value in self.world.stiffness],
        }


def log(message):
    print(message, file=sys.stderr, flush=True)

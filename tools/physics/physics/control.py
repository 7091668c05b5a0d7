"""The control of the world, for tests: a request and its reply are each a line of JSON.

| request | effect |
|---|---|
| `{"do": "place", "place": "back", "noise_rad": 0.05, "seed": 7}` | puts the robot down, settled |
| `{"do": "vary", "friction": 1.2, "torque": 0.95}` | multiplies; 1 is nominal |
| `{"do": "push", "impulse_ns": [8, 0, 0]}` | pushes the torso in the next 96 ms |
| `{"do": "ball", "x_m": 0.2, "y_m": 0.05}` | puts the ball there, at rest |
| `{"do": "watch"}` | forgets what `min_up`, `has_fallen` and `standing_sec` have seen |
| `{"do": "truth"}` | nothing |
| `{"do": "pause"}`, `{"do": "resume"}` | stops and continues the ticks |
| `{"do": "run", "ticks": 100}` | runs so many ticks, then pauses; the reply comes after them |

Places are `stand`, `sit`, `front`, `back`, `left` and `right`. The world's x axis is where a
robot on its feet looks, y is to its left. A reply is the truth after the request, or
`{"error": "..."}` if it was wrong and nothing has changed.
"""

import json
import math

import numpy as np

from .world import PLACES

MAX_TICKS = 1_000_000


class RequestError(Exception):
    """A request that cannot be done."""


def number(request, key, low, high, default=None):
    value = request.get(key, default)
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not is_number or not math.isfinite(value) or not low <= value <= high:
        raise RequestError(f"`{key}` is not a number in {low}..={high}")
    return value


def parse(line):
    """Returns the request of a line.

    # Errors
    `RequestError` if it is not a map with a known `do`.
    """
    try:
        request = json.loads(line)
    except ValueError as error:
        raise RequestError(f"not JSON: {error}") from error
    if not isinstance(request, dict) or not isinstance(request.get("do"), str):
        raise RequestError('expected `{"do": "..."}`')
    return request


def place(server, request):
    place = request.get("place")
    if place not in PLACES:
        raise RequestError(f"`place` is not one of {', '.join(PLACES)}")
    noise_rad = number(request, "noise_rad", 0.0, 1.0, 0.0)
    seed = int(number(request, "seed", 0, 2**53, 0))
    server.world.place(place, noise_rad, np.random.default_rng(seed))
    server.watch.reset()


def vary(server, request):
    friction = number(request, "friction", 0.01, 10.0, 1.0)
    torque = number(request, "torque", 0.0, 10.0, 1.0)
    server.world.vary(friction, torque)


def push(server, request):
    impulse = request.get("impulse_ns")
    if not isinstance(impulse, list) or len(impulse) != 3:
        raise RequestError("`impulse_ns` is not an array of 3 numbers")
    axes = dict(enumerate(impulse))
    server.world.push([number(axes, axis, -1000.0, 1000.0) for axis in range(3)])


def ball(server, request):
    server.world.place_ball(*(number(request, key, -4.9, 4.9) for key in ("x_m", "y_m")))


def run(server, request):
    server.remaining = int(number(request, "ticks", 0, MAX_TICKS))


def pause(server, _request):
    server.remaining = 0


def resume(server, _request):
    server.remaining = None


def watch(server, _request):
    server.watch.reset()


def truth(_server, _request):
    pass


DO = {
    function.__name__: function
    for function in (place, vary, push, ball, run, pause, resume, watch, truth)
}


def execute(server, request):
    """Does what is requested.

    # Errors
    `RequestError` if it cannot be done; nothing has changed then.
    """
    if request["do"] not in DO:
        raise RequestError(f"`do` is not one of {', '.join(DO)}")
    DO[request["do"]](server, request)

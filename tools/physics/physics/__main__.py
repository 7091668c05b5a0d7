"""The command line: `cargo xtask physics`."""

import os
import warnings

# One search is one process; MuJoCo's and numpy's threads would only wait for each other.
os.environ.setdefault("OMP_NUM_THREADS", "1")

import argparse
import signal
import sys

from . import view

view.prepare()

from . import acceptance  # noqa: E402
from .search import SEARCHES, search  # noqa: E402
from .server import Server, log  # noqa: E402
from .trials import REQUIRED, TRIALS, evaluate  # noqa: E402


def parser():
    parser = argparse.ArgumentParser(
        prog="cargo xtask physics",
        description="A NAO with contact physics that speaks LoLA, and its motions",
    )
    parser.add_argument(
        "--socket", default="/tmp/robocup", help="LoLA's Unix socket [default: %(default)s]"
    )
    parser.add_argument("--control", help="a Unix socket to control the world: lines of JSON")
    parser.add_argument(
        "--fast", action="store_true", help="tick when the command has come, not every 12 ms"
    )
    parser.add_argument("--paused", action="store_true", help="tick only as controlled")
    parser.add_argument("--view", action="store_true", help="show the robot in a window")
    parser.add_argument("--video", metavar="FILE", help="write a video: .mp4, .webm or .gif")
    parser.add_argument("--evaluate", choices=TRIALS, help="run trials of a motion, without LoLA")
    parser.add_argument(
        "--test",
        metavar="NAME",
        nargs="?",
        const="",
        help="test the robot's program, `nao lola`, or what of it has NAME in its name",
    )
    parser.add_argument(
        "--packets", metavar="FILE", help="save the sensor packets of the first push that is tested"
    )
    parser.add_argument("--program", help=argparse.SUPPRESS)
    parser.add_argument("--search", choices=SEARCHES, help="search a motion and write its file")
    parser.add_argument(
        "--generations", type=int, default=100, help="of the search [default: %(default)s]"
    )
    parser.add_argument(
        "--sigma", type=float, default=0.1, help="its first steps [default: %(default)s]"
    )
    parser.add_argument(
        "--runs", type=int, help="of trials [default: 100, of a test as many as it needs]"
    )
    parser.add_argument("--seed", type=int, default=1, help="[default: %(default)s]")
    return parser


def main():
    options = parser().parse_args()

    def open_show(world):
        if options.view:
            return view.Window(world, is_paced=options.evaluate is not None)
        return view.Video(world, options.video)

    wants_show = options.view or options.video
    try:
        if options.test is not None:
            of = (options.program, options.test, options.runs, options.seed, options.video, options.packets)
            return 0 if acceptance.run(*of) else 1
        if options.search:
            search(options.search, options.generations, options.sigma, options.seed)
            return 0
        if options.evaluate:
            return run_trials(options, open_show if wants_show else None)
        serve(options, open_show if wants_show else None)
    except (view.ViewError, acceptance.TrialError, OSError) as error:
        log(f"error: {error}")
        return 2
    return 0


def run_trials(options, open_show):
    runs = options.runs or 100
    successes = evaluate(options.evaluate, runs, options.seed, open_show)
    print(f"{options.evaluate}: {successes} of {runs} (seed {options.seed})")
    return 0 if successes >= REQUIRED.get(options.evaluate, 1.0) * runs else 1


def serve(options, open_show):
    def stop(_signal, _frame):
        raise KeyboardInterrupt

    signal.signal(signal.SIGTERM, stop)
    server = Server(options.socket, options.control, options.fast, options.paused)
    server.show = open_show(server.world) if open_show else None
    log(f"lola: listening at {options.socket}")
    try:
        server.run()
    except KeyboardInterrupt:
        pass
    finally:
        if server.show:
            server.show.close()
        server.close()


if __name__ == "__main__":
    warnings.filterwarnings("ignore", module="cma")
    sys.exit(main())

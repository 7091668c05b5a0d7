"""Plays a season of games on a Dask cluster: each shard is a task, which is tried again where a worker dies.

    pip install distributed
    dask scheduler &                                  # on one machine
    dask worker tcp://SCHEDULER:8786 --nthreads 1 &   # on each, as often as it has processors
    python season.py tcp://SCHEDULER:8786 --shards 100 --out /shared/season -- --games 1000 --minutes 5

All workers see the directory, and have the same program `nao`. What was played stays: started again, the season
goes on. In the end it prints what one process would have printed.
"""

import argparse
import os
import subprocess
import sys

from distributed import Client, as_completed


def shard(nao, number, count, out, options):
    """Plays a shard; games that are in the directory already are not played again."""
    command = [nao, "--quiet", "season", *options, "--shard", f"{number}/{count}", "--out", out, "--jobs", "1"]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"shard {number} of {count}: {done.stderr.strip()}")
    return number


def main():
    parser = argparse.ArgumentParser(description="Plays a season of games on a Dask cluster.")
    parser.add_argument("scheduler", help="the address of the scheduler: tcp://HOST:8786")
    parser.add_argument("--shards", type=int, default=100, help="the number of tasks")
    parser.add_argument("--out", required=True, help="a directory that all workers see")
    parser.add_argument("--nao", default="nao", help="the program")
    parser.usage = "%(prog)s [options] SCHEDULER -- [options of `nao season`]"
    words = sys.argv[1:]
    end = words.index("--") if "--" in words else len(words)
    given, options = parser.parse_args(words[:end]), words[end + 1 :]
    out = os.path.abspath(given.out)
    with Client(given.scheduler) as client:
        # A shard is not to blame for the deaths of workers that had it.
        client.run_on_scheduler(lambda dask_scheduler: setattr(dask_scheduler, "allowed_failures", 1000))
        numbers = range(1, given.shards + 1)
        futures = [
            client.submit(shard, given.nao, number, given.shards, out, options, pure=False, retries=3)
            for number in numbers
        ]
        failed = 0
        for done, future in enumerate(as_completed(futures), 1):
            if future.status == "error":
                failed += 1
                print(future.exception(), file=sys.stderr)
            if sys.stderr.isatty():
                print(f"\r{done} of {given.shards} shards", end="", file=sys.stderr, flush=True)
    if failed:
        print(f"error: {failed} shards failed\nhelp: start it again, what was played stays", file=sys.stderr)
        return 1
    return subprocess.run([given.nao, "season", "merge", out]).returncode


if __name__ == "__main__":
    sys.exit(main())

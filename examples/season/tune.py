"""Tunes the parameters of the NAO's striker: trials of Optuna, each of which plays games with the same seeds.

    pip install optuna
    python tune.py --out tuning --trials 200 &      # as many of these as there are processors, on any machine
    python tune.py --out tuning --trials 200        # that sees the directory; started again, they go on
    python tune.py --out tuning --check             # the best parameters on seeds that no trial has used

All trials play the games of the same seeds, so that luck is the same for all; one that is worse than most after some
games is ended early. Whether the best is better than the defaults is said by new seeds alone: of 200 trials the best
one is also the luckiest.
"""

import argparse
import json
import math
import os
import statistics
import subprocess
import sys

import optuna
from optuna.storages import JournalStorage
from optuna.storages.journal import JournalFileBackend

# The parameters with their ranges: `nao params` lists them all.
RANGES = {
    ("striker", "pause_sec"): (0.0, 5.0),
    ("approach_ball", "look_sec"): (0.1, 2.0),
    ("kick", "timeout_sec"): (13.0, 30.0),
    ("standup", "timeout_sec"): (12.0, 40.0),
}
# The games of a trial, in batches between which it may be ended, and the first seed that no trial uses.
BATCH, BATCHES = 10, 4
UNUSED = 100_001


def write(path, values):
    with open(path, "w") as file:
        for (skill, name), value in values.items():
            file.write(f"[{skill}]\n{name} = {value!r}\n")


def goals(nao, out, seed, games, minutes, params):
    """Returns the goals of each game: a season that is kept, and so played once."""
    season = [nao, "--quiet", "season", "--games", str(games), "--seed", str(seed), "--minutes", str(minutes)]
    season += ["--jobs", "1", "--out", out] + (["--params", params] if params else [])
    done = subprocess.run(season, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode not in (0, 1):
        raise RuntimeError(done.stderr)
    reports = [json.load(open(os.path.join(out, f"{of}.json"))) for of in range(seed, seed + games)]
    return [report["ours"] - report["theirs"] for report in reports]


def check(nao, given, best):
    """Prints by how much the best parameters are better than the defaults on games with other seeds."""
    path = os.path.join(given.out, "best.toml")
    write(path, best)
    own = goals(nao, os.path.join(given.out, "check-best"), UNUSED, given.games, given.minutes, path)
    old = goals(nao, os.path.join(given.out, "check-defaults"), UNUSED, given.games, given.minutes, None)
    pairs = [new - before for new, before in zip(own, old)]
    error = statistics.stdev(pairs) / math.sqrt(len(pairs))
    mean = statistics.fmean(pairs)
    print(open(path).read(), end="")
    print(f"{statistics.fmean(own):.2f} goals a game, with the defaults {statistics.fmean(old):.2f}: {mean:+.2f} ± {error:.2f}")
    print("better" if mean > 2 * error else "no better than the defaults, as far as these games tell")


def main():
    parser = argparse.ArgumentParser(description="Tunes the parameters of the NAO's striker.")
    parser.add_argument("--out", required=True, help="a directory that all workers see")
    parser.add_argument("--trials", type=int, default=200, help="the number of all trials, of all workers together")
    parser.add_argument("--minutes", type=float, default=5.0, help="the length of a game")
    parser.add_argument("--games", type=int, default=400, help="the games of --check")
    parser.add_argument("--nao", default="nao", help="the program")
    parser.add_argument("--check", action="store_true", help="only compare the best with the defaults")
    given = parser.parse_args()
    os.makedirs(given.out, exist_ok=True)
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    # A file that several processes append to: a trial whose worker was killed is played again.
    storage = JournalStorage(JournalFileBackend(os.path.join(given.out, "journal.log")))
    study = optuna.create_study(
        study_name="striker",
        storage=storage,
        load_if_exists=True,
        direction="maximize",
        sampler=optuna.samplers.TPESampler(multivariate=True, constant_liar=True),
        pruner=optuna.pruners.MedianPruner(n_startup_trials=10),
    )
    if given.check:
        best = study.best_trial
        check(given.nao, given, {(skill, name): best.params[f"{skill}.{name}"] for skill, name in RANGES})
        return 0
    ended = (optuna.trial.TrialState.COMPLETE, optuna.trial.TrialState.PRUNED)

    def play(trial):
        values = {(skill, name): round(trial.suggest_float(f"{skill}.{name}", *RANGES[skill, name]), 3) for skill, name in RANGES}
        here = os.path.join(given.out, f"trial-{trial.number}")
        os.makedirs(here, exist_ok=True)
        params = os.path.join(here, "params.toml")
        write(params, values)
        all_goals = []
        for batch in range(BATCHES):
            seed = 1 + batch * BATCH
            all_goals += goals(given.nao, os.path.join(here, f"batch-{batch}"), seed, BATCH, given.minutes, params)
            trial.report(statistics.fmean(all_goals), batch)
            if trial.should_prune():
                raise optuna.TrialPruned
        return statistics.fmean(all_goals)

    # The defaults are one of the trials.
    if not study.trials:
        study.enqueue_trial({"striker.pause_sec": 0.7, "approach_ball.look_sec": 0.4, "kick.timeout_sec": 20.0, "standup.timeout_sec": 20.0})
    while sum(trial.state in ended for trial in study.get_trials(deepcopy=False)) < given.trials:
        study.optimize(play, n_trials=1)
        if sys.stderr.isatty():
            done = sum(trial.state in ended for trial in study.get_trials(deepcopy=False))
            print(f"\r{done} of {given.trials} trials", end="", file=sys.stderr, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""`python -m puur.training train FOLDER`, `… duel FOLDER FOLDER`, `… export FOLDER FILE`."""

from __future__ import annotations

import argparse
import copy
import sys
import time
from dataclasses import fields, replace
from pathlib import Path

import torch

from puur.training.export import export
from puur.training.learning import Settings, Trainer
from puur.training.networks import Policy
from puur.training.rivals import Records, taught
from puur.training.selfplay import duel

EVERY = 60.0  # seconds between two reports


def main(words: list[str]) -> None:
    """Train, compare or export."""
    parser = argparse.ArgumentParser(prog="python -m puur.training")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    commands = parser.add_subparsers(required=True)
    train = commands.add_parser("train", help="train into a folder, going on where it stopped")
    train.add_argument("folder", type=Path)
    train.add_argument("--for", dest="slice", type=float, default=1e9, help="seconds of this slice")
    train.add_argument("--begin", type=Path, help="an exported file whose networks a new folder begins with, where their size fits")
    train.add_argument("--records", type=Path, help="deals of Stammtisch (`python -m puur.training.records`) for its strangers")
    train.add_argument("--searched", type=Path, help="deals of Meister, likewise (with `--rounds`); taken up once they are there")
    train.add_argument("--teach", type=float, default=30.0, help="seconds in which a new folder's strangers learn from the records")
    train.add_argument("--seed", type=int, default=1)
    for field in fields(Settings):
        train.add_argument(f"--{field.name.replace('_', '-')}", type=type(field.default), default=None)
    train.set_defaults(run=_train)
    against = commands.add_parser("duel", help="two trained policies on paired deals; `random` is any legal card")
    against.add_argument("ours", type=Path)
    against.add_argument("theirs", type=Path)
    against.add_argument("--deals", type=int, default=32_768)
    against.set_defaults(run=_duel)
    out = commands.add_parser("export", help="the weights that a player needs, as one file")
    out.add_argument("folder", type=Path)
    out.add_argument("file", type=Path)
    out.set_defaults(run=lambda args: export(Trainer.load(args.folder, "cpu", None), args.file))
    args = parser.parse_args(words)
    args.run(args)


def _train(args: argparse.Namespace) -> None:
    torch.backends.cuda.matmul.allow_tf32 = True
    chosen = {field.name: value for field in fields(Settings) if (value := getattr(args, field.name)) is not None}
    if any(args.folder.glob("part-*.pt")):
        trainer = Trainer.load(args.folder, args.device)
        if chosen:
            trainer = Trainer.load(args.folder, args.device, replace(trainer.settings, **chosen))
    else:
        trainer = Trainer(Settings(**chosen), args.device)
        if args.begin:
            print("begins with", *trainer.begin(args.begin), flush=True)
        if args.records:
            taught(trainer.rival, Records.read(args.records, args.device), args.teach)
            trainer.save(args.folder)
    torch.manual_seed(args.seed + trainer.deals)
    began = last = time.monotonic()
    first, past = trainer.deals, copy.deepcopy(trainer.policy)
    waiting = args.searched is not None

    def report(facts: dict[str, float]) -> None:
        nonlocal last, past, waiting
        if waiting and args.searched.exists():
            waiting = False
            records = Records.read(args.searched, args.device)
            taught(trainer.searcher, records, args.teach, 1024, 3e-4, reads_all=True, passes=6)
        if time.monotonic() - last < EVERY:
            return
        trial = min(8192, trainer.settings.deals)
        speed = (trainer.deals - first) / (time.monotonic() - began)
        facts |= {"speed": speed, "random": duel(trainer.dealer, trainer.policy, None, trial)[0]}
        facts |= {"before": duel(trainer.dealer, trainer.policy, past, trial)[0]}
        facts |= {"elder": duel(trainer.dealer, trainer.policy, trainer.elder, trial)[0]}
        facts |= {"stranger": duel(trainer.dealer, trainer.policy, trainer.rival, trial, stranger=True)[0]}
        facts |= {"searcher": duel(trainer.dealer, trainer.policy, trainer.searcher, trial)[0]}
        print(" ".join(f"{name} {value:.4g}" for name, value in facts.items()), flush=True)
        past = copy.deepcopy(trainer.policy)
        trainer.save(args.folder)
        last = time.monotonic()

    trainer.run(args.slice, report)
    trainer.save(args.folder)
    print(f"{trainer.deals} deals in {trainer.seconds:.0f} s", flush=True)


def _duel(args: argparse.Namespace) -> None:
    ours = Trainer.load(args.ours, args.device)
    theirs: Policy | None = None if str(args.theirs) == "random" else Trainer.load(args.theirs, args.device).policy
    share, error = duel(ours.dealer, ours.policy, theirs, args.deals)
    print(f"{share:.2f} ± {error:.2f} %")


if __name__ == "__main__":
    main(sys.argv[1:])

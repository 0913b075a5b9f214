"""The matches that Moot's own bots are held to: each passes if the lower end of its 95 % interval is above its bar.

python benchmarks/arena.py                        all of them, on all cores; goes on where it was interrupted
python benchmarks/arena.py --only treasury        those whose name has this in it
python benchmarks/arena.py --folder /tmp/arena    where games are written down, one file for each match
python benchmarks/arena.py --json arena.json      what came of it
python benchmarks/arena.py --page docs/bots.md    written into a page, between `<!-- table arena -->` and `<!-- end -->`
python benchmarks/arena.py --games 8              a trial

It needs NumPy and Numba, and nothing else.
"""

from __future__ import annotations

import argparse
import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from moot.games import load
from moot.lab.arena import Hall, Pairing, Standing, matches_of, standing_of
from moot.lab.ledger import play_matches

SEED = 17
GAMES, TOGETHER = 200, 400  # of a match of each against the others; of all together
REFERENCE, FLAT, STRONG, FAIR, EASY = "greedy", "flat", "strong", "fair", "easy"
AHEAD = 0.1  # by which strong must be above its fair share against fair


class Proof(NamedTuple):
    """One match, and what the hero must win at least."""

    game: str
    seats: int
    hero: str
    others: str
    bar: float
    options: Mapping[str, Any] = {}
    preset: str | None = None

    @property
    def name(self) -> str:
        """Under which its games are written down."""
        said = "".join(f"-{value}" for value in (*self.options.values(), *filter(None, [self.preset])))
        among = "" if self.hero == self.others else f"-among-{self.others}"
        return f"{self.game}-{self.seats}{said}-{self.hero}{among}"


GREED, OPENED = {"objective": "greed"}, {"sale": "opened"}
ONE_TO_ONE = 0.75  # fair among easy ones: this of two, or twice the fair share of more
PATH = 0.618  # ten points more than greedy bots win at this preset (51.8 % of 10,000 games, see the game's figures)


def against_each(game: str, seats: int, reference: float, options: Mapping[str, Any]) -> Iterator[Proof]:
    """Strong among reference bots, among flat searchers of the same budget, and among fair ones; fair among easy ones."""
    fair = 1 / seats
    yield Proof(game, seats, STRONG, REFERENCE, reference, options)
    yield Proof(game, seats, STRONG, FLAT, fair, options)
    yield Proof(game, seats, STRONG, FAIR, fair + AHEAD, options)
    yield Proof(game, seats, FAIR, EASY, 2 * fair, options)
    yield Proof(game, 2, FAIR, EASY, ONE_TO_ONE, options)


PROOFS = (
    *against_each("solidarity", 4, 0.80, GREED),
    *against_each("treasury", 3, 0.70, OPENED),
    *against_each("turning_points", 4, 0.55, {}),
    *(Proof("polycrisis", 4, bot, bot, bar, {"chips_per_turn": 4}) for bot, bar in ((STRONG, 0.80), (REFERENCE, 0.0))),
    *(Proof("polycrisis", 4, bot, bot, bar, {"chips_per_turn": 5}) for bot, bar in ((STRONG, 0.60), (REFERENCE, 0.0))),
    *(Proof("path_to_safety", 4, bot, bot, bar, {}, "balanced") for bot, bar in ((STRONG, PATH), (REFERENCE, 0.0))),
)


def play(proof: Proof, folder: Path, games: int | None, cores: int | None) -> Standing:
    """Play one match, or what is missing of it."""
    hall = Hall(load(proof.game), seed=SEED, preset=proof.preset, options={"seats": proof.seats, **proof.options})
    pairing, start = Pairing(proof.hero, proof.others), perf_counter()
    many = games or (TOGETHER if proof.hero == proof.others else GAMES)
    matches = list(matches_of([pairing], hall.seats, many))
    done = [0]

    def count() -> None:
        done[0] += 1
        print(f"\r{proof.name}: {done[0]} of {len(matches)}", end="", flush=True)

    played = play_matches(hall, matches, folder / f"{proof.name}.jsonl", cores, count)
    standing = standing_of(pairing, played, hall.seats)
    print(f"\r{proof.name}: {_said(proof, standing)} ({perf_counter() - start:.0f} s)", flush=True)
    return standing


def _said(proof: Proof, standing: Standing) -> str:
    passed = "passed" if standing.wins.low > proof.bar else "NOT PASSED"
    bar = f", bar {proof.bar:.0%}: {passed}" if proof.bar else ""
    return f"{standing.wins.percent()} of {standing.games} games, {standing.milliseconds:.1f} ms a move{bar}"


def rows(proofs: Sequence[Proof], standings: Sequence[Standing]) -> Iterator[str]:
    """A table in Markdown."""
    yield "| game | seats | options | bot | among | wins, % (95 % interval) | games | bar, % | ms a move |"
    yield "|---|---|---|---|---|---|---|---|---|"
    for proof, one in zip(proofs, standings, strict=True):
        wins = f"{100 * one.wins.value:.1f} ({100 * one.wins.low:.1f} to {100 * one.wins.high:.1f})"
        bar = "" if not proof.bar else f"{100 * proof.bar:.0f}" + ("" if one.wins.low > proof.bar else " (not passed)")
        said = [f"{name} {value}" for name, value in proof.options.items()]
        options = ", ".join([*said, *filter(None, [proof.preset])])
        among = "its own kind" if proof.hero == proof.others else proof.others
        cells = (load(proof.game).title, proof.seats, options, proof.hero, among, wins, one.games, bar)
        yield "| " + " | ".join(map(str, cells)) + f" | {one.milliseconds:.0f} |"


def write_page(page: Path, table: str) -> None:
    """Put the table in its place."""
    text = page.read_text(encoding="utf-8")
    block = f"<!-- table arena -->\n{table}\n<!-- end -->"
    page.write_text(re.sub(r"<!-- table arena -->.*?<!-- end -->", lambda _: block, text, flags=re.DOTALL), "utf-8")


def main() -> None:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="play the matches whose name has this in it")
    parser.add_argument("--folder", type=Path, default=Path(os.environ.get("MOOT_ARENA", ".arena")))
    parser.add_argument("--games", type=int, help="play so many of each match, for a trial")
    parser.add_argument("--cores", type=int, help="all by default")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--page", type=Path)
    asked = parser.parse_args()
    proofs = [proof for proof in PROOFS if asked.only in proof.name]
    standings = [play(proof, asked.folder, asked.games, asked.cores) for proof in proofs]
    if asked.json:
        found = [{"name": p.name, "bar": p.bar, **s.as_dict()} for p, s in zip(proofs, standings, strict=True)]
        asked.json.write_text(json.dumps(found, indent=1), encoding="utf-8")
    if asked.page:
        write_page(asked.page, "\n".join(rows(proofs, standings)))


if __name__ == "__main__":
    main()

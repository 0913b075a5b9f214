"""Moot and its peers at the same game, Leduc hold'em, in one run: decisions a second on one core, and the game's value.

python benchmarks/peers.py [--json] [--pgx]
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple
from venv import EnvBuilder

from rich.console import Console
from rich.table import Table
from stopwatch import per_second

from moot.engine import Game
from moot.games import load
from moot.lab import simulate
from moot.lab.bench import random_decisions

HERE = Path(__file__).parent
ROOT = HERE.parent
GAMES = 2_000_000  # for the sampled value


class Peer(NamedTuple):
    """One way to play Leduc, and how many times faster Moot means to be."""

    label: str
    target: int | None


PEERS = {
    "open_spiel_cpp": Peer("OpenSpiel, C++ rollouts", 2),
    "open_spiel_python": Peer("OpenSpiel from Python", 40),
    "open_spiel_lean": Peer("OpenSpiel from Python, lean", None),
    "rlcard": Peer("RLCard", 300),
    "rlcard_lean": Peer("RLCard, lean", None),
    "pgx": Peer("Pgx on the CPU", None),
}


def environment(name: str) -> Path:
    """The Python of an environment that holds what `<name>.txt` pins; made when it is missing or the pins have changed."""
    folder, wanted = ROOT / ".peers" / name, (HERE / f"{name}.txt").read_text(encoding="utf-8")
    python, installed = folder / ("Scripts" if sys.platform == "win32" else "bin") / "python", folder / "installed.txt"
    if not installed.is_file() or installed.read_text(encoding="utf-8") != wanted:
        print(f"Installing {name} into {folder} ...", file=sys.stderr)
        EnvBuilder(with_pip=True, clear=True).create(folder)
        subprocess.run(
            [python, "-m", "pip", "install", "-qq", "-r", HERE / f"{name}.txt"], check=True, stdout=sys.stderr
        )
        installed.write_text(wanted, encoding="utf-8")
    return python


def peer_figures(name: str, *arguments: str) -> Any:
    """What `peer_runs.py` measures in an environment."""
    command: list[str | Path] = [environment(name), HERE / "peer_runs.py", *arguments]
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()[-1])


def moot_rate(game: Game) -> float:
    """Random games inside compiled code."""
    blank = game.blank(game.choose({}))
    return per_second(lambda games: random_decisions(game, blank, games))


def compare(with_pgx: bool) -> dict[str, Any]:
    """Everything, measured one after the other."""
    game = load(str(ROOT / "examples" / "leduc"))
    figures = peer_figures("peers")
    rates = figures["rates"] | (peer_figures("pgx", "pgx")["rates"] if with_pgx else {})
    moot = moot_rate(game)
    sampled = simulate(game, GAMES, bots=["random"], seed=1).by_seat[0].points
    return {
        "game": game.name,
        "moot_decisions_per_second": round(moot),
        "peers": {name: _against(moot, rate, PEERS[name]) for name, rate in rates.items()},
        "value_of_first_seat": {
            "exact_by_open_spiel": figures["exact_value"],
            "sampled_by_moot": {"games": GAMES, **sampled.as_dict()},
            "agree": sampled.low <= figures["exact_value"] <= sampled.high,
        },
    }


def _against(moot: float, rate: float, peer: Peer) -> dict[str, Any]:
    ratio = moot / rate
    reached = None if peer.target is None else ratio >= peer.target
    return {"decisions_per_second": round(rate), "ratio": round(ratio, 1), "target": peer.target, "reached": reached}


def table_of(results: dict[str, Any]) -> Table:
    """The speeds."""
    table = Table("Leduc, random play, one core")
    for column in ("decisions/s", "Moot is faster by", "target"):
        table.add_column(column, justify="right")
    table.add_row("Moot", f"{results['moot_decisions_per_second']:,}", "", "")
    for name, figures in results["peers"].items():
        target = f"{figures['target']} × {'✓' if figures['reached'] else '✗'}" if figures["target"] else ""
        table.add_row(PEERS[name].label, f"{figures['decisions_per_second']:,}", f"{figures['ratio']:,} ×", target)
    return table


def value_line(results: dict[str, Any]) -> str:
    """The value of the game to the first seat, exact and sampled."""
    value = results["value_of_first_seat"]
    exact, sampled = value["exact_by_open_spiel"], value["sampled_by_moot"]
    interval = f"{sampled['value']:.4f} (95 % interval {sampled['low']:.4f} to {sampled['high']:.4f})"
    return f"Random play wins the first seat {exact} (exact, OpenSpiel); {interval} in {GAMES:,} games of Moot."


def main() -> None:
    """Compare, and print a table or JSON."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--pgx", action="store_true", help="measure Pgx too (installs JAX)")
    arguments = parser.parse_args()
    results = compare(arguments.pgx)
    if arguments.json:
        print(json.dumps(results, indent=1))
    else:
        Console().print(table_of(results), value_line(results), highlight=False)


if __name__ == "__main__":
    main()

"""What the presets of a game are like: simulated at every number of seats, kept in the game's folder, shown where one chooses."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from moot.engine import Game, OptionError, plural
from moot.lab.figures import Figure
from moot.lab.simulate import Simulation, simulate

FILE = "figures.json"
KINDS = ("passive", "random", "greedy")
IN_WORDS = {"passive": "refusing everything", "random": "at random", "greedy": "greedily"}
DEFAULTS = "defaults"  # of the rules, without any preset
MORE = 0.03  # by which a preset must differ from another to be the harder one


def measure_presets(
    game: Game, games: int, seed: int, on_cell: Callable[[str], None] = lambda cell: None
) -> dict[str, Any]:
    """Every preset at every number of seats it is made for, played by each kind of bot."""
    cells: dict[str, Any] = {}
    for preset, seats in cells_of(game):
        on_cell(f"{preset}, {seats} seats")
        rows = {kind: _row(game, preset, seats, kind, games, seed) for kind in KINDS}
        cells.setdefault(preset, {})[str(seats)] = rows
    made = f"moot figures {game.name} --games {games} --seed {seed}"
    return {"made_by": made, "rules": game.version, "games": games, "seed": seed, "presets": cells}


def cells_of(game: Game) -> Iterator[tuple[str, int]]:
    """The presets, and the numbers of seats each is made for; the defaults of the rules first."""
    seats = range(game.options["seats"].low, game.options["seats"].high + 1)
    for preset in dict.fromkeys([DEFAULTS, *game.presets]):
        yield from ((preset, n) for n in seats if preset not in game.presets or game.presets[preset].fits(n))


def play_cell(game: Game, preset: str, seats: int, kind: str, games: int, seed: int) -> Simulation:
    """The simulation behind one row of the file."""
    chosen = preset if preset in game.presets else None
    return simulate(game, games, bots=[kind], seed=seed, preset=chosen, options={"seats": seats})


def _row(game: Game, preset: str, seats: int, kind: str, games: int, seed: int) -> dict[str, Any]:
    result = play_cell(game, preset, seats, kind, games, seed)
    row: dict[str, Any] = {"length": _numbers(result.length), "decisions": round(result.decisions / games, 1)}
    if game.cooperative:
        return {"won": _numbers(result.win_rate), **row}
    by_order = [_numbers(figures.wins) for figures in result.by_turn_order]
    points = _numbers(result.by_seat[0].points)
    endings = {name: _numbers(figure) for name, figure in result.endings.items()}
    return {**row, "points": points, "wins_by_turn_order": by_order, "endings": endings}


def _numbers(figure: Figure) -> list[float]:
    """Value and interval, as precise as they are worth."""
    return [round(number, 4) for number in figure]


def save_figures(game: Game, figures: dict[str, Any]) -> None:
    """Keep them in the game's folder, a kind of bot on each line."""
    (game.folder / FILE).write_text(f"{_as_text(figures, depth=4)}\n", encoding="utf-8")


def _as_text(value: Any, depth: int, indent: str = "") -> str:
    """JSON whose objects are spread over lines down to some depth."""
    if not isinstance(value, dict) or depth == 0:
        return json.dumps(value)
    inside = f"{indent} "
    rows = ",\n".join(f"{inside}{json.dumps(key)}: {_as_text(one, depth - 1, inside)}" for key, one in value.items())
    return f"{{\n{rows}\n{indent}}}"


# In words


def title(preset: str | None) -> str:
    """A preset as people read it: "Six ages"."""
    return preset.replace("_", " ").capitalize() if preset and preset != DEFAULTS else "As usual"


def _rows(game: Game, preset: str | None, seats: int) -> dict[str, Any]:
    found: dict[str, Any] = game.figures.get("presets", {}).get(preset or DEFAULTS, {}).get(str(seats), {})
    return found


def label(game: Game, preset: str | None, seats: int) -> str:
    """What was measured of a preset, in a few words: "bots win 47 %", "about 4 rounds"; empty if nothing was."""
    row = _rows(game, preset, seats).get("greedy")
    if not row:
        return ""
    return (
        f"bots win {row['won'][0]:.0%}"
        if game.cooperative
        else f"about {plural(game.counted)(round(row['length'][0]))}"
    )


def measured(game: Game, preset: str | None, seats: int) -> str:
    """What is known of a preset at a number of seats, in a sentence; empty if nothing is."""
    rows = _rows(game, preset, seats)
    if not rows:
        return ""
    if game.cooperative:
        shares = ", ".join(f"{IN_WORDS[kind]} {rows[kind]['won'][0]:.0%}" for kind in reversed(KINDS))
        return f"What bots win with {plural('seat')(seats)}: playing {shares}."
    length, points = round(rows["greedy"]["length"][0]), round(rows["greedy"]["points"][0])
    rounds = plural(game.counted)(length)
    return f"Greedy bots with {plural('seat')(seats)} play {rounds} and end with {game.words.points(points)}."


# From one to the next


def preset_with(game: Game, options: Mapping[str, object]) -> str | None:
    """The preset that has just these options, as people play; `DEFAULTS` if there is none of them, None if no preset has them."""
    try:
        chosen = game.choose(options)
    except OptionError:  # of rules that knew other options
        return None
    seats = {"seats": chosen["seats"]}
    names = [name for name, preset in game.presets.items() if preset.fits(chosen["seats"])]
    same = [name for name in names if chosen == game.choose(seats, name, people=True)]
    plain = DEFAULTS if chosen == game.choose(seats, people=True) else None
    return same[0] if same else plain


def harder(game: Game, options: Mapping[str, object]) -> str | None:
    """The preset that is a little harder than these options; of a game that all win or lose the one of which bots win next to as
    many, of others the next longer one. None if there is none, or nothing was measured.
    """
    now, seats = preset_with(game, options), int(str(options["seats"]))
    hardness = {name: _hardness(game, row) for name in _ladder(game, seats) if (row := _rows(game, name, seats))}
    if now not in game.figures.get("presets", {}) or not hardness:
        return None
    here = _hardness(game, _rows(game, now, seats))
    above = {name: there for name, there in hardness.items() if name != now and there > here + MORE * abs(here)}
    return min(above, key=lambda name: above[name], default=None)


def _ladder(game: Game, seats: int) -> list[str]:
    """The presets that lead from one to the next."""
    usual = [] if game.people_preset else [DEFAULTS]
    return [*usual, *(name for name, one in game.presets.items() if one.fits(seats) and not one.aside)]


def _hardness(game: Game, rows: dict[str, Any]) -> float:
    greedy = rows["greedy"]
    return -float(greedy["won"][0]) if game.cooperative else float(greedy["decisions"])

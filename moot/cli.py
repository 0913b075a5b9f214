"""The command line. `moot --help` lists the commands."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Group
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeRemainingColumn
from rich.table import Table

from moot import operating, teaching
from moot.battery import Report, check
from moot.battery.report import as_named
from moot.bots import LEVELS, play_out, read_bot
from moot.console import notes, screen
from moot.engine import Game, GameError, OptionError, Preset, RulesError, SavedGameError, plural, replay
from moot.engine.mistakes import in_words, limited
from moot.engine.saving import OtherRulesError, as_written, read_json
from moot.games import GAMES, load
from moot.lab import Arena, Simulation, simulate
from moot.lab.arena import Hall, arena_of, matches_of, pairings_of
from moot.lab.bench import bench
from moot.lab.ledger import play_matches
from moot.lab.picture import picture_of
from moot.lab.presets import FILE as FIGURES
from moot.lab.presets import measure_presets, save_figures
from moot.lab.simulate import at_least_one
from moot.lab.trial import try_out
from moot.starter.copying import new_game
from moot.table.persistence.folder import StartError

if TYPE_CHECKING:
    pass

app = typer.Typer(
    help="Moot: a table and a laboratory for games of collective action.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="markdown",
)
for _command in (operating.serve, operating.backup, operating.migrate, operating.forget, teaching.lesson):
    app.command()(_command)

GameName = Annotated[
    str, typer.Argument(metavar="GAME", help=f"{', '.join(GAMES)}, or the folder of a game of your own.")
]
Seats = Annotated[int | None, typer.Option(help="How many play; the game's default otherwise.")]
Seed = Annotated[int, typer.Option(help="The same seed gives the same result.")]
Bots = Annotated[
    str,
    typer.Option(
        help=f"One for each seat, by commas, repeated when too few: {', '.join(LEVELS)}; parameters as strong:iterations=400."
    ),
]
Set = Annotated[
    list[str] | None, typer.Option("--set", metavar="OPTION=VALUE", help="An option of the game; repeatable.")
]
PresetName = Annotated[str | None, typer.Option(help="Options chosen together; see `moot options GAME`.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for machines instead of tables.")]


def main() -> None:
    """The `moot` command. What users get wrong is said in one line."""
    try:
        app()
    except (GameError, OptionError, SavedGameError, RulesError) as error:
        notes.print(f"[bold red]moot:[/] {escape(str(error))}", highlight=False, soft_wrap=True)
        sys.exit(2)
    except StartError as error:
        notes.print(f"[bold red]moot:[/] {escape(str(error))}", highlight=False, soft_wrap=True)
        sys.exit(1)


@app.command()
def games() -> None:
    """The games there are."""
    table = Table("game", "players", "about", box=None)
    for name in GAMES:
        game = load(name)
        table.add_row(name, game.options["seats"].range, game.about)
    screen.print(table)


@app.command()
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The game's name, in small letters: night_market.")],
    into: Annotated[Path, typer.Option(help="The folder in which the game's own is made.")] = Path(),
) -> None:
    """Begin a game of your own: a folder with a small one that works, to be changed into yours."""
    folder = new_game(name, into)
    screen.print(
        f"{folder} holds a game that works. Change it into yours, and see how it does:\n"
        f"  moot check {folder}          the checks that every game must pass\n"
        f"  moot story {folder}          one game of bots, told\n"
        f"  moot serve --game {folder}   play it in the browser",
        highlight=False,
        markup=False,
    )


@app.command()
def options(game: GameName, as_json: AsJson = False) -> None:
    """A game's options and presets."""
    found = load(game)
    if as_json:
        return _print_json(_options_dict(found))
    table = Table("option", "default", "may be", "what it does", box=None, title=f"{found.title}: options")
    for name, option in found.options.items():
        table.add_row(name, option.says(option.default), option.range, option.help)
    screen.print(table)
    for name, preset in found.presets.items():
        screen.print(f"  --preset [bold]{name}[/]: {preset.help} ({_chosen(found, preset)})", highlight=False)
    if found.figures:
        screen.print(_figures(found))


def _chosen(game: Game, preset: Preset) -> str:
    """What a preset chooses, for all and for each number of seats."""

    def said(options: Mapping[str, int]) -> str:
        return ", ".join(f"{key} {value}" for key, value in game.says(options).items())

    by_seats = (
        f"{plural('seat')(seats)}: {said(chosen) or 'the defaults'}" for seats, chosen in preset.by_seats.items()
    )
    return "; ".join([*([said(preset.options)] if preset.options else []), *by_seats]) or "the defaults"


def _figures(game: Game) -> Table:
    """What the presets are like, as `moot figures` has measured it: what bots win together, or how a game of greedy ones goes."""
    kinds = ("greedy", "random", "passive")
    columns = kinds if game.cooperative else (game.length, "decisions", "points")
    title = "What bots win" if game.cooperative else "Games of greedy bots"
    table = Table("preset", "seats", *columns, box=None, title=title, title_justify="left")
    for preset, cells in game.figures["presets"].items():
        for seats, rows in cells.items():
            figures = [f"{rows[kind]['won'][0]:.1%}" for kind in kinds] if game.cooperative else _course(rows["greedy"])
            table.add_row(preset if preset in game.presets else "(none)", seats, *figures)
    return table


def _course(row: Mapping[str, Any]) -> list[str]:
    """How long games are, and what a seat ends with."""
    return [f"{row['length'][0]:.1f}", f"{row['decisions']:.0f}", f"{row['points'][0]:.1f}"]


def _options_dict(game: Game) -> dict[str, Any]:
    keys = ("default", "low", "high", "help", "names")
    declared = {name: {key: getattr(option, key) for key in keys} for name, option in game.options.items()}
    return {
        "game": game.name,
        "options": declared,
        "presets": {name: _preset_dict(game, preset) for name, preset in game.presets.items()},
        "people_preset": game.people_preset,
    }


def _preset_dict(game: Game, preset: Preset) -> dict[str, Any]:
    by_seats = {str(seats): game.says(chosen) for seats, chosen in preset.by_seats.items()}
    return {"help": preset.help, "options": game.says(preset.options), "by_seats": by_seats}


@app.command()
def figures(
    game: Annotated[str, typer.Argument(metavar="GAME|all", help=f"{', '.join(GAMES)}, a folder, or all.")],
    games: Annotated[
        int, typer.Option(help="How many games for each preset, number of seats and kind of bot.")
    ] = 10_000,
    seed: Seed = 1,
) -> None:
    """Simulate every preset at every number of seats, and keep what comes of it in the game's folder.

    `moot options` and the page show these figures. Run it again when rules or bots have changed.
    """
    for name in GAMES if game == "all" else [game]:
        found = load(name)
        with _status(f"{found.title}: measuring") as say:
            found.simulated.on_compile = say
            save_figures(found, measure_presets(found, games, seed, say))
        notes.print(f"{found.title}: written to {found.folder / FIGURES}")


@app.command()
def sim(
    game: GameName,
    games: Annotated[int, typer.Option(help="How many games.")] = 1000,
    seats: Seats = None,
    bots: Bots = "greedy",
    seed: Seed = 0,
    preset: PresetName = None,
    chosen: Set = None,
    cores: Annotated[int | None, typer.Option(help="How many cores; all by default. The result is the same.")] = None,
    as_json: AsJson = False,
) -> None:
    """Play many games of bots and show the results with 95 % intervals.

    `moot sim polycrisis --games 10000 --seats 4 --bots greedy,random --set chips_per_turn=3`
    """
    found, options = load(game), _options(seats, chosen)
    with _blaming(found), _progress(found, games) as advance:
        if game not in GAMES:
            try_out(found, games, bots=_names(bots), seed=seed, preset=preset, options=options)
        result = simulate(
            found,
            games,
            bots=_names(bots),
            seed=seed,
            preset=preset,
            options=options,
            cores=cores,
            on_progress=advance,
        )
    _print_json(result.as_dict()) if as_json else screen.print(_results(result))


def _results(result: Simulation) -> Group:
    title = f"{result.game.title}: {result.games:,} games, {result.seats} seats, bots {', '.join(result.bots)}, seed {result.seed}"
    table = Table("figure", "value (95 % interval)", box=None)
    if result.game.cooperative:
        table.add_row("win rate", result.win_rate.percent())
    else:
        table.add_row("won by somebody", result.win_rate.percent())
        table.add_row("won by several", result.shared_wins.percent())
    table.add_row(f"length ({result.game.length.replace('_', ' ').removesuffix('s')}s)", result.length.number())
    for name, figure in result.endings.items():
        table.add_row(f"ends: {name.replace('_', ' ')}", figure.percent())
    rate = result.decisions / max(result.seconds, 1e-9)
    pace = f"{result.decisions:,} decisions in {result.seconds:.2f} s ({rate:,.0f} a second)"
    return Group(title, table, *([] if result.game.cooperative else [_seats(result)]), pace)


def _seats(result: Simulation) -> Table:
    """What comes of the seats; and of the places in the turn order, where that is not the order of the seats."""
    table = Table("who", "wins", "points", "rank", *result.game.rules.measures, box=None)
    rows = [(f"seat {seat}", figures) for seat, figures in enumerate(result.by_seat)]
    if result.game.rules.find_place is not None:
        rows += [(f"turn order {place + 1}", figures) for place, figures in enumerate(result.by_turn_order)]
    for who, figures in rows:
        counted = (figures.points, figures.rank, *figures.measures.values())
        table.add_row(who, figures.wins.short(percent=True), *(figure.short() for figure in counted))
    return table


@app.command("arena")
def arena_of_bots(
    game: GameName,
    bots: Annotated[
        str, typer.Option(help=f"By commas, at least two where not all win together: {', '.join(LEVELS)}.")
    ],
    games: Annotated[int, typer.Option(help="About how many games of each pairing.")] = 200,
    seats: Seats = None,
    seed: Seed = 0,
    preset: PresetName = None,
    chosen: Set = None,
    cores: Annotated[int | None, typer.Option(help="How many cores; all by default. The result is the same.")] = None,
    keep: Annotated[Path | None, typer.Option(help="Write down each game here, and go on from there.")] = None,
    picture: Annotated[Path | None, typer.Option(help="Draw what comes of it, as SVG.")] = None,
    as_json: AsJson = False,
) -> None:
    """Let bots play each other at every seat on the same seeds, or each kind together, and rate them with 95 % intervals.

    `moot arena treasury --bots strong,fair,greedy --games 200 --seats 3`
    """
    found = load(game)
    hall = Hall(found, seed=seed, preset=preset, options=_options(seats, chosen))
    names = _names(bots)
    matches = list(matches_of(pairings_of(found, names, hall.seats), hall.seats, at_least_one(games, "game")))
    with _blaming(found), _progress(found, len(matches)) as advance:
        result = arena_of(hall, names, play_matches(hall, matches, keep, cores, lambda: advance(1)))
    if picture is not None:
        _write(picture, picture_of(result))
    _print_json(result.as_dict()) if as_json else screen.print(_arena(result))


def _arena(result: Arena) -> Group:
    cooperative = result.game.cooperative
    title = f"{result.game.title}: {result.options['seats']} seats, seed {result.seed}"
    table = Table(
        "bot", *(() if cooperative else ("among", "fair share")), "wins (95 % interval)", "games", "ms a move", box=None
    )
    for one in result.standings:
        among = () if cooperative else (one.pairing.others, f"{one.fair:.1%}")
        table.add_row(one.pairing.hero, *among, one.wins.percent(), f"{one.games}", f"{one.milliseconds:.1f}")
    ratings = Table("bot", "rating (95 % interval)", box=None)
    for bot, rating in sorted(result.ratings.items(), key=lambda row: -row[1].value):
        ratings.add_row(bot, f"{rating.value:+.0f} ({rating.low:+.0f} to {rating.high:+.0f})")
    return Group(title, table, *([] if cooperative else [ratings]))


@app.command()
def story(
    game: GameName,
    seed: Seed = 0,
    seats: Seats = None,
    bots: Bots = "greedy",
    preset: PresetName = None,
    chosen: Set = None,
    seat: Annotated[int, typer.Option(help="Tell it as this seat saw it; -1 as everyone could.")] = -1,
    save: Annotated[Path | None, typer.Option(help="Also save the game to this file.")] = None,
) -> None:
    """Tell one game of bots from beginning to end, with the position after every turn."""
    found = load(game)
    with _blaming(found):
        thinks = any(read_bot(name).thinks for name in _names(bots))  # which takes long, unless it is compiled
        sitting = found.start(seed=seed, preset=preset, compiled=thinks, **_options(seats, chosen))
        _check_seat(seat, sitting.seats)
        told = play_out(sitting, _names(bots)).story(seat)
    screen.print(f"{found.title}, seed {seed}\n\n{told}", highlight=False, markup=False, soft_wrap=True)
    if save is not None:
        _write(save, sitting.to_json())
        notes.print(f"Saved to {save}; `{_replay_of(save, game)}` tells it again.", highlight=False, soft_wrap=True)


def _replay_of(file: Path, game: str) -> str:
    """The command that tells a saved game again. One that is not Moot's is found by its folder."""
    return shlex.join(["moot", "replay", str(file), *([] if game in GAMES else ["--game", game])])


@app.command("replay")
def replay_file(
    file: Annotated[Path, typer.Argument(help="A saved game.")],
    seat: Annotated[int, typer.Option(help="Tell it as this seat saw it; -1 as everyone could.")] = -1,
    game: Annotated[str | None, typer.Option(help="The game's folder, if it is not one of Moot's.")] = None,
) -> None:
    """Play a saved game again and tell it."""
    text = _read(file)
    found = load(game) if game else load(_game_in(text))
    try:
        sitting = replay(found, text)
    except OtherRulesError as error:
        notes.print(f"{error} It cannot be played again; this is what was written down.", highlight=False)
        return screen.print(as_written(found, text), highlight=False, markup=False, soft_wrap=True)
    _check_seat(seat, sitting.seats)
    screen.print(
        f"{found.title}, seed {sitting.seed}\n\n{sitting.story(seat)}", highlight=False, markup=False, soft_wrap=True
    )
    if sitting.result is None:
        screen.print(f"The game is not over; moves so far: {len(sitting.history)}.")


@app.command("check")
def check_game(
    game: Annotated[str, typer.Argument(metavar="GAME|all", help=f"{', '.join(GAMES)}, a folder, or all.")],
    games: Annotated[
        int | None, typer.Option(help="How many random games each check plays; by default enough.")
    ] = None,
    seed: Seed = 0,
    only: Annotated[
        list[str] | None, typer.Option("--only", metavar="CHECK", help="This check alone; repeatable.")
    ] = None,
) -> None:
    """Run the battery that every game must pass: rules, secrecy, guesses, words, saving, three ways to run."""
    failed = False
    for name in GAMES if game == "all" else [game]:
        found = load(name)
        with _status(f"{found.title}: checking") as say:
            found.compiled.on_compile = found.simulated.on_compile = say
            report = check(found, games=games, seed=seed, on_check=say, only=only)
        _print_report(found, report)
        failed |= not report.ok
    if failed:
        raise typer.Exit(1)


def _print_report(game: Game, report: Report) -> None:
    table = Table(
        "check", "result", "moves", "seconds", title=f"{game.title}: {'passed' if report.ok else 'FAILED'}", box=None
    )
    for row in report.results:
        said = "ok" if row.failure is None else f"[bold red]{row.says}"
        table.add_row(row.check, said, f"{row.moves:,}", f"{row.seconds:.1f}")
    screen.print(table)
    for failure in report.failures:
        screen.print(f"\n{failure}", markup=False, soft_wrap=True, highlight=False)
    for more in filter(None, (report.left_out, report.never_met)):
        screen.print(f"\n{more}", markup=False, highlight=False)


@app.command("bench")
def bench_games(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="One game; all of Moot's by default.")] = None,
    as_json: AsJson = False,
) -> None:
    """How fast the games run here, on one core."""
    rows = []
    for name in [game] if game else GAMES:
        with _status(f"{name}: measuring"):
            rows.append(bench(load(name), name))
    if as_json:
        return _print_json(rows)
    table = Table("figure", *(row["game"] for row in rows), box=None)
    for key in [key for key in rows[0] if key != "game"]:
        table.add_row(key.replace("_", " "), *(f"{row[key]:,}" for row in rows))
    screen.print(table)


def _print_json(value: Any) -> None:
    print(json.dumps(value, ensure_ascii=False, indent=1))


def _names(bots: str) -> list[str]:
    return [name.strip() for name in bots.split(",") if name.strip()]


def _options(seats: int | None, chosen: list[str] | None) -> dict[str, Any]:
    values: dict[str, Any] = {} if seats is None else {"seats": seats}
    for text in chosen or []:
        name, sign, value = text.partition("=")
        if not sign:
            raise OptionError(f"--set takes OPTION=VALUE, not '{text}'.")
        values[name.strip()] = value.strip()
    return values


def _check_seat(seat: int, seats: int) -> None:
    if not -1 <= seat < seats:
        raise OptionError(f"--seat may be 0 to {seats - 1}, or -1 for what everyone saw; not {seat}.")


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise SavedGameError(f"{file} cannot be read: {error}.") from error


def _write(file: Path, text: str) -> None:
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise OptionError(f"{file} cannot be written: {error}.") from error


def _game_in(text: str) -> str:
    """The game that a file names. Only Moot's own: to open a file must not run code from wherever the file says."""
    saved = read_json(text)
    if not isinstance(saved, dict) or "game" not in saved:
        raise SavedGameError("This is not a saved game: it is no JSON object that names its game.")
    name = str(saved["game"])
    if name not in GAMES:
        raise SavedGameError(
            f"This is a game of '{name}', which is not one of Moot's. Say where it is with --game FOLDER."
        )
    return name


@contextmanager
def _blaming(game: Game) -> Iterator[None]:
    """What is wrong with a game that is played meanwhile is said in a line, with the command that finds more of it."""
    try:
        with limited():
            yield
    except (OptionError, GameError):
        raise
    except Exception as error:
        what = in_words(error, game.folder).rstrip(".")
        hint = "" if "moot check" in what else f": run `moot check {as_named(game)}`"
        raise RulesError(f"{what}{hint}.") from error


@contextmanager
def _status(doing: str) -> Iterator[Callable[[str], None]]:
    with notes.status(doing) as status:
        yield lambda part: status.update(f"{doing}: {part}")


@contextmanager
def _progress(game: Game, games: int) -> Iterator[Callable[[int], None]]:
    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=notes, transient=True, disable=not notes.is_terminal) as progress:
        task = progress.add_task(game.title, total=games)
        compiling = f"Compiling {game.title} (only the first time, up to a minute)"
        game.simulated.on_compile = lambda _: _say_compiling(progress, task, compiling)

        def advance(done: int) -> None:
            progress.update(task, description=game.title, advance=done)

        yield advance


def _say_compiling(progress: Progress, task: Any, text: str) -> None:
    progress.update(task, description=text)
    if not notes.is_terminal:
        notes.print(f"{text} ...")


if __name__ == "__main__":
    main()

"""The commands of whoever runs a server: open it, copy what it keeps, move it to another store, delete from it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.progress import Progress, SpinnerColumn, TextColumn

from moot.console import notes, screen
from moot.engine import Game, OptionError, plural
from moot.games import GAMES, load

if TYPE_CHECKING:
    from moot.table.persistence.stores import Place

DataFolder = Annotated[Path, typer.Option(help="The folder where the server keeps its games.")]
StoreUrl = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        envvar="MOOT_STORE",
        help="A PostgreSQL database instead: postgresql://USER@HOST/DATABASE. The folder then holds old rules alone.",
    ),
]


def serve(
    host: Annotated[
        str, typer.Option(help="The address to listen on; 0.0.0.0 for everyone who can reach this machine.")
    ] = "127.0.0.1",
    port: Annotated[
        int | None, typer.Option(help="The port; if none is said, the first that is free from 8000.")
    ] = None,
    data: Annotated[Path, typer.Option(help="The folder for tables and games; made if need be.")] = Path("moot-data"),
    own: Annotated[
        list[str] | None, typer.Option("--game", help="The folder of a game of your own; repeatable.")
    ] = None,
    per_address: Annotated[
        int, typer.Option(help="Connections from one address; a class behind one needs about seven each.", min=1)
    ] = 500,
    store: StoreUrl = None,
    metrics: Annotated[
        str | None,
        typer.Option(metavar="PORT", help="Figures for Prometheus at this port of this machine, or at HOST:PORT."),
    ] = None,
    address: Annotated[
        str, typer.Option(metavar="URL", help="Where people find this server, for links in notices: https://HOST.")
    ] = "",
    smtp: Annotated[
        str,
        typer.Option(
            metavar="URL", envvar="MOOT_SMTP", help="Who delivers e-mail notices: smtp://USER:PASSWORD@HOST:PORT."
        ),
    ] = "",
    mail_from: Annotated[str, typer.Option(metavar="ADDRESS", help="Whom e-mail notices come from.")] = "",
    private_webhooks: Annotated[
        bool, typer.Option("--private-webhooks", help="Let notices be posted to private addresses, and without TLS.")
    ] = False,
) -> None:
    """Open the table: people play in the browser, with each other and with bots.

    `moot serve --host 0.0.0.0 --port 8000 --data /var/lib/moot`

    Several servers share a database: `moot serve --port 8001 --store postgresql://moot@db.example.org/moot`
    """
    from moot.table.notices.mail import check_mail
    from moot.table.persistence.stores import place_of
    from moot.table.serve import USUAL_PORT, serve
    from moot.table.settings import Settings

    check_mail(smtp, mail_from, address)
    place = place_of(data, store)
    shown = "127.0.0.1" if host in ("0.0.0.0", "::") else host

    def say(open_at: int) -> None:
        if port is None and open_at != USUAL_PORT:
            screen.print(f"Port {USUAL_PORT} is taken.", highlight=False)
        link = f"[bold]http://{shown}:{open_at}[/]"
        screen.print(f"Moot is open at {link}   (stop with Ctrl+C; games are kept in {place.shown})", soft_wrap=True)

    found = _by_name(map(load, [*GAMES, *(own or [])]))
    settings = Settings(
        data,
        found,
        store=place.url,
        per_address=per_address,
        address=address,
        smtp=smtp,
        mail_from=mail_from,
        private_webhooks=private_webhooks,
    )
    serve(settings, host, port, metrics=metrics, on_open=say)


def _by_name(games: Iterable[Game]) -> dict[str, Game]:
    found: dict[str, Game] = {}
    for game in games:
        if found.setdefault(game.name, game) is not game:
            raise OptionError(f"{found[game.name].folder} and {game.folder} are both named {game.name}.")
    return found


def _place(context: typer.Context, data: Path, store: str | None) -> Place:
    """Where a server keeps its games. A folder that is named counts for more than a database in the environment."""
    from moot.table.persistence.stores import place_of

    sources = [context.get_parameter_source(name) for name in ("data", "store")]
    named = [source.name if source else "" for source in sources] == ["COMMANDLINE", "ENVIRONMENT"]
    return place_of(data, None if named else store)


def backup(
    context: typer.Context,
    to: Annotated[Path, typer.Option(help="The file to make; none is overwritten.")],
    data: DataFolder = Path("moot-data"),
    store: StoreUrl = None,
) -> None:
    """Copy all tables and games into one file, also while the server runs.

    `moot backup --data /var/lib/moot --to moot-2026-11-16.sqlite`
    """
    from moot.table.persistence.backup import back_up

    size = back_up(_place(context, data, store), to)
    screen.print(f"{to} holds everything that was on disk just now ({size:,} bytes).", highlight=False, soft_wrap=True)


def migrate(
    context: typer.Context,
    to: Annotated[
        str, typer.Option(metavar="DIR|URL", help="The folder or the database to copy to; it must be empty.")
    ],
    data: DataFolder = Path("moot-data"),
    store: StoreUrl = None,
) -> None:
    """Copy everything to another store: from a folder to a database, or back. What is there stays as it is.

    `moot migrate --data /var/lib/moot --to postgresql://moot@db.example.org/moot`
    """
    from moot.table.persistence.moving import move
    from moot.table.persistence.stores import SCHEMES, place_of

    target = place_of(data, to) if to.startswith(SCHEMES) else place_of(Path(to))
    shown = [SpinnerColumn(), TextColumn("{task.description}")]
    with Progress(*shown, console=notes, transient=True, disable=not notes.is_terminal) as progress:
        task = progress.add_task("")

        def show(part: str, copied: int) -> None:
            progress.update(task, description=f"{part}: {copied:,} rows")

        rows = move(_place(context, data, store), target, show)
    screen.print(f"{target.shown} holds everything now ({rows:,} rows).", highlight=False, soft_wrap=True)


def forget(
    context: typer.Context,
    data: DataFolder = Path("moot-data"),
    store: StoreUrl = None,
    table: Annotated[str | None, typer.Option(metavar="ID", help="A table; its id ends its address.")] = None,
    workshop: Annotated[str | None, typer.Option(metavar="ID", help="A workshop with its tables and people.")] = None,
    person: Annotated[
        str | None, typer.Option(metavar="NAME|ID", help="A person: name and chat. Games of others stay.")
    ] = None,
    older: Annotated[
        float | None,
        typer.Option("--older-than", metavar="DAYS", min=0, help="Tables at which nothing has happened for so long."),
    ] = None,
) -> None:
    """Delete a table, a workshop, a person, or what is old, for good. No server must run on a folder meanwhile.

    `moot forget --data /var/lib/moot --older-than 180`
    """
    from moot.table.persistence import retention

    games = {name: load(name) for name in GAMES} if person else {}
    wishes = [
        *([retention.a_table(table)] if table else []),
        *([retention.a_workshop(workshop)] if workshop else []),
        *([retention.a_person(games, person)] if person else []),
        *([retention.older_than(older)] if older is not None else []),
    ]
    if len(wishes) != 1:
        raise OptionError("Say what to delete: one of --table, --workshop, --person and --older-than.")
    gone = retention.forget(_place(context, data, store), wishes[0])
    counted = (plural("table")(len(gone.tables)), plural("person", "people")(len(gone.people)))
    screen.print(f"Deleted: {', '.join(counted)}. {len(gone.touched)} more tables were changed.", highlight=False)

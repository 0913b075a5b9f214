"""How a server runs."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from moot.engine import Game
from moot.table.live.clock import SteadyClock
from moot.table.web.gate import MOST_CONNECTIONS


@dataclass(frozen=True)
class Settings:
    """How a server runs. The last three are what the outside world decides: tests decide it themselves."""

    data: Path
    games: Mapping[str, Game]
    pace: float = 0.25  # seconds between moves of bots that people can see: pages tell them at their readers' pace
    forced: bool = True  # the only answer to a question is given by itself, to whoever wants it so
    quiet: float = 300.0  # seconds until a table that nobody looks at leaves memory
    compile: bool = True
    limits: bool = True
    releases: bool = True  # whether rules are put by, for tables that outlive them
    store: str = ""  # the URL of a PostgreSQL database that servers share; empty: a SQLite file in the folder
    per_address: int = MOST_CONNECTIONS
    address: str = ""  # where people find this server, for links in notices; empty: as they have come
    smtp: str = ""  # who delivers e-mail; empty: nobody
    mail_from: str = ""  # whom it comes from
    private_webhooks: bool = False  # whether notices may be posted to addresses that are not public, and without TLS
    clock: Callable[[], float] = field(default_factory=SteadyClock)
    new_secret: Callable[[], str] = lambda: secrets.token_urlsafe(24)
    new_seed: Callable[[], int] = lambda: secrets.randbits(128)

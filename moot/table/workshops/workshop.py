"""A workshop: several tables of one game, the guests who are placed at them, and the ways in which it is run.

It is what its log has made of it. A guest's link and the facilitator's are kept as hashes: the guests' links are made from the
facilitator's key, so that only whoever holds that can show them.
"""

from __future__ import annotations

import asyncio
import base64
import hmac
from collections.abc import Callable, Mapping, Sequence
from hmac import compare_digest

from moot.bots import Player
from moot.engine import Game, MoveError, Sitting, Strip
from moot.table.feeds.messages import MOST_NAME
from moot.table.live.entries import Body, read
from moot.table.people import hashed
from moot.table.persistence.store import LogRow, Store
from moot.table.workshops.entries import Convened, Guest, Run
from moot.table.workshops.state import WorkshopState

MOST_TABLES = 30
MOST_SITTERS = 8  # people who share a seat
MOST_BEFORE = 60  # moves of a game before its first phase
FACILITATOR = "Facilitator"


class Workshop(WorkshopState):
    """Several tables, and who is placed at them."""

    def __init__(
        self, name: str, at: float, convened: Convened, game: Game, store: Store, clock: Callable[[], float]
    ) -> None:
        super().__init__(name, at, convened)
        self.game, self.store, self.clock = game, store, clock
        self.turn = asyncio.Lock()  # one entry at a time is on its way to the disk
        self.seating = asyncio.Lock()  # who comes and goes, one at a time: they would else be in each other's way
        self.left = ""  # why it is no longer in memory
        self.erased = 0  # how often something had been deleted from its log when it was read
        self.on_change: Callable[[Workshop], None] = lambda workshop: None
        self.on_run: Callable[[Workshop], None] = lambda workshop: None  # in another way
        self.on_trouble: Callable[[Workshop], None] = lambda workshop: None
        self._is_run_otherwise = False  # than everyone has been shown

    def opens_to(self, key: str) -> bool:
        """Whether a key is the facilitator's."""
        return compare_digest(hashed(key), self.key)

    @property
    def keeps_secrets(self) -> bool:
        """Whether players may not know yet what all tables are told together: how their games ended, what varies, and what the
        game tells afterwards.
        """
        return not self.ways.revealed

    # The log

    def now(self) -> float:
        """The time of the next entry: time does not run backwards."""
        return max(self.at, self.clock())

    def must_be_here(self) -> None:
        """Refuse whoever waits for a turn in a workshop that is no longer in memory."""
        if self.left:
            raise MoveError(self.left)

    def give_up(self) -> None:
        """What is in memory may not be what is on disk."""
        self.on_trouble(self)

    def take(self, row: LogRow, body: Body) -> None:
        """An entry that is on disk becomes so."""
        try:
            self.fold(row.number, row.at, body)
        except Exception:
            self.on_trouble(self)  # what is in memory is not what is on disk
            raise
        self._is_run_otherwise = self._is_run_otherwise or isinstance(body, Run)

    def publish(self) -> None:
        """Everyone looks again if it is run in another way; and who may not look on any more goes where they belong."""
        if self._is_run_otherwise:
            self._is_run_otherwise = False
            self.on_run(self)
        self.on_change(self)


def link_secret(key: str, number: int) -> str:
    """What a guest's link holds."""
    made = hmac.digest(key.encode(), f"guest {number}".encode(), "sha256")[:18]
    return base64.urlsafe_b64encode(made).decode()


def called(guests: Sequence[Guest]) -> str:
    """How a seat is called by the people on it."""
    first = guests[0].name
    both = " & ".join(guest.name for guest in guests[:2])
    if len(guests) == 1:
        return first
    return both if len(guests) == 2 and len(both) <= MOST_NAME else f"{first[: MOST_NAME - 3]} +{len(guests) - 1}"


def strip_of(sitting: Sitting) -> Strip:
    """Turn and phase, as everyone sees them."""
    return sitting.game.strip(sitting.look())


def phases_of(game: Game, options: dict[str, int]) -> tuple[str, ...]:
    """All phases of a game by name: some begin with steps that belong to none, so it is played until it has come to one."""
    player = Player(Sitting(game, options, 0), ["greedy"])
    for _ in range(MOST_BEFORE):
        if strip_of(player.sitting).phases or player.sitting.over:
            break
        player.play()
    return strip_of(player.sitting).phases


def phase_of(sitting: Sitting) -> tuple[str, str]:
    """The present phase, and the turn it is in: another turn is another phase."""
    strip = strip_of(sitting)
    return strip.title, strip.phases[strip.phase] if strip.phases else ""


# From disk


async def find_workshop(
    store: Store, name: str, games: Mapping[str, Game], clock: Callable[[], float]
) -> Workshop | None:
    """A workshop from its log; None if there is none, or its game is no longer here."""
    erasures = await store.erasures([name])
    rows = await store.log(name)
    convened = read(rows[0]) if rows else None
    if not isinstance(convened, Convened) or convened.game not in games:
        return None
    workshop = Workshop(name, rows[0].at, convened, games[convened.game], store, clock)
    workshop.fold_all(rows[1:])
    workshop.erased = erasures.get(name, 0)
    return workshop

"""At every question of whole games: everything needed is in view, large enough and in its place."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from moot.games import GAMES
from tests.browser.conftest import Invite
from tests.browser.evening.walking import Walk
from tests.browser.server import Server

SIZES = {"laptop": (1280, 800), "desktop": (1920, 1080), "phone": (390, 844), "short phone": (390, 664)}
SHORT: dict[str, dict[str, Any]] = {"solidarity": {"rounds": 3}, "turning_points": {"rings": 1}}


LOOKS = [(size, dark) for dark in (False, True) for size in SIZES]


def complaints(server: Server, person: Invite, game: str, look: tuple[str, bool], most: int, tries: int) -> list[str]:
    """What somebody complains of who plays a game at one size, by day or at night."""
    size, dark = look
    one = person(size=SIZES[size], dark=dark)
    link = one.open_table(game, "me", "greedy", "greedy", **SHORT.get(game, {}))
    protocol = Walk(server, one, link, Random(f"{game} {size}"), tries).play(most)
    assert protocol.questions > 5
    return protocol.complaints()


@pytest.mark.parametrize("game", GAMES)
def test_some_questions(server: Server, person: Invite, game: str) -> None:
    """Each game at a size and by a light of its own."""
    look = LOOKS[(3 * GAMES.index(game) + 3) % len(LOOKS)]
    assert not complaints(server, person, game, look, most=12, tries=1)


@pytest.mark.evening
@pytest.mark.parametrize("look", LOOKS, ids=lambda look: f"{look[0]}-{'dark' if look[1] else 'light'}")
@pytest.mark.parametrize("game", GAMES)
def test_every_question(server: Server, person: Invite, game: str, look: tuple[str, bool]) -> None:
    assert not complaints(server, person, game, look, most=400, tries=4)

"""What shall I play? How many there are and how they like it, and the games that are for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from moot.engine import Game, plural
from moot.engine.words import listed

TOGETHER, AGAINST = "together", "against"
MOODS = {True: "think together", False: "outwit each other"}  # by whether all win or lose


class Choice(NamedTuple):
    """What somebody looks for."""

    players: int = 0  # 0: any number
    mood: str = ""  # TOGETHER, AGAINST or either

    @property
    def asked(self) -> bool:
        """Whether anything was said."""
        return bool(self.players or self.mood)

    def of(self, games: Sequence[Game]) -> list[Game]:
        """The games that are for them."""
        return [game for game in games if self._seats(game) and self._likes(game)]

    def _seats(self, game: Game) -> bool:
        seats = game.options["seats"]
        return not self.players or seats.low <= max(self.players, seats.low if self.players == 1 else 0) <= seats.high

    def _likes(self, game: Game) -> bool:
        return not self.mood or game.cooperative == (self.mood == TOGETHER)

    def says(self, games: Sequence[Game]) -> str:
        """What was found, in a sentence."""
        if not games:
            return "There is none like that; here are all."
        alone = " Bots take the other seats." if self.players == 1 else ""
        who = f"For {plural('player')(self.players)}: " if self.players else ""
        return f"{who}{listed([game.title for game in games])}.{alone}"


def read_choice(fields: Mapping[str, str]) -> Choice:
    """What a form says; what it cannot mean is left out."""
    players, mood = fields.get("players", ""), fields.get("mood", "")
    many = int(players) if players.isdecimal() and len(players) < 3 else 0
    return Choice(many, mood if mood in (TOGETHER, AGAINST) else "")

"""The answers that a dock offers: by button, by an amount that is typed in, and how the people of a seat vote on them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import IntEnum
from typing import Any, NamedTuple

from moot.engine import Move
from moot.table.live.table import LiveTable
from moot.table.live.voting import Wanted

FEW = 6  # answers that a dock shows side by side
MOST_SPANS = 4  # of numbers that may be chosen, to be named one by one


class Votes(NamedTuple):
    """How an answer stands with those who vote on it."""

    many: int
    is_mine: bool


class Typed(NamedTuple):
    """A name or an amount that somebody has typed in, for the others to agree."""

    wanted: Wanted
    words: str
    votes: Votes


def voting(live: LiveTable, seat: int, person: str | None, moves: Sequence[Move], *, by_amount: bool) -> dict[str, Any]:
    """How the votes of a seat stand, as one of its people sees them; if there is only one, there is nothing to see."""
    voters, mine = len(live.poll.voters_of(seat)), live.poll.ballots.of(seat, person)
    if voters < 2:
        return {"voters": voters, "votes": {}, "typed": []}
    votes = {
        one.wanted: Votes(len(one.people), mine is not None and one.wanted.key == mine.key)
        for one in live.poll.proposals(seat)
    }
    known = {move.number: move for move in moves if by_amount or move.writes}
    return {
        "voters": voters,
        "voted": sum(one.many for one in votes.values()),
        "votes": {move.number: votes.get(Wanted(move.number), Votes(0, False)) for move in moves},
        "typed": [Typed(one, one.text or known[one.move].words, votes[one]) for one in votes if one.move in known],
    }


class Amount(NamedTuple):
    """Many moves that differ in how many: a page asks for the number."""

    spans: list[tuple[int, int]]  # what may be chosen: from the first to the last of each
    number: int  # of the move with the lowest amount
    step: int  # from the number of one move to that of the next

    @property
    def words(self) -> str:
        """What may be chosen, in words; of many pieces only the ends."""
        if len(self.spans) > MOST_SPANS:
            return f"{self.spans[0][0]} to {self.spans[-1][1]}, but not every number"
        return " or ".join(f"{low} to {high}" if low < high else f"{low}" for low, high in self.spans)


def one_amount(moves: Sequence[Move], amounts: Collection[IntEnum]) -> Amount | None:
    """The amount that is asked for, if that is all in which many moves differ."""
    if len(moves) <= FEW or moves[0].choice not in amounts:
        return None
    differ = [column for column in zip(*(move.arguments for move in moves), strict=True) if len(set(column)) > 1]
    if len(differ) != 1:
        return None
    numbers = sorted(zip(differ[0], (move.number for move in moves), strict=True))
    (low, first), (high, last) = numbers[0], numbers[-1]
    return Amount(_spans([amount for amount, _ in numbers]), first, (last - first) // (high - low))


def _spans(amounts: Sequence[int]) -> list[tuple[int, int]]:
    """Numbers in their order as spans without gaps."""
    spans: list[tuple[int, int]] = []
    for amount in amounts:
        begun = spans.pop()[0] if spans and spans[-1][1] == amount - 1 else amount
        spans.append((begun, amount))
    return spans


class Card(NamedTuple):
    """Something that comes and goes while a seat is asked, such as an offer: it has a place and buttons of its own."""

    piece: str
    words: str
    moves: tuple[Move, ...]


def parted(moves: Sequence[Move], kind: str) -> tuple[list[Card], list[Move]]:
    """Moves that name a piece of the kind that comes and goes as cards, and the others."""
    if not kind:
        return [], list(moves)
    by_piece: dict[str, list[Move]] = {}
    for move in moves:
        for piece in move.pieces:
            if piece.startswith(f"{kind}-"):
                by_piece.setdefault(piece, []).append(move)
    on_cards = {move.number for group in by_piece.values() for move in group}
    return [_card(*one) for one in by_piece.items()], [move for move in moves if move.number not in on_cards]


def _card(piece: str, moves: Sequence[Move]) -> Card:
    """What it is about is what its moves say after their verb: "Accept: North gives South 1 EcU"."""
    said = moves[0].words
    return Card(piece, said.partition(": ")[2] or said, tuple(moves))

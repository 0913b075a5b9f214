"""The referee: says whether a seat may make a move, and refuses it with the reason if not. Nothing is changed here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from moot.engine.fields import NOBODY
from moot.engine.game import is_whole
from moot.engine.moves import Move, MoveError
from moot.engine.words import Line
from moot.engine.writing import NOTHING_WRITTEN, slot_of, tidy, what_is_wrong

if TYPE_CHECKING:
    from moot.engine.sitting import Sitting


def check_seat(seat: int, seats: int) -> None:
    """Every question about a seat is refused if there is no such seat."""
    if not is_whole(seat) or not NOBODY <= seat < seats:
        raise MoveError(f"There is no seat {seat!r}; seats are 0 to {seats - 1}, or {NOBODY} for what everyone sees.")


def check_move(sitting: Sitting, seat: int, move: Move | int, text: str = "") -> tuple[int, str]:
    """The number of a move and its text as they would be played. Refuses what `Sitting.play` refuses."""
    number = _check_number(sitting, seat, move)
    return number, _check_text(sitting, seat, number, text)


def _check_number(sitting: Sitting, seat: int, move: Move | int) -> int:
    if sitting.over or sitting.ended:
        raise MoveError(sitting.ended or "The game is over; no move can be made.")
    if not is_whole(seat) or seat not in sitting.waiting:
        raise MoveError(f"Seat {seat!r} owes no answer now. {_awaited(sitting)}")
    number = _number(sitting, move)
    if not is_whole(number) or number not in sitting.numbers(seat):
        raise MoveError(f"{_not_legal(sitting, seat, move, number)} {_legal(sitting, seat)}")
    return int(number)


def _number(sitting: Sitting, move: Any) -> Any:
    """The number of a move; None of one that says another choice or other arguments than its number stands for."""
    if not isinstance(move, Move):
        return move
    numbering = sitting.machine.numbering
    if not is_whole(move.number) or not 0 <= move.number < numbering.moves:
        return None
    choice, arguments = numbering.read(move.number)
    return move.number if (choice.step, arguments) == (move.choice, move.arguments) else None


def _check_text(sitting: Sitting, seat: int, number: int, text: str) -> str:
    """What is written with a move, as it is kept. A move that writes a name may do without: simulations do."""
    if text == "":
        return ""
    writing, numbering = sitting.game.writing, sitting.machine.numbering
    if writing is None or slot_of(writing, numbering, number) == NOTHING_WRITTEN:
        raise MoveError("Nothing can be written with this move.")
    arguments = numbering.read(number)[1]
    wrong = what_is_wrong(text) or writing.refuse(sitting.look(seat), seat, arguments, tidy(text), sitting.names)
    if wrong:
        raise MoveError(wrong)
    return tidy(text)


# Reasons


def _awaited(sitting: Sitting) -> str:
    """Who is awaited, and for what; in a blind phase not for what, for that shows how far they have come."""
    asked = (f"{seat}{_asked(sitting, seat)}" for seat in sitting.waiting)
    return f"Awaited: seat {', '.join(asked)}."


def _asked(sitting: Sitting, seat: int) -> str:
    choice = sitting.game.rules.choices[sitting.state.asking[seat]]
    return "" if choice.sealed else f" ({choice.step.name.lower()})"


def _legal(sitting: Sitting, seat: int, most: int = 12) -> str:
    moves = sitting.moves(seat)
    shown = "; ".join(f"{move.number}: {move.words}" for move in moves[:most])
    return f"Legal: {shown}{f'; and {len(moves) - most} more' if len(moves) > most else ''}."


def _not_legal(sitting: Sitting, seat: int, move: Move | int, number: Any) -> str:
    numbering, question = sitting.machine.numbering, sitting.state.asking[seat]
    asked = sitting.game.rules.names(question).name.lower()
    if isinstance(number, int) and 0 <= number < numbering.moves:
        choice, arguments = numbering.read(number)
        if choice.step != question:
            return f"That move answers {choice.step.name.lower()}, but seat {seat} is asked {asked}."
        reason = _reason(sitting, seat, number)
        return reason or f"{asked} {arguments} is not open to seat {seat} in this position."
    return f"{move!r} is no move of {sitting.game.title}."


def _reason(sitting: Sitting, seat: int, number: int) -> str:
    """Why a seat cannot make a move: what the game says of the move, else of the pieces that it names; empty if nothing."""
    view, (choice, arguments) = sitting.look(seat), sitting.machine.numbering.read(number)
    try:
        line = sitting.game.words.refusal(view, seat, choice.step, arguments, sitting.names)
        pieces = () if line else sitting.game.words.move(view, seat, choice.step, arguments, sitting.names)[1]
    except (LookupError, ValueError):
        return ""  # words for what cannot be chosen may be missing
    reasons = [line, *(why_not(sitting, seat, piece) for piece in pieces)]
    return next((f"{line.text} (§{line.section})" for line in reasons if line is not None), "")


def why_not(sitting: Sitting, seat: int, piece: str) -> Line | None:
    """Why a seat cannot choose a piece now: `problem-7` is problem 7. None if the game has nothing to say."""
    check_seat(seat, sitting.seats)
    if not isinstance(piece, str):
        raise MoveError(f"A piece is named by its kind and its number, such as 'problem-7', not by {piece!r}.")
    kind, _, number = piece.rpartition("-")
    if not number.isdecimal() or len(number) > 4 or seat not in sitting.waiting:
        return None
    try:
        return sitting.game.words.reason(sitting.look(seat), seat, kind, int(number), sitting.names)
    except LookupError:
        return None  # there is no such piece

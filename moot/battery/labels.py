"""Do the short words of answers fit, follow from what a seat sees, and recommend nothing bad?"""

from __future__ import annotations

from moot.battery.desk import Desk
from moot.battery.secrecy import SEEDS, seated
from moot.battery.speech import saying
from moot.battery.walks import Plan, insist
from moot.bots.rating import rating_at
from moot.engine import Game, Move, Sitting, primary
from moot.engine.labels import LONGEST_QUESTION, Label, wrong_label
from moot.engine.not_now import not_now, wrong_not_now
from moot.engine.obvious import obvious, usual

LONG = "An uncommonly long name"  # of every seat: labels fit all the same


def labels(game: Game, plan: Plan) -> None:
    """Questions, labels and reasons fit, are the same in a guess of the seat, and what is recommended is not rated lowest."""
    if not (game.words.labels or game.words.not_now or game.words.obvious or game.words.usual):
        return
    for walk in plan.both(game, 0.3):
        desk = Desk(game, compiled=walk.compiled)
        for sitting in walk.samples(10):
            sitting.names = [LONG] * sitting.seats
            for seat in sitting.waiting:
                made = _check_labels(sitting, seat)
                guess = seated(sitting, desk.guess(bytes(sitting), seat, walk.dice.randrange(SEEDS)))
                same = [move.label for move in guess.moves(seat)] == made
                insist(same, f"the labels of the moves of seat {seat} are others in a guess of it")
                _check_not_now(sitting, guess, seat)
                _check_obvious(sitting, guess, seat)
                _check_primary(desk, sitting, seat)


def _check_labels(sitting: Sitting, seat: int) -> list[Label]:
    """The question and the labels of its moves, each of which must fit."""
    game, moves = sitting.game, sitting.moves(seat)
    question = sitting.question(seat)
    if question and len(question.text) > LONGEST_QUESTION and moves[0].choice in game.words.labels:
        with saying(game, moves[0].choice):
            raise AssertionError(
                f"there is room for {LONGEST_QUESTION} signs, not {len(question.text)}: {question.text}"
            )
    return [_label(game, move) for move in moves]


def _label(game: Game, move: Move) -> Label:
    with saying(game, move.choice, move.arguments):
        for wrong in wrong_label(move.label) if move.choice in game.words.labels else ():
            raise AssertionError(f"of its label, {wrong}")
        return move.label


def _check_not_now(sitting: Sitting, guess: Sitting, seat: int) -> None:
    """What is said not to be open now must fit, and is the same in a guess of the seat."""
    moves = sitting.moves(seat)
    with saying(sitting.game, moves[0].choice):
        said = not_now(sitting, seat, moves)
        for one in said:
            for wrong in wrong_not_now(one):
                raise AssertionError(f"of what is not open now, {wrong}")
        insist(
            not_now(guess, seat, guess.moves(seat)) == said, f"what seat {seat} cannot do now is other in a guess of it"
        )


def _check_obvious(sitting: Sitting, guess: Sitting, seat: int) -> None:
    """What goes without saying does so in a guess of the seat, too."""
    same = obvious(sitting, seat) == obvious(guess, seat)
    insist(same, f"what goes without saying for seat {seat} is another thing in a guess of it")
    insist(usual(sitting, seat) == usual(guess, seat), f"the usual answer of seat {seat} is another in a guess of it")


def _check_primary(desk: Desk, sitting: Sitting, seat: int) -> None:
    """What is recommended is not among the moves that the game's own ratings like least."""
    moves = sitting.moves(seat)
    best = primary(moves)
    if best is None or sitting.state.asking[seat] not in desk.game.rules.ratings:
        return
    view = desk.view(bytes(sitting), seat)
    pack = sitting.machine.numbering.pack
    ratings = {move.number: desk.ask(view, rating_at, seat, pack(move.number))[0] for move in moves}
    lowest = min(ratings.values()) == ratings[best.number] < max(ratings.values())
    insist(not lowest, f"“{best.label.verb}” is recommended to seat {seat}, and no move is rated lower")

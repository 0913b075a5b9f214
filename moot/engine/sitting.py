"""One game being played, from the outside: who is awaited, what they may do, what they see, what has happened."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np

from moot.engine.chance import halves
from moot.engine.fields import NEWS_ROOM, NOBODY
from moot.engine.flow import COUNT, EVERYONE, FIRST_MOVE, STUCK, UNSEAL, audience_of
from moot.engine.game import Game, OptionError, is_whole, read_seed
from moot.engine.machine import Array, Machine
from moot.engine.mistakes import RulesError
from moot.engine.results import Result, measure_at, standing
from moot.engine.words import Line, seat_names
from moot.engine.writing import LONGEST_LINE, Book, Names, are_names, keys, tidy, what_is_wrong

FORMAT = 1  # of saved games
NOTHING_WRITTEN = -1
BIG_SEED = 2**53  # from here on not every reader of JSON has the number
MOST_STEPS = 10_000  # between two answers; more means that the rules run in circles


class MoveError(ValueError):
    """A move that cannot be made. Nothing has changed."""


@dataclass(frozen=True)
class Move:
    """Something a seat may answer."""

    number: int  # in the game's one numbering of all moves
    choice: IntEnum  # what it answers
    arguments: tuple[int, ...]  # of the choice
    words: str  # what a person reads
    pieces: tuple[str, ...] = ()  # what it names: `problem-7` is problem 7
    writes: bool = False  # whether it may carry a text: the name that it writes

    def __str__(self) -> str:
        return self.words


class Entry(NamedTuple):
    """Something that happened, and who heard of it."""

    after: int  # how many moves had been made
    event: IntEnum | None  # None: the seals were opened
    arguments: tuple[int, ...]  # the numbers it is told with
    audience: int  # a seat, or EVERYONE
    sealed: bool  # the others hear it when the seals are opened


class _Mark(NamedTuple):
    """A point in a game that nobody can go back behind."""

    record: bytes
    moves: int
    heard: int


class Sitting:
    """A game that is being played. Its record is options, seed and moves, with what was written; everything else follows.

    A seat is a number from 0, and NOBODY (-1) is a spectator; any other is refused with a `MoveError`.
    """

    game: Game  # that is played
    options: dict[str, int]  # every option with its value
    seed: int  # from which all chance follows
    state: Any  # the position with all its secrets, a `LightRecord`: for referees and tests
    log: list[Entry]  # all that has happened, whoever heard of it: for reading only
    texts: dict[int, str]  # what was written with a move, by its place in the history
    ended: str  # why people have broken the game off; empty: they have not
    scenes: dict[int, bytes]  # the position after some events, for stories: by place in the log
    keeps_scenes: bool  # whether these are kept: a table, which tells no stories, does without
    steps: int  # of the agenda, so far
    machine: Machine  # how the rules are run: interpreted or compiled
    array: Array  # the record, as NumPy has it

    def __init__(self, game: Game, options: Mapping[str, int], seed: int, *, compiled: bool = False) -> None:
        self.game, self.options, self.seed = game, dict(options), read_seed(seed)
        self.machine = game.compiled if compiled else game.interpreted
        self.array = game.blank(options)
        self.array["telling"] = 1
        self._records = self.machine.records(self.array)
        self._moves = self.machine.moves()
        self.state = self.machine.light(self.array)
        self._book = Book(seat_names(game.words, self.seats))
        self._history: list[tuple[int, int]] = []  # (seat, number of the move)
        self.texts, self.ended, self.log = {}, "", []
        self.scenes, self.keeps_scenes, self.steps = {}, True, 0
        self._look: tuple[Any, Any] | None = None  # room for what a seat sees, and the same to look at
        self._shown: list[bool] = []  # of each move since the last step: whether it cannot be taken back
        self.machine.begin(self._records, 0, *halves(self.seed))
        self._hear()
        self._go_on()
        self._base = self._mark()  # where the last step led

    # Playing

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return self.options["seats"]

    @property
    def waiting(self) -> list[int]:
        """The seats that owe an answer."""
        return [seat for seat in range(self.seats) if self.state.asking[seat]] if not (self.over or self.ended) else []

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.state.over != 0)

    @property
    def ending(self) -> IntEnum | None:
        """How the game ended."""
        return self.game.endings(self.state.over) if self.over else None

    @property
    def result(self) -> Result | None:
        """Who has won, with what and why, or how a game stood that was broken off; None while it is played."""
        return self.standing if self.over or self.ended else None

    @property
    def standing(self) -> Result:
        """How the seats stand now: their points as the rulebook counts them, and their ranks."""
        found = standing(self._ask, self.game, self.seats, self.state.over)
        return replace(found, ended_early=True) if self.ended else found

    @property
    def measures(self) -> dict[str, tuple[int, ...]]:
        """The figures that the game counts, by name, for each seat as they are now."""
        names = enumerate(self.game.rules.measures)
        return {name: tuple(int(self._ask(measure_at, seat, i)) for seat in range(self.seats)) for i, name in names}

    def _ask(self, entry: Callable[..., Any], *asked: int) -> Any:
        """Something about the position that is asked for rarely: nothing is compiled for it."""
        machine = self.game.interpreted
        return machine.entry(entry)(machine.records(self.array), 0, *asked)

    @property
    def result_line(self) -> Line | None:
        """The result in words: the last line of every story. None while the game is played."""
        result = self.result
        where = self.game.strip(self.view()).title if self.ended else ""
        return self.game.words.result(result, self.names, self.ended, where) if result else None

    @property
    def length(self) -> int:
        """Turns or rounds so far."""
        return int(getattr(self.state, self.game.length))

    @property
    def names(self) -> Names:
        """The names of the seats, and those that have been written."""
        return self.names_after(len(self._history))

    @names.setter
    def names(self, seats: Sequence[str]) -> None:
        if not are_names(seats) or len(seats) != self.seats:
            raise OptionError(
                f"The seats are called by {self.seats} texts of one line, of up to {LONGEST_LINE} characters; not by {seats!r}."
            )
        self._book.call(seats)

    def names_after(self, moves: int) -> Names:
        """The names as they were after a number of moves."""
        return self._book.names(moves)

    @property
    def history(self) -> list[tuple[int, int]]:
        """The moves so far: seat and number of each. A list of one's own, which may be changed."""
        return list(self._history)

    @property
    def played(self) -> list[tuple[int, int, str]]:
        """The moves so far as `play` takes them: seat, number, and what was written."""
        return [(seat, number, self.texts.get(place, "")) for place, (seat, number) in enumerate(self._history)]

    def numbers(self, seat: int) -> list[int]:
        """The numbers of the moves a seat may make."""
        self._seat(seat)
        if seat not in self.waiting:
            return []
        self.machine.list_moves(self._records, 0, seat, self._moves)
        listed = self._moves[FIRST_MOVE : FIRST_MOVE + self._moves[COUNT]]
        return [self.machine.numbering.unpack(self.state.asking[seat], int(packed)) for packed in listed]

    def moves(self, seat: int) -> list[Move]:
        """What a seat may do now, in words too."""
        view = self.look(seat) if seat in self.waiting else None
        return [self._move(view, seat, number) for number in self.numbers(seat)]

    def question(self, seat: int) -> Line | None:
        """What a seat is asked, with the rulebook's section. None if it is asked nothing."""
        self._seat(seat)
        if seat not in self.waiting:
            return None
        return self.game.words.question(self.look(seat), seat, self._choice(seat), self.names)

    def play(self, seat: int, move: Move | int, text: str = "") -> None:
        """Make a move: one of `moves(seat)`, or its number; if it writes a name, with a text. Refuses with a `MoveError` and
        changes nothing if it is not legal.
        """
        self._answer(seat, *self.check(seat, move, text))

    def check(self, seat: int, move: Move | int, text: str = "") -> tuple[int, str]:
        """The number of a move and its text as they would be played. Refuses what `play` refuses, and changes nothing."""
        number = self._check(seat, move)
        return number, self._check_text(seat, number, text)

    def _answer(self, seat: int, number: int, text: str) -> None:
        luck, heard, steps = self.array["luck"].tobytes(), len(self.log), self.steps
        self._write(number, text)
        self.machine.answer(self._records, 0, seat, self.machine.numbering.pack(number))
        self._history.append((int(seat), number))
        self._hear()
        told = any(entry.audience != seat for entry in self.log[heard:])  # somebody else has heard of it
        self._shown.append(told or luck != self.array["luck"].tobytes())
        self._go_on()
        if self.steps != steps:
            self._base = self._mark()

    def _write(self, number: int, text: str) -> None:
        """What a move writes reads so from then on; the rules are told which names read the same."""
        name = self._slot(number)
        if self.game.writing is None or name == NOTHING_WRITTEN:
            return
        if text:
            self.texts[len(self._history)] = text
        self._book.write(len(self._history) + 1, name, text)
        row = getattr(self.state, self.game.writing.key)
        row[name] = name
        for other, key in keys(self.names_after(len(self._history) + 1), self.game.writing.printed).items():
            row[other] = key

    def _slot(self, number: int) -> int:
        """The name that a move writes."""
        writing = self.game.writing
        choice, arguments = self.machine.numbering.read(number)
        return writing.slot(arguments) if writing and choice.step == writing.choice else NOTHING_WRITTEN

    def may_take_back(self, seat: int) -> bool:
        """Whether a seat may take back its last answer: it is still being asked, nothing has been revealed since, and the answer
        itself revealed nothing (no card, no die, no word to the others).
        """
        self._seat(seat)
        return seat in self.waiting and self._last_answer(seat) is not None

    def _last_answer(self, seat: int) -> int | None:
        """The place in the history of a seat's last answer, if it can be taken back."""
        for place in reversed(range(self._base.moves, len(self._history))):
            if self._history[place][0] == seat:
                return None if self._shown[place - self._base.moves] else place
        return None

    def take_back(self, seat: int) -> None:
        """Undo a seat's last answer, as if it had never been given; what the others have done since stays done."""
        place = self._last_answer(seat) if self.may_take_back(seat) else None
        if place is None:
            raise MoveError(f"Seat {seat!r} has nothing to take back: an answer stands once it has revealed something.")
        again = [*self.played[self._base.moves : place], *self.played[place + 1 :]]
        self.array[:] = np.frombuffer(self._base.record, self.game.dtype)
        self._history, self.log = self._history[: self._base.moves], self.log[: self._base.heard]
        self.scenes = {place: record for place, record in self.scenes.items() if place < self._base.heard}
        self.texts = {place: text for place, text in self.texts.items() if place < self._base.moves}
        self._book.forget(self._base.moves)
        self._shown = []
        for other, number, text in again:
            self._answer(other, number, text)

    def _mark(self) -> _Mark:
        self._shown = []
        return _Mark(bytes(self), len(self._history), len(self.log))

    def _choice(self, seat: int) -> IntEnum:
        return self.game.rules.names(self.state.asking[seat])

    def _move(self, view: Any, seat: int, number: int) -> Move:
        choice, arguments = self.machine.numbering.read(number)
        words, pieces = self.game.words.move(view, seat, choice.step, arguments, self.names)
        return Move(number, choice.step, arguments, words, pieces, self._slot(number) != NOTHING_WRITTEN)

    def _check(self, seat: int, move: Move | int) -> int:
        if self.over or self.ended:
            raise MoveError(self.ended or "The game is over; no move can be made.")
        if not is_whole(seat) or seat not in self.waiting:
            raise MoveError(f"Seat {seat!r} owes no answer now. {self._awaited()}")
        number = self._number(move)
        if not is_whole(number) or number not in self.numbers(seat):
            raise MoveError(f"{self._why_not(seat, move, number)} {self._legal(seat)}")
        return int(number)

    def _number(self, move: Any) -> Any:
        """The number of a move; None of one that says another choice or other arguments than its number stands for."""
        if not isinstance(move, Move):
            return move
        numbering = self.machine.numbering
        if not is_whole(move.number) or not 0 <= move.number < numbering.moves:
            return None
        choice, arguments = numbering.read(move.number)
        return move.number if (choice.step, arguments) == (move.choice, move.arguments) else None

    def _check_text(self, seat: int, number: int, text: str) -> str:
        """What is written with a move, as it is kept. A move that writes a name may do without: simulations do."""
        writing, arguments = self.game.writing, self.machine.numbering.read(number)[1]
        if text == "":
            return ""
        if writing is None or self._slot(number) == NOTHING_WRITTEN:
            raise MoveError("Nothing can be written with this move.")
        wrong = what_is_wrong(text) or writing.refuse(self.look(seat), seat, arguments, tidy(text), self.names)
        if wrong:
            raise MoveError(wrong)
        return tidy(text)

    def _awaited(self) -> str:
        """Who is awaited, and for what; in a blind phase not for what, for that shows how far they have come."""
        asked = (f"{seat}{self._asked(seat)}" for seat in self.waiting)
        return f"Awaited: seat {', '.join(asked)}."

    def _asked(self, seat: int) -> str:
        choice = self.game.rules.choices[self.state.asking[seat]]
        return "" if choice.sealed else f" ({choice.step.name.lower()})"

    def _why_not(self, seat: int, move: Move | int, number: Any) -> str:
        asked = self._choice(seat).name.lower()
        if isinstance(number, int) and 0 <= number < self.machine.numbering.moves:
            choice, arguments = self.machine.numbering.read(number)
            if choice.step != self.state.asking[seat]:
                return f"That move answers {choice.step.name.lower()}, but seat {seat} is asked {asked}."
            return self._reason(seat, number) or f"{asked} {arguments} is not open to seat {seat} in this position."
        return f"{move!r} is no move of {self.game.title}."

    def _reason(self, seat: int, number: int) -> str:
        """Why a seat cannot make a move: what the game says of the move, else of the pieces that it names; empty if nothing."""
        view, (choice, arguments) = self.look(seat), self.machine.numbering.read(number)
        try:
            line = self.game.words.refusal(view, seat, choice.step, arguments, self.names)
            pieces = () if line else self._move(view, seat, number).pieces
        except (LookupError, ValueError):
            return ""  # words for what cannot be chosen may be missing
        reasons = [line, *(self.why_not(seat, piece) for piece in pieces)]
        return next((f"{line.text} (§{line.section})" for line in reasons if line is not None), "")

    def why_not(self, seat: int, piece: str) -> Line | None:
        """Why a seat cannot choose a piece now: `problem-7` is problem 7. None if the game has nothing to say."""
        self._seat(seat)
        if not isinstance(piece, str):
            raise MoveError(f"A piece is named by its kind and its number, such as 'problem-7', not by {piece!r}.")
        kind, _, number = piece.rpartition("-")
        if not number.isdecimal() or len(number) > 4 or seat not in self.waiting:
            return None
        try:
            return self.game.words.reason(self.look(seat), seat, kind, int(number), self.names)
        except LookupError:
            return None  # there is no such piece

    def _legal(self, seat: int, most: int = 12) -> str:
        moves = self.moves(seat)
        shown = "; ".join(f"{move.number}: {move.words}" for move in moves[:most])
        return f"Legal: {shown}{f'; and {len(moves) - most} more' if len(moves) > most else ''}."

    def _go_on(self) -> None:
        before = self.steps
        while self.machine.step(self._records, 0):
            self._hear()
            self.steps += 1
            if self.steps > before + MOST_STEPS:
                raise RulesError(
                    f"{self.game.title} runs in circles: {MOST_STEPS} steps without asking anyone, at last {self._circle()}"
                )
        if self.state.over == STUCK:
            raise RulesError(
                f"{self.game.title} reached a dead end after {len(self._history)} moves (seed {self.seed}): the agenda is empty, "
                f"nobody is asked, and the game is not over. Use `do`, `ask` or `finish`."
            )

    def _circle(self) -> str:
        """The steps that come again and again, by name."""
        names = []
        for _ in range(6):
            names.append(self.game.rules.names(self.state.agenda[self.state.depth - 1]).name)
            self.machine.step(self._records, 0)
        return ", ".join(names)

    # Seeing and hearing

    def view(self, seat: int = NOBODY) -> Any:
        """What a seat sees of the position (without a seat: what everyone sees): a `LightRecord` with 0 for all the rest."""
        self._seat(seat)
        views = np.zeros(1, self.game.dtype)
        self.machine.view(self._records, 0, seat, self.machine.records(views), 0)
        return self.machine.light(views)

    def look(self, seat: int = NOBODY) -> Any:
        """The same for a passing look: it is written over by the next look, of whichever seat."""
        self._seat(seat)
        if self._look is None:
            array = np.zeros(1, self.game.dtype)
            self._look = self.machine.records(array), self.machine.light(array)
        views, light = self._look
        self.machine.view(self._records, 0, seat, views, 0)
        return light

    def run_on(self, machine: Machine) -> None:
        """Go on with the rules run another way: interpreted or compiled, the bytes are the same."""
        self.machine, self._look = machine, None
        self._records, self._moves = machine.records(self.array), machine.moves()

    def _seat(self, seat: int) -> None:
        """Every question about a seat is refused if there is no such seat."""
        if not is_whole(seat) or not NOBODY <= seat < self.seats:
            raise MoveError(
                f"There is no seat {seat!r}; seats are 0 to {self.seats - 1}, or {NOBODY} for what everyone sees."
            )

    def guess(self, seat: int, seed: int = 0) -> Any:
        """A position, drawn at random, that the seat cannot tell from this one: a `LightRecord`."""
        self._seat(seat)
        seed = read_seed(seed, BIG_SEED - 1)
        guesses = np.zeros(1, self.game.dtype)
        self.machine.guess(self._records, 0, seat, seed, self.machine.records(guesses), 0, self.machine.moves())
        return self.machine.light(guesses)

    def events(self, seat: int = NOBODY) -> list[Entry]:
        """What a seat has heard (without a seat: what everyone has), in the order of hearing."""
        self._seat(seat)
        return [self.log[place] for place in heard_by(self.log, seat)]

    def lines(self, seat: int = NOBODY) -> list[Line]:
        """The same in words."""
        return [self.line(entry) for entry in self.events(seat)]

    def line(self, entry: Entry) -> Line:
        """One event in words: with the names that were written by then."""
        return self.game.words.event(entry.event, entry.arguments, self.names_after(entry.after))

    def wording(self, entry: Entry) -> str:
        """One event in words, whatever the seats are called: two events that differ in what was written differ in it."""
        names = Names(seat_names(self.game.words, self.seats), self.names_after(entry.after).written)
        return self.game.words.event(entry.event, entry.arguments, names).text

    def picture(self, seat: int = NOBODY, record: bytes | None = None, moves: int | None = None) -> str:
        """The position as text, as a seat sees it; this one, or an earlier one, after a number of moves."""
        self._seat(seat)
        names = self.names if moves is None else self.names_after(moves)
        array = self.array if record is None else np.frombuffer(bytearray(record), self.game.dtype)
        views = np.zeros(1, self.game.dtype)
        self.machine.view(self.machine.records(array), 0, seat, self.machine.records(views), 0)
        return self.game.words.picture(self.machine.light(views), seat, names)

    def story(self, seat: int = NOBODY) -> str:
        """The game told from its beginning, with the position shown at each scene."""
        self._seat(seat)
        return "\n".join(self._tell(seat))

    def _tell(self, seat: int) -> Iterator[str]:
        for place in heard_by(self.log, seat):
            yield self.line(self.log[place]).text
            if place in self.scenes:
                yield f"\n{self.picture(seat, self.scenes[place], self.log[place].after)}\n"
        if not self.scenes or max(self.scenes) + 1 < len(self.log):
            yield f"\n{self.picture(seat)}\n"
        if self.result_line is not None:
            yield self.result_line.text

    def _hear(self) -> None:
        told = self.state.told
        if told > NEWS_ROOM:
            last = self.game.events(self.state.news[NEWS_ROOM - 1][0]).name
            raise RulesError(
                f"one step told {told} events, more than the {NEWS_ROOM} there is room for; the last is {last}"
            )
        for row in range(told):
            self.log.append(self._entry(*self.state.news[row]))
            if self.keeps_scenes and self.log[-1].event in self.game.words.scenes:
                self.scenes[len(self.log) - 1] = bytes(self)

    def _entry(self, event: int, mark: int, *arguments: int) -> Entry:
        audience, sealed = audience_of(mark)
        return Entry(
            len(self._history), None if event == UNSEAL else self.game.events(event), arguments, audience, sealed
        )

    # Keeping

    def __bytes__(self) -> bytes:
        return self.array.tobytes()

    def copy(self) -> Sitting:
        """The same game at the same point, independent of this one."""
        twin = Sitting(self.game, self.options, self.seed, compiled=self.machine.compiled)
        twin.array[:] = self.array
        twin._history, twin.texts, twin.log = list(self._history), dict(self.texts), list(self.log)
        twin._book, twin.ended = self._book.copy(), self.ended
        twin.scenes, twin.steps = dict(self.scenes), self.steps
        twin._base, twin._shown = self._base, list(self._shown)
        return twin

    def to_json(self, *, with_result: bool = False) -> str:
        """The game's record as text: options, seed and moves, one move a line, what was written last on it; who played, if they
        have names, and why it was ended early; and if it is wanted, the result, for whoever reads the file without the rules.
        """
        head = {
            "moot": FORMAT,
            "game": self.game.name,
            "rules": self.game.version,
            "seed": self.seed if self.seed < BIG_SEED else str(self.seed),
            "options": self.game.says(self.options),
            **({"names": list(self.names)} if list(self.names) != seat_names(self.game.words, self.seats) else {}),
            **({"ended": self.ended} if self.ended else {}),
            **({"result": self.result.as_dict()} if with_result and self.result else {}),
        }
        rows = ",\n".join(f"  {json.dumps(self._row(*played))}" for played in self.played)
        return f'{json.dumps(head, indent=1)[:-2]},\n "moves": [\n{rows}\n ]\n}}\n'

    def _row(self, seat: int, number: int, text: str) -> list[int | str]:
        choice, arguments = self.machine.numbering.read(number)
        return [seat, choice.step.name.lower(), *arguments, *([text] if text else [])]


class Ear:
    """What a seat hears of a log that grows: what is for all or for it, and what was under another's seal once that is opened."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self._heard = 0
        self._sealed: list[int] = []

    def listen(self, log: Sequence[Entry]) -> Iterator[int]:
        """What it hears that it has not heard before, by place in the log."""
        for place in range(self._heard, len(log)):
            entry = log[place]
            self._heard += 1
            if entry.event is None:
                yield from self._sealed
                self._sealed = []
            elif entry.audience in (EVERYONE, self.seat):
                yield place
            elif entry.sealed:
                self._sealed.append(place)


def heard_by(log: Sequence[Entry], seat: int) -> Iterator[int]:
    """What a seat hears of a whole log, by place."""
    return Ear(seat).listen(log)

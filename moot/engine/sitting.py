"""One game being played, from the outside: who is awaited, what they may do, what they see, what has happened."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import replace
from enum import IntEnum
from typing import Any

import numpy as np

from moot.engine import narrator
from moot.engine.agenda import run_agenda
from moot.engine.chance import halves
from moot.engine.fields import NOBODY
from moot.engine.flow import COUNT, FIRST_MOVE
from moot.engine.game import Game, OptionError, read_seed
from moot.engine.hearing import Entry, Told, heard_by
from moot.engine.machine import Array, Machine, Room
from moot.engine.moves import Move, MoveError, Outcome
from moot.engine.referee import check_move, check_seat
from moot.engine.results import Result, measures_in, standing_in
from moot.engine.save_format import BIG_SEED, saved_text
from moot.engine.undo import check_take_back, go_back, undo_to_here, way_back
from moot.engine.words import Line, seat_names
from moot.engine.writing import LONGEST_LINE, NOTHING_WRITTEN, Book, Names, are_names, lay_keys, slot_of


class Sitting:
    """A game that is being played. Its record is options, seed and moves, with what was written; everything else follows.

    A seat is a number from 0, and NOBODY (-1) is a spectator; any other is refused with a `MoveError`.
    """

    game: Game  # that is played
    options: dict[str, int]  # every option with its value
    seats: int  # how many seats there are
    seed: int  # from which all chance follows
    state: Any  # the position with all its secrets, a `LightRecord`: for referees and tests
    log: list[Entry]  # all that has happened, whoever heard of it: for reading only
    texts: dict[int, str]  # what was written with a move, by its place in the history
    book: Book  # the names as they were after any number of moves: `book.names(3)`
    ended: str  # why people have broken the game off; empty: they have not
    scenes: dict[int, bytes]  # the position after some events: by place in the log
    staged: Container[IntEnum]  # which events these are: those of a story, or what else somebody wants to show
    stages_answers: bool  # whether the position right after an answer, before what follows from it, is a scene too
    steps: int  # of the agenda, so far
    turn: int  # rises with whatever changes the position: an `Outcome` holds while this is what it was
    machine: Machine  # how the rules are run: interpreted or compiled
    array: Array  # the record, as NumPy has it

    def __init__(self, game: Game, options: Mapping[str, int], seed: int, *, compiled: bool = False) -> None:
        machine = game.compiled if compiled else game.interpreted
        self._lay_out(game, dict(options), read_seed(seed), machine, game.blank(options))
        self.book = Book(seat_names(game.words, self.seats))
        self.array["telling"] = 1
        self.machine.begin(self._records, 0, *halves(self.seed))
        told = Told(game, self.staged)
        told.listen(self.state, 0)
        run_agenda(self, self._records, self.state, told, 0)
        self._keep(told)
        self._undo = undo_to_here(self)

    def _lay_out(self, game: Game, options: dict[str, int], seed: int, machine: Machine, array: Array) -> None:
        """All that there is before a game begins, but for its names."""
        self.game, self.options, self.seed, self.machine, self.array = game, options, seed, machine, array
        self._memory, self._records, self.state = machine.room(self.array)
        self._moves = machine.moves()
        self.seats = self.options["seats"]
        self._all_seats = range(self.seats)
        self._history: list[tuple[int, int]] = []  # (seat, number of the move)
        self.texts, self.ended, self.log = {}, "", []
        self.scenes, self.staged, self.stages_answers, self.steps = {}, game.words.scenes, False, 0
        self._sight: Room | None = None  # for what a seat sees
        self._draft: Room | None = None  # to try a move
        self._back: tuple[Room, Room] | None = None  # another position, and what a seat sees of it
        self.turn = 0

    # Playing

    @property
    def waiting(self) -> list[int]:
        """The seats that owe an answer."""
        if self.ended or self.state.over:
            return []
        asking = self.state.asking
        return [seat for seat in self._all_seats if asking[seat]]

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
        found = standing_in(self.game, self.array, self.seats, self.state.over)
        return replace(found, ended_early=True) if self.ended else found

    @property
    def measures(self) -> dict[str, tuple[int, ...]]:
        """The figures that the game counts, by name, for each seat as they are now."""
        return measures_in(self.game, self.array, self.seats)

    @property
    def result_line(self) -> Line | None:
        """The result in words: the last line of every story. None while the game is played."""
        return narrator.result_line(self)

    @property
    def length(self) -> int:
        """Turns or rounds so far."""
        return int(getattr(self.state, self.game.length))

    @property
    def names(self) -> Names:
        """The names of the seats, and those that have been written."""
        return self.book.names(len(self._history))

    @names.setter
    def names(self, seats: Sequence[str]) -> None:
        if not are_names(seats) or len(seats) != self.seats:
            raise OptionError(
                f"The seats are called by {self.seats} texts of one line, of up to {LONGEST_LINE} characters; not by {seats!r}."
            )
        self.book.call(seats)

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
        offers = self.offers(seat)
        asked = self.state.asking[seat] if offers else 0
        return [self.machine.numbering.unpack(asked, packed) for packed in offers]

    def offers(self, seat: int) -> list[int]:
        """The same as the engine lists them, which is quicker: for whoever wants to know whether they are others than before."""
        check_seat(seat, self.seats)
        if seat not in self.waiting:
            return []
        self.machine.list_moves(self._records, 0, seat, self._moves)
        listed = self._moves[FIRST_MOVE : FIRST_MOVE + self._moves[COUNT]]
        return listed if isinstance(listed, list) else list(listed.tolist())

    def moves(self, seat: int) -> list[Move]:
        """What a seat may do now, in words too."""
        numbers = self.numbers(seat)
        return narrator.moves_in_words(self, self.look(seat), seat, numbers) if numbers else []

    def question(self, seat: int) -> Line | None:
        """What a seat is asked, with the rulebook's section. None if it is asked nothing."""
        check_seat(seat, self.seats)
        if seat not in self.waiting:
            return None
        choice = self.game.rules.names(self.state.asking[seat])
        return self.game.words.question(self.look(seat), seat, choice, self.names)

    def play(self, seat: int, move: Move | int, text: str = "") -> None:
        """Make a move: one of `moves(seat)`, or its number; if it writes a name, with a text. Refuses with a `MoveError` and
        changes nothing if it is not legal.
        """
        self.take_over(self.outcome(seat, move, text))

    def outcome(self, seat: int, move: Move | int, text: str = "") -> Outcome:
        """What a move would lead to. It is tried on a copy: whatever the rules do, nothing has changed here."""
        return self.try_legal(seat, *check_move(self, seat, move, text))

    def try_legal(self, seat: int, number: int, text: str = "") -> Outcome:
        """The same for a move that is known to be legal."""
        if self._draft is None:
            self._draft = self.machine.room(np.zeros(1, self.game.dtype))
        memory, records, state = self._draft
        memory[:] = self._memory
        made, told = len(self._history) + 1, Told(self.game, self.staged)
        writing, numbering = self.game.writing, self.machine.numbering
        slot = slot_of(writing, numbering, number)
        if writing is not None and slot != NOTHING_WRITTEN:
            book = self.book.copy()
            book.write(made, slot, text)
            lay_keys(writing, state, slot, book.names(made))
        self.machine.answer(records, 0, seat, numbering.pack(number))
        told.listen(state, made)
        if self.stages_answers:
            told.keep(state)
        # Somebody else has heard of it, or chance had a part in it.
        shown = any(entry.audience != seat for entry in told.entries) or self.state.luck != state.luck
        run_agenda(self, records, state, told, made)
        return Outcome(int(seat), number, text, bytes(memory), bool(state.over), told, shown, self.turn)

    def take_over(self, outcome: Outcome) -> None:
        """Make a move that was tried in this position: what it led to then is so now."""
        if outcome.turn != self.turn:
            raise MoveError("The game has gone on since this move was tried.")
        slot = slot_of(self.game.writing, self.machine.numbering, outcome.number)
        if slot != NOTHING_WRITTEN:
            if outcome.text:
                self.texts[len(self._history)] = outcome.text
            self.book.write(len(self._history) + 1, slot, outcome.text)
        self._undo.add(self, outcome)
        self._memory[:] = outcome.record
        self._history.append((outcome.seat, outcome.number))
        self._keep(outcome.told)
        self.turn += 1

    def _keep(self, told: Told) -> None:
        """What was told is heard from now on."""
        self.scenes |= {len(self.log) + place: record for place, record in told.scenes.items()}
        self.log += told.entries
        self.steps += told.steps

    def may_take_back(self, seat: int, *, told: bool = True) -> bool:
        """Whether a seat may take back its last answer: the answer revealed nothing (no card, no die, nothing hidden), and the seat
        has noticed no other's answer since; or nobody else has noticed anything of it. Without `told` only what is unnoticed.
        """
        way = way_back(self, seat)
        return way is not None and (told or not way.told)

    def take_back(self, seat: int) -> None:
        """Undo a seat's last answer, as if it had never been given; what the others have done unseen by each other stays done."""
        go_back(self, seat, told=check_take_back(self, seat).told)

    # Seeing and hearing

    def view(self, seat: int = NOBODY) -> Any:
        """What a seat sees of the position (without a seat: what everyone sees): a `LightRecord` with 0 for all the rest."""
        check_seat(seat, self.seats)
        views = np.zeros(1, self.game.dtype)
        self.machine.view(self._records, 0, seat, self.machine.records(views), 0)
        return self.machine.light(views)

    def look(self, seat: int = NOBODY) -> Any:
        """The same for a passing look: it is written over by the next look, of whichever seat."""
        check_seat(seat, self.seats)
        if self._sight is None:
            self._sight = self.machine.room(np.zeros(1, self.game.dtype))
        self.machine.view(self._records, 0, seat, self._sight.records, 0)
        return self._sight.state

    def look_back(self, record: bytes, seat: int = NOBODY) -> Any:
        """What a seat sees of another position of this game, for a passing look: the next look back writes over it."""
        if self._back is None:
            self._back = (
                self.machine.room(np.zeros(1, self.game.dtype)),
                self.machine.room(np.zeros(1, self.game.dtype)),
            )
        then, sight = self._back
        then.memory[:] = record
        self.machine.view(then.records, 0, seat, sight.records, 0)
        return sight.state

    def run_on(self, machine: Machine) -> None:
        """Go on with the rules run another way: interpreted or compiled, the bytes are the same."""
        self.machine, self._sight, self._draft, self._back = machine, None, None, None
        self._records, self._moves = machine.records(self.array), machine.moves()

    def guess(self, seat: int, seed: int = 0) -> Any:
        """A position, drawn at random, that the seat cannot tell from this one: a `LightRecord`."""
        check_seat(seat, self.seats)
        seed = read_seed(seed, BIG_SEED - 1)
        guesses = np.zeros(1, self.game.dtype)
        self.machine.guess(self._records, 0, seat, seed, self.machine.records(guesses), 0, self.machine.moves())
        return self.machine.light(guesses)

    def events(self, seat: int = NOBODY) -> list[Entry]:
        """What a seat has heard (without a seat: what everyone has), in the order of hearing."""
        check_seat(seat, self.seats)
        return [self.log[place] for place in heard_by(self.log, seat)]

    def lines(self, seat: int = NOBODY) -> list[Line]:
        """The same in words."""
        return [self.line(entry) for entry in self.events(seat)]

    def line(self, entry: Entry) -> Line:
        """One event in words: with the names that were written by then."""
        return self.game.words.event(entry.event, entry.arguments, self.book.names(entry.after))

    def overheard(self, entry: Entry) -> Line:
        """The same for somebody who sees everything and is none of the seats: "you" is said of nobody."""
        hearer = entry.audience if entry.audience in range(self.seats) else NOBODY
        return self.game.words.event_overheard(entry.event, entry.arguments, hearer, self.book.names(entry.after))

    def picture(self, seat: int = NOBODY) -> str:
        """The position as text, as a seat sees it."""
        return self.game.words.picture(self.view(seat), seat, self.names)

    def story(self, seat: int = NOBODY) -> str:
        """The game told from its beginning, with the position shown at each scene."""
        check_seat(seat, self.seats)
        return "\n".join(narrator.story(self, seat))

    # Keeping

    def __bytes__(self) -> bytes:
        return self.array.tobytes()

    def copy(self) -> Sitting:
        """The same game at the same point, independent of this one."""
        twin = Sitting.__new__(Sitting)
        array = np.zeros(1, self.game.dtype)
        twin._lay_out(self.game, dict(self.options), self.seed, self.machine, array)
        twin._memory[:] = self._memory
        twin._history, twin.texts, twin.log = list(self._history), dict(self.texts), list(self.log)
        twin.book, twin.ended = self.book.copy(), self.ended
        twin.scenes, twin.staged, twin.steps = dict(self.scenes), self.staged, self.steps
        twin._undo = self._undo.copy()
        return twin

    def to_json(self, *, with_result: bool = False) -> str:
        """The game's record as text: options, seed and moves, one move a line, what was written last on it; who played, if they
        have names, and why it was ended early; and if it is wanted, the result, for whoever reads the file without the rules.
        """
        return saved_text(self, with_result=with_result)

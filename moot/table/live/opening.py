"""Opening a table: what people choose, and what follows from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from moot.bots import COMPANY, USUAL
from moot.engine import MOST_SEATS, Game, OptionError
from moot.lessons.lesson import YOU, Lesson
from moot.table.live.hours import DAY, Hours, read_hours
from moot.table.live.state import OPEN, PERSON, Chair

MOST_IDLE = 3600
IDLE_CHOICES = {
    0: "Wait for them",
    60: "A bot after a minute",
    180: "A bot after three minutes",
    600: "A bot after ten",
}
DAYS_CHOICES = {DAY: "A bot after a day", 3 * DAY: "A bot after three days", 7 * DAY: "A bot after seven"}
BOT_NAMES = ("Alder", "Birch", "Cedar", "Dogwood", "Elder", "Fir", "Gorse", "Hazel")
ME = "me"  # a seat for whoever opens the table
COMPANION = "greedy"  # the bots of lessons


WAYS = ("public", "idle", "votes", "hours", "stands")  # what is chosen of a table beside its game and its seats


@dataclass(frozen=True)
class Wish:
    """What somebody wants to play."""

    game: Game
    options: Mapping[str, object]
    preset: str | None = None
    seats: Sequence[str] = (ME, USUAL)  # me, open or a kind of bot, for each; the last again if too few
    public: bool = False
    idle: int = 0
    votes: bool = False  # people who share a seat vote
    hours: Hours | None = None  # which count, if it is played over days
    stands: bool = False  # what was told stands: nobody takes it back


def read_wish(game: Game, fields: Mapping[str, str]) -> Wish:
    """A wish as a form or a program writes it: `option.NAME`, `seat.N`, `preset`, `public`, `idle`,
    `votes`, `stands`; and if it is played over days `zone`, `from`, `to`, `weekday.N`.
    """
    options = {name[7:]: value for name, value in fields.items() if name.startswith("option.") and value != ""}
    public, votes, stands = (
        fields.get(name, "") in ("1", "on", "true", "yes") for name in ("public", "votes", "stands")
    )
    idle = _read_idle(fields)
    hours = read_hours(fields) if idle in DAYS_CHOICES else None
    return Wish(game, options, preset_in(game, fields), _read_seats(fields), public, idle, votes, hours, stands)


def preset_in(game: Game, fields: Mapping[str, str]) -> str | None:
    """The preset that was chosen. Who chooses none begins as people do; who wants none sends an empty one."""
    return fields.get("preset", game.people_preset) or None


def _read_seats(fields: Mapping[str, str]) -> Sequence[str]:
    """The seats as named; of those before the last one named, who is not named is a bot."""
    named = [seat for seat in range(MOST_SEATS) if fields.get(f"seat.{seat}")]
    return [fields.get(f"seat.{seat}") or USUAL for seat in range(max(named) + 1)] if named else Wish.seats


def _read_idle(fields: Mapping[str, str]) -> int:
    idle = fields.get("idle") or "0"
    if not idle.isdecimal() or len(idle) > 6 or (int(idle) > MOST_IDLE and int(idle) not in DAYS_CHOICES):
        days = ", ".join(map(str, DAYS_CHOICES))
        raise OptionError(
            f"idle is a number of seconds from 0 (wait) to {MOST_IDLE}, or of days {days}; not {idle!r}.", "idle"
        )
    return int(idle)


def options_of(wish: Wish) -> dict[str, int]:
    """Every option with its value."""
    return wish.game.choose(wish.options, wish.preset, people=True)


def chairs_of(wish: Wish, seats: int, host: str, host_name: str) -> list[Chair]:
    """The seats as wished for."""
    chosen = [wish.seats[min(seat, len(wish.seats) - 1)] for seat in range(seats)]
    for seat, kind in enumerate(chosen):
        if kind not in (ME, OPEN, *COMPANY):
            raise OptionError(
                f"A seat is for {ME}, {OPEN}, or a bot ({', '.join(COMPANY)}); not {kind!r}.", f"seat.{seat}"
            )
    mine = sum(kind == ME for kind in chosen)
    return [
        _chair(wish.game, kind, seat, host, my_name(host_name, chosen[:seat].count(ME), mine))
        for seat, kind in enumerate(chosen)
    ]


def check(wish: Wish) -> None:
    """Refuse what cannot be opened."""
    chairs_of(wish, options_of(wish)["seats"], "", "")


def my_name(name: str, place: int, mine: int) -> str:
    """Several seats of one person are told apart by number."""
    return name if mine < 2 else f"{name} {place + 1}"


def _chair(game: Game, kind: str, seat: int, host: str, name: str) -> Chair:
    if kind == ME:
        return Chair(PERSON, name_at(game, seat, name), {host})
    return empty_chair(game, seat) if kind == OPEN else bot_chair(game, seat, kind)


def name_at(game: Game, seat: int, name: str) -> str:
    """What a person is called on a seat that has a name of its own: "Ada (North)"."""
    return f"{name} ({game.words.seats[seat]})" if game.words.seats else name


def lesson_chairs(game: Game, lesson: Lesson, learner: str, name: str) -> list[Chair]:
    """The seats of a lesson: the learner's, and bots by the names that it speaks of."""
    return [
        Chair(PERSON, name_at(game, seat, name), {learner}) if who == YOU else Chair(COMPANION, who)
        for seat, who in enumerate(lesson.seats)
    ]


def empty_chair(game: Game, seat: int) -> Chair:
    """A seat for whoever comes."""
    return Chair(OPEN, game.words.seats[seat] if game.words.seats else f"Seat {seat + 1}")


def bot_chair(game: Game, seat: int, kind: str) -> Chair:
    """A seat for a bot."""
    return Chair(kind, (game.words.seats or BOT_NAMES)[seat])


def usual_options(game: Game, fields: Mapping[str, str]) -> tuple[str | None, dict[str, int]]:
    """The preset of a form, and the options with which it begins: those of the preset, for the number of seats."""
    preset, seats = preset_in(game, fields), game.options["seats"].reads(fields.get("option.seats", ""))
    if preset and seats and preset in game.presets and not game.presets[preset].fits(seats):
        preset = None
    return preset, game.choose({} if seats is None else {"seats": seats}, preset, people=True)

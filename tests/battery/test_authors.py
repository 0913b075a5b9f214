"""What an author gets wrong is said in the author's words, with file and line, before a game is played if it can be.

Each mistake is made in a copy of Levee by changing one line, and met as an author meets it: by a command.
"""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from examples.levee import GAME as LEVEE
from moot import cli
from moot.engine import mistakes


class Mistake(NamedTuple):
    """One line of a file replaced by another, and what is said about it; LINE is the line's number, NN another's."""

    file: str
    right: str
    wrong: str
    says: str
    command: str = "check"


RULES, WORDS = "rules.py", "words.py"

MISTAKES = {
    # Found when the game is loaded
    "no such name": Mistake(
        RULES,
        "    do(s, Step.YEAR)\n",
        "    doo(s, Step.YEAR)\n",
        "levee/rules.py line LINE: nothing is called doo here: did you mean do?",
    ),
    "no such step": Mistake(
        RULES,
        "    do(s, Step.FLOOD)\n",
        "    do(s, Step.FLOOOD)\n",
        "levee/rules.py line LINE: Step has no FLOOOD: did you mean FLOOD?",
    ),
    "no such event": Mistake(
        RULES,
        "        tell(s, Event.HELD, levee, river)\n",
        "        tell(s, Event.HOLD, levee, river)\n",
        "levee/rules.py line LINE: Event has no HOLD: did you mean HELD?",
        "sim",
    ),
    "choice on the agenda": Mistake(
        RULES,
        "    do(s, Step.FLOOD)\n",
        "    do(s, Step.FLOOD, Step.GIVE)\n",
        "line LINE: Step.GIVE is a choice, which the agenda cannot hold: ask a seat, with ask(s, seat, Step.GIVE)",
    ),
    "step for a question": Mistake(
        RULES,
        "        ask(s, seat, Step.GIVE)\n",
        "        ask(s, seat, Step.FLOOD)\n",
        "line LINE: Step.FLOOD is a step, which no seat can answer: put it on the agenda, with do(s, Step.FLOOD)",
    ),
    "ask the wrong way round": Mistake(
        RULES,
        "        ask(s, seat, Step.GIVE)\n",
        "        ask(s, Step.GIVE, seat)\n",
        "line LINE: ask takes (s, seat, choice), not (s, Step.GIVE, seat)",
    ),
    "tell the wrong way round": Mistake(
        RULES,
        "        tell(s, Event.HELD, levee, river)\n",
        "        tell(Event.HELD, s, levee, river)\n",
        "line LINE: tell takes (s, event, up to five numbers), not (Event.HELD, s, levee, river)",
    ),
    "whisper the wrong way round": Mistake(
        RULES,
        "        whisper(s, seat, Event.HARVESTED, s.harvest[seat])\n",
        "        whisper(s, Event.HARVESTED, seat, s.harvest[seat])\n",
        "line LINE: whisper takes (s, seat, event, up to five numbers), not (s, Event.HARVESTED, seat, s.harvest[seat])",
    ),
    "too much to tell at once": Mistake(
        RULES,
        "        tell(s, Event.HELD, levee, river)\n",
        "        tell(s, Event.HELD, levee, river, 3, 4, 5, 6)\n",
        "line LINE: tell takes (s, event, up to five numbers), not (s, Event.HELD, levee, river, 3, 4, 5, 6)",
    ),
    "number for an ending": Mistake(
        RULES,
        "    finish(s, Ending.YEARS_ARE_OVER)\n",
        "    finish(s, 7)\n",
        "line LINE: finish takes (s, ending), not (s, 7)",
    ),
    "too few arguments of a rule": Mistake(
        RULES,
        "    s.river[s.year - 1] = rise(roll_die(s), s.seats)\n",
        "    s.river[s.year - 1] = rise(roll_die(s))\n",
        "line LINE: rise takes (die, seats), not (roll_die(s))",
    ),
    "arguments the wrong way round": Mistake(
        RULES,
        "def give(s: Levee, seat: int, sacks: int) -> None:\n",
        "def give(seat: int, s: Levee, sacks: int) -> None:\n",
        "give takes (seat, s, sacks), but is given (s, seat, a)",
    ),
    "nothing to pick from": Mistake(
        RULES,
        "            g.harvest[other] = 1 + pick(g, DIE)\n",
        "            g.harvest[other] = 1 + pick(g, 0)\n",
        "line LINE: pick takes how many there are to pick from: at least one",
    ),
    "points that are not returned": Mistake(
        RULES,
        "    return s.barn[seat]\n",
        "    s.barn[seat]\n",
        "levee/rules.py line NN: barn_of may end without returning a number: write `return ...`",
        "sim",
    ),
    "rule in a circle": Mistake(
        RULES,
        "    return sacks // 2\n",
        "    return spared(sacks) // 2\n",
        "levee/rules.py line NN: spared calls spared: rules cannot go in a circle, write a loop",
    ),
    "field of the engine's": Mistake(
        RULES,
        "    year = i8()\n",
        "    year = i8()\n    depth = i8()\n",
        "depth is a field that every game has already: choose another name",
    ),
    "declining what cannot be answered": Mistake(
        RULES,
        "declines=[0])\n",
        "declines=[9])\n",
        "GIVE declines with [9], outside of its shape: its arguments are 0 to 6",
    ),
    "option that is a text": Mistake(
        RULES,
        "    years = option(5, 1,",
        '    years = option("5", 1,',
        "levee/rules.py line LINE: option years takes whole numbers, not '5', 1 to 8",
    ),
    "option upside down": Mistake(
        RULES,
        "    years = option(5, 1, MOST_YEARS,",
        "    years = option(5, MOST_YEARS, 1,",
        "levee/rules.py line LINE: years may be 8 to 1: the lowest comes first",
    ),
    "text for a line": Mistake(
        WORDS,
        '        Event.GAVE: Line("2.1", "{0:seat} gives {1:sacks}."),\n',
        '        Event.GAVE: "{0:seat} gives {1:sacks}.",\n',
        "levee/words.py line LINE: the words for GAVE are '{0:seat} gives {1:sacks}.': write Line(section, text)",
    ),
    "number that is never told": Mistake(
        WORDS,
        '        Event.GAVE: Line("2.1", "{0:seat} gives {1:sacks}."),\n',
        '        Event.GAVE: Line("2.1", "{0:seat} gives {3:sacks}."),\n',
        "levee/words.py line LINE: the words for GAVE name argument 3, but it is told with 2, counted from 0",
    ),
    "no such field": Mistake(
        RULES,
        "    s.year += 1\n",
        "    s.yaer += 1\n",
        "levee/rules.py line LINE: Levee has no field yaer: did you mean year?",
    ),
    "row for a number": Mistake(
        RULES,
        "    s.gift[seat] = sacks\n",
        "    s.gift = sacks\n",
        "line LINE: gift is a row of numbers: write to one of them, gift[...]",
    ),
    "list": Mistake(
        RULES,
        "    spots = 0\n",
        "    spots = [0]\n",
        "levee/bot.py line LINE: rules cannot use a list: use a row of the record",
    ),
    "comprehension": Mistake(
        RULES,
        "    levee, river = height(s, s.year), s.river[s.year - 1]\n",
        "    levee, river = sum(s.gift[x] for x in range(s.seats)), s.river[s.year - 1]\n",
        "line LINE: rules cannot use a generator: write a loop",
    ),
    "text": Mistake(
        RULES,
        "    return die * seats // 2\n",
        "    return die * seats // 2 + len('')\n",
        "line LINE: rules cannot use a text: texts belong into words.py",
    ),
    "fraction": Mistake(
        RULES,
        "    return sacks // 2\n",
        "    return sacks / 2\n",
        "line LINE: rules count in whole numbers: divide with //",
    ),
    "print": Mistake(
        RULES,
        "    open_seals(s)\n",
        "    print(s)\n",
        "line LINE: rules cannot call print: `tell` an event, or play in Python and look at `t.state` (they may call abs, bool",
    ),
    "method": Mistake(
        RULES,
        "    open_seals(s)\n",
        "    s.gift.sort()\n",
        "line LINE: rules call functions by name, not s.gift.sort()",
    ),
    "raise": Mistake(
        RULES,
        "    open_seals(s)\n",
        "    raise ValueError\n",
        "line LINE: rules cannot use raise: offer only what is legal",
    ),
    "rule forgotten": Mistake(
        RULES, "@rule\ndef rise(", "def rise(", "rise is called by the rule flood, but is not marked @rule"
    ),
    "consequence forgotten": Mistake(
        RULES,
        "@rules.then(Step.GIVE)\n",
        "@rule\n",
        "levee/rules.py line NN: choice GIVE has no consequence: register one with @rules.then(Step.GIVE)",
    ),
    "step forgotten": Mistake(
        RULES,
        "@rules.step(Step.FLOOD)\n",
        "@rule\n",
        "levee/rules.py line NN: no rule says what is done at FLOOD: register one with @rules.step or @rules.choice",
    ),
    "points forgotten": Mistake(
        RULES, "@rules.points\n", "@rule\n", "nothing says who wins: register points with @rules.points"
    ),
    "guess forgotten": Mistake(RULES, "@rules.guess\n", "@rule\n", "register a function with @rules.guess"),
    "arguments": Mistake(
        RULES,
        "def give(s: Levee, seat: int, sacks: int) -> None:\n",
        "def give(s: Levee, seat: int, sacks: int, more: int) -> None:\n",
        "give takes (s, seat, sacks, more), but is given (s, seat, a)",
    ),
    "kind": Mistake(
        WORDS,
        '        Event.GAVE: Line("2.1", "{0:seat} gives {1:sacks}."),\n',
        '        Event.GAVE: Line("2.1", "{0:seat} gives {1:bags}."),\n',
        "levee/words.py line LINE: the words for GAVE: '{0:seat} gives {1:bags}.' uses the kind 'bags'; known are sacks, seat",
    ),
    "index": Mistake(
        WORDS,
        '        Event.GAVE: Line("2.1", "{0:seat} gives {1:sacks}."),\n',
        '        Event.GAVE: Line("2.1", "{0:seat} gives {7:sacks}."),\n',
        "levee/words.py line LINE: the words for GAVE: '{0:seat} gives {7:sacks}.' names argument 7, but there are 5, from 0 to 4",
    ),
    "section": Mistake(
        WORDS,
        '        Event.GAVE: Line("2.1",',
        '        Event.GAVE: Line("9.1",',
        "levee/words.py line LINE: the words for GAVE cite section '9.1', which is not in rulebook.md",
    ),
    "words forgotten": Mistake(
        WORDS,
        '        Event.GAVE: Line("2.1", "{0:seat} gives {1:sacks}."),\n',
        "",
        "levee/rules.py line NN: no words for event GAVE",
    ),
    "syntax": Mistake(
        RULES, "    open_seals(s)\n", "    open_seals(s\n", "levee/rules.py line LINE: '(' was never closed"
    ),
    "import": Mistake(
        RULES, "    pick,\n", "    pik,\n", "levee/rules.py line NN: ImportError: cannot import name 'pik'"
    ),
    "two rules": Mistake(RULES, "@rules.step(Step.FLOOD)\n", "@rules.step(Step.YEAR)\n", "YEAR has two rules"),
    # Found when it is played
    "number that does not fit": Mistake(
        RULES,
        "    s.barn[seat] += s.harvest[seat] - sacks\n",
        "    s.barn[seat] += 151\n",
        "barn[NN] = 151 does not fit i8 (-128 to 127), levee/rules.py line LINE",
    ),
    "place that is not there": Mistake(
        RULES,
        "        s.given[s.year - 1, seat] = s.gift[seat]\n",
        "        s.given[s.year + 8, seat] = s.gift[seat]\n",
        "there is no given[9]: its places are 0 to 7, levee/rules.py line LINE",
    ),
    "move outside of its shape": Mistake(
        RULES,
        "        offer(out, sacks)\n",
        "        offer(out, sacks + 4)\n",
        "GIVE offers the move (7,), outside of its shape: its one argument is 0 to 6, levee/rules.py line NN",
    ),
    "one argument too many": Mistake(
        RULES,
        "        offer(out, sacks)\n",
        "        offer(out, sacks, 1)\n",
        "GIVE offers the move (0, 1), outside of its shape: its one argument is 0 to 6, levee/rules.py line NN",
    ),
    "rating that reaches too far": Mistake(
        RULES,
        "    kept = v.barn[seat] + v.harvest[seat] - sacks\n",
        "    kept = v.barn[seat + 40] + v.harvest[seat] - sacks\n",
        "there is no barn[NN]: its places are 0 to 5, levee/bot.py line LINE",
    ),
    "rating that changes what it sees": Mistake(
        RULES,
        "    kept = v.barn[seat] + v.harvest[seat] - sacks\n",
        "    v.barn[seat] += 1\n    kept = v.barn[seat] + v.harvest[seat] - sacks\n",
        "like_gift changes the record: it may look, but neither write nor roll dice, levee/bot.py line NN",
    ),
    "large number told": Mistake(
        RULES,
        "        tell(s, Event.HELD, levee, river)\n",
        "        tell(s, Event.HELD, 60000, river)\n",
        "a number that an event is told with = 60000 does not fit i16 (-32768 to 32767), levee/rules.py line LINE",
    ),
    "wrong kind": Mistake(
        WORDS,
        '        Event.YEAR_BEGAN: Line("2", "— Year {0} of {1} —"),\n',
        '        Event.YEAR_BEGAN: Line("2", "— Year {0} of {1:seat} —"),\n',
        "but the seats are 0 to NN, levee/words.py line LINE",
    ),
    "public purse": Mistake(
        RULES,
        "    barn = i8(SEATS, seen_by=OWNER)",
        "    barn = i8(SEATS)",
        "a sealed answer of seat NN shows to a spectator in barn (everyone sees barn: is seen_by=OWNER missing?)",
    ),
    "more moves than the shape": Mistake(
        RULES,
        "        offer(out, sacks)\n",
        "        for more in range(9):\n            offer(out, more % 2)\n",
        "more moves are offered than the choice's shape has, levee/rules.py line",
    ),
    "full agenda": Mistake(
        RULES,
        "    do(s, Step.FLOOD)\n",
        "    for _ in range(40):\n        do(s, Step.FLOOD)\n",
        "the agenda is full: it has room for 24 steps and holds FLOOD, FLOOD, FLOOD",
    ),
    "circles": Mistake(
        RULES,
        "    open_seals(s)\n",
        "    do(s, Step.FLOOD)\n    return\n",
        "Levee runs in circles: 10000 steps without asking anyone, at last FLOOD, FLOOD",
    ),
    "loop without end": Mistake(
        RULES,
        "    open_seals(s)\n",
        "    while s.year > 0:\n        s.gift[0] = 0\n",
        "the rules run for more than 0.3 seconds without asking anyone, levee/rules.py line",
    ),
    "dead end": Mistake(RULES, "    do(s, Step.FLOOD)\n", "", "reached a dead end after"),
    "division by nothing": Mistake(
        RULES,
        "    return sacks // 2\n",
        "    return sacks // (sacks - sacks)\n",
        "ZeroDivisionError: integer division or modulo by zero, levee/rules.py line LINE",
    ),
    "too much to tell": Mistake(
        RULES,
        "    open_seals(s)\n",
        "    for _ in range(60):\n        tell(s, Event.HELD, 1, 1)\n",
        "one step told 61 events, more than the 48 there is room for; the last is",
    ),
    "in a story": Mistake(
        RULES,
        "    s.barn[seat] += s.harvest[seat] - sacks\n",
        "    s.barn[seat] += 151\n",
        "barn[NN] = 151 does not fit i8 (-128 to 127), levee/rules.py line LINE",
        "story",
    ),
    "rating of a place that is not there, in a simulation": Mistake(
        RULES,
        "    kept = v.barn[seat] + v.harvest[seat] - sacks\n",
        "    kept = v.barn[seat + 40] + v.harvest[seat] - sacks\n",
        "there is no barn[40]: its places are 0 to 5, levee/bot.py line LINE: run `moot check levee`.",
        "sim",
    ),
    "rating of a place that is not there, in a story": Mistake(
        RULES,
        "    kept = v.barn[seat] + v.harvest[seat] - sacks\n",
        "    kept = v.barn[seat + 40] + v.harvest[seat] - sacks\n",
        "levee/bot.py line LINE: run `moot check levee`.",
        "story",
    ),
    "place below 0": Mistake(
        RULES,
        "    s.gift[seat] = sacks\n",
        "    s.gift[seat - 1] = sacks\n",
        "there is no gift[-1]: its places are 0 to 5, levee/rules.py line LINE",
        "sim",
    ),
    "nothing offered, in a simulation": Mistake(
        RULES,
        "        offer(out, sacks)\n",
        "        pass\n",
        "seat NN is asked GIVE, but has no move: ask only who can answer, levee/rules.py line",
        "sim",
    ),
    "nothing offered, in a story": Mistake(
        RULES,
        "        offer(out, sacks)\n",
        "        pass\n",
        "seat NN is asked GIVE, but has no move: ask only who can answer, levee/rules.py line",
        "story",
    ),
    "circles in a simulation": Mistake(
        RULES,
        "    open_seals(s)\n",
        "    do(s, Step.FLOOD)\n    return\n",
        "Levee runs in circles: 10000 steps without asking anyone",
        "sim",
    ),
    "loop without end in a simulation": Mistake(
        RULES,
        "    open_seals(s)\n",
        "    while s.year > 0:\n        s.gift[0] = 0\n",
        "the rules run for more than 0.3 seconds without asking anyone, levee/rules.py line",
        "sim",
    ),
    "loop without end at the beginning of a story": Mistake(
        RULES,
        "    s.year += 1\n",
        "    while s.year == 0:\n        s.gift[0] = 0\n",
        "the rules run for more than 0.3 seconds without asking anyone, levee/rules.py line",
        "story",
    ),
    "a game that is too long, in a simulation": Mistake(
        RULES,
        "    if s.year < s.years:\n",
        "    s.year -= 1\n    if s.year < s.years:\n",
        "Levee is not over after NN decisions, the longest it may take: run `moot check levee`.",
        "sim",
    ),
    "points beyond a row": Mistake(
        RULES,
        "    return s.barn[seat]\n",
        "    return s.barn[seat + 6]\n",
        "there is no barn[6]: its places are 0 to 5, levee/rules.py line LINE",
        "sim",
    ),
    "nothing in a tuple": Mistake(
        RULES,
        "    return sacks // 2\n",
        "    return (sacks, 2)[sacks - sacks + 2]\n",
        "a table or a tuple has no such place: return (sacks, 2)[sacks - sacks + 2], levee/rules.py line LINE",
    ),
    "told too loudly": Mistake(
        RULES,
        "        whisper(s, seat, Event.HARVESTED, s.harvest[seat])\n",
        "        tell(s, Event.HARVESTED, s.harvest[seat])\n",
        "hears what it cannot see: HARVESTED",
    ),
}
AT_ONCE = ("story", "sim", "options", "check")


@pytest.fixture
def levee(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of Levee, to be broken."""
    folder = tmp_path / "levee"
    shutil.copytree(LEVEE.folder, folder, ignore=shutil.ignore_patterns("__pycache__"))
    for file in folder.glob("*.py"):
        file.write_text(file.read_text().replace("examples.levee", "levee"))
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr(mistakes, "PATIENCE", 0.3)
    monkeypatch.chdir(tmp_path)
    yield folder
    for name in [name for name in sys.modules if name.partition(".")[0] == "levee"]:
        del sys.modules[name]


def make(mistake: Mistake, folder: Path) -> str:
    """Make it; what must be said, as a pattern."""
    file = next(file for file in (folder / mistake.file, folder / "bot.py") if mistake.right in file.read_text())
    before, found, after = file.read_text().partition(mistake.right)
    assert found
    file.write_text(before + mistake.wrong + after)
    return re.escape(mistake.says).replace("LINE", str(before.count("\n") + 1)).replace("NN", r"\d+")


def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    """The command as a shell runs it: how it ends, and all that it says."""
    monkeypatch.setattr(sys, "argv", ["moot", *words])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    said = capsys.readouterr()
    return int(ended.value.code or 0), said.out + said.err


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_named(
    name: str, levee: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In the author's words, once, without a traceback, and with the exit status that the docs promise."""
    mistake = MISTAKES[name]
    says = make(mistake, levee)
    more = ("--games", "3") if mistake.command == "check" else ()
    code, said = run(monkeypatch, capsys, mistake.command, "levee", *more)
    assert len(re.findall(says, said)) == 1, f"once, and not another way: {said}"
    assert "Traceback" not in said
    assert code == (2 if "moot:" in said else 1)


def test_a_game_that_is_not_right_is_not_played(
    levee: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """By no command."""
    make(MISTAKES["consequence forgotten"], levee)
    for command in AT_ONCE:
        code, said = run(monkeypatch, capsys, command, "levee")
        assert (code, said.count("levee cannot be played yet.")) == (2, 1)


def test_a_number_that_is_not_declared_as_a_field(
    levee: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It looks like one."""
    make(Mistake(RULES, "    year = i8()\n", "    year = i8()\n    dry = 0\n", ""), levee)
    says = make(
        Mistake(RULES, "    s.year += 1\n", "    s.year += 1 + s.dry\n", "Levee has no field dry: declare it"), levee
    )
    code, said = run(monkeypatch, capsys, "story", "levee")
    assert (code, len(re.findall(says, said))) == (2, 1)
    assert "`dry = i8()`" in said


def test_a_game_named_like_one_of_moots_is_refused(
    levee: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It would take its place at the table; and `moot check` could not tell which is meant."""
    text = (levee / "__init__.py").read_text().replace('name="levee"', 'name="treasury"')
    (levee / "__init__.py").write_text(text)
    levee.rename(levee.parent / "treasury")
    for file in (levee.parent / "treasury").glob("*.py"):
        file.write_text(file.read_text().replace("from levee", "from treasury"))
    monkeypatch.delitem(sys.modules, "treasury", raising=False)
    code, said = run(monkeypatch, capsys, "check", "./treasury")
    assert (code, "treasury is one of Moot's games: choose another name." in said) == (2, True)
    for name in [name for name in sys.modules if name.partition(".")[0] == "treasury"]:
        del sys.modules[name]
    code, said = run(monkeypatch, capsys, "new", "treasury", "--into", "elsewhere")
    assert (code, "treasury is one of Moot's games. Choose another name." in said) == (2, True)


def test_two_games_of_one_name_are_not_served(
    levee: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One would take the other's place."""
    shutil.copytree(levee, levee.parent / "dike")
    code, said = run(monkeypatch, capsys, "serve", "--game", "levee", "--game", "dike")
    assert (code, "are both named levee." in " ".join(said.split())) == (2, True)


def test_all_mistakes_are_named_at_once(
    levee: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each on a line of its own."""
    says = [make(MISTAKES[name], levee) for name in ("consequence forgotten", "kind", "points forgotten")]
    _, said = run(monkeypatch, capsys, "check", "levee")
    assert all(re.search(what, said) for what in says)
    assert len(re.findall(r"^  ", said, re.MULTILINE)) == 3


def test_the_command_that_is_named_shows_it_again(
    levee: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is a command for the shell."""
    says = make(MISTAKES["number that does not fit"], levee)
    _, said = run(monkeypatch, capsys, "check", "levee", "--games", "3")
    again = re.search(r"Again: moot (.*)", said)
    assert again
    assert re.search(says, run(monkeypatch, capsys, *again[1].split())[1])

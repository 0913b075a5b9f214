"""What people may choose about how pages are: each choice once, with its values. Pages carry what was chosen as attributes of
<html> (`data-text="large"`), and styles and scripts go by these.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import ContextVar
from typing import NamedTuple

from moot.table.feeds.messages import MessageError

LOOKS: ContextVar[Mapping[str, str]] = ContextVar("looks", default={})  # noqa: B039 (it is only read)


# Which answers are given by themselves: none; where there is nothing to decide; also usual ones.
FORCED, ASKED, BY_ITSELF, USUAL = "forced", "asked", "itself", "usual"


class Choice(NamedTuple):
    """Something that people may choose."""

    name: str
    title: str
    values: Mapping[str, str]  # with their words; the first is the usual one
    help: str


CHOICES = (
    Choice(
        "speed",
        "Speed",
        {"normal": "Normal", "calm": "Calm", "fast": "Fast", "instant": "At once"},
        "How fast it is told what the others do. Also by the button in the bar of a table.",
    ),
    Choice(
        "ask",
        "Ask before",
        {"costly": "What is often regretted", "final": "Every final answer", "never": "Nothing"},
        "Such an answer takes two presses: the first shows what it would do. Final is what cannot be taken back.",
    ),
    Choice("coach", "Coach", {"on": "On", "off": "Off"}, "In a lesson: a word before an answer that leads nowhere."),
    Choice(
        "text",
        "Text size",
        {"usual": "Usual", "large": "Large", "larger": "Larger"},
        "Everything on the page grows with it.",
    ),
    Choice(
        "theme",
        "Theme",
        {"system": "As the system", "light": "Light", "dark": "Dark"},
        "Also by the sign in the top bar.",
    ),
    Choice("contrast", "Contrast", {"usual": "Usual", "more": "More"}, "Darker ink and clearer lines."),
    Choice(
        "knock",
        "Knock",
        {"off": "Off", "on": "On"},
        "A soft sound when your answer is awaited and the page is in the background.",
    ),
    Choice(
        "hand",
        "Hand",
        {"right": "Right", "left": "Left"},
        "On a phone: the side on which “Take back” and the buttons of dialogs lie.",
    ),
    Choice(
        FORCED,
        "By themselves",
        {BY_ITSELF: "The only answer", USUAL: "Usual answers too", ASKED: "Nothing: I am asked"},
        "Where there is nothing to decide, or one answer goes without saying, it is given by itself; if you like, what"
        " nearly everybody answers is, too. In a blind phase and in a lesson you are always asked.",
    ),
    Choice(
        "projector",
        "Projector",
        {"usual": "Usual", "large": "Large", "larger": "Larger"},
        "The size of a table that you only watch, for a screen across a room.",
    ),
)


def usual() -> dict[str, str]:
    """What holds for who has chosen nothing."""
    return {choice.name: next(iter(choice.values)) for choice in CHOICES}


def read_choices(fields: Mapping[str, str]) -> dict[str, str]:
    """What a form or a program chooses."""
    known = {choice.name: choice.values for choice in CHOICES}
    for name, value in fields.items():
        if name not in known:
            raise MessageError(f"There is no setting {name[:20]!r}. There are: {', '.join(known)}.")
        if value not in known[name]:
            raise MessageError(f"{name} is one of {', '.join(known[name])}; not {value[:20]!r}.")
    return dict(fields)

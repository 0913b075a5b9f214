"""Solidarity: what cannot be done now, in a few words. Sections are those of rulebook.md."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from moot.engine import NotNow
from moot.engine.not_now import Missing
from moot.games.solidarity.components import Task
from moot.games.solidarity.labels import TASKS
from moot.games.solidarity.reasons import why_closed, why_no_line, why_no_offer
from moot.games.solidarity.rules import Step

SHORT = {
    Task.INVENT: "there is no room for another resource",
    Task.PRODUCE: "you control nothing to produce",
    Task.BUILD: "you have as many as you may",
    Task.SEIZE: "there is nothing that you could take",
    Task.RAID: "there is nothing to destroy",
}


def in_orders(view: Any, seat: int) -> Iterator[NotNow]:
    """§3.1 §3.5 §8 Tasks that robots cannot be given, and that nothing is there to be struck out."""
    for task, label in TASKS.items():
        yield NotNow(label.verb, why_no_order(view, seat, task))
    yield NotNow("Strike out", "your sheet is empty" if not view.lines[seat] else "your sheet takes no more changes")


def why_no_order(view: Any, seat: int, task: Task) -> str:
    """§3.1 §3.5 §8 No robot or no line for it, or it is closed."""
    if not view.idle[seat]:
        return "all your robots have a task"
    closed = why_closed(view, seat, task)
    if closed and closed.section == "8" and task == Task.PRODUCE:
        return "your stockpiles are full"
    return SHORT[task] if closed or not why_no_line(view, seat) else "your sheet takes no more lines"


def in_trading(view: Any, seat: int) -> Iterator[NotNow]:
    """§4.1 §8 Offers that an org can no longer make; and nobody is done while an offer waits for them."""
    if not view.draft_to[seat] and why_no_offer(view, seat):
        yield NotNow("Offer", "you can make no further offer")
    waits = "send your offer, or withdraw it" if view.draft_to[seat] else "answer the offer first"
    yield NotNow("Done trading", waits, exit=True)


NOT_NOW: Missing = {Step.ORDER: in_orders, Step.TRADE: in_trading}

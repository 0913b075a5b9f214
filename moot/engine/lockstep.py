"""Where games that are played side by side wait for each other. A GPU plays 32 games in step and is fast while they do the same;
on a CPU each is played by itself, and these do nothing. `moot.lab.gpu` puts the GPU's own instructions in their place.
"""

from __future__ import annotations

from moot.engine.binding import rule


@rule
def any_of(mine: bool) -> bool:
    """Whether this holds in any of the games that are played in step with this one."""
    return mine


@rule
def in_step() -> None:
    """Go on together."""
